"""Two phones at one table: what the other one has saved, beside what is on this screen, and what to do about it."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.values import Entry, Game
from hu.app.page.dispatch import show_button
from hu.app.page.draft.next_hand import saved_meanwhile
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.gestures import ChangeEntry, KeepMine, StartOver
from hu.app.page.parts.components import hand_pictures, html, tag, words
from hu.app.page.services import Visit
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_set


def in_conflict(draft: Draft, entries: Sequence[Entry]) -> bool:
    """Whether the player must decide between this hand and what others have done to the sheet."""
    if draft.entry:
        return (draft.entry, draft.version) not in {(entry.id, entry.version) for entry in entries}
    return bool(saved_meanwhile(draft, entries))


def show_conflict(
    visit: Visit,
    game: Game,
    draft: Draft,
    outcome: Outcome,
    entries: Sequence[Entry],
    who: Mapping[str, str],
) -> None:
    """Show what others have saved beside this hand, and offer every way on."""
    t = visit.t
    changed = tuple(entry for entry in entries if draft.entry and entry.id == draft.entry)
    theirs = changed or saved_meanwhile(draft, entries)
    numbers = {
        entry.id: number
        for number, entry in enumerate((e for e in entries if e.kind != "payment"), 1)
    }
    if not theirs:
        said = t("conflict.deleted")
    elif draft.entry:
        said = t("conflict.changed")
    elif len(theirs) == 1:
        said = t("conflict.saved", number=numbers[theirs[0].id])
    else:
        said = t("conflict.saved_several", first=numbers[theirs[0].id], last=numbers[theirs[-1].id])
    cards = ""
    for entry in theirs:
        title = (
            t("conflict.theirs") if len(theirs) == 1 else t("game.hand", number=numbers[entry.id])
        )
        names = ", ".join(game.players[winner] for winner in entry.winners)
        cards += _card(title, _line(t, names, entry.points, game.rules), entry.note, t)
    my_line = t("ask.winner")
    if draft.winner is not None:
        won = outcome.score.players.get(draft.winner) if outcome.score else None
        my_line = _line(t, who.get(draft.winner, ""), won.points if won else None, draft.rules)
    mine = _card(t("conflict.mine"), my_line, str(outcome.hand), t)
    head = f'<p class="hu-question" role="alert">{words(said)}</p>'
    html(tag("section", "hu-conflict", head, tag("div", "hu-sides", cards, mine)))
    with st.container(horizontal=True, key="conflict"):
        _ways_on(visit, draft, theirs, entries)


def _ways_on(
    visit: Visit, draft: Draft, theirs: tuple[Entry, ...], entries: Sequence[Entry]
) -> None:
    t = visit.t
    offer = partial(show_button, visit, width="content")
    offer("discard-mine", t("conflict.discard"), StartOver())
    entry = version = 0
    if draft.entry and theirs:
        label = "conflict.replace"
        entry = theirs[0].id
        version = theirs[0].version
    elif draft.entry:
        label = "conflict.new"
    elif len(theirs) == 1:
        label = "conflict.both"
    else:
        label = "conflict.all"
    offer("keep-mine", t(label), KeepMine(len(entries), entry, version))
    if len(theirs) == 1:
        offer("edit-theirs", t("conflict.edit"), ChangeEntry(theirs[0].id))


def _card(title: str, line: str, notation: str, t: Texts) -> str:
    try:
        pictures = hand_pictures(notation, t, "is-small")
    except InputError:
        pictures = ""
    return tag("div", "hu-side", tag("h3", "", words(title)), tag("p", "", words(line)), pictures)


def _line(t: Texts, names: str, points: int | None, rules: str) -> str:
    who = t("conflict.won", who=names) if names else t("sheet.drawn")
    return who if points is None else f"{who}: {t.amount(points, rule_set(rules).unit)}"

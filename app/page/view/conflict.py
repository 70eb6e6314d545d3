"""Shows a conflict between two phones at one table.

The hand in work is shown beside the hands that other phones have saved, and the player chooses what
becomes of it.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.next_hand import hands_saved_meanwhile
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.draft.to_sheet import describe_entered
from hu.app.page.facts import Facts
from hu.app.page.gestures.hand import KeepMine, StartOver
from hu.app.page.gestures.sheet import ChangeEntry
from hu.app.page.parts.components import escape_text, hand_pictures, show_html, tag
from hu.app.page.view.controls import show_button
from hu.app.page.view.figures import describe_figures
from hu.app.page.view.game import players_at
from hu.scoring.errors import InputError
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


def in_conflict(draft: Draft, entries: Sequence[Entry]) -> bool:
    """Whether other phones have changed the sheet so that the player must decide about this hand.

    A hand that changes an entry conflicts if the entry is gone or has another version. A new hand
    conflicts if other phones have saved hands since it was begun.
    """
    if not draft.entry:
        return bool(hands_saved_meanwhile(draft, entries))
    for entry in entries:
        if entry.id == draft.entry:
            return entry.version != draft.version
    return True


def show_conflict(
    facts: Facts,
    game: Game,
    draft: Draft,
    outcome: Outcome,
    entries: Sequence[Entry],
) -> None:
    """Show the hands that other phones have saved beside this hand, and offer the choices.

    Args:
        facts: the contents of the screen.
        game: the game that is open.
        draft: the hand in work.
        outcome: its score, problems and open questions.
        entries: the sheet.
    """
    t = facts.t
    other_hands = _hands_of_others(draft, entries)
    hands = [entry for entry in entries if entry.kind != "payment"]
    number_of = {entry.id: number for number, entry in enumerate(hands, 1)}
    cards = []
    for entry in other_hands:
        title = t("conflict.theirs")
        if len(other_hands) > 1:
            title = t("game.hand", number=number_of[entry.id])
        winners = [game.players[winner] for winner in entry.winners]
        line = _winner_line(t, winners, points=entry.points, rules=game.rules)
        content = _saved_hand_html(entry, rule_set(game.rules), t)
        cards.append(_card_html(title, line, content))
    players = players_at(draft.seating, game)
    cards.append(_my_card_html(t, draft, outcome, players))
    question = escape_text(_question_text(t, draft, other_hands, number_of))
    head = f'<p class="hu-question" role="alert">{question}</p>'
    show_html(tag("section", "hu-conflict", head, tag("div", "hu-sides", *cards)))
    with st.container(horizontal=True, key="conflict"):
        _offer_choices(facts, draft, other_hands, entries)


def _hands_of_others(draft: Draft, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the hands of the sheet with which the hand in work conflicts.

    A hand that changes an entry conflicts with that entry as it is now, or with none if another
    phone has taken the entry off the sheet. A new hand conflicts with the hands that other phones
    have saved since it was begun.
    """
    if not draft.entry:
        return hands_saved_meanwhile(draft, entries)
    for entry in entries:
        if entry.id == draft.entry:
            return (entry,)
    return ()


def _question_text(
    t: Texts, draft: Draft, other_hands: Sequence[Entry], number_of: Mapping[int, int]
) -> str:
    """Return the text above the conflict: how other phones have changed the sheet.

    Args:
        t: the words of the language.
        draft: the hand in work.
        other_hands: the hands of the sheet with which it conflicts.
        number_of: the numbers of the hands on the sheet, by the ids of their entries.
    """
    if not other_hands:
        # The hand changes an entry, and another phone has taken the entry off the sheet.
        return t("conflict.deleted")
    if draft.entry:
        # Another phone has changed the same entry.
        return t("conflict.changed")
    first = number_of[other_hands[0].id]
    if len(other_hands) == 1:
        return t("conflict.saved", number=first)
    return t("conflict.saved_several", first=first, last=number_of[other_hands[-1].id])


def _my_card_html(t: Texts, draft: Draft, outcome: Outcome, players: Mapping[str, str]) -> str:
    """Return the card of the hand in work, which is shown beside the cards of the other hands.

    Args:
        t: the words of the language.
        draft: the hand in work.
        outcome: its score, problems and open questions.
        players: the names of the players by their seats.
    """
    if draft.winner is None:
        line = t("ask.winner")
    else:
        # The winner of a drawn hand is ``NOBODY``, who has no name.
        seats = [seat for seat in (draft.winner, *draft.claims) if seat in players]
        points = None
        # As on the sheet, the points of several winners are left out.
        if len(seats) == 1 and draft.winner in outcome.hands:
            points = outcome.hands[draft.winner].value
        winners = [players[seat] for seat in seats]
        line = _winner_line(t, winners, points=points, rules=draft.rules)
    if draft.entered:
        figures = describe_figures(describe_entered(draft.entered), rule_set(draft.rules), t)
        content = tag("p", "", escape_text(figures))
    else:
        content = _pictures_html(str(outcome.hand), t)
    return _card_html(t("conflict.mine"), line, content)


def _offer_choices(
    facts: Facts, draft: Draft, other_hands: tuple[Entry, ...], entries: Sequence[Entry]
) -> None:
    """Offer to drop the hand in work, to keep it, or to edit the other phone's hand.

    The last choice is offered only if the hand in work conflicts with a single hand.

    Args:
        facts: the contents of the screen.
        draft: the hand in work.
        other_hands: the hands of the sheet with which it conflicts.
        entries: all entries of the sheet.
    """
    t = facts.t
    offer = partial(show_button, width="content")
    offer("discard-mine", t("conflict.discard"), StartOver())
    # The entry 0 stands for a new entry.
    keep = KeepMine(known=len(entries), entry=0, version=0)
    if draft.entry and other_hands:
        # The hand in work replaces the entry that another phone has changed.
        label = "conflict.replace"
        keep = KeepMine(known=len(entries), entry=other_hands[0].id, version=other_hands[0].version)
    elif draft.entry:
        # Another phone has taken the entry off the sheet. The hand in work becomes a new entry.
        label = "conflict.new"
    elif len(other_hands) == 1:
        # The hand in work is added after the hand that another phone has saved.
        label = "conflict.both"
    else:
        # The hand in work is added after the hands that other phones have saved.
        label = "conflict.all"
    offer("keep-mine", t(label), keep)
    if len(other_hands) == 1:
        offer("edit-theirs", t("conflict.edit"), ChangeEntry(other_hands[0].id))


def _card_html(title: str, line: str, content: str) -> str:
    """Return the card of a hand as HTML.

    Args:
        title: whose hand it is.
        line: the winner, with the points.
        content: its tiles as HTML, or the figures that were entered instead of them.
    """
    return tag(
        "div",
        "hu-side",
        tag("h3", "", escape_text(title)),
        tag("p", "", escape_text(line)),
        content,
    )


def _saved_hand_html(entry: Entry, rules: RuleSet, t: Texts) -> str:
    """Return the tiles or the figures of a hand on the sheet. Empty for a drawn hand."""
    if entry.kind != "won":
        return ""
    pictures = _pictures_html(entry.note, t)
    if pictures:
        return pictures
    return tag("p", "", escape_text(describe_figures(entry.note, rules, t)))


def _pictures_html(notation: str, t: Texts) -> str:
    """Return pictures of the tiles of a hand. Empty for a text that is no hand, such as figures.

    Args:
        notation: the hand in the notation.
        t: the words of the language.
    """
    try:
        return hand_pictures(notation, t, "is-small")
    except InputError:
        return ""


def _winner_line(t: Texts, winners: Sequence[str], *, points: int | None, rules: str) -> str:
    """Return a line with the winners of a hand and its points.

    Args:
        t: the words of the language.
        winners: the names of the winners. Empty for a drawn hand.
        points: the value of the hand, in the unit of the rule set. None if it is unknown.
        rules: the id of the rule set.
    """
    sentence = t("sheet.drawn")
    if winners:
        sentence = t("conflict.won", who=t.listed(winners), count=len(winners))
    if points is None:
        return sentence
    return t.with_label(sentence, t.amount(points, rule_set(rules).unit))

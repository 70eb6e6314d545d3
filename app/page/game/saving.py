"""Putting a hand on the sheet, exactly once.

1. Save carries the hand's token in the browser's log of events; ``main`` gives it to ``handle_save``.
2. An entry of the sheet with that token is this hand: it is shown once more, and nothing is written.
3. Otherwise the hand is scored; without payments, or in a finished game, nothing is written.
4. The ledger takes it if the sheet is as the hand knew it; else what others have saved is shown beside it.
5. The same hand saved by another phone counts as this one.
6. ``Screen.saved`` and the view of the sheet tell of it; Undo there takes it back.
7. An empty hand follows, written together with the number of the event: no repetition saves again.
8. Where the server ends between 4 and 7, ``finish_saving`` does the rest when the page is next shown.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.draft.next_hand import (
    is_finished,
    next_draft,
    next_seating,
    options_of,
    saved_meanwhile,
)
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import (
    NOBODY,
    Draft,
    Rack,
    draft_from_json,
    draft_to_json,
    new_token,
    reseat,
    without_steps,
)
from hu.app.page.hand.taps import keep_given_photos
from hu.app.page.parts.undo import offer_undo, withdraw_undo
from hu.app.page.screen import Saved, change_screen, screen, tell
from hu.app.page.sets.learning import learn_from_hand
from hu.app.page.visit import (
    Visit,
    draft_of,
    failure_text,
    fresh_draft,
    open_game,
    save_draft,
    stored_draft,
)
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import rule_set

#: Completes the entry of a hand, its seats and round being known.
Finish = Callable[[Entry], Entry]


def save_drawn_hand(visit: Visit, game: Game, known: int) -> None:
    """Note a hand that nobody won, tapped when the sheet had ``known`` entries; something may have to be paid first."""
    draft, rules = draft_of(visit), rule_set(game.rules)
    if rules.scores_every_hand or rules.pays_without_winner(options_of(game)):
        save_draft(visit, replace(draft, winner=NOBODY))
        return
    if draft.known != known:
        # Another phone has noted a hand meanwhile.
        return
    nothing = (0,) * len(game.players)
    _save(visit, game, draft, lambda entry: replace(entry, kind="drawn", amounts=nothing))
    saved = screen().saved
    if saved is not None and saved.entry.token == draft.token:
        told = visit.t("sheet.drawn_told", number=saved.number)
        offer_undo(
            told, partial(visit.ledger.remove, game.code, saved.entry), game.code, visit.browser
        )


def handle_save(visit: Visit, game: Game, token: str) -> None:
    """Handle a tap on Save. A repeated token shows the entry that it already saved."""
    draft = draft_of(visit)
    if not finish_saving(visit, game, token) and token == draft.token:
        save_hand(visit, game, draft)


def finish_saving(visit: Visit, game: Game, token: str) -> bool:
    """Show the entry saved under a token and begin the next hand; returns whether there is one."""
    saved = next(
        (entry for entry in visit.ledger.entries(game.code) if token and entry.token == token), None
    )
    if saved is None:
        return False
    open_sheet_of(visit, game, saved)
    if saved.token == draft_of(visit).token:
        begin_next(visit)
    return True


def save_hand(visit: Visit, game: Game, draft: Draft) -> None:
    """Put a hand on the sheet, unless its payments are not known."""
    outcome = assess(draft)
    if not draft.entry and is_finished(game, visit.ledger.entries(game.code)):
        change_screen(view="sheet")
        tell("page", visit.t("problem.game-ended"))
    elif outcome.final:
        _save(visit, game, draft, partial(_complete_entry, draft=draft, outcome=outcome))


def find_same(draft: Draft, entries: Sequence[Entry]) -> Entry | None:
    """Find the hand in work among those that others have saved meanwhile: the same tiles, players and payments."""
    for entry in saved_meanwhile(draft, entries):
        mine = reseat(draft, entry.seats, entry.round_wind)
        outcome = assess(mine)
        if not outcome.final or draft.drawn or entry.kind != "won":
            continue
        made = _complete_entry(entry, draft=mine, outcome=outcome)
        same = (made.amounts, made.winners, made.points) == (
            entry.amounts,
            entry.winners,
            entry.points,
        )
        with suppress(InputError):
            if same and sorted(Hand.from_text(made.note).tiles) == sorted(
                Hand.from_text(entry.note).tiles
            ):
                return entry
    return None


def _complete_entry(entry: Entry, *, draft: Draft, outcome: Outcome) -> Entry:
    score = outcome.score
    payments = (score.payments if score else None) or {}
    winners = [] if draft.drawn else [str(draft.winner), *draft.claims]
    points = score.players[winners[0]].points if score and len(winners) == 1 else None
    statuses = tuple(draft.others.get(seat or "", Rack()).status for seat in entry.seats)
    return replace(
        entry,
        kind="drawn" if draft.drawn else "won",
        amounts=tuple(payments.get(seat or "", 0) for seat in entry.seats),
        winners=tuple(player for player, seat in enumerate(entry.seats) if seat in winners),
        points=points,
        note=entry.note if draft.drawn else str(outcome.hand),
        pot=score.pot if score else 0,
        # Empty while nobody has one.
        statuses=statuses if any(statuses) else (),
        draft=draft_to_json(without_steps(replace(draft, entry=0, version=0))),
    )


def _save(visit: Visit, game: Game, draft: Draft, finish: Finish) -> None:
    """Write the hand to the sheet and begin the next one."""
    t = visit.t
    entries = visit.ledger.entries(game.code)
    try:
        before, saved = _write(visit, game, draft, entries, finish)
    except LedgerError as error:
        if draft.empty:
            change_screen(view="sheet")
            tell("page", failure_text(t, error))
            return
        # What others have saved is shown beside this hand, with what can be done about it.
        seen = error.key in ("hand-changed", "hand-deleted") or saved_meanwhile(
            draft, visit.ledger.entries(game.code)
        )
        if not seen:
            tell("save", failure_text(t, error))
        return
    open_sheet_of(visit, game, saved, before)
    begin_next(visit)
    if before is None:
        learn_from_hand(visit, draft)


def open_sheet_of(visit: Visit, game: Game, entry: Entry, before: Entry | None = None) -> None:
    """Go to the sheet, which says what has been saved until the next hand is begun."""
    hands = [hand.id for hand in visit.ledger.entries(game.code) if hand.kind != "payment"]
    number = hands.index(entry.id) + 1 if entry.id in hands else 0
    withdraw_undo(game.code)
    change_screen(view="sheet", saved=Saved(game.code, entry, before, number))


def _write(
    visit: Visit, game: Game, draft: Draft, entries: Sequence[Entry], finish: Finish
) -> tuple[Entry | None, Entry]:
    """Write a hand; returns the entry as it was before, if there was one, and as it is now."""
    before = next((entry for entry in entries if entry.id == draft.entry), None)
    if draft.entry and before is None:
        raise LedgerError("hand-deleted")
    if before is not None:
        changed = replace(finish(before), version=draft.version, token=draft.token)
        return before, visit.ledger.change(game.code, changed)
    seating = next_seating(game, entries)
    if draft.seating not in ((), seating.seats):
        raise LedgerError("sheet-changed")
    fresh = Entry("won", (), seating.seats, seating.round, seating.round_wind, token=draft.token)
    return None, visit.ledger.add(game.code, finish(fresh), draft.known)


def undo_save(visit: Visit, saved: Saved) -> None:
    """Take the hand that was saved last off the sheet, back to where it was before Save; a change is undone."""
    change_screen(saved=None)
    if saved.before is not None:
        visit.ledger.change(saved.code, replace(saved.before, version=saved.entry.version))
        return
    visit.ledger.remove(saved.code, saved.entry)
    try:
        draft = draft_from_json(saved.entry.draft)
    except InputError:
        # A hand that nobody won has none.
        return
    entries = visit.ledger.entries(saved.code)
    save_draft(visit, replace(draft, entry=0, version=0, known=len(entries), token=new_token()))
    change_screen(view="hand")


def start_over(visit: Visit) -> None:
    """Clear the table and take the hand away; for ten seconds it can be had back."""
    before = draft_of(visit)
    if not before.empty or before.drawn:
        told = visit.t("hand.left_as_it_was" if before.entry else "hand.started_over")
        offer_undo(told, partial(_go_on_with, visit, before))
    begin_next(visit)


def _go_on_with(visit: Visit, before: Draft) -> None:
    begun = draft_of(visit)
    if not begun.empty or begun.drawn:
        offer_undo(visit.t("hand.started_over"), partial(_go_on_with, visit, begun))
    save_draft(visit, before)
    change_screen(view="hand")


def move_hand(visit: Visit, game: Game) -> None:
    """Make a hand without a game the next one of a game, and go there; the players keep the seats that were said."""
    draft, there = draft_of(visit), replace(visit, game=game)
    before, empty = stored_draft(there), next_draft(visit.ledger, game, game.rules)
    moved = replace(
        draft if empty.seats == draft.seats else Draft(rack=draft.rack),
        rules=empty.rules,
        options=empty.options,
        round_wind=empty.round_wind,
        seats=empty.seats,
        seating=empty.seating,
        known=empty.known,
        asked={**draft.asked, **empty.asked},
        token=empty.token,
        taken={},
    )
    visit.ledger.save_draft(visit.browser, game.code, draft_to_json(moved))
    save_draft(visit, fresh_draft(visit))
    visit.ledger.visit(visit.browser, game.code)
    change_screen(view="hand", rack=None, taking="photo", saved=None)
    open_game(game.code)
    if before and not before.empty:
        offer_undo(visit.t("hand.started_over"), partial(_go_on_with, there, before))


def begin_next(visit: Visit) -> None:
    """Clear the table for the next hand."""
    said = {place: text for place, text in screen().notices.items() if place in ("page", "told")}
    change_screen(rack=None, taking="photo", photo=None, notices=said)
    keep_given_photos(visit, draft_of(visit))
    save_draft(visit, fresh_draft(visit))

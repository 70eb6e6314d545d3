"""Putting a hand on the sheet, exactly once.

1. Save carries the hand's token in the browser's log of events. ``reduce`` makes it the effect
   ``SaveHand``.
2. An entry of the sheet with that token is this hand: it is shown once more, and nothing is
   written.
3. Otherwise the hand is scored. Without payments, or in a finished game, nothing is written.
4. The ledger takes it if the sheet is as the hand knew it. Otherwise the other phones' hands are
   shown beside it.
5. The same hand saved by another phone counts as this one, see ``draft.to_sheet.find_same_hand``.
6. ``Screen.saved`` and the view of the sheet tell of it. Undo there takes it back.
7. An empty hand follows. It is written together with the number of the event, so that no repetition
   saves again.
8. If the server ends between 4 and 7, ``reduce`` finds the token on the sheet when the page is next
   shown. If it ends after 7, the empty hand still names the entry, and ``reduce`` shows it.
9. A hand that changes an entry keeps the entry as it was from before 4 on, so that Undo brings it
   back also after the server has ended.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.draft.next_hand import hands_saved_meanwhile, is_finished, next_seating
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Draft, draft_from_json, new_token
from hu.app.page.draft.to_sheet import complete_entry
from hu.app.page.events.event import Event
from hu.app.page.events.hand import HandSaved, HandTakenOff
from hu.app.page.events.page import NoticeCame
from hu.app.page.gestures.screens import ShowView
from hu.app.page.photos.photo import Note
from hu.scoring.errors import InputError

#: Completes an entry whose seats and round are known.
Complete = Callable[[Entry], Entry]


def save_hand(ledger: Ledger, game: Game, draft: Draft, token: str) -> list[Event]:
    """Handle a tap on Save. A repeated token shows the entry that it already saved.

    Args:
        ledger: the games.
        game: the game that is open.
        draft: the hand in work.
        token: names the hand that was on the screen when Save was tapped.
    """
    entries = ledger.entries(game.code)
    for entry in entries:
        # An empty token names no hand.
        if token and entry.token == token:
            number = _number_of(ledger, game, entry)
            return [HandSaved(entry, replaced_entry=None, number=number, is_saved_now=False)]
    if token != draft.token:
        # The tap was meant for another hand.
        return []
    # In a finished game, saved hands can still be changed.
    is_new_hand = not draft.entry
    if is_new_hand and is_finished(game, entries):
        return [ShowView("sheet"), NoticeCame("page", Note("problem.game-ended"))]
    outcome = assess(draft)
    if not outcome.has_payments:
        # Save is not offered before the payments are known.
        return []
    return _save(ledger, game, draft, partial(complete_entry, draft=draft, outcome=outcome))


def save_drawn(ledger: Ledger, game: Game, draft: Draft) -> list[Event]:
    """Note a hand that nobody won and for which nobody pays.

    The event of the save says that a single tap noted the hand, so that the other phones are
    offered to undo it.
    """
    no_amounts = (0,) * len(game.players)

    def complete(entry: Entry) -> Entry:
        return replace(entry, kind="drawn", amounts=no_amounts)

    results: list[Event] = []
    for event in _save(ledger, game, draft, complete):
        if isinstance(event, HandSaved):
            results.append(msgspec.structs.replace(event, is_noted_as_drawn=True))
        else:
            results.append(event)
    return results


def _save(ledger: Ledger, game: Game, draft: Draft, complete: Complete) -> list[Event]:
    """Write a hand to the sheet.

    Args:
        ledger: the games.
        game: the game that is open.
        draft: the hand in work.
        complete: completes the entry of the hand.

    Returns:
        The event that it was saved, or the message why it was not. Empty if the page shows a
        conflict.
    """
    entries = ledger.entries(game.code)
    try:
        replaced_entry, entry = _write(ledger, game, draft, entries, complete)
    except LedgerError as error:
        note = Note(f"problem.{error.key}", error.values)
        if draft.is_empty:
            # A single tap noted that nobody won. The hand has no tiles to show beside those of
            # others.
            return [ShowView("sheet"), NoticeCame("page", note)]
        is_about_this_entry = error.key in ("hand-changed", "hand-deleted")
        if is_about_this_entry or hands_saved_meanwhile(draft, ledger.entries(game.code)):
            # The page shows the hands of others beside this hand, with the choices of the player.
            return []
        return [NoticeCame("save", note)]
    return [HandSaved(entry, replaced_entry, _number_of(ledger, game, entry))]


def _write(
    ledger: Ledger, game: Game, draft: Draft, entries: Sequence[Entry], complete: Complete
) -> tuple[Entry | None, Entry]:
    """Write a hand.

    Args:
        ledger: the games.
        game: the game that is open.
        draft: the hand in work.
        entries: the sheet.
        complete: completes the entry of the hand.

    Returns:
        The entry as it was before, None for a new hand, and the entry as it is now.

    Raises:
        LedgerError: the sheet has changed since the hand was begun or opened, so that it no longer
            fits.
    """
    if draft.entry:
        for before in entries:
            if before.id == draft.entry:
                entry = replace(complete(before), version=draft.version, token=draft.token)
                return before, ledger.change(game.code, entry)
        raise LedgerError("hand-deleted")
    seating = next_seating(game, entries)
    # A hand whose players had other seats when it was entered does not fit the sheet any more.
    has_seating = draft.seating != ()
    if has_seating and draft.seating != seating.seats:
        raise LedgerError("sheet-changed")
    empty_entry = Entry(
        kind="won",
        amounts=(),
        seats=seating.seats,
        round=seating.round,
        round_wind=seating.round_wind,
        token=draft.token,
    )
    return None, ledger.add(game.code, complete(empty_entry), draft.known)


def _number_of(ledger: Ledger, game: Game, entry: Entry) -> int:
    """Return the number of a hand on the sheet, from 1. 0 if it is not there any more."""
    hand_ids = [other.id for other in ledger.entries(game.code) if other.kind != "payment"]
    if entry.id not in hand_ids:
        return 0
    return hand_ids.index(entry.id) + 1


def take_off(ledger: Ledger, code: str, entry: Entry, replaced_entry: Entry | None) -> list[Event]:
    """Take back the Save of a hand.

    A new hand leaves the sheet and is in work again. An entry that the hand changed gets its
    earlier values, and the hand in work stays.

    Args:
        ledger: the games.
        code: the game.
        entry: the hand as it is on the sheet.
        replaced_entry: the entry as it was before the hand changed it. None for a new hand.
    """
    if replaced_entry is not None:
        ledger.change(code, replace(replaced_entry, version=entry.version))
        return []
    ledger.remove(code, entry)
    try:
        draft = draft_from_json(entry.draft)
    except InputError:
        # A hand that nobody won may have been noted without a draft.
        return [HandTakenOff(draft=None)]
    entry_count = len(ledger.entries(code))
    draft = replace(draft, entry=0, version=0, known=entry_count, token=new_token())
    return [HandTakenOff(draft)]

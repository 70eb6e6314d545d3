"""Putting a hand on the sheet, exactly once.

1. A tap on Save carries the token of the hand in the browser's log of events. ``reduce`` turns the
   tap into the effect ``SaveHand``.
2. If an entry of the sheet has that token, it is this hand. The entry is shown once more, and
   nothing is written.
3. Otherwise the hand is scored. Nothing is written if it has no payments, or if it is a new hand
   and the game is finished.
4. The ledger writes the hand if nobody has changed the sheet since the hand was begun. Otherwise
   the page shows the hands of the other phones beside it.
5. If another phone has saved the same hand, that entry counts as this hand (see
   ``draft.to_sheet.find_same_hand``).
6. ``Screen.saved`` names the saved hand, and the sheet shows it with a button to undo the save.
7. An empty hand becomes the hand in work. It is stored together with the number of the tap, so that
   a repeated tap does not save again.
8. If the server ends between 4 and 7, ``reduce`` finds the token on the sheet when the page is
   shown next. If the server ends after 7, the empty hand names the saved entry, and ``reduce``
   shows it again.
9. If a hand changes an entry, the entry as it was is stored with the hand before step 4. So the
   save can be undone even after the server has ended.
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

#: Fills in an entry whose seats and round are known: its kind, payments, winners and tiles.
Complete = Callable[[Entry], Entry]


def save_hand(ledger: Ledger, game: Game, draft: Draft, token: str) -> list[Event]:
    """Put the hand in work on the sheet after a tap on Save.

    Args:
        ledger: the games.
        game: the game that is open.
        draft: the hand in work.
        token: the token of the hand that was on the screen when Save was tapped.

    Returns:
        The event that the hand is on the sheet, or the message why it is not. Empty if the tap was
        meant for another hand, or if the page shows on its own why the hand cannot be saved.
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
    # A finished game takes no new hand. If it has been played out, its saved hands can still be
    # changed. If the players finished it, the ledger refuses that too.
    is_new_hand = not draft.entry
    if is_new_hand and is_finished(game, entries):
        return [ShowView("sheet"), NoticeCame("page", Note("problem.game-ended"))]
    outcome = assess(draft)
    if not outcome.has_payments:
        # The page does not offer to save a hand whose payments are unknown.
        return []
    return _write_or_explain(
        ledger, game, draft, partial(complete_entry, draft=draft, outcome=outcome)
    )


def save_drawn(ledger: Ledger, game: Game, draft: Draft) -> list[Event]:
    """Put a hand on the sheet that nobody won and for which nobody pays.

    A single tap does this. ``HandSaved.is_noted_as_drawn`` says so, and the other phones then get
    the offer to undo it.
    """
    no_amounts = (0,) * len(game.players)

    def complete(entry: Entry) -> Entry:
        return replace(entry, kind="drawn", amounts=no_amounts)

    events: list[Event] = []
    for event in _write_or_explain(ledger, game, draft, complete):
        if isinstance(event, HandSaved):
            events.append(msgspec.structs.replace(event, is_noted_as_drawn=True))
        else:
            events.append(event)
    return events


def _write_or_explain(ledger: Ledger, game: Game, draft: Draft, complete: Complete) -> list[Event]:
    """Write a hand to the sheet. If the ledger refuses it, explain why.

    Args:
        ledger: the games.
        game: the game that is open.
        draft: the hand in work.
        complete: fills in the entry of the hand.

    Returns:
        The event that the hand was saved, or the message why it was not. Empty if the hand
        conflicts with changes by other phones, because the page always shows a conflict.
    """
    entries = ledger.entries(game.code)
    try:
        replaced_entry, entry = _write(ledger, game, draft, entries, complete)
    except LedgerError as error:
        note = Note(f"problem.{error.key}", error.values)
        if draft.is_empty:
            # Only a hand that nobody won is put on the sheet without tiles. That is a tap on the
            # sheet, so the sheet shows the message.
            return [ShowView("sheet"), NoticeCame("page", note)]
        was_entry_changed = error.key in ("hand-changed", "hand-deleted")
        if was_entry_changed or hands_saved_meanwhile(draft, ledger.entries(game.code)):
            # Another phone changed the entry of this hand, or saved hands since it was begun. The
            # page shows those hands beside this hand, and the player chooses.
            return []
        return [NoticeCame("save", note)]
    return [HandSaved(entry, replaced_entry, _number_of(ledger, game, entry))]


def _write(
    ledger: Ledger, game: Game, draft: Draft, entries: Sequence[Entry], complete: Complete
) -> tuple[Entry | None, Entry]:
    """Write a hand to the sheet, as a new entry or in place of the entry that it changes.

    Args:
        ledger: the games.
        game: the game that is open.
        draft: the hand in work.
        entries: the sheet.
        complete: fills in the entry of the hand.

    Returns:
        The entry before the change, which is None for a new hand, and the entry as it is now.

    Raises:
        LedgerError: another phone has changed the sheet since the hand was begun or opened, and the
            hand no longer fits. Or the players have finished the game.
    """
    if draft.entry:
        for before in entries:
            if before.id == draft.entry:
                entry = replace(complete(before), version=draft.version, token=draft.token)
                return before, ledger.change(game.code, entry)
        raise LedgerError("hand-deleted")
    seating = next_seating(game, entries)
    has_seating = draft.seating != ()
    if has_seating and draft.seating != seating.seats:
        # The players have other seats now than when the hand was entered.
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
    """Undo that a hand was saved.

    A new hand is taken off the sheet and becomes the hand in work again. If the hand changed an
    entry, the entry gets its former values, and the hand in work stays as it is.

    Args:
        ledger: the games.
        code: the code of the game.
        entry: the entry of the hand on the sheet.
        replaced_entry: the entry before the hand changed it. None for a new hand.

    Returns:
        The event that the hand was taken off, with the hand, or with None if the entry has no
        draft. Empty if an entry got its former values.
    """
    if replaced_entry is not None:
        ledger.change(code, replace(replaced_entry, version=entry.version))
        return []
    ledger.remove(code, entry)
    try:
        draft = draft_from_json(entry.draft)
    except InputError:
        # An entry has no draft if a single tap noted the hand as drawn.
        return [HandTakenOff(draft=None)]
    entry_count = len(ledger.entries(code))
    draft = replace(draft, entry=0, version=0, known=entry_count, token=new_token())
    return [HandTakenOff(draft)]

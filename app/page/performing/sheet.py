"""Changes the entries of the sheet."""

from collections.abc import Sequence
from dataclasses import replace

from hu.app.ledger.values import Entry, LedgerError
from hu.app.page.draft.next_hand import next_seating
from hu.app.page.draft.state import draft_from_json, new_token
from hu.app.page.effects.offers import OfferToTable
from hu.app.page.effects.sheet import (
    EnterPayment,
    NoteWhyDrawn,
    OpenEntry,
    RestoreEntry,
    UndoNewEntry,
    WithdrawEntry,
)
from hu.app.page.events.event import Event
from hu.app.page.events.hand import EntryOpened
from hu.app.page.performing.games import open_game
from hu.app.page.performing.offers import offer_to_table
from hu.app.page.photos.photo import Note
from hu.app.page.services import Visit, fresh_draft
from hu.app.page.state import State
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_set


def open_entry(effect: OpenEntry, visit: Visit, state: State) -> Sequence[Event]:
    """Open a hand of the sheet to change it."""
    entry = _find_entry(visit, effect.entry)
    try:
        draft = draft_from_json(entry.draft)
    except InputError:
        # The draft of the entry cannot be read. The players enter the hand again at these seats.
        seats = tuple(seat for seat in SEATS if seat in entry.seats)
        draft = replace(fresh_draft(visit, state.screen), seats=seats)
    if entry.kind == "drawn":
        # Players can change the reason on the sheet without opening the hand. The former reason is
        # then still in the entry's draft.
        draft = replace(draft, void=entry.note)
    # The hand gets a new token. With the token of the entry it would count as saved already.
    draft = replace(
        draft, entry=entry.id, version=entry.version, seating=entry.seats, token=new_token()
    )
    return [EntryOpened(draft)]


def withdraw_entry(effect: WithdrawEntry, visit: Visit) -> Sequence[Event]:
    """Take an entry off the sheet, and offer the table to undo that.

    Does nothing if the entry has been taken off already.
    """
    code = visit.game_code
    # The sheet numbers the hands from 1. Payments have no number.
    hand_number = 0
    for entry in visit.ledger.entries(code):
        if entry.kind != "payment":
            hand_number += 1
        if entry.id != effect.deletion.entry:
            continue
        # The ledger removes only the version that the player saw, and refuses a later version.
        visit.ledger.remove(code, replace(entry, version=effect.deletion.version))
        if entry.kind == "payment":
            note = Note("sheet.payment_deleted")
        else:
            note = Note("sheet.deleted", {"number": hand_number})
        offer_to_table(OfferToTable(note, RestoreEntry(code, entry)), visit)
    return ()


def note_why_drawn(effect: NoteWhyDrawn, visit: Visit) -> Sequence[Event]:
    """Note on the sheet why nobody won a hand.

    Does nothing if the game's rules do not have this reason.
    """
    answer = effect.answer
    entry = _find_entry(visit, answer.entry)
    # An empty reason means that the wall was used up.
    reason = answer.why or ""
    rules = rule_set(open_game(visit).rules)
    is_reason = reason == "" or reason in rules.voids
    if is_reason:
        # The change needs a new token. The ledger ignores a change whose token it has already.
        changed_entry = replace(entry, note=reason, version=answer.version, token=new_token())
        visit.ledger.change(visit.game_code, changed_entry)
    return ()


def enter_payment(effect: EnterPayment, visit: Visit) -> Sequence[Event]:
    """Put a payment on the sheet, as part of the latest round."""
    game = open_game(visit)
    entries = visit.ledger.entries(game.code)
    amounts = [0] * len(game.players)
    amounts[effect.payer] -= effect.amount
    amounts[effect.payee] += effect.amount
    seating = next_seating(game, entries)
    latest_round = entries[-1].round if entries else seating.round
    entry = Entry(
        kind="payment",
        amounts=tuple(amounts),
        seats=seating.seats,
        round=latest_round,
        round_wind=seating.round_wind,
        note=effect.reason,
    )
    visit.ledger.add(game.code, entry, effect.known)
    return ()


def undo_new_entry(effect: UndoNewEntry, visit: Visit) -> Sequence[Event]:
    """Take an entry off a sheet, to undo that it was added."""
    visit.ledger.remove(effect.code, effect.entry)
    return ()


def restore_entry(effect: RestoreEntry, visit: Visit) -> Sequence[Event]:
    """Put an entry back on a sheet, at its earlier place."""
    visit.ledger.restore(effect.code, effect.entry)
    return ()


def _find_entry(visit: Visit, number: int) -> Entry:
    """Find an entry on the sheet of the open game by its number in the ledger.

    Raises:
        LedgerError: the entry has been deleted.
    """
    for entry in visit.ledger.entries(visit.game_code):
        if entry.id == number:
            return entry
    raise LedgerError("hand-deleted")

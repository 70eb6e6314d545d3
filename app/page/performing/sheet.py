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
    RemoveEntry,
    RestoreEntry,
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
        # The entry's text cannot be read. The players enter the hand again at the same seats.
        seats = tuple(seat for seat in SEATS if seat in entry.seats)
        draft = replace(fresh_draft(visit, state.screen), seats=seats)
    if entry.kind == "drawn":
        # The sheet's reason counts. Players may have changed it there, without opening the hand.
        draft = replace(draft, void=entry.note)
    # With the token of the entry, the changed hand would count as saved already.
    draft = replace(
        draft, entry=entry.id, version=entry.version, seating=entry.seats, token=new_token()
    )
    return [EntryOpened(draft)]


def withdraw_entry(effect: WithdrawEntry, visit: Visit) -> Sequence[Event]:
    """Take an entry off the sheet, and offer the table to undo that."""
    code = visit.place
    # The sheet numbers the hands from 1. Payments have no number.
    hand_number = 0
    for entry in visit.ledger.entries(code):
        if entry.kind != "payment":
            hand_number += 1
        if entry.id != effect.deletion.entry:
            continue
        # The version that the player saw. If the entry has changed since, the ledger refuses.
        visit.ledger.remove(code, replace(entry, version=effect.deletion.version))
        if entry.kind == "payment":
            note = Note("sheet.payment_deleted")
        else:
            note = Note("sheet.deleted", {"number": hand_number})
        offer_to_table(OfferToTable(note, RestoreEntry(code, entry)), visit)
    return ()


def note_why_drawn(effect: NoteWhyDrawn, visit: Visit) -> Sequence[Event]:
    """Note why nobody won a hand of the sheet.

    A reason that the game's rules do not have changes nothing.
    """
    answer = effect.answer
    entry = _find_entry(visit, answer.entry)
    # An empty reason means that the wall was used up.
    reason = answer.why or ""
    rules = rule_set(open_game(visit).rules)
    is_reason = reason == "" or reason in rules.voids
    if is_reason:
        # The ledger ignores a change with a token that is on the sheet already.
        changed_entry = replace(entry, note=reason, version=answer.version, token=new_token())
        visit.ledger.change(visit.place, changed_entry)
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


def remove_entry(effect: RemoveEntry, visit: Visit) -> Sequence[Event]:
    """Take an entry off a sheet."""
    visit.ledger.remove(effect.code, effect.entry)
    return ()


def restore_entry(effect: RestoreEntry, visit: Visit) -> Sequence[Event]:
    """Put an entry back on a sheet, at its earlier place."""
    visit.ledger.restore(effect.code, effect.entry)
    return ()


def _find_entry(visit: Visit, number: int) -> Entry:
    """Find an entry of the game's sheet by the ledger's number.

    Raises:
        LedgerError: it has been deleted.
    """
    for entry in visit.ledger.entries(visit.place):
        if entry.id == number:
            return entry
    raise LedgerError("hand-deleted")

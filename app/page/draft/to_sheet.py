"""Turns a draft into an entry of the sheet, and finds drafts that are on the sheet already."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from hu.app.ledger.values import Entry
from hu.app.page.draft.next_hand import hands_saved_meanwhile
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import Draft, Rack, draft_to_json, reseat, without_steps
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand


def complete_entry(entry: Entry, *, draft: Draft, outcome: Outcome) -> Entry:
    """Fill in an entry of the sheet whose seats and round are known.

    Args:
        entry: the entry.
        draft: the hand.
        outcome: its score, with the payments.
    """
    score = outcome.score
    payment_at: Mapping[str, int] = {}
    if score is not None and score.payments is not None:
        payment_at = score.payments
    winning_seats: list[str] = []
    if not draft.is_drawn:
        winning_seats = [str(draft.winner), *draft.claims]
    # The worth of the winner's hand in the rule set's unit, such as han. None for several winners,
    # because their hands have different worths.
    worth = None
    if score is not None and len(winning_seats) == 1:
        worth = score.players[winning_seats[0]].points
    # The stored draft names no entry. It gets the number and version of its entry when the entry is
    # opened to be changed.
    stored_draft = without_steps(replace(draft, entry=0, version=0, replaced_entry=None))
    statuses = tuple(draft.others.get(seat or "", Rack()).status for seat in entry.seats)
    return replace(
        entry,
        kind="drawn" if draft.is_drawn else "won",
        amounts=tuple(payment_at.get(seat or "", 0) for seat in entry.seats),
        winners=tuple(player for player, seat in enumerate(entry.seats) if seat in winning_seats),
        points=worth,
        note=_note(draft, outcome),
        pot=score.pot if score else 0,
        # Empty while nobody has a status.
        statuses=statuses if any(statuses) else (),
        draft=draft_to_json(stored_draft),
    )


def _note(draft: Draft, outcome: Outcome) -> str:
    """Return the note of a hand on the sheet.

    For a drawn hand it is the reason why nobody won, which is empty if the wall was used up.
    Otherwise it is the figures that were entered, or the tiles.
    """
    if draft.is_drawn:
        return draft.void
    if draft.entered:
        return describe_entered(draft.entered)
    return str(outcome.hand)


def describe_entered(entered: Mapping[str, int | str]) -> str:
    """Write figures that were entered instead of tiles, by their ids: ``"han 3, fu 40"``."""
    return ", ".join(f"{name} {value}" for name, value in entered.items())


def find_same_hand(draft: Draft, entries: Sequence[Entry]) -> Entry | None:
    """Find the hand in work among the hands that other phones have saved since it was begun.

    A saved hand is the same hand if it has the same tiles or figures, winners, worth and payments.
    None if there is no such hand, or if nobody won the hand in work.
    """
    if draft.is_drawn:
        return None
    for entry in hands_saved_meanwhile(draft, entries):
        if entry.kind == "won" and _makes_entry(draft, entry):
            return entry
    return None


def _makes_entry(draft: Draft, entry: Entry) -> bool:
    """Whether a draft with the seats of a saved hand makes the same entry as the saved hand.

    The order of the tiles does not count.
    """
    reseated = reseat(draft, entry.seats, entry.round_wind)
    outcome = assess(reseated)
    if not outcome.has_payments:
        return False
    own_entry = complete_entry(entry, draft=reseated, outcome=outcome)
    has_same_payments = own_entry.amounts == entry.amounts
    has_same_winners = own_entry.winners == entry.winners
    has_same_worth = own_entry.points == entry.points
    if not (has_same_payments and has_same_winners and has_same_worth):
        return False
    if own_entry.note == entry.note:
        return True
    # Notes that are tiles may differ only in the order of the tiles. Notes that are figures cannot
    # be read as tiles, and different figures mean different hands.
    with suppress(InputError):
        tiles = sorted(Hand.from_text(own_entry.note).tiles)
        return tiles == sorted(Hand.from_text(entry.note).tiles)
    return False

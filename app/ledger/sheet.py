"""The score sheet as numbers: each hand, the total of each round, the grand total."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from hu.app.ledger.values import Entry


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Facts about a hand that the sheet does not hold.

    Attributes:
        self_drawn: whether the winner drew the winning tile. None if nobody knows any more.
        source: the player who discarded the tile or was robbed of it, counted from 0.
        patterns: the ids of the patterns of each winner, by the player's number.
        points: the points of each winner's hand as the sheet shows them, by the player's number.
        own_points: the points of each winner's hand without those for honba and the like, by the
            player's number.
        tiles: the tiles of each winner in the notation, or the figures that were entered instead,
            by the player's number.
        declared: the players who declared riichi. None in rules without it, and if nobody knows.
    """

    self_drawn: bool | None = None
    source: int | None = None
    patterns: dict[int, tuple[str, ...]] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    own_points: dict[int, int] = field(default_factory=dict)
    tiles: dict[int, str] = field(default_factory=dict)
    declared: tuple[int, ...] | None = None


#: Returns the details of the hand of an entry. The page finds them with the entry's draft.
Details = Callable[[Entry], HandDetails]


#: The points that each player pays after the game for a fault in a hand, by the id of the hand's
#: entry. Hands without a fine are missing.
Fines = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """Facts about a game's sheet that its entries do not hold.

    Attributes:
        start: the points that each player begins with. They count in the grand total alone.
        fines: the points that players pay after the game.
        details: returns the details of a hand.
        names: names by ids, of patterns, statuses, and reasons why nobody won.
    """

    start: int = 0
    fines: Fines = field(default_factory=dict)
    details: Details = lambda entry: HandDetails()  # noqa: ARG005
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of the sheet.

    Attributes:
        kind: ``entry``, ``round`` for a round's total, ``total`` for the grand total.
        number: the number of the hand in the game, or of the round. 0 for a payment and for the
            grand total.
        amounts: the points that each player gets, fines after the game included.
        pot: the points that the players left on the table. Negative if they took them from it.
        entry: the hand or payment, for lines of kind ``entry``.
    """

    kind: Literal["entry", "round", "total"]
    number: int
    amounts: tuple[int, ...]
    pot: int
    entry: Entry | None = None


def sheet_lines(
    entries: Sequence[Entry], players: int, fines: Fines = MappingProxyType({})
) -> tuple[SheetLine, ...]:
    """Lay out the sheet: the entries of each round, then its total, and last the grand total.

    Args:
        entries: the hands and payments, in their order.
        players: the number of players.
        fines: the points that players pay after the game.
    """
    lines: list[SheetLine] = []
    hand_number = 0
    for round_number, group in groupby(entries, key=lambda entry: entry.round):
        round_entries = list(group)
        for entry in round_entries:
            number = 0
            if entry.kind != "payment":
                hand_number += 1
                number = hand_number
            amounts = amounts_with_fines(entry, fines)
            lines.append(SheetLine("entry", number, amounts, pot=entry.pot, entry=entry))
        round_total = _total(round_entries, players, fines)
        lines.append(SheetLine("round", round_number, round_total, pot=_pot(round_entries)))
    grand_total = _total(entries, players, fines)
    lines.append(SheetLine("total", number=0, amounts=grand_total, pot=_pot(entries)))
    return tuple(lines)


def amounts_with_fines(entry: Entry, fines: Fines) -> tuple[int, ...]:
    """Return the points that each player gets in a hand or a payment, less the hand's fines."""
    fine_by_player = fines.get(entry.id)
    if fine_by_player is None:
        return entry.amounts
    amounts_and_fines = zip(entry.amounts, fine_by_player, strict=True)
    return tuple(amount - fine for amount, fine in amounts_and_fines)


def _total(entries: Sequence[Entry], players: int, fines: Fines) -> tuple[int, ...]:
    """Add up the points that each player gets in several hands and payments, less the fines."""
    totals = [0] * players
    for entry in entries:
        amounts = amounts_with_fines(entry, fines)
        for player in range(players):
            totals[player] += amounts[player]
    return tuple(totals)


def _pot(entries: Sequence[Entry]) -> int:
    """Add up the points that several hands left on the table."""
    return sum(entry.pot for entry in entries)

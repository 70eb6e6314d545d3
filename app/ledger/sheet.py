"""The score sheet as numbers: each hand, the total of each round, the grand total."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from hu.app.ledger.values import Entry


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Facts about a won hand that the sheet does not hold.

    Attributes:
        self_drawn: whether the winner drew the winning tile; None if nobody knows any more.
        source: the player who discarded the tile or was robbed of it, counted from 0.
        patterns: the ids of the patterns of each winner, by the player's number.
    """

    self_drawn: bool | None = None
    source: int | None = None
    patterns: dict[int, tuple[str, ...]] = field(default_factory=dict)


#: Returns the details of a won hand, which the page keeps.
Details = Callable[[Entry], HandDetails]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of the sheet.

    Attributes:
        kind: ``entry``, ``round`` for a round's total, ``total`` for the grand total.
        number: the hand's or the round's number; 0 for a payment and for the grand total.
        amounts: the points that each player gets.
        entry: the hand or payment, for lines of kind ``entry``.
    """

    kind: Literal["entry", "round", "total"]
    number: int
    amounts: tuple[int, ...]
    entry: Entry | None = None


def sheet_lines(entries: Sequence[Entry], players: int) -> tuple[SheetLine, ...]:
    """Lay out the sheet: the hands of each round, its total after it, the grand total at the end.

    Args:
        entries: the hands and payments, in their order.
        players: the number of players.
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
            lines.append(SheetLine("entry", number, entry.amounts, entry))
        lines.append(SheetLine("round", round_number, _total(round_entries, players)))
    lines.append(SheetLine("total", 0, _total(entries, players)))
    return tuple(lines)


def _total(entries: Sequence[Entry], players: int) -> tuple[int, ...]:
    totals = [0] * players
    for entry in entries:
        for player in range(players):
            totals[player] += entry.amounts[player]
    return tuple(totals)

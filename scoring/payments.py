"""What a deal is worth, and who pays whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hu.scoring.patterns import ScoreItem
from hu.scoring.statuses import StatusInfo
from hu.scoring.texts import Names


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What one player's hand is worth.

    Attributes:
        points: its value.
        items: where it comes from, in the rules' order.
        reading: the hand as it was counted, in the notation; empty for a hand that does not count.
        remarks: sentences about limits and sums.
        status: the player's irregularity, if any.
        details: what else the rules count, by name, as the answers of ``hu hands`` state it.
        more: the same, for answers that explain.
    """

    points: int
    items: tuple[ScoreItem, ...] = ()
    reading: str = ""
    remarks: tuple[Names, ...] = ()
    status: StatusInfo | None = None
    details: Mapping[str, int | str | None] = field(default_factory=dict)
    more: Mapping[str, int | str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one player owes another, in rules where players pay in pairs.

    Attributes:
        payer, payee: the seats.
        kind: the rule set's own name for what is paid, such as ``win`` or ``difference``.
        exact: what is owed.
        paid: what is paid, after rounding.
        reasons: the same in words.
    """

    payer: str
    payee: str
    kind: str
    exact: int
    paid: int
    reasons: Names


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal is worth to everybody.

    Attributes:
        players: each scored player's points, by seat in turn order.
        payments: what each seat receives (negative: pays), in turn order; None while hands that decide are unknown.
        missing: the seats whose hands are still needed for the payments.
        transfers: who pays whom, where players pay in pairs.
        warnings: what cannot be right although it can be scored.
        pot: what the players leave on the table for a later deal (negative: take from it); payments and pot add up
            to zero.
        notes: what is settled after the game, in words, by the seat that it concerns.
    """

    players: Mapping[str, PlayerScore]
    payments: Mapping[str, int] | None
    missing: tuple[str, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    warnings: tuple[str, ...] = ()
    pot: int = 0
    notes: Mapping[str, Names] = field(default_factory=dict)

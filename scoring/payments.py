"""The value of a deal, and who pays whom."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from hu.scoring.hand import SEATS
from hu.scoring.patterns import ScoreItem
from hu.scoring.statuses import StatusInfo
from hu.scoring.texts import Names


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The value of one player's hand.

    Attributes:
        points: the value, in the rule set's unit for hands.
        items: the patterns that make it up, in the rules' order.
        arrangement: the hand as it was counted, in the notation. Empty for a hand that does not
            count.
        remarks: sentences about limits and sums.
        status: the player's irregularity, if any.
        details: other figures of the rules. Their names are fields of
            ``hu.app.records.scores.ScoreRecord``.
        further_details: figures like ``details``, but only for records that explain.
        table_points: the part of ``points`` that does not come from the hand, such as for honba.
    """

    points: int
    items: tuple[ScoreItem, ...] = ()
    arrangement: str = ""
    remarks: tuple[Names, ...] = ()
    status: StatusInfo | None = None
    details: Mapping[str, int | str | None] = field(default_factory=dict)
    further_details: Mapping[str, int | str | None] = field(default_factory=dict)
    table_points: int = 0

    @property
    def own_points(self) -> int:
        """The points of the hand alone, without those for honba and the like."""
        return self.points - self.table_points

    def __repr__(self) -> str:
        worths = {item.pattern.id: item.text for item in self.items}
        return f"<PlayerScore {self.points}: {self.arrangement!r}, {worths}>"


@dataclass(frozen=True, slots=True)
class Transfer:
    """A debt of one player to another, in rules where players pay in pairs.

    Attributes:
        payer: the seat that pays.
        payee: the seat that is paid.
        kind: the rule set's own name for the debt, such as ``win`` or ``difference``.
        exact: the debt, in points.
        paid: the payment, in points, after rounding.
        reasons: the reasons, in words.
    """

    payer: str
    payee: str
    kind: str
    exact: int
    paid: int
    reasons: Names


@dataclass(frozen=True, slots=True)
class DealScore:
    """The value of a deal for everybody.

    Attributes:
        players: the scores of the players whose hands were scored, by seat in turn order.
        payments: the points that each seat receives (negative: pays), in turn order. None while
            hands are unknown on which the payments depend.
        missing: the seats whose hands are still needed for the payments.
        transfers: who pays whom, in rules where players pay in pairs.
        warnings: contradictions in a deal that can be scored all the same.
        pot: points that the players leave on the table for a later deal. Negative if they take
            some from it. Payments and pot add up to zero.
        notes: payments that are made after the game, in words, by the seat that they concern.
    """

    players: Mapping[str, PlayerScore]
    payments: Mapping[str, int] | None
    missing: tuple[str, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    warnings: tuple[str, ...] = ()
    pot: int = 0
    notes: Mapping[str, Names] = field(default_factory=dict)

    def __repr__(self) -> str:
        points = {seat: player.points for seat, player in self.players.items()}
        return f"<DealScore {points}, payments {self.payments}>"


def pay_fines(culprits: Collection[str], fine: int) -> dict[str, int]:
    """Let each culprit pay a fine to each of the other three seats, also to other culprits.

    >>> pay_fines({"S"}, 10)
    {'E': 10, 'S': -30, 'W': 10, 'N': 10}

    Args:
        culprits: the seats that are fined.
        fine: the points that a culprit pays to each other seat.

    Returns:
        The points that each seat receives (negative: pays), in turn order. The sum is 0.
    """
    payment_of = dict.fromkeys(SEATS, 0)
    for culprit in culprits:
        for seat in SEATS:
            if seat != culprit:
                payment_of[seat] += fine
                payment_of[culprit] -= fine
    return payment_of

"""Seats in a game of several deals: the winds pass, or the dealer stays."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from hu.scoring.hand import SEATS


@dataclass(frozen=True, slots=True)
class PlayedDeal(Collection[str]):
    """A deal of a game, as far as it decides how the game goes on.

    It is a collection of the seats that won.

    Attributes:
        winners: the seats that won. Empty for a drawn deal.
        statuses: the irregularities and other statuses by seat.
        pot: points that the players left on the table. Negative if they took some from it.
        seats: the seat of each player, in the order in which they sat down. None for a player who
            sits out. Empty if the seats do not matter.
        totals: the points that each player had won or lost in the whole game after this deal, in
            the order in which they sat down. Empty if they do not matter.
        void: the reason why the deal ended without a winner before the wall was used up, one of
            ``RuleSet.voids``. Empty for all other deals.
    """

    winners: frozenset[str] = frozenset()
    statuses: Mapping[str, str] = field(default_factory=dict)
    pot: int = 0
    seats: tuple[str | None, ...] = ()
    totals: tuple[int, ...] = ()
    void: str = ""

    def __contains__(self, seat: object) -> bool:
        return seat in self.winners

    def __iter__(self) -> Iterator[str]:
        return iter(self.winners)

    def __len__(self) -> int:
        return len(self.winners)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a game before a deal.

    Attributes:
        number: the deal's number, from 1.
        round: the round's number, from 1.
        round_wind: the wind of the round, one of ``SEATS``. None in rules without one.
        seats: the seat of each player, in the order in which they sat down. None for a player who
            sits out.
        is_over: whether the game has had all its deals. The other fields then describe the deal
            that would follow.
    """

    number: int
    round: int
    round_wind: str | None
    seats: tuple[str | None, ...]
    is_over: bool = False

    @property
    def east(self) -> int | None:
        """The index of the player who is East. None while nobody is, at a table of three."""
        if "E" not in self.seats:
            return None
        return self.seats.index("E")


def seat_players(
    dealt: int,
    passed: int,
    *,
    rounds: int = 4,
    players: int = 4,
    east_next: str = "S",
    first_wind: str | None = None,
) -> Seating:
    """Seat the players for the deal that follows, in rules in which the deal passes seat by seat.

    >>> seating = seat_players(5, 5, first_wind="E")
    >>> seating.seats, seating.round_wind
    (('N', 'E', 'S', 'W'), 'S')

    Args:
        dealt: how many deals were played so far, drawn deals included. Payments entered by hand do
            not count.
        passed: how often the deal has passed to the next dealer.
        rounds: rounds of four dealers in a whole game.
        players: three or four. Three players move through all four seats, as if a fourth player sat
            in the empty seat. So any seat can be empty, East too.
        east_next: the seat whose player becomes East, ``S`` or ``N``.
        first_wind: the wind of the first round. None in rules without one.
    """
    # In the first deal the first player is East, the second South, and so on. Each time that the
    # deal passes, every player moves one step in ``SEATS``: back if South becomes East, and forward
    # if North does.
    steps_forward = -passed if east_next == "S" else passed
    seats = []
    for player in range(players):
        seat_index = (player + steps_forward) % 4
        seats.append(SEATS[seat_index])

    finished_rounds = passed // 4
    round_wind = None
    if first_wind is not None:
        round_wind = SEATS[(SEATS.index(first_wind) + finished_rounds) % 4]
    return Seating(
        number=dealt + 1,
        round=finished_rounds + 1,
        round_wind=round_wind,
        seats=tuple(seats),
        is_over=finished_rounds >= rounds,
    )

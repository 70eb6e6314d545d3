"""Where players sit as a game goes on: the winds pass, or the dealer stays."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from hu.scoring.hand import SEATS


@dataclass(frozen=True, slots=True)
class Played(Collection[str]):
    """A deal of a game as its sheet remembers it: the seats that won, and what else decides how the game goes on.

    Attributes:
        winners: the seats that won; empty for a drawn deal.
        statuses: the irregularities and other statuses by seat.
        pot: what the players left on the table (negative: took from it).
        seats: each player's seat, in the order in which they sat down; empty where it does not matter.
        totals: what each player had won or lost in the whole game after this deal; empty where it does not matter.
        void: what ended the deal without a winner before the wall was used up, one of ``RuleSet.voids``; empty without.
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
    """Where a game stands before a deal.

    Attributes:
        number: the deal's number, from 1.
        round: the round's number, from 1.
        round_wind: the wind of the round, one of ``SEATS``; None in rules without one.
        seats: the seat of each player, in the order in which they sat down; None for a player who sits out.
        over: whether the game has had all its deals; the other fields then describe the deal that would follow.
    """

    number: int
    round: int
    round_wind: str | None
    seats: tuple[str | None, ...]
    over: bool = False

    @property
    def east(self) -> int | None:
        """The index of the player who is East; None while nobody is, at a table of three."""
        return self.seats.index("E") if "E" in self.seats else None


def seat_players(
    dealt: int,
    passed: int,
    *,
    rounds: int = 4,
    players: int = 4,
    east_next: str = "S",
    first_wind: str | None = None,
) -> Seating:
    """Seat the players for the deal that follows.

    >>> seat_players(5, 5, first_wind="E").seats, seat_players(5, 5, first_wind="E").round_wind
    (('N', 'E', 'S', 'W'), 'S')

    Args:
        dealt: deals so far, drawn ones included; payments entered by hand do not count.
        passed: how often the deal has passed.
        rounds: rounds of four dealers in a whole game.
        players: three or four.
        east_next: the seat whose player becomes East, ``S`` or ``N``.
        first_wind: the wind of the first round; None in rules without one.
    """
    shift = -passed if east_next == "S" else passed
    number = passed // 4
    wind = SEATS[(SEATS.index(first_wind) + number) % 4] if first_wind else None
    seats = tuple(SEATS[(player + shift) % 4] for player in range(players))
    return Seating(dealt + 1, number + 1, wind, seats, over=number >= rounds)

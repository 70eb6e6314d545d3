"""Where players sit as a game goes on: the winds pass, or the dealer stays."""

from hu.scoring.deals import Seating
from hu.scoring.hand import SEATS


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

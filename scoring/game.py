"""How a game of Zung Jung goes on: which player sits where in each of its hands.

Source: "zung-jung.md", 'The game and its sheet', after the rules of version 3.3: four rounds of four hands, the winds
move after every hand, won or drawn. FIMJ passes East in its own ways, see ``hu.scoring.fimj``.
"""

from dataclasses import dataclass
from typing import Final

from hu.scoring.hand import SEATS

#: Hands of a whole game of Zung Jung.
ZUNG_JUNG_HANDS: Final = 16


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands before a hand.

    Attributes:
        number: the hand's number, from 1.
        round: the round's number, from 1.
        round_wind: the wind of the round, one of ``SEATS``; None in rules without one.
        seats: the seat of each player, in the order in which they sat down; None for a player who sits out.
        over: whether the game has had all its hands; the other fields then tell of the hand that would follow.
    """

    number: int
    round: int
    round_wind: str | None
    seats: tuple[str | None, ...]
    over: bool = False

    @property
    def east(self) -> int | None:
        """Which player is East, counted from 0; None while nobody is, at a table of three."""
        return self.seats.index("E") if "E" in self.seats else None


def zung_jung_place(hands_played: int, *, south_follows: bool = False) -> Place:
    """Seat the players for the hand that follows ``hands_played`` hands, drawn ones included.

    After a hand East becomes South, South West, West North and North East, so that the next East is the player who
    sat North.

    Args:
        hands_played: hands on the sheet so far; payments entered by hand are none.
        south_follows: the option of many tables that South is East next.
    """
    shift = -hands_played if south_follows else hands_played
    seats = tuple(SEATS[(player + shift) % 4] for player in range(4))
    return Place(hands_played + 1, hands_played // 4 + 1, None, seats, over=hands_played >= ZUNG_JUNG_HANDS)

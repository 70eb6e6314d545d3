"""How a game of Zung Jung goes on: which player sits where in each deal.

Source: "zung-jung.md", 'The game and its sheet', after the rules of version 3.3: four rounds of four hands, the winds
move after every hand, won or drawn. FIMJ passes East in its own ways, see ``hu.scoring.fimj``.
"""

from typing import Final

from hu.scoring.hand import SEATS
from hu.scoring.rule_set import Seating

#: Deals of a whole game.
DEALS: Final = 16


def seating(deals_played: int, *, south_follows: bool = False) -> Seating:
    """Seat the players for the deal that follows ``deals_played`` deals, drawn ones included.

    After a deal East becomes South, South West, West North and North East, so that the next East is the player who
    sat North.

    Args:
        deals_played: deals on the sheet so far; payments entered by hand do not count.
        south_follows: the option of many tables that South is East next.
    """
    shift = -deals_played if south_follows else deals_played
    seats = tuple(SEATS[(player + shift) % 4] for player in range(4))
    return Seating(deals_played + 1, deals_played // 4 + 1, None, seats, over=deals_played >= DEALS)

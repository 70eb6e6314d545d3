"""How a game of MCR goes on: sixteen deals in four rounds, and who sits where in each.

Source: "Mahjong Competition Rules" (World Mahjong Organization, 2006), appendix 4, as the seating scheme of Mahjong
Den Haag (mahjongdenhaag.nl, "MCR seating scheme") draws it: the winds pass after every deal, won or drawn; after each
round of four the players change seats, so that everybody sits beside everybody.
"""

from typing import Final

from hu.scoring.deals import Seating
from hu.scoring.hand import SEATS

#: Deals of a whole game.
DEALS: Final = 16
#: Each player's seat in the first deal of each round, by the seats of the first round.
_STARTS: Final = ("ESWN", "SENW", "NWES", "WNSE")


def seating(deals_played: int, *, fixed_seats: bool = False) -> Seating:
    """Seat the players for the deal that follows ``deals_played`` deals, drawn ones included.

    After a deal East becomes North, South East, West South and North West.

    >>> seating(4).seats
    ('S', 'E', 'N', 'W')

    Args:
        deals_played: deals on the sheet so far; payments entered by hand do not count.
        fixed_seats: the option of tables that stay seated between the rounds.
    """
    round_, turn = divmod(deals_played, 4)
    starts = _STARTS[0 if fixed_seats else round_ % 4]
    seats = tuple(SEATS[(SEATS.index(start) - turn) % 4] for start in starts)
    return Seating(deals_played + 1, round_ + 1, SEATS[round_ % 4], seats, over=deals_played >= DEALS)

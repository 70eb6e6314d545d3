"""Hands of knitted tiles: 1-4-7, 2-5-8 and 3-6-9, each of the three in another suit.

Source: "Mahjong Competition Rules" (World Mahjong Organization, 2006), appendix 1, nos. 20, 34, 35.
"""

from itertools import permutations
from typing import Final

from hu.scoring.shapes import COMMON_SHAPES, TilePool
from hu.scoring.texts import Text
from hu.scoring.tiles import DRAGONS, WINDS


def _list_knitted() -> tuple[tuple[str, ...], ...]:
    """List the nine tiles of each way to give the suits their numbers, in order."""
    result = []
    for m_numbers, p_numbers, s_numbers in permutations(("147", "258", "369")):
        tiles = [f"{number}m" for number in m_numbers]
        tiles += [f"{number}p" for number in p_numbers]
        tiles += [f"{number}s" for number in s_numbers]
        result.append(tuple(tiles))
    return tuple(result)


#: The nine tiles of each way to give the suits their numbers, in order.
KNITTED: Final = _list_knitted()
#: For each way the sixteen tiles of which fourteen different ones make a hand.
HONORS_AND_KNITTED: Final = tuple((*tiles, *WINDS, *DRAGONS) for tiles in KNITTED)
_NAMES: Final = Text("shapes.knitted", "hu.scoring.mcr")
#: The shapes of a winning hand.
SHAPES: Final = (
    *COMMON_SHAPES,
    *(TilePool(tiles, count=14, names=_NAMES) for tiles in HONORS_AND_KNITTED),
    *(TilePool(tiles, count=9, melds=1, names=_NAMES) for tiles in KNITTED),
)

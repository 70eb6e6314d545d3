"""Hands of knitted tiles: 1-4-7, 2-5-8 and 3-6-9, each of the three in another suit.

Source: "Mahjong Competition Rules" (World Mahjong Organization, 2006), appendix 1, nos. 20, 34 and 35.
"""

from itertools import permutations
from typing import Final

from hu.scoring.shapes import COMMON_SHAPES, TilePool
from hu.scoring.texts import Text
from hu.scoring.tiles import DRAGONS, KINDS, WINDS

#: The nine tiles of each way to give the suits their numbers, in order.
KNITTED: Final = tuple(
    tuple(
        tile
        for tile in KINDS
        if tile in {f"{n}{suit}" for suit, run in zip("mps", runs, strict=True) for n in run}
    )
    for runs in permutations(("147", "258", "369"))
)
_HONOURS: Final = (*WINDS, *DRAGONS)
#: For each way the sixteen tiles of which fourteen different ones make a hand.
HONOURS_AND_KNITTED: Final = tuple((*tiles, *_HONOURS) for tiles in KNITTED)
_NAMES: Final = Text("shapes.knitted", "hu.scoring.mcr")
#: What wins in MCR.
SHAPES: Final = (
    *COMMON_SHAPES,
    *(TilePool(tiles, 14, names=_NAMES) for tiles in HONOURS_AND_KNITTED),
    *(TilePool(tiles, 9, melds=1, names=_NAMES) for tiles in KNITTED),
)

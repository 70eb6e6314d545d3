"""Hands of knitted tiles: 1-4-7, 2-5-8 and 3-6-9, each of the three in another suit.

Source: "Mahjong Competition Rules" (World Mahjong Organization, 2006), appendix 1, nos. 20, 34 and 35.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from hu.scoring.readings import wins
from hu.scoring.tiles import DRAGONS, KINDS, WINDS

#: The nine tiles of each way to give the suits their numbers, in order.
KNITTED: Final = tuple(
    tuple(tile for tile in KINDS if tile in {f"{n}{suit}" for suit, run in zip("mps", runs, strict=True) for n in run})
    for runs in permutations(("147", "258", "369"))
)
_HONOURS: Final = (*WINDS, *DRAGONS)
#: For each way the sixteen tiles of which fourteen different ones make a hand.
HONOURS_AND_KNITTED: Final = tuple((*tiles, *_HONOURS) for tiles in KNITTED)


def is_knitted(standing: Sequence[str], melds: int) -> bool:
    """Whether standing tiles, the winning one included, make a hand of knitted tiles beside ``melds`` melds.

    >>> is_knitted("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 1z 1z 7z 7z".split(), 0)
    True
    """
    tiles = set(standing)
    if not melds and len(standing) == len(tiles) == 14 and any(tiles <= set(pool) for pool in HONOURS_AND_KNITTED):
        return True
    return melds <= 1 and any(_is_straight(standing, knitted, melds) for knitted in KNITTED)


def _is_straight(standing: Sequence[str], knitted: tuple[str, ...], melds: int) -> bool:
    """Whether the nine tiles are all there and the others make a set and a pair, with what was claimed."""
    rest = Counter(standing)
    rest.subtract(knitted)
    return min(rest.values(), default=-1) >= 0 and wins(tuple(rest.elements()), melds + 3)

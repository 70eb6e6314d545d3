"""The shapes of winning hands, as rule sets declare them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from hu.scoring.suits import is_regular
from hu.scoring.texts import Names, Text
from hu.scoring.tiles import ORPHANS, in_order


@dataclass(frozen=True, slots=True)
class MeldsAndPair:
    """Four sets and a pair.

    Attributes:
        names: what it is called.
        option: the option with which it is played; empty where it always is.
    """

    names: Names = field(default=Text("shapes.sets-and-pair"), hash=False)
    option: str = ""

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """Whether standing tiles, the winning one included, make such a hand beside ``melds`` melds."""
        return len(standing) + 3 * melds == 14 and is_regular(standing)


@dataclass(frozen=True, slots=True)
class SevenPairs:
    """Seven pairs.

    Attributes:
        alike: whether four equal tiles count as two of them.
        names, option: as in ``SetsAndPair``.
    """

    alike: bool = True
    names: Names = field(default=Text("shapes.seven-pairs"), hash=False)
    option: str = ""

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """See ``SetsAndPair.fits``."""
        counts = Counter(standing).values()
        return not melds and sum(counts) == 14 and set(counts) <= ({2, 4} if self.alike else {2})


@dataclass(frozen=True, slots=True)
class ListedHands:
    """Hands tile by tile, none of them claimed.

    Attributes:
        hands: the fourteen tiles of each.
        names, option: as in ``SetsAndPair``.
    """

    hands: tuple[tuple[str, ...], ...]
    names: Names = field(hash=False)
    option: str = ""

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """See ``SetsAndPair.fits``."""
        return not melds and in_order(standing) in _in_order(self.hands)


@dataclass(frozen=True, slots=True)
class TilePool:
    """Tiles of which a hand takes some, each once.

    Attributes:
        tiles: the tiles to take from, all different.
        count: how many of them a hand takes.
        sets: how many sets the hand has beside them, with a pair; None where these tiles alone are the hand.
        names, option: as in ``SetsAndPair``.
    """

    tiles: tuple[str, ...]
    count: int
    sets: int | None = None
    names: Names = field(default=Text("shapes.pool"), hash=False)
    option: str = ""

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """See ``SetsAndPair.fits``."""
        if self.sets is None:
            tiles = set(standing)
            return (
                not melds and len(standing) == len(tiles) == self.count and tiles <= set(self.tiles)
            )
        rest = Counter(standing)
        rest.subtract(self.tiles)
        return (
            melds <= self.sets
            and len(standing) + 3 * melds == 14
            and min(rest.values()) >= 0
            and is_regular(tuple(rest.elements()))
        )


Shape = MeldsAndPair | SevenPairs | ListedHands | TilePool
THIRTEEN_ORPHANS: Final = ListedHands(
    tuple((*ORPHANS, tile) for tile in ORPHANS), Text("shapes.thirteen-orphans")
)
#: The shapes of Zung Jung, and those that are looked for where no rules are named.
COMMON_SHAPES: Final[tuple[Shape, ...]] = (MeldsAndPair(), SevenPairs(), THIRTEEN_ORPHANS)
#: 1112345678999 of one suit, which waits for all nine of its tiles.
NINE_GATES: Final = frozenset(
    tuple(f"{number}{suit}" for number in "1112345678999") for suit in "mps"
)


def completes_nine_gates(standing: tuple[str, ...], tile: str) -> bool:
    """Whether 14 tiles, in order, are the nine gates (1112345678999) without this one."""
    place = standing.index(tile)
    return (*standing[:place], *standing[place + 1 :]) in NINE_GATES


def has_winning_shape(
    standing: tuple[str, ...], melds: int, shapes: Iterable[Shape] = COMMON_SHAPES
) -> bool:
    """Whether standing tiles, the winning one included, make a hand of one of the shapes beside ``melds`` melds."""
    return any(shape.fits(standing, melds) for shape in shapes)


@lru_cache(maxsize=64)
def _in_order(hands: tuple[tuple[str, ...], ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(map(in_order, hands))

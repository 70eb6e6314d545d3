"""The shapes of winning hands, as rule sets declare them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.suits import is_regular
from hu.scoring.texts import Names, Text
from hu.scoring.tiles import ORPHANS, in_order


@dataclass(frozen=True, slots=True)
class MeldsAndPair:
    """Melds and a pair: four melds in most rules.

    Attributes:
        names: its names.
        option: the option that allows it. Empty if it always wins.
        melds: the number of melds.
    """

    names: Names = field(default=Text("shapes.sets-and-pair"), hash=False)
    option: str = ""
    melds: int = 4

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """Whether tiles make such a hand.

        Args:
            standing: the standing tiles with the winning tile.
            melds: the number of melds on the table.
        """
        return len(standing) + 3 * melds == 3 * self.melds + 2 and is_regular(standing)


@dataclass(frozen=True, slots=True)
class SevenPairs:
    """Seven pairs, in some rules with a triplet.

    Attributes:
        allows_equal_pairs: whether two of the pairs may be of the same tile.
        names: its names.
        option: the option that allows it. Empty if it always wins.
        triplets: how many triplets the hand has beside its pairs: 0 or 1.
    """

    allows_equal_pairs: bool = True
    names: Names = field(default=Text("shapes.seven-pairs"), hash=False)
    option: str = ""
    triplets: int = 0

    @property
    def size(self) -> int:
        """The number of tiles of such a hand."""
        return 14 + 3 * self.triplets

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """Whether tiles make such a hand.

        Args:
            standing: the standing tiles with the winning tile.
            melds: the number of melds on the table.
        """
        if melds or len(standing) != self.size:
            return False
        copies = list(Counter(standing).values())
        if copies.count(3) != self.triplets:
            return False
        allowed_copies = {2, 3, 4} if self.allows_equal_pairs else {2, 3}
        return allowed_copies.issuperset(copies)


@dataclass(frozen=True, slots=True)
class ListedHands:
    """Hands that are listed tile by tile.

    Attributes:
        hands: the standing tiles of each hand, the winning tile included. They are hands without
            melds on the table, unless the shape was made for certain melds
            (``RuleSet.winning_shapes``).
        names: its names.
        option: the option that allows it. Empty if it always wins.
        hand_shape: the size of a hand in these rules.
    """

    hands: tuple[tuple[str, ...], ...]
    names: Names = field(hash=False)
    option: str = ""
    hand_shape: HandShape = FOUR_MELDS

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """Whether tiles make such a hand without melds on the table.

        Args:
            standing: the standing tiles with the winning tile.
            melds: the number of melds on the table.
        """
        return not melds and in_order(standing) in _sort_hands(self.hands)


@dataclass(frozen=True, slots=True)
class TilePool:
    """Hands of different tiles from a pool, some of them with melds and a pair beside those tiles.

    Attributes:
        tiles: the pool, all different tiles.
        count: how many tiles of the pool a hand takes. All of them if it also has melds.
        melds: how many melds the hand has beside these tiles, together with a pair. None if the
            tiles of the pool are the whole hand.
        names: its names.
        option: the option that allows it. Empty if it always wins.
    """

    tiles: tuple[str, ...]
    count: int
    melds: int | None = None
    names: Names = field(default=Text("shapes.pool"), hash=False)
    option: str = ""

    def fits(self, standing: tuple[str, ...], melds: int) -> bool:
        """Whether tiles make such a hand.

        Args:
            standing: the standing tiles with the winning tile.
            melds: the number of melds on the table.
        """
        if self.melds is None:
            return not melds and self._is_of_pool(standing)
        # A hand with melds takes all tiles of the pool, and ``count`` is their number. It also has
        # the melds, each quad counted as three tiles, and a pair.
        tile_count = self.count + 3 * self.melds + 2
        if melds > self.melds or len(standing) + 3 * melds != tile_count:
            return False
        if not set(standing).issuperset(self.tiles):
            return False
        other_tiles = Counter(standing) - Counter(self.tiles)
        return is_regular(tuple(other_tiles.elements()))

    def _is_of_pool(self, standing: tuple[str, ...]) -> bool:
        """Whether the standing tiles are ``count`` different tiles of the pool."""
        tiles = set(standing)
        are_different = len(tiles) == len(standing)
        return are_different and len(tiles) == self.count and tiles.issubset(self.tiles)


Shape = MeldsAndPair | SevenPairs | ListedHands | TilePool
THIRTEEN_ORPHANS: Final = ListedHands(
    tuple((*ORPHANS, tile) for tile in ORPHANS), Text("shapes.thirteen-orphans")
)
#: The shapes of Zung Jung. They are also used if no rule set is known.
COMMON_SHAPES: Final[tuple[Shape, ...]] = (MeldsAndPair(), SevenPairs(), THIRTEEN_ORPHANS)
#: 1112345678999 of each suit, which waits for all nine tiles of the suit.
NINE_GATES: Final = frozenset(
    tuple(f"{number}{suit}" for number in "1112345678999") for suit in "mps"
)


def completes_nine_gates(standing: tuple[str, ...], tile: str) -> bool:
    """Whether the other 13 of 14 tiles are the nine gates (1112345678999).

    Args:
        standing: the 14 tiles, in order.
        tile: the tile that completed them, one of the 14.
    """
    index = standing.index(tile)
    other_tiles = (*standing[:index], *standing[index + 1 :])
    return other_tiles in NINE_GATES


def has_winning_shape(
    standing: tuple[str, ...], melds: int, shapes: Iterable[Shape] = COMMON_SHAPES
) -> bool:
    """Whether tiles make a hand of one of the shapes.

    >>> has_winning_shape(("1m", "1m", "2p", "3p", "4p"), melds=3)
    True

    Args:
        standing: the standing tiles with the winning tile.
        melds: the number of melds on the table.
        shapes: the shapes that win.
    """
    return any(shape.fits(standing, melds) for shape in shapes)


@lru_cache(maxsize=64)
def _sort_hands(hands: tuple[tuple[str, ...], ...]) -> frozenset[tuple[str, ...]]:
    """Put the tiles of each hand in order."""
    return frozenset([in_order(hand) for hand in hands])

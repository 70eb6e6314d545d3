"""Random winning hands: their melds, who they were claimed from, flowers and the winning tile."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.melds import Meld
from hu.scoring.tiles import BONUS, KINDS

MeldKind = Literal["standing", "claimed", "promoted", "concealed-quad"]
ClaimedFrom = Literal["left", "opposite", "right"]

_TABLE_KINDS: Final[tuple[MeldKind, ...]] = ("claimed", "promoted", "concealed-quad")
_SOURCES: Final[tuple[ClaimedFrom, ...]] = ("left", "opposite", "right")
#: The thirteen tiles of thirteen orphans.
_ORPHANS: Final = tuple(tile for tile in KINDS if tile[1] == "z" or tile[0] in "19")
#: Suits that a hand collects. Most players collect one or two. The tiles of one suit look more
#: alike than tiles of three, so hands of few suits come more often than in play.
_SUITS: Final = ("mpsz", "mpsz", "mz", "pz", "sz", "mp", "ps", "m", "p", "s")
#: How often hands with 0, 1, 2, 3, 4 and 5 melds on the table come.
_TABLE_MELDS: Final = (34, 24, 20, 14, 8, 5)


@dataclass(frozen=True, slots=True)
class DealtMeld:
    """A sequence, triplet or quad of a hand."""

    tiles: tuple[str, ...]  # in order
    # among the standing tiles, claimed, claimed and later made a quad, or a concealed quad
    kind: MeldKind = "standing"
    claimed_from: ClaimedFrom | None = None  # whose discard was claimed, if any was


@dataclass(frozen=True, slots=True)
class Deal:
    """A winning hand."""

    melds: tuple[DealtMeld, ...]  # none in an irregular hand
    rest: tuple[str, ...]  # the pair, or all tiles of an irregular hand
    bonus: tuple[str, ...]  # flowers and seasons
    winning: str  # the tile that won, one of the standing tiles

    @property
    def is_irregular(self) -> bool:
        """Whether the hand is thirteen orphans or seven pairs."""
        return not self.melds

    @property
    def table_melds(self) -> tuple[DealtMeld, ...]:
        """The melds on the table, apart from the standing tiles."""
        return tuple(meld for meld in self.melds if meld.kind != "standing")

    @property
    def standing(self) -> tuple[str, ...]:
        """Every standing tile, the winning tile included, meld by meld, the pair last."""
        tiles: list[str] = []
        for meld in self.melds:
            if meld.kind == "standing":
                tiles += meld.tiles
        return (*tiles, *self.rest)

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile."""
        tiles = list(self.standing)
        for meld in self.table_melds:
            tiles += meld.tiles
        return (*tiles, *self.bonus)

    def hand(self, *, shows_winning_tile: bool) -> Hand:
        """The hand as it is scored.

        Args:
            shows_winning_tile: whether the table shows which tile won.
        """
        concealed = list(self.standing)
        if shows_winning_tile:
            concealed.remove(self.winning)
        melds = []
        for meld in self.table_melds:
            is_concealed = meld.kind == "concealed-quad"
            melds.append(Meld(meld.tiles, concealed=is_concealed))
        winning_tile = self.winning if shows_winning_tile else None
        return Hand(tuple(concealed), tuple(melds), self.bonus, winning_tile)


def deal(
    rng: Random,
    table_melds: Sequence[int] = _TABLE_MELDS,
    hand_shape: HandShape = FOUR_MELDS,
) -> Deal:
    """Deal a random winning hand.

    Args:
        rng: decides everything.
        table_melds: how often hands with 0, 1, 2 and more melds on the table come. Weights for more
            melds than a hand has do not count.
        hand_shape: the size of the hand. Irregular hands are as large as hands of four melds, so
            other sizes come without them.
    """
    bonus_count = rng.choices(range(6), (30, 28, 22, 12, 5, 3))[0]
    bonus = tuple(rng.sample(BONUS, bonus_count))
    weights = table_melds[: hand_shape.melds + 1]
    table_meld_count = rng.choices(range(len(weights)), weights)[0]
    if hand_shape == FOUR_MELDS and table_meld_count == 0 and rng.random() < 0.15:
        tiles = _deal_irregular(rng)
        return Deal(melds=(), rest=tiles, bonus=bonus, winning=rng.choice(tiles))

    stock = Counter(dict.fromkeys(KINDS, 4))
    suits = rng.choice(_SUITS)
    melds = []
    for number in range(hand_shape.melds):
        is_on_table = number < table_meld_count
        melds.append(_deal_meld(rng, stock, suits, is_on_table=is_on_table))
    # A hand of one suit alone may have its pair in another.
    pairs = [tile for tile in KINDS if stock[tile] >= 2]
    if len(suits) > 1:
        pairs = [tile for tile in pairs if tile[1] in suits]
    pair = rng.choice(pairs)
    standing: list[str] = []
    for meld in melds:
        if meld.kind == "standing":
            standing += meld.tiles
    standing += [pair, pair]
    return Deal(melds=tuple(melds), rest=(pair, pair), bonus=bonus, winning=rng.choice(standing))


def _deal_irregular(rng: Random) -> tuple[str, ...]:
    """Thirteen orphans, or seven pairs."""
    if rng.random() < 0.35:
        return (*_ORPHANS, rng.choice(_ORPHANS))
    tiles: list[str] = []
    for kind in sorted(rng.sample(KINDS, 7), key=KINDS.index):
        tiles += [kind, kind]
    return tuple(tiles)


def _deal_meld(rng: Random, stock: Counter[str], suits: str, *, is_on_table: bool) -> DealtMeld:
    """Draw a random meld and remove its tiles from the stock.

    Args:
        rng: decides everything.
        stock: how often each tile is left.
        suits: the letters of the suits from which sequences come. Triplets and quads come from any
            suit.
        is_on_table: whether the meld lies on the table, apart from the standing tiles.
    """
    kind: MeldKind = "standing"
    if is_on_table:
        kind = rng.choices(_TABLE_KINDS, (80, 8, 12))[0]
    # Some claimed melds are quads too.
    size = 3
    if kind in ("promoted", "concealed-quad") or (is_on_table and rng.random() < 0.1):
        size = 4
    source = None
    if kind in ("claimed", "promoted"):
        source = rng.choice(_SOURCES)
    numbered_suits = suits.replace("z", "")
    if size == 3 and numbered_suits and rng.random() < 0.55:
        first = rng.randint(1, 7)
        suit = rng.choice(numbered_suits)
        sequence = tuple(f"{first + step}{suit}" for step in range(3))
        if all(stock[tile] for tile in sequence):
            stock.subtract(sequence)
            # A sequence is claimed from the player on the left.
            return DealtMeld(sequence, kind, "left" if source else None)
    tile = rng.choice([tile for tile in KINDS if stock[tile] >= size])
    stock[tile] -= size
    return DealtMeld((tile,) * size, kind, source)

"""What each suit of a hand contributes to its arrangements, remembered by suit so that a hand costs little.

A suit is looked up by one number: four bits for each of its tiles (how many stand) and above them the codes of the
suit's melds. Nearly every hand consists of suits that were met before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from scoring.hand import Hand, Meld
from scoring.readings import SUITS, divide
from scoring.tiles import KINDS

_BITS: Final = 4
_UNIT: Final = {tile: 1 << (_BITS * index) for index, tile in enumerate(KINDS)}
_LANE: Final = 9 * _BITS
_MASK: Final = (1 << _LANE) - 1
_ODD: Final = sum(_UNIT.values())

_CHOWS: Final = tuple(SUITS[suit][n : n + 3] for suit in "mps" for n in range(7))
_MELDS: Final = (
    *(Meld(tiles) for tiles in _CHOWS),
    *(Meld((tile,) * 3) for tile in KINDS),
    *(Meld((tile,) * 4, concealed) for tile in KINDS for concealed in (False, True)),
)
_CODE_BITS: Final = 8
_CODE_MASK: Final = (1 << _CODE_BITS) - 1
#: A meld's suit and code; a meld that no table allows has none.
_CODES: Final = {
    (meld.tiles, meld.concealed): ("mpsz".index(meld.tiles[0][1]), code) for code, meld in enumerate(_MELDS, start=1)
}


class Part(NamedTuple):
    """One suit of one arrangement. In a mask, bit n stands for the suit's n-th tile, counted from 0.

    Attributes:
        sets: the sets among the standing tiles.
        pair: the pair's tile, or None.
        pair_mask: that tile.
        chows: mask of the first tiles of the sequences.
        triplets: mask of the triplets and quads.
        standing_triplets: mask of the triplets among the standing tiles.
        standing_others: mask of the tiles in standing sequences and the pair.
        chow_count: how many sequences.
        triplet_count: how many triplets and quads.
        kongs: how many quads.
        drawn_triplets: how many triplets stand or are concealed quads.
        doubles: how many kinds of sequence occur more than once.
        most: how often the most frequent sequence occurs.
        run: how many consecutive numbers the longest row of triplets has; honors have none.
        inner: how many sets and pairs hold neither terminal nor honor.
    """

    sets: tuple[Meld, ...]
    pair: str | None
    pair_mask: int
    chows: int
    triplets: int
    standing_triplets: int
    standing_others: int
    chow_count: int
    triplet_count: int
    kongs: int
    drawn_triplets: int
    doubles: int
    most: int
    run: int
    inner: int


class Suit(NamedTuple):
    """One suit of a hand.

    Attributes:
        parts: every way to divide its standing tiles, the melds added; none if there is no way.
        kinds: how many different tiles of it the hand holds.
        heads: whether it holds terminals or honors.
        simples: whether it holds numbers from 2 to 8.
        legal: whether no tile is held more than four times.
    """

    parts: tuple[Part, ...]
    kinds: int
    heads: bool
    simples: bool
    legal: bool


class Shape(NamedTuple):
    """A hand seen suit by suit: characters, dots, bamboo, honors; ``packed`` counts its standing tiles."""

    suits: tuple[Suit, Suit, Suit, Suit]
    packed: int

    @property
    def is_pairs(self) -> bool:
        """Whether every standing tile is held an even number of times."""
        return not self.packed & _ODD

    @property
    def is_orphans(self) -> bool:
        """Whether fourteen tiles are the thirteen terminals and honors, one of them twice."""
        m, p, s, z = self.suits
        simples = m.simples or p.simples or s.simples
        return not simples and m.kinds + p.kinds + s.kinds + z.kinds == 13


def shape_of(hand: Hand) -> Shape | None:
    """Look up the suits of a hand with its winning tile.

    Returns:
        None when the number of tiles, a meld, or a fifth copy makes winning impossible.
    """
    winning = hand.winning
    if winning not in _UNIT or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return None
    packed = sum([_UNIT[tile] for tile in hand.concealed], _UNIT[winning])
    keys = [packed & _MASK, packed >> _LANE & _MASK, packed >> 2 * _LANE & _MASK, packed >> 3 * _LANE]
    for meld in hand.melds:
        suit, code = _CODES.get((meld.tiles, meld.concealed), (0, 0))
        if not code:
            return None
        above = keys[suit] >> _LANE
        keys[suit] += ((above << _CODE_BITS | code) - above) << _LANE
    m, p, s, z = _suit("m", keys[0]), _suit("p", keys[1]), _suit("s", keys[2]), _suit("z", keys[3])
    if not (m.legal and p.legal and s.legal and z.legal):
        return None
    return Shape((m, p, s, z), packed)


def arrangements(shape: Shape, melds: int) -> Iterator[tuple[Part, ...]]:
    """Yield a hand's divisions into four sets and a pair, given its number of melds."""
    for parts in product(*[suit.parts for suit in shape.suits]):
        m, p, s, z = parts
        if len(m.sets) + len(p.sets) + len(s.sets) + len(z.sets) + melds == 4:
            yield parts


def place(tile: str) -> tuple[int, int]:
    """Return the index of a tile's suit and the tile's bit in that suit's masks."""
    return "mpsz".index(tile[1]), 1 << (int(tile[0]) - 1)


@lru_cache(maxsize=1 << 16)
def _suit(suit: str, key: int) -> Suit:
    tiles = SUITS[suit]
    standing = tuple(key >> _BITS * index & 15 for index in range(len(tiles)))
    melds = tuple(_melds(key >> _LANE))
    counts = Counter({tile: count for tile, count in zip(tiles, standing, strict=True) if count})
    for meld in melds:
        counts.update(meld.tiles)
    heads = [tile for tile in counts if _is_head(tile)]
    parts = tuple(_part(sets, pair, melds) for sets, pair in divide(suit, standing))
    legal = all(count <= 4 for count in counts.values())
    return Suit(parts, len(counts), bool(heads), len(heads) < len(counts), legal)


def _melds(codes: int) -> Iterator[Meld]:
    while codes:
        yield _MELDS[(codes & _CODE_MASK) - 1]
        codes >>= _CODE_BITS


def _part(standing: tuple[Meld, ...], pair: str | None, melds: tuple[Meld, ...]) -> Part:
    pairs = () if pair is None else (pair,)
    sets = standing + melds
    chows = Counter(part.tiles[0] for part in sets if part.kind == "chow")
    triplets = [part for part in sets if part.kind != "chow"]
    groups = [*(part.tiles for part in sets), pairs] if pairs else [part.tiles for part in sets]
    return Part(
        sets=standing,
        pair=pair,
        pair_mask=_mask(pairs),
        chows=_mask(chows),
        triplets=_mask(part.tiles[0] for part in triplets),
        standing_triplets=_mask(part.tiles[0] for part in standing if part.kind == "pung"),
        standing_others=_mask((*(tile for part in standing if part.kind == "chow" for tile in part.tiles), *pairs)),
        chow_count=chows.total(),
        triplet_count=len(triplets),
        kongs=sum(part.kind == "kong" for part in triplets),
        drawn_triplets=sum(part.concealed for part in triplets),
        doubles=sum(count > 1 for count in chows.values()),
        most=max(chows.values(), default=0),
        run=_longest_run({int(part.tiles[0][0]) for part in triplets if part.tiles[0][1] != "z"}),
        inner=sum(not any(map(_is_head, tiles)) for tiles in groups),
    )


def _is_head(tile: str) -> bool:
    """Whether a tile is a terminal or an honor."""
    return tile[1] == "z" or tile[0] in "19"


def _mask(tiles: Iterable[str]) -> int:
    mask = 0
    for tile in tiles:
        mask |= place(tile)[1]
    return mask


def _longest_run(numbers: set[int]) -> int:
    best = run = 0
    for number in range(1, 10):
        run = run + 1 if number in numbers else 0
        best = max(best, run)
    return best

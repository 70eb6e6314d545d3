"""Every way to divide the standing tiles of a suit, remembered: nearly every hand consists of suits met before."""

from functools import lru_cache, partial
from typing import Final, NamedTuple

from scoring.hand import Meld
from scoring.readings import SUITS, divide
from scoring.tiles import KINDS
from scoring.zung_jung.blocks import ONE, block_of, pair_block
from scoring.zung_jung.counts import UNIT, by_suit, flags_of, of_suit


class Part(NamedTuple):
    """One way to divide the standing tiles of a suit.

    Attributes:
        sets: its sets.
        pair: the pair's tile in a tuple, empty without a pair.
        places: for each tile the set or pair where it does best as the winning tile, and what that takes off the block
            if the tile is claimed: a triplet is then exposed. Outside a triplet is better where it can be (ruling 2).
        block: what the sets and the pair contribute.
    """

    sets: tuple[Meld, ...]
    pair: tuple[str, ...]
    places: dict[str, tuple[tuple[str, ...], int]]
    block: int


class Suit(NamedTuple):
    """The standing tiles of a suit: every way to divide them, and the flags of their kinds."""

    parts: tuple[Part, ...]
    flags: int


class Table(NamedTuple):
    """The melds of a hand: their tiles, counted, their block, the flags of their kinds, and whether one is exposed."""

    counts: int
    block: int
    flags: int
    exposed: bool


def suits_of(counts: int) -> tuple[Suit, Suit, Suit, Suit]:
    """Divide standing tiles suit by suit: characters, dots, bamboo, honors."""
    m, p, s, z = by_suit(counts)
    return _characters(m), _dots(p), _bamboo(s), _honors(z)


def _suit(suit: str, counts: int) -> Suit:
    parts = tuple([_part(sets, pair) for sets, pair in divide(suit, of_suit(counts, len(SUITS[suit])))])
    return Suit(parts, _flags(parts[0]) if parts else 0)


_characters, _dots, _bamboo, _honors = (lru_cache(maxsize=1 << 14)(partial(_suit, suit)) for suit in "mpsz")


def _part(sets: tuple[Meld, ...], pair: str | None) -> Part:
    block = 0
    places: dict[str, tuple[tuple[str, ...], int]] = {}
    if pair is not None:
        block += _PAIRS[pair]
        places[pair] = (pair, pair), 0
    for part in sets:
        block += _STANDING[part.tiles]
        if part.kind == "chow":
            places |= dict.fromkeys(part.tiles, (part.tiles, 0))
        else:
            places.setdefault(part.tiles[0], (part.tiles, ONE["concealed_triplets"]))
    return Part(sets, () if pair is None else (pair,), places, block)


def _flags(part: Part) -> int:
    return flags_of([*part.pair, *(tile for each in part.sets for tile in each.tiles)])


_NO_MELDS: Final = Table(0, 0, 0, exposed=False)
_SETS: Final = (
    *(
        Meld(SUITS[suit][first : first + 3], concealed)
        for suit in "mps"
        for first in range(7)
        for concealed in (False, True)
    ),
    *(Meld((tile,) * size, concealed) for tile in KINDS for size in (3, 4) for concealed in (False, True)),
)
_PAIRS: Final = {tile: pair_block(tile) for tile in KINDS}
_STANDING: Final = {part.tiles: block_of(part) for part in _SETS if part.concealed}
_MELDS: Final = {
    (meld.tiles, meld.concealed): Table(
        sum(UNIT[tile] for tile in meld.tiles), block_of(meld), flags_of(meld.tiles), not meld.concealed
    )
    for meld in _SETS
    if meld.kind == "kong" or not meld.concealed
}


def table_of(melds: tuple[Meld, ...]) -> Table | None:
    """Join melds; None if one of them is none that a table allows."""
    if not melds:
        return _NO_MELDS
    counts, block, flags, exposed = _NO_MELDS
    for meld in melds:
        found = _MELDS.get((meld.tiles, meld.concealed))
        if found is None:
            return None
        counts += found.counts
        block += found.block
        flags |= found.flags
        exposed |= found.exposed
    return Table(counts, block, flags, exposed)

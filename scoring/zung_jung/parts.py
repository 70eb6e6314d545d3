"""Every way to divide the standing tiles of a suit, remembered: nearly every hand consists of suits met before."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from hu.scoring.hand import Meld
from hu.scoring.readings import SUITS, divide
from hu.scoring.tiles import KINDS
from hu.scoring.zung_jung.blocks import ONE, block_of, pair_block
from hu.scoring.zung_jung.counts import UNIT, by_suit, flags_of, of_suit


@dataclass(frozen=True, slots=True)
class Part:
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


@dataclass(frozen=True, slots=True)
class Suit:
    """The standing tiles of a suit: every way to divide them, and the flags of their kinds."""

    parts: tuple[Part, ...]
    flags: int


@dataclass(frozen=True, slots=True)
class Group:
    """One set, a pair, or all the melds of a hand.

    Attributes:
        counts: the tiles.
        block: what the sets and the pair contribute.
        flags: the kinds of tiles.
        exposed: whether a set is exposed.
    """

    counts: int
    block: int
    flags: int
    exposed: bool


def suits_of(counts: int) -> tuple[Suit, Suit, Suit, Suit]:
    """Divide standing tiles suit by suit: characters, dots, bamboo, honors."""
    m, p, s, z = by_suit(counts)
    return _characters(m), _dots(p), _bamboo(s), _honors(z)


def _suit(suit: str, counts: int) -> Suit:
    found = divide(suit, of_suit(counts, len(SUITS[suit])))
    if not found:
        return Suit((), 0)
    sets, pair = found[0]
    flags = 0 if pair is None else _PAIRS[pair].flags
    for part in sets:
        flags |= _STANDING[part.tiles].flags
    return Suit(tuple([_part(*division) for division in found]), flags)


_characters, _dots, _bamboo, _honors = (lru_cache(maxsize=1 << 14)(partial(_suit, suit)) for suit in "mpsz")


def _part(sets: tuple[Meld, ...], pair: str | None) -> Part:
    block = 0
    places: dict[str, tuple[tuple[str, ...], int]] = {}
    if pair is not None:
        block += _PAIRS[pair].block
        places[pair] = (pair, pair), 0
    for part in sets:
        block += _STANDING[part.tiles].block
        if part.kind == "chow":
            places |= dict.fromkeys(part.tiles, (part.tiles, 0))
        else:
            places.setdefault(part.tiles[0], (part.tiles, ONE["concealed_triplets"]))
    return Part(sets, () if pair is None else (pair,), places, block)


_NO_MELDS: Final = Group(0, 0, 0, exposed=False)
_SETS: Final = (
    *(
        Meld(SUITS[suit][first : first + 3], concealed)
        for suit in "mps"
        for first in range(7)
        for concealed in (False, True)
    ),
    *(Meld((tile,) * size, concealed) for tile in KINDS for size in (3, 4) for concealed in (False, True)),
)
_GROUPS: Final = [
    (part, Group(sum(UNIT[tile] for tile in part.tiles), block_of(part), flags_of(part.tiles), not part.concealed))
    for part in _SETS
]
_PAIRS: Final = {tile: Group(2 * UNIT[tile], pair_block(tile), flags_of([tile]), exposed=False) for tile in KINDS}
_STANDING: Final = {part.tiles: group for part, group in _GROUPS if part.concealed}
_MELDS: Final = {
    (part.tiles, part.concealed): group for part, group in _GROUPS if part.kind == "kong" or not part.concealed
}


def table_of(melds: tuple[Meld, ...]) -> Group | None:
    """Join melds; None if one of them is none that a table allows."""
    if not melds:
        return _NO_MELDS
    counts = block = flags = 0
    exposed = False
    for meld in melds:
        found = _MELDS.get((meld.tiles, meld.concealed))
        if found is None:
            return None
        counts += found.counts
        block += found.block
        flags |= found.flags
        exposed = exposed or found.exposed
    return found if len(melds) == 1 else Group(counts, block, flags, exposed)

"""Tiles as one number: five bits for each of the 34 kinds, in their order, count its copies."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from hu.scoring.tiles import KINDS

_BITS: Final = 5
#: What one tile adds.
UNIT: Final = {tile: 1 << _BITS * index for index, tile in enumerate(KINDS)}
_SUIT_BITS: Final = 9 * _BITS
_SUIT: Final = (1 << _SUIT_BITS) - 1
_ALL: Final = sum(UNIT.values())
#: Added to a count, it carries five and more into the count's highest bit; counts up to twenty do not overflow.
_TO_SIXTEEN: Final = 11 * _ALL
_SIXTEEN: Final = 16 * _ALL
_GATES: Final = frozenset(
    sum(UNIT[f"{number}{suit}"] for number in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)) for suit in "mps"
)


def is_head(tile: str) -> bool:
    """Whether a tile is a terminal or an honor."""
    return tile[1] == "z" or tile[0] in "19"


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """What tiles a hand consists of. Equal kinds are one object, for quick look-ups.

    Attributes:
        suits: how many of the three suits occur.
        honors: whether honors occur.
        heads: whether terminals or honors occur.
        simples: whether numbers from 2 to 8 occur.
    """

    suits: int
    honors: bool
    heads: bool
    simples: bool


# Which kinds occur, as flags that tiles join by "or": a bit for each suit in the order mpsz, then heads, then simples.
_HEAD: Final = 16
_SIMPLE: Final = 32
_FLAGS: Final = {tile: 1 << "mpsz".index(tile[1]) | (_HEAD if is_head(tile) else _SIMPLE) for tile in KINDS}
_same_kinds = cache(Kinds)
_KINDS: Final = tuple(
    _same_kinds((flags & 0b111).bit_count(), flags & 0b1000 > 0, flags & _HEAD > 0, flags & _SIMPLE > 0)
    for flags in range(64)
)


def flags_of(tiles: Iterable[str]) -> int:
    """Flag the kinds of tiles that occur."""
    flags = 0
    for tile in tiles:
        flags |= _FLAGS[tile]
    return flags


def kinds_of(flags: int) -> Kinds:
    """Read the flags."""
    return _KINDS[flags]


def by_suit(counts: int) -> tuple[int, int, int, int]:
    """Split into characters, dots, bamboo and honors, each beginning at the lowest bit."""
    return counts & _SUIT, counts >> _SUIT_BITS & _SUIT, counts >> 2 * _SUIT_BITS & _SUIT, counts >> 3 * _SUIT_BITS


def of_suit(counts: int, size: int) -> tuple[int, ...]:
    """List the counts of one suit of nine tiles, or seven honors."""
    return tuple([counts >> _BITS * index & 31 for index in range(size)])


def has_fifth_copy(counts: int) -> bool:
    """Whether a tile is held more than four times; it must not be more than twenty."""
    return (counts + _TO_SIXTEEN) & _SIXTEEN > 0


def is_pairs(counts: int) -> bool:
    """Whether every tile is held an even number of times."""
    return not counts & _ALL


def is_nine_gates(before: int) -> bool:
    """Whether thirteen tiles are 1112345678999 of one suit."""
    return before in _GATES


def leaves_nine_gates(counts: int) -> bool:
    """Whether some one tile taken away from fourteen leaves 1112345678999 of one suit."""
    return any(counts - gates in UNIT.values() for gates in _GATES)

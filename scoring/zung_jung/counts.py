"""Tiles as one number: five bits for each of the 34 kinds, in their order, count its copies."""

from typing import Final, NamedTuple

from scoring.tiles import KINDS

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


def _any_of(kinds: list[str]) -> int:
    return sum(UNIT[kind] * ((1 << _BITS) - 1) for kind in kinds)


def is_head(tile: str) -> bool:
    """Whether a tile is a terminal or an honor."""
    return tile[1] == "z" or tile[0] in "19"


_M, _P, _S, _HONORS = (_any_of([kind for kind in KINDS if kind[1] == suit]) for suit in "mpsz")
_HEADS: Final = _any_of([kind for kind in KINDS if is_head(kind)])
_SIMPLES: Final = _any_of([kind for kind in KINDS if not is_head(kind)])


class Kinds(NamedTuple):
    """What tiles a hand consists of.

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


def kinds_of(counts: int) -> Kinds:
    """Look at the kinds of tiles."""
    return Kinds(
        suits=(counts & _M > 0) + (counts & _P > 0) + (counts & _S > 0),
        honors=counts & _HONORS > 0,
        heads=counts & _HEADS > 0,
        simples=counts & _SIMPLES > 0,
    )


def by_suit(counts: int) -> tuple[int, int, int, int]:
    """Split into characters, dots, bamboo and honors, each beginning at the lowest bit."""
    return counts & _SUIT, counts >> _SUIT_BITS & _SUIT, counts >> 2 * _SUIT_BITS & _SUIT, counts >> 3 * _SUIT_BITS


def of_suit(counts: int, size: int) -> tuple[int, ...]:
    """List the counts of one suit of nine tiles, or seven honors."""
    return tuple(counts >> _BITS * index & 31 for index in range(size))


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

"""Hands as numbers, one for each suit, to look up by what is known about the suit.

Four bits for each of a suit's nine tiles count how many of them stand; above them are the codes of the suit's melds.
The three suits of numbers share their keys. Nearly every hand consists of suits that were met before.
"""

from collections.abc import Iterator
from typing import Final

from hu.scoring.hand import Meld
from hu.scoring.readings import SUITS
from hu.scoring.tiles import KINDS

_BITS: Final = 4
_UNIT: Final = {tile: 1 << (_BITS * index) for index, tile in enumerate(KINDS)}
_LANE: Final = 9 * _BITS
_MASK: Final = (1 << _LANE) - 1
_ODD: Final = sum(_UNIT.values())
_CODE_BITS: Final = 6
_CODE_MASK: Final = (1 << _CODE_BITS) - 1


def _possible(suit: str) -> Iterator[Meld]:
    """Yield every set that can lie on a rack, in an order that is the same for the three suits of numbers."""
    for tile in SUITS[suit]:
        yield from (Meld((tile,) * 3), Meld((tile,) * 4), Meld((tile,) * 4, concealed=True))
    if suit != "z":
        yield from (Meld(SUITS[suit][first : first + 3]) for first in range(7))


_MELDS: Final = {suit: tuple(_possible(suit)) for suit in "mpsz"}
#: A meld's suit and code; a meld that no table allows has none.
_CODES: Final = {
    (meld.tiles, meld.concealed): (index, code)
    for index, suit in enumerate("mpsz")
    for code, meld in enumerate(_MELDS[suit], start=1)
}


def pack(tiles: tuple[str, ...]) -> int:
    """Count tiles, at most 15 of a kind, four bits for each kind."""
    return sum([_UNIT[tile] for tile in tiles])


def all_even(packed: int) -> bool:
    """Whether every kind is held an even number of times."""
    return not packed & _ODD


def suit_keys(packed: int, melds: tuple[Meld, ...]) -> tuple[int, int, int, int] | None:
    """Key each suit of a hand: characters, dots, bamboo, honors.

    Args:
        packed: the standing tiles, packed.
        melds: the sets on the table.

    Returns:
        None when one of the melds is none that a table allows.
    """
    m, p, s, z = packed & _MASK, packed >> _LANE & _MASK, packed >> 2 * _LANE & _MASK, packed >> 3 * _LANE
    if not melds:
        return m, p, s, z
    keys = [m, p, s, z]
    for meld in melds:
        suit, code = _CODES.get((meld.tiles, meld.concealed), (0, 0))
        if not code:
            return None
        above = keys[suit] >> _LANE
        keys[suit] += ((above << _CODE_BITS | code) - above) << _LANE
    return keys[0], keys[1], keys[2], keys[3]


def unpack(suit: str, key: int) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
    """Return how many of each of a suit's tiles stand, in order, and the suit's melds."""
    standing = tuple([key >> _BITS * index & 15 for index in range(len(SUITS[suit]))])
    return standing, tuple(_unpack_melds(suit, key >> _LANE))


def _unpack_melds(suit: str, codes: int) -> Iterator[Meld]:
    while codes:
        yield _MELDS[suit][(codes & _CODE_MASK) - 1]
        codes >>= _CODE_BITS

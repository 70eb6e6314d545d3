"""A suit of a hand as text: the notation without the suit's letter, as in ``11455`` and ``[123](9999)``.

The three suits of numbers share what is remembered about such a text.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from hu.scoring.hand import Meld
from hu.scoring.tiles import KINDS

#: Each suit's tiles, in order.
SUITS: Final = {suit: tuple(tile for tile in KINDS if tile[1] == suit) for suit in "mpsz"}
#: A sequence's numbers by the first of them.
_SEQUENCES: Final = {str(first): f"{first}{first + 1}{first + 2}" for first in range(1, 8)}
_GROUPS: Final = {
    **{(tile[0] * size, tile[1]): (tile,) * size for tile in KINDS for size in (3, 4)},
    **{
        (numbers, suit): tuple(number + suit for number in numbers) for numbers in _SEQUENCES.values() for suit in "mps"
    },
}
_SETS: Final = {
    **{(numbers, suit): Meld(tiles, concealed=True) for (numbers, suit), tiles in _GROUPS.items()},
    **{(f"({numbers})", suit): Meld(tiles, concealed=True) for (numbers, suit), tiles in _GROUPS.items()},
    **{(f"[{numbers}]", suit): Meld(tiles) for (numbers, suit), tiles in _GROUPS.items()},
}
#: How the sets are written that can lie on the table; of the concealed ones only quads can.
_LAID: Final = {
    (meld.tiles, meld.concealed): (suit, written)
    for (written, suit), meld in _SETS.items()
    if not meld.concealed or (len(meld.tiles) == 4 and written.startswith("("))
}


def set_of(written: str, suit: str) -> Meld:
    """Return a set of a suit: ``123`` stands, ``[123]`` is exposed, ``(1111)`` a concealed quad."""
    return _SETS[written, suit]


def by_suit(tiles: Iterable[str], winning: str | None, melds: Iterable[Meld]) -> tuple[list[str], list[str]] | None:
    """Write the suits of a hand: characters, dots, bamboo, honors.

    Args:
        tiles: its standing tiles, each suit's in order, without the winning one.
        winning: its winning tile, if it has one.
        melds: its melds.

    Returns:
        The standing numbers of each suit, and its melds; None if a meld is not a legal set.
    """
    standing = {"m": "", "p": "", "s": "", "z": ""}
    laid = {"m": "", "p": "", "s": "", "z": ""}
    for tile in tiles:
        standing[tile[1]] += tile[0]
    if winning is not None:
        suit = winning[1]
        standing[suit] = "".join(sorted(standing[suit] + winning[0]))
    for meld in melds:
        found = _LAID.get((meld.tiles, meld.concealed))
        if found is None:
            return None
        suit, written = found
        laid[suit] += written
    return list(standing.values()), list(laid.values())


@lru_cache(maxsize=1 << 16)
def divide(numbers: str, *, sequences: bool) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Divide one suit's tiles into sets and at most one pair, in every way.

    Args:
        numbers: the numbers of its tiles, in order, as in ``"1123444"``.
        sequences: whether they make sequences, as honors do not.

    Returns:
        (sets, pair) for each way, nothing left over; the pair is empty where there is none.
    """
    if not numbers:
        return (((), ""),)
    first, count = numbers[0], numbers.count(numbers[0])
    found: list[tuple[tuple[str, ...], str]] = []
    if count >= 3:
        found += [((first * 3, *sets), pair) for sets, pair in divide(numbers[3:], sequences=sequences)]
    sequence = _SEQUENCES.get(first)
    if sequences and sequence and set(sequence).issubset(numbers):
        rest = numbers
        for number in sequence:
            rest = rest.replace(number, "", 1)
        found += [((sequence, *sets), pair) for sets, pair in divide(rest, sequences=True)]
    if count >= 2 and len(numbers) % 3 == 2:
        found += [(sets, first * 2) for sets, pair in divide(numbers[2:], sequences=sequences) if not pair]
    return tuple(found)

"""Sets and pairs as numbers that add up to a reading.

A block is what a set or a pair contributes, in one number: a tally of small counts, then a bit for each kind's triplet,
a bit for each kind's pair, and three bits for each kind to count the sequences that begin with it. No kind can
occur in two triplets or pairs, nor in more than four sequences, so blocks are joined by adding them.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

from hu.scoring.hand import Meld
from hu.scoring.tiles import KINDS
from hu.scoring.zung_jung.counts import is_head


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What can be counted set by set. 'Triplets' include quads. Equal tallies are one object, for quick look-ups.

    Attributes:
        chows: how many sequences.
        triplets: how many triplets.
        kongs: how many quads.
        concealed_triplets: how many triplets were wholly drawn.
        outside: whether every set and pair holds a terminal or an honor.
        dragons: how many triplets of dragons.
        dragon_pairs: 1 if the pair is of dragons.
        winds: how many triplets of winds.
        wind_pairs: 1 if the pair is of winds.
    """

    chows: int
    triplets: int
    kongs: int
    concealed_triplets: int
    outside: bool
    dragons: int
    dragon_pairs: int
    winds: int
    wind_pairs: int


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """How a reading's sequences compare. Equal ones are one object.

    Attributes:
        doubles: how many occur twice.
        triples: how many occur three times.
        quadruples: how many occur four times.
        mixed: whether one occurs in all three suits.
        straight: whether 123, 456 and 789 of one suit occur.
    """

    doubles: int
    triples: int
    quadruples: int
    mixed: bool
    straight: bool


@dataclass(frozen=True, slots=True, eq=False)
class Triplets:
    """How a reading's triplets compare, quads included. Equal ones are one object.

    Attributes:
        mixed: whether one occurs in all three suits.
        mixed_pair: whether two suits have the number of the pair in the third.
        row: how many of one suit have consecutive numbers, 0 for fewer than three.
    """

    mixed: bool
    mixed_pair: bool
    row: int


# "inner" counts the sets and pairs that hold neither terminal nor honor.
_COUNTS: Final = (
    "sets", "inner", "chows", "triplets", "kongs", "concealed_triplets",
    "dragons", "dragon_pairs", "winds", "wind_pairs",
)  # fmt: skip
_COUNT_BITS: Final = 4
#: What one of each count adds to a block.
ONE: Final = {name: 1 << _COUNT_BITS * index for index, name in enumerate(_COUNTS)}
#: The lowest count of a tally: how many sets there are.
SETS: Final = (1 << _COUNT_BITS) - 1
_TALLY_BITS: Final = _COUNT_BITS * len(_COUNTS)
#: The field of a block that holds its tally.
TALLY: Final = (1 << _TALLY_BITS) - 1
_CHOW_BITS: Final = 3
_PAIRS_AT: Final = _TALLY_BITS + len(KINDS)
#: The field that counts the sequences goes from here to the top.
CHOWS_AT: Final = _PAIRS_AT + len(KINDS)
_ONE_CHOW: Final = sum(1 << _CHOW_BITS * index for index in range(27))
_FIRST_CHOWS: Final = sum(1 << _CHOW_BITS * 9 * suit for suit in range(3))
_NUMBERS: Final = (1 << 27) - 1
_SUIT: Final = (1 << 9) - 1
# From these numbers on a row of three, or of four, stays within its suit.
_ROW_OF_3: Final = sum(0b001111111 << 9 * suit for suit in range(3))
_ROW_OF_4: Final = sum(0b000111111 << 9 * suit for suit in range(3))
_TRIPLETS: Final = {key: Triplets(*key) for key in product((False, True), (False, True), (0, 3, 4))}
#: What fewer than two triplets are.
NO_TRIPLETS: Final = _TRIPLETS[False, False, 0]
_INDEX: Final = {tile: index for index, tile in enumerate(KINDS)}
_DRAGONS: Final = ("5z", "6z", "7z")


def block_of(part: Meld) -> int:
    """Make the block of a set."""
    first = part.tiles[0]
    counts = {"sets": 1, "inner": not any(map(is_head, part.tiles))}
    if part.kind == "chow":
        return _pack(**counts, chows=1) | 1 << CHOWS_AT + _CHOW_BITS * _INDEX[first]
    triplet = {"triplets": 1, "kongs": part.kind == "kong", "concealed_triplets": part.concealed}
    honors = {"dragons": first in _DRAGONS, "winds": first[1] == "z" and first not in _DRAGONS}
    return _pack(**counts, **triplet, **honors) | 1 << _TALLY_BITS + _INDEX[first]


def pair_block(tile: str) -> int:
    """Make the block of a pair."""
    honors = {"dragon_pairs": tile in _DRAGONS, "wind_pairs": tile[1] == "z" and tile not in _DRAGONS}
    return _pack(inner=not is_head(tile), **honors) | 1 << _PAIRS_AT + _INDEX[tile]


def _pack(**counts: int) -> int:
    return sum(ONE[name] * count for name, count in counts.items())


@lru_cache(maxsize=1 << 14)
def tally_of(packed: int) -> Tally:
    """Take the counts apart, given the field ``TALLY`` of a block."""
    counts = {name: packed >> _COUNT_BITS * index & SETS for index, name in enumerate(_COUNTS)}
    del counts["sets"]
    return _same_tally(outside=not counts.pop("inner"), **counts)


_same_tally = cache(Tally)


def has_triplet(block: int, tile: str) -> bool:
    """Whether there is a triplet of a tile."""
    return block >> _TALLY_BITS + _INDEX[tile] & 1 == 1


@lru_cache(maxsize=1 << 14)
def compare_sequences(chows: int) -> Sequences:
    """Compare the sequences, given a block from ``CHOWS_AT`` on. Shifted by nine kinds, a suit lies under another."""
    once = (chows | chows >> 1 | chows >> 2) & _ONE_CHOW
    suit = 9 * _CHOW_BITS
    straight = once & once >> 3 * _CHOW_BITS & once >> 6 * _CHOW_BITS & _FIRST_CHOWS
    mixed = once & once >> suit & once >> 2 * suit
    if chows == once:
        return _same_sequences(0, 0, 0, mixed > 0, straight > 0)
    counts = [chows >> _CHOW_BITS * index & 7 for index in range(27)]
    return _same_sequences(counts.count(2), counts.count(3), counts.count(4), mixed > 0, straight > 0)


_same_sequences = cache(Sequences)


def compare_triplets(block: int) -> Triplets:
    """Compare the triplets."""
    triplets = block >> _TALLY_BITS & _NUMBERS
    pairs = block >> _PAIRS_AT & _NUMBERS
    m, p, s = triplets & _SUIT, triplets >> 9 & _SUIT, triplets >> 18
    mixed_pair = pairs & p & s | pairs >> 9 & m & s | pairs >> 18 & m & p
    row_of_3 = triplets & triplets >> 1 & triplets >> 2 & _ROW_OF_3
    row_of_4 = row_of_3 & triplets >> 3 & _ROW_OF_4
    return _TRIPLETS[m & p & s > 0, mixed_pair > 0, 4 if row_of_4 else 3 if row_of_3 else 0]

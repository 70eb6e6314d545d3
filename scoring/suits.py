"""Exact division: every way to divide the tiles of a hand into sets and a pair, nothing left over, suit by suit.

Nearly every hand consists of suits that were met before, so suits are remembered. A suit is written as in the notation
but without its letter, and so are its sets: ``44678[123](9999)``. What a suit of numbers divides into is remembered
once for all three.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from hu.scoring.melds import Meld
from hu.scoring.tiles import KINDS, ORPHANS, in_order

#: Each suit's tiles, in order.
SUITS: Final = {suit: tuple(tile for tile in KINDS if tile[1] == suit) for suit in "mpsz"}
#: The numbers of each suit's terminals and honors.
_HEADS: Final = {suit: frozenset(tile[0] for tile in ORPHANS if tile[1] == suit) for suit in SUITS}
_NUMBERS: Final = "123456789"
#: A sequence's numbers by the first of them.
_SEQUENCES: Final = {str(first): f"{first}{first + 1}{first + 2}" for first in range(1, 8)}
_GROUPS: Final = {
    **{(tile[0] * size, tile[1]): (tile,) * size for tile in KINDS for size in (3, 4)},
    **{
        (numbers, suit): tuple(number + suit for number in numbers)
        for numbers in _SEQUENCES.values()
        for suit in "mps"
    },
}
_SETS: Final = {
    **{(numbers, suit): Meld(tiles, concealed=True) for (numbers, suit), tiles in _GROUPS.items()},
    **{
        (f"({numbers})", suit): Meld(tiles, concealed=True)
        for (numbers, suit), tiles in _GROUPS.items()
    },
    **{(f"[{numbers}]", suit): Meld(tiles) for (numbers, suit), tiles in _GROUPS.items()},
}
#: How the sets are written that can lie on the table; of the concealed ones only quads can.
_LAID: Final = {
    (meld.tiles, meld.concealed): (suit, written)
    for (written, suit), meld in _SETS.items()
    if not meld.concealed or (len(meld.tiles) == 4 and written.startswith("("))
}


@dataclass(frozen=True, slots=True)
class SuitDivision:
    """One way to divide the standing tiles of a suit; what is counted of sets includes its melds, in order.

    Attributes:
        standing: the sets among the standing tiles, each ``concealed``.
        laid: the suit's melds.
        pairs: the pair's tile; empty without a pair.
        sequences: the sequences.
        triplets: the triplets and quads.
        concealed: those of them of which nothing was claimed before the win.
        quads: the quads.
        equal: the sequences that occur more than once.
        straight: 123, 456 and 789, if the suit has them.
        run: the longest row of at least three triplets with consecutive numbers.
        left: the tiles left over; none in an exact division.
    """

    standing: tuple[Meld, ...]
    laid: tuple[Meld, ...]
    pairs: tuple[str, ...]
    sequences: tuple[Meld, ...]
    triplets: tuple[Meld, ...]
    concealed: tuple[Meld, ...]
    quads: tuple[Meld, ...]
    equal: tuple[Meld, ...]
    straight: tuple[Meld, ...]
    run: tuple[Meld, ...]
    left: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        standing: tuple[Meld, ...],
        laid: tuple[Meld, ...],
        pairs: tuple[str, ...],
        left: tuple[str, ...] = (),
    ) -> "SuitDivision":
        """Note what the sets of a suit show."""
        sets = sorted((*standing, *laid), key=lambda meld: meld.tiles)
        sequences = tuple([meld for meld in sets if meld.kind == "sequence"])
        triplets = tuple([meld for meld in sets if meld.kind != "sequence"])
        firsts = [meld.tiles[0] for meld in sequences]
        by_first = {meld.tiles[0][0]: meld for meld in sequences}
        numbers = {meld.tiles[0][0]: meld for meld in triplets if meld.tiles[0][1] != "z"}
        rows = [_NUMBERS[first : first + size] for size in (4, 3) for first in range(10 - size)]
        run = (
            next((row for row in rows if numbers.keys() >= set(row)), "")
            if len(numbers) > 2
            else ""
        )
        return cls(
            standing,
            laid,
            pairs,
            sequences,
            triplets,
            concealed=tuple([meld for meld in triplets if meld.concealed]),
            quads=tuple([meld for meld in triplets if meld.kind == "quad"]),
            equal=tuple([meld for meld in sequences if firsts.count(meld.tiles[0]) > 1]),
            straight=tuple([by_first[first] for first in "147"])
            if by_first.keys() >= set("147")
            else (),
            run=tuple([numbers[number] for number in run]),
            left=left,
        )


#: A suit without tiles.
NO_DIVISION: Final = SuitDivision.of((), (), ())


@dataclass(frozen=True, slots=True)
class Suit:
    """One suit of a hand.

    Attributes:
        divisions: every way to divide its standing tiles; none when some would be left over.
        has_pair: whether its divisions hold a pair.
        is_legal: whether no tile is held more than four times.
        is_present: whether the hand has tiles of it.
        has_heads: whether it has terminals or honors.
        has_simples: whether it has numbers from 2 to 8.
    """

    divisions: tuple[SuitDivision, ...]
    has_pair: bool
    is_legal: bool
    is_present: bool
    has_heads: bool
    has_simples: bool

    @classmethod
    def of(
        cls, divisions: tuple[SuitDivision, ...], standing: str, melds: str, suit: str
    ) -> "Suit":
        """Note which tiles the suit has, written as for ``suit_of``."""
        held, heads = standing + re.sub(r"\D", "", melds), _HEADS[suit]
        return cls(
            divisions,
            has_pair=len(standing) % 3 == 2,
            is_legal=all(held.count(number) <= 4 for number in set(held)),
            is_present=bool(held),
            has_heads=not heads.isdisjoint(held),
            has_simples=not heads.issuperset(held),
        )


Suits = tuple[Suit, Suit, Suit, Suit]
Divisions = tuple[SuitDivision, SuitDivision, SuitDivision, SuitDivision]


def melds_containing(tile: str) -> list[tuple[str, ...]]:
    """The sets that a tile can be in: sequences, then the triplet and the quad."""
    return sorted(
        (group for group in _GROUPS.values() if tile in group),
        key=lambda group: (group[0] == group[1], group),
    )


def count_tiles(suits: Suits) -> tuple[int, bool, bool, bool]:
    """How many of the three suits occur, and whether honors, terminals or honors, and numbers from 2 to 8 do."""
    m, p, s, z = suits
    return (
        m.is_present + p.is_present + s.is_present,
        z.is_present,
        m.has_heads or p.has_heads or s.has_heads or z.has_heads,
        m.has_simples or p.has_simples or s.has_simples,
    )


def suit_meld(written: str, suit: str) -> Meld:
    """Return a set of a suit: ``123`` stands, ``[123]`` is exposed, ``(1111)`` a concealed quad."""
    return _SETS[written, suit]


@lru_cache(maxsize=1 << 14)
def laid_melds(melds: str, suit: str) -> tuple[Meld, ...]:
    """Take the melds of a suit apart, as in ``[123](9999)``."""
    return tuple([_SETS[written, suit] for written in re.findall(r"[\[(]\d+[\])]", melds)])


def by_suit(
    tiles: Iterable[str], winning: str | None = None, melds: Iterable[Meld] = ()
) -> tuple[list[str], list[str]] | None:
    """Write the suits of a hand: characters, dots, bamboo, honors.

    Args:
        tiles: its standing tiles, each suit's in order, without the winning one.
        winning: its winning tile, if it has one.
        melds: its melds.

    Returns:
        The standing numbers of each suit, and its melds; None if a meld is not a legal set or a flower stands.
    """
    standing = {"m": "", "p": "", "s": "", "z": ""}
    laid = {"m": "", "p": "", "s": "", "z": ""}
    try:
        for tile in tiles:
            standing[tile[1]] += tile[0]
        if winning is not None:
            suit = winning[1]
            standing[suit] = "".join(sorted(standing[suit] + winning[0]))
    except KeyError:
        return None
    for meld in melds:
        found = _LAID.get((meld.tiles, meld.concealed))
        if found is None:
            return None
        suit, written = found
        laid[suit] += written
    return list(standing.values()), list(laid.values())


def suits_of(
    tiles: Iterable[str], winning: str | None = None, melds: Iterable[Meld] = ()
) -> Suits | None:
    """Divide each suit of a hand; the arguments and None are those of ``by_suit``."""
    written = by_suit(tiles, winning, melds)
    if written is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = written
    return (
        suit_of(m, m_melds, "m"),
        suit_of(p, p_melds, "p"),
        suit_of(s, s_melds, "s"),
        suit_of(z, z_melds, "z"),
    )


# As many suits as a million random hands hold.
@lru_cache(maxsize=1 << 16)
def suit_of(standing: str, melds: str, suit: str) -> Suit:
    """Divide a suit, given the numbers of its standing tiles in order, and its melds."""
    laid = laid_melds(melds, suit)
    divisions = [
        SuitDivision.of(
            tuple([_SETS[group, suit] for group in sets]), laid, (pair[0] + suit,) if pair else ()
        )
        for sets, pair in divide(standing, sequences=suit != "z")
    ]
    return Suit.of(tuple(divisions), standing, melds, suit)


def divide_hand(suits: Suits) -> Iterator[Divisions]:
    """Every division of the standing tiles into sets and one pair, of whatever number."""
    m, p, s, z = suits
    if m.has_pair + p.has_pair + s.has_pair + z.has_pair == 1:
        return product(m.divisions, p.divisions, s.divisions, z.divisions)
    return iter(())


@lru_cache(maxsize=1 << 16)
def divide(numbers: str, *, sequences: bool) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Divide one suit's tiles into sets and at most one pair, in every way.

    Args:
        numbers: the numbers of its tiles, in order, as in ``"1123444"``.
        sequences: whether they make sequences, as honors do not.

    Returns:
        (sets, pair) for each way that uses every tile; the pair is empty in a way without one.
    """
    if not numbers:
        return (((), ""),)
    first, count = numbers[0], numbers.count(numbers[0])
    found: list[tuple[tuple[str, ...], str]] = []
    if count >= 3:
        found += [
            ((first * 3, *sets), pair) for sets, pair in divide(numbers[3:], sequences=sequences)
        ]
    sequence = _SEQUENCES.get(first)
    if sequences and sequence and set(sequence).issubset(numbers):
        rest = numbers
        for number in sequence:
            rest = rest.replace(number, "", 1)
        found += [((sequence, *sets), pair) for sets, pair in divide(rest, sequences=True)]
    if count >= 2 and len(numbers) % 3 == 2:
        found += [
            (sets, first * 2) for sets, pair in divide(numbers[2:], sequences=sequences) if not pair
        ]
    return tuple(found)


def is_regular(standing: tuple[str, ...]) -> bool:
    """Whether standing tiles divide into sets and one pair."""
    suits = suits_of(in_order(standing))
    return suits is not None and next(divide_hand(suits), None) is not None


def leftover(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Take out as many tiles in sets and one pair as can be, and return the rest, in order."""
    return _leftover(in_order(tiles), True)


@lru_cache(maxsize=1 << 14)
def _leftover(tiles: tuple[str, ...], pair_allowed: bool) -> tuple[str, ...]:
    if not tiles:
        return ()
    first, held = tiles[0], Counter(tiles)
    choices = [(first, *_leftover(tiles[1:], pair_allowed))]
    sets = [group for group in melds_containing(first) if group[0] == first and len(group) == 3]
    groups = [group for group in (*reversed(sets), (first, first)) if Counter(group) <= held]
    choices += [
        _leftover(_without(tiles, *group), pair_allowed and len(group) == 3)
        for group in groups
        if pair_allowed or len(group) == 3
    ]
    return min(choices, key=len)


def _without(tiles: tuple[str, ...], *taken: str) -> tuple[str, ...]:
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return tuple(rest)

"""Exact division: every way to divide the tiles of a hand into melds and a pair, suit by suit.

Nearly every hand consists of suits that were met before, so suits are remembered. A suit is written
as in the notation but without its letter, and so are its melds: ``44678[123](9999)``. The divisions
of a suit of numbers are remembered once for all three such suits.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from hu.scoring.melds import Meld
from hu.scoring.tiles import KINDS, ORPHANS, in_order

#: Each suit's tiles, in order.
SUITS: Final = {suit: tuple(tile for tile in KINDS if tile[1] == suit) for suit in "mpsz"}
#: The numbers of each suit's terminals and honors.
_ORPHAN_NUMBERS: Final = {
    suit: frozenset(tile[0] for tile in ORPHANS if tile[1] == suit) for suit in SUITS
}
_NUMBERS: Final = "123456789"
#: A sequence's numbers by the first of them.
_SEQUENCES: Final = {str(first): f"{first}{first + 1}{first + 2}" for first in range(1, 8)}
#: The first numbers of 123, 456 and 789.
_STRAIGHT_FIRSTS: Final = "147"


def _list_melds() -> dict[tuple[str, str], tuple[str, ...]]:
    """List the tiles of every meld by its numbers and its suit: triplets and quads, sequences."""
    tiles_of: dict[tuple[str, str], tuple[str, ...]] = {}
    for tile in KINDS:
        number = tile[0]
        suit = tile[1]
        tiles_of[number * 3, suit] = (tile, tile, tile)
        tiles_of[number * 4, suit] = (tile, tile, tile, tile)
    for numbers in _SEQUENCES.values():
        for suit in "mps":
            tiles_of[numbers, suit] = tuple(number + suit for number in numbers)
    return tiles_of


_MELD_TILES: Final = _list_melds()


def _make_melds() -> dict[tuple[str, str], Meld]:
    """Make every meld, by (writing, suit). ``suit_meld`` describes the writings."""
    melds: dict[tuple[str, str], Meld] = {}
    for (numbers, suit), tiles in _MELD_TILES.items():
        melds[numbers, suit] = Meld(tiles, concealed=True)
        melds[f"({numbers})", suit] = Meld(tiles, concealed=True)
        melds[f"[{numbers}]", suit] = Meld(tiles)
    return melds


_MELDS: Final = _make_melds()


def _write_laid_melds() -> dict[tuple[tuple[str, ...], bool], tuple[str, str]]:
    """Write every meld that can lie on the table: (suit, writing) by its tiles and concealment."""
    writings: dict[tuple[tuple[str, ...], bool], tuple[str, str]] = {}
    for (numbers, suit), tiles in _MELD_TILES.items():
        writings[tiles, False] = (suit, f"[{numbers}]")
        # Of the concealed melds only quads are laid down.
        if len(tiles) == 4:
            writings[tiles, True] = (suit, f"({numbers})")
    return writings


_LAID: Final = _write_laid_melds()


@dataclass(frozen=True, slots=True)
class SuitDivision:
    """A way to divide the standing tiles of a suit.

    All fields from ``sequences`` to ``shifted_triplets`` include the suit's laid melds, in order.

    Attributes:
        standing_melds: the melds of the standing tiles, each ``concealed``.
        laid: the suit's melds on the table.
        pairs: the pair's tile. Empty without a pair.
        sequences: the sequences.
        triplets: the triplets and quads.
        concealed_triplets: the triplets and quads of which no tile was claimed before the win.
        quads: the quads.
        equal_sequences: the sequences that occur more than once.
        pure_straight: the sequences 123, 456 and 789. Empty if the suit lacks one of them.
        shifted_triplets: the longest row of three or four triplets with consecutive numbers. Empty
            without such a row.
        leftover: the tiles in no group. Empty in an exact division.
    """

    standing_melds: tuple[Meld, ...]
    laid: tuple[Meld, ...]
    pairs: tuple[str, ...]
    sequences: tuple[Meld, ...]
    triplets: tuple[Meld, ...]
    concealed_triplets: tuple[Meld, ...]
    quads: tuple[Meld, ...]
    equal_sequences: tuple[Meld, ...]
    pure_straight: tuple[Meld, ...]
    shifted_triplets: tuple[Meld, ...]
    leftover: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        standing_melds: tuple[Meld, ...],
        laid: tuple[Meld, ...],
        pairs: tuple[str, ...],
        leftover: tuple[str, ...] = (),
    ) -> "SuitDivision":
        """Make a division and find what its melds have in common.

        Args:
            standing_melds: the melds of the standing tiles.
            laid: the suit's melds on the table.
            pairs: the pair's tile, if there is a pair.
            leftover: the tiles in no group.
        """
        melds = sorted((*standing_melds, *laid), key=lambda meld: meld.tiles)
        sequences = tuple([meld for meld in melds if meld.kind == "sequence"])
        triplets = tuple([meld for meld in melds if meld.kind != "sequence"])
        return cls(
            standing_melds=standing_melds,
            laid=laid,
            pairs=pairs,
            sequences=sequences,
            triplets=triplets,
            concealed_triplets=tuple([meld for meld in triplets if meld.concealed]),
            quads=tuple([meld for meld in triplets if meld.kind == "quad"]),
            equal_sequences=_find_equal_sequences(sequences),
            pure_straight=_find_pure_straight(sequences),
            shifted_triplets=_find_shifted_triplets(triplets),
            leftover=leftover,
        )


def _find_equal_sequences(sequences: Sequence[Meld]) -> tuple[Meld, ...]:
    first_tiles = [meld.tiles[0] for meld in sequences]
    return tuple([meld for meld in sequences if first_tiles.count(meld.tiles[0]) > 1])


def _find_pure_straight(sequences: Sequence[Meld]) -> tuple[Meld, ...]:
    by_first_number = {meld.first_number: meld for meld in sequences}
    if not by_first_number.keys() >= set(_STRAIGHT_FIRSTS):
        return ()
    return tuple([by_first_number[number] for number in _STRAIGHT_FIRSTS])


def _find_shifted_triplets(triplets: Sequence[Meld]) -> tuple[Meld, ...]:
    """Find four triplets with consecutive numbers, or else three of them, the lowest three first.

    Returns:
        The triplets in the order of their numbers. Empty if no three have consecutive numbers.
    """
    by_number = {meld.first_number: meld for meld in triplets if meld.suit != "z"}
    if len(by_number) < 3:
        return ()
    for size in (4, 3):
        # "1234", "2345" and so on, then "123", "234" and so on.
        for start in range(len(_NUMBERS) - size + 1):
            numbers = _NUMBERS[start : start + size]
            if by_number.keys() >= set(numbers):
                return tuple([by_number[number] for number in numbers])
    return ()


#: A suit without tiles.
NO_DIVISION: Final = SuitDivision.of((), (), ())


@dataclass(frozen=True, slots=True)
class Suit:
    """One suit of a hand.

    Attributes:
        divisions: every way to divide its standing tiles. Empty if some would be left over.
        has_pair: whether its divisions hold a pair.
        is_legal: whether the hand holds at most four copies of each tile.
        is_present: whether the hand has tiles of it.
        has_orphans: whether it has terminals or honors.
        has_simples: whether it has numbers from 2 to 8.
    """

    divisions: tuple[SuitDivision, ...]
    has_pair: bool
    is_legal: bool
    is_present: bool
    has_orphans: bool
    has_simples: bool

    @classmethod
    def of(
        cls, divisions: tuple[SuitDivision, ...], standing: str, melds: str, suit: str
    ) -> "Suit":
        """Make a suit and find which tiles it has.

        Args:
            divisions: every way to divide its standing tiles.
            standing: the numbers of its standing tiles, in order.
            melds: its melds, as in ``[123](9999)``.
            suit: its letter.
        """
        numbers = standing + re.sub(r"\D", "", melds)
        orphans = _ORPHAN_NUMBERS[suit]
        return cls(
            divisions,
            has_pair=len(standing) % 3 == 2,
            is_legal=all(numbers.count(number) <= 4 for number in set(numbers)),
            is_present=bool(numbers),
            has_orphans=not orphans.isdisjoint(numbers),
            has_simples=not orphans.issuperset(numbers),
        )


Suits = tuple[Suit, Suit, Suit, Suit]
Divisions = tuple[SuitDivision, SuitDivision, SuitDivision, SuitDivision]


def melds_containing(tile: str) -> list[tuple[str, ...]]:
    """List the tiles of every meld with this tile: sequences, then the triplet and the quad."""
    sequences = []
    triplet_and_quad = []
    for tiles in _MELD_TILES.values():
        if tile not in tiles:
            continue
        if tiles[0] == tiles[1]:
            triplet_and_quad.append(tiles)
        else:
            sequences.append(tiles)
    return sorted(sequences) + sorted(triplet_and_quad)


class TileClasses(NamedTuple):
    """The classes of tiles that a hand has.

    Attributes:
        number_of_suits: how many of characters, dots and bamboo it has.
        has_honors: whether it has honors.
        has_orphans: whether it has terminals or honors.
        has_simples: whether it has numbers from 2 to 8.
    """

    number_of_suits: int
    has_honors: bool
    has_orphans: bool
    has_simples: bool


def find_tile_classes(suits: Suits) -> TileClasses:
    """Find the classes of tiles that a hand has."""
    # Each suit is written out for speed, because every hand that is scored comes here.
    m, p, s, z = suits
    return TileClasses(
        number_of_suits=[m.is_present, p.is_present, s.is_present].count(True),
        has_honors=z.is_present,
        has_orphans=m.has_orphans or p.has_orphans or s.has_orphans or z.has_orphans,
        has_simples=m.has_simples or p.has_simples or s.has_simples,
    )


def suit_meld(writing: str, suit: str) -> Meld:
    """Return a meld of a suit: ``123`` stands, ``[123]`` is exposed, ``(1111)`` a concealed quad.

    >>> suit_meld("[123]", "p")
    Meld(tiles=('1p', '2p', '3p'), concealed=False)
    """
    return _MELDS[writing, suit]


@lru_cache(maxsize=1 << 14)
def laid_melds(melds: str, suit: str) -> tuple[Meld, ...]:
    """Return the melds of a suit that are written together, as in ``[123](9999)``."""
    return tuple([_MELDS[writing, suit] for writing in re.findall(r"[\[(]\d+[\])]", melds)])


def write_suits(
    tiles: Iterable[str], winning: str | None = None, melds: Iterable[Meld] = ()
) -> tuple[list[str], list[str]] | None:
    """Write the suits of a hand: characters, dots, bamboo, honors.

    >>> write_suits(("1m", "1m", "5s"), "4s", [Meld(("2p", "3p", "4p"))])
    (['11', '', '45', ''], ['', '[234]', '', ''])

    Args:
        tiles: its standing tiles, each suit's in order, without the winning tile.
        winning: its winning tile, if it has one.
        melds: its melds.

    Returns:
        The standing numbers of each suit, and the melds of each suit. None if a meld is not legal
        or a flower stands.
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
        suit_and_writing = _LAID.get((meld.tiles, meld.concealed))
        if suit_and_writing is None:
            return None
        suit, writing = suit_and_writing
        laid[suit] += writing
    return list(standing.values()), list(laid.values())


def suits_of(
    tiles: Iterable[str], winning: str | None = None, melds: Iterable[Meld] = ()
) -> Suits | None:
    """Divide each suit of a hand.

    Args:
        tiles: its standing tiles, each suit's in order, without the winning tile.
        winning: its winning tile, if it has one.
        melds: its melds.

    Returns:
        Characters, dots, bamboo, honors. None if a meld is not legal or a flower stands.
    """
    writings = write_suits(tiles, winning, melds)
    if writings is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = writings
    return (
        suit_of(m, m_melds, "m"),
        suit_of(p, p_melds, "p"),
        suit_of(s, s_melds, "s"),
        suit_of(z, z_melds, "z"),
    )


# As many suits as a million random hands hold.
@lru_cache(maxsize=1 << 16)
def suit_of(standing: str, melds: str, suit: str) -> Suit:
    """Divide a suit.

    Args:
        standing: the numbers of its standing tiles, in order.
        melds: its melds, as in ``[123](9999)``.
        suit: its letter.
    """
    laid = laid_melds(melds, suit)
    divisions = []
    for groups, pair in divide(standing, has_sequences=suit != "z"):
        standing_melds = tuple([_MELDS[group, suit] for group in groups])
        pairs = (pair[0] + suit,) if pair else ()
        divisions.append(SuitDivision.of(standing_melds, laid, pairs))
    return Suit.of(tuple(divisions), standing, melds, suit)


def divide_hand(suits: Suits) -> Iterator[Divisions]:
    """List every division of the standing tiles into one pair and any number of melds."""
    m, p, s, z = suits
    number_of_pairs = [m.has_pair, p.has_pair, s.has_pair, z.has_pair].count(True)
    if number_of_pairs != 1:
        return iter(())
    return product(m.divisions, p.divisions, s.divisions, z.divisions)


@lru_cache(maxsize=1 << 16)
def divide(numbers: str, *, has_sequences: bool) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Divide one suit's tiles into melds and at most one pair, in every way.

    >>> divide("111222333", has_sequences=True)
    ((('111', '222', '333'), ''), (('123', '123', '123'), ''))

    Args:
        numbers: the numbers of its tiles, in order, as in ``"1123444"``.
        has_sequences: whether they make sequences. Honors do not.

    Returns:
        (melds, pair) for each way that uses every tile. The pair is empty in a way without one.
    """
    if not numbers:
        return (((), ""),)
    ways: list[tuple[tuple[str, ...], str]] = []

    # The first tile is in a triplet, in a sequence, or in the pair.
    first = numbers[0]
    copies = numbers.count(first)
    if copies >= 3:
        for melds, pair in divide(numbers[3:], has_sequences=has_sequences):
            ways.append(((first * 3, *melds), pair))
    sequence = _SEQUENCES.get(first)
    if has_sequences and sequence and set(sequence).issubset(numbers):
        rest = numbers
        for number in sequence:
            rest = rest.replace(number, "", 1)
        for melds, pair in divide(rest, has_sequences=True):
            ways.append(((sequence, *melds), pair))
    if copies >= 2 and len(numbers) % 3 == 2:
        for melds, pair in divide(numbers[2:], has_sequences=has_sequences):
            if not pair:
                ways.append((melds, first * 2))
    return tuple(ways)


def is_regular(standing: tuple[str, ...]) -> bool:
    """Whether standing tiles divide into melds and one pair."""
    suits = suits_of(in_order(standing))
    if suits is None:
        return False
    for _ in divide_hand(suits):
        return True
    return False


def leftover(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Take out as many tiles as possible in melds and one pair, and return the rest, in order.

    >>> leftover(("1m", "2m", "3m", "5p", "5p", "9s"))
    ('9s',)
    """
    return _find_leftover(in_order(tiles), may_take_pair=True)


@lru_cache(maxsize=1 << 14)
def _find_leftover(tiles: tuple[str, ...], *, may_take_pair: bool) -> tuple[str, ...]:
    """Find the fewest tiles that no melds and pair take. The first such choice is returned.

    Args:
        tiles: sorted tiles.
        may_take_pair: whether two of them may be taken out as the pair.
    """
    if not tiles:
        return ()
    first = tiles[0]

    # The first tile is left over, or in a triplet, in a sequence, or in the pair.
    choices = [(first, *_find_leftover(tiles[1:], may_take_pair=may_take_pair))]
    for meld in _melds_from(first):
        rest = _remove_tiles(tiles, meld)
        if rest is not None:
            choices.append(_find_leftover(rest, may_take_pair=may_take_pair))
    if may_take_pair and tiles.count(first) >= 2:
        choices.append(_find_leftover(tiles[2:], may_take_pair=False))
    return min(choices, key=len)


def _melds_from(tile: str) -> list[tuple[str, ...]]:
    """List the tiles of the triplet and of the sequence that begin with a tile."""
    number = tile[0]
    suit = tile[1]
    triplet = _MELD_TILES.get((number * 3, suit))
    sequence = _MELD_TILES.get((_SEQUENCES.get(number, ""), suit))
    return [tiles for tiles in (triplet, sequence) if tiles is not None]


def _remove_tiles(tiles: tuple[str, ...], removed: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the other tiles. None if one of the removed tiles is not among them."""
    rest = list(tiles)
    for tile in removed:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)

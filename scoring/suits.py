"""Exact division: every way to divide the tiles of a hand into melds and a pair, suit by suit.

Nearly every hand consists of suits that earlier hands had too, so the divisions of suits are
cached. In the cache a suit is written in the notation of hands, without the suit's letter: its
standing tiles as in ``44678``, its melds on the table as in ``[123](9999)``. So the three suits of
numbers share their divisions.
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
#: The numbers of each sequence, such as ``"123"``, by the first of them.
_SEQUENCES: Final = {str(first): f"{first}{first + 1}{first + 2}" for first in range(1, 8)}
#: The first numbers of 123, 456 and 789.
_STRAIGHT_FIRSTS: Final = "147"


def _list_melds() -> dict[tuple[str, str], tuple[str, ...]]:
    """List the tiles of every meld, by (numbers, suit) such as ``("123", "m")``."""
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
    """Make every meld, by (text, suit).

    ``123`` is a standing meld, ``[123]`` an exposed meld, ``(1111)`` a concealed quad.
    """
    melds: dict[tuple[str, str], Meld] = {}
    for (numbers, suit), tiles in _MELD_TILES.items():
        melds[numbers, suit] = Meld(tiles, concealed=True)
        melds[f"[{numbers}]", suit] = Meld(tiles)
        if len(tiles) == 4:
            melds[f"({numbers})", suit] = Meld(tiles, concealed=True)
    return melds


_MELDS: Final = _make_melds()


def _write_table_melds() -> dict[tuple[tuple[str, ...], bool], tuple[str, str]]:
    """Write every meld that can be on the table.

    Returns:
        (suit, text) of each meld, such as ``("m", "[123]")``, by (tiles, whether it is concealed).
    """
    texts: dict[tuple[tuple[str, ...], bool], tuple[str, str]] = {}
    for (numbers, suit), tiles in _MELD_TILES.items():
        texts[tiles, False] = (suit, f"[{numbers}]")
        # Of the concealed melds only quads are on the table.
        if len(tiles) == 4:
            texts[tiles, True] = (suit, f"({numbers})")
    return texts


_TABLE_MELDS: Final = _write_table_melds()


@dataclass(frozen=True, slots=True)
class SuitDivision:
    """A way to divide the standing tiles of a suit.

    All fields from ``sequences`` to ``shifted_triplets`` include the suit's melds on the table. In
    these fields the melds are sorted by their tiles.

    Attributes:
        standing_melds: the melds of the standing tiles, each ``concealed``.
        table_melds: the suit's melds on the table.
        pairs: the pair's tile. Empty without a pair.
        sequences: the sequences.
        triplets: the triplets and quads.
        concealed_triplets: the triplets and quads of which no tile was claimed before the win.
        quads: the quads.
        equal_sequences: the sequences that occur more than once, each as often as it occurs.
        pure_straight: the sequences 123, 456 and 789. Empty if the suit lacks one of them.
        shifted_triplets: four triplets or quads with consecutive numbers, or else three. Empty
            without such triplets.
        leftover: the tiles in no group. Empty in an exact division.
    """

    standing_melds: tuple[Meld, ...]
    table_melds: tuple[Meld, ...]
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
        table_melds: tuple[Meld, ...],
        pairs: tuple[str, ...],
        leftover: tuple[str, ...] = (),
    ) -> "SuitDivision":
        """Make a division and find what its melds have in common.

        Args:
            standing_melds: the melds of the standing tiles.
            table_melds: the suit's melds on the table.
            pairs: the pair's tile. Empty without a pair.
            leftover: the tiles in no group.
        """
        melds = sorted((*standing_melds, *table_melds), key=lambda meld: meld.tiles)
        sequences = tuple([meld for meld in melds if meld.kind == "sequence"])
        triplets = tuple([meld for meld in melds if meld.kind != "sequence"])
        return cls(
            standing_melds=standing_melds,
            table_melds=table_melds,
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
    """Find the sequences of a suit that occur more than once, each as often as it occurs."""
    first_tiles = [meld.tiles[0] for meld in sequences]
    return tuple([meld for meld in sequences if first_tiles.count(meld.tiles[0]) > 1])


def _find_pure_straight(sequences: Sequence[Meld]) -> tuple[Meld, ...]:
    """Find the sequences 123, 456 and 789 of a suit. Empty if one of them is missing."""
    by_first_number = {meld.first_number: meld for meld in sequences}
    if not by_first_number.keys() >= set(_STRAIGHT_FIRSTS):
        return ()
    return tuple([by_first_number[number] for number in _STRAIGHT_FIRSTS])


def _find_shifted_triplets(triplets: Sequence[Meld]) -> tuple[Meld, ...]:
    """Find four triplets of a suit with consecutive numbers, or else three.

    Returns:
        The triplets in the order of their numbers, the lowest if there are several such rows. Empty
        if no three have consecutive numbers.
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


#: The division of a suit without tiles.
NO_DIVISION: Final = SuitDivision.of(standing_melds=(), table_melds=(), pairs=())


@dataclass(frozen=True, slots=True)
class Suit:
    """One suit of a hand.

    Attributes:
        divisions: every way to divide the suit's standing tiles. Empty if some would be left over.
            For the hand of a player who did not win (FIMJ), the ways that may turn out best, in
            which tiles can be left over.
        has_pair: whether a division without leftover tiles holds a pair. This depends on the number
            of standing tiles alone, so it is known even if there is no division.
        is_legal: whether the hand holds at most four copies of each tile of the suit.
        is_present: whether the hand has tiles of the suit.
        has_orphans: whether the hand has terminals or honors of the suit.
        has_simples: whether the hand has numbers from 2 to 8 of the suit.
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
            divisions: the ways to divide its standing tiles.
            standing: the numbers of its standing tiles, in order, as in ``44678``.
            melds: its melds on the table, as in ``[123](9999)``.
            suit: its letter.
        """
        # The digits of the melds are the numbers of their tiles.
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


#: The suits of a hand: characters, dots, bamboo, honors.
Suits = tuple[Suit, Suit, Suit, Suit]
#: A division of each suit of a hand: characters, dots, bamboo, honors.
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


def read_meld(text: str, suit: str) -> Meld:
    """Return a meld of a suit: ``123`` stands, ``[123]`` is exposed, ``(1111)`` a concealed quad.

    >>> read_meld("[123]", "p")
    Meld(tiles=('1p', '2p', '3p'), concealed=False)
    """
    return _MELDS[text, suit]


@lru_cache(maxsize=1 << 14)
def read_table_melds(texts: str, suit: str) -> tuple[Meld, ...]:
    """Return the melds of a suit whose texts are written together, as in ``[123](9999)``."""
    return tuple([_MELDS[text, suit] for text in re.findall(r"[\[(]\d+[\])]", texts)])


def write_suits(
    tiles: Iterable[str], winning: str | None = None, melds: Iterable[Meld] = ()
) -> tuple[list[str], list[str]] | None:
    """Write each suit of a hand as text: characters, dots, bamboo, honors.

    >>> write_suits(("1m", "1m", "5s"), "4s", [Meld(("2p", "3p", "4p"))])
    (['11', '', '45', ''], ['', '[234]', '', ''])

    Args:
        tiles: the hand's standing tiles, each suit's in order, without the winning tile.
        winning: the hand's winning tile. None if it has none.
        melds: the hand's melds on the table.

    Returns:
        (standing, melds): for each suit the numbers of its standing tiles in order, the winning
        tile included, and for each suit its melds. None if a meld is not legal, or if a flower is
        among the standing tiles.
    """
    standing_of = {"m": "", "p": "", "s": "", "z": ""}
    melds_of = {"m": "", "p": "", "s": "", "z": ""}
    try:
        for tile in tiles:
            standing_of[tile[1]] += tile[0]
        if winning is not None:
            suit = winning[1]
            standing_of[suit] = "".join(sorted(standing_of[suit] + winning[0]))
    except KeyError:
        # A flower or a season belongs to none of these suits.
        return None
    for meld in melds:
        suit_and_text = _TABLE_MELDS.get((meld.tiles, meld.concealed))
        if suit_and_text is None:
            # The meld is not legal.
            return None
        suit, text = suit_and_text
        melds_of[suit] += text
    return list(standing_of.values()), list(melds_of.values())


def suits_of(
    tiles: Iterable[str], winning: str | None = None, melds: Iterable[Meld] = ()
) -> Suits | None:
    """Divide each suit of a hand.

    Args:
        tiles: the hand's standing tiles, each suit's in order, without the winning tile.
        winning: the hand's winning tile. None if it has none.
        melds: the hand's melds on the table.

    Returns:
        Characters, dots, bamboo, honors. None if a meld is not legal, or if a flower is among the
        standing tiles.
    """
    standing_and_melds = write_suits(tiles, winning, melds)
    if standing_and_melds is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = standing_and_melds
    return (
        suit_of(m, m_melds, "m"),
        suit_of(p, p_melds, "p"),
        suit_of(s, s_melds, "s"),
        suit_of(z, z_melds, "z"),
    )


# As many suits as a million random hands hold.
@lru_cache(maxsize=1 << 16)
def suit_of(standing: str, melds: str, suit: str) -> Suit:
    """Divide the standing tiles of a suit in every way into melds and at most one pair.

    Args:
        standing: the numbers of its standing tiles, in order, as in ``44678``.
        melds: its melds on the table, as in ``[123](9999)``.
        suit: its letter.
    """
    table_melds = read_table_melds(melds, suit)
    divisions = []
    for meld_texts, pair_text in divide(standing, has_sequences=suit != "z"):
        standing_melds = tuple([_MELDS[text, suit] for text in meld_texts])
        pairs = (pair_text[0] + suit,) if pair_text else ()
        divisions.append(SuitDivision.of(standing_melds, table_melds, pairs))
    return Suit.of(tuple(divisions), standing, melds, suit)


def divide_hand(suits: Suits) -> Iterator[Divisions]:
    """List every division of a hand's standing tiles into one pair and any number of melds.

    Returns:
        Combinations of a division of each suit. Exactly one of the four suits has the pair. Nothing
        if the tiles do not divide in this way.
    """
    m, p, s, z = suits
    number_of_pairs = [m.has_pair, p.has_pair, s.has_pair, z.has_pair].count(True)
    if number_of_pairs != 1:
        return iter(())
    return product(m.divisions, p.divisions, s.divisions, z.divisions)


@lru_cache(maxsize=1 << 16)
def divide(numbers: str, *, has_sequences: bool) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Divide the numbers of a suit's tiles into melds and at most one pair, in every way.

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
        other_numbers = numbers
        for number in sequence:
            other_numbers = other_numbers.replace(number, "", 1)
        for melds, pair in divide(other_numbers, has_sequences=True):
            ways.append(((sequence, *melds), pair))
    # Melds and a pair have two tiles more than a multiple of three.
    needs_pair = len(numbers) % 3 == 2
    if needs_pair and copies >= 2:
        for melds, _no_pair in divide(numbers[2:], has_sequences=has_sequences):
            ways.append((melds, first * 2))
    return tuple(ways)


def is_regular(standing: tuple[str, ...]) -> bool:
    """Whether standing tiles divide into melds and one pair."""
    suits = suits_of(in_order(standing))
    if suits is None:
        return False
    first_division = next(divide_hand(suits), None)
    return first_division is not None


def leftover(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Find the tiles that remain when as many tiles as possible are taken out in melds and a pair.

    >>> leftover(("1m", "2m", "3m", "5p", "5p", "9s"))
    ('9s',)
    """
    return _find_leftover(in_order(tiles), may_take_pair=True)


@lru_cache(maxsize=1 << 14)
def _find_leftover(tiles: tuple[str, ...], *, may_take_pair: bool) -> tuple[str, ...]:
    """Find the fewest tiles that can remain when melds and a pair are taken out.

    Args:
        tiles: sorted tiles.
        may_take_pair: whether two of them may be taken out as the pair.

    Returns:
        The remaining tiles, in order.
    """
    if not tiles:
        return ()
    first = tiles[0]

    # The first tile is left over, or in a triplet, in a sequence, or in the pair.
    choices = [(first, *_find_leftover(tiles[1:], may_take_pair=may_take_pair))]
    for meld in _melds_from(first):
        other_tiles = _remove_tiles(tiles, meld)
        if other_tiles is not None:
            choices.append(_find_leftover(other_tiles, may_take_pair=may_take_pair))
    if may_take_pair and tiles.count(first) >= 2:
        choices.append(_find_leftover(tiles[2:], may_take_pair=False))
    # Of equally short choices, ``min`` takes the first.
    return min(choices, key=len)


def _melds_from(tile: str) -> list[tuple[str, ...]]:
    """List the tiles of the triplet and of the sequence that begin with a tile."""
    number = tile[0]
    suit = tile[1]
    melds = []
    if tile in KINDS:
        melds.append(_MELD_TILES[number * 3, suit])
    if number in _SEQUENCES and suit in "mps":
        melds.append(_MELD_TILES[_SEQUENCES[number], suit])
    return melds


def _remove_tiles(tiles: tuple[str, ...], removed: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return tiles without the removed tiles. None if one of those is not among the tiles."""
    other_tiles = list(tiles)
    for tile in removed:
        if tile not in other_tiles:
            return None
        other_tiles.remove(tile)
    return tuple(other_tiles)

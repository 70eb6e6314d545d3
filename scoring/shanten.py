"""The distance of a hand from winning: the nearest winning hands, and the tiles that lead to them.

A winning hand takes at most four copies of a tile, those in melds included. Melds and a pair are
found suit by suit, and in a suit number by number. Nearly every suit was met before, so suits
are remembered.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from hu.scoring.melds import Meld
from hu.scoring.shapes import (
    COMMON_SHAPES,
    ListedHands,
    MeldsAndPair,
    SevenPairs,
    Shape,
    TilePool,
)
from hu.scoring.suits import SUITS
from hu.scoring.tiles import KINDS

#: Copies of a tile in a tile set.
COPIES: Final = 4
#: Stands for the number of tiles that a hand lacks if no tiles can complete it.
_IMPOSSIBLE: Final = 99
#: How many melds and pairs there are in a suit or in several suits: (melds, pairs).
_Groups = tuple[int, int]
#: The fewest tiles that some groups lack, and a bit for each tile that they may lack:
#: (missing, bits). Several choices of groups may lack equally few tiles, but not the same tiles.
_Lack = tuple[int, int]
#: The groups of a suit up to some number, the last number: (sequences that begin at the last
#: number, sequences that begin at the number before it, melds, pairs). The sequences are among the
#: melds already, although they take tiles of the next numbers.
_GroupsSoFar = tuple[int, int, int, int]
_Key = TypeVar("_Key", bound=tuple[int, ...])


class Missing(NamedTuple):
    """The difference between a hand and the nearest winning hands.

    Attributes:
        missing: how many tiles the hand lacks. Of a waiting hand this is its shanten plus one.
        tiles: every tile that it lacks for one of these winning hands.
    """

    missing: int
    tiles: frozenset[str]


def find_missing(
    standing: Sequence[str],
    melds: Sequence[Meld],
    shapes: Sequence[Shape] = COMMON_SHAPES,
    gone: Iterable[str] = (),
) -> Missing:
    """Find the winning hands that lack the fewest tiles.

    >>> find_missing("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 5s 6s".split(), ()).missing
    1

    Args:
        standing: the standing tiles.
        melds: the legal melds on the table.
        shapes: the shapes that win. If melds and a pair win, that shape comes first.
        gone: copies that can no longer be drawn. Copies in the hand are not among them.
    """
    held = Counter(standing)
    unusable = Counter(gone)
    for meld in melds:
        unusable.update(meld.tiles)

    fewest = _IMPOSSIBLE
    tiles: frozenset[str] = frozenset()
    for shape in shapes:
        for near in _missing_of_shape(shape, held, unusable, melds=len(melds), limit=fewest):
            if near.missing < fewest:
                fewest = near.missing
                tiles = near.tiles
            elif near.missing == fewest:
                tiles |= near.tiles
    return Missing(fewest, tiles)


def _missing_of_shape(
    shape: Shape, held: Counter[str], unusable: Counter[str], *, melds: int, limit: int
) -> Iterator[Missing]:
    """Find the nearest hands of one shape.

    Args:
        shape: the shape.
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use: those in melds, and
            those that can no longer be drawn. The held copies are not among them.
        melds: the number of melds on the table.
        limit: hands that lack more tiles may be left out.
    """
    if isinstance(shape, MeldsAndPair):
        yield _missing_of_melds(held, unusable, melds=shape.melds - melds)
    elif isinstance(shape, ListedHands):
        for hand in shape.hands:
            if len(hand) + 3 * melds == shape.hand_shape.complete_size:
                yield from _missing_of_listed(Counter(hand), held, unusable)
    elif isinstance(shape, SevenPairs):
        # Seven pairs have no melds on the table.
        if not melds:
            yield from _missing_of_seven_pairs(shape, held, unusable)
    elif shape.melds is None:
        # The tiles of a pool alone have no melds on the table.
        if not melds:
            yield from _missing_of_pool(shape, held, unusable)
    elif melds <= shape.melds:
        melds_to_make = shape.melds - melds
        yield from _missing_of_pool_and_melds(
            shape, held, unusable, melds=melds_to_make, limit=limit
        )


def _missing_of_listed(
    hand: Counter[str], held: Counter[str], unusable: Counter[str]
) -> Iterator[Missing]:
    """Find the tiles that a listed hand lacks. Nothing if too few copies are left."""
    for tile, copies in hand.items():
        if copies > COPIES - unusable[tile]:
            return
    lacking = hand - held
    yield Missing(lacking.total(), frozenset(lacking))


def _missing_of_pool(
    shape: TilePool, held: Counter[str], unusable: Counter[str]
) -> Iterator[Missing]:
    """Take different tiles of the pool. Nothing if too few of them can be drawn.

    A second copy of a tile is of no use.
    """
    held_tiles = [tile for tile in shape.tiles if tile in held]
    other_tiles = [tile for tile in shape.tiles if tile not in held]
    drawable_tiles = [tile for tile in other_tiles if unusable[tile] < COPIES]
    missing = max(0, shape.count - len(held_tiles))
    if len(drawable_tiles) >= missing:
        yield Missing(missing, frozenset(drawable_tiles))


def _missing_of_pool_and_melds(
    shape: TilePool, held: Counter[str], unusable: Counter[str], *, melds: int, limit: int
) -> Iterator[Missing]:
    """Take every tile of the pool once, and melds and a pair of the other tiles."""
    lacking = frozenset([tile for tile in shape.tiles if tile not in held])
    if len(lacking) > limit:
        return
    if any(unusable[tile] >= COPIES for tile in lacking):
        return
    # The melds and the pair cannot use the copies that the pool takes, held or not.
    pool = Counter(shape.tiles)
    rest = _missing_of_melds(held - pool, unusable + pool, melds=melds)
    yield Missing(len(lacking) + rest.missing, lacking | rest.tiles)


def _missing_of_seven_pairs(
    shape: SevenPairs, held: Counter[str], unusable: Counter[str]
) -> Iterator[Missing]:
    """Find the nearest hands of seven pairs, in some rules with a triplet."""
    if shape.triplets:
        yield from _missing_of_pairs_and_triplet(held, unusable, shape)
    else:
        yield _missing_of_pairs(held, unusable, must_differ=not shape.allows_equal_pairs)


def _missing_of_pairs(
    held: Mapping[str, int], unusable: Mapping[str, int], *, must_differ: bool
) -> Missing:
    """Take the seven pairs that lack the fewest tiles.

    The second pair of a tile never lacks fewer tiles than its first pair. So of the pairs in order
    of their lack, the first seven hold no second pair without its first.
    """
    # (number of tiles that the pair lacks, tile)
    pairs: list[tuple[int, str]] = []
    for tile in KINDS:
        copies = held.get(tile, 0)
        usable = COPIES - unusable.get(tile, 0)
        if usable >= 2:
            pairs.append((max(0, 2 - copies), tile))
        if usable == COPIES and not must_differ:
            # A second pair has only the third and the fourth copy.
            copies_of_second_pair = max(0, copies - 2)
            pairs.append((2 - copies_of_second_pair, tile))
    pairs.sort()
    missing = sum(lack for lack, _tile in pairs[:7])
    largest_lack = pairs[6][0]
    tiles = [tile for lack, tile in pairs if 0 < lack <= largest_lack]
    return Missing(missing, frozenset(tiles))


def _missing_of_pairs_and_triplet(
    held: Counter[str], unusable: Counter[str], shape: SevenPairs
) -> Iterator[Missing]:
    """Take every possible triplet, and seven pairs of the other tiles."""
    for tile in KINDS:
        if unusable[tile] + 3 > COPIES:
            continue
        # No pair of the triplet's tile is left in a tile set.
        lack = max(0, 3 - held[tile])
        rest = Counter(held)
        del rest[tile]
        pairs = _missing_of_pairs(
            rest, unusable | Counter({tile: 3}), must_differ=not shape.allows_equal_pairs
        )
        tiles = pairs.tiles
        if lack:
            tiles |= {tile}
        yield Missing(lack + pairs.missing, tiles)


def _missing_of_melds(
    held: Mapping[str, int], unusable: Mapping[str, int], *, melds: int
) -> Missing:
    """Find the nearest hands of some melds and a pair, suit by suit.

    Args:
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use: those in melds, and
            those that can no longer be drawn. The held copies are not among them.
        melds: the number of melds to make.

    Returns:
        The nearest hands. They lack ``_IMPOSSIBLE`` tiles if too few copies can be used.
    """
    # The lack of the suits so far, for each number of melds and pairs that they can hold. At first
    # there are no suits, no groups, and no tile is missing.
    lack_of_groups: dict[_Groups, _Lack] = {(0, 0): (0, 0)}
    # The place in KINDS of the suit's first tile.
    place_of_suit = 0
    for suit, tiles in SUITS.items():
        held_copies = [held.get(tile, 0) for tile in tiles]
        # The copies that a winning hand can use, the held copies included.
        usable_copies = [max(0, COPIES - unusable.get(tile, 0)) for tile in tiles]
        # The key under which a suit is remembered: texts with a digit for each tile.
        held_digits = "".join(map(str, held_copies))
        usable_digits = "".join(map(str, usable_copies))
        lack_in_suit = _lack_of_suit(held_digits, usable_digits, melds, has_sequences=suit != "z")
        lack_of_groups = _join_suits(
            lack_of_groups, lack_in_suit, melds=melds, first_bit=place_of_suit
        )
        place_of_suit += len(tiles)

    # A hand has all the melds and one pair.
    whole_hand = (melds, 1)
    if whole_hand not in lack_of_groups:
        return Missing(_IMPOSSIBLE, frozenset())
    missing, bits = lack_of_groups[whole_hand]
    return Missing(missing, _tiles_of_bits(bits))


def _tiles_of_bits(bits: int) -> frozenset[str]:
    """Return the tiles whose bits are set. The lowest bit is that of the first tile in KINDS."""
    tiles = []
    for place, tile in enumerate(KINDS):
        is_set = bits & (1 << place) != 0
        if is_set:
            tiles.append(tile)
    return frozenset(tiles)


def _join_suits(
    lack_of_groups: dict[_Groups, _Lack],
    lack_in_suit: dict[_Groups, _Lack],
    *,
    melds: int,
    first_bit: int,
) -> dict[_Groups, _Lack]:
    """Add a suit to the suits before it.

    Args:
        lack_of_groups: the lack of the suits so far, for each number of melds and pairs.
        lack_in_suit: the same for the next suit alone. Its lowest bit is that of its first tile.
        melds: the most melds of all suits.
        first_bit: the place of that tile's bit among the bits of all suits.
    """
    joined: dict[_Groups, _Lack] = {}
    for (melds_before, pairs_before), (missing_before, bits_before) in lack_of_groups.items():
        for (suit_melds, suit_pairs), (suit_missing, suit_bits) in lack_in_suit.items():
            all_melds = melds_before + suit_melds
            all_pairs = pairs_before + suit_pairs
            if all_melds > melds or all_pairs > 1:
                continue
            missing = missing_before + suit_missing
            bits = bits_before | suit_bits << first_bit
            _keep_least(joined, (all_melds, all_pairs), missing, bits)
    return joined


def _keep_least(table: dict[_Key, _Lack], key: _Key, missing: int, bits: int) -> None:
    """Enter a lack in a table if it is the smallest for its key. Of equal lacks, join the tiles."""
    present = table.get(key)
    if present is None or missing < present[0]:
        table[key] = missing, bits
    elif missing == present[0]:
        table[key] = missing, present[1] | bits


@lru_cache(maxsize=1 << 15)
def _lack_of_suit(
    held_digits: str, usable_digits: str, melds: int, *, has_sequences: bool
) -> dict[_Groups, _Lack]:
    """Find the lack of the melds and the pair of one suit, for every number of melds and pairs.

    Args:
        held_digits: how many tiles of each number stand, a digit each.
        usable_digits: how many tiles of each number a winning hand can use, a digit each.
        melds: the most melds.
        has_sequences: whether the suit has sequences.

    Returns:
        The lack of the best groups, for each number of melds and pairs that the suit can hold. The
        lowest bit is that of the suit's first tile.
    """
    lack_of: dict[_GroupsSoFar, _Lack] = {(0, 0, 0, 0): (0, 0)}
    for index in range(len(held_digits)):
        can_begin_sequence = has_sequences and index + 2 < len(held_digits)
        lack_of = _add_number(
            lack_of,
            held=int(held_digits[index]),
            usable=int(usable_digits[index]),
            bit=1 << index,
            # Three equal sequences lack the same as three triplets, so they are left out.
            most_sequences=2 if can_begin_sequence else 0,
            melds=melds,
        )
    # No sequence begins at the last two numbers, so all of them are complete.
    lack_of_groups: dict[_Groups, _Lack] = {}
    for (_from_last, _from_before, melds_of_suit, pairs), lack in lack_of.items():
        lack_of_groups[melds_of_suit, pairs] = lack
    return lack_of_groups


def _add_number(
    lack_of: dict[_GroupsSoFar, _Lack],
    *,
    held: int,
    usable: int,
    bit: int,
    most_sequences: int,
    melds: int,
) -> dict[_GroupsSoFar, _Lack]:
    """Continue the groups of a suit with the tiles of the next number.

    Args:
        lack_of: the lack of the groups up to the number before.
        held: how many tiles of the number stand.
        usable: how many tiles of the number a winning hand can use.
        bit: the bit of the number's tile.
        most_sequences: how many sequences may begin at the number.
        melds: the most melds of the suit.

    Returns:
        The lack of the groups up to this number.
    """
    next_lack_of: dict[_GroupsSoFar, _Lack] = {}
    for groups, (missing, bits) in lack_of.items():
        for needed, next_groups in _continue_groups(groups, most_sequences, melds):
            if needed > usable:
                continue
            lack = needed - held
            if lack > 0:
                _keep_least(next_lack_of, next_groups, missing + lack, bits | bit)
            else:
                _keep_least(next_lack_of, next_groups, missing, bits)
    return next_lack_of


# There are fewer different arguments than this.
@lru_cache(maxsize=1 << 12)
def _continue_groups(
    groups: _GroupsSoFar, most_sequences: int, melds: int
) -> list[tuple[int, _GroupsSoFar]]:
    """List the ways to continue the groups of a suit with the next number.

    Args:
        groups: the groups up to the number before.
        most_sequences: how many sequences may begin at the number.
        melds: the most melds of the suit.

    Returns:
        (how many tiles of the number the groups take, the groups up to this number) for each way.
    """
    begun_one_before, begun_two_before, melds_so_far, pairs = groups
    ways: list[tuple[int, _GroupsSoFar]] = []
    for begun_here in range(min(most_sequences, melds - melds_so_far) + 1):
        # Each of these sequences takes one tile: its first, its second or its third.
        needed = begun_here + begun_one_before + begun_two_before
        next_melds = melds_so_far + begun_here
        # Beside the sequences the number has no group, a pair or a triplet.
        ways.append((needed, (begun_here, begun_one_before, next_melds, pairs)))
        if pairs == 0:
            ways.append((needed + 2, (begun_here, begun_one_before, next_melds, 1)))
        if next_melds < melds:
            ways.append((needed + 3, (begun_here, begun_one_before, next_melds + 1, pairs)))
    return ways

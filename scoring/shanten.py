"""The distance of a hand from winning: the nearest winning hands, and the tiles that lead to them.

A winning hand has at most four copies of a tile, those in melds included. Melds and a pair are
found suit by suit, and in a suit number by number. Nearly every suit has occurred in an earlier
hand, so the results of suits are cached.

Sets of tiles are bit masks here. In the mask of one suit the lowest bit is that of the suit's first
tile. In the mask of all suits it is that of the first tile in ``KINDS``.
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
from hu.scoring.tiles import COPIES, KINDS

#: The number of missing tiles of a hand that no tiles can complete.
_IMPOSSIBLE: Final = 99
#: (melds, pairs): how many melds and how many pairs there are in some suits.
_Groups = tuple[int, int]
#: (missing, mask): the fewest tiles that groups lack, and the mask of the tiles that they may lack.
#: Several choices of groups may lack equally few tiles, but different tiles. The mask has the tiles
#: of all these choices.
_Lack = tuple[int, int]
_Key = TypeVar("_Key", bound=tuple[int, ...])
#: The index in ``KINDS`` of the first tile of each suit.
_FIRST_INDEX: Final = {suit: KINDS.index(tiles[0]) for suit, tiles in SUITS.items()}


class _GroupsSoFar(NamedTuple):
    """The groups of a suit, when its numbers were looked at from the first to some last number.

    Attributes:
        begun_at_last: how many sequences begin at the last number. Each still needs a tile of the
            next number and a tile of the number after that.
        begun_before_last: how many sequences begin at the number before the last. Each still needs
            a tile of the next number.
        melds: the number of melds, these sequences included.
        pairs: the number of pairs, 0 or 1.
    """

    begun_at_last: int
    begun_before_last: int
    melds: int
    pairs: int


class Missing(NamedTuple):
    """The difference between a hand and the nearest winning hands.

    Attributes:
        missing: how many tiles the hand lacks. A waiting hand lacks one tile.
        tiles: every tile that it lacks for at least one of these winning hands.
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
        shapes: the shapes that win. For speed, melds and a pair come first if they win.
        gone: copies that can no longer be drawn, a tile for each copy. Copies in the hand are not
            among them.

    Returns:
        The number of missing tiles, and the tiles that may be missing. The number is 99 if no tiles
        can complete the hand.
    """
    held = Counter(standing)
    unusable = Counter(gone)
    for meld in melds:
        unusable.update(meld.tiles)

    fewest = _IMPOSSIBLE
    tiles: frozenset[str] = frozenset()
    for shape in shapes:
        for difference in _missing_of_shape(shape, held, unusable, melds=len(melds), limit=fewest):
            if difference.missing < fewest:
                fewest = difference.missing
                tiles = difference.tiles
            elif difference.missing == fewest:
                tiles |= difference.tiles
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

    Yields:
        The differences to hands of the shape. The nearest hands are among them. If the hand cannot
        have the shape, nothing or a difference of at least ``_IMPOSSIBLE`` tiles.
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
        # A hand of tiles of a pool alone has no melds on the table.
        if not melds:
            yield from _missing_of_pool(shape, held, unusable)
    elif melds <= shape.melds:
        melds_to_make = shape.melds - melds
        yield from _missing_of_pool_and_melds(
            shape, held, unusable, melds=melds_to_make, limit=limit
        )


def _missing_of_listed(
    listed: Counter[str], held: Counter[str], unusable: Counter[str]
) -> Iterator[Missing]:
    """Find the tiles that are missing from a listed hand.

    Args:
        listed: how many copies of each tile the listed hand has.
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use. The held copies are
            not among them.

    Yields:
        The difference to the listed hand. Nothing if it needs more copies than can be used.
    """
    for tile, copies in listed.items():
        if copies > COPIES - unusable[tile]:
            return
    lacking = listed - held
    yield Missing(lacking.total(), frozenset(lacking))


def _missing_of_pool(
    shape: TilePool, held: Counter[str], unusable: Counter[str]
) -> Iterator[Missing]:
    """Take different tiles of a pool, which make the whole hand. Second copies are of no use.

    Args:
        shape: the pool.
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use. The held copies are
            not among them.

    Yields:
        The difference to the nearest hands. Nothing if too few tiles of the pool can be drawn.
    """
    held_tiles = [tile for tile in shape.tiles if tile in held]
    other_tiles = [tile for tile in shape.tiles if tile not in held]
    drawable_tiles = [tile for tile in other_tiles if unusable[tile] < COPIES]
    missing = max(0, shape.count - len(held_tiles))
    if missing == 0:
        yield Missing(0, frozenset())
    elif len(drawable_tiles) >= missing:
        yield Missing(missing, frozenset(drawable_tiles))


def _missing_of_pool_and_melds(
    shape: TilePool, held: Counter[str], unusable: Counter[str], *, melds: int, limit: int
) -> Iterator[Missing]:
    """Take every tile of a pool once, and melds and a pair of the other tiles.

    Args:
        shape: the pool.
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use. The held copies are
            not among them.
        melds: the number of melds to make of the other tiles.
        limit: hands that lack more tiles may be left out.

    Yields:
        The difference to the nearest hands. Nothing if the hand lacks more tiles of the pool than
        ``limit``, or lacks a tile of the pool that can no longer be drawn.
    """
    lacking = frozenset([tile for tile in shape.tiles if tile not in held])
    if len(lacking) > limit:
        return
    if any(unusable[tile] >= COPIES for tile in lacking):
        return
    # The melds and the pair cannot use the copies that the pool takes, held or not.
    pool = Counter(shape.tiles)
    nearest = _missing_of_melds(held - pool, unusable + pool, melds=melds)
    yield Missing(len(lacking) + nearest.missing, lacking | nearest.tiles)


def _missing_of_seven_pairs(
    shape: SevenPairs, held: Counter[str], unusable: Counter[str]
) -> Iterator[Missing]:
    """Find the nearest hands of seven pairs, in some rules with a triplet.

    Args:
        shape: which hands of seven pairs win.
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use. The held copies are
            not among them.
    """
    if shape.triplets:
        yield from _missing_of_pairs_and_triplet(held, unusable, shape)
    else:
        yield _missing_of_pairs(held, unusable, must_differ=not shape.allows_equal_pairs)


def _missing_of_pairs(
    held: Mapping[str, int], unusable: Mapping[str, int], *, must_differ: bool
) -> Missing:
    """Take the seven pairs that lack the fewest tiles.

    Args:
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use. The held copies are
            not among them.
        must_differ: whether no two pairs can be of the same tile.
    """
    # (missing tiles of the pair, tile of the pair) for every pair that can be made.
    pairs: list[tuple[int, str]] = []
    for tile in KINDS:
        copies = held.get(tile, 0)
        usable = COPIES - unusable.get(tile, 0)
        if usable >= 2:
            pairs.append((max(0, 2 - copies), tile))
        if usable == COPIES and not must_differ:
            # A second pair of the tile has only the third and the fourth copy.
            copies_of_second_pair = max(0, copies - 2)
            pairs.append((2 - copies_of_second_pair, tile))

    # The seven pairs that lack the fewest tiles come first. A second pair of a tile never lacks
    # fewer tiles than the first pair of that tile, so no second pair is taken without the first.
    pairs.sort()
    missing = sum(missing_of_pair for missing_of_pair, _tile in pairs[:7])
    # Other pairs that lack as many tiles as the last of the seven could replace it.
    most_missing, _tile_of_last_pair = pairs[6]
    tiles = [tile for missing_of_pair, tile in pairs if 0 < missing_of_pair <= most_missing]
    return Missing(missing, frozenset(tiles))


def _missing_of_pairs_and_triplet(
    held: Counter[str], unusable: Counter[str], shape: SevenPairs
) -> Iterator[Missing]:
    """Take each triplet that can be made, and seven pairs of the other tiles.

    Args:
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use. The held copies are
            not among them.
        shape: the shape, which says whether two pairs can be of the same tile.

    Yields:
        The difference to the nearest hands with each triplet.
    """
    for tile in KINDS:
        if unusable[tile] + 3 > COPIES:
            continue
        missing_of_triplet = max(0, 3 - held[tile])
        # The pairs cannot use this tile: the triplet leaves a single copy of it.
        other_held = Counter(held)
        other_held[tile] = 0
        other_unusable = Counter(unusable)
        other_unusable[tile] = COPIES
        pairs = _missing_of_pairs(
            other_held, other_unusable, must_differ=not shape.allows_equal_pairs
        )
        tiles = pairs.tiles
        if missing_of_triplet:
            tiles |= {tile}
        yield Missing(missing_of_triplet + pairs.missing, tiles)


def _missing_of_melds(
    held: Mapping[str, int], unusable: Mapping[str, int], *, melds: int
) -> Missing:
    """Find the nearest hands of some melds and a pair.

    Args:
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use: those in melds, and
            those that can no longer be drawn. The held copies are not among them.
        melds: the number of melds to make.

    Returns:
        The number of missing tiles, and the tiles that may be missing. The number is
        ``_IMPOSSIBLE`` if too few copies can be used, or if ``melds`` is negative.
    """
    # The lack of each number of melds and pairs in the suits that were joined so far. No groups in
    # no suits lack nothing.
    no_groups: _Groups = (0, 0)
    no_lack: _Lack = (0, 0)
    lack_of_groups = {no_groups: no_lack}
    for suit in SUITS:
        lack_in_suit = _lack_in_suit(suit, held, unusable, most_melds=melds)
        lack_of_groups = _join_suits(
            lack_of_groups, lack_in_suit, most_melds=melds, first_index=_FIRST_INDEX[suit]
        )

    all_melds_and_pair: _Groups = (melds, 1)
    if all_melds_and_pair not in lack_of_groups:
        return Missing(_IMPOSSIBLE, frozenset())
    missing, mask = lack_of_groups[all_melds_and_pair]
    return Missing(missing, _tiles_of_mask(mask))


def _tiles_of_mask(mask: int) -> frozenset[str]:
    """Return the tiles of a mask of all suits."""
    tiles = []
    for index, tile in enumerate(KINDS):
        is_in_mask = mask & (1 << index) != 0
        if is_in_mask:
            tiles.append(tile)
    return frozenset(tiles)


def _join_suits(
    lack_of_groups: dict[_Groups, _Lack],
    lack_in_suit: dict[_Groups, _Lack],
    *,
    most_melds: int,
    first_index: int,
) -> dict[_Groups, _Lack]:
    """Add a suit to the suits before it.

    Args:
        lack_of_groups: the lack of each number of melds and pairs in the suits before. Its masks
            are those of all suits.
        lack_in_suit: the lack of each number of melds and pairs in the suit alone. Its masks are
            those of the suit.
        most_melds: the most melds in all suits together.
        first_index: the index of the suit's first tile in ``KINDS``.

    Returns:
        The lack of each number of melds and pairs in the suits before and this suit together.
    """
    joined: dict[_Groups, _Lack] = {}
    for (melds_before, pairs_before), (missing_before, mask_before) in lack_of_groups.items():
        for (melds_in_suit, pairs_in_suit), (missing_in_suit, mask_in_suit) in lack_in_suit.items():
            melds = melds_before + melds_in_suit
            pairs = pairs_before + pairs_in_suit
            if melds > most_melds or pairs > 1:
                continue
            missing = missing_before + missing_in_suit
            mask = mask_before | (mask_in_suit << first_index)
            _keep_least(joined, (melds, pairs), missing, mask)
    return joined


def _keep_least(table: dict[_Key, _Lack], key: _Key, missing: int, mask: int) -> None:
    """Enter a lack in a table, unless the lack under its key is smaller.

    Args:
        table: the smallest lack of each key so far.
        key: the groups that lack the tiles.
        missing: how many tiles they lack.
        mask: the mask of the tiles that they may lack. If the table has an equal number of missing
            tiles, these tiles are added to those of the table.
    """
    if key not in table:
        table[key] = missing, mask
        return
    least_missing, mask_of_least = table[key]
    if missing < least_missing:
        table[key] = missing, mask
    elif missing == least_missing:
        table[key] = missing, mask_of_least | mask


def _lack_in_suit(
    suit: str, held: Mapping[str, int], unusable: Mapping[str, int], *, most_melds: int
) -> dict[_Groups, _Lack]:
    """Find the lack of each number of melds and pairs in one suit of a hand.

    Args:
        suit: the letter of the suit.
        held: how many copies of each tile stand.
        unusable: how many copies of each tile the standing tiles cannot use.
        most_melds: the most melds to make.
    """
    tiles = SUITS[suit]
    held_copies = [held.get(tile, 0) for tile in tiles]
    # The copies that a winning hand can use, the held copies included.
    usable_copies = [max(0, COPIES - unusable.get(tile, 0)) for tile in tiles]
    # The arguments by which results are cached: texts with a digit for each tile of the suit.
    held_digits = "".join(map(str, held_copies))
    usable_digits = "".join(map(str, usable_copies))
    return _lack_of_copies(held_digits, usable_digits, most_melds, has_sequences=suit != "z")


@lru_cache(maxsize=1 << 15)
def _lack_of_copies(
    held_digits: str, usable_digits: str, most_melds: int, *, has_sequences: bool
) -> dict[_Groups, _Lack]:
    """Find the lack of each number of melds and pairs in a suit, by the copies of its tiles.

    Args:
        held_digits: how many copies of each tile stand, a digit for each tile in order.
        usable_digits: how many copies of each tile a winning hand can use, a digit for each tile.
        most_melds: the most melds to make.
        has_sequences: whether the tiles make sequences. Honors do not.

    Returns:
        The lack of each number of melds and pairs that the suit can hold. The masks are those of
        the suit.
    """
    no_groups = _GroupsSoFar(begun_at_last=0, begun_before_last=0, melds=0, pairs=0)
    no_lack: _Lack = (0, 0)
    lack_of = {no_groups: no_lack}
    for index in range(len(held_digits)):
        can_begin_sequence = has_sequences and index + 2 < len(held_digits)
        lack_of = _add_number(
            lack_of,
            held=int(held_digits[index]),
            usable=int(usable_digits[index]),
            bit=1 << index,
            # Three equal sequences lack the same as three triplets, so they are left out.
            most_sequences=2 if can_begin_sequence else 0,
            most_melds=most_melds,
        )
    # No sequence begins at the last two numbers, so no sequence needs further tiles. The groups
    # differ only in their melds and pairs.
    lack_of_groups: dict[_Groups, _Lack] = {}
    for groups, lack in lack_of.items():
        lack_of_groups[groups.melds, groups.pairs] = lack
    return lack_of_groups


def _add_number(
    lack_of: dict[_GroupsSoFar, _Lack],
    *,
    held: int,
    usable: int,
    bit: int,
    most_sequences: int,
    most_melds: int,
) -> dict[_GroupsSoFar, _Lack]:
    """Continue the groups of a suit with the tiles of the next number.

    Args:
        lack_of: the lack of the groups as far as the number before.
        held: how many copies of the number's tile stand.
        usable: how many copies of the number's tile a winning hand can use.
        bit: the mask of the number's tile alone.
        most_sequences: how many sequences may begin at the number.
        most_melds: the most melds in the suit.

    Returns:
        The lack of the groups as far as this number.
    """
    next_lack_of: dict[_GroupsSoFar, _Lack] = {}
    for groups, (missing, mask) in lack_of.items():
        for needed, next_groups in _continue_groups(groups, most_sequences, most_melds):
            if needed > usable:
                continue
            missing_here = needed - held
            if missing_here > 0:
                _keep_least(next_lack_of, next_groups, missing + missing_here, mask | bit)
            else:
                _keep_least(next_lack_of, next_groups, missing, mask)
    return next_lack_of


# There are fewer different arguments than this.
@lru_cache(maxsize=1 << 12)
def _continue_groups(
    groups: _GroupsSoFar, most_sequences: int, most_melds: int
) -> list[tuple[int, _GroupsSoFar]]:
    """List the ways to continue the groups of a suit with the next number.

    Args:
        groups: the groups as far as the number before.
        most_sequences: how many sequences may begin at the number.
        most_melds: the most melds in the suit.

    Returns:
        (needed, groups) for each way: how many tiles of the number the groups take, and the groups
        as far as this number.
    """
    ways: list[tuple[int, _GroupsSoFar]] = []
    for new_sequences in range(min(most_sequences, most_melds - groups.melds) + 1):
        # Each of these sequences takes one tile of the number, as its first, second or third tile.
        needed = new_sequences + groups.begun_at_last + groups.begun_before_last
        # The number becomes the last number, and the last number becomes the number before it.
        with_sequences = _GroupsSoFar(
            begun_at_last=new_sequences,
            begun_before_last=groups.begun_at_last,
            melds=groups.melds + new_sequences,
            pairs=groups.pairs,
        )
        # Beside the sequences the number has no group, a pair or a triplet.
        ways.append((needed, with_sequences))
        if groups.pairs == 0:
            ways.append((needed + 2, with_sequences._replace(pairs=1)))
        if with_sequences.melds < most_melds:
            with_triplet = with_sequences._replace(melds=with_sequences.melds + 1)
            ways.append((needed + 3, with_triplet))
    return ways

"""How far a hand is from winning: the nearest winning hands, and the tiles that lead to them.

A winning hand takes at most four copies of a tile, those in melds included. Four sets and a pair are found suit by
suit, number by number; nearly every suit was met before, so suits are remembered.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeVar

from hu.scoring.melds import Meld
from hu.scoring.shapes import COMMON_SHAPES, ListedHands, MeldsAndPair, SevenPairs, Shape
from hu.scoring.suits import SUITS
from hu.scoring.tiles import KINDS

#: Copies of a tile in a set.
COPIES: Final = 4
#: More than any hand lacks.
_NEVER: Final = 99
#: How many sets and pairs were made.
_Made = tuple[int, int]
#: How many tiles lack, and which, a bit each.
_Way = tuple[int, int]
_Key = TypeVar("_Key", bound=tuple[int, ...])


class Missing(NamedTuple):
    """What a hand lacks of the nearest winning hands.

    Attributes:
        missing: how many tiles; with 13 tiles one more than the hand's shanten.
        tiles: the tiles that lack in one of these hands.
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
        standing: the tiles that stand.
        melds: the legal sets on the table.
        shapes: what wins; four melds and a pair, where they do, come first.
        gone: copies that can no longer be drawn, beside those in the hand.
    """
    held = Counter(standing)
    used = Counter([*(tile for meld in melds for tile in meld.tiles), *gone])
    found = [Missing(_NEVER, frozenset())]
    for shape in shapes:
        found += _missing_of(shape, held, used, len(melds), min(near.missing for near in found))
    missing = min(near.missing for near in found)
    return Missing(
        missing, frozenset().union(*(near.tiles for near in found if near.missing == missing))
    )


def _missing_of(
    shape: Shape, held: Counter[str], used: Counter[str], melds: int, most: int
) -> Iterator[Missing]:
    """What lacks of the nearest hands of one shape, those left out that lack more than ``most`` tiles."""
    if isinstance(shape, MeldsAndPair):
        yield _regular(held, used, 4 - melds)
    elif isinstance(shape, ListedHands):
        for hand in shape.hands:
            wanted = Counter(hand)
            if len(hand) + 3 * melds == 14 and not any(
                used[tile] + wanted[tile] > COPIES for tile in wanted
            ):
                lack = wanted - held
                yield Missing(lack.total(), frozenset(lack))
    elif isinstance(shape, SevenPairs):
        if not melds:
            yield _pairs(held, used, differ=not shape.alike)
    elif shape.sets is None:
        if not melds:
            lacking = frozenset(
                tile for tile in shape.tiles if tile not in held and used[tile] < COPIES
            )
            yield Missing(max(0, shape.count - sum(tile in held for tile in shape.tiles)), lacking)
    else:
        # Every tile of the pool once, and sets and a pair of the rest.
        lacking = frozenset(tile for tile in shape.tiles if tile not in held)
        possible = len(lacking) <= most and not any(used[tile] >= COPIES for tile in lacking)
        if melds <= shape.sets and possible:
            pool = Counter(shape.tiles)
            rest = _regular(held - pool, used + pool, shape.sets - melds)
            yield Missing(len(lacking) + rest.missing, lacking | rest.tiles)


def _pairs(held: Mapping[str, int], used: Mapping[str, int], *, differ: bool) -> Missing:
    """Take the seven cheapest pairs; a second pair of a tile never costs less than the first."""
    costs: list[tuple[int, str]] = []
    for tile in KINDS:
        copies, most = held.get(tile, 0), COPIES - used.get(tile, 0)
        costs += [(max(0, 2 - copies), tile)] if most >= 2 else []
        costs += [(max(0, min(2, COPIES - copies)), tile)] if most == COPIES and not differ else []
    costs.sort()
    dearest = costs[6][0]
    return Missing(
        sum(cost for cost, _ in costs[:7]),
        frozenset(tile for cost, tile in costs if 0 < cost <= dearest),
    )


def _regular(held: Mapping[str, int], used: Mapping[str, int], sets: int) -> Missing:
    """Find the nearest hands of ``sets`` sets and a pair, suit by suit."""
    ways: dict[_Made, _Way] = {(0, 0): (0, 0)}
    first = 0
    for suit, tiles in SUITS.items():
        copies = "".join([str(held.get(tile, 0)) for tile in tiles])
        most = "".join([str(max(0, COPIES - used.get(tile, 0))) for tile in tiles])
        table = _suit(copies, most, sets, suit != "z")
        joined: dict[_Made, _Way] = {}
        for (made, pair), (cost, lack) in ways.items():
            for (more, other), (extra, lack_here) in table.items():
                if made + more <= sets and pair + other <= 1:
                    _keep(
                        joined, (made + more, pair + other), cost + extra, lack | lack_here << first
                    )
        ways, first = joined, first + len(tiles)
    missing, lack = ways.get((sets, 1), (_NEVER, 0))
    return Missing(
        missing, frozenset([tile for index, tile in enumerate(KINDS) if lack >> index & 1])
    )


def _keep(table: dict[_Key, _Way], key: _Key, cost: int, lack: int) -> None:
    """Keep the cheaper way; of equally cheap ones every tile that lacks."""
    known = table.get(key)
    if known is None or cost < known[0]:
        table[key] = cost, lack
    elif cost == known[0]:
        table[key] = cost, known[1] | lack


@lru_cache(maxsize=1 << 15)
def _suit(held: str, most: str, sets: int, sequences: bool) -> dict[_Made, _Way]:
    """What the sets and the pair of one suit lack, for every number of them.

    Args:
        held: how many of each number stand, a digit each.
        most: how many of each a winning hand can use.
        sets: how many sets at most.
        sequences: whether the suit has sequences.
    """
    # A state: sequences begun at the last number and at the last but one, sets, pairs. Three equal ones are triplets.
    states: dict[tuple[int, int, int, int], _Way] = {(0, 0, 0, 0): (0, 0)}
    for index, (copies, limit) in enumerate(zip(map(int, held), map(int, most), strict=True)):
        most_begun = 2 if sequences and index + 2 < len(held) else 0
        following: dict[tuple[int, int, int, int], _Way] = {}
        for (one, two, made, pair), (cost, lack) in states.items():
            for begun, alike in product(
                range(min(most_begun, sets - made) + 1), (0, 3) if pair else (0, 2, 3)
            ):
                total, now = one + two + begun + alike, made + begun + (alike == 3)
                if total <= limit and now <= sets:
                    lacking = max(0, total - copies)
                    key = begun, one, now, pair or int(alike == 2)
                    _keep(following, key, cost + lacking, lack | (lacking > 0) << index)
        states = following
    return {
        (made, pair): way for (one, two, made, pair), way in states.items() if not one and not two
    }

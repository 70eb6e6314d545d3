"""Partitions of tiles into four melds and a pair, into pairs, or into given tiles: the cheapest, exactly.

Taking a tile for a face costs as many nats as that face is less likely than the tile's likeliest one. The cheapest
partition of the tiles that remain depends on nothing but these tiles, so each subset of tiles is solved once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Final, Literal

import lap
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import KINDS
from hu.vision.geometry import TINY
from hu.vision.layout.melds import ORDERS, SEQUENCES, meld_costs

Floats = NDArray[np.float64]

#: The one bound on time. Only photos with few readable tiles need more steps.
MOST_STEPS: Final = 2_000_000
Work = Literal["part", "partition", "division", "search", "assignment"]
#: What each kind of work takes in steps: looking at a part, partitioning what remains beside it, making a division of
#: the tiles, searching it, and assigning tiles to a given hand.
STEPS_OF: Final[Mapping[Work, int]] = {
    "part": 1, "partition": 50, "division": 10, "search": 500, "assignment": 5_000,
}  # fmt: skip
#: At most this many parts of a size are kept, the cheapest.
_MOST_PARTS: Final = 20_000
#: A runner-up that costs this many nats more than the best is not looked for.
CLOSE: Final = 3.0
#: The limits of the stages of a search, as parts of the whole.
_STAGES: Final = (0.15, 0.35, 0.65, 1.0)


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the tiles taken for a set or a pair."""

    cost: float  # in nats
    mask: int  # which tiles, as bits
    kinds: tuple[int, ...]  # each of these tiles' kind (an index of ``hu.scoring.tiles.KINDS``), by the tiles' order


@dataclass(frozen=True, slots=True)
class Partition:
    """All tiles divided into parts."""

    cost: float  # in nats
    kinds: tuple[int, ...]  # the kind of each tile, in the order in which they were given
    quads: tuple[int, ...] = ()  # the kinds of the parts that have four tiles


@dataclass(slots=True)
class SearchBudget:
    """Steps left for one photo, shared by all searches for it.

    A step is a part of a partition that is looked at; what takes longer counts as several, see ``STEPS_OF``.
    """

    steps: int = MOST_STEPS  # what is left
    truncated: bool = False  # whether something was left out because there was too much of it

    @property
    def exhausted(self) -> bool:
        """Whether the bound was reached."""
        return self.steps <= 0

    @property
    def complete(self) -> bool:
        """Whether everything was tried so far."""
        return not self.exhausted and not self.truncated

    def spend(self, work: Work) -> None:
        """Count some work."""
        self.steps -= STEPS_OF[work]


class Partitioner:
    """Finds the cheapest partitions of some of a photo's tiles."""

    def __init__(self, costs: Floats, limit: float, budget: SearchBudget, most: int = 3) -> None:
        """Prepare the search.

        Args:
            costs: ``(n, 34)`` float64 nats for each tile and kind.
            limit: partitions that cost more are not wanted.
            budget: what may be spent.
            most: how many partitions with different tiles are wanted.
        """
        self._costs = costs
        self._limit = limit
        self._budget = budget
        self._most = most
        self._table = PartTable(costs, budget)
        self._stages: dict[float, _Subsets] = {}

    def regular(self, tiles: Sequence[int], sets: int, quads: int) -> list[Partition]:
        """Partition the tiles into ``sets`` sets (``quads`` of them quads) and a pair, cheapest first."""
        return self._partitions(tiles, sets - quads, quads, 1)

    def pairs(self, tiles: Sequence[int]) -> list[Partition]:
        """Partition the tiles into pairs, cheapest first."""
        costs = self._costs[list(tiles)]
        pair = (costs[:, None] + costs[None]).min(axis=2) + np.diag(np.full(len(costs), np.inf))
        # Each tile costs half of its cheapest pair at least.
        hopeless = float(pair.min(axis=1, initial=np.inf).sum()) / 2 > self._limit
        return [] if hopeless else self._partitions(tiles, 0, 0, len(costs) // 2)

    def assign(self, tiles: Sequence[int], pool: Sequence[int]) -> list[Partition]:
        """The cheapest way to give each tile a kind of ``pool`` of its own; the pool has as many or more."""
        costs = self._costs[list(tiles)][:, list(pool)]
        # Where every kind of the pool is used, each costs at least what its cheapest tile does.
        every_kind = costs.min(axis=0).sum() if len(tiles) == len(pool) else 0.0
        if max(costs.min(axis=1).sum(), every_kind) > self._limit:
            return []
        self._budget.spend("assignment")
        order = cheapest_assignment(costs)
        cost = float(costs[np.arange(len(tiles)), order].sum())
        return [Partition(cost, tuple(pool[k] for k in order))] if cost <= self._limit else []

    def complete(self, tiles: Sequence[int], target: Sequence[int], sets: int, quads: int) -> list[Partition]:
        """Take some tiles for exactly the kinds of ``target`` and partition the others into sets and a pair.

        The target takes the tiles that are cheapest for it; others could be dearer for it and cheaper together, but
        that takes two tiles of nearly the same face that both were read with doubt.
        """
        costs = self._costs[list(tiles)][:, list(target)]
        if costs.min(axis=0).sum() > self._limit:
            return []
        self._budget.spend("assignment")
        takers = cheapest_assignment(costs.T)
        cost = float(costs[takers, np.arange(len(target))].sum())
        taken = {tiles[taker]: kind for taker, kind in zip(takers, target, strict=True)}
        rest = [tile for tile in tiles if tile not in taken]
        partitions = self.regular(rest, sets, quads) if cost <= self._limit else []
        return [
            Partition(cost + partition.cost, tuple(kinds[tile] for tile in tiles), partition.quads)
            for partition in partitions
            if cost + partition.cost <= self._limit
            for kinds in (taken | dict(zip(rest, partition.kinds, strict=True)),)
        ]

    def _partitions(self, tiles: Sequence[int], triplets: int, quads: int, pairs: int) -> list[Partition]:
        if 3 * triplets + 4 * quads + 2 * pairs != len(tiles) or min(triplets, quads) < 0:
            return []
        mask = sum(1 << tile for tile in tiles)
        least = float(self._table.least[list(tiles)].sum()) - TINY
        cheapest: list[_Parts] = []
        # Cheap partitions come soon, for few parts are cheap; dear parts are only made when more is wanted.
        for limit in (share * self._limit for share in _STAGES if least <= share * self._limit):
            if limit not in self._stages:
                self._stages[limit] = _Subsets(self._table, limit, self._most, self._budget)
            # A stage that was cut short may have missed what an earlier one found.
            new = self._stages[limit].best(mask, least, triplets, quads, pairs)
            cheapest = _distinct([*cheapest, *new], self._most)
            if self._budget.exhausted or len(cheapest) >= self._most or (cheapest and cheapest[0][0] + CLOSE <= limit):
                break
        return [_partition(cost, parts, tiles) for cost, parts in cheapest]


def _distinct(partitions: Sequence["_Parts"], most: int) -> list["_Parts"]:
    """The cheapest of those with different tiles."""
    kept: dict[tuple[int, ...], _Parts] = {}
    for cost, parts in sorted(partitions, key=lambda partition: partition[0]):
        kept.setdefault(tuple(sorted(kind for part in parts for kind in part.kinds)), (cost, parts))
        if len(kept) == most:
            break
    return list(kept.values())


#: A partition's cost and its parts.
_Parts = tuple[float, tuple[Part, ...]]


class _Subsets:
    """The cheapest partitions of each subset of the tiles, within one limit."""

    def __init__(self, table: "PartTable", limit: float, most: int, budget: SearchBudget) -> None:
        self._table = table
        self._limit = limit
        self._most = most
        self._budget = budget
        self._parts: dict[int, dict[int, list[tuple[float, Part]]]] = {}
        self._known: dict[tuple[int, int, int, int], list[_Parts]] = {}

    def best(self, mask: int, least: float, triplets: int, quads: int, pairs: int) -> list[_Parts]:
        """The cheapest partitions of the tiles in ``mask``, different tiles each, cheapest first.

        None costs less than ``least``.
        """
        if not mask:
            return [(0.0, ())]
        key = (mask, triplets, quads, pairs)
        if key not in self._known:
            partitions: list[_Parts] = []
            for size, left in ((3, triplets), (4, quads), (2, pairs)):
                if left:
                    rest = (triplets - (size == 3), quads - (size == 4), pairs - (size == 2))
                    partitions += self._extend(mask, least, size, rest)
            self._known[key] = _distinct(partitions, self._most)
        return self._known[key]

    def _extend(self, mask: int, least: float, size: int, rest: tuple[int, int, int]) -> Iterator[_Parts]:
        """Put the first tile into each part of a size, and partition the others in the best ways."""
        first = (mask & -mask).bit_length() - 1
        for excess, part in self._parts_of(size).get(first, ()):
            if least + excess > self._limit or self._budget.exhausted:
                return
            self._budget.spend("part")
            if part.mask & ~mask:
                continue
            self._budget.spend("partition")
            for cost, parts in self.best(mask ^ part.mask, least + excess - part.cost, *rest):
                if part.cost + cost <= self._limit:
                    yield part.cost + cost, (part, *parts)

    def _parts_of(self, size: int) -> dict[int, list[tuple[float, Part]]]:
        """The parts of a size, by their first tile, after what they cost beyond the least that their tiles do."""
        if size not in self._parts:
            least = self._table.least_of(size)
            parts: dict[int, list[tuple[float, Part]]] = {}
            beyond = [(part.cost - least[part.mask], part) for part in self._table.parts(size, self._limit)]
            for excess, part in sorted(beyond, key=lambda entry: entry[0]):
                parts.setdefault((part.mask & -part.mask).bit_length() - 1, []).append((excess, part))
            self._parts[size] = parts
        return self._parts[size]


class PartTable:
    """What every few of the tiles cost as each set or pair; made once, and looked up for any limit.

    Args:
        costs: ``(n, 34)`` float64 nats for each tile and kind. The table grows with the fourth power of ``n``.
        budget: is told when there are too many parts.
    """

    def __init__(self, costs: Floats, budget: SearchBudget | None = None) -> None:
        self._costs = costs
        self._budget = budget or SearchBudget()
        self._made: dict[int, tuple[Floats, Floats, Floats]] = {}

    def least_of(self, size: int) -> dict[int, float]:
        """What every ``size`` tiles cost at least, by the tiles as bits, see ``least``."""
        tiles, masks = _few_of(len(self._costs), size)
        return dict(zip(masks, self.least[tiles].sum(axis=1).tolist(), strict=True)) if masks else {}

    def parts(self, size: int, limit: float) -> Iterator[Part]:
        """Every part of ``size`` tiles within the limit: tiles alike, and of three also sequences."""
        if not 0 < size <= len(self._costs):
            return
        _, masks = _few_of(len(self._costs), size)
        alike, best, sequences = self._table(size)
        for row, kind in self._cheap(alike, limit):
            yield Part(float(alike[row, kind]), masks[row], (kind,) * size)
        for row, sequence in self._cheap(best, limit):
            order = ORDERS[int(sequences[:, row, sequence].argmin())]
            kinds = tuple(SEQUENCES[sequence][k] for k in order)
            yield Part(float(best[row, sequence]), masks[row], kinds)

    @cached_property
    def least(self) -> Floats:
        """``(n,)`` float64 nats: the tiles of any partition cost the sum of these at least.

        Each tile's is its share of the cheapest pair, triplet or sequence that it can be in; a quad costs what its four
        triplets do, a third of each. A tile that may be any helps up to three others, and may save what theirs are.
        """
        least = np.full(len(self._costs), np.inf)
        free: NDArray[np.bool_] = (self._costs == 0).all(axis=1)
        for size in range(2, min(3, len(self._costs)) + 1):
            alike, best, _ = self._table(size)
            tiles, _ = _few_of(len(self._costs), size)
            costs = np.concatenate([alike, best], axis=1).min(axis=1)
            costs[free[tiles].any(axis=1)] = np.inf
            np.minimum.at(least, tiles.ravel(), np.repeat(costs / size, size))
        least[np.isinf(least)] = 0.0
        least[free] = -np.sort(least)[-3:].sum()
        return least

    def _cheap(self, costs: Floats, limit: float) -> list[tuple[int, int]]:
        """Row and column of what is within the limit; the cheapest where there is too much of it."""
        within = np.argwhere(costs <= limit)
        if len(within) > _MOST_PARTS:
            self._budget.truncated = True
            cheapest = costs[within[:, 0], within[:, 1]].argpartition(_MOST_PARTS)[:_MOST_PARTS]
            within = within[np.sort(cheapest)]
        return [(row, column) for row, column in within.tolist()]

    def _table(self, size: int) -> tuple[Floats, Floats, Floats]:
        """What every ``size`` tiles cost as each kind alike, as each sequence, and as that in each order."""
        if size not in self._made:
            tiles = _few_of(len(self._costs), size)[0]
            alike, sequences = meld_costs(self._costs, tiles)
            best = sequences.min(axis=0)
            self._made[size] = alike, best, sequences
        return self._made[size]


@cache
def _few_of(count: int, size: int) -> tuple[NDArray[np.int_], list[int]]:
    """Every ``size`` of ``count`` tiles: ``(n, size)`` their numbers, and the same as bits."""
    few = list(combinations(range(count), size))
    return np.array(few), [sum(1 << tile for tile in tiles) for tiles in few]


def _partition(cost: float, parts: Sequence[Part], tiles: Sequence[int]) -> Partition:
    kinds: dict[int, int] = {}
    for part in parts:
        inside = [tile for tile in range(part.mask.bit_length()) if part.mask >> tile & 1]
        kinds.update(zip(inside, part.kinds, strict=True))
    quads = tuple(part.kinds[0] for part in parts if len(part.kinds) == 4)
    return Partition(cost, tuple(kinds[tile] for tile in tiles), quads)


def cheapest_assignment(costs: Floats) -> list[int]:
    """For each row its column, each column once, so that the sum is least; there may be more columns than rows."""
    square = np.zeros((costs.shape[1], costs.shape[1]))
    square[: len(costs)] = costs
    _, columns, _ = lap.lapjv(square)
    assignment: list[int] = columns[: len(costs)].tolist()
    return assignment


def kinds_of(tiles: Sequence[str]) -> tuple[int, ...]:
    """The kinds' numbers."""
    return tuple(KINDS.index(tile) for tile in tiles)

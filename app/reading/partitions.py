"""Partitions of tiles into four melds and a pair, into pairs, or into given tiles: the cheapest, exactly.

Taking a tile for a face costs as many nats as that face is less likely than the tile's likeliest one. The cheapest
partition of the tiles that remain depends on nothing but these tiles, so each subset of tiles is solved once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Final

import lap
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import KINDS
from hu.vision.geometry import TINY
from hu.vision.layout.melds import ORDERS, SEQUENCES, meld_costs

Floats = NDArray[np.float64]

#: The one bound on time. Only photos with few readable tiles need more steps.
MOST_STEPS: Final = 2_000_000
#: Steps that it takes to partition what remains beside a part, and to assign tiles to a given hand.
_PARTITION, _ASSIGNMENT = 50, 5_000
#: At most this many parts of a size are kept, the cheapest.
_MOST_PARTS: Final = 20_000
#: A runner-up that costs this many nats more than the best is not looked for.
CLOSE: Final = 3.0
#: A search widens its limit in this many equal stages.
_STAGES: Final = 4
#: How many tiles a triplet or sequence, a quad and a pair have.
_SIZES: Final = (3, 4, 2)


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the tiles taken for a set or a pair."""

    cost: float  # in nats
    tiles: tuple[int, ...]  # their numbers, ascending
    kinds: tuple[int, ...]  # each of these tiles' kind, an index of ``hu.scoring.tiles.KINDS``


@dataclass(frozen=True, slots=True)
class Partition:
    """All tiles divided into parts."""

    cost: float  # in nats
    kinds: tuple[int, ...]  # the kind of each tile, in the order in which they were given
    quads: tuple[int, ...] = ()  # the kinds of the parts that have four tiles


#: A partition's cost and its parts.
_Parts = tuple[float, tuple[Part, ...]]


@dataclass(slots=True)
class SearchBudget:
    """Steps left for one photo, shared by all searches for it. To look at one part of a partition is a step."""

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


class Partitioner:
    """Finds the cheapest partitions of some of a photo's tiles: the ``most`` with different tiles within a limit.

    ``costs`` are ``(n, 34)`` float64 nats for each tile and kind; memory grows with the fourth power of ``n``.
    """

    def __init__(self, costs: Floats, limit: float, budget: SearchBudget, most: int = 3) -> None:
        self._costs, self._limit, self._budget, self._most = costs, limit, budget, most
        self._tables: dict[int, tuple[Floats, Floats, Floats]] = {}
        self._parts: dict[tuple[float, int], dict[int, list[tuple[float, int, Part]]]] = {}
        self._known: dict[tuple[float, int, tuple[int, ...]], list[_Parts]] = {}

    def regular(self, tiles: Sequence[int], sets: int, quads: int) -> list[Partition]:
        """Partition the tiles into ``sets`` sets (``quads`` of them quads) and a pair, cheapest first."""
        return self._partitions(tiles, (sets - quads, quads, 1))

    def pairs(self, tiles: Sequence[int]) -> list[Partition]:
        """Partition the tiles into pairs, cheapest first."""
        # Each tile costs half of its cheapest pair at least.
        hopeless = float(self._pair_costs[np.ix_(tiles, tiles)].min(axis=1).sum()) / 2 > self._limit
        return [] if hopeless else self._partitions(tiles, (0, 0, len(tiles) // 2))

    def assign(self, tiles: Sequence[int], pools: Sequence[Sequence[int]]) -> list[Partition]:
        """For each pool the cheapest way to give each tile a kind of its own; all pools have as many kinds, or more."""
        costs = self._costs[list(tiles)][:, np.array(pools)]
        least = costs.min(axis=2).sum(axis=0)
        if len(tiles) == costs.shape[2]:
            # Every kind of a pool is used, and costs at least what its cheapest tile does.
            least = np.maximum(least, costs.min(axis=0).sum(axis=1))
        found = []
        for which in np.flatnonzero(least <= self._limit).tolist():
            self._budget.steps -= _ASSIGNMENT
            order = cheapest_assignment(costs[:, which])
            cost = float(costs[np.arange(len(tiles)), which, order].sum())
            if cost <= self._limit:
                found.append(Partition(cost, tuple(pools[which][k] for k in order)))
        return found

    def complete(
        self, tiles: Sequence[int], target: Sequence[int], sets: int, quads: int
    ) -> list[Partition]:
        """Take some tiles for exactly the kinds of ``target`` and partition the others into sets and a pair.

        The target takes the tiles that are cheapest for it; others could be dearer for it and cheaper together, but
        that takes two tiles of nearly the same face that both were read with doubt.
        """
        costs = self._costs[list(tiles)][:, list(target)]
        if costs.min(axis=0).sum() > self._limit:
            return []
        self._budget.steps -= _ASSIGNMENT
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

    def parts(self, size: int, limit: float) -> Iterator[Part]:
        """Every part of ``size`` tiles within the limit: tiles alike, and of three also sequences."""
        if not 0 < size <= len(self._costs):
            return
        alike, sequences, in_order = self._table(size)
        few = _few_of(len(self._costs), size)[1]
        for costs in (alike, sequences):
            within = np.argwhere(costs <= limit)
            if len(within) > _MOST_PARTS:
                self._budget.truncated = True
                cheapest = costs[within[:, 0], within[:, 1]].argpartition(_MOST_PARTS)[:_MOST_PARTS]
                within = within[np.sort(cheapest)]
            for row, column in within.tolist():
                kinds: tuple[int, ...] = (column,) * size
                if costs is sequences:
                    order = ORDERS[int(in_order[:, row, column].argmin())]
                    kinds = tuple(SEQUENCES[column][k] for k in order)
                yield Part(float(costs[row, column]), few[row], kinds)

    def _partitions(self, tiles: Sequence[int], counts: tuple[int, ...]) -> list[Partition]:
        """The cheapest partitions into ``counts`` parts of each of ``_SIZES``, cheapest first."""
        if (
            sum(count * size for count, size in zip(counts, _SIZES, strict=True)) != len(tiles)
            or min(counts) < 0
        ):
            return []
        mask = sum(1 << tile for tile in tiles)
        least = float(self._least[list(tiles)].sum()) - TINY
        cheapest: list[_Parts] = []
        # Cheap partitions come soon, for few parts are cheap; dear parts are only made when more is wanted.
        for limit in (self._limit * stage / _STAGES for stage in range(1, _STAGES + 1)):
            if least > limit:
                continue
            # A stage that was cut short may have missed what an earlier one found.
            cheapest = self._distinct([*cheapest, *self._cheapest(limit, mask, least, counts)])
            if (
                self._budget.exhausted
                or len(cheapest) >= self._most
                or (cheapest and cheapest[0][0] + CLOSE <= limit)
            ):
                break
        found = []
        for cost, parts in cheapest:
            kinds = {
                tile: kind
                for part in parts
                for tile, kind in zip(part.tiles, part.kinds, strict=True)
            }
            quads = tuple(part.kinds[0] for part in parts if len(part.kinds) == 4)
            found.append(Partition(cost, tuple(kinds[tile] for tile in tiles), quads))
        return found

    def _cheapest(
        self, limit: float, mask: int, least: float, counts: tuple[int, ...]
    ) -> list[_Parts]:
        """The cheapest partitions within a limit of the tiles in ``mask``, cheapest first; none is below ``least``."""
        if not mask:
            return [(0.0, ())]
        if (limit, mask, counts) not in self._known:
            first, found = (mask & -mask).bit_length() - 1, list[_Parts]()
            # The first tile goes into each part that may hold it; the others are partitioned in the best ways.
            for place, size in enumerate(_SIZES):
                rest = tuple(count - (k == place) for k, count in enumerate(counts))
                for excess, taken, part in (
                    self._parts_of(size, limit).get(first, ()) if counts[place] else ()
                ):
                    if least + excess > limit or self._budget.exhausted:
                        break
                    self._budget.steps -= 1
                    if taken & ~mask:
                        continue
                    self._budget.steps -= _PARTITION
                    for cost, parts in self._cheapest(
                        limit, mask ^ taken, least + excess - part.cost, rest
                    ):
                        if part.cost + cost <= limit:
                            found.append((part.cost + cost, (part, *parts)))
            self._known[limit, mask, counts] = self._distinct(found)
        return self._known[limit, mask, counts]

    def _distinct(self, partitions: Sequence[_Parts]) -> list[_Parts]:
        """The cheapest of those with different tiles."""
        kept: dict[tuple[int, ...], _Parts] = {}
        for cost, parts in sorted(partitions, key=lambda partition: partition[0]):
            kept.setdefault(
                tuple(sorted(kind for part in parts for kind in part.kinds)), (cost, parts)
            )
            if len(kept) == self._most:
                break
        return list(kept.values())

    def _parts_of(self, size: int, limit: float) -> dict[int, list[tuple[float, int, Part]]]:
        """Parts of a size by their first tile, with their cost beyond that of ``_least`` and their tiles as bits."""
        if (limit, size) not in self._parts:
            least, by_first = self._least.tolist(), dict[int, list[tuple[float, int, Part]]]()
            beyond = [
                (part.cost - sum(least[tile] for tile in part.tiles), part)
                for part in self.parts(size, limit)
            ]
            for excess, part in sorted(beyond, key=lambda entry: entry[0]):
                mask = sum(1 << tile for tile in part.tiles)
                by_first.setdefault(part.tiles[0], []).append((excess, mask, part))
            self._parts[limit, size] = by_first
        return self._parts[limit, size]

    @cached_property
    def _least(self) -> Floats:
        """``(n,)`` float64 nats: the tiles of any partition cost the sum of these at least.

        Each tile's is its share of the cheapest pair, triplet or sequence that it can be in; a quad costs what its four
        triplets do, a third of each. A tile that may be any helps up to three others, and may save what theirs are.
        """
        least = np.full(len(self._costs), np.inf)
        free: NDArray[np.bool_] = (self._costs == 0).all(axis=1)
        for size in range(2, min(3, len(self._costs)) + 1):
            alike, sequences, _ = self._table(size)
            tiles = _few_of(len(self._costs), size)[0]
            costs = np.concatenate([alike, sequences], axis=1).min(axis=1)
            costs[free[tiles].any(axis=1)] = np.inf
            np.minimum.at(least, tiles.ravel(), np.repeat(costs / size, size))
        least[np.isinf(least)] = 0.0
        least[free] = -np.sort(least)[-3:].sum()
        return least

    @cached_property
    def _pair_costs(self) -> Floats:
        """``(n, n)`` float64 nats: what each two tiles cost as a pair."""
        both: Floats = (self._costs[:, None] + self._costs[None]).min(axis=2)
        np.fill_diagonal(both, np.inf)
        return both

    def _table(self, size: int) -> tuple[Floats, Floats, Floats]:
        """What every ``size`` tiles cost as each kind alike, as each sequence, and as that in each order."""
        if size not in self._tables:
            alike, in_order = meld_costs(self._costs, _few_of(len(self._costs), size)[0])
            self._tables[size] = alike, in_order.min(axis=0), in_order
        return self._tables[size]


@cache
def _few_of(count: int, size: int) -> tuple[NDArray[np.int_], list[tuple[int, ...]]]:
    """Every ``size`` of ``count`` tiles, ``(n, size)`` and as tuples."""
    few = list(combinations(range(count), size))
    return np.array(few), few


def cheapest_assignment(costs: Floats) -> list[int]:
    """For each row its column, each column once, so that the sum is least; there may be more columns than rows."""
    square = np.zeros((costs.shape[1], costs.shape[1]))
    square[: len(costs)] = costs
    _, columns, _ = lap.lapjv(square)
    assignment: list[int] = columns[: len(costs)].tolist()
    return assignment


@cache
def kinds_of(tiles: tuple[str, ...]) -> tuple[int, ...]:
    """The kinds' numbers."""
    return tuple(KINDS.index(tile) for tile in tiles)

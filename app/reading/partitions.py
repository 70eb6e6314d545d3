"""The cheapest partitions of tiles: into melds and a pair, into pairs, or into given tiles.

Within its limit and its budget the search is exact, except in ``divide_beside_kinds``. The cheapest
partition of the remaining tiles depends only on these tiles and on the parts that they need, so
each such search is made once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from hu.app.reading.assignment import cheapest_assignment
from hu.app.reading.parts import Floats, Part, PartTable
from hu.app.reading.search_budget import SearchBudget
from hu.vision.geometry import TINY

#: Partitions that cost this many nats more than the cheapest need not be found.
CLOSE_NATS: Final = 3.0
#: Steps of the budget that it takes to partition the tiles beside a part.
_PARTITION_STEPS: Final = 50
#: Steps of the budget that it takes to assign tiles to given kinds.
_ASSIGNMENT_STEPS: Final = 5_000
#: A search finds at most this many partitions. No two have the same kinds of tiles.
_MOST_PARTITIONS: Final = 3
#: A search widens its limit in this many equal stages.
_STAGES: Final = 4
#: The sorts of parts that ``_PartCounts`` counts, by the number of tiles of such a part: a triplet
#: or sequence, a quad, a pair, and a triplet.
_SORT_SIZES: Final = (3, 4, 2, 3)
#: The index of the triplets in ``_SORT_SIZES``.
_TRIPLET_SORT: Final = 3


@dataclass(frozen=True, slots=True)
class Partition:
    """All tiles of a search, divided into parts.

    Attributes:
        cost: the cost in nats.
        kinds: the kind of each tile, an index of ``hu.scoring.tiles.KINDS``, in the order in which
            the tiles were given.
        quads: the kinds of the quads among the parts.
    """

    cost: float
    kinds: tuple[int, ...]
    quads: tuple[int, ...] = ()


class _PartCounts(NamedTuple):
    """How many parts of each sort a partition must have. The sorts are those of ``_SORT_SIZES``.

    Attributes:
        threes: how many triplets or sequences.
        quads: how many quads.
        pairs: how many pairs.
        triplets: how many further triplets, which may not be sequences.
    """

    threes: int
    quads: int
    pairs: int
    triplets: int = 0


class _RatedPart(NamedTuple):
    """A part for the search.

    Attributes:
        excess: how much more it costs than the least shares of its tiles together, in nats. So a
            partition with this part costs at least this much more than the least shares of all
            tiles.
        mask: its tiles as bits: bit k is set for tile k.
        part: the part.
    """

    excess: float
    mask: int
    part: Part


#: The numbers of ``_PartCounts`` as a plain tuple, which is faster in the search.
_Counts = tuple[int, ...]
#: A partition's cost in nats and its parts.
_CostedParts = tuple[float, tuple[Part, ...]]


class Partitioner:
    """Finds the cheapest partitions of some of a photo's tiles.

    Memory grows with the fourth power of the number of tiles.

    Tiles are numbered from 0 to n - 1, by their rows in ``costs``.

    Args:
        costs: ``(n, 34)`` float64 nats: the cost of taking each tile for each kind.
        limit: partitions that cost more, in nats, are not found.
        budget: the steps that remain. A search ends early when they are used up.
    """

    def __init__(self, costs: Floats, limit: float, budget: SearchBudget) -> None:
        self._costs = costs
        self._limit = limit
        self._budget = budget
        self._table = PartTable(costs, budget)
        # The parts that were found before: by limit and sort, then by the first tile of the part.
        self._parts_by_tile: dict[tuple[float, int], dict[int, list[_RatedPart]]] = {}
        # The partitions that were found before: by limit, tiles as bits, and counts of parts.
        self._cheapest_of: dict[tuple[float, int, _Counts], list[_CostedParts]] = {}

    def divide_into_melds(self, tiles: Sequence[int], melds: int, quads: int) -> list[Partition]:
        """Find the cheapest partitions of tiles into melds and a pair.

        Args:
            tiles: the tiles' numbers.
            melds: how many melds, quads included.
            quads: how many of the melds are quads.

        Returns:
            At most ``_MOST_PARTITIONS`` partitions, cheapest first. Empty if these melds and a pair
            have another number of tiles.
        """
        return self._partition(tiles, _PartCounts(threes=melds - quads, quads=quads, pairs=1))

    def divide_into_pairs(self, tiles: Sequence[int], triplets: int) -> list[Partition]:
        """Find the cheapest partitions of tiles into pairs and triplets.

        Args:
            tiles: the tiles' numbers.
            triplets: the number of triplets. All other tiles are in pairs.

        Returns:
            At most ``_MOST_PARTITIONS`` partitions, cheapest first.
        """
        tiles_in_pairs = len(tiles) - 3 * triplets
        pair_costs = self._table.pair_costs[np.ix_(tiles, tiles)]
        # The cost of each tile's cheapest pair, ascending.
        cheapest_pair_costs = np.sort(pair_costs.min(axis=1))
        # A quick lower bound. A pair costs at least as much as the cheapest pair of either tile. So
        # the tiles in pairs together cost at least half of their cheapest pairs. Any tiles may be
        # in the triplets, so the smallest costs are added.
        if float(cheapest_pair_costs[:tiles_in_pairs].sum()) / 2 > self._limit:
            return []
        counts = _PartCounts(threes=0, quads=0, pairs=tiles_in_pairs // 2, triplets=triplets)
        return self._partition(tiles, counts)

    def assign_kinds(self, tiles: Sequence[int], pools: Sequence[Sequence[int]]) -> list[Partition]:
        """Find for each pool of kinds the cheapest way to give each tile a kind from the pool.

        Each place of a pool is used at most once. So a kind that the pool has twice may be used
        twice.

        Args:
            tiles: the tiles' numbers.
            pools: the kinds of each pool, at least as many as tiles. All pools have the same
                length.

        Returns:
            A partition for each pool whose cheapest way is within the limit, in the order of the
            pools.
        """
        # (pool, tile, place in the pool): the cost of taking the tile for the kind at the place.
        pool_costs = self._costs[list(tiles)][:, np.array(pools)].swapaxes(0, 1)
        # (pool,): a lower bound. Each tile costs at least as much as its cheapest kind.
        lower_bounds = pool_costs.min(axis=2).sum(axis=1)
        pool_size = pool_costs.shape[2]
        if len(tiles) == pool_size:
            # Another lower bound: all kinds of a pool are used, and each kind costs at least as
            # much as with its cheapest tile.
            kind_bounds = pool_costs.min(axis=1).sum(axis=1)
            lower_bounds = np.maximum(lower_bounds, kind_bounds)

        partitions = []
        for pool_number in np.flatnonzero(lower_bounds <= self._limit).tolist():
            pool = pools[pool_number]
            costs = pool_costs[pool_number]
            self._budget.steps -= _ASSIGNMENT_STEPS
            places = cheapest_assignment(costs)
            cost = float(costs[np.arange(len(tiles)), places].sum())
            if cost <= self._limit:
                kinds = tuple(pool[place] for place in places)
                partitions.append(Partition(cost, kinds))
        return partitions

    def divide_beside_kinds(
        self, tiles: Sequence[int], *, given_kinds: Sequence[int], melds: int, quads: int
    ) -> list[Partition]:
        """Take some tiles for given kinds and partition the other tiles into melds and a pair.

        The tiles for the given kinds are chosen first, as cheaply as possible, without regard to
        the melds. So a cheaper partition of all tiles may be missed, but only if two tiles of
        nearly the same face were both read with doubt.

        Args:
            tiles: the tiles' numbers, at least as many as ``given_kinds``.
            given_kinds: the kinds that must be there, each once.
            melds: how many melds there are beside them, quads included.
            quads: how many of the melds are quads.

        Returns:
            At most ``_MOST_PARTITIONS`` partitions of all tiles, cheapest first.
        """
        # (tile, given kind).
        costs = self._costs[list(tiles)][:, list(given_kinds)]
        # A lower bound. Each kind costs at least as much as with its cheapest tile.
        if costs.min(axis=0).sum() > self._limit:
            return []
        self._budget.steps -= _ASSIGNMENT_STEPS
        # For each given kind, the place in ``tiles`` of the tile that is taken for it.
        places = cheapest_assignment(costs.T)
        cost = float(costs[places, np.arange(len(given_kinds))].sum())
        if cost > self._limit:
            return []
        given_kind_of = {
            tiles[place]: kind for place, kind in zip(places, given_kinds, strict=True)
        }
        other_tiles = [tile for tile in tiles if tile not in given_kind_of]

        partitions = []
        for partition in self.divide_into_melds(other_tiles, melds, quads):
            total_cost = cost + partition.cost
            if total_cost > self._limit:
                continue
            kind_of = given_kind_of | dict(zip(other_tiles, partition.kinds, strict=True))
            kinds = tuple(kind_of[tile] for tile in tiles)
            partitions.append(Partition(total_cost, kinds, partition.quads))
        return partitions

    def _partition(self, tiles: Sequence[int], counts: _PartCounts) -> list[Partition]:
        """Find the cheapest partitions of tiles.

        Args:
            tiles: the tiles' numbers.
            counts: how many parts of each sort a partition must have.

        Returns:
            At most ``_MOST_PARTITIONS`` partitions, cheapest first. Empty if the counts do not fit
            the number of tiles.
        """
        needed_tiles = sum(count * size for count, size in zip(counts, _SORT_SIZES, strict=True))
        if needed_tiles != len(tiles) or min(counts) < 0:
            return []
        cheapest = self._search_in_stages(tiles, counts)
        return [_as_partition(cost, parts, tiles) for cost, parts in cheapest]

    def _search_in_stages(self, tiles: Sequence[int], counts: _Counts) -> list[_CostedParts]:
        """Find the cheapest partitions, first with a small limit, then with larger ones.

        The search with a small limit is short, because few parts are cheap. A larger limit is tried
        only if the cheap parts give too few partitions.

        Args:
            tiles: the tiles' numbers.
            counts: how many parts of each sort a partition must have.

        Returns:
            At most ``_MOST_PARTITIONS`` partitions as costs and parts, cheapest first.
        """
        # The tiles as bits.
        mask = sum(1 << tile for tile in tiles)
        # A lower bound of every partition's cost. It is lowered a little, so that rounding excludes
        # no partition that costs exactly the limit.
        least_cost = float(self._table.least_shares[list(tiles)].sum()) - TINY
        cheapest: list[_CostedParts] = []
        for stage in range(1, _STAGES + 1):
            limit = self._limit * stage / _STAGES
            if least_cost > limit:
                # Only a later stage, with a larger limit, can find a partition.
                continue
            stage_partitions = self._find_cheapest(mask, counts, least_cost, limit)
            # If the budget ended during this stage, this stage may have missed partitions that an
            # earlier stage found. So the partitions of earlier stages are kept.
            cheapest = self._with_different_tiles([*cheapest, *stage_partitions])
            if self._budget.is_exhausted or len(cheapest) >= _MOST_PARTITIONS:
                break
            if cheapest:
                best_cost, _ = cheapest[0]
                if best_cost + CLOSE_NATS <= limit:
                    # Partitions beyond this limit cost too much more than the cheapest.
                    break
        return cheapest

    def _find_cheapest(
        self, mask: int, counts: _Counts, least_cost: float, limit: float
    ) -> list[_CostedParts]:
        """Find the cheapest partitions of some tiles.

        In every partition the first tile is the first tile of some part. So try each part that
        begins with this tile, and find the cheapest partitions of the other tiles.

        Args:
            mask: the tiles as bits.
            counts: how many parts of each sort are needed.
            least_cost: the sum of the least shares of the tiles, in nats. No partition costs less.
            limit: partitions that cost more, in nats, are left out.

        Returns:
            The partitions, cheapest first. If the budget is used up, some may be missing.
        """
        if not mask:
            # Without tiles there is one partition, which has no parts.
            return [(0.0, ())]
        key = (limit, mask, counts)
        if key in self._cheapest_of:
            return self._cheapest_of[key]
        first_tile = _lowest_bit(mask)
        partitions: list[_CostedParts] = []
        for sort_index, count in enumerate(counts):
            if not count:
                continue
            # Beside a part of this sort, the other tiles need one part of this sort less.
            other_counts = (*counts[:sort_index], count - 1, *counts[sort_index + 1 :])
            for excess, part_mask, part in self._parts_with(first_tile, sort_index, limit):
                # No partition with this part costs less: the part costs the least shares of its
                # tiles and the excess, and the other tiles cost at least their least shares.
                least_cost_with_part = least_cost + excess
                if least_cost_with_part > limit or self._budget.is_exhausted:
                    # The parts that follow have as much excess or more. Or no steps remain.
                    break
                self._budget.steps -= 1
                tiles_elsewhere = part_mask & ~mask
                if tiles_elsewhere:
                    # Some tiles of the part are not among the tiles to partition.
                    continue
                self._budget.steps -= _PARTITION_STEPS
                # Without the cost of the part, the bound is the least shares of the other tiles.
                other_partitions = self._find_cheapest(
                    mask=mask ^ part_mask,
                    counts=other_counts,
                    least_cost=least_cost_with_part - part.cost,
                    limit=limit,
                )
                partitions += _add_part(part, other_partitions, limit)
        self._cheapest_of[key] = self._with_different_tiles(partitions)
        return self._cheapest_of[key]

    def _with_different_tiles(self, partitions: Sequence[_CostedParts]) -> list[_CostedParts]:
        """Of partitions with the same kinds of tiles, keep the cheapest.

        Returns:
            At most ``_MOST_PARTITIONS`` partitions, cheapest first.
        """
        by_kinds: dict[tuple[int, ...], _CostedParts] = {}
        for cost, parts in sorted(partitions, key=_cost_of):
            kinds: list[int] = []
            for part in parts:
                kinds += part.kinds
            kinds.sort()
            by_kinds.setdefault(tuple(kinds), (cost, parts))
            if len(by_kinds) == _MOST_PARTITIONS:
                break
        return list(by_kinds.values())

    def _parts_with(self, first_tile: int, sort_index: int, limit: float) -> list[_RatedPart]:
        """The parts of a sort that begin with a tile, those with the least excess first.

        Args:
            first_tile: the tile's number.
            sort_index: the sort of the parts, as an index of ``_SORT_SIZES``.
            limit: parts that cost more, in nats, are left out.
        """
        if (limit, sort_index) not in self._parts_by_tile:
            self._parts_by_tile[limit, sort_index] = self._rate_parts(sort_index, limit)
        return self._parts_by_tile[limit, sort_index].get(first_tile, [])

    def _rate_parts(self, sort_index: int, limit: float) -> dict[int, list[_RatedPart]]:
        """Compute the excess of all parts of a sort.

        Args:
            sort_index: the sort of the parts, as an index of ``_SORT_SIZES``.
            limit: parts that cost more, in nats, are left out.

        Returns:
            By their first tile: the parts, those with the least excess first.
        """
        least_shares = self._table.least_shares.tolist()
        rated_parts: list[_RatedPart] = []
        for part in self._table.parts(_SORT_SIZES[sort_index], limit):
            is_sequence = len(set(part.kinds)) > 1
            if sort_index == _TRIPLET_SORT and is_sequence:
                continue
            excess = part.cost - sum(least_shares[tile] for tile in part.tiles)
            mask = sum(1 << tile for tile in part.tiles)
            rated_parts.append(_RatedPart(excess, mask, part))
        rated_parts.sort(key=lambda rated_part: rated_part.excess)
        by_first_tile: dict[int, list[_RatedPart]] = {}
        for rated_part in rated_parts:
            first_tile = rated_part.part.tiles[0]
            by_first_tile.setdefault(first_tile, []).append(rated_part)
        return by_first_tile


def _add_part(
    part: Part, other_partitions: Sequence[_CostedParts], limit: float
) -> list[_CostedParts]:
    """Add a part to partitions of the other tiles. Leave out those that cost more than a limit."""
    partitions: list[_CostedParts] = []
    for other_cost, other_parts in other_partitions:
        cost = part.cost + other_cost
        if cost <= limit:
            partitions.append((cost, (part, *other_parts)))
    return partitions


def _cost_of(partition: _CostedParts) -> float:
    cost, _ = partition
    return cost


def _lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set: the first tile of a mask."""
    return (mask & -mask).bit_length() - 1


def _as_partition(cost: float, parts: Sequence[Part], tiles: Sequence[int]) -> Partition:
    """Make a partition from its parts.

    Args:
        cost: the cost of the parts.
        parts: the parts, in any order. Together they hold every tile once.
        tiles: the tiles in the order in which the partition lists their kinds.
    """
    kind_of: dict[int, int] = {}
    quads = []
    for part in parts:
        kind_of.update(zip(part.tiles, part.kinds, strict=True))
        if len(part.kinds) == 4:
            quads.append(part.kinds[0])
    kinds = tuple(kind_of[tile] for tile in tiles)
    return Partition(cost, kinds, tuple(quads))

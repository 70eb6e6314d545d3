"""Parts of a hand: every pair, triplet, sequence and quad that some tiles can be, with its cost.

Taking a tile for a face costs as many nats as that face is less likely than the tile's likeliest
face.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.reading.search_budget import SearchBudget
from hu.vision.layout.melds import ORDERS, SEQUENCES, meld_costs

Floats = NDArray[np.float64]

#: At most this many parts of a size are kept, the cheapest.
_MOST_PARTS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that are taken for a meld or a pair.

    Attributes:
        cost: the cost in nats.
        tiles: the tiles' numbers, ascending.
        kinds: the kind of each of these tiles, an index of ``hu.scoring.tiles.KINDS``.
    """

    cost: float
    tiles: tuple[int, ...]
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _CostsOfSize:
    """The costs of all parts of a size, in nats. Rows are the combinations of tiles in their order.

    Attributes:
        alike: ``(m, 34)`` float64, the tiles taken for equal tiles of each kind.
        sequences: ``(m, 21)`` float64, the tiles taken for each sequence in its cheapest order. Of
            three tiles only.
        ordered_sequences: ``(6, m, 21)`` float64, the same for each of ``ORDERS``.
    """

    alike: Floats
    sequences: Floats
    ordered_sequences: Floats


class PartTable:
    """The costs of all parts that some tiles can be.

    Memory grows with the fourth power of the number of tiles.

    Args:
        costs: ``(n, 34)`` float64 nats, each tile taken for each kind.
        budget: is marked as cut short if a size has too many parts.
    """

    def __init__(self, costs: Floats, budget: SearchBudget) -> None:
        self._costs = costs
        self._budget = budget
        self._costs_of_size: dict[int, _CostsOfSize] = {}

    def parts(self, size: int, limit: float) -> Iterator[Part]:
        """Find the parts of a number of tiles: equal tiles, and for three tiles also sequences.

        Args:
            size: the number of tiles, 1 to 4.
            limit: parts that cost more, in nats, are left out.

        Yields:
            The parts, equal tiles first.
        """
        if not 0 < size <= len(self._costs):
            return
        costs = self._costs_of_parts(size)
        # The tiles of each row of the costs.
        tiles_of_row = _combinations(len(self._costs), size)
        for row, kind in self._within(costs.alike, limit):
            yield Part(
                cost=float(costs.alike[row, kind]),
                tiles=tiles_of_row[row],
                kinds=(kind,) * size,
            )
        for row, sequence in self._within(costs.sequences, limit):
            # The cheapest of the six orders in which the three tiles can show the sequence.
            order_number = int(costs.ordered_sequences[:, row, sequence].argmin())
            kinds = SEQUENCES[sequence]
            yield Part(
                cost=float(costs.sequences[row, sequence]),
                tiles=tiles_of_row[row],
                kinds=tuple(kinds[place] for place in ORDERS[order_number]),
            )

    def _within(self, costs: Floats, limit: float) -> list[list[int]]:
        """Find the costs within a limit, the cheapest if they are too many.

        Args:
            costs: ``(m, k)`` float64 nats.
            limit: the limit in nats.

        Returns:
            Row and column of each of these costs, in the order of the rows.
        """
        places = np.argwhere(costs <= limit)
        if len(places) > _MOST_PARTS:
            self._budget.is_cut_short = True
            costs_within = costs[places[:, 0], places[:, 1]]
            cheapest = costs_within.argpartition(_MOST_PARTS)[:_MOST_PARTS]
            places = places[np.sort(cheapest)]
        rows_and_columns: list[list[int]] = places.tolist()
        return rows_and_columns

    @cached_property
    def least_shares(self) -> Floats:
        """``(n,)`` float64 nats for each tile. A partition costs at least the sum of its shares.

        A tile's share is the cost per tile of the cheapest pair, triplet or sequence that the tile
        can be in. So a part costs at least the shares of its tiles. This holds for quads too: a
        quad costs a third of the sum of its four triplets, and each tile is in three of them.

        A tile that may be any kind at no cost is a wildcard. The shares of other tiles are computed
        without the parts that have a wildcard, so their sum can exceed the cost of a part with a
        wildcard: by at most the shares of three tiles. A wildcard's share subtracts as much.
        """
        count = len(self._costs)
        shares = np.full(count, np.inf)
        is_wildcard: NDArray[np.bool_] = (self._costs == 0).all(axis=1)
        for size in range(2, min(3, count) + 1):
            costs = self._costs_of_parts(size)
            # ``(m, size)`` the tiles of each part.
            tiles = _combinations_array(count, size)
            # ``(m,)`` the cost of the cheapest way to read each part.
            part_costs = np.concatenate([costs.alike, costs.sequences], axis=1).min(axis=1)
            has_wildcard = is_wildcard[tiles].any(axis=1)
            part_costs[has_wildcard] = np.inf
            # Each tile of a part may have the part's cost per tile as its share.
            costs_per_tile = np.repeat(part_costs / size, size)
            np.minimum.at(shares, tiles.ravel(), costs_per_tile)
        # Tiles that are only in parts with a wildcard have no bound.
        shares[np.isinf(shares)] = 0.0
        three_largest = np.sort(shares)[-3:]
        shares[is_wildcard] = -three_largest.sum()
        return shares

    @cached_property
    def pair_costs(self) -> Floats:
        """``(n, n)`` float64 nats: each two tiles taken for a pair. Infinite on the diagonal."""
        # (first tile, second tile, kind)
        costs_of_kinds = self._costs[:, None] + self._costs[None]
        costs: Floats = costs_of_kinds.min(axis=2)
        np.fill_diagonal(costs, np.inf)
        return costs

    def _costs_of_parts(self, size: int) -> _CostsOfSize:
        """Return the costs of all parts of a number of tiles. They are computed once."""
        if size not in self._costs_of_size:
            # (part, place in the part): the tiles of each part.
            tiles = _combinations_array(len(self._costs), size)
            alike, ordered_sequences = meld_costs(self._costs, tiles)
            # The cheapest of the six orders in which three tiles can show each sequence.
            sequences = ordered_sequences.min(axis=0)
            self._costs_of_size[size] = _CostsOfSize(alike, sequences, ordered_sequences)
        return self._costs_of_size[size]


@cache
def _combinations(count: int, size: int) -> list[tuple[int, ...]]:
    """Every choice of ``size`` of ``count`` tiles."""
    return list(combinations(range(count), size))


@cache
def _combinations_array(count: int, size: int) -> NDArray[np.int_]:
    """``(m, size)``: the same as an array."""
    return np.array(_combinations(count, size))

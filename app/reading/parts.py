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
        budget: is marked as truncated if a size has too many parts.
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
        costs = self._of_size(size)
        combinations_of_tiles = _combinations(len(self._costs), size)
        for row, kind in self._within(costs.alike, limit):
            yield Part(
                cost=float(costs.alike[row, kind]),
                tiles=combinations_of_tiles[row],
                kinds=(kind,) * size,
            )
        for row, sequence in self._within(costs.sequences, limit):
            order = ORDERS[int(costs.ordered_sequences[:, row, sequence].argmin())]
            kinds = SEQUENCES[sequence]
            yield Part(
                cost=float(costs.sequences[row, sequence]),
                tiles=combinations_of_tiles[row],
                kinds=tuple(kinds[place] for place in order),
            )

    def _within(self, costs: Floats, limit: float) -> list[list[int]]:
        """The rows and columns of costs within a limit, the cheapest if they are too many."""
        within = np.argwhere(costs <= limit)
        if len(within) > _MOST_PARTS:
            self._budget.truncated = True
            values = costs[within[:, 0], within[:, 1]]
            cheapest = values.argpartition(_MOST_PARTS)[:_MOST_PARTS]
            within = within[np.sort(cheapest)]
        places: list[list[int]] = within.tolist()
        return places

    @cached_property
    def least_shares(self) -> Floats:
        """``(n,)`` float64 nats: any partition of tiles costs at least the sum of their shares.

        A tile's share is that of the cheapest pair, triplet or sequence that the tile can be in. A
        quad costs the sum of its four triplets, a third each. A tile that may be any kind at no
        cost is a wildcard: it can lower the cost of the part that it is in for up to three other
            tiles.
        """
        count = len(self._costs)
        shares = np.full(count, np.inf)
        is_wildcard: NDArray[np.bool_] = (self._costs == 0).all(axis=1)
        for size in range(2, min(3, count) + 1):
            costs = self._of_size(size)
            tiles = _combinations_array(count, size)
            cheapest = np.concatenate([costs.alike, costs.sequences], axis=1).min(axis=1)
            cheapest[is_wildcard[tiles].any(axis=1)] = np.inf
            np.minimum.at(shares, tiles.ravel(), np.repeat(cheapest / size, size))
        shares[np.isinf(shares)] = 0.0
        shares[is_wildcard] = -np.sort(shares)[-3:].sum()
        return shares

    @cached_property
    def pair_costs(self) -> Floats:
        """``(n, n)`` float64 nats: each two tiles taken for a pair. Infinite on the diagonal."""
        costs: Floats = (self._costs[:, None] + self._costs[None]).min(axis=2)
        np.fill_diagonal(costs, np.inf)
        return costs

    def _of_size(self, size: int) -> _CostsOfSize:
        if size not in self._costs_of_size:
            tiles = _combinations_array(len(self._costs), size)
            alike, ordered_sequences = meld_costs(self._costs, tiles)
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

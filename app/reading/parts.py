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

#: A search looks at no more parts of equal tiles of one size than this, and at no more sequences.
#: It takes the cheapest.
_MOST_PARTS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that are taken for a meld or a pair, or for the face-up tiles of a meld.

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
    """The costs of all parts of a number of tiles, in nats.

    Each of the m rows is a combination of this number of tiles. The rows have the order of
    ``itertools.combinations``.

    Attributes:
        alike: ``(m, 34)`` float64: the cost of taking the tiles for equal tiles of each kind.
        sequences: ``(m, 21)`` float64: the cost of taking three tiles for each sequence, in the
            cheapest of the six orders. ``(m, 0)`` for other numbers of tiles.
        ordered_sequences: ``(6, m, 21)`` float64: the cost in each of the six ``ORDERS``.
    """

    alike: Floats
    sequences: Floats
    ordered_sequences: Floats


class PartTable:
    """The costs of all parts that some tiles can be.

    Memory grows with the fourth power of the number of tiles.

    Args:
        costs: ``(n, 34)`` float64 nats: the cost of taking each tile for each kind.
        budget: is marked as cut short if there are more parts than ``_MOST_PARTS``.
    """

    def __init__(self, costs: Floats, budget: SearchBudget) -> None:
        self._costs = costs
        self._budget = budget
        self._costs_of_size: dict[int, _CostsOfSize] = {}

    def parts(self, size: int, limit: float) -> Iterator[Part]:
        """Find the parts of a number of tiles.

        Args:
            size: the number of tiles, 0 to 4. There are no parts of 0 tiles.
            limit: parts that cost more, in nats, are left out.

        Yields:
            The parts of equal tiles, then the sequences if the number is three.
        """
        if not 0 < size <= len(self._costs):
            return
        costs = self._costs_of_parts(size)
        # The tiles of each row of ``costs.alike`` and ``costs.sequences``.
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
        """Find the costs within a limit. If they are too many, find the cheapest of them.

        Args:
            costs: ``(m, k)`` float64 nats.
            limit: the limit in nats.

        Returns:
            The row and the column of each of these costs, row by row.
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
        """For each tile the least cost per tile of a pair, triplet or sequence with this tile.

        So a pair, triplet or sequence costs at least the sum of its tiles' least shares. A quad
        does too: its four triplets together cost three times as much as the quad, and hold each of
        its tiles three times. So a partition costs at least the sum of the least shares of all its
        tiles, whichever parts it has.

        A wildcard is a tile that may be any kind at no cost. Parts with a wildcard are left out,
        because they would make most least shares nearly 0. So a part with a wildcard may cost less
        than the least shares of its other tiles. There are at most three other tiles. The least
        share of the wildcard makes up for them: it is minus the sum of the three largest least
        shares.

        Returns:
            ``(n,)`` float64 nats.
        """
        count = len(self._costs)
        shares = np.full(count, np.inf)
        is_wildcard: NDArray[np.bool_] = (self._costs == 0).all(axis=1)
        # Pairs, then triplets and sequences, as far as there are enough tiles.
        for size in range(2, min(3, count) + 1):
            costs = self._costs_of_parts(size)
            # (m, size): each combination of tiles.
            tiles = _combinations_array(count, size)
            # (m,): the cost of the cheapest part that each combination can be.
            part_costs = np.concatenate([costs.alike, costs.sequences], axis=1).min(axis=1)
            has_wildcard = is_wildcard[tiles].any(axis=1)
            part_costs[has_wildcard] = np.inf
            # If the cost per tile is lower than the share of a tile so far, it is the tile's share.
            costs_per_tile = np.repeat(part_costs / size, size)
            np.minimum.at(shares, tiles.ravel(), costs_per_tile)
        # Wildcards, and tiles that only a wildcard could complete to a part.
        shares[np.isinf(shares)] = 0.0
        three_largest = np.sort(shares)[-3:]
        shares[is_wildcard] = -three_largest.sum()
        return shares

    @cached_property
    def pair_costs(self) -> Floats:
        """The cost of taking each two tiles for a pair of the kind that is cheapest for them.

        Returns:
            ``(n, n)`` float64 nats. Infinite on the diagonal.
        """
        # (n, n, 34): the cost of taking tile i and tile j for each kind.
        costs_of_kinds = self._costs[:, None] + self._costs[None]
        costs: Floats = costs_of_kinds.min(axis=2)
        np.fill_diagonal(costs, np.inf)
        return costs

    def _costs_of_parts(self, size: int) -> _CostsOfSize:
        """Return the costs of all parts of a number of tiles. They are computed once."""
        if size not in self._costs_of_size:
            # (m, size): each combination of tiles.
            tiles = _combinations_array(len(self._costs), size)
            alike, ordered_sequences = meld_costs(self._costs, tiles)
            # (m, 21): the cheapest of the six orders in which three tiles can show each sequence.
            sequences = ordered_sequences.min(axis=0)
            self._costs_of_size[size] = _CostsOfSize(alike, sequences, ordered_sequences)
        return self._costs_of_size[size]


@cache
def _combinations(count: int, size: int) -> list[tuple[int, ...]]:
    """Every combination of ``size`` of the tiles 0 to ``count`` - 1, each ascending."""
    return list(combinations(range(count), size))


@cache
def _combinations_array(count: int, size: int) -> NDArray[np.int_]:
    """``(m, size)`` int: every combination of ``size`` of the tiles 0 to ``count`` - 1."""
    return np.array(_combinations(count, size))

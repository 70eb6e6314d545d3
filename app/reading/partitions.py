"""The cheapest ways to see tiles as four sets and a pair, as pairs, or as given tiles: exact, by subsets of tiles.

What a tile is seen as costs as many nats as that face is less likely than the tile's likeliest one. A regular hand
covers the tiles with sets: the cheapest cover of what is left depends on nothing but what is left, so each subset of
tiles is solved once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import KINDS

Floats = NDArray[np.float64]

#: More parts than this are never tried for one photo; reached only when next to nothing could be read.
MOST_STEPS: Final = 40_000
#: A runner-up that costs this many nats more than the best is not looked for.
CLOSE: Final = 3.0
#: The budgets of the stages of a search, as parts of the whole.
_STAGES: Final = (0.15, 0.35, 0.65, 1.0)
_ORDERS: Final = tuple(permutations(range(3)))
_CHOWS: Final = tuple((9 * suit + low, 9 * suit + low + 1, 9 * suit + low + 2) for suit in range(3) for low in range(7))


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the tiles seen as a set or a pair.

    Attributes:
        cost: in nats.
        mask: which tiles, as bits.
        kinds: each of these tiles' kind (an index of ``hu.scoring.tiles.KINDS``), by the tiles' order.
    """

    cost: float
    mask: int
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """All tiles seen as parts.

    Attributes:
        cost: in nats.
        kinds: the kind of each tile, in the order in which they were given.
        quads: the kinds of which four tiles make one set.
    """

    cost: float
    kinds: tuple[int, ...]
    quads: tuple[int, ...] = ()


@dataclass(slots=True)
class Effort:
    """How many parts may still be tried, shared by everything that is tried for one photo."""

    left: int = MOST_STEPS

    @property
    def spent(self) -> bool:
        """Whether the bound was reached."""
        return self.left <= 0


class Coverer:
    """Finds the cheapest covers of some of a photo's tiles."""

    def __init__(self, costs: Floats, budget: float, effort: Effort, most: int = 3) -> None:
        """Prepare the search.

        Args:
            costs: ``(n, 34)`` float64 nats for each tile and kind.
            budget: covers that cost more are not wanted.
            effort: what may be spent.
            most: how many covers with different tiles are wanted.
        """
        self._costs = costs
        self._budget = budget
        self._effort = effort
        self._most = most
        self._table = PartTable(costs)
        self._stages: dict[float, _Subsets] = {}

    def regular(self, tiles: Sequence[int], sets: int, quads: int) -> list[Cover]:
        """Covers of these tiles with so many sets, so many of them quads, and a pair; the cheapest first."""
        return self._covers(tiles, sets - quads, quads, 1)

    def pairs(self, tiles: Sequence[int]) -> list[Cover]:
        """Covers of these tiles with pairs only; the cheapest first."""
        costs = self._costs[list(tiles)]
        pair = (costs[:, None] + costs[None]).min(axis=2) + np.diag(np.full(len(costs), np.inf))
        # Each tile costs half of its cheapest pair at least.
        hopeless = float(pair.min(axis=1, initial=np.inf).sum()) / 2 > self._budget
        return [] if hopeless else self._covers(tiles, 0, 0, len(costs) // 2)

    def assigned(self, tiles: Sequence[int], target: Sequence[int]) -> list[Cover]:
        """The cheapest way to see these tiles as exactly the kinds of ``target``, if there is one."""
        costs = self._costs[list(tiles)][:, list(target)]
        if len(tiles) != len(target) or max(costs.min(0).sum(), costs.min(1).sum()) > self._budget:
            return []
        order = matched(costs)
        cost = float(costs[np.arange(len(order)), order].sum())
        return [Cover(cost, tuple(target[k] for k in order))] if cost <= self._budget else []

    def _covers(self, tiles: Sequence[int], triplets: int, quads: int, pairs: int) -> list[Cover]:
        if 3 * triplets + 4 * quads + 2 * pairs != len(tiles) or min(triplets, quads) < 0:
            return []
        mask = sum(1 << tile for tile in tiles)
        found: list[_Found] = []
        # What is cheap is found soon, for few parts are cheap; dear ones are only made when more is wanted.
        for budget in (share * self._budget for share in _STAGES):
            if budget not in self._stages:
                self._stages[budget] = _Subsets(self._table, budget, self._most, self._effort)
            # A stage that was cut short may have missed what an earlier one found.
            found = _distinct([*found, *self._stages[budget].best(mask, triplets, quads, pairs)], self._most)
            if self._effort.spent or len(found) >= self._most or (found and found[0][0] + CLOSE <= budget):
                break
        return [_cover(cost, parts, tiles) for cost, parts in found]


def _distinct(found: Sequence["_Found"], most: int) -> list["_Found"]:
    """The cheapest of those with different tiles."""
    kept: dict[tuple[int, ...], _Found] = {}
    for cost, parts in sorted(found, key=lambda one: one[0]):
        kept.setdefault(tuple(sorted(kind for part in parts for kind in part.kinds)), (cost, parts))
        if len(kept) == most:
            break
    return list(kept.values())


_Found = tuple[float, tuple[Part, ...]]


class _Subsets:
    """The cheapest covers of each subset of the tiles, within one budget."""

    def __init__(self, table: "PartTable", budget: float, most: int, effort: Effort) -> None:
        self._table = table
        self._budget = budget
        self._most = most
        self._effort = effort
        self._parts: dict[int, dict[int, list[Part]]] = {}
        self._known: dict[tuple[int, int, int, int], list[_Found]] = {}

    def best(self, mask: int, triplets: int, quads: int, pairs: int) -> list[_Found]:
        """The cheapest covers of the tiles in ``mask``, different tiles each, the cheapest first."""
        if not mask:
            return [(0.0, ())]
        key = (mask, triplets, quads, pairs)
        if key not in self._known:
            found: list[_Found] = []
            for size, left in ((3, triplets), (4, quads), (2, pairs)):
                if left:
                    rest = (triplets - (size == 3), quads - (size == 4), pairs - (size == 2))
                    found += self._extended(mask, size, rest)
            self._known[key] = _distinct(found, self._most)
        return self._known[key]

    def _extended(self, mask: int, size: int, rest: tuple[int, int, int]) -> Iterator[_Found]:
        """Cover the first tile by each part of a size, and what is left in the best ways."""
        first = (mask & -mask).bit_length() - 1
        for part in self._parts_of(size).get(first, ()):
            if part.mask & ~mask or self._effort.spent:
                continue
            self._effort.left -= 1
            for cost, parts in self.best(mask ^ part.mask, *rest):
                if part.cost + cost <= self._budget:
                    yield part.cost + cost, (part, *parts)

    def _parts_of(self, size: int) -> dict[int, list[Part]]:
        """The parts of a size, by their first tile, the cheapest first."""
        if size not in self._parts:
            parts: dict[int, list[Part]] = {}
            for part in sorted(self._table.parts(size, self._budget), key=lambda one: one.cost):
                parts.setdefault((part.mask & -part.mask).bit_length() - 1, []).append(part)
            self._parts[size] = parts
        return self._parts[size]


class PartTable:
    """What every few of the tiles cost as each set or pair; made once, and looked up for any budget."""

    def __init__(self, costs: Floats) -> None:
        """Take ``(n, 34)`` float64 nats for each tile and kind."""
        self._costs = costs
        self._made: dict[int, tuple[NDArray[np.int_], Floats, Floats]] = {}

    def parts(self, size: int, budget: float) -> Iterator[Part]:
        """Every part of ``size`` tiles within the budget: tiles alike, and of three also sequences."""
        if not 0 < size <= len(self._costs):
            return
        if size not in self._made:
            self._made[size] = self._make(size)
        masks, alike, chows = self._made[size]
        for row, kind in np.argwhere(alike <= budget).tolist():
            yield Part(float(alike[row, kind]), int(masks[row]), (kind,) * size)
        best = chows.min(axis=0) if len(chows) else chows
        for row, chow in np.argwhere(best <= budget).tolist() if len(chows) else ():
            order = _ORDERS[int(chows[:, row, chow].argmin())]
            yield Part(float(best[row, chow]), int(masks[row]), tuple(_CHOWS[chow][k] for k in order))

    def _make(self, size: int) -> tuple[NDArray[np.int_], Floats, Floats]:
        """The tiles of each part as bits; its cost as each kind alike; and as each sequence, in every order."""
        places = np.array(list(combinations(range(len(self._costs)), size)))
        alike = sum(self._costs[places[:, k]] for k in range(size))
        chows = np.empty((0, 0, 0))
        if size == 3:
            # (place, part, number): what each tile of a part costs as each number of each sequence.
            each = [self._costs[places[:, k]][:, np.array(_CHOWS)] for k in range(3)]
            chows = np.stack([sum(each[k][..., order[k]] for k in range(3)) for order in _ORDERS])
        return (1 << places).sum(axis=1), np.asarray(alike), chows


def _cover(cost: float, parts: Sequence[Part], tiles: Sequence[int]) -> Cover:
    kinds: dict[int, int] = {}
    for part in parts:
        places = [place for place in range(part.mask.bit_length()) if part.mask >> place & 1]
        kinds.update(zip(places, part.kinds, strict=True))
    quads = tuple(part.kinds[0] for part in parts if len(part.kinds) == 4)
    return Cover(cost, tuple(kinds[tile] for tile in tiles), quads)


def matched(costs: Floats) -> list[int]:
    """For each row its column, so that the sum is least: the Hungarian method, by shortest augmenting paths."""
    count = len(costs)
    rows, columns = np.zeros(count + 1), np.zeros(count + 1)
    owner = [0] * (count + 1)
    for row in range(1, count + 1):
        owner[0], column = row, 0
        least, way, used = np.full(count + 1, np.inf), [0] * (count + 1), np.zeros(count + 1, dtype=bool)
        while owner[column]:
            used[column] = True
            slack = np.concatenate([[np.inf], costs[owner[column] - 1]]) - rows[owner[column]] - columns
            closer = ~used & (slack < least)
            for k in np.flatnonzero(closer):
                way[k] = column
            least = np.where(closer, slack, least)
            step = int(np.where(used, np.inf, least).argmin())
            delta = float(least[step])
            for k in np.flatnonzero(used):
                rows[owner[k]] += delta
            columns[used] -= delta
            least[~used] -= delta
            column = step
        while column:
            owner[column], column = owner[way[column]], way[column]
    found = [0] * count
    for column in range(1, count + 1):
        found[owner[column] - 1] = column - 1
    return found


def kinds_of(tiles: Sequence[str]) -> tuple[int, ...]:
    """The kinds' numbers."""
    return tuple(KINDS.index(tile) for tile in tiles)

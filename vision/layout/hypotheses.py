"""Hypotheses of which tiles are the photographed hand: runs that lie in line or close to each other, and their cost."""

import heapq
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import log
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.detection import CLEAR, log_odds
from hu.vision.geometry import ASPECT, TINY
from hu.vision.layout.model import (
    BLANKS,
    FEWEST_TILES,
    HALF_A_HAND,
    MOST_TILES,
    WAITING,
    Candidate,
    Terms,
)
from hu.vision.layout.runs import TileRun
from hu.vision.layout.table import ACROSS, DIAGONAL, Bools, Floats, Table, askew_deg, quarter

#: Hands lie in rows that are this many times as long as they are wide, discards in short rows or heaps.
_LONG: Final = 2.4
#: Fewer tiles face up are no hand, if there is another.
_FEWEST: Final = 3
#: Other parts are joined to this many of the likeliest ones.
_BASES: Final = 12
#: Tile counts that may be a hand.
_HAND: Final = range(FEWEST_TILES, MOST_TILES + len(BONUS))
#: Tiles count as at most this many times as large as the photo's clear ones.
_LARGEST: Final = 2.0
#: Runs are doubted when their best log-odds are this much below those of a hand's clearest quarter, up to a maximum.
_DOUBTED: Final = 1.5
_MOST_DOUBT: Final = 3.0
_TOP_SCORE: Final = 0.998
#: The share of neighbours of a suit, up to 2 apart, in a sorted hand and among discards, and the weight of the former.
_SORTED: Final = 0.6
_RANDOM: Final = 0.2
_FEW: Final = 3.0
_BONUS: Final = frozenset(BONUS)
_BLANK: Final = frozenset((*BONUS, *BLANKS))
_BACK: Final = CLASSES.index(BACK)

#: Whole runs, as the indices of their detections.
RunUnion = frozenset[int]


class HandHypotheses:
    """All ways to choose runs of a photo that may be one hand.

    Attributes:
        runs: of each tile, the run that holds it; run by run, and row by row.
        clusters: the tiles that lie together, those that look most like the photographed hand first.
    """

    def __init__(self, runs: Sequence[TileRun], table: Table) -> None:
        self.runs = {tile: run for run in runs for tile in run.tiles}
        self._table = table
        self._parts = [frozenset(run.tiles) for run in runs]
        self._heads = [run.tiles[0] for run in runs]
        self._flowers = [part for part in self._parts if table.are_flowers(part)]
        self._up = np.array([face != BACK for face in table.faces])
        self._legible = _legibility(table)
        self._lines, self._counted = (
            np.zeros((len(self._up), 2)),
            np.zeros(len(self._up), dtype=bool),
        )
        self._doubts, self._order = np.full(len(self._up), np.nan), np.zeros((len(self._up), 2))
        for run in runs:
            tiles = list(run.tiles)
            self._lines[tiles] = run.line
            # More backs than those of a quad are a wall.
            self._counted[tiles] = self._up[tiles].any() or len(tiles) <= 4
            # Plain faces are hard to see, and doubted for nothing.
            if any(table.faces[tile] not in BLANKS for tile in tiles):
                best = max(table.detections[tile].score for tile in tiles)
                self._doubts[tiles] = -log_odds(best, 1 - _TOP_SCORE)
            self._order[tiles[0]] = _order(run, table)
        self._apart, self._skewed, self._room = _distances(runs, table)
        self._costs: dict[RunUnion, Terms] = {}
        self._joined = list(self._joins())
        usual = [part for apart, part in self._joined if apart <= 1]
        whole = [part for part in usual if not any(part < other for other in usual)]
        self._heaviest = max(TINY, *map(self._weight, whole))
        self.clusters = sorted(whole, key=self._cost)
        self._clear = [
            frozenset(
                tile
                for tile, doubt in zip(part, self._doubt_beside(part, part), strict=True)
                if not doubt
            )
            for part in whole
        ]

        part = next(
            (part for part in self.clusters if self._count_face_up(part) >= _FEWEST),
            self.clusters[0],
        )
        self._main = self._with_flowers(part)

    def candidates(self) -> Iterator[Candidate]:
        """Tiles that may be the hand, each choice once; the cheapest whole cluster first, then by cost."""
        yield Candidate(self._main, self._terms(self._main))
        # Most photos need the first one alone.
        yield from self._others

    def count_penalty(self, tiles: Collection[int]) -> float:
        """Penalty (nats) for the tile count alone."""
        prices, seen = self._table.settings, [self._table.detections[tile] for tile in tiles]
        count = sum(tile.tile not in _BONUS for tile in seen)
        clear = sum(tile.tile not in _BLANK and tile.belief >= CLEAR for tile in seen)
        # A winning hand has one tile more, and one for each quad.
        missing, more = max(0, WAITING - count), max(0, clear - WAITING - 1 - 4)
        return prices.count_nats * (missing + more) + prices.short_nats * (missing > 0)

    @cached_property
    def _others(self) -> list[Candidate]:
        found: dict[RunUnion, Candidate] = {}
        for term, nats, part in self._choices():
            full = self._with_flowers(part)
            together = part in self.clusters or part in self._clear
            if self._count_face_up(full) >= _FEWEST and (together or len(full) in _HAND):
                candidate = Candidate(full, (*self._terms(full), (term, nats)))
                if full not in found or candidate.cost < found[full].cost:
                    found[full] = candidate
        found.pop(self._main, None)
        return sorted(found.values(), key=lambda candidate: candidate.cost)

    def _choices(self) -> Iterator[tuple[str, float, RunUnion]]:
        """Unions of runs, each with the name and the cost of joining or splitting them."""
        prices = self._table.settings
        whole = [("joins", 0.0, part) for part in self.clusters]
        split = self._splits(part for apart, part in self._joined if apart <= 1)
        clear = self._splits(part for part in self._clear if part)
        yield from (
            ("joins", prices.joined_nats * apart, part) for apart, part in self._joined if apart > 1
        )
        yield from (*split, *whole, *clear)
        if prices.applies("sets at any angle"):
            likely = heapq.nsmallest(
                _BASES, (*whole, *split), key=lambda base: base[1] + self._cost(base[2])
            )
            for _, nats, part in likely:
                yield from (
                    ("joins", nats + far, joined) for far, joined in self._with_others(part)
                )
        main = self.clusters[0]
        skewed = self._skewed[sorted(main)].min(axis=0)
        for head, part in zip(self._heads, self._parts, strict=True):
            if skewed[head] <= 1:
                yield "joins", prices.joined_nats, main | part

    def _splits(self, parts: Iterable[RunUnion]) -> list[tuple[str, float, RunUnion]]:
        """Parts of clusters, each with the name and the cost of splitting it from the rest of its cluster."""
        return [("splits", self._split(part), part) for part in parts if part not in self.clusters]

    def _split(self, part: RunUnion) -> float:
        """The cost of splitting tiles from those that they lie with; nothing from a wall's backs or from strays."""
        rest = list(next(whole for whole in self.clusters if part < whole) - part)
        sure = self._up[rest] * (1 - np.array(self._doubt_beside(rest, part)) / _MOST_DOUBT)
        return self._table.settings.parted_nats * float(sure.sum()) / len(rest)

    def _with_others(self, part: RunUnion) -> Iterator[tuple[float, RunUnion]]:
        """A hand with one more cluster, or two, at any angle, as melds in a corner of the table may lie."""
        gaps = self._gaps(part)
        laid = (other for other in self.clusters if other != part and self._count_face_up(other))
        reach = {other: float(gaps[list(other)].min()) for other in laid}
        near = sorted(
            (other for other in reach if reach[other] <= ACROSS), key=lambda other: reach[other]
        )
        prices = self._table.settings
        costs = {
            other: prices.joined_nats + prices.far_nats * max(0.0, reach[other]) for other in near
        }
        yield from ((costs[other], part | other) for other in near)
        close = [other for other in near if reach[other] <= prices.beside_tile_widths][:3]
        yield from ((costs[a] + costs[b], part | a | b) for a, b in combinations(close, 2))
        # The last tile of a hand whose melds lie far off, and near it the one that it won by.
        alone = [other for other in near if len(other) == 1 and other not in close]
        for a, b in combinations(alone, 2):
            apart = max(0.0, float(self._gaps(a)[list(b)].min()))
            if apart <= prices.beside_tile_widths:
                yield costs[a] + prices.far_nats * apart, part | a | b

    def _joins(self) -> Iterator[tuple[float, RunUnion]]:
        """Join the nearest runs first; yield each union with the distance that it took."""
        parts = dict(zip(self._heads, self._parts, strict=True))
        yield from ((0.0, part) for part in self._parts)
        apart = self._apart[np.ix_(self._heads, self._heads)]
        near = np.argwhere(np.triu(np.isfinite(apart), 1)).tolist()
        for a, b in sorted(near, key=lambda pair: float(apart[pair[0], pair[1]])):
            first, second = parts[self._heads[a]], parts[self._heads[b]]
            if first is not second:
                both = first | second
                parts.update((head, both) for head in self._heads if head in both)
                yield float(apart[a, b]), both

    def _cost(self, part: RunUnion) -> float:
        return sum(nats for _, nats in self._terms(part))

    def _terms(self, part: RunUnion) -> Terms:
        """The evidence against tiles being the photographed hand, in nats: clearness, order and place."""
        if part not in self._costs:
            prices, tiles = self._table.settings, sorted(part)
            less = max(0.0, log(self._heaviest / max(self._weight(part), TINY)))
            links, alike = self._order[tiles].sum(axis=0)
            # Neighbours in a sorted hand are mostly of one suit and close; those among discards are not.
            share = float(alike + _SORTED * _FEW) / float(links + _FEW)
            disorder = min(max((_SORTED - share) / (_SORTED - _RANDOM), 0.0), 1.0)
            # Any one tile may be hard to see.
            strays = sum(sorted(self._doubt_beside(tiles, part))[:-1])
            self._costs[part] = (
                ("count", self.count_penalty(part)),
                ("weight", prices.weight_nats * less),
                ("order", prices.order_nats * disorder),
                ("direction", prices.sideways_nats * float(np.abs(self._lines[tiles, 1]).mean())),
                ("side", side_penalty(self._table, tiles)),
                ("strays", prices.stray_nats * strays * prices.applies("price of strays")),
            )
        return self._costs[part]

    def _doubt_beside(self, tiles: Collection[int], part: RunUnion) -> list[float]:
        """How much lower the detector's log-odds of tiles are than those of the clearest tiles of a part, in nats."""
        own = self._doubts[sorted(part)]
        every = np.sort(own[~np.isnan(own)])
        usual = float(every[len(every) // 4]) if len(every) else 0.0
        doubts = self._doubts[list(tiles)]
        below = np.clip(
            np.where(np.isnan(doubts), usual, doubts) - usual - _DOUBTED, 0.0, _MOST_DOUBT
        )
        return [float(doubt) for doubt in below]

    def _count_face_up(self, part: RunUnion) -> int:
        """How many tiles lie face up."""
        return int(self._up[list(part)].sum())

    def _weight(self, part: RunUnion) -> float:
        """How much tiles look like the photographed hand: many, and legible."""
        tiles = sorted(part)
        return float(self._legible[tiles][self._counted[tiles]].sum())

    def _gaps(self, part: RunUnion) -> Floats:
        """``(N,)`` the room between a part and each tile's run, in tile widths."""
        gaps: Floats = self._room[list(part)].min(axis=0) - ASPECT
        return gaps

    def _with_flowers(self, part: RunUnion) -> RunUnion:
        """Flowers are never discarded: those that lie loosely before a player are the player's own."""
        if not self._flowers:
            return part
        near = self._apart[:, sorted(part)].min(axis=1) <= self._table.settings.flower_reach_ratio
        own = part.union(*(flowers for flowers in self._flowers if near[min(flowers)]))
        before = self._table.settings.applies("flowers before the hand")
        if not before or any(self._table.faces[tile] in _BONUS for tile in own):
            # Players keep their flowers together: what lies elsewhere is a neighbour's.
            return own
        return own.union(*(flowers for flowers in self._flowers if self._lie_before(flowers, part)))

    def _lie_before(self, flowers: RunUnion, part: RunUnion) -> bool:
        """Whether flowers lie before a hand in any direction, and before no other one."""
        table, settings, tiles, own = (
            self._table,
            self._table.settings,
            sorted(flowers),
            sorted(part),
        )
        gaps, votes, straight = (
            self._gaps(flowers),
            table.votes[own],
            np.cos(np.radians(settings.loose_angle_deg)),
        )
        reach = float(gaps[own].min())
        likely = [table.detections[tile].score * table.flowers[tile] for tile in tiles]
        if reach > settings.beside_tile_widths or sum(likely) < settings.flower_confidence * len(
            tiles
        ):
            return False
        # A neighbour's flowers lie across the longest run of the hand, and the same way up as few of its tiles.
        longest = max((self.runs[tile] for tile in own), key=lambda run: len(run.tiles))
        along = abs(float(self._lines[tiles[0]] @ longest.line)) >= straight
        agreed = ((table.right[own] @ table.right[tiles].T >= straight) * votes[:, None]).sum(
            axis=0
        )
        alike = table.known[tiles].all() and 3 * agreed.min() >= votes.sum() > 0
        others = (
            other
            for other in self.clusters
            if other.isdisjoint(part | flowers) and self._may_be_another(other)
        )
        return bool(along or alike) and all(reach < gaps[list(other)].min() for other in others)

    def _may_be_another(self, part: RunUnion) -> bool:
        """Whether tiles may be another player's hand: more than any meld, face up, in long rows."""
        if self._count_face_up(part) < HALF_A_HAND:
            return False
        centers = self._table.centers[sorted(part)]
        spread = np.linalg.svd(centers - centers.mean(axis=0), compute_uv=False)
        return bool(spread[0] >= _LONG * spread[1])


def side_penalty(table: Table, tiles: Sequence[int]) -> float:
    """Penalty (nats) for tiles of another player: they stand on their heads, or lie far away."""
    votes, right = table.votes[tiles], table.right[tiles, 0]
    turned = float(votes @ (1 - right)) / (2 * float(votes.sum()) + 2)
    return table.settings.turned_nats * turned + table.settings.beyond_nats * float(
        table.beyond[tiles].mean()
    )


def _distances(runs: Sequence[TileRun], table: Table) -> tuple[Floats, Floats, Floats]:
    """``(N, N)`` each: distances between the runs of two tiles, seen along the larger one's rows.

    Returns:
        As a share of what the settings allow, of runs that lie straight or square to each other; the same of single
        tiles that do not; and in tile widths, between the nearest centres.
    """
    count, settings, tiles = len(runs), table.settings, list(table.tiles)
    owner = np.empty(len(table.detections), dtype=np.intp)
    for number, run in enumerate(runs):
        owner[list(run.tiles)] = number
    owner, centers = owner[tiles], table.centers[tiles]
    lines = np.array([run.line for run in runs])
    away = centers[None] - centers[:, None]
    along = np.abs((away * lines[owner][:, None]).sum(axis=2))
    across = np.abs((away * quarter(lines[owner])[:, None]).sum(axis=2))
    upright = np.abs(np.einsum("ik,jk->ij", lines[owner], table.right[tiles])) >= DIAGONAL
    half_u, half_v = np.where(upright, 0.5, ASPECT / 2), np.where(upright, ASPECT / 2, 0.5)
    beside = along - np.diag(half_u)[:, None] - half_u
    before = across - np.diag(half_v)[:, None] - half_v
    are_flowers = np.array([table.are_flowers(run.tiles) for run in runs])
    flowers = are_flowers[owner] | [table.faces[tile] in _BONUS for tile in tiles]
    level = np.where(flowers, settings.flower_offset_tile_widths, settings.offset_tile_widths)
    in_line = np.where(across <= level, np.maximum(beside, 0) / settings.bridge_tile_widths, np.inf)
    close = np.hypot(np.maximum(beside, 0), np.maximum(before, 0)) / settings.stacked_tile_widths
    # Beyond the usual distance flowers count only in line: at a corner they are a neighbour's.
    close = np.where(flowers & (close > 1.2), np.inf, close)
    scale = table.pairs.scale[np.ix_(tiles, tiles)]
    reach = np.where(scale <= settings.hand_scale_ratio, np.minimum(in_line, close), np.inf)
    order = np.argsort(owner, kind="stable")
    starts = np.searchsorted(owner[order], np.arange(count))

    def least(values: Floats) -> Floats:
        by_run = np.minimum.reduceat(values[np.ix_(order, order)], starts, axis=0)
        return np.asarray(np.minimum.reduceat(by_run, starts, axis=1))

    distances, room = least(reach), least(np.linalg.norm(away, axis=2))
    sizes = np.array([len(run.tiles) for run in runs])
    distances = np.where(sizes[:, None] >= sizes, distances, distances.T)
    # Tiles at the end of a row that touch it are of it, however skewed their boxes are.
    touching = (distances <= settings.touching_end_share) & (np.minimum(sizes[:, None], sizes) <= 3)
    touching &= settings.applies("touching ends")
    down = np.array([all(table.faces[tile] == BACK for tile in run.tiles) for run in runs])
    fitting, up = _fitting(runs, are_flowers, table) | touching, ~down[:, None] & ~down
    single = np.minimum(sizes[:, None], sizes) == 1

    apart, skewed = (
        np.where(fitting & up, distances, np.inf),
        np.where(single & ~fitting & up, distances, np.inf),
    )
    every = np.full((3, len(table.detections), len(table.detections)), np.inf)
    every[:, np.array(tiles)[:, None], tiles] = np.stack([apart, skewed, room])[
        :, owner[:, None], owner
    ]
    return every[0], every[1], every[2]


def _fitting(runs: Sequence[TileRun], are_flowers: Bools, table: Table) -> Bools:
    """``(B, B)``: which runs lie straight or square to each other, without one sticking out of the other's rows."""
    lines = np.array([run.line for run in runs])
    cosines = np.clip(np.abs(lines @ lines.T), 0, 1)
    sizes = np.array([len(run.tiles) for run in runs])
    # A single tile, or flowers, may lie less neatly, and show their direction less clearly.
    loose = (sizes == 1) | are_flowers
    allowed = np.where(
        loose[:, None] | loose, table.settings.loose_angle_deg, table.settings.angle_deg
    )
    single = np.array([max(map(len, run.rows)) == 1 for run in runs])
    small_is_single = np.where(sizes[:, None] >= sizes, single[None, :], single[:, None])
    fitting: Bools = (askew_deg(cosines) <= allowed) & ((cosines > DIAGONAL) | small_is_single)
    return fitting


def _legibility(table: Table) -> Floats:
    """``(N,)`` float64: how much each tile looks like part of the hand: large beside clear ones, legible, face up."""
    seen = [table.detections[tile] for tile in table.tiles]
    areas = np.array([detection.width * detection.height for detection in seen])
    sure = np.array(
        [detection.belief * (1 - float(detection.probabilities[_BACK])) for detection in seen]
    )
    clear = sure >= CLEAR
    usual = float(np.median(areas[clear] if clear.any() else areas))
    legible = np.zeros(len(table.detections))
    legible[list(table.tiles)] = np.minimum(areas / max(usual, TINY), _LARGEST) * sure
    return legible


def _order(run: TileRun, table: Table) -> tuple[int, int]:
    """How many neighbours in a run both show a face, and how many of these are of a suit and up to 2 apart."""
    faces = [(table.faces[i], table.faces[j]) for i, j in run.links]
    shown = [(first, second) for first, second in faces if not _BLANK.intersection((first, second))]
    alike = sum(
        first[1] == second[1] and abs(int(first[0]) - int(second[0])) <= 2
        for first, second in shown
    )
    return len(shown), alike

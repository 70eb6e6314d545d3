"""Runs: chains of tiles that touch, and which of their sides run along the rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hu.vision.geometry import TINY
from hu.vision.layout.table import Floats, Table, quarter


@dataclass(frozen=True, eq=False)
class TileRun:
    """Tiles joined by chains of neighbours, in rows."""

    rows: tuple[tuple[int, ...], ...]  # indices of detections, in no order
    sideways: dict[int, bool]  # of each tile, whether its long side runs along the rows
    line: Floats  # ``(2,)`` unit vector along the rows on the table, in one of both senses
    links: tuple[tuple[int, int], ...]  # pairs of tiles that touch in a row

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """All tiles, row by row."""
        return tuple(tile for row in self.rows for tile in row)


def runs_of(table: Table) -> tuple[TileRun, ...]:
    """Join tiles that touch into runs and find their rows."""
    links = _nearest_links(table)
    sides = _Sides(len(table.detections))
    for i, j in links:
        sides.join(i, j, turned=bool(table.pairs.crossed[i, j]))
    members: dict[int, list[int]] = {}
    for tile in table.tiles:
        members.setdefault(sides.find(tile)[0], []).append(tile)
    runs = []
    for tiles in members.values():
        turned = {tile: sides.find(tile)[1] for tile in tiles}
        own = [link for link in links if link[0] in turned]
        # Most runs are single tiles; those lie along themselves.
        ways = (
            (turned, {tile: not value for tile, value in turned.items()})
            if len(tiles) > 1
            else (turned,)
        )
        runs.append(max((_run_along(own, way, table) for way in ways), key=_plainness))
    return tuple(runs)


def line_of(links: Sequence[tuple[int, int]], sideways: dict[int, bool], table: Table) -> Floats:
    """The unit vector along rows, in one of both senses, from the tiles' edges and the steps from tile to tile."""
    tiles = list(sideways)
    across = np.array([sideways[tile] for tile in tiles])
    right = table.right[tiles]
    along = np.where(across[:, None], quarter(right), right)
    steps = np.array([table.centers[j] - table.centers[i] for i, j in links]).reshape(-1, 2)
    vectors = np.concatenate(
        [along, steps / np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), TINY)]
    )
    # Opposite vectors mean the same line; doubled angles make them one.
    doubled = ((vectors[:, 0] + 1j * vectors[:, 1]) ** 2).sum()
    if abs(doubled) < TINY:
        return np.array([1.0, 0.0])
    line = np.sqrt(doubled / abs(doubled))
    return np.array([line.real, line.imag])


def _nearest_links(table: Table) -> list[tuple[int, int]]:
    """Pairs of tiles that touch, edge to edge and in line, and are each other's nearest on that side; closest first."""
    pairs, settings, count = table.pairs, table.settings, len(table.detections)
    reach = np.where(
        pairs.axis == 0, settings.touching_tile_widths, settings.touching_across_tile_widths
    )
    near = (pairs.gap <= np.maximum(reach, reach.T)) & (pairs.gap > -settings.touching_tile_widths)
    straight = (pairs.angle <= settings.angle_deg) & (pairs.offset <= settings.offset_tile_widths)
    linked = near & straight & (pairs.scale <= settings.scale_ratio)
    np.fill_diagonal(linked, val=False)
    sign = np.take_along_axis(pairs.position, pairs.axis[..., None], axis=2)[..., 0] > 0
    side = pairs.axis * 2 + sign
    distance = np.abs(pairs.gap) + pairs.offset
    chosen = np.zeros((count, count), dtype=bool)
    for which in range(4):
        away = np.where(linked & (side == which), distance, np.inf)
        nearest = away.argmin(axis=1)
        chosen[np.arange(count), nearest] |= np.isfinite(away[np.arange(count), nearest])
    badness = distance + np.radians(pairs.angle)
    found = sorted(
        (float(badness[i, j]), int(i), int(j)) for i, j in np.argwhere(np.triu(chosen & chosen.T))
    )
    return [(i, j) for _, i, j in found]


class _Sides:
    """Disjoint sets of tiles that remember which of two tiles lie across each other."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))
        self._turned = [False] * count

    def find(self, tile: int) -> tuple[int, bool]:
        """The tile's representative, and whether the tile lies across it."""
        turned = False
        while self._parent[tile] != tile:
            turned ^= self._turned[tile]
            tile = self._parent[tile]
        return tile, turned

    def join(self, i: int, j: int, *, turned: bool) -> None:
        """Join two tiles; a link that contradicts closer ones is ignored."""
        (root, mine), (other, theirs) = self.find(i), self.find(j)
        if root != other:
            self._parent[other] = root
            self._turned[other] = mine ^ theirs ^ turned


def _run_along(links: list[tuple[int, int]], sideways: dict[int, bool], table: Table) -> TileRun:
    """The run whose rows follow the top edges of the tiles that are not sideways."""
    following = [(i, j) for i, j in links if table.pairs.axis[i, j] == int(sideways[i])]
    chains = _Sides(len(table.detections))
    for i, j in following:
        chains.join(i, j, turned=False)
    rows: dict[int, list[int]] = {}
    for tile in sideways:
        rows.setdefault(chains.find(tile)[0], []).append(tile)
    line = line_of(following, sideways, table)
    return TileRun(tuple(map(tuple, rows.values())), sideways, line, tuple(following))


def _plainness(run: TileRun) -> tuple[bool, int, int]:
    """How natural it is for rows to run that way: in rows at all, most tiles upright, the longer row."""
    longest = max(map(len, run.rows))
    upright = sum(not turned for turned in run.sideways.values())
    return longest > 1 or len(run.tiles) < 3, upright, longest

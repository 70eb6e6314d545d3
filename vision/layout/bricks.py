"""Tiles that lie edge to edge: chains of neighbours, and which of their sides run along the rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hu.vision.layout.frames import Frames, Pairs, Table
from hu.vision.layout.plane import Bools, Floats


@dataclass(frozen=True, slots=True, eq=False)
class Brick:
    """Tiles joined by chains of neighbours, in rows.

    Attributes:
        rows: tile indices, in no order.
        sideways: of each tile, by index, whether its long side runs along the rows.
        line: ``(2,)`` unit vector along the rows on the table, in one of both senses.
        links: pairs of tiles that touch in a row.
    """

    rows: tuple[tuple[int, ...], ...]
    sideways: dict[int, bool]
    line: Floats
    links: tuple[tuple[int, int], ...]

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles, row by row."""
        return tuple(tile for row in self.rows for tile in row)


def bricks_of(table: Table) -> tuple[Brick, ...]:
    """Join tiles that touch into bricks and find their rows."""
    links = _nearest_links(table.pairs, table.pairs.links(table.settings))
    sides = _Sides(len(table.detections))
    for i, j in links:
        sides.join(i, j, turned=bool(table.pairs.crossed[i, j]))
    members: dict[int, list[int]] = {}
    for tile in range(len(table.detections)):
        members.setdefault(sides.find(tile)[0], []).append(tile)
    return tuple(_brick(tiles, table, links, sides) for tiles in members.values())


def _nearest_links(pairs: Pairs, linked: Bools) -> list[tuple[int, int]]:
    """The links between tiles that are each other's nearest on that side, the plainest first."""
    count = len(linked)
    sign = np.take_along_axis(pairs.position, pairs.axis[..., None], axis=2)[..., 0] > 0
    side = pairs.axis * 2 + sign
    chosen = np.zeros((count, count), dtype=bool)
    for which in range(4):
        reach = np.where(linked & (side == which), np.abs(pairs.gap) + pairs.offset, np.inf)
        nearest = reach.argmin(axis=1)
        chosen[np.arange(count), nearest] |= np.isfinite(reach[np.arange(count), nearest])
    badness = np.abs(pairs.gap) + pairs.offset + pairs.angle / 45
    found = sorted((float(badness[i, j]), int(i), int(j)) for i, j in np.argwhere(np.triu(chosen & chosen.T)))
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
        """Join two tiles; a link that contradicts plainer ones says nothing."""
        (root, mine), (other, theirs) = self.find(i), self.find(j)
        if root != other:
            self._parent[other] = root
            self._turned[other] = mine ^ theirs ^ turned


def _brick(tiles: list[int], table: Table, links: list[tuple[int, int]], sides: _Sides) -> Brick:
    turned = {tile: sides.find(tile)[1] for tile in tiles}
    other = {tile: not value for tile, value in turned.items()}
    own = [link for link in links if link[0] in turned]
    # Most bricks are single tiles; those lie along themselves.
    ways = (turned, other) if len(tiles) > 1 else (turned,)
    return max((_seen_along(own, way, table) for way in ways), key=_plainness)


def _seen_along(links: list[tuple[int, int]], sideways: dict[int, bool], table: Table) -> Brick:
    """A brick, if its rows run along the top edges of the tiles that are not sideways."""
    following = [(i, j) for i, j in links if table.pairs.axis[i, j] == int(sideways[i])]
    chains = _Sides(len(table.detections))
    for i, j in following:
        chains.join(i, j, turned=False)
    rows: dict[int, list[int]] = {}
    for tile in sideways:
        rows.setdefault(chains.find(tile)[0], []).append(tile)
    line = line_of(following, sideways, table.frames)
    return Brick(tuple(map(tuple, rows.values())), sideways, line, tuple(following))


def _plainness(brick: Brick) -> tuple[bool, int, int]:
    """How natural it is for rows to run that way: in rows at all, most tiles upright, the longer row."""
    longest = max(map(len, brick.rows))
    upright = sum(not turned for turned in brick.sideways.values())
    return longest > 1 or len(brick.tiles) < 3, upright, longest


def line_of(links: Sequence[tuple[int, int]], sideways: dict[int, bool], frames: Frames) -> Floats:
    """The unit vector along rows, in one of both senses, from how the tiles lie and where they follow each other."""
    tiles = list(sideways)
    across = np.array([sideways[tile] for tile in tiles])
    along = np.where(across[:, None], frames.down[tiles], frames.right[tiles])
    steps = np.array([frames.centers[j] - frames.centers[i] for i, j in links]).reshape(-1, 2)
    vectors = np.concatenate([along, steps / np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-9)])
    # Opposite vectors mean the same line; doubled angles make them one.
    doubled = ((vectors[:, 0] + 1j * vectors[:, 1]) ** 2).sum()
    if abs(doubled) < 1e-9:
        return np.array([1.0, 0.0])
    line = np.sqrt(doubled / abs(doubled))
    return np.array([line.real, line.imag])

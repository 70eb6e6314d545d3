"""Tiles that lie edge to edge: chains of neighbours, and which of their sides run along the rows."""

from dataclasses import dataclass

import numpy as np

from vision.layout.frames import Bools, Floats, Frames, Pairs, Table


@dataclass(frozen=True, slots=True, eq=False)
class Brick:
    """Tiles joined by chains of neighbours, in rows.

    Attributes:
        rows: tile indices; each row from one end to the other along ``direction``, the rows by their order across.
        sideways: of each tile, by index, whether its long side runs along the rows.
        direction: ``(2,)`` unit vector along the rows, from left to right as most faces read.
        turned: how surely the faces tell left from right: votes for, less votes against; 0 when none has a say.
    """

    rows: tuple[tuple[int, ...], ...]
    sideways: dict[int, bool]
    direction: Floats
    turned: float

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles, row by row."""
        return tuple(tile for row in self.rows for tile in row)


def nearest_links(pairs: Pairs, linked: Bools) -> list[tuple[float, int, int]]:
    """The links between tiles that are each other's nearest on that side, the plainest first."""
    count = len(linked)
    sign = np.take_along_axis(pairs.place, pairs.axis[..., None], axis=2)[..., 0] > 0
    side = pairs.axis * 2 + sign
    chosen = np.zeros((count, count), dtype=bool)
    for which in range(4):
        reach = np.where(linked & (side == which), pairs.gap, np.inf)
        if count:
            nearest = reach.argmin(axis=1)
            chosen[np.arange(count), nearest] |= np.isfinite(reach[np.arange(count), nearest])
    badness = np.abs(pairs.gap) + pairs.offset + pairs.angle / 45
    return sorted((float(badness[i, j]), int(i), int(j)) for i, j in np.argwhere(np.triu(chosen & chosen.T)))


class _Sides:
    """Disjoint sets of tiles that remember which sides of two tiles run the same way."""

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


def bricks_of(table: Table) -> tuple[Brick, ...]:
    """Join tiles that touch into bricks and find their rows."""
    pairs, count = table.pairs, len(table.detections)
    links = nearest_links(pairs, pairs.links(table.settings, table.settings.touching))
    sides = _Sides(count)
    for _, i, j in links:
        sides.join(i, j, turned=bool(pairs.axis[i, j] != pairs.axis[j, i]))
    members: dict[int, list[int]] = {}
    for tile in range(count):
        members.setdefault(sides.find(tile)[0], []).append(tile)
    return tuple(_brick(tiles, table, links, sides) for tiles in members.values())


def _brick(tiles: list[int], table: Table, links: list[tuple[float, int, int]], sides: _Sides) -> Brick:
    turned = {tile: sides.find(tile)[1] for tile in tiles}
    if sum(turned.values()) * 2 > len(tiles):
        turned = {tile: not value for tile, value in turned.items()}
    direction, surety = reading_direction(table.frames, turned, table.votes)
    chains = _Sides(len(table.detections))
    for _, i, j in links:
        if i in turned and table.pairs.axis[i, j] == int(turned[i]) and table.pairs.axis[j, i] == int(turned[j]):
            chains.join(i, j, turned=False)
    rows: dict[int, list[int]] = {}
    for tile in tiles:
        rows.setdefault(chains.find(tile)[0], []).append(tile)
    return Brick(ordered_rows(list(rows.values()), table.frames, direction), turned, direction, surety)


def reading_direction(frames: Frames, sideways: dict[int, bool], votes: Floats) -> tuple[Floats, float]:
    """The unit vector along the rows, left to right as most faces read, and how sure that is."""
    upright = [tile for tile, turned in sideways.items() if not turned] or list(sideways)
    units = frames.sides[upright, 0] / frames.lengths[upright, 0, None]
    # Upside-down tiles point the other way; doubling the angles makes both agree on the line.
    doubled = ((units[:, 0] + 1j * units[:, 1]) ** 2).sum()
    line = np.sqrt(doubled / abs(doubled)) if abs(doubled) > 1e-9 else complex(units[0, 0], units[0, 1])
    direction = np.array([line.real, line.imag])
    surety = float((votes[upright] * np.sign(units @ direction)).sum())
    # With no face to tell, the photo's own top is taken for the top.
    backwards = surety < 0 or (surety == 0 and (direction[0], direction[1]) < (0.0, 0.0))
    return (-direction if backwards else direction), abs(surety)


def ordered_rows(rows: list[list[int]], frames: Frames, direction: Floats) -> tuple[tuple[int, ...], ...]:
    """Sort rows from the far side to the near one, and their tiles from left to right."""
    along = frames.centers @ direction
    # y points down in a photo: a quarter turn clockwise leads from "right" to "towards the reader".
    across = frames.centers @ np.array([-direction[1], direction[0]])
    rows = sorted(rows, key=lambda row: float(np.mean(across[row])))
    return tuple(tuple(sorted(row, key=lambda tile: float(along[tile]))) for row in rows)

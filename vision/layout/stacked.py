"""Tiles that lie on others: the fourth tiles of quads."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import ASPECT
from hu.vision.layout.frames import Table

#: Tiles of one set that lie side by side are off their positions by less than this, in tile widths.
_LEVEL: Final = 0.3
#: A tile on top of a row's middle one seems to lie less far beyond that row, in tile widths.
_FARTHEST: Final = ASPECT - _LEVEL
#: A tile that lies higher than its neighbours seems larger, and to lie beyond them; nearly upright views show little.
_LIFTED_BEYOND: Final = 0.15
_LIFTED_RATIO: Final = 1.02
#: Two tiles of a quad show the same face with at least this probability.
_ALIKE: Final = 0.02
#: How many tiles a quad has.
_QUAD: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Tiles along the reading direction (``u``) and towards the reader (``v``), with their half extents."""

    u: dict[int, float]
    v: dict[int, float]
    half_u: dict[int, float]
    half_v: dict[int, float]

    def beside(self, i: int, j: int) -> float:
        """The gap between two tiles along the rows; negative where they overlap."""
        return abs(self.u[i] - self.u[j]) - self.half_u[i] - self.half_u[j]

    def before(self, i: int, j: int) -> float:
        """The gap between two tiles across the rows."""
        return abs(self.v[i] - self.v[j]) - self.half_v[i] - self.half_v[j]


def stacked_on(sideways: dict[int, bool], positions: Positions, table: Table) -> dict[int, int]:
    """The fourth tiles of promoted quads: on or right beyond a sideways tile, or on one of three upright ones alike."""
    turned = [tile for tile, across in sideways.items() if across]
    beyond = {
        upper: lower
        for upper in turned
        for lower in turned
        if positions.v[upper] < positions.v[lower]
        and abs(positions.u[upper] - positions.u[lower]) <= 0.4
        and positions.before(upper, lower) <= 0.45
        and _may_be_alike(upper, lower, table)
    }
    on_upright = table.settings.applies("tiles on upright ones")
    return beyond | (_on_upright(sideways, positions, table) if on_upright else {})


def _may_be_alike(upper: int, lower: int, table: Table) -> bool:
    """Whether two tiles may show the same face, as far as could be read: the sets of two rows may meet by chance."""
    first, second = (table.detections[tile].probabilities for tile in (upper, lower))
    return float(first @ second) >= _ALIKE


def _on_upright(sideways: dict[int, bool], positions: Positions, table: Table) -> dict[int, int]:
    """Upright tiles that overlap the middle one of three alike from beyond, and that one."""
    found = {}
    for tiles in (tiles for tiles in _upright_alike(sideways, table) if len(tiles) == _QUAD):
        for upper in tiles:
            row = sorted((tile for tile in tiles if tile != upper), key=lambda tile: positions.u[tile])
            # What shows of the middle one may be its lower part alone: the outer ones tell where the row lies.
            level = abs(positions.v[row[0]] - positions.v[row[2]])
            touch = max(abs(positions.beside(left, right)) for left, right in pairwise(row))
            beyond = (positions.v[row[0]] + positions.v[row[2]]) / 2 - positions.v[upper]
            over = min(abs(positions.u[upper] - positions.u[tile]) for tile in row)
            if level <= _LEVEL and touch <= _LEVEL and over <= 0.5 and _LEVEL < beyond < ASPECT:
                found[upper] = min(row, key=lambda tile: abs(positions.u[upper] - positions.u[tile]))
    return found


def _magnified(upper: int, beside: tuple[int, int], table: Table) -> float:
    """How many times as large a tile seems as the two beside it."""
    sizes = table.frames.sizes
    return float(sizes[upper] / np.sqrt(sizes[beside[0]] * sizes[beside[1]]))


def _upright_alike(sideways: dict[int, bool], table: Table) -> Iterable[list[int]]:
    """Upright tiles of a hand that show the same face."""
    alike: dict[str, list[int]] = {}
    for tile, across in sideways.items():
        if not across and table.faces[tile] not in (BACK, *BONUS):
            alike.setdefault(table.faces[tile], []).append(tile)
    return alike.values()


def covering(
    stacked: dict[int, int], sideways: dict[int, bool], positions: Positions, table: Table
) -> dict[int, tuple[float, float]]:
    """Tiles that hide the middle one of three alike, by their index, and where (u, v) that one lies.

    A tile on top of another seems shifted away from the camera, out of the row that it belongs to, and leaves a gap
    there that is one tile wide.
    """
    found = {}
    for tiles in _upright_alike(sideways, table):
        for left, right, upper in permutations((tile for tile in tiles if tile not in stacked), 3):
            room, level = positions.beside(left, right), abs(positions.v[left] - positions.v[right])
            if left > right or level > _LEVEL or abs(room - 1) > _LEVEL:
                continue
            u, v = (positions.u[left] + positions.u[right]) / 2, (positions.v[left] + positions.v[right]) / 2
            aside, beyond = abs(positions.u[upper] - u), v - positions.v[upper]
            over = -min(positions.beside(upper, left), positions.beside(upper, right))
            off = max(over, abs(beyond)) > _LEVEL
            off = off or (beyond > _LIFTED_BEYOND and _magnified(upper, (left, right), table) > _LIFTED_RATIO)
            if aside <= 0.5 and off and -ASPECT / 2 < beyond < _FARTHEST:
                found[upper] = u, v
    return found

"""Runs: chains of tiles that touch, and which of their sides run along the rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hu.vision.geometry import TINY, Floats
from hu.vision.layout.table import Bools, Table, turn_right

#: Two tiles that touch, as indices of detections.
Link = tuple[int, int]


@dataclass(frozen=True, eq=False)
class TileRun:
    """Tiles that are connected by touching neighbours, in rows.

    Attributes:
        rows: the tiles of each row, as indices of detections, in no particular order.
        sideways: for each tile, whether its long side runs along the rows.
        line: ``(2,)`` float64 unit vector along the rows on the table. Its sense is arbitrary.
        links: the pairs of tiles that touch within a row.
    """

    rows: tuple[tuple[int, ...], ...]
    sideways: dict[int, bool]
    line: Floats
    links: tuple[Link, ...]

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """All tiles, row by row."""
        return tuple(tile for row in self.rows for tile in row)


def find_runs(table: Table) -> tuple[TileRun, ...]:
    """Join tiles that touch into runs, and find the rows of each run."""
    links = _find_links(table)
    connected = _DisjointTiles(len(table.detections))
    for first, second in links:
        connected.join(first, second, are_across=bool(table.pairs.crossed[first, second]))
    # For each run, by its representative tile: whether each of its tiles is sideways if the
    # representative is not.
    sideways_in_run: dict[int, dict[int, bool]] = {}
    for tile in table.tiles:
        representative, is_across_representative = connected.find(tile)
        sideways = sideways_in_run.setdefault(representative, {})
        sideways[tile] = is_across_representative
    runs = []
    for sideways in sideways_in_run.values():
        # Both tiles of a link are in the same run.
        run_links = [link for link in links if link[0] in sideways]
        runs.append(_most_natural_run(run_links, sideways, table))
    return tuple(runs)


def fit_line(links: Sequence[Link], sideways: dict[int, bool], table: Table) -> Floats:
    """Fit a line to rows of tiles, from the tiles' edges and the steps from tile to tile.

    Args:
        links: pairs of tiles that follow each other in a row.
        sideways: for each tile, whether its long side runs along the rows.
        table: the tiles as they lie.

    Returns:
        ``(2,)`` float64 unit vector. Its sense is arbitrary.
    """
    tiles = list(sideways)
    is_sideways = np.array([sideways[tile] for tile in tiles])
    right = table.right[tiles]
    edges = np.where(is_sideways[:, None], turn_right(right), right)
    ends = np.array(links, dtype=np.intp).reshape(-1, 2)
    steps = table.centers[ends[:, 1]] - table.centers[ends[:, 0]]
    steps /= np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), TINY)
    vectors = np.concatenate([edges, steps])
    # Opposite vectors mean the same line. Doubling their angles makes them equal.
    doubled = ((vectors[:, 0] + 1j * vectors[:, 1]) ** 2).sum()
    if abs(doubled) < TINY:
        return np.array([1.0, 0.0])
    line = np.sqrt(doubled / abs(doubled))
    return np.array([line.real, line.imag])


def _find_links(table: Table) -> list[Link]:
    """Find pairs of tiles that touch edge to edge and in line, the closest first.

    Each of the two is the other's nearest tile on that side. Each pair comes once, with the smaller
    index first.
    """
    pairs = table.pairs
    # (N, N) tile widths from touching edge to edge exactly in line.
    distance = np.abs(pairs.gap) + pairs.offset
    is_nearest = _are_nearest_on_a_side(distance, table)
    are_linked = np.triu(is_nearest & is_nearest.T)
    # An angle of a radian counts as much as a distance of a tile width.
    looseness = distance + np.radians(pairs.angle)
    links = [(i, j) for i, j in np.argwhere(are_linked).tolist()]
    # Links that are equally loose keep the order of their tiles.
    return sorted(links, key=lambda link: float(looseness[link]))


def _are_nearest_on_a_side(distance: Floats, table: Table) -> Bools:
    """Find the nearest tile that touches each tile on each of its four sides.

    Args:
        distance: ``(N, N)`` float64 tile widths: how far apart two tiles are.
        table: the tiles as they lie.

    Returns:
        ``(N, N)`` bool: whether tile j is tile i's nearest on the left, on the right, above or
        below.
    """
    pairs = table.pairs
    touches = _which_touch(table)
    # The side of tile i on which tile j lies: left 0, right 1, above 2, below 3.
    distance_along_axis = np.take_along_axis(pairs.position, pairs.axis[..., None], axis=2)[..., 0]
    is_right_or_below = distance_along_axis > 0
    side = 2 * pairs.axis + is_right_or_below
    tiles = np.arange(len(table.detections))
    are_nearest = np.zeros(touches.shape, dtype=bool)
    for number in range(4):
        distance_on_side = np.where(touches & (side == number), distance, np.inf)
        nearest = distance_on_side.argmin(axis=1)
        has_nearest = np.isfinite(distance_on_side[tiles, nearest])
        are_nearest[tiles[has_nearest], nearest[has_nearest]] = True
    return are_nearest


def _which_touch(table: Table) -> Bools:
    """``(N, N)`` bool: which tiles touch edge to edge, in line, and seem of one size."""
    pairs = table.pairs
    settings = table.settings
    # Tiles beside each other touch at wider gaps than tiles one above the other.
    widest_gap_for_first = np.where(
        pairs.axis == 0, settings.touching_tile_widths, settings.touching_across_tile_widths
    )
    # If two tiles lie across each other, one is beside the other, but the other is above or below
    # it. The wider of the two gaps is allowed.
    widest_gap_for_second = widest_gap_for_first.T
    widest_gap = np.maximum(widest_gap_for_first, widest_gap_for_second)
    # Their boxes may overlap as far as tiles beside each other may be apart.
    is_near = (pairs.gap <= widest_gap) & (pairs.gap > -settings.touching_tile_widths)
    is_straight = pairs.angle <= settings.angle_deg
    is_in_line = pairs.offset <= settings.offset_tile_widths
    is_of_one_size = pairs.scale <= settings.scale_ratio
    touches: Bools = is_near & is_straight & is_in_line & is_of_one_size
    np.fill_diagonal(touches, val=False)
    return touches


class _DisjointTiles:
    """Disjoint sets of tiles that remember which tiles lie across each other (union-find)."""

    def __init__(self, count: int) -> None:
        self._parents = list(range(count))
        self._is_across_parent = [False] * count

    def find(self, tile: int) -> tuple[int, bool]:
        """Return the tile's representative, and whether the tile lies across it."""
        is_across = False
        while self._parents[tile] != tile:
            is_across ^= self._is_across_parent[tile]
            tile = self._parents[tile]
        return tile, is_across

    def join(self, first: int, second: int, *, are_across: bool) -> None:
        """Join the sets of two tiles. A link that contradicts earlier links is ignored.

        Args:
            first: a tile.
            second: another tile.
            are_across: whether the two tiles lie across each other.
        """
        first_root, first_is_across = self.find(first)
        second_root, second_is_across = self.find(second)
        if first_root == second_root:
            return
        self._parents[second_root] = first_root
        # The three values lead from the first root to the first tile, to the second tile, and to
        # the second root. Two quarter turns on this way cancel out.
        self._is_across_parent[second_root] = first_is_across ^ are_across ^ second_is_across


def _most_natural_run(links: list[Link], sideways: dict[int, bool], table: Table) -> TileRun:
    """Build the run of connected tiles, with rows along the top edges or along the side edges."""
    run = _build_run(links, sideways, table)
    # Most runs are single tiles. Their rows follow their own top edge.
    if len(sideways) == 1:
        return run
    sideways_if_turned = {tile: not is_sideways for tile, is_sideways in sideways.items()}
    return max(run, _build_run(links, sideways_if_turned, table), key=_naturalness)


def _build_run(links: list[Link], sideways: dict[int, bool], table: Table) -> TileRun:
    """Build the run whose rows follow the top edges of the tiles that are not sideways."""
    # Neighbours in a row lie beside an upright tile, and above or below a sideways tile. The axis
    # is 0 if the second tile is beside the first, and 1 if it is above or below.
    row_links = []
    for first, second in links:
        axis_along_row = 1 if sideways[first] else 0
        if table.pairs.axis[first, second] == axis_along_row:
            row_links.append((first, second))
    # The tiles that these links connect are a row. Here it does not matter which tiles lie across
    # each other, so all are joined as if none did.
    connected = _DisjointTiles(len(table.detections))
    for first, second in row_links:
        connected.join(first, second, are_across=False)
    # The tiles of each row, by the row's representative.
    rows: dict[int, list[int]] = {}
    for tile in sideways:
        representative, _is_across = connected.find(tile)
        rows.setdefault(representative, []).append(tile)
    return TileRun(
        rows=tuple(tuple(row) for row in rows.values()),
        sideways=sideways,
        line=fit_line(row_links, sideways, table),
        links=tuple(row_links),
    )


def _naturalness(run: TileRun) -> tuple[bool, int, int]:
    """Rank a way to see rows in a run: in rows at all, most tiles upright, the longest row."""
    longest = max(len(row) for row in run.rows)
    upright_count = list(run.sideways.values()).count(False)
    # Two tiles may be stacked, so that each row has one tile. More tiles form a row.
    is_in_rows = longest > 1 or len(run.tiles) < 3
    return is_in_rows, upright_count, longest

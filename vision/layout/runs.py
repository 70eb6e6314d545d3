"""Runs: tiles that touch, the rows that they form, and which tiles lie sideways in their rows."""

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
    """Tiles that are connected by touching neighbours, in parallel rows.

    Attributes:
        rows: the tiles of each row, as indices of detections. Neither the rows nor the tiles of a
            row are in a particular order.
        is_sideways: for each tile, whether its long side runs along the rows.
        line: ``(2,)`` float64 unit vector along the rows on the table. It may point either way.
        links: the pairs of tiles that touch within a row.
    """

    rows: tuple[tuple[int, ...], ...]
    is_sideways: dict[int, bool]
    line: Floats
    links: tuple[Link, ...]

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """All tiles, row by row."""
        tiles: list[int] = []
        for row in self.rows:
            tiles.extend(row)
        return tuple(tiles)

    @property
    def longest_row_size(self) -> int:
        """How many tiles the longest row has. A run whose longest row is 1 has no real rows."""
        return max(len(row) for row in self.rows)


def find_runs(table: Table) -> tuple[TileRun, ...]:
    """Join tiles that touch into runs, and find the rows of each run."""
    links = _find_links(table)
    connected = _DisjointTiles(len(table.detections))
    for first, second in links:
        connected.join(first, second, are_across=bool(table.pairs.are_crossed[first, second]))
    # Each run has a representative tile. By this tile: whether each tile of the run lies across the
    # representative tile.
    is_across_by_run: dict[int, dict[int, bool]] = {}
    for tile in table.tiles:
        representative, lies_across = connected.find(tile)
        is_across = is_across_by_run.setdefault(representative, {})
        is_across[tile] = lies_across
    runs = []
    for is_across in is_across_by_run.values():
        # Both tiles of a link are in the same run.
        run_links = [link for link in links if link[0] in is_across]
        runs.append(_most_natural_run(run_links, is_across, table))
    return tuple(runs)


def fit_line(links: Sequence[Link], is_sideways: dict[int, bool], table: Table) -> Floats:
    """Fit a line to rows of tiles, from the tiles' edges and the steps from tile to tile.

    Args:
        links: pairs of tiles that follow each other in a row.
        is_sideways: for each tile, whether its long side runs along the rows.
        table: the tiles as they lie.

    Returns:
        ``(2,)`` float64 unit vector along the rows. It may point either way.
    """
    tiles = list(is_sideways)
    right = table.right[tiles]
    # (n, 2): the direction of the edge of each tile that runs along the rows: of the top edge of an
    # upright tile, and of a side edge of a sideways tile.
    lies_sideways = np.array([is_sideways[tile] for tile in tiles])
    edges = np.where(lies_sideways[:, None], turn_right(right), right)
    # (links, 2): from the first tile of each link to the second, of unit length.
    ends = np.array(links, dtype=np.intp).reshape(-1, 2)
    steps = table.centers[ends[:, 1]] - table.centers[ends[:, 0]]
    steps /= np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), TINY)
    vectors = np.concatenate([edges, steps])
    # The vectors may point either way along the rows, so their plain sum may be anything. Squaring
    # a complex number doubles its angle. So two opposite vectors, 180 degrees apart, have the same
    # square, and the squares can be summed. The square root of the sum halves the angle again.
    sum_of_squares = ((vectors[:, 0] + 1j * vectors[:, 1]) ** 2).sum()
    if abs(sum_of_squares) < TINY:
        # The vectors point every way. All lines fit equally badly.
        return np.array([1.0, 0.0])
    line = np.sqrt(sum_of_squares / abs(sum_of_squares))
    return np.array([line.real, line.imag])


def _find_links(table: Table) -> list[Link]:
    """Find pairs of tiles that touch edge to edge and in line, the closest and straightest first.

    Each of the two is the nearest tile on one side of the other tile. Each pair comes once, with
    the smaller index first.
    """
    pairs = table.pairs
    # (N, N): how many tile widths two tiles are away from touching edge to edge, exactly in line.
    distance = np.abs(pairs.gap) + pairs.offset
    # (N, N): whether tile j is tile i's nearest on a side. A link is needed both ways.
    is_nearest = _find_nearest_on_sides(distance, table)
    are_linked = np.triu(is_nearest & is_nearest.T)
    # (N, N): how loosely two tiles are linked. An angle of a radian between them counts as much as
    # a distance of a tile width.
    looseness = distance + np.radians(pairs.angle)
    links = [(i, j) for i, j in np.argwhere(are_linked).tolist()]
    # Links that are equally loose keep the order of their tiles.
    return sorted(links, key=lambda link: float(looseness[link]))


def _find_nearest_on_sides(distance: Floats, table: Table) -> Bools:
    """Find for each tile the nearest tile that touches it on each of its four sides.

    The sides of a tile are those of its own face: left, right, above and below.

    Args:
        distance: ``(N, N)`` float64 tile widths: how far two tiles are away from touching edge to
            edge, exactly in line.
        table: the tiles as they lie.

    Returns:
        ``(N, N)`` bool: whether tile j is the nearest tile on any of tile i's four sides. At most
        four entries of a row are true.
    """
    pairs = table.pairs
    touches = _which_touch(table)
    # (N, N): 0 if tile j lies beside tile i, on its left or right, and 1 if it lies above or below.
    axis = pairs.axis
    # (N, N): how far tile j's centre is from tile i's on this axis. Positive to the right or down.
    steps = np.take_along_axis(pairs.position, axis[..., None], axis=2)[..., 0]
    # (N, N): the side of tile i on which tile j lies: left 0, right 1, above 2, below 3.
    side_if_beside = np.where(steps > 0, 1, 0)
    side_if_above_or_below = np.where(steps > 0, 3, 2)
    side = np.where(axis == 0, side_if_beside, side_if_above_or_below)
    indices = np.arange(len(table.detections))
    is_nearest = np.zeros(touches.shape, dtype=bool)
    for number in range(4):
        # Infinite for tiles that do not touch tile i, or touch it on another side.
        distance_on_side = np.where(touches & (side == number), distance, np.inf)
        # (N,): the tile with the least distance. It counts if any tile touches on this side.
        nearest = distance_on_side.argmin(axis=1)
        has_nearest = np.isfinite(distance_on_side[indices, nearest])
        is_nearest[indices[has_nearest], nearest[has_nearest]] = True
    return is_nearest


def _which_touch(table: Table) -> Bools:
    """``(N, N)`` bool: which tiles touch edge to edge, in line, and seem of one size."""
    pairs = table.pairs
    settings = table.settings
    # Tiles beside each other (axis 0) count as touching at wider gaps than tiles one above the
    # other (axis 1).
    widest_gap_for_first = np.where(
        pairs.axis == 0, settings.touching_tile_widths, settings.touching_across_tile_widths
    )
    # If two tiles lie across each other, the first may have the second beside it, while the second
    # has the first above or below it. The wider of the two gaps is allowed.
    widest_gap_for_second = widest_gap_for_first.T
    widest_gap = np.maximum(widest_gap_for_first, widest_gap_for_second)
    # Boxes that overlap have a negative gap. They may overlap as far as tiles beside each other may
    # be apart.
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
        """Return the tile's representative, and whether the tile lies across it.

        Connected tiles have the same representative, which is one of them.
        """
        # Each tile leads to its parent. The representative is its own parent. Each step to a parent
        # across which the tile lies is a quarter turn. After two quarter turns the tiles are
        # parallel again, so each quarter turn reverses ``is_across``.
        is_across = False
        while self._parents[tile] != tile:
            is_across ^= self._is_across_parent[tile]
            tile = self._parents[tile]
        return tile, is_across

    def join(self, first: int, second: int, *, are_across: bool) -> None:
        """Join the sets of two tiles. Nothing changes if the two are in one set already.

        So a link is ignored if it contradicts earlier links.

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
        # Go from the first root to the first tile, on to the second tile, and on to the second
        # root. Each of the three steps is a quarter turn or none. The roots lie across each other
        # if the number of quarter turns is odd.
        self._is_across_parent[second_root] = first_is_across ^ are_across ^ second_is_across


def _most_natural_run(links: list[Link], is_across: dict[int, bool], table: Table) -> TileRun:
    """Build the run of connected tiles, and choose which of them are sideways.

    The tiles lie in two directions. Either the tiles that lie across the representative tile are
    sideways, or the tiles that are parallel to it are.

    Args:
        links: the pairs of touching tiles of the run.
        is_across: for each tile of the run, whether it lies across the representative tile.
        table: the tiles as they lie.
    """
    run_if_across_is_sideways = _build_run(links, is_across, table)
    # Most runs are a single tile. It is the representative tile itself, and is taken as upright.
    if len(is_across) == 1:
        return run_if_across_is_sideways
    is_parallel = {tile: not lies_across for tile, lies_across in is_across.items()}
    run_if_parallel_is_sideways = _build_run(links, is_parallel, table)
    return max(run_if_across_is_sideways, run_if_parallel_is_sideways, key=_naturalness)


def _build_run(links: list[Link], is_sideways: dict[int, bool], table: Table) -> TileRun:
    """Build a run of touching tiles, given which of them are sideways.

    Args:
        links: the pairs of touching tiles of the run, both within a row and from row to row.
        is_sideways: for each tile of the run, whether its long side runs along the rows.
        table: the tiles as they lie.
    """
    # Keep the links within a row. As a tile sees it by its own face, the next tile of its row is
    # beside it (axis 0) if it is upright, and above or below it (axis 1) if it is sideways.
    links_in_rows = []
    for first, second in links:
        axis_along_row = 1 if is_sideways[first] else 0
        if table.pairs.axis[first, second] == axis_along_row:
            links_in_rows.append((first, second))

    # Tiles that these links connect are in one row. Whether two of them lie across each other makes
    # no difference here.
    connected = _DisjointTiles(len(table.detections))
    for first, second in links_in_rows:
        connected.join(first, second, are_across=False)
    tiles_by_row: dict[int, list[int]] = {}
    for tile in is_sideways:
        representative, _is_across = connected.find(tile)
        tiles_by_row.setdefault(representative, []).append(tile)
    return TileRun(
        rows=tuple(tuple(tiles) for tiles in tiles_by_row.values()),
        is_sideways=is_sideways,
        line=fit_line(links_in_rows, is_sideways, table),
        links=tuple(links_in_rows),
    )


def _naturalness(run: TileRun) -> tuple[bool, int, int]:
    """Rank a way to see rows in a run. The greatest rank is the most natural.

    Returns:
        Whether the tiles are in rows at all, then how many are upright, then the length of the
        longest row.
    """
    longest = run.longest_row_size
    upright_tiles = [tile for tile in run.tiles if not run.is_sideways[tile]]
    # Two tiles may lie one above the other, so that each row has a single tile. Three tiles or more
    # form a row.
    is_in_rows = longest > 1 or len(run.tiles) < 3
    return is_in_rows, len(upright_tiles), longest

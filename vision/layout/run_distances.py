"""Distances between the runs of a photo, and which runs may belong to one hand by their angles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import ASPECT, Floats
from hu.vision.layout.runs import TileRun
from hu.vision.layout.table import DIAGONAL, Bools, Ints, Table, askew_deg, turn_right

#: Flowers may lie farther from a hand than the usual limit. But if they are this many times as far
#: away as the limit, they belong to it only in line with a row. Flowers at a corner of the hand are
#: another player's.
_FLOWERS_AT_CORNER: Final = 1.2
#: A run of at most this many tiles belongs to a row that it touches, at any angle.
_LARGEST_END: Final = 3
_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True, eq=False)
class RunDistances:
    """Distances between the runs of a photo, for all N x N pairs of detections.

    Entry [i, j] is the distance between the run of detection i and the run of detection j. Two of
    the arrays hold it as a share of the usual limit within which two runs are one hand, measured
    along the rows of the larger run. If both runs are of one size, entry [i, j] is measured along
    the rows of the run of i, and entry [j, i] may differ from it. At a cost, runs with a share
    above 1 may be one hand too. Flowers may lie up to ``flower_reach_ratio`` times as far away as
    the limit.

    Attributes:
        apart: ``(N, N)`` float64 share of the usual limit, for runs whose angles fit each other.
            They are parallel. Or they are at a right angle, and the smaller of them has no rows. Or
            the smaller has up to three tiles and touches the larger. Infinite for other runs, for
            runs that lie face down, and if no two of their tiles are of similar size.
        skewed: ``(N, N)`` float64 share of the usual limit, for runs whose angles do not fit each
            other, if one of them is a single tile. Infinite for other runs, for runs that lie face
            down, and if no two of their tiles are of similar size.
        between_centers: ``(N, N)`` float64 tile widths between the nearest centres of any two runs.
            Infinite for detections that are no tiles.
    """

    apart: Floats
    skewed: Floats
    between_centers: Floats


def measure_distances(runs: Sequence[TileRun], table: Table) -> RunDistances:
    """Measure the distances between runs, as seen along the rows of the larger run.

    Arrays here have the shape ``(n, n)`` for the n tiles, ``(R, R)`` for the R runs and ``(N, N)``
    for the N detections. A detection that is no tile has no run.
    """
    tiles = list(table.tiles)
    run_of_tile = _number_runs(runs, table)
    sizes = np.array([len(run.tiles) for run in runs])
    are_flowers = np.array([table.are_flowers(run.tiles) for run in runs])
    # From the centre of each tile to that of every other, (n, n, 2) tile widths.
    centers = table.centers[tiles]
    steps = centers[None] - centers[:, None]

    # (R, R): tile widths between the nearest centres of two runs.
    center_distances = _least_by_run(np.linalg.norm(steps, axis=2), run_of_tile, len(runs))
    # (R, R): the distance of two runs, as a share of the usual limit. It is the distance of their
    # nearest tiles, and depends on whose rows it is measured along. Measure it along the rows of
    # the first run of each pair. Then take the measure along the rows of the larger run.
    tile_distances = _tile_distances(runs, run_of_tile, steps, are_flowers, table)
    distances_along_first = _least_by_run(tile_distances, run_of_tile, len(runs))
    first_is_larger = sizes[:, None] >= sizes
    distances = np.where(first_is_larger, distances_along_first, distances_along_first.T)

    # (R, R): whether two runs may be of one hand by their angles. ``is_skewed_tile``: whether they
    # may not, but one of them is a single tile.
    smaller_size = np.minimum(sizes[:, None], sizes)
    fits = _may_be_one_hand(runs, are_flowers, table)
    if table.settings.applies("touching-ends"):
        # A few tiles that touch a row belong to it, however skewed their boxes are.
        touches = distances <= table.settings.touching_end_share
        fits |= touches & (smaller_size <= _LARGEST_END)
    is_skewed_tile = (smaller_size == 1) & ~fits
    # Face-down runs, such as walls, are not part of a hand.
    is_face_up = np.array([_shows_a_face(run, table) for run in runs])
    are_face_up = is_face_up[:, None] & is_face_up

    apart = np.where(fits & are_face_up, distances, np.inf)
    skewed = np.where(is_skewed_tile & are_face_up, distances, np.inf)
    return RunDistances(
        apart=_between_detections(apart, run_of_tile, table),
        skewed=_between_detections(skewed, run_of_tile, table),
        between_centers=_between_detections(center_distances, run_of_tile, table),
    )


def _number_runs(runs: Sequence[TileRun], table: Table) -> Ints:
    """``(n,)`` the place in ``runs`` of the run that holds each tile, in the order of the tiles."""
    run_of_detection = np.empty(len(table.detections), dtype=np.intp)
    for number, run in enumerate(runs):
        run_of_detection[list(run.tiles)] = number
    run_of_tile: Ints = run_of_detection[list(table.tiles)]
    return run_of_tile


def _between_detections(by_run: Floats, run_of_tile: Ints, table: Table) -> Floats:
    """Give each pair of detections the value of their runs.

    Args:
        by_run: ``(R, R)`` a value for each pair of runs.
        run_of_tile: ``(n,)`` the number of the run of each tile.
        table: the tiles as they lie.

    Returns:
        ``(N, N)``. Infinite for detections that are no tiles.
    """
    tiles = list(table.tiles)
    count = len(table.detections)
    result = np.full((count, count), np.inf)
    result[np.ix_(tiles, tiles)] = by_run[np.ix_(run_of_tile, run_of_tile)]
    return result


def _shows_a_face(run: TileRun, table: Table) -> bool:
    """Whether any tile of a run lies face up."""
    return any(table.faces[tile] != BACK for tile in run.tiles)


def _tile_distances(
    runs: Sequence[TileRun], run_of_tile: Ints, steps: Floats, are_flowers: Bools, table: Table
) -> Floats:
    """Measure the distances between tiles, seen along the rows of the first tile's run.

    There are two limits. A tile in line with the rows may be ``bridge_tile_widths`` away. A tile in
    any direction may be ``around_tile_widths`` away. The distance is divided by each limit that
    applies, and the smaller quotient counts.

    Args:
        runs: all runs of the photo.
        run_of_tile: ``(n,)`` the number of the run of each tile.
        steps: ``(n, n, 2)`` tile widths: from the first tile's centre to the second's.
        are_flowers: ``(R,)`` whether each run is of flowers.
        table: all tiles of the photo.

    Returns:
        ``(n, n)`` shares of the usual limit, which may be larger than 1. Entry [i, j] is from tile
        i to tile j along the rows of tile i's run. Infinite if their sizes differ too much.
    """
    settings = table.settings
    tiles = list(table.tiles)
    # (n, 2): unit vectors along the rows of each tile's run, and across them.
    lines = np.array([run.line for run in runs])[run_of_tile]
    normals = turn_right(lines)
    # (n, n): tile widths from centre to centre, along and across the first tile's rows.
    along = np.abs((steps * lines[:, None]).sum(axis=2))
    across = np.abs((steps * normals[:, None]).sum(axis=2))
    # (n, n): tile widths from edge to edge, in the same directions.
    gap_along, gap_across = _gaps_between_edges(along, across, lines, table.right[tiles])

    # (n,): whether each tile is in a run of flowers, or shows a flower itself. Entry j applies to
    # column j of the (n, n) arrays below. So a pair counts as flowers if its second tile, tile j,
    # is a flower.
    shows_flower = np.array([table.faces[tile] in _BONUS for tile in tiles], dtype=bool)
    is_flower = are_flowers[run_of_tile] | shows_flower

    # (n, n): the share of the limit for tiles in line. Infinite for tiles that are not in line.
    # Flowers are in line even if they lie a little off it.
    most_offset = np.where(is_flower, settings.around_tile_widths, settings.offset_tile_widths)
    is_in_line = across <= most_offset
    share_in_line = np.where(is_in_line, gap_along / settings.bridge_tile_widths, np.inf)

    # (n, n): the share of the limit for tiles in any direction. Infinite for distant flowers, which
    # may only be in line.
    share_around = np.hypot(gap_along, gap_across) / settings.around_tile_widths
    is_flower_at_corner = is_flower & (share_around > _FLOWERS_AT_CORNER)
    share_around = np.where(is_flower_at_corner, np.inf, share_around)

    shares = np.minimum(share_in_line, share_around)
    scale = table.pairs.scale[np.ix_(tiles, tiles)]
    return np.where(scale <= settings.scale_ratio, shares, np.inf)


def _gaps_between_edges(
    along: Floats, across: Floats, lines: Floats, right: Floats
) -> tuple[Floats, Floats]:
    """Measure the gaps between the edges of tiles, along and across the rows of the first tile.

    Entry [i, j] of each array is about tile i and tile j, seen along the rows of tile i's run. A
    gap is the distance between the centres minus half of each tile.

    Args:
        along: ``(n, n)`` tile widths: from centre to centre along the first tile's rows.
        across: ``(n, n)`` tile widths: from centre to centre across the first tile's rows.
        lines: ``(n, 2)`` unit vectors along the rows of each tile's run.
        right: ``(n, 2)`` unit vectors along the tiles' top edges.

    Returns:
        Two arrays ``(n, n)`` in tile widths. 0 if the tiles overlap.
    """
    # Whether tile j's top edge follows the rows of tile i.
    is_upright = np.abs(np.einsum("ik,jk->ij", lines, right)) >= DIAGONAL
    # (n, n): half the extent of tile j along and across the rows of tile i.
    half_along = np.where(is_upright, 0.5, ASPECT / 2)
    half_across = np.where(is_upright, ASPECT / 2, 0.5)
    # (n, 1): half the extent of tile i itself, which is entry [i, i].
    first_half_along = half_along.diagonal()[:, None]
    first_half_across = half_across.diagonal()[:, None]
    gap_along = along - first_half_along - half_along
    gap_across = across - first_half_across - half_across
    return np.maximum(gap_along, 0), np.maximum(gap_across, 0)


def _least_by_run(values: Floats, run_of_tile: Ints, count: int) -> Floats:
    """Find the least value between the tiles of each pair of runs.

    Args:
        values: ``(n, n)`` a value for each pair of tiles.
        run_of_tile: ``(n,)`` the number of the run of each tile.
        count: R, the number of runs. Each run has a tile.

    Returns:
        ``(R, R)`` the least of the values between a tile of the first run and a tile of the second.
    """
    # Sort the tiles by run, so that the tiles of a run follow each other. Then find the place at
    # which each run begins.
    tiles_by_run = np.argsort(run_of_tile, kind="stable")
    starts = np.searchsorted(run_of_tile[tiles_by_run], np.arange(count))
    # (n, n): the values in this order, so that those of two runs are a rectangle.
    values_by_run = values[np.ix_(tiles_by_run, tiles_by_run)]
    # (R, n), then (R, R): the least value of each run's rows, and of each run's columns.
    least_of_rows = np.minimum.reduceat(values_by_run, starts, axis=0)
    return np.asarray(np.minimum.reduceat(least_of_rows, starts, axis=1))


def _may_be_one_hand(runs: Sequence[TileRun], are_flowers: Bools, table: Table) -> Bools:
    """Find the runs that may be of one hand by their angles.

    Two runs may be if they are parallel. They also may be if they are at a right angle and the
    smaller run has no rows, so that no row leads away from the rows of the larger run.

    Args:
        runs: all runs of the photo.
        are_flowers: ``(R,)`` whether each run is of flowers.
        table: all tiles of the photo.

    Returns:
        ``(R, R)`` bool: whether two runs may be of one hand.
    """
    settings = table.settings
    # (R, R): the cosines of the angles between the runs' lines, without their sign.
    lines = np.array([run.line for run in runs])
    cosines = np.clip(np.abs(lines @ lines.T), 0, 1)
    sizes = np.array([len(run.tiles) for run in runs])
    # A single tile, or flowers, may lie less neatly, and show their direction less clearly.
    is_loose = (sizes == 1) | are_flowers
    most_askew = np.where(
        is_loose[:, None] | is_loose, settings.loose_angle_deg, settings.angle_deg
    )
    is_parallel_or_at_right_angle = askew_deg(cosines) <= most_askew

    has_no_rows = np.array([run.longest_row_size == 1 for run in runs])
    first_is_larger = sizes[:, None] >= sizes
    smaller_has_no_rows = np.where(first_is_larger, has_no_rows[None, :], has_no_rows[:, None])
    is_rather_parallel = cosines > DIAGONAL
    leads_away = ~is_rather_parallel & ~smaller_has_no_rows
    fits: Bools = is_parallel_or_at_right_angle & ~leads_away
    return fits

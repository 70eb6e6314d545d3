"""Chain the tiles of a hand into rows."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from hu.vision.geometry import ASPECT
from hu.vision.layout.frame import Frame
from hu.vision.layout.model import TileRow
from hu.vision.layout.rows import Rows
from hu.vision.layout.sideways import log_odds_sideways
from hu.vision.layout.stacked import RowPositions, find_stacked
from hu.vision.layout.table import Table, turn_right

#: Tiles of one row may overlap by less than this, in tile widths.
_MOST_OVERLAP: Final = 0.5
#: The typical gap of a hand is this quantile of its gaps. Most neighbours touch, even in a hand
#: with gaps between all melds, so this is the gap of tiles that touch.
_TYPICAL_QUANTILE: Final = 0.4
#: The usual gap within a group is the typical gap, but at most this, in tile widths.
_WIDEST_USUAL_GAP: Final = 0.5


def build_rows(frame: Frame, table: Table, without: Collection[int] = ()) -> Rows:
    """Chain a hand's tiles into rows, and decide which tiles lie sideways.

    Args:
        frame: the line and the direction of the rows.
        table: all tiles of the photo.
        without: tiles of the frame that do not belong to the hand.

    Returns:
        The rows without these tiles.
    """
    if frame.askew:
        table = _straighten(frame, table, without)
    rows = _chain(frame, frame.is_sideways, table, without)
    # Together with the gaps in the rows, the faces and shapes may show that tiles that seemed to
    # lie sideways are upright. Upright tiles are shorter along their row than was assumed, so the
    # rows are chained again.
    log_odds = log_odds_sideways(rows, table)
    upright_tiles = [tile for tile, nats in log_odds.items() if nats < 0]
    if upright_tiles:
        is_sideways = frame.is_sideways | dict.fromkeys(upright_tiles, False)
        rows = _chain(frame, is_sideways, table, without)
    return replace(rows, log_odds_sideways=log_odds)


def _straighten(frame: Frame, table: Table, without: Collection[int]) -> Table:
    """Turn the tiles of a hand that lie askew until they are parallel to the rows.

    The tiles of a run are turned together, about their middle.

    Args:
        frame: the direction of the rows, and the tiles that lie askew.
        table: all tiles of the photo.
        without: tiles of the frame that do not belong to the hand.

    Returns:
        The table, with other centers and directions of these tiles.
    """
    centers = table.centers.copy()
    right = table.right.copy()
    for askew_tiles, askew_line in frame.askew:
        tiles = [tile for tile in askew_tiles if tile not in without]
        if not tiles:
            continue
        # The vector along the run may point either way. Take the way that is nearer to the rows'
        # direction.
        is_opposite = float(askew_line @ frame.direction) < 0
        line = -askew_line if is_opposite else askew_line
        # The cosine and the sine of the angle by which the run is turned clockwise against the
        # rows.
        cosine = float(line @ frame.direction)
        sine = float(line @ turn_right(frame.direction))
        # Turn it back counter-clockwise by this angle. Points are rows here, so they are multiplied
        # by the transposed matrix.
        rotation = np.array([[cosine, sine], [-sine, cosine]])
        middle = centers[tiles].mean(axis=0)
        centers[tiles] = middle + (centers[tiles] - middle) @ rotation.T
        right[tiles] = right[tiles] @ rotation.T
    return replace(table, centers=centers, right=right)


def _chain(
    frame: Frame, is_sideways: dict[int, bool], table: Table, without: Collection[int]
) -> Rows:
    """Chain tiles that follow each other into rows. A row goes on across the gaps between groups.

    Args:
        frame: the line and the direction of the rows.
        is_sideways: for each tile of the frame, whether it lies across its row.
        table: all tiles of the photo.
        without: tiles of the frame that do not belong to the hand.

    Returns:
        The rows. Their ``log_odds_sideways`` are empty.
    """
    is_sideways = {
        tile: lies_sideways for tile, lies_sideways in is_sideways.items() if tile not in without
    }
    positions = _positions_in_rows(frame, is_sideways, table)
    stacked = find_stacked(is_sideways, positions, table)

    # Each tile, from left to right, continues a chain or begins another.
    chains: list[list[int]] = []
    tiles_in_rows = [tile for tile in is_sideways if tile not in stacked]
    for tile in sorted(tiles_in_rows, key=positions.along.__getitem__):
        chain = _chain_to_continue(tile, chains, positions, table.settings.offset_tile_widths)
        if chain is None:
            chains.append([tile])
        else:
            chain.append(tile)

    def mean_towards_reader(chain: list[int]) -> float:
        """How far towards the reader a chain lies, in tile widths."""
        return sum(positions.towards_reader[tile] for tile in chain) / len(chain)

    rows = []
    all_gaps: list[float] = []
    for chain in sorted(chains, key=mean_towards_reader):
        gaps = tuple(positions.gap_along(i, j) for i, j in pairwise(chain))
        rows.append(TileRow(tuple(chain), gaps))
        all_gaps.extend(gaps)
    typical_gap = _typical_gap(all_gaps)
    usual_gap = min(typical_gap, _WIDEST_USUAL_GAP)
    return Rows(
        rows=tuple(rows),
        is_sideways=is_sideways,
        log_odds_sideways={},
        stacked=stacked,
        frame=frame,
        typical_gap=typical_gap,
        usual_gap=usual_gap,
        group_gap=usual_gap + table.settings.set_gap_tile_widths,
    )


def _positions_in_rows(frame: Frame, is_sideways: dict[int, bool], table: Table) -> RowPositions:
    """Measure where tiles lie along and across the rows, and how far they extend.

    Args:
        frame: the direction of the rows.
        is_sideways: for each tile of the hand, whether it lies across its row.
        table: all tiles of the photo.
    """
    half_along = {}
    half_across = {}
    for tile, lies_sideways in is_sideways.items():
        half_along[tile] = ASPECT / 2 if lies_sideways else 0.5
        half_across[tile] = 0.5 if lies_sideways else ASPECT / 2
    return RowPositions(
        along=(table.centers @ frame.direction).tolist(),
        towards_reader=(table.centers @ turn_right(frame.direction)).tolist(),
        half_along=half_along,
        half_across=half_across,
    )


def _chain_to_continue(
    tile: int, chains: list[list[int]], positions: RowPositions, most_offset: float
) -> list[int] | None:
    """Choose the chain that a tile continues on the right: the chain most in line with it.

    Args:
        tile: the tile. Its center is to the right of all centers in the chains.
        chains: the chains, each from left to right.
        positions: where the tiles lie along the rows and across them.
        most_offset: how many tile widths the tile may lie above or below the last tile of a chain.

    Returns:
        The chain, whose last tile is in line with the tile and hardly overlaps it. None if there is
        no such chain. Then the tile begins a chain of its own.
    """

    def offset_from(chain: list[int]) -> float:
        """How far the tile lies above or below the last tile of a chain, in tile widths."""
        return abs(positions.towards_reader[chain[-1]] - positions.towards_reader[tile])

    continuable_chains = []
    for chain in chains:
        overlap = -positions.gap_along(chain[-1], tile)
        if overlap < _MOST_OVERLAP and offset_from(chain) <= most_offset:
            continuable_chains.append(chain)
    return min(continuable_chains, key=offset_from, default=None)


def _typical_gap(gaps: list[float]) -> float:
    """The gap between most neighbours, in tile widths. 0 without neighbours.

    In most hands these touch. Their gap is then about 0: a little more or less if the detector drew
    all boxes too tight or too wide.
    """
    if not gaps:
        return 0.0
    return float(np.quantile(gaps, _TYPICAL_QUANTILE))

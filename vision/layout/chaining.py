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
#: The share of gaps below the typical one. More than half of a hand's neighbours touch, even with
#: gaps between all melds or pairs.
_TYPICAL_QUANTILE: Final = 0.4
#: With fewer gaps than this none is typical.
_FEWEST_GAPS: Final = 4
#: The least typical gap, in tile widths. Boxes that are drawn too large overlap.
_LEAST_TYPICAL_GAP: Final = -0.3
#: The largest usual gap within a group, in tile widths.
_WIDEST_USUAL_GAP: Final = 0.5


def build_rows(frame: Frame, table: Table, without: Collection[int] = ()) -> Rows:
    """Chain a hand's tiles into rows, and decide which tiles lie sideways.

    Args:
        frame: the line and the direction of the rows.
        table: all tiles of the photo.
        without: tiles of the frame that do not belong to the hand.
    """
    if frame.askew:
        table = _straighten(frame, table, without)
    rows = _chain(frame, frame.sideways, table, without)
    log_odds = log_odds_sideways(rows, table)
    upright = [tile for tile, nats in log_odds.items() if nats < 0]
    if upright:
        sideways = frame.sideways | dict.fromkeys(upright, False)
        rows = _chain(frame, sideways, table, without)
    return replace(rows, log_odds_sideways=log_odds)


def _straighten(frame: Frame, table: Table, without: Collection[int]) -> Table:
    """Turn the tiles of a hand that lie askew into line with the rows.

    Tiles that share a line are turned together, about their middle.

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
        # The sense of a line is arbitrary. Take the sense that is nearer to the rows' direction.
        is_opposite = float(askew_line @ frame.direction) < 0
        line = -askew_line if is_opposite else askew_line
        # The angle from the rows' direction clockwise to the line.
        cosine = float(line @ frame.direction)
        sine = float(line @ turn_right(frame.direction))
        # Turned counter-clockwise by this angle, the line has the rows' direction.
        rotation = np.array([[cosine, sine], [-sine, cosine]])
        middle = centers[tiles].mean(axis=0)
        centers[tiles] = middle + (centers[tiles] - middle) @ rotation.T
        right[tiles] = right[tiles] @ rotation.T
    return replace(table, centers=centers, right=right)


def _chain(frame: Frame, sideways: dict[int, bool], table: Table, without: Collection[int]) -> Rows:
    """Chain tiles that follow each other into rows, gaps between groups included."""
    sideways = {tile: is_sideways for tile, is_sideways in sideways.items() if tile not in without}
    half_along = {}
    half_towards = {}
    for tile, is_sideways in sideways.items():
        half_along[tile] = ASPECT / 2 if is_sideways else 0.5
        half_towards[tile] = 0.5 if is_sideways else ASPECT / 2
    along: list[float] = (table.centers @ frame.direction).tolist()
    towards: list[float] = (table.centers @ turn_right(frame.direction)).tolist()
    positions = RowPositions(along, towards, half_along, half_towards)
    stacked = find_stacked(sideways, positions, table)

    chains: list[list[int]] = []
    in_rows = [tile for tile in sideways if tile not in stacked]
    for tile in sorted(in_rows, key=along.__getitem__):
        chain = _chain_before(tile, chains, positions, table.settings.offset_tile_widths)
        if chain is None:
            chains.append([tile])
        else:
            chain.append(tile)

    def mean_towards(chain: list[int]) -> float:
        """How far towards the reader a chain lies."""
        return sum(towards[tile] for tile in chain) / len(chain)

    chains.sort(key=mean_towards)

    rows = []
    all_gaps: list[float] = []
    for chain in chains:
        gaps = tuple(positions.gap_along(i, j) for i, j in pairwise(chain))
        rows.append(TileRow(tuple(chain), gaps))
        all_gaps.extend(gaps)
    # Boxes that are drawn too tight or too wide make the gap of tiles that touch a little more or
    # less than nothing.
    if len(all_gaps) >= _FEWEST_GAPS:
        typical_gap = max(float(np.quantile(all_gaps, _TYPICAL_QUANTILE)), _LEAST_TYPICAL_GAP)
    else:
        typical_gap = 0.0
    usual_gap = min(typical_gap, _WIDEST_USUAL_GAP)
    return Rows(
        rows=tuple(rows),
        sideways=sideways,
        log_odds_sideways={},
        stacked=stacked,
        frame=frame,
        typical_gap=typical_gap,
        usual_gap=usual_gap,
        group_gap=usual_gap + table.settings.set_gap_tile_widths,
    )


def _chain_before(
    tile: int, chains: list[list[int]], positions: RowPositions, most_offset: float
) -> list[int] | None:
    """Find the chain that a tile continues.

    The tile may not overlap the last tile of the chain by much, and may not lie off its line by
    much. Of several such chains, the tile continues the chain that it is most in line with.

    Args:
        tile: a tile to the right of all tiles in the chains.
        chains: the chains, each from left to right.
        positions: the tiles in the frame of the rows.
        most_offset: tile widths that the tile may lie off the line of a chain.

    Returns:
        The chain, or None if the tile begins another chain.
    """
    best = None
    least_offset = np.inf
    for chain in chains:
        last = chain[-1]
        offset = abs(positions.towards[last] - positions.towards[tile])
        overlap = -positions.gap_along(last, tile)
        if offset > most_offset or overlap >= _MOST_OVERLAP:
            continue
        if offset < least_offset:
            best = chain
            least_offset = offset
    return best

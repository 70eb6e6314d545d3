"""A hand's tiles in rows, with the gaps between neighbours."""

from collections.abc import Collection, KeysView, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hu.vision.layout.frame import Frame
from hu.vision.layout.model import RowPart, TileRow


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A hand's tiles in rows.

    Attributes:
        rows: the rows from the farthest from the player to the nearest, without stacked tiles.
        is_sideways: for each tile of the hand, whether it lies across its row.
        log_odds_sideways: for each tile that seemed to lie sideways, the log-odds that it does.
        stacked: for each stacked tile, the tile on which or beyond which it lies. Stacked tiles are
            the fourth tiles of quads.
        frame: the line and the direction of the rows.
        typical_gap: the gap between most neighbours of the hand, in tile widths. It is large if the
            whole hand is laid loosely.
        usual_gap: the gap between neighbours of one group, in tile widths. It is the typical gap,
            but has an upper limit.
        group_gap: gaps that are wider than this, in tile widths, separate groups.
    """

    rows: tuple[TileRow, ...]
    is_sideways: dict[int, bool]
    log_odds_sideways: dict[int, float]
    stacked: dict[int, int]
    frame: Frame
    typical_gap: float
    usual_gap: float
    group_gap: float

    @property
    def tiles(self) -> KeysView[int]:
        """All tiles of the hand, the stacked tiles included."""
        return self.is_sideways.keys()

    def parts(self) -> list[RowPart]:
        """The parts of all rows between wide gaps, in reading order."""
        parts: list[RowPart] = []
        for number, row in enumerate(self.rows):
            pieces = _split_at_gaps(row, self.group_gap)
            parts.extend(RowPart(number, tiles) for tiles in pieces)
        return parts

    def row_of(self, tile: int) -> TileRow:
        """The row of a tile that is not stacked."""
        for row in self.rows:
            if tile in row.tiles:
                return row
        raise ValueError(f"tile {tile} is in no row")

    def gaps_beside(self, tiles: Sequence[int]) -> tuple[float, ...]:
        """The gap before and the gap after some neighbours in a row, in tile widths.

        At an end of the row there is no gap, so there may be two gaps, one or none.
        """
        row = self.row_of(tiles[0])
        first = row.tiles.index(tiles[0])
        last = row.tiles.index(tiles[-1])
        gaps = []
        if first > 0:
            gaps.append(row.gaps[first - 1])
        if last < len(row.gaps):
            gaps.append(row.gaps[last])
        return tuple(gaps)

    def gap_between(self, left: Collection[int], right: Collection[int]) -> float | None:
        """The gap between two groups, in tile widths. None if ``right`` does not follow ``left``.

        Args:
            left: the tiles of a group.
            right: the tiles of another group.
        """
        for row in self.rows:
            for (tile, next_tile), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
                if tile in left and next_tile in right:
                    return gap
        return None


def _split_at_gaps(row: TileRow, limit: float) -> list[tuple[int, ...]]:
    """Split a row at its gaps that are wider than ``limit`` tile widths.

    Returns:
        The tiles of each part, from left to right.
    """
    # The place of the first tile of each part.
    cuts = [0]
    for place, gap in enumerate(row.gaps, start=1):
        if gap > limit:
            cuts.append(place)
    cuts.append(len(row.tiles))
    return [row.tiles[start:end] for start, end in pairwise(cuts)]

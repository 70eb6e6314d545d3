"""The fourth tiles of quads, which lie on another tile or beyond it."""

from dataclasses import dataclass
from typing import Final

from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import ASPECT
from hu.vision.layout.table import Table

#: Tiles of one meld deviate from their positions in it by less than this, in tile widths.
_MOST_DEVIATION: Final = 0.4
#: The most that a fourth tile is shifted along the row against the tile below it, in tile widths.
_MOST_OFFSET: Final = 0.5
#: The same for a tile on a sideways tile. It is a tile's thickness higher than the row, and seems
#: shifted by nearly as much if the camera looks along the row from 45 degrees.
_MOST_OFFSET_ON_SIDEWAYS: Final = 0.65


@dataclass(frozen=True, slots=True, eq=False)
class RowPositions:
    """Tiles in the frame of the rows, in tile widths.

    Attributes:
        along: the centre of each detection in the reading direction.
        towards_reader: the centre of each detection towards the reader.
        half_along: half the extent of each tile of the hand in the reading direction.
        half_across: half the extent of each tile of the hand across the rows.
    """

    along: list[float]
    towards_reader: list[float]
    half_along: dict[int, float]
    half_across: dict[int, float]

    def gap_along(self, i: int, j: int) -> float:
        """The gap between two tiles along the rows. Negative if they overlap."""
        return abs(self.along[i] - self.along[j]) - self.half_along[i] - self.half_along[j]

    def gap_across(self, i: int, j: int) -> float:
        """The gap between two tiles across the rows. Negative if they overlap."""
        return (
            abs(self.towards_reader[i] - self.towards_reader[j])
            - self.half_across[i]
            - self.half_across[j]
        )


def find_stacked(
    is_sideways: dict[int, bool], positions: RowPositions, table: Table
) -> dict[int, int]:
    """Find the fourth tiles of promoted quads, each with the tile that it lies on or beyond."""
    stacked = _find_tiles_beyond_sideways_tiles(is_sideways, positions, table)
    if table.settings.applies("tiles-on-upright-tiles"):
        stacked.update(_find_tiles_on_upright_tiles(is_sideways, positions, table))
    return stacked


def _find_tiles_beyond_sideways_tiles(
    is_sideways: dict[int, bool], positions: RowPositions, table: Table
) -> dict[int, int]:
    """Find sideways tiles that lie on a sideways tile of the same face, or right beyond it.

    Args:
        is_sideways: for each tile of the hand, whether it lies across its row.
        positions: where the tiles lie.
        table: shows their faces.

    Returns:
        For each of these tiles, the tile that it lies on or beyond.
    """
    sideways_tiles = [tile for tile, lies_sideways in is_sideways.items() if lies_sideways]
    stacked = {}
    for upper in sideways_tiles:
        for lower in sideways_tiles:
            # A tile is not beyond itself.
            is_beyond = positions.towards_reader[upper] < positions.towards_reader[lower]
            # The melds of two rows may meet by chance, so both must show the same face.
            shows_same_face = table.faces[upper] == table.faces[lower]
            if not (is_beyond and shows_same_face):
                continue
            offset = abs(positions.along[upper] - positions.along[lower])
            gap = positions.gap_across(upper, lower)
            if offset <= _MOST_OFFSET_ON_SIDEWAYS and gap <= _MOST_DEVIATION:
                stacked[upper] = lower
    return stacked


def _find_tiles_on_upright_tiles(
    is_sideways: dict[int, bool], positions: RowPositions, table: Table
) -> dict[int, int]:
    """Find the fourth tile of a face that lies on a row of the other three, which are upright.

    Returns:
        For each such tile, the nearest of the three.
    """
    tiles_of_face: dict[str, list[int]] = {}
    for tile, lies_sideways in is_sideways.items():
        face = table.faces[tile]
        if not lies_sideways and face != BACK and face not in BONUS:
            tiles_of_face.setdefault(face, []).append(tile)

    stacked = {}
    for tiles in tiles_of_face.values():
        if len(tiles) != 4:
            continue
        for upper in tiles:
            row = sorted((tile for tile in tiles if tile != upper), key=positions.along.__getitem__)
            lower = min(row, key=lambda tile: abs(positions.along[upper] - positions.along[tile]))
            if _lies_on_row(upper, lower, row, positions):
                stacked[upper] = lower
    return stacked


def _lies_on_row(upper: int, lower: int, row: list[int], positions: RowPositions) -> bool:
    """Whether a tile lies on one of three tiles that touch in a row.

    Args:
        upper: the tile that may lie on the others.
        lower: the nearest of the others along the row.
        row: the others from left to right.
        positions: all tiles of the hand.
    """
    left, middle, right = row
    # Only the lower part of the middle tile may show. The outer tiles show the row's place.
    if abs(positions.towards_reader[left] - positions.towards_reader[right]) > _MOST_DEVIATION:
        return False
    for first, second in ((left, middle), (middle, right)):
        gap_or_overlap = abs(positions.gap_along(first, second))
        if gap_or_overlap > _MOST_DEVIATION:
            return False
    # The upper tile shows a part of its length beyond the row, farther from the reader.
    row_towards_reader = (positions.towards_reader[left] + positions.towards_reader[right]) / 2
    beyond_row = row_towards_reader - positions.towards_reader[upper]
    offset = abs(positions.along[upper] - positions.along[lower])
    return _MOST_DEVIATION < beyond_row < ASPECT and offset <= _MOST_OFFSET

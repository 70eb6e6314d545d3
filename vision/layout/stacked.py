"""The fourth tiles of quads that were added to a claimed triplet.

Players lay the fourth tile on a tile of the triplet, or right beyond it: farther from the player.
"""

from dataclasses import dataclass
from typing import Final

from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import ASPECT
from hu.vision.layout.table import Table

#: Three tiles touch in a straight row if no gap or overlap between them, and no step from the left
#: to the right tile, is larger than this, in tile widths. A fourth tile lies right beyond a
#: sideways tile if the gap between them is no larger.
_MOST_DEVIATION: Final = 0.4
#: Half a tile's length, in tile widths. A fourth tile on upright tiles is nearer to the player than
#: they are by at most this: it is higher by a tile's thickness, and seems shifted away from the
#: camera, which may look from beyond the row. The middle of the three is off their row by at most
#: this if the fourth tile hides a part of it.
_MOST_ACROSS: Final = ASPECT / 2
#: A fourth tile is shifted along the row by at most this against the tile on which it lies, in tile
#: widths. The fourth tile is higher than the row by a tile's thickness. It seems shifted by nearly
#: as much if the camera looks along the row from 45 degrees.
_MOST_OFFSET: Final = 0.65


@dataclass(frozen=True, slots=True, eq=False)
class RowPositions:
    """Where tiles lie along the rows and across them, in tile widths.

    Attributes:
        along: by detection, the position of its centre along the rows, from left to right as the
            hand is read.
        towards_reader: by detection, the position of its centre across the rows. It grows towards
            the player who reads the hand.
        half_along: by tile of the hand, half its extent along the rows.
        half_across: by tile of the hand, half its extent across the rows.
    """

    along: list[float]
    towards_reader: list[float]
    half_along: dict[int, float]
    half_across: dict[int, float]

    def gap_along(self, i: int, j: int) -> float:
        """The gap between two tiles along the rows, in tile widths. Negative if they overlap."""
        return abs(self.along[i] - self.along[j]) - self.half_along[i] - self.half_along[j]

    def gap_across(self, i: int, j: int) -> float:
        """The gap between two tiles across the rows, in tile widths. Negative if they overlap."""
        return (
            abs(self.towards_reader[i] - self.towards_reader[j])
            - self.half_across[i]
            - self.half_across[j]
        )


def find_stacked(
    is_sideways: dict[int, bool], positions: RowPositions, table: Table
) -> dict[int, int]:
    """Find the fourth tiles of quads that were added to a claimed triplet.

    Args:
        is_sideways: for each tile of the hand, whether it lies across its row.
        positions: where the tiles lie.
        table: shows their faces.

    Returns:
        For each of these tiles, the tile that it lies on or beyond.
    """
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
            # Farther from the player than the lower tile. This is false if both are the same tile.
            is_beyond = positions.towards_reader[upper] < positions.towards_reader[lower]
            # Sideways tiles of two melds in different rows may meet by chance, so both must show
            # the same face.
            shows_same_face = table.faces[upper] == table.faces[lower]
            if not (is_beyond and shows_same_face):
                continue
            offset = abs(positions.along[upper] - positions.along[lower])
            gap = positions.gap_across(upper, lower)
            if offset <= _MOST_OFFSET and gap <= _MOST_DEVIATION:
                stacked[upper] = lower
    return stacked


def _find_tiles_on_upright_tiles(
    is_sideways: dict[int, bool], positions: RowPositions, table: Table
) -> dict[int, int]:
    """Find tiles that lie on a row of three upright tiles of the same face.

    Args:
        is_sideways: for each tile of the hand, whether it lies across its row.
        positions: where the tiles lie.
        table: shows their faces.

    Returns:
        For each of these tiles, the nearest of the three.
    """
    # The upright tiles of each face.
    tiles_of_face: dict[str, list[int]] = {}
    for tile, lies_sideways in is_sideways.items():
        face = table.faces[tile]
        if not lies_sideways and face != BACK and face not in BONUS:
            tiles_of_face.setdefault(face, []).append(tile)

    stacked = {}
    for tiles in tiles_of_face.values():
        if len(tiles) != 4:
            continue
        # A fourth tile near the line of the row may seem to lie in the row itself, in place of one
        # of the three. The three touch most exactly.
        least_deviation = _MOST_DEVIATION
        best_pair: tuple[int, int] | None = None
        for upper in tiles:
            # The three others from left to right, and the nearest of them along the row.
            row = sorted((tile for tile in tiles if tile != upper), key=positions.along.__getitem__)
            lower = min(row, key=lambda tile: abs(positions.along[upper] - positions.along[tile]))
            deviation = _deviation_of_row(row, positions)
            if deviation <= least_deviation and _lies_on_row(upper, lower, row, positions):
                least_deviation = deviation
                best_pair = (upper, lower)
        if best_pair is not None:
            upper, lower = best_pair
            stacked[upper] = lower
    return stacked


def _deviation_of_row(row: list[int], positions: RowPositions) -> float:
    """How far three tiles are from touching in a straight row, in tile widths.

    Args:
        row: the three from left to right.
        positions: where the tiles lie.

    Returns:
        The largest gap or overlap between them, or the step from the left to the right tile if it
        is larger.
    """
    left, middle, right = row
    step = abs(positions.towards_reader[left] - positions.towards_reader[right])
    first_gap = abs(positions.gap_along(left, middle))
    second_gap = abs(positions.gap_along(middle, right))
    return max(step, first_gap, second_gap)


def _lies_on_row(upper: int, lower: int, row: list[int], positions: RowPositions) -> bool:
    """Whether a tile lies on a row of three tiles.

    Tiles that lie on the table do not overlap, so a tile that overlaps the row lies on it.

    Args:
        upper: the fourth tile.
        lower: the nearest of the three along the row.
        row: the three from left to right.
        positions: where the tiles lie.
    """
    offset = abs(positions.along[upper] - positions.along[lower])
    if offset > _MOST_OFFSET:
        return False
    # The outer tiles show where the row is. The middle tile may not: if the fourth tile lies on the
    # middle tile, the box of the middle tile holds only the lower part of its face.
    left, middle, right = row
    row_towards_reader = (positions.towards_reader[left] + positions.towards_reader[right]) / 2
    if abs(positions.towards_reader[middle] - row_towards_reader) > _MOST_ACROSS:
        return False
    # Positive if the fourth tile's centre is farther from the player than the row's.
    beyond_row = row_towards_reader - positions.towards_reader[upper]
    return -_MOST_ACROSS <= beyond_row < ASPECT

"""The line and the direction of a hand's rows, found before the rows themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.geometry import ASPECT, Floats
from hu.vision.layout.runs import Link, TileRun, fit_line
from hu.vision.layout.table import DIAGONAL, Table, turn_right

#: If a face shows its top, and so seems sideways, the tile lies sideways if its extent along the
#: row, divided by that across the row, is more than this many times the usual ratio of upright
#: tiles. Little is needed, because the face is evidence too.
_SIDEWAYS_STRETCH: Final = 1.1
#: The share of players who turn all their tiles upright.
_CAREFUL_SHARE: Final = 0.75
#: The share of such a player's tiles that are upside down all the same.
_SLIP_SHARE: Final = 0.05
#: The most log-odds that the tiles around the hand add for a direction of reading.
_SURROUNDINGS_WEIGHT: Final = 1.5
#: These tiles add that much if they are at least this many tile widths farther from the player than
#: the hand.
_SURROUNDINGS_REACH: Final = 4
#: Fewer tiles around the hand do not show on which side of it the middle of the table is.
_FEWEST_AROUND: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The line and the direction of a hand's rows, before the rows are known.

    Attributes:
        is_sideways: for each tile of the hand, whether its long side seems to run along the rows.
        direction: ``(2,)`` float64 unit vector on the table, from left to right as the hand is
            read.
        log_odds: how sure it is that the rows are not read in the opposite direction, in nats. 0 if
            nothing shows it.
        askew: runs at an angle to the rows, such as melds that were laid down across a corner of
            the table: the tiles of each run, and ``(2,)`` the unit vector along it.
    """

    is_sideways: dict[int, bool]
    direction: Floats
    log_odds: float
    askew: tuple[tuple[tuple[int, ...], Floats], ...] = ()


def find_frame(runs: Sequence[TileRun], table: Table) -> Frame:
    """Find the line of a hand's rows, the direction of reading, and tiles that seem sideways.

    Args:
        runs: the runs that hold the hand's tiles.
        table: the tiles as they lie.
    """

    def rank(run: TileRun) -> tuple[int, int, int]:
        """Rank the run with most tiles face up first, and of equal runs the largest.

        A wall may be longer than any row of the hand beside it, so face-down tiles count less.
        """
        face_up = [tile for tile in run.tiles if table.faces[tile] != BACK]
        return -len(face_up), -len(run.tiles), run.tiles[0]

    runs = sorted(runs, key=rank)
    main_run = runs[0]
    tiles = [tile for run in runs for tile in run.tiles]
    is_sideways, rough_line = _guess_sideways(tiles, main_run.line, table)

    # Runs at an angle to the rows keep their own line, and their own sideways tiles.
    askew_runs = _runs_askew(runs, rough_line, table)
    askew_tiles: set[int] = set()
    for run in askew_runs:
        is_sideways.update(run.is_sideways)
        askew_tiles.update(run.tiles)

    # The other tiles are in line with the rows or at a right angle to them.
    is_sideways_in_line = {
        tile: lies_sideways
        for tile, lies_sideways in is_sideways.items()
        if tile not in askew_tiles
    }
    # The steps from tile to tile show the line, too. Two kinds of runs are left out, because their
    # steps lead in other directions: runs at a right angle to the rows, and runs askew.
    links: list[Link] = []
    for run in runs:
        is_rather_parallel = abs(float(run.line @ rough_line)) > DIAGONAL
        if is_rather_parallel and run not in askew_runs:
            links.extend(run.links)
    line = fit_line(links, is_sideways_in_line, table)
    direction, log_odds = _find_direction(line, is_sideways_in_line, table)
    askew = tuple((run.tiles, run.line) for run in askew_runs)
    return Frame(is_sideways, direction, log_odds, askew)


def _guess_sideways(
    tiles: Sequence[int], line: Floats, table: Table
) -> tuple[dict[int, bool], Floats]:
    """Guess which tiles lie sideways in their rows, by their faces and their shapes.

    A face that looks the same upside down does not show which of its edges is the top edge, so its
    tile is judged by its shape alone. Shapes are compared with those of the other tiles, because
    tiles that stand on edge, or are seen at a slant, seem shorter than they are.

    Args:
        tiles: the tiles of the hand.
        line: ``(2,)`` float64 unit vector along the rows of the main run. If all tiles seem to lie
            sideways in these rows, the hand's rows are taken to run at a right angle to the line.
        table: the tiles as they lie.

    Returns:
        For each tile, whether it lies sideways. Then ``(2,)`` the unit vector along the hand's
        rows.
    """
    # By their faces: the top edge of an upright tile is nearly parallel to the line.
    is_upright = np.abs(table.right[tiles] @ line) >= DIAGONAL
    if not is_upright.any():
        is_upright = ~is_upright
        line = turn_right(line)
    # How far each tile reaches along the line, divided by how far it reaches across the line. Seen
    # from above this is 1 / ASPECT for an upright tile, and ASPECT for a sideways tile.
    # (``table.shapes`` is the width of each face divided by its length.)
    shapes_along_line = np.where(is_upright, table.shapes[tiles], 1 / table.shapes[tiles])
    shows_top = table.shows_top[tiles]
    # The usual shape is the median of the upright tiles, if possible of those that show their top.
    has_upright_face = shows_top & is_upright
    if has_upright_face.any():
        usual_shape = float(np.median(shapes_along_line[has_upright_face]))
    else:
        usual_shape = float(np.median(shapes_along_line[is_upright]))
    # If a face shows its top, the shape must agree with it only a little. Once the rows are known,
    # face and shape are weighed again together with the gaps.
    by_face_and_shape = ~is_upright & (shapes_along_line > usual_shape * _SIDEWAYS_STRETCH)
    # A sideways tile has ASPECT ** 2 times the shape of an upright tile. The limit is the geometric
    # mean of both shapes.
    by_shape_alone = shapes_along_line > usual_shape * ASPECT
    lies_sideways = np.where(shows_top, by_face_and_shape, by_shape_alone)
    return dict(zip(tiles, lies_sideways.tolist(), strict=True)), line


def _runs_askew(runs: Sequence[TileRun], line: Floats, table: Table) -> list[TileRun]:
    """Find the runs of three tiles or more that lie at an angle to the rows, even a right angle.

    Args:
        runs: the runs that hold the hand's tiles.
        line: ``(2,)`` float64 unit vector along the rows.
        table: the tiles as they lie.
    """
    if not table.settings.applies("rows-askew"):
        return []
    least_cosine = np.cos(np.radians(table.settings.angle_deg))
    return [
        run for run in runs if len(run.tiles) > 2 and abs(float(run.line @ line)) < least_cosine
    ]


def _find_direction(
    line: Floats, is_sideways: dict[int, bool], table: Table
) -> tuple[Floats, float]:
    """Find which way along their line a hand's rows are read.

    Args:
        line: ``(2,)`` float64 unit vector along the rows.
        is_sideways: for each tile of the hand, whether it lies across the rows.
        table: all tiles of the photo.

    Returns:
        ``(2,)`` the unit vector from left to right. Then how sure it is that this is not from right
        to left, as log-odds in nats. They are 0 if nothing shows it, and the photo's own top was
        taken for the top.
    """
    # The upright tiles vote. The top edge of each leads from left to right, either in the direction
    # of ``line`` or in the opposite direction.
    upright_tiles = [tile for tile, lies_sideways in is_sideways.items() if not lies_sideways]
    votes = table.votes[upright_tiles]
    reads_along_line = table.right[upright_tiles] @ line > 0
    forwards = float(votes[reads_along_line].sum())
    backwards = float(votes[~reads_along_line].sum())
    likelihood_along = _log_likelihood_of_votes(agreeing=forwards, opposite=backwards)
    likelihood_against = _log_likelihood_of_votes(agreeing=backwards, opposite=forwards)
    # Positive if the hand is read in the direction of ``line``.
    log_odds = likelihood_along - likelihood_against

    # Players keep their tiles at the table's edge. Other tiles are farther from the player.
    hand = list(is_sideways)
    others = [tile for tile in table.tiles if tile not in is_sideways]
    if hand and len(others) >= _FEWEST_AROUND and table.settings.applies("top-by-surroundings"):
        # If the hand is read in the direction of ``line``, turning right leads towards the player.
        towards_player = table.centers @ turn_right(line)
        # How much nearer to that player the hand is than the other tiles, in tile widths.
        advance = towards_player[hand].mean() - np.median(towards_player[others])
        share = float(np.clip(advance / _SURROUNDINGS_REACH, -1, 1))
        log_odds += share * _SURROUNDINGS_WEIGHT

    is_reversed = log_odds < 0
    if log_odds == 0:
        # Nothing shows the direction, so the result points to the photo's right. If the line is
        # exactly vertical, it points down.
        points_left = line[0] < 0
        points_straight_up = line[0] == 0 and line[1] < 0
        is_reversed = points_left or points_straight_up
    if is_reversed:
        line = -line
    return line, abs(log_odds)


def _log_likelihood_of_votes(agreeing: float, opposite: float) -> float:
    """The log-likelihood of the faces' votes if the hand is read in a given direction.

    Args:
        agreeing: the total weight of the faces that are the right way up in this direction.
        opposite: the total weight of the faces that are upside down in this direction.
    """
    # A careful player turns all faces the right way up, except for slips.
    careful = np.log(_CAREFUL_SHARE)
    careful += agreeing * np.log(1 - _SLIP_SHARE)
    careful += opposite * np.log(_SLIP_SHARE)
    # A careless player's faces are either way up by chance. They speak for neither direction, so
    # each direction gets half of the careless players.
    careless = np.log((1 - _CAREFUL_SHARE) / 2)
    careless += (agreeing + opposite) * np.log(0.5)
    return float(np.logaddexp(careful, careless))

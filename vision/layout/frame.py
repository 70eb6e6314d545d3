"""The line and the direction of a hand's rows, found before the rows themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.geometry import ASPECT, Floats
from hu.vision.layout.runs import Link, TileRun, fit_line
from hu.vision.layout.table import DIAGONAL, Table, turn_right

#: A tile whose face shows that it lies sideways seems at least this many times longer along its row
#: than upright tiles. Little is needed: the face is evidence, too.
_SIDEWAYS_STRETCH: Final = 1.1
#: Share of players who turn all tiles upright.
_CAREFUL_SHARE: Final = 0.75
#: The share of a careful player's tiles that are not upright.
_SLIP_SHARE: Final = 0.05
#: Log-odds that the surroundings add for a direction, at most.
_SURROUNDINGS_WEIGHT: Final = 1.5
#: Surroundings this far from the hand, in tile widths, add that much.
_SURROUNDINGS_REACH: Final = 4
#: Fewer tiles around the hand do not show on which side of it the table is.
_FEWEST_AROUND: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The line and the direction of a hand's rows, before the rows are known.

    Attributes:
        is_sideways: for each tile of the hand, whether its long side seems to run along the rows.
        direction: ``(2,)`` float64 unit vector on the table, from left to right as most faces read.
        log_odds: how sure the sense of the direction is, in nats. 0 if nothing shows it.
        askew: tiles in line at an angle to the rows, each with ``(2,)`` their line: melds that were
            laid down across a corner.
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
        """Rank the run with most tiles face up first.

        A wall may be longer than any row of the hand beside it, so face-down tiles do not count.
        """
        face_up = [tile for tile in run.tiles if table.faces[tile] != BACK]
        return -len(face_up), -len(run.tiles), run.tiles[0]

    runs = sorted(runs, key=rank)
    main_run = runs[0]
    tiles = [tile for run in runs for tile in run.tiles]
    is_sideways, rough_line = _guess_sideways(tiles, main_run.line, table)

    # Runs at an angle to the rows keep their own line.
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
    # The steps from tile to tile show the line, too. Two kinds of runs are left out: the steps of a
    # run at a right angle to the rows lead across them, and those of a run askew would turn the
    # line away from them.
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
    """Guess which tiles lie across a line, by their faces and their shapes.

    Tiles whose faces look the same every way up are judged by their shape alone. Shapes are
    compared with those of the other tiles, because tiles on edge, or seen at a slant, seem shorter
    than they are.

    Args:
        tiles: the tiles of the hand.
        line: ``(2,)`` float64 unit vector along the rows, or across all of them.
        table: the tiles as they lie.

    Returns:
        For each tile, whether it lies across the line. Then ``(2,)`` the line, turned by a quarter
        if all tiles lie across it.
    """
    is_upright = np.abs(table.right[tiles] @ line) >= DIAGONAL
    if not is_upright.any():
        is_upright = ~is_upright
        line = turn_right(line)
    # The extent of each tile along the line, as a part of its extent across: 1 / ASPECT for an
    # upright tile that is seen from above, and ASPECT for a sideways tile.
    shapes_along_line = np.where(is_upright, table.shapes[tiles], 1 / table.shapes[tiles])
    shows_top = table.shows_top[tiles]
    # The usual shape is that of upright tiles, if possible of tiles whose faces show their top.
    has_upright_face = shows_top & is_upright
    if has_upright_face.any():
        usual_shape = float(np.median(shapes_along_line[has_upright_face]))
    else:
        usual_shape = float(np.median(shapes_along_line[is_upright]))
    # If a face shows its top, the shape must agree only a little. Once the rows are known, face and
    # shape are weighed again together with the gaps.
    by_face_and_shape = ~is_upright & (shapes_along_line > usual_shape * _SIDEWAYS_STRETCH)
    # Halfway, in logarithms, between the shapes of an upright tile and of a sideways tile.
    by_shape_alone = shapes_along_line > usual_shape * ASPECT
    lies_sideways = np.where(shows_top, by_face_and_shape, by_shape_alone)
    return dict(zip(tiles, lies_sideways.tolist(), strict=True)), line


def _runs_askew(runs: Sequence[TileRun], line: Floats, table: Table) -> list[TileRun]:
    """Find the runs of three tiles or more that lie at an angle to the line of the rows."""
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
        ``(2,)`` the unit vector from left to right, and its log-odds: 0 if nothing shows the sense,
        and the photo's own top was taken for the top.
    """
    upright_tiles = [tile for tile, lies_sideways in is_sideways.items() if not lies_sideways]
    votes = table.votes[upright_tiles]
    reads_along = table.right[upright_tiles] @ line > 0
    forwards = float(votes[reads_along].sum())
    backwards = float(votes[~reads_along].sum())
    likelihood_along = _log_likelihood_of_votes(agreeing=forwards, opposite=backwards)
    likelihood_against = _log_likelihood_of_votes(agreeing=backwards, opposite=forwards)
    log_odds = likelihood_along - likelihood_against

    # Players keep their tiles at the table's edge. Other tiles are farther from the player.
    hand = list(is_sideways)
    others = [tile for tile in table.tiles if tile not in is_sideways]
    if hand and len(others) >= _FEWEST_AROUND and table.settings.applies("top-by-surroundings"):
        towards_reader = table.centers @ turn_right(line)
        distance = towards_reader[hand].mean() - np.median(towards_reader[others])
        share = float(np.clip(distance / _SURROUNDINGS_REACH, -1, 1))
        log_odds += share * _SURROUNDINGS_WEIGHT

    is_reversed = log_odds < 0
    if log_odds == 0:
        # Nothing shows the sense, so the line points to the photo's right. A line that is exactly
        # vertical points down.
        points_left = line[0] < 0
        points_straight_up = line[0] == 0 and line[1] < 0
        is_reversed = points_left or points_straight_up
    if is_reversed:
        line = -line
    return line, abs(log_odds)


def _log_likelihood_of_votes(agreeing: float, opposite: float) -> float:
    """The log-likelihood of the faces' votes if the hand is read in some direction.

    Args:
        agreeing: the total weight of the faces that read in this direction.
        opposite: the total weight of the faces that are upside down in it.
    """
    # A careful player turns all faces the right way, except for slips.
    careful = np.log(_CAREFUL_SHARE)
    careful += agreeing * np.log(1 - _SLIP_SHARE)
    careful += opposite * np.log(_SLIP_SHARE)
    # The share of the other players is split between both directions. Each of their faces reads
    # either way by chance.
    careless = np.log((1 - _CAREFUL_SHARE) / 2)
    careless += (agreeing + opposite) * np.log(0.5)
    return float(np.logaddexp(careful, careless))

"""A hand's tiles in rows: which way they read, which lie sideways or on others, and the gaps between neighbours."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations
from statistics import median
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import ASPECT
from hu.vision.layout.model import TileRow
from hu.vision.layout.runs import TileRun, line_of
from hu.vision.layout.table import DIAGONAL, Floats, Table, quarter

#: A tile whose face says that it lies sideways seems at least this much longer along its row than upright ones.
_SOMEWHAT: Final = 1.1
#: Log-odds that a tile lies sideways before anything is measured, and among three or four tiles that lie apart.
_RARE: Final = -2.5
_RARE_IN_MELDS: Final = -1.5
#: Standard deviations of shapes (as logarithms) and of gaps.
_SHAPE_NOISE: Final = 0.15
_ROOM_NOISE: Final = 0.07
#: Share of players who turn all tiles upright, and how often a tile of theirs is not.
_CAREFUL, _SLIP = 0.75, 0.05
#: Tiles of one meld are off their positions in it by less than this, in tile widths.
_LEVEL: Final = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The line and the direction of a hand's rows, before these are known."""

    sideways: dict[
        int, bool
    ]  # of each tile of the hand, whether its long side seems to run along the rows
    direction: Floats  # ``(2,)`` unit vector along the rows on the table, from left to right as most faces read
    log_odds: float  # how sure that sense is, in nats; 0 when nothing tells
    # Tiles in line at an angle to the rows, and their line: melds laid down across a corner.
    askew: tuple[tuple[tuple[int, ...], Floats], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A hand's tiles in rows."""

    rows: tuple[TileRow, ...]  # from the far side to the near one; stacked tiles left out
    sideways: dict[int, bool]  # of each tile, whether it lies across its row
    log_odds_sideways: dict[int, float]  # of each tile that seemed to, in nats
    stacked: dict[int, int]  # tiles laid on or beyond a sideways one, and that one
    frame: Frame  # of the hand
    typical_gap: float  # between most neighbours of the hand, in tile widths
    usual_gap: float  # between tiles of one group: the same, unless that is too wide
    group_gap: float  # wider gaps separate groups

    def groups(self) -> list[tuple[int, tuple[int, ...]]]:
        """The number of the row and the tiles of each group, in reading order."""
        return [
            (number, part)
            for number, row in enumerate(self.rows)
            for part in _parts(row, self.group_gap)
        ]

    def gaps_beside(self, tiles: Sequence[int]) -> tuple[float, ...]:
        """The gaps on both sides of neighbours in a row, where they do not end it."""
        row = next(row for row in self.rows if tiles[0] in row.tiles)
        first, last = row.tiles.index(tiles[0]), row.tiles.index(tiles[-1])
        return (*row.gaps[max(0, first - 1) : first], *row.gaps[last : last + 1])

    def gap_between(self, left: Collection[int], right: Collection[int]) -> float | None:
        """The gap between two groups that follow each other in a row; None where they do not."""
        for row in self.rows:
            for (near, far), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
                if near in left and far in right:
                    return gap
        return None


def frame_of(runs: Sequence[TileRun], table: Table) -> Frame:
    """Find the line of a hand's rows, the way it is read, and the tiles that seem to lie across."""
    up = [sum(table.faces[tile] != BACK for tile in run.tiles) for run in runs]
    # A wall may be longer than any row of the hand beside it.
    members = [
        runs[n]
        for n in sorted(
            range(len(runs)), key=lambda n: (-up[n], -len(runs[n].tiles), runs[n].tiles[0])
        )
    ]
    tiles = [tile for run in members for tile in run.tiles]
    sideways, line = _sideways(tiles, members[0].line, table)
    straight = np.cos(np.radians(table.settings.angle_deg))
    allowed = table.settings.applies("rows askew")
    askew = [
        run
        for run in members
        if allowed and len(run.tiles) > 2 and abs(float(run.line @ line)) < straight
    ]
    sideways |= {tile: turned for run in askew for tile, turned in run.sideways.items()}
    in_line = {
        tile: turned
        for tile, turned in sideways.items()
        if not any(tile in run.tiles for run in askew)
    }
    links = [
        link for run in members for link in run.links if abs(float(run.line @ line)) > DIAGONAL
    ]
    direction, log_odds = _reading_direction(line_of(links, in_line, table), in_line, table)
    return Frame(sideways, direction, log_odds, tuple((run.tiles, run.line) for run in askew))


def rows_of(frame: Frame, table: Table, without: Collection[int] = ()) -> Rows:
    """Find the rows of a hand, ``without`` some of its tiles."""
    if frame.askew:
        table = _straighten(frame, table, without)
    rows = _chain(frame, frame.sideways, table, without)
    log_odds = _log_odds_sideways(rows, table)
    upright = [tile for tile, nats in log_odds.items() if nats < 0]
    if upright:
        rows = _chain(frame, frame.sideways | dict.fromkeys(upright, False), table, without)
    return replace(rows, log_odds_sideways=log_odds)


def _parts(row: TileRow, limit: float) -> list[tuple[int, ...]]:
    """A row's tiles, separated where its gap is wider than ``limit`` tile widths."""
    cuts = [0, *(place for place, gap in enumerate(row.gaps, 1) if gap > limit), len(row.tiles)]
    return [row.tiles[start:end] for start, end in pairwise(cuts)]


def _sideways(tiles: Sequence[int], line: Floats, table: Table) -> tuple[dict[int, bool], Floats]:
    """Which tiles lie across a line, and the line, turned if they all do.

    Faces that look the same every way up show it by their shape alone: beside those of the others, since tiles that
    stand, or are seen from the side, seem shorter than they are.
    """
    upright = np.abs(table.right[tiles] @ line) >= DIAGONAL
    if not upright.any():
        upright, line = ~upright, quarter(line)
    shapes = np.where(upright, table.shapes[tiles], 1 / table.shapes[tiles])
    known = table.known[tiles]
    sure = known & upright
    usual = float(np.median(shapes[sure if sure.any() else upright]))
    # A known face needs little of the shape here: both are weighed against the room once the rows are known.
    across = np.where(known, ~upright & (shapes > usual * _SOMEWHAT), shapes > usual * ASPECT)
    return dict(zip(tiles, across.tolist(), strict=True)), line


def _reading_direction(
    line: Floats, sideways: dict[int, bool], table: Table
) -> tuple[Floats, float]:
    """The vector from left to right along a hand's rows, and its log-odds; 0 where the photo's own top was taken."""
    upright = [tile for tile, turned in sideways.items() if not turned]
    votes = table.votes[upright]
    along = table.right[upright] @ line > 0
    forwards, backwards = float(votes[along].sum()), float(votes[~along].sum())
    careless = np.log((1 - _CAREFUL) / 2) + (forwards + backwards) * np.log(0.5)
    careful = [
        np.logaddexp(np.log(_CAREFUL) + right * np.log(1 - _SLIP) + wrong * np.log(_SLIP), careless)
        for right, wrong in ((forwards, backwards), (backwards, forwards))
    ]
    log_odds = float(careful[0]) - float(careful[1])
    # Players keep their tiles at the table's edge: what lies around a hand lies beyond it.
    towards, hand = table.centers @ quarter(line), list(sideways)
    others = [tile for tile in table.tiles if tile not in sideways]
    if hand and len(others) >= 4 and table.settings.applies("surroundings tell the top"):
        log_odds += (
            float(np.clip((towards[hand].mean() - np.median(towards[others])) / 4, -1, 1)) * 1.5
        )
    reverse = log_odds < 0 or (log_odds == 0 and (line[0], line[1]) < (0.0, 0.0))
    return (-line if reverse else line), abs(log_odds)


def _straighten(frame: Frame, table: Table, without: Collection[int]) -> Table:
    """The table with those tiles of a hand that lie askew turned into line, each part about its middle."""
    centers, right = table.centers.copy(), table.right.copy()
    for part, line in frame.askew:
        tiles = [tile for tile in part if tile not in without]
        along, aside = float(line @ frame.direction), float(line @ quarter(frame.direction))
        cosine, sine = (along, aside) if along >= 0 else (-along, -aside)
        turn = np.array([[cosine, sine], [-sine, cosine]])
        middle = centers[tiles].mean(axis=0) if tiles else 0.0
        centers[tiles] = middle + (centers[tiles] - middle) @ turn.T
        right[tiles] = right[tiles] @ turn.T
    return replace(table, centers=centers, right=right)


@dataclass(frozen=True, slots=True, eq=False)
class _Positions:
    """Tiles along the reading direction (``u``) and towards the reader (``v``), with their half extents."""

    u: list[float]
    v: list[float]
    half_u: dict[int, float]
    half_v: dict[int, float]

    def beside(self, i: int, j: int) -> float:
        """The gap between two tiles along the rows; negative where they overlap."""
        return abs(self.u[i] - self.u[j]) - self.half_u[i] - self.half_u[j]

    def before(self, i: int, j: int) -> float:
        """The gap between two tiles across the rows."""
        return abs(self.v[i] - self.v[j]) - self.half_v[i] - self.half_v[j]


def _chain(frame: Frame, sideways: dict[int, bool], table: Table, without: Collection[int]) -> Rows:
    """Chain tiles that follow each other into rows, gaps between groups included."""
    sideways = {tile: across for tile, across in sideways.items() if tile not in without}
    u, v = (
        (table.centers @ frame.direction).tolist(),
        (table.centers @ quarter(frame.direction)).tolist(),
    )
    half_u = {tile: ASPECT / 2 if across else 0.5 for tile, across in sideways.items()}
    half_v = {tile: 0.5 if across else ASPECT / 2 for tile, across in sideways.items()}
    positions = _Positions(u, v, half_u, half_v)
    stacked = _find_stacked(sideways, positions, table)
    chains: list[list[int]] = []
    for tile in sorted((tile for tile in sideways if tile not in stacked), key=u.__getitem__):
        # A row goes on where its last tile lies at the same height; of several, the nearest in height.
        fitting = [
            row
            for row in chains
            if abs(v[row[-1]] - v[tile]) <= table.settings.offset_tile_widths
            and positions.beside(row[-1], tile) > -0.5
        ]
        if fitting:
            min(fitting, key=lambda row: abs(v[row[-1]] - v[tile])).append(tile)
        else:
            chains.append([tile])
    chains.sort(key=lambda row: sum(v[tile] for tile in row) / len(row))
    gaps = [tuple(positions.beside(i, j) for i, j in pairwise(row)) for row in chains]
    # More than half of a hand's neighbours touch, even with gaps between all melds or pairs. Boxes that are drawn too
    # tight or too wide make that gap a little more or less than nothing.
    every = [gap for row in gaps for gap in row]
    typical = max(float(np.quantile(every, 0.4)), -0.3) if len(every) > 3 else 0.0
    usual = min(typical, 0.5)
    return Rows(
        tuple(TileRow(tuple(row), between) for row, between in zip(chains, gaps, strict=True)),
        sideways,
        {},
        stacked,
        frame,
        typical,
        usual,
        usual + table.settings.set_gap_tile_widths,
    )


def _log_odds_sideways(rows: Rows, table: Table) -> dict[int, float]:
    """For tiles that seem to lie sideways the log-odds that they do, by their face, their shape and their room.

    A tile that lies sideways is longer along its row than the others, and takes more room: seen as sideways, an
    upright tile overlaps its neighbours.
    """
    if not any(rows.sideways.values()):
        return {}
    room: dict[int, float] = {}
    rare: dict[int, float] = {}
    for row in rows.rows:
        for part in _parts(row, rows.group_gap):
            rare |= dict.fromkeys(part, _RARE_IN_MELDS if len(part) in (3, 4) else _RARE)
        for index, tile in enumerate(row.tiles):
            gaps = (*row.gaps[max(0, index - 1) : index], *row.gaps[index : index + 1])
            beside = [gap for gap in gaps if gap < rows.group_gap]
            if beside:
                room[tile] = sum(beside) / len(beside) - rows.usual_gap
    cosines = table.right @ rows.frame.direction
    # Of each tile the logarithm of its length along its row, as a part of its length across.
    lengths = np.log(np.where(np.abs(cosines) >= DIAGONAL, table.shapes, 1 / table.shapes)).tolist()
    upright = [lengths[tile] for tile, across in rows.sideways.items() if not across]
    common = median(upright or [0.0])
    log_odds = {}
    for tile in (tile for tile, across in rows.sideways.items() if across):
        # A face that was read for certain counts much, one halfway between nothing.
        sure = (
            8 * table.detections[tile].confidence * (1 - 2 * float(cosines[tile]) ** 2)
            if table.known[tile]
            else 0.0
        )
        shape = _log_likelihood_ratio(lengths[tile] - common, 2 * np.log(ASPECT), 0.0, _SHAPE_NOISE)
        free = (
            _log_likelihood_ratio(room[tile], 0.0, (1 - ASPECT) / 2, _ROOM_NOISE)
            if tile in room
            else 0.0
        )
        log_odds[tile] = rare.get(tile, _RARE) + sure + shape + free
    return log_odds


def _log_likelihood_ratio(seen: float, first: float, second: float, noise: float) -> float:
    """By how many nats a measure fits the first mean better than the second."""
    return float((seen - second) ** 2 - (seen - first) ** 2) / (2 * noise**2)


def _find_stacked(sideways: dict[int, bool], positions: _Positions, table: Table) -> dict[int, int]:
    """The fourth tiles of promoted quads: on or right beyond a sideways tile, or on one of three upright ones alike."""
    turned = [tile for tile, across in sideways.items() if across]
    found = {
        upper: lower
        for upper, lower in permutations(turned, 2)
        if (
            positions.v[upper] < positions.v[lower]
            and abs(positions.u[upper] - positions.u[lower]) <= _LEVEL
            and positions.before(upper, lower) <= _LEVEL
            # The melds of two rows may meet by chance.
            and table.faces[upper] == table.faces[lower]
        )
    }
    if not table.settings.applies("tiles on upright ones"):
        return found
    alike: dict[str, list[int]] = {}
    for tile, across in sideways.items():
        if not across and table.faces[tile] not in (BACK, *BONUS):
            alike.setdefault(table.faces[tile], []).append(tile)
    for tiles in (tiles for tiles in alike.values() if len(tiles) == 4):
        for upper in tiles:
            row = sorted((tile for tile in tiles if tile != upper), key=positions.u.__getitem__)
            # Only the lower part of the middle one may show: the outer ones tell where the row lies.
            level = abs(positions.v[row[0]] - positions.v[row[2]])
            touch = max(abs(positions.beside(left, right)) for left, right in pairwise(row))
            beyond = (positions.v[row[0]] + positions.v[row[2]]) / 2 - positions.v[upper]
            lower = min(row, key=lambda tile: abs(positions.u[upper] - positions.u[tile]))
            over = abs(positions.u[upper] - positions.u[lower])
            if level <= _LEVEL and touch <= _LEVEL and over <= 0.5 and _LEVEL < beyond < ASPECT:
                found[upper] = lower
    return found

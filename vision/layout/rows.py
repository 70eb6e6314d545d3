"""A cluster's tiles in rows: which are stacked on others, and what follows what."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from hu.scoring.deals import ClaimStyle
from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import ASPECT
from hu.vision.layout.clusters import Cluster, extents
from hu.vision.layout.frames import Table, quarter
from hu.vision.layout.model import BLANKS
from hu.vision.layout.plane import Floats
from hu.vision.layout.settings import ReadingSettings
from hu.vision.layout.stacked import Positions, covering, stacked_on

#: How much rarer sideways tiles are than others, in nats, and among three or four tiles that lie apart.
_RARE: Final = -2.5
_RARE_IN_SETS: Final = -1.5
#: How far off shapes (as logarithms) and gaps are.
_SHAPE_NOISE: Final = 0.15
_ROOM_NOISE: Final = 0.07
#: Which tiles of a concealed quad lie face down.
OUTER: Final = [True, False, False, True]
#: The face that may show nothing, as a back may.
_WHITE: Final = "5z"


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A hand's tiles in rows.

    Attributes:
        rows: tile indices from left to right, the rows from the far side to the near one; stacked tiles left out.
        gaps: of each row between neighbours, in tile widths.
        sideways: of each tile, by index, whether it lies across its row.
        stacked: tiles laid on or beyond a sideways one, by their index, and that one's.
        covering: tiles of three alike that hide a tile below them, laid in its place.
        direction: ``(2,)`` unit vector along the rows on the table, from left to right as most faces read.
        log_odds: how sure that sense is, in nats; 0 when nothing tells.
    """

    rows: tuple[tuple[int, ...], ...]
    gaps: tuple[tuple[float, ...], ...]
    sideways: dict[int, bool]
    stacked: dict[int, int]
    direction: Floats
    log_odds: float
    covering: frozenset[int] = frozenset()


def rows_of(cluster: Cluster, table: Table) -> Rows:
    """Find a cluster's rows."""
    table = replace(table, frames=cluster.straightened(table.frames)) if cluster.askew else table
    rows = _laid_out(cluster, cluster.sideways, table)
    crowded = _not_sideways(rows, table)
    return _laid_out(cluster, cluster.sideways | dict.fromkeys(crowded, False), table) if crowded else rows


def _laid_out(cluster: Cluster, sideways: dict[int, bool], table: Table) -> Rows:
    positions = _positions(cluster, sideways, table)
    stacked = stacked_on(sideways, positions, table)
    covers = table.settings.applies("tiles that cover one")
    above = covering(stacked, sideways, positions, table) if covers else {}
    positions = replace(positions, u=positions.u | {k: u for k, (u, _) in above.items()})
    positions = replace(positions, v=positions.v | {k: v for k, (_, v) in above.items()})
    lying = [tile for tile in cluster.tiles if tile not in stacked]
    rows = sorted(
        _chained(lying, positions, table), key=lambda row: float(np.mean([positions.v[tile] for tile in row]))
    )
    ordered = tuple(tuple(sorted(row, key=lambda tile: positions.u[tile])) for row in rows)
    gaps = tuple(tuple(positions.beside(i, j) for i, j in pairwise(row)) for row in ordered)
    return Rows(ordered, gaps, sideways, stacked, cluster.direction, cluster.log_odds, frozenset(above))


def lone_backs(rows: Rows, table: Table) -> set[int]:
    """Face-down tiles that are no part of a concealed quad."""
    backs = {tile for row in rows.rows for tile in row if table.faces[tile] == BACK}
    quads = {tile for four in _fours(rows) if is_quad([table.faces[tile] for tile in four]) for tile in four}
    if backs - quads:
        apart = (group for cut in cut_rows(rows, table.settings) for group in cut.groups)
        quads |= {tile for group in apart if hides_quad([table.faces[tile] for tile in group]) for tile in group}
    return backs - quads


def is_quad(faces: Sequence[str]) -> bool:
    """Whether four neighbours are a concealed quad: the outer ones face down, or two between two that are alike."""
    down = [face == BACK for face in faces]
    alike = faces[0] == faces[-1] and faces[0] not in (*BONUS, _WHITE)
    return down == OUTER or (alike and down == [not outer for outer in OUTER])


def hides_quad(faces: Sequence[str]) -> bool:
    """Whether tiles that lie apart are a concealed quad: four, two or three face down, the others alike."""
    up = {face for face in faces if face != BACK}
    return len(faces) == len(OUTER) and faces.count(BACK) in (2, 3) and len(up) == 1 and not up & {*BONUS, _WHITE}


def wrong_dragons(groups: Iterable[tuple[int, ...]], rows: Rows, table: Table, convention: ClaimStyle) -> set[int]:
    """White dragons read as backs, and backs as white dragons, in groups of four that show nothing else.

    They are a quad: in Zung Jung a concealed one, its outer tiles face down, unless one lies sideways.
    """
    wrong = set()
    for group in groups:
        faces = [table.faces[tile] for tile in group]
        if len(group) == len(OUTER) and set(faces) <= set(BLANKS):
            hidden = convention is ClaimStyle.SIDEWAYS and not any(rows.sideways[tile] for tile in group)
            truth = [BACK if hidden and outer else _WHITE for outer in OUTER]
            wrong |= {tile for tile, face, true in zip(group, faces, truth, strict=True) if face != true}
    return wrong


def _fours(rows: Rows) -> Iterator[tuple[int, ...]]:
    """Any four neighbours."""
    for row in rows.rows:
        yield from zip(row, row[1:], row[2:], row[3:], strict=False)


def usual_gap(gaps: Sequence[Sequence[float]], widest: float = 0.5) -> float:
    """The gap between tiles that lie together, in a whole hand.

    More than half of a hand's neighbours touch, even with gaps between all sets or pairs. Boxes that are drawn too
    tight or too wide make that gap a little more or less than nothing; one wider than ``widest`` is not believed.
    """
    every = [gap for row in gaps for gap in row]
    return float(np.clip(np.quantile(every, 0.4), -0.3, widest)) if len(every) > 3 else 0.0


def parts(row: Sequence[int], gaps: Sequence[float], limit: float) -> tuple[tuple[int, ...], ...]:
    """A row's tiles, parted where its gap is wider than ``limit`` tile widths."""
    found: list[list[int]] = [[row[0]]]
    for gap, tile in zip(gaps, row[1:], strict=True):
        if gap > limit:
            found.append([])
        found[-1].append(tile)
    return tuple(map(tuple, found))


def _not_sideways(rows: Rows, table: Table) -> list[int]:
    """Tiles that seem to lie sideways, but by their face, their shape and their room together hardly do.

    A tile that lies sideways is longer along its row than the others, and takes more room: seen as sideways, an
    upright tile overlaps its neighbours.
    """
    if not any(rows.sideways.values()):
        return []
    usual = usual_gap(rows.gaps)
    room: dict[int, float | None] = {}
    rare: dict[int, float] = {}
    for row, gaps in zip(rows.rows, rows.gaps, strict=True):
        for part in parts(row, gaps, usual + table.settings.set_gap_tile_widths):
            rare |= dict.fromkeys(part, _RARE_IN_SETS if len(part) in (3, 4) else _RARE)
        for index, tile in enumerate(row):
            beside = [gap for gap in (*gaps[max(0, index - 1) : index], *gaps[index : index + 1]) if gap < usual + 0.2]
            room[tile] = float(np.mean(beside)) - usual if beside else None
    lengths = _lengths(rows, table)
    upright = [length for tile, length in lengths.items() if not rows.sideways[tile]]
    common = float(np.median(upright)) if upright else 0.0
    return [
        tile
        for tile, across in rows.sideways.items()
        if across
        and rare.get(tile, _RARE)
        + _by_face(tile, rows, table)
        + _likelier(lengths[tile] - common, 2 * np.log(ASPECT), _SHAPE_NOISE)
        + (0.0 if room.get(tile) is None else _likelier(room[tile] or 0.0, 0.0, _ROOM_NOISE, (1 - ASPECT) / 2))
        < 0
    ]


def _lengths(rows: Rows, table: Table) -> dict[int, float]:
    """Of each tile the logarithm of how long it seems along its row, as a part of how long it seems across."""
    frames = table.frames
    along = np.abs(frames.right @ rows.direction) >= np.sqrt(0.5)
    shapes = np.log(np.where(along, frames.shapes, 1 / frames.shapes))
    return {tile: float(shapes[tile]) for tile in rows.sideways}


def _by_face(tile: int, rows: Rows, table: Table) -> float:
    """What the face's own direction tells, in nats: much when it was read for certain, nothing halfway between."""
    if not table.frames.known[tile]:
        return 0.0
    along = float(table.frames.right[tile] @ rows.direction)
    return 8 * table.detections[tile].confidence * (1 - 2 * along**2)


def _likelier(seen: float, sideways: float, noise: float, upright: float = 0.0) -> float:
    """By how many nats a measure speaks for a tile's lying sideways, given what either would measure."""
    return ((seen - upright) ** 2 - (seen - sideways) ** 2) / (2 * noise**2)


def _positions(cluster: Cluster, sideways: dict[int, bool], table: Table) -> Positions:
    half = extents(sideways[tile] for tile in cluster.tiles) / 2
    centers = table.frames.centers[list(cluster.tiles)]
    columns = (centers @ cluster.direction, centers @ quarter(cluster.direction), half[:, 0], half[:, 1])
    u, v, half_u, half_v = (dict(zip(cluster.tiles, column.tolist(), strict=True)) for column in columns)
    return Positions(u, v, half_u, half_v)


def _chained(tiles: list[int], positions: Positions, table: Table) -> list[list[int]]:
    """Chain tiles that follow each other along the rows, over gaps between sets too."""
    order = sorted(tiles, key=lambda tile: positions.u[tile])
    rows: list[list[int]] = []
    for tile in order:
        # A row goes on where its last tile lies at the same height; of several, the nearest in height.
        fitting = [row for row in rows if _follows(row[-1], tile, positions, table)]
        if fitting:
            min(fitting, key=lambda row: abs(positions.v[row[-1]] - positions.v[tile])).append(tile)
        else:
            rows.append([tile])
    return rows


def _follows(last: int, tile: int, positions: Positions, table: Table) -> bool:
    level = abs(positions.v[last] - positions.v[tile]) <= table.settings.offset_tile_widths
    return level and positions.beside(last, tile) > -0.5


@dataclass(frozen=True, slots=True)
class Cut:
    """One row, cut into groups.

    Attributes:
        tiles: tile indices, from left to right.
        gaps: between neighbours, in tile widths.
        usual_gap: between tiles that lie together, as in the whole hand.
        groups: the tiles of each group.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    usual_gap: float
    groups: tuple[tuple[int, ...], ...]


def cut_rows(rows: Rows, settings: ReadingSettings) -> tuple[Cut, ...]:
    """Cut every row where its gap is wider than usual in this hand."""
    usual = usual_gap(rows.gaps)
    limit = usual + settings.set_gap_tile_widths
    return tuple(Cut(row, gaps, usual, parts(row, gaps, limit)) for row, gaps in zip(rows.rows, rows.gaps, strict=True))

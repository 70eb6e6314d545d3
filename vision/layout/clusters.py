"""Bricks that lie in line or close to each other are one player's tiles; which of those is the one to be read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.tiles import BACK, CLASSES
from vision.layout.bricks import Brick, line_of
from vision.layout.frames import Table, quarter
from vision.layout.plane import ASPECT, Bools, Floats

#: Bricks further apart than this many times what the settings allow are never tried as one hand.
FARTHEST: Final = 3.0
_BACK: Final = CLASSES.index(BACK)


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """Tiles that may be one hand.

    Attributes:
        tiles: their indices.
        sideways: of each tile, by index, whether its long side runs along the rows.
        direction: ``(2,)`` unit vector along the rows on the table, from left to right as most faces read.
        surety: how surely the faces tell left from right; 0 when none has a say.
        weight: how much it looks like the hand that was photographed.
    """

    tiles: tuple[int, ...]
    sideways: dict[int, bool]
    direction: Floats
    surety: float
    weight: float


def clusters_of(bricks: Sequence[Brick], table: Table) -> tuple[tuple[Cluster, ...], tuple[Cluster, ...]]:
    """Join bricks into clusters.

    Returns:
        The clusters at the settings' distances, the one that looks most like the photographed hand first; and those
        at smaller and larger distances, likewise.
    """
    legible = _legibility(table)
    usual: dict[frozenset[int], Cluster] = {}
    others: dict[frozenset[int], Cluster] = {}
    for apart, parts in _joined(bricks, table):
        for part in parts:
            found = usual if apart <= 1 else others
            key = frozenset(part)
            if key not in usual and key not in others:
                found[key] = _cluster([bricks[number] for number in part], table, legible)
    whole = [key for key in usual if not any(key < other for other in usual)]
    smaller = [usual[key] for key in usual if key not in whole]
    return _by_weight([usual[key] for key in whole]), _by_weight([*others.values(), *smaller])


def _by_weight(clusters: Sequence[Cluster]) -> tuple[Cluster, ...]:
    return tuple(sorted(clusters, key=lambda cluster: -cluster.weight))


def _joined(bricks: Sequence[Brick], table: Table) -> Iterator[tuple[float, list[tuple[int, ...]]]]:
    """Join the nearest bricks first; after each join, the distance and the parts that it concerns."""
    parts: dict[int, tuple[int, ...]] = {number: (number,) for number in range(len(bricks))}
    yield 0.0, [(number,) for number in range(len(bricks))]
    distances = _distances(bricks, table)
    near = np.argwhere(np.triu(distances <= FARTHEST, 1))
    for a, b in sorted(near.tolist(), key=lambda pair: float(distances[pair[0], pair[1]])):
        if parts[a] is not parts[b]:
            both = tuple(sorted(parts[a] + parts[b]))
            parts.update(dict.fromkeys(both, both))
            yield float(distances[a, b]), [both]


def _distances(bricks: Sequence[Brick], table: Table) -> Floats:
    """``(B, B)``: how far bricks lie apart, as a part of what the settings allow; seen along the larger one's rows."""
    count, settings, frames = len(bricks), table.settings, table.frames
    owner = np.empty(len(frames.centers), dtype=np.intp)
    for number, brick in enumerate(bricks):
        owner[list(brick.tiles)] = number
    lines = np.array([brick.line for brick in bricks])[owner]
    away = frames.centers[None] - frames.centers[:, None]
    along = np.abs((away * lines[:, None]).sum(axis=2))
    across = np.abs((away * quarter(lines)[:, None]).sum(axis=2))
    upright = np.abs(np.einsum("ik,jk->ij", lines, frames.right)) >= np.sqrt(0.5)
    half_u, half_v = np.where(upright, 0.5, ASPECT / 2), np.where(upright, ASPECT / 2, 0.5)
    beside = along - np.diag(half_u)[:, None] - half_u
    before = across - np.diag(half_v)[:, None] - half_v
    in_line = np.where(across <= settings.offset, np.maximum(beside, 0) / settings.bridge, np.inf)
    close = np.hypot(np.maximum(beside, 0), np.maximum(before, 0)) / settings.stacked
    reach = np.where(table.pairs.scale <= settings.hand_scale, np.minimum(in_line, close), np.inf)
    smallest = np.full((count, len(owner)), np.inf)
    np.minimum.at(smallest, owner, reach)
    distances = np.full((count, count), np.inf)
    np.minimum.at(distances.T, owner, smallest.T)
    larger = np.array([len(brick.tiles) for brick in bricks])
    distances = np.where(larger[:, None] >= larger, distances, distances.T)
    return np.where(_fitting(bricks, table), distances, np.inf)


def _fitting(bricks: Sequence[Brick], table: Table) -> Bools:
    """``(B, B)``: which bricks lie straight or square to each other, without one sticking out of the other's rows."""
    lines = np.array([brick.line for brick in bricks])
    turned = np.degrees(np.arccos(np.clip(np.abs(lines @ lines.T), 0, 1)))
    square = np.minimum(turned, 90 - turned) <= table.settings.angle
    sizes = np.array([len(brick.tiles) for brick in bricks])
    single = np.array([max(map(len, brick.rows)) == 1 for brick in bricks])
    small_is_single = np.where(sizes[:, None] >= sizes, single[None, :], single[:, None])
    down = np.array([all(table.detections[tile].tile == BACK for tile in brick.tiles) for brick in bricks])
    fitting: Bools = square & ((turned < 45) | small_is_single) & ~down[:, None] & ~down
    return fitting


def _legibility(table: Table) -> Floats:
    """``(N,)`` float64: how much each tile looks like part of the hand: large in the photo, legible, face up."""
    areas = np.array([detection.width * detection.height for detection in table.detections])
    faces = np.array([max(0.2, d.confidence) * (1 - 0.8 * float(d.probabilities[_BACK])) for d in table.detections])
    scores = np.array([detection.score for detection in table.detections])
    legible: Floats = areas / areas.max(initial=1e-9) * faces * scores
    return legible


def extents(tiles: Sequence[int], line: Floats, table: Table) -> Floats:
    """``(n, 2)`` tile widths: how far tiles reach along a line and across it, as they lie."""
    upright = np.abs(table.frames.right[list(tiles)] @ line) >= np.sqrt(0.5)
    return np.where(upright[:, None], np.array([1.0, ASPECT]), np.array([ASPECT, 1.0]))


def _cluster(members: list[Brick], table: Table, legible: Floats) -> Cluster:
    members = sorted(members, key=lambda brick: -len(brick.tiles))
    line = members[0].line
    tiles = [tile for brick in members for tile in brick.tiles]
    upright = np.abs(table.frames.right[tiles] @ line) >= np.sqrt(0.5)
    sideways = dict(zip(tiles, (~upright).tolist(), strict=True))
    if not upright.any():
        sideways, line = dict.fromkeys(tiles, False), quarter(line)
    straight = [list(row) for brick in members for row in brick.rows if abs(float(brick.line @ line)) > 0.7]
    direction, surety = _reading_direction(line_of(straight, sideways, table.frames), sideways, table)
    return Cluster(tuple(tiles), sideways, direction, surety, _weight(members, legible))


def _reading_direction(line: Floats, sideways: dict[int, bool], table: Table) -> tuple[Floats, float]:
    """The sense in which most faces read along a line, and how sure that is."""
    upright = [tile for tile, turned in sideways.items() if not turned]
    surety = float((table.votes[upright] * np.sign(table.frames.right[upright] @ line)).sum())
    # With no face to tell, the photo's own top is taken for the top.
    backwards = surety < 0 or (surety == 0 and (line[0], line[1]) < (0.0, 0.0))
    return (-line if backwards else line), abs(surety)


def _weight(members: list[Brick], legible: Floats) -> float:
    """All its tiles count, those of its longest row twice: a hand is long, discards lie in short rows or heaps."""
    longest = max((row for brick in members for row in brick.rows), key=len)
    total = float(sum(legible[list(brick.tiles)].sum() for brick in members))
    return total + float(legible[list(longest)].sum())

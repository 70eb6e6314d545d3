"""The chain of steps from detections to a layout."""

from collections.abc import Sequence

import numpy as np

from scoring.tiles import BONUS
from vision.detection import Detection
from vision.layout.bricks import Brick, bricks_of
from vision.layout.choosing import Choice, choose
from vision.layout.frames import Table, frames_of, pairs_of, table_of
from vision.layout.grouping import Cut, cut, kind_of, kinds
from vision.layout.model import Convention, Group, Kind, LaidTile, Layout, Row
from vision.layout.settings import DEFAULT, Settings
from vision.training.placing import Role

_ROLES: dict[Kind, Role] = {
    "concealed": "concealed",
    "claimed": "meld",
    "concealed-quad": "meld",
    "bonus": "bonus",
    "winning": "winning",
}


def lay_out(detections: Sequence[Detection], convention: Convention, settings: Settings = DEFAULT) -> Layout:
    """Find the hand among the tiles of a photo, its rows and groups, and what each tile is to it.

    Args:
        detections: every tile that was seen, in any order; boxes in pixels of the photo.
        convention: whose way of laying tiles to assume; a sideways tile means different things.
        settings: the tolerances, in tile widths.

    Returns:
        The layout. Boxes that are no tiles, and tiles seen twice, are in it with role ``other``.
    """
    refused = _refused(detections, settings)
    kept = [index for index in range(len(detections)) if index not in refused]
    outside = {index: refused[index] for index in sorted(refused)}
    if not kept:
        return _empty(detections, outside, convention)
    table = table_of([detections[index] for index in kept], settings)
    choice = choose(bricks_of(table), table)
    outside |= {kept[tile]: why for tile, why in choice.evidence.items()}
    others = [_other(index, detections[index], why) for index, why in sorted(outside.items())]
    return _assemble(kept, choice, table, others, convention)


def _refused(detections: Sequence[Detection], settings: Settings) -> dict[int, str]:
    """Detections that are no tiles of their own, and why."""
    refused = {}
    for index, detection in enumerate(detections):
        if not np.isfinite(detection.box).all() or np.abs(detection.box).max() > 1e6:
            refused[index] = "its box lies nowhere"
        elif not np.isfinite(detection.probabilities).all() or detection.probabilities.max() <= 0:
            refused[index] = "its face was not read"
        elif _thin(detection, settings):
            refused[index] = "its box is too thin for a tile"
    return refused | _doubles([i for i in range(len(detections)) if i not in refused], detections, settings)


def _thin(detection: Detection, settings: Settings) -> bool:
    """Whether a box has no area to speak of."""
    frame = frames_of([detection])
    sides = frame.lengths[0]
    shortest = max(settings.smallest, 0.1 * float(sides.max()))
    return bool(sides.min() < shortest or frame.sizes[0] ** 2 < 0.3 * sides.prod())


def _doubles(indices: list[int], detections: Sequence[Detection], settings: Settings) -> dict[int, str]:
    """Tiles seen twice: of two boxes on one spot the surer one stays."""
    if len(indices) < 2:
        return {}
    frames = frames_of([detections[index] for index in indices])
    place = np.abs(pairs_of(frames).place)
    # Two boxes of a size share the part (1 - dx)(1 - dy), distances in widths and heights.
    shared = np.clip(1 - place, 0, 1).prod(axis=2)
    refused: dict[int, str] = {}
    for a, b in np.argwhere(np.triu(np.minimum(shared, shared.T) > settings.overlap, 1)):
        i, j = sorted((indices[a], indices[b]), key=lambda index: -detections[index].score)
        if i not in refused:
            refused[j] = "the same tile, seen twice"
    return refused


def _empty(detections: Sequence[Detection], outside: dict[int, str], convention: Convention) -> Layout:
    tiles = tuple(_other(index, detections[index], why) for index, why in outside.items())
    return Layout(convention, tiles, (), (), np.array([1.0, 0.0]), orientation_known=False)


def _other(index: int, detection: Detection, why: str) -> LaidTile:
    return LaidTile(index, detection, -1, -1, sideways=False, upside_down=None, level=0, role="other", evidence=why)


def _assemble(kept: list[int], choice: Choice, table: Table, others: list[LaidTile], convention: Convention) -> Layout:
    brick = choice.brick
    cuts = [cut(row, table) for row in brick.rows]
    order = {tile: place for place, tile in enumerate(brick.tiles)}
    groups = _groups(cuts, brick, table, convention)
    upside = _upside_down(brick, table)
    tiles = [
        LaidTile(
            index=kept[tile],
            detection=table.detections[tile],
            row=group.row,
            group=number,
            sideways=brick.sideways[tile],
            upside_down=upside[tile],
            level=0,
            role=_role(group.kind, table.detections[tile]),
        )
        for number, group in enumerate(groups)
        for tile in (brick.tiles[place] for place in group.tiles)
    ]
    rows = tuple(Row(tuple(order[tile] for tile in row.tiles), row.gaps, row.usual_gap) for row in cuts)
    places = {laid.index: len(tiles) + place for place, laid in enumerate(others)}
    second = tuple(places[kept[tile]] for tile in choice.second)
    known = brick.turned > 0
    return Layout(convention, (*tiles, *others), rows, tuple(groups), brick.direction, known, second)


def _role(kind: Kind, detection: Detection) -> Role:
    role = _ROLES[kind]
    return "bonus" if role in ("concealed", "winning") and detection.tile in BONUS else role


def _groups(cuts: list[Cut], brick: Brick, table: Table, convention: Convention) -> list[Group]:
    order = {tile: place for place, tile in enumerate(brick.tiles)}
    found = kinds(cuts, brick, table, convention)
    places = [(row, group) for row, line in enumerate(cuts) for group in line.groups]
    return [
        Group(tuple(order[tile] for tile in group), row, kind, kind_of(group, brick, table)[1])
        for (row, group), kind in zip(places, found, strict=True)
    ]


def _upside_down(brick: Brick, table: Table) -> dict[int, bool | None]:
    """Whether each face stands on its head; not told of tiles across the row."""
    heading = table.frames.sides[:, 0] @ brick.direction
    return {
        tile: None if brick.sideways[tile] or not table.detections[tile].turn_known else bool(heading[tile] < 0)
        for tile in brick.tiles
    }

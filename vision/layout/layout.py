"""From detections to layouts: the tiles of a photo, the candidates for its hand, and how each of them lies."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import BACK, BONUS, CLASSES, WINDS
from hu.vision.detection import CLEAR, Detection, Role
from hu.vision.geometry import TINY
from hu.vision.layout.hypotheses import HandHypotheses, side_penalty
from hu.vision.layout.melds import backs_outside_quads, dragons_read_as_backs
from hu.vision.layout.model import Candidate, GroupKind, LaidTile, Layout
from hu.vision.layout.roles import assign_roles
from hu.vision.layout.rows import Rows, frame_of, rows_of
from hu.vision.layout.runs import runs_of
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings
from hu.vision.layout.table import Table, edges_of, table_of

#: No picture has a tile farther from its corner.
_FARTHEST_PX: Final = 1e6
#: The least height of a tile's box, as a share of its length.
_THINNEST: Final = 0.1
_BLANK: Final = [CLASSES.index("5z"), CLASSES.index(BACK)]
_ROLES: dict[GroupKind, Role] = {
    "concealed": "concealed",
    "claimed": "meld",
    "concealed-quad": "meld",
    "bonus": "bonus",
    "winning": "winning",
}


@dataclass(frozen=True, eq=False)
class Scene:
    """The tiles of a photo, measured once for all layouts."""

    detections: tuple[Detection, ...]  # all of the photo's
    refused: dict[int, str]  # why some of them are no tiles, by their indices
    table: Table | None  # the others as they lie; None without any

    @cached_property
    def hypotheses(self) -> HandHypotheses:
        """The ways to choose tiles that may be one hand."""
        assert self.table is not None  # noqa: S101  # there are tiles
        return HandHypotheses(runs_of(self.table), self.table)

    def tiles_of(self, candidate: Candidate) -> frozenset[int]:
        """A candidate's tiles."""
        return candidate.tiles - candidate.dropped

    def view_from(self, quarter_turns: int, without: Collection[int] = ()) -> "Scene":
        """The scene as seen by the player this many sides counter-clockwise, less some of the tiles."""
        table = self.table.view_from(quarter_turns, without) if self.table else None
        return replace(self, table=table if table and table.tiles else None)

    def side_of(self, tiles: Collection[int]) -> int:
        """The most likely side (0-3, counter-clockwise) of the player who owns these tiles."""
        assert self.table is not None  # noqa: S101  # there are tiles
        return int(
            np.argmin(
                [side_penalty(self.table.view_from(turns), sorted(tiles)) for turns in range(4)]
            )
        )

    def candidate_of(self, tiles: Collection[int]) -> Candidate:
        """A candidate of these tiles, at no cost."""
        whole = frozenset(
            tile for run in map(self.hypotheses.runs.__getitem__, tiles) for tile in run.tiles
        )
        count = ("count", self.hypotheses.count_penalty(whole))
        return Candidate(whole, (count, ("chosen", -count[1])), dropped=whole.difference(tiles))


def measure_scene(
    detections: Sequence[Detection], settings: ReadingSettings = DEFAULT_SETTINGS
) -> Scene:
    """Measure the tiles of a photo, given every detection, in any order."""
    refused = _find_refusals(detections, settings)
    tiles = [index for index in range(len(detections)) if index not in refused]
    return Scene(
        tuple(detections), refused, table_of(detections, tiles, settings) if tiles else None
    )


def hand_candidates(scene: Scene) -> Iterator[Candidate]:
    """Tiles that may be the hand, the likeliest first; nothing without tiles."""
    if scene.table is not None:
        yield from scene.hypotheses.candidates()


def build_layout(scene: Scene, candidate: Candidate | None, convention: ClaimStyle) -> Layout:
    """Lay out the tiles of a candidate as the hand; None for a photo without tiles."""
    refused = tuple(
        LaidTile.other(index, scene.detections[index], why)
        for index, why in sorted(scene.refused.items())
    )
    if candidate is None or scene.table is None:
        return Layout(refused, (), (), np.array([1.0, 0.0]), orientation_known=False)
    table, runs = scene.table, scene.hypotheses.runs
    heads = {runs[tile].tiles[0]: runs[tile] for tile in sorted(candidate.tiles)}
    frame = frame_of(list(heads.values()), table)
    rows = rows_of(frame, table, candidate.dropped)
    down = backs_outside_quads(rows, table)
    if candidate.backs:
        detections = list(table.detections)
        for tile in dragons_read_as_backs(rows, table, convention):
            probabilities = detections[tile].probabilities.copy()
            probabilities[_BLANK] = probabilities[_BLANK[::-1]]
            detections[tile] = replace(detections[tile], probabilities=probabilities)
        table = replace(table, detections=tuple(detections))
    elif 0 < len(down) < len(rows.sideways):
        # Face-down tiles outside quads are mostly the sides of other tiles, and would hide what lies apart.
        rows = rows_of(frame, table, candidate.dropped | down)
    marker = _wind_marker(rows, table)
    if marker is not None:
        rows = rows_of(frame, table, {*frame.sideways} - {*rows.sideways} | {marker})
    groups = assign_roles(rows, table, convention)
    laid = []
    for number, group in enumerate(groups):
        for tile in group.tiles:
            seen, role = table.detections[tile], _ROLES[group.kind]
            role = "bonus" if role in ("concealed", "winning") and seen.tile in BONUS else role
            laid.append(LaidTile(tile, seen, group.row, number, rows.sideways[tile], role))
    hand = [tile.index for tile in laid]
    reasons = _reasons(scene.hypotheses, hand, table) | dict.fromkeys(
        candidate.dropped, candidate.why
    )
    if marker is not None:
        reasons[marker] = f"a fifth {table.faces[marker]}: a marker of the wind"
    others = (LaidTile.other(tile, table.detections[tile], why) for tile, why in reasons.items())
    return Layout(
        (*laid, *others, *refused),
        rows.rows,
        tuple(groups),
        _direction_in_photo(rows, table),
        frame.log_odds >= 1,
        rows.usual_gap,
    )


def _wind_marker(rows: Rows, table: Table) -> int | None:
    """A clear wind at the end of a row where four more lie: each comes four times, and markers look like tiles."""
    clear = [
        tile
        for tile in rows.sideways
        if table.detections[tile].confidence >= CLEAR and table.faces[tile] in WINDS
    ]
    counts = Counter(table.faces[tile] for tile in clear)
    ends = {end for row in rows.rows for end in (row.tiles[0], row.tiles[-1])}
    fifth = [tile for tile in clear if counts[table.faces[tile]] > 4 and tile in ends]
    return min(fifth, key=lambda tile: table.detections[tile].belief, default=None)


def _direction_in_photo(rows: Rows, table: Table) -> NDArray[np.float64]:
    """The reading direction in the photo."""
    row = max((row.tiles for row in rows.rows), key=len)
    if len(row) > 1:
        away = table.detections[row[-1]].center - table.detections[row[0]].center
    else:
        edges = edges_of([table.detections[row[0]]])[1][0]
        away = edges[0] * np.sign(float(table.right[row[0]] @ rows.frame.direction) or 1.0)
    direction: NDArray[np.float64] = np.asarray(away, dtype=np.float64) / max(
        float(np.linalg.norm(away)), TINY
    )
    return direction


def _find_refusals(detections: Sequence[Detection], settings: ReadingSettings) -> dict[int, str]:
    """Detections that are not tiles of their own, and why."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64).reshape(
        -1, 4, 2
    )
    seen = np.array(
        [detection.probabilities for detection in detections], dtype=np.float64
    ).reshape(-1, len(CLASSES))
    with np.errstate(invalid="ignore", over="ignore"):
        edges = edges_of(detections)[1]
        areas = np.abs(edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0])
        causes = {
            "its box lies nowhere": ~(np.abs(boxes) <= _FARTHEST_PX).all(axis=(1, 2)),
            "its face was not read": ~(
                np.isfinite(seen).all(axis=1) & (seen.max(axis=1, initial=0.0) > 0)
            ),
            "its box is too thin for a tile": areas
            < np.maximum(1.0, _THINNEST * (edges**2).sum(axis=2).max(axis=1)),
        }
    refused = dict[int, str]()
    for why, which in causes.items():
        for index in np.flatnonzero(which).tolist():
            refused.setdefault(index, why)
    rest = [index for index in range(len(detections)) if index not in refused]
    if len(rest) < 2:
        return refused
    centers, sides = edges_of([detections[index] for index in rest])
    away = centers[None] - centers[:, None]
    position = np.abs(np.einsum("nkl,nml->nmk", np.linalg.inv(sides.transpose(0, 2, 1)), away))
    # Two boxes of a size share the part (1 - dx)(1 - dy), distances in widths and heights.
    shared = np.clip(1 - position, 0, 1).prod(axis=2)
    doubles = dict[int, str]()
    for a, b in np.argwhere(
        np.triu(np.minimum(shared, shared.T) > settings.double_overlap_share, 1)
    ):
        # Of two boxes on one spot the more confident one stays.
        i, j = sorted((rest[a], rest[b]), key=lambda index: -detections[index].score)
        if i not in doubles:
            doubles[j] = "the same tile, seen twice"
    return refused | doubles


def _reasons(hypotheses: HandHypotheses, hand: Sequence[int], table: Table) -> dict[int, str]:
    """Why each tile outside the hand does not belong to it; row by row, one reason for what lies together."""
    pairs, reasons = table.pairs, dict[int, str]()
    for tiles in hypotheses.clusters:
        others = [tile for tile in hypotheses.runs if tile in tiles and tile not in hand]
        if not others:
            continue
        gaps = pairs.gap[np.ix_(hand, others)]
        near = hand[int(gaps.min(axis=1).argmin())], others[int(gaps.min(axis=0).argmin())]
        far = f"{max(0.0, float(gaps.min())):.1f} tile widths from the hand"
        angle, scale = float(pairs.angle[near]), float(pairs.scale[near])
        if scale > table.settings.hand_scale_ratio:
            why = f"{scale:.1f} times smaller or larger, {far}"
        elif angle > table.settings.angle_deg:
            why = f"turned {angle:.0f} degrees against the hand, {far}"
        else:
            why = f"{len(tiles)} tiles together, {far}" if len(tiles) > 1 else far
        reasons |= {
            tile: f"face down, {far}" if table.faces[tile] == BACK else why for tile in others
        }
    return reasons

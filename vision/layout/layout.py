"""From detections to layouts: a photo's tiles, the candidates for its hand, their places."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import BACK, BONUS, CLASSES, COPIES, WINDS
from hu.vision.detection import CLEAR, Detection
from hu.vision.geometry import TINY, Floats
from hu.vision.layout.chaining import build_rows
from hu.vision.layout.evidence import Evidence, Reason
from hu.vision.layout.frame import Frame, find_frame
from hu.vision.layout.hypotheses import HandHypotheses
from hu.vision.layout.likeness import side_penalty
from hu.vision.layout.melds import backs_outside_quads, find_misread_blanks
from hu.vision.layout.model import Candidate, GroupKind, LaidTile, Layout, TileGroup
from hu.vision.layout.refusals import find_refusals
from hu.vision.layout.roles import assign_roles
from hu.vision.layout.rows import Rows
from hu.vision.layout.runs import find_runs
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings
from hu.vision.layout.table import Table, measure_edges, measure_table
from hu.vision.role import Role

#: The reading direction is known if its log-odds are at least this, in nats.
_KNOWN_DIRECTION: Final = 1
_WHITE_CLASS: Final = CLASSES.index("5z")
_BACK_CLASS: Final = CLASSES.index(BACK)
_ROLES: Final[dict[GroupKind, Role]] = {
    "concealed": "concealed",
    "claimed": "meld",
    "concealed-quad": "meld",
    "bonus": "bonus",
    "winning": "winning",
}


@dataclass(frozen=True, eq=False)
class Scene:
    """The tiles of a photo, measured once for all layouts.

    Attributes:
        detections: all detections of the photo.
        refusals: by the index of each detection that is no tile of its own, the reason why not.
        table: the other detections as they lie on the table. None if there are none.
        hand_shape: the size of a hand in the rules.
    """

    detections: tuple[Detection, ...]
    refusals: dict[int, Reason]
    table: Table | None
    hand_shape: HandShape

    @cached_property
    def hypotheses(self) -> HandHypotheses:
        """The ways to choose tiles that may be one hand. They are computed once."""
        assert self.table is not None  # noqa: S101  # there are tiles
        return HandHypotheses(find_runs(self.table), self.table, self.hand_shape)

    def tiles_of(self, candidate: Candidate) -> frozenset[int]:
        """The tiles of a candidate without those that were dropped."""
        return candidate.tiles - candidate.dropped

    def view_from(self, quarter_turns: int, without: Collection[int] = ()) -> "Scene":
        """The scene as another player sees it.

        Args:
            quarter_turns: where that player sits, counted counter-clockwise from the photographer.
            without: tiles to leave out.
        """
        if self.table is None:
            return self
        table = self.table.view_from(quarter_turns, without)
        return replace(self, table=table if table.tiles else None)

    def side_of(self, tiles: Collection[int]) -> int:
        """Find at which side of the table the player sits who owns these tiles.

        Returns:
            0 for the photographer, then 1 to 3 counter-clockwise.
        """
        assert self.table is not None  # noqa: S101  # there are tiles
        penalties = [
            side_penalty(self.table.view_from(quarter_turns), sorted(tiles))
            for quarter_turns in range(4)
        ]
        return int(np.argmin(penalties))

    def candidate_of(self, tiles: Collection[int]) -> Candidate:
        """Make a candidate of tiles that a person chose. The candidate costs nothing.

        A candidate has whole runs of touching tiles. The tiles of these runs that the person did
        not choose are dropped.
        """
        whole_runs: set[int] = set()
        for tile in tiles:
            whole_runs.update(self.hypotheses.run_of[tile].tiles)
        # The penalty for the number of tiles is listed, and cancelled by the person's choice.
        penalty = self.hypotheses.count_penalty(frozenset(whole_runs))
        return Candidate(
            frozenset(whole_runs),
            terms=(Evidence("count", penalty), Evidence("tapped", -penalty)),
            dropped=frozenset(whole_runs.difference(tiles)),
        )


def measure_scene(
    detections: Sequence[Detection],
    settings: ReadingSettings = DEFAULT_SETTINGS,
    hand_shape: HandShape = FOUR_MELDS,
) -> Scene:
    """Measure the tiles of a photo.

    Args:
        detections: every detection, in any order.
        settings: the tolerances.
        hand_shape: the size of a hand in the rules.
    """
    refusals = find_refusals(detections, settings)
    tiles = [index for index in range(len(detections)) if index not in refusals]
    table = measure_table(detections, tiles, settings) if tiles else None
    return Scene(tuple(detections), refusals, table, hand_shape)


def hand_candidates(scene: Scene) -> Iterator[Candidate]:
    """Yield choices of tiles that may be the hand. Nothing without tiles.

    The likeliest whole cluster of tiles comes first, then all other choices by their cost.
    """
    if scene.table is not None:
        yield from scene.hypotheses.candidates()


def build_layout(scene: Scene, candidate: Candidate | None, claim_style: ClaimStyle) -> Layout:
    """Lay out the tiles of a candidate as the hand.

    Args:
        scene: the tiles of the photo.
        candidate: the tiles to lay out. None for a photo without tiles.
        claim_style: how players of the rule set show claimed melds.
    """
    refused_tiles = [
        LaidTile.other(index, scene.detections[index], reason)
        for index, reason in sorted(scene.refusals.items())
    ]
    if candidate is None or scene.table is None:
        return Layout(
            tiles=tuple(refused_tiles),
            rows=(),
            groups=(),
            direction=np.array([1.0, 0.0]),
            is_orientation_known=False,
        )

    # The rows of the hand.
    table = scene.table
    frame = _frame_of_candidate(scene.hypotheses, candidate, table)
    rows = build_rows(frame, table, candidate.dropped)
    if candidate.backs_belong:
        # Face-down tiles may be white dragons that were misread.
        table = _with_blanks_swapped(table, find_misread_blanks(rows, table, claim_style))
    else:
        rows = _without_backs(rows, frame, table, candidate)
    marker = _find_wind_marker(rows, table)
    if marker is not None:
        # Build the rows again, without the tiles that were left out so far, and without the marker.
        outside_rows = frame.is_sideways.keys() - rows.tiles
        rows = build_rows(frame, table, outside_rows | {marker})

    # The tiles of the hand in groups, and the reason why each other tile is outside the hand.
    groups = assign_roles(rows, table, claim_style, scene.hand_shape)
    hand = _lay_tiles(groups, rows, table)
    reasons = _reasons_outside(scene.hypotheses, [tile.index for tile in hand], table)
    if candidate.why is not None:
        reasons.update(dict.fromkeys(candidate.dropped, candidate.why))
    if marker is not None:
        reasons[marker] = Reason("wind-marker", {"tile": table.faces[marker]})
    others = [
        LaidTile.other(tile, table.detections[tile], reason) for tile, reason in reasons.items()
    ]
    return Layout(
        tiles=(*hand, *others, *refused_tiles),
        rows=rows.rows,
        groups=tuple(groups),
        direction=_direction_in_photo(rows, table),
        is_orientation_known=frame.log_odds >= _KNOWN_DIRECTION,
        usual_gap=rows.usual_gap,
    )


def _frame_of_candidate(hypotheses: HandHypotheses, candidate: Candidate, table: Table) -> Frame:
    """Find the line and the direction of the rows of a candidate's runs."""
    # Each run once, by its first tile.
    runs = {}
    for tile in sorted(candidate.tiles):
        run = hypotheses.run_of[tile]
        runs[run.tiles[0]] = run
    return find_frame(list(runs.values()), table)


def _with_blanks_swapped(table: Table, tiles: Collection[int]) -> Table:
    """Exchange the probabilities of white dragon and back for some tiles."""
    detections = list(table.detections)
    for tile in tiles:
        probabilities = detections[tile].probabilities.copy()
        white = probabilities[_WHITE_CLASS]
        probabilities[_WHITE_CLASS] = probabilities[_BACK_CLASS]
        probabilities[_BACK_CLASS] = white
        detections[tile] = replace(detections[tile], probabilities=probabilities)
    return replace(table, detections=tuple(detections))


def _without_backs(rows: Rows, frame: Frame, table: Table, candidate: Candidate) -> Rows:
    """Build the rows again without the face-down tiles that are in no quad.

    Such detections are mostly the sides of other tiles. In the rows they would fill gaps between
    tiles that lie apart.

    Args:
        rows: the rows with these tiles.
        frame: the line and the direction of the rows.
        table: the tiles as they lie.
        candidate: the tiles that may be the hand.

    Returns:
        The new rows. The old rows if there is nothing to leave out, or if nothing would remain.
    """
    backs = backs_outside_quads(rows, table)
    if not backs or backs == rows.tiles:
        return rows
    return build_rows(frame, table, candidate.dropped | backs)


def _find_wind_marker(rows: Rows, table: Table) -> int | None:
    """Find the marker of the round wind among the tiles of a hand. Markers look like wind tiles.

    A wind at the end of a row may be a marker if the hand has more than four tiles of the same
    wind. Only tiles whose face is clear count. Of several such winds, the least certain is the
    marker.

    Returns:
        The index of its detection. None if there is no marker.
    """
    winds = [
        tile
        for tile in rows.tiles
        if table.faces[tile] in WINDS and table.detections[tile].confidence >= CLEAR
    ]
    counts = Counter(table.faces[tile] for tile in winds)
    ends: set[int] = set()
    for row in rows.rows:
        ends.update((row.tiles[0], row.tiles[-1]))
    markers = [tile for tile in winds if tile in ends and counts[table.faces[tile]] > COPIES]
    return min(markers, key=lambda tile: table.detections[tile].belief, default=None)


def _lay_tiles(groups: Sequence[TileGroup], rows: Rows, table: Table) -> list[LaidTile]:
    """Place the tiles of the hand in their rows and groups, in reading order."""
    hand = []
    for number, group in enumerate(groups):
        for tile in group.tiles:
            detection = table.detections[tile]
            role = _ROLES[group.kind]
            # A flower among standing tiles is a flower all the same.
            if role != "meld" and detection.tile in BONUS:
                role = "bonus"
            hand.append(
                LaidTile(
                    index=tile,
                    detection=detection,
                    row=group.row,
                    group=number,
                    is_sideways=rows.is_sideways[tile],
                    role=role,
                )
            )
    return hand


def _direction_in_photo(rows: Rows, table: Table) -> Floats:
    """Compute the reading direction of a hand in its photo, along its longest row.

    Returns:
        ``(2,)`` float64 unit vector, x to the right and y down.
    """
    row = max((row.tiles for row in rows.rows), key=len)
    if len(row) > 1:
        step = table.detections[row[-1]].center - table.detections[row[0]].center
    else:
        # A single tile shows the direction by its top edge, which points the other way if the tile
        # is upside down.
        (tile,) = row
        _, edges = measure_edges([table.detections[tile]])
        top_edge = edges[0, 0]
        cosine = float(table.right[tile] @ rows.frame.direction)
        step = -top_edge if cosine < 0 else top_edge
    direction: Floats = np.asarray(step, dtype=np.float64) / max(float(np.linalg.norm(step)), TINY)
    return direction


def _reasons_outside(
    hypotheses: HandHypotheses, hand: Sequence[int], table: Table
) -> dict[int, Reason]:
    """Give the reason why each tile outside the hand does not belong to it.

    All tiles of a cluster have the same reason, except tiles that lie face down.

    Args:
        hypotheses: the clusters and the runs of the photo.
        hand: the tiles of the hand.
        table: the tiles as they lie.

    Returns:
        The reason of each tile outside the hand, in the order of the clusters, and row by row
        within a cluster.
    """
    reasons = {}
    for cluster in hypotheses.clusters:
        outside_hand = cluster.difference(hand)
        if not outside_hand:
            continue
        # The keys of ``run_of`` are all tiles, row by row.
        others = [tile for tile in hypotheses.run_of if tile in outside_hand]
        # (tiles of the hand, others): tile widths between the edges that face each other.
        gaps = table.pairs.gap[np.ix_(hand, others)]
        # The two nearest tiles show why the cluster lies apart from the hand.
        nearest_in_hand = hand[int(gaps.min(axis=1).argmin())]
        nearest_outside = others[int(gaps.min(axis=0).argmin())]
        angle = float(table.pairs.angle[nearest_in_hand, nearest_outside])
        scale = float(table.pairs.scale[nearest_in_hand, nearest_outside])

        distance = max(0.0, float(gaps.min()))
        if scale > table.settings.scale_ratio:
            reason = Reason("other-size", {"times": scale, "tile_widths": distance})
        elif angle > table.settings.angle_deg:
            reason = Reason("turned", {"degrees": angle, "tile_widths": distance})
        elif len(cluster) > 1:
            # The count has all tiles of the cluster, even those that are part of the hand.
            reason = Reason("cluster", {"count": len(cluster), "tile_widths": distance})
        else:
            reason = Reason("apart", {"tile_widths": distance})
        for tile in others:
            reasons[tile] = reason
            if table.faces[tile] == BACK:
                reasons[tile] = Reason("face-down", {"tile_widths": distance})
    return reasons

"""The chain of steps from detections to a layout."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.deals import ClaimStyle
from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.detection import Detection, Role
from hu.vision.layout.bricks import bricks_of
from hu.vision.layout.clusters import Clusters, against_side
from hu.vision.layout.excluded import reasons, refused
from hu.vision.layout.frames import Table, edges_of, table_of
from hu.vision.layout.model import Candidate, Group, Kind, LaidTile, Layout, Row
from hu.vision.layout.roles import judge
from hu.vision.layout.rows import Rows, cut_rows, lone_backs, rows_of, wrong_dragons
from hu.vision.layout.settings import DEFAULT, ReadingSettings

_BACK: Final = CLASSES.index(BACK)
_WHITE: Final = CLASSES.index("5z")
_ROLES: dict[Kind, Role] = {
    "concealed": "concealed",
    "claimed": "meld",
    "concealed-quad": "meld",
    "bonus": "bonus",
    "winning": "winning",
}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The tiles of a photo, measured once for all layouts.

    Attributes:
        kept: the given detections that are tiles of their own, by the table's numbers.
        table: these tiles as they lie; None without any.
        refused: the other detections.
        clusters: the ways to choose tiles that may be one hand; None without any.
        usual: the tiles as they lie together, the likeliest hand first.
    """

    kept: tuple[int, ...]
    table: Table | None
    refused: tuple[LaidTile, ...]
    clusters: Clusters | None
    usual: tuple[tuple[int, ...], ...] = ()

    def tiles_of(self, candidate: Candidate) -> frozenset[int]:
        """A candidate's tiles, as indices of the given detections."""
        found = self.clusters.tiles_of(candidate.bricks) if self.clusters else ()
        return frozenset(self.kept[tile] for tile in found) - candidate.dropped

    def seen_from(self, quarter_turns: int, without: Collection[int] = ()) -> "Scene":
        """The same tiles, less some of the given detections, seen by the player who sits so far counter-clockwise."""
        numbers = [number for number, index in enumerate(self.kept) if index not in without]
        table = self.table.seen_from(quarter_turns, numbers) if self.table and numbers else None
        return _scene(tuple(self.kept[number] for number in numbers), table, self.refused)

    def side_of(self, indices: Collection[int]) -> int:
        """At which side most likely sits whose tiles some of the given detections are, counted counter-clockwise."""
        assert self.table is not None  # noqa: S101  # there are tiles
        tiles = sorted(self.numbers(indices))
        return int(
            np.argmin([against_side(self.table.seen_from(turns, range(len(self.kept))), tiles) for turns in range(4)])
        )

    def together(self, index: int) -> frozenset[int]:
        """The tiles that lie together with one of the given detections, as their indices."""
        whole = next((tiles for tiles in self.usual if index in {self.kept[tile] for tile in tiles}), ())
        return frozenset(self.kept[tile] for tile in whole)

    def chosen(self, indices: Collection[int]) -> Candidate:
        """Some of the given detections as the hand, whatever they cost."""
        assert self.clusters is not None  # noqa: S101  # there are tiles
        bricks = self.clusters.bricks_of(self.numbers(indices))
        tiles = frozenset(self.kept[tile] for tile in self.clusters.tiles_of(bricks))
        return Candidate(0.0, self.clusters.short(bricks), bricks, dropped=tiles.difference(indices))

    def numbers(self, indices: Collection[int]) -> set[int]:
        """The table's numbers of some of the given detections."""
        return {number for number, index in enumerate(self.kept) if index in indices}


def scene_of(detections: Sequence[Detection], settings: ReadingSettings = DEFAULT) -> Scene:
    """Measure the tiles of a photo.

    Args:
        detections: every tile that was seen, in any order; boxes in pixels of the photo.
        settings: the tolerances, in tile widths.
    """
    refusals = refused(detections, settings)
    kept = tuple(index for index in range(len(detections)) if index not in refusals)
    outside = tuple(LaidTile.other(index, detections[index], why) for index, why in sorted(refusals.items()))
    return _scene(kept, table_of([detections[index] for index in kept], settings) if kept else None, outside)


def _scene(kept: tuple[int, ...], table: Table | None, outside: tuple[LaidTile, ...]) -> Scene:
    clusters = Clusters(bricks_of(table), table) if table else None
    return Scene(kept, table, outside, clusters, clusters.usual() if clusters else ())


def candidates(scene: Scene) -> Iterator[Candidate]:
    """Tiles that may be the hand, the likeliest first; nothing without tiles."""
    if scene.clusters is not None:
        for cost, bricks in scene.clusters.choices():
            yield Candidate(cost, scene.clusters.short(bricks), bricks)


def variants(scene: Scene, candidate: Candidate, layout: Layout) -> Iterator[Candidate]:
    """What else the tiles of a candidate may be.

    Args:
        scene: the photo's tiles.
        candidate: the tiles.
        layout: how they lie.
    """
    assert scene.table is not None  # noqa: S101  # there is a candidate
    assert scene.clusters is not None  # noqa: S101
    if candidate.dropped or candidate.turned:
        return
    rows = rows_of(scene.clusters.cluster(candidate.bricks), scene.table)
    if lone_backs(rows, scene.table) and scene.table.settings.applies("backs of the hand"):
        groups = [group for cut in cut_rows(rows, scene.table.settings) for group in cut.groups]
        wrong = wrong_dragons(groups, rows, scene.table, layout.convention)
        cost = candidate.cost + scene.table.settings.changed_nats
        yield replace(candidate, cost=cost, turned=frozenset(scene.kept[tile] for tile in wrong), backs=True)


def lay_out(detections: Sequence[Detection], convention: ClaimStyle, settings: ReadingSettings = DEFAULT) -> Layout:
    """Find the likeliest hand by the way the tiles lie, its rows and groups, and what each tile is to it.

    Args:
        detections: every tile that was seen, in any order; boxes in pixels of the photo.
        convention: how claimed sets are shown; a sideways tile means different things.
        settings: the tolerances, in tile widths.

    Returns:
        The layout. Boxes that are no tiles, and tiles seen twice, are in it with role ``other``.
    """
    scene = scene_of(detections, settings)
    return laid_out(scene, next(candidates(scene), None), convention)


def laid_out(scene: Scene, candidate: Candidate | None, convention: ClaimStyle) -> Layout:
    """Lay out the tiles of a candidate as the hand; None for a photo without tiles."""
    if candidate is None or scene.table is None or scene.clusters is None:
        return Layout(convention, scene.refused, (), (), np.array([1.0, 0.0]), orientation_known=False)
    turned, gone = scene.numbers(candidate.turned), scene.numbers(candidate.dropped)
    seen = scene.table.detections
    if turned:
        seen = tuple(_turned_over(blank) if tile in turned else blank for tile, blank in enumerate(seen))
    cluster = scene.clusters.cluster(candidate.bricks)
    cluster = cluster.without(gone) if gone else cluster
    table = replace(scene.table, detections=seen) if turned else scene.table
    rows = rows_of(cluster, table)
    # Face-down tiles of no quad are sides of other tiles as a rule: they would hide what lies apart.
    down = set[int]() if candidate.backs else lone_backs(rows, table)
    if 0 < len(down) < len(cluster.tiles):
        rows = rows_of(cluster.without(down), table)
    cuts = cut_rows(rows, table.settings)
    numbered = [(row, group) for row, cut in enumerate(cuts) for group in cut.groups]
    judged = judge(numbered, rows, table, convention)
    hand = [tile for group in judged for tile in group.tiles]
    laid = [
        _laid(scene.kept[tile], tile, (number, group), rows, table)
        for number, group in enumerate(judged)
        for tile in group.tiles
    ]
    against = reasons(scene.usual, hand, table) | dict.fromkeys(gone, candidate.why)
    outside = [LaidTile.other(scene.kept[tile], table.detections[tile], why) for tile, why in against.items()]
    return Layout(
        convention,
        (*laid, *outside, *scene.refused),
        tuple(Row(tuple(scene.kept[tile] for tile in cut.tiles), cut.gaps, cut.usual_gap) for cut in cuts),
        tuple(
            replace(
                group,
                tiles=tuple(scene.kept[tile] for tile in group.tiles),
                doubtful=tuple(tuple(scene.kept[tile] for tile in tiles) for tiles in group.doubtful),
            )
            for group in judged
        ),
        _in_photo(rows, table),
        rows.log_odds >= 1,
    )


def _turned_over(blank: Detection) -> Detection:
    """A tile that shows nothing, taken for a back as far as for a white dragon, and the other way round."""
    probabilities = blank.probabilities.copy()
    probabilities[[_WHITE, _BACK]] = probabilities[[_BACK, _WHITE]]
    return replace(blank, probabilities=probabilities)


def _laid(index: int, tile: int, numbered: tuple[int, Group], rows: Rows, table: Table) -> LaidTile:
    number, group = numbered
    detection = table.detections[tile]
    return LaidTile(
        index,
        detection,
        row=group.row,
        group=number,
        sideways=rows.sideways[tile],
        level=int(tile in rows.stacked or tile in rows.covering),
        role=_role(group.kind, detection),
    )


def _role(kind: Kind, detection: Detection) -> Role:
    role = _ROLES[kind]
    return "bonus" if role in ("concealed", "winning") and detection.tile in BONUS else role


def _in_photo(rows: Rows, table: Table) -> NDArray[np.float64]:
    """The reading direction as it runs in the photo."""
    row = max(rows.rows, key=len)
    if len(row) > 1:
        away = table.detections[row[-1]].center - table.detections[row[0]].center
    else:
        edges = edges_of([table.detections[row[0]]])[1][0]
        away = edges[0] * np.sign(float(table.frames.right[row[0]] @ rows.direction) or 1.0)
    direction: NDArray[np.float64] = np.asarray(away, dtype=np.float64) / max(float(np.linalg.norm(away)), 1e-9)
    return direction

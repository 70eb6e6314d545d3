"""The chain of steps from detections to a layout."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.detection import Detection, Role
from hu.vision.layout.bricks import bricks_of
from hu.vision.layout.clusters import Cluster, Clusters
from hu.vision.layout.excluded import HAND, reasons, refused, second_hand
from hu.vision.layout.frames import Table, edges_of, table_of
from hu.vision.layout.model import BLANKS, Alternative, Convention, Group, Judged, Kind, LaidTile, Layout, Row
from hu.vision.layout.roles import WEAK, judge
from hu.vision.layout.rows import Rows, blank_backs, cut_rows, lone_backs, revealed, rows_of, wrong_dragons
from hu.vision.layout.settings import DEFAULT, LayoutSettings

#: Sets that lie apart: what is in them is taken for a tile of theirs.
SETS: Final = ("claimed", "concealed-quad")
#: How surely tiles that lie in full view are found.
_SURE: Final = 0.97
_SIDE: Final = "shows nothing: the side of a tile that stands"
_NONE: Final[Mapping[int, str]] = MappingProxyType({})
_BACK: Final = CLASSES.index(BACK)
_WHITE: Final = CLASSES.index("5z")
_ROLES: dict[Kind, Role] = {
    "concealed": "concealed",
    "claimed": "meld",
    "concealed-quad": "meld",
    "bonus": "bonus",
    "winning": "winning",
}


def lay_out(detections: Sequence[Detection], convention: Convention, settings: LayoutSettings = DEFAULT) -> Layout:
    """Find the hand among the tiles of a photo, its rows and groups, and what each tile is to it.

    Args:
        detections: every tile that was seen, in any order; boxes in pixels of the photo.
        convention: how claimed sets are shown; a sideways tile means different things.
        settings: the tolerances, in tile widths.

    Returns:
        The layout. Boxes that are no tiles, and tiles seen twice, are in it with role ``other``.
    """
    refusals = refused(detections, settings)
    if len(refusals) == len(detections):
        outside = tuple(LaidTile.other(index, detections[index], why) for index, why in sorted(refusals.items()))
        return Layout(convention, outside, (), (), np.array([1.0, 0.0]), orientation_known=False)
    photo, clusters = _photo(detections, refusals, convention, settings)
    main = photo.layout(photo.clusters[0])
    blanks = (*_without_blanks(detections, refusals, main, settings), *photo.turned(photo.clusters[0]))
    others = (*photo.unclaimed(main), *photo.without_weak(main), *blanks, *photo.alternatives(clusters))
    return replace(main, alternatives=others)


def _photo(
    detections: Sequence[Detection], refusals: Mapping[int, str], convention: Convention, settings: LayoutSettings
) -> tuple["_Photo", Clusters]:
    """Measure the tiles that are not refused, at least one, and join them to clusters."""
    kept = tuple(index for index in range(len(detections)) if index not in refusals)
    outside = tuple(LaidTile.other(index, detections[index], why) for index, why in sorted(refusals.items()))
    table = table_of([detections[index] for index in kept], settings)
    clusters = Clusters(bricks_of(table), table)
    return _Photo(kept, table, outside, convention, tuple(clusters.usual())), clusters


def _without_blanks(
    detections: Sequence[Detection], refusals: Mapping[int, str], main: Layout, settings: LayoutSettings
) -> Iterator[Alternative]:
    """The photo without what shows nothing and is in any doubt: sides of tiles that stand, as a rule."""
    blank = {
        index: _SIDE
        for index, detection in enumerate(detections)
        if index not in refusals and detection.tile in BLANKS and detection.score < _SURE
    }
    left = tuple(tile.detection for tile in main.hand if tile.index not in blank)
    if blank and left:

        def relaid() -> Layout:
            photo, _ = _photo(detections, {**refusals, **blank}, main.convention, settings)
            return photo.layout(photo.clusters[0])

        yield Alternative(left, relaid)


@dataclass(frozen=True, slots=True, eq=False)
class _Photo:
    """What all layouts of one photo share."""

    kept: tuple[int, ...]
    table: Table
    refused: tuple[LaidTile, ...]
    convention: Convention
    clusters: tuple[Cluster, ...]

    def without_weak(self, layout: Layout) -> Iterator[Alternative]:
        """The same hand without what lies in its sets but is hardly a tile: edges, reflections, dice."""
        in_sets = {number for group in layout.groups if group.kind in SETS for number in group.tiles}
        weak = {self.kept.index(layout.tiles[number].index) for number in in_sets if _is_weak(layout.tiles[number])}
        if weak:
            cluster = self.clusters[0]
            left = cluster.without(weak)
            yield Alternative(tuple(self.table.detections[tile] for tile in left.tiles), partial(self.layout, left))

    def unclaimed(self, layout: Layout) -> Iterator[Alternative]:
        """The same hand with the sets that no sideways tile marks taken for concealed."""
        plain = [group for group in layout.groups if group.kind == "claimed" and group.claimed_from is None]
        if plain and self.convention is Convention.SIDEWAYS:
            found = tuple(tile.detection for tile in layout.hand)
            yield Alternative(found, partial(self.layout, self.clusters[0], claims=False))

    def turned(self, cluster: Cluster) -> Iterator[Alternative]:
        """The same hand with what shows nothing taken for a white dragon that lies face up, or for one face down."""
        rows = rows_of(cluster, self.table)
        yield from self._with_blanks(cluster, rows)
        yield from self._with_backs(cluster, rows)

    def _with_blanks(self, cluster: Cluster, rows: Rows) -> Iterator[Alternative]:
        """The same hand with what seems to lie face down in its rows: white dragons of a set all of one colour."""
        if lone_backs(rows, self.table):
            groups = [group for cut in cut_rows(rows, self.table.settings) for group in cut.groups]
            photo = self.turned_over(wrong_dragons(groups, rows, self.table, self.convention))
            found = tuple(photo.table.detections[tile] for tile in cluster.tiles)
            yield Alternative(found, partial(photo.layout, cluster, blanks=True))

    def _with_backs(self, cluster: Cluster, rows: Rows) -> Iterator[Alternative]:
        """The same hand with white dragons around two tiles alike lying face down: a concealed quad of such a set."""
        blank = blank_backs(rows, self.table)
        if blank:
            photo = self.turned_over(blank)
            seen = photo.table.detections
            yield Alternative(tuple(seen[tile] for tile in cluster.tiles), partial(photo.layout, cluster))

    def turned_over(self, tiles: Collection[int]) -> "_Photo":
        """The same photo with white dragons taken for backs, and backs for white dragons."""
        if not tiles:
            return self
        seen = [_turned_over(blank) if tile in tiles else blank for tile, blank in enumerate(self.table.detections)]
        return replace(self, table=replace(self.table, detections=tuple(seen)))

    def alternatives(self, clusters: Clusters) -> Iterator[Alternative]:
        """What else the hand may be, by the number of tiles."""
        for tiles in clusters.others():
            if len(tiles) in HAND:
                found = tuple(self.table.detections[tile] for tile in sorted(tiles))
                yield Alternative(found, partial(lambda chosen: self._whole(clusters.of_tiles(chosen)), tiles))

    def _whole(self, cluster: Cluster) -> Layout:
        return replace(self.layout(cluster), alternatives=tuple(self.turned(cluster)))

    def without(self, cluster: Cluster, blanks: bool, claims: bool, indices: Collection[int], why: str) -> Layout:
        """Lay out one cluster without some detections, and say why they are none of the hand."""
        gone = {self.kept.index(index) for index in indices}
        return self.layout(cluster.without(gone), blanks=blanks, gone=dict.fromkeys(gone, why), claims=claims)

    def layout(
        self, cluster: Cluster, *, blanks: bool = False, gone: Mapping[int, str] = _NONE, claims: bool = True
    ) -> Layout:
        """Lay out one cluster as the hand.

        Args:
            cluster: its tiles.
            blanks: whether what lies face down outside of quads belongs to it.
            gone: tiles of the photo that do not belong to it, and why.
            claims: False to take sets that no sideways tile marks for concealed.
        """
        cluster, table = revealed(cluster, self.table)
        rows = rows_of(cluster, table)
        # Face-down tiles of no quad are sides of other tiles as a rule: they would hide what lies apart.
        down = set[int]() if blanks else lone_backs(rows, table)
        if 0 < len(down) < len(cluster.tiles):
            rows = rows_of(cluster.without(down), table)
        cuts = cut_rows(rows, table.settings)
        judged = judge(
            [(row, group) for row, cut in enumerate(cuts) for group in cut.groups],
            rows,
            table,
            self.convention,
            claims=claims,
        )
        hand = [tile for group in judged for tile in group.tiles]
        order = {tile: position for position, tile in enumerate(hand)}
        laid = [
            _laid(self.kept[tile], tile, (number, group), rows, table)
            for number, group in enumerate(judged)
            for tile in group.tiles
        ]
        against = reasons(self.clusters, hand, table) | dict(gone)
        outside = [LaidTile.other(self.kept[tile], table.detections[tile], why) for tile, why in against.items()]
        outside_order = {tile: len(hand) + position for position, tile in enumerate(against)}
        return Layout(
            self.convention,
            (*laid, *outside, *self.refused),
            tuple(Row(tuple(order[tile] for tile in cut.tiles), cut.gaps, cut.usual_gap) for cut in cuts),
            tuple(
                Group(
                    tuple(order[tile] for tile in group.tiles),
                    group.row,
                    group.kind,
                    group.claimed_from,
                    tuple(tuple(order[tile] for tile in tiles) for tiles in group.doubtful),
                )
                for group in judged
            ),
            _in_photo(rows, table),
            rows.log_odds >= 1,
            second_hand=tuple(outside_order[tile] for tile in second_hand(self.clusters, hand, table)),
            relaid=partial(self.without, cluster, blanks, claims),
        )


def _turned_over(blank: Detection) -> Detection:
    """A tile that shows nothing, taken for a back as far as for a white dragon, and the other way round."""
    probabilities = blank.probabilities.copy()
    probabilities[[_WHITE, _BACK]] = probabilities[[_BACK, _WHITE]]
    return replace(blank, probabilities=probabilities)


def _is_weak(tile: LaidTile) -> bool:
    return tile.detection.score * tile.detection.confidence < WEAK


def _laid(index: int, tile: int, numbered: tuple[int, Judged], rows: Rows, table: Table) -> LaidTile:
    number, group = numbered
    detection = table.detections[tile]
    heading = float(table.frames.right[tile] @ rows.direction)
    known = bool(table.frames.known[tile]) and not rows.sideways[tile]
    return LaidTile(
        index,
        detection,
        row=group.row,
        group=number,
        sideways=rows.sideways[tile],
        upside_down=heading < 0 if known else None,
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

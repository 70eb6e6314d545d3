"""Why tiles are not in the hand, and whether they are another one."""

from collections.abc import Sequence
from typing import Final

from hu.scoring.tiles import BACK
from hu.vision.layout.clusters import Cluster
from hu.vision.layout.frames import Table

#: So many tiles may be a hand: 13 and up, with quads, flowers and tiles that were not found.
HAND: Final = range(11, 30)


def evidence(clusters: Sequence[Cluster], hand: Sequence[int], table: Table) -> dict[int, str]:
    """Say of each tile outside the hand by which evidence it is."""
    inside = set(hand)
    return {
        tile: _why(tile, cluster, hand, table) for cluster in clusters for tile in cluster.tiles if tile not in inside
    }


def _why(tile: int, cluster: Cluster, hand: Sequence[int], table: Table) -> str:
    pairs = table.pairs
    nearest = min(hand, key=lambda other: float(pairs.gap[other, tile]))
    gap, angle = max(0.0, float(pairs.gap[nearest, tile])), float(pairs.angle[nearest, tile])
    far = f"{gap:.1f} tile widths from the hand"
    if table.detections[tile].tile == BACK:
        return f"face down, {far}"
    if float(pairs.scale[nearest, tile]) > table.settings.hand_scale:
        return f"{float(pairs.scale[nearest, tile]):.1f} times smaller or larger, {far}"
    if angle > table.settings.angle:
        return f"turned {angle:.0f} degrees against the hand, {far}"
    return f"one of {len(cluster.tiles)} tiles lying {far}" if len(cluster.tiles) > 1 else far


def second_hand(clusters: Sequence[Cluster], hand: Sequence[int]) -> tuple[int, ...]:
    """The tiles of another cluster that is as large as a hand."""
    inside = set(hand)
    found = (c.tiles for c in clusters if len(c.tiles) in HAND and inside.isdisjoint(c.tiles))
    return next(found, ())

"""Truncated outlines: shorter than the tiles beside them, which stand or lie the same way; replaced by whole tiles."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import CLEAR, Detection
from hu.vision.geometry import TINY, sides
from hu.vision.networks.detector import Outline

#: Reads the faces in outlines, boxes in pixels of the photo's image.
Reads = Callable[[Sequence[Outline]], Sequence[Detection]]

#: The nearest clear tiles, this many, tell how long a tile is; they lie in one direction, within this angle.
_NEIGHBOURS: Final = 3
_MAX_TURN_DEG: Final = 20.0
#: The outline is as wide as they are, within this factor, and has less than this share of their length.
_WIDTH_RATIO: Final = 1.25
_SHORT_SHARE: Final = 0.78
#: Other outlines of which this share lies in the whole tile are other parts of it; no others overlap it more than this.
_COVERED_SHARE: Final = 0.6
_OVERLAP_SHARE: Final = 0.25
#: The whole tile's belief is at least this, and this many times that of its parts: less is enough where it shows, for
#: certain, another face than they do, since the halves of some faces are other faces.
_MIN_BELIEF: Final = 0.5
_BELIEF_RATIO: Final = 1.0
_OTHER_RATIO, _CERTAIN = 0.75, 0.95
#: The detector's score of an outline that it did not find.
_UNKNOWN: Final = 0.5


def repair_truncated(detections: Sequence[Detection], read: Reads) -> list[Detection]:
    """Replace truncated outlines by the whole tiles that the classifier believes.

    ``read`` reads the faces in further outlines, boxes in the same pixels.
    """
    proposed = list(whole_tiles(detections))
    seen = read([Outline(box, _UNKNOWN, 0.0) for box, _ in proposed]) if proposed else ()
    gone: set[int] = set()
    added = []
    for (_, indices), tile in sorted(
        zip(proposed, seen, strict=True), key=lambda entry: -entry[1].belief
    ):
        parts = [detections[index] for index in indices]
        other = tile.confidence >= _CERTAIN and all(part.tile != tile.tile for part in parts)
        ratio = _OTHER_RATIO if other else _BELIEF_RATIO
        believed = tile.belief >= max(_MIN_BELIEF, ratio * max(part.belief for part in parts))
        if believed and gone.isdisjoint(indices):
            gone |= indices
            added.append(replace(tile, score=max(part.score for part in parts)))
    return [*(tile for index, tile in enumerate(detections) if index not in gone), *added]


def whole_tiles(
    detections: Sequence[Detection],
) -> Iterator[tuple[NDArray[np.float32], frozenset[int]]]:
    """The boxes of tiles, longer at one end or the other, and the indices of the outlines that may be parts of them."""
    clear = [
        index
        for index, tile in enumerate(detections)
        if min(tile.score, tile.confidence) >= CLEAR and tile.height > tile.width
    ]
    if not clear:
        return
    boxes = np.stack([tile.box for tile in detections])
    distances = np.linalg.norm(boxes[clear].mean(axis=1) - boxes.mean(axis=1)[:, None], axis=2)
    distances[clear, np.arange(len(clear))] = np.inf
    order = distances.argsort(axis=1, kind="stable")[:, :_NEIGHBOURS]
    enough = np.isfinite(np.take_along_axis(distances, order, axis=1)).sum(axis=1) == _NEIGHBOURS
    indices = np.flatnonzero(enough)
    near = boxes[np.array(clear)[order[indices]]]
    down = sides(near)[:, :, 1].astype(np.float64)
    down /= np.linalg.norm(down, axis=2, keepdims=True)
    down *= np.where((down * down[:, :1]).sum(axis=2, keepdims=True) < 0, -1.0, 1.0)
    mean = down.mean(axis=1)
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    parallel = (down * mean[:, None]).sum(axis=2).min(axis=1) >= np.cos(np.radians(_MAX_TURN_DEG))
    widths, lengths = _extents(near, mean[:, None])
    width, aspect = np.median(widths, axis=1), np.median(lengths / widths, axis=1)
    across, along = _extents(boxes[indices], mean)
    as_wide = np.maximum(across / width, width / across) <= _WIDTH_RATIO
    for k in np.flatnonzero(parallel & as_wide & (along < _SHORT_SHARE * aspect * across)):
        length = float(aspect[k] * across[k])
        half_x, half_y = (
            np.array([mean[k][1], -mean[k][0]]) * float(across[k]) / 2,
            mean[k] * length / 2,
        )
        corners = [-half_x - half_y, half_x - half_y, half_x + half_y, half_y - half_x]
        for shift in ((length - float(along[k])) / 2, (float(along[k]) - length) / 2):
            box = np.asarray(
                boxes[indices[k]].mean(axis=0) + mean[k] * shift + corners, dtype=np.float32
            )
            common = [float(cv2.intersectConvexConvex(other, box)[0]) for other in boxes]
            shares = [
                shared / max(float(cv2.contourArea(other)), TINY)
                for shared, other in zip(common, boxes, strict=True)
            ]
            parts = frozenset(
                {int(indices[k]), *(n for n, share in enumerate(shares) if share >= _COVERED_SHARE)}
            )
            if all(share <= _OVERLAP_SHARE for n, share in enumerate(shares) if n not in parts):
                yield box, parts


def _extents(
    boxes: NDArray[np.float32], down: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far boxes ``(..., 4, 2)`` reach across directions ``(..., 2)`` and along them."""
    edges = sides(boxes)
    across = np.stack([down[..., 1], -down[..., 0]], axis=-1)
    reach_x, reach_y = (
        np.abs((edges * way[..., None, :]).sum(axis=-1)).max(axis=-1) for way in (across, down)
    )
    return reach_x, reach_y

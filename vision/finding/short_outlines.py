"""Outlines that show only part of a tile: shorter than the tiles beside them, which stand or lie as it does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import Detection
from hu.vision.geometry import sides
from hu.vision.networks.detector import Outline

#: Reads the faces in outlines, boxes in pixels of the photo's image.
Reads = Callable[[Sequence[Outline]], Sequence[Detection]]


#: How many of the nearest clear tiles tell how long a tile is.
_NEIGHBOURS: Final = 3
#: Tiles are clear from this detector's score and this face probability on.
_MIN_CONFIDENCE: Final = 0.8
#: Those neighbours lie in one direction, within this angle of each other.
_MAX_TURN_DEG: Final = 20.0
#: The outline is as wide as they are, within this factor.
_WIDTH_RATIO: Final = 1.25
#: It is short if it has less than this share of their length.
_SHORT_SHARE: Final = 0.78
#: Other outlines of which this share lies in the whole tile are other parts of it.
_COVERED_SHARE: Final = 0.6
#: No other outline may overlap the whole tile by more than this share of its own area.
_OVERLAP_SHARE: Final = 0.25
#: The whole tile is believed if its score times face probability is this many times the part's: the halves of some
#: faces are other faces, so that less is enough where it shows, for certain, another one than its parts.
_BELIEF_RATIO: Final = 1.0
_OTHER_RATIO, _CERTAIN = 0.75, 0.95
#: And at least this.
_MIN_BELIEF: Final = 0.5


#: The detector says nothing of an outline that it did not find.
_UNKNOWN: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """A tile that an outline may be part of.

    Attributes:
        part: index of the outline.
        box: ``(4, 2)`` float32 corners of the whole tile, clockwise.
        covered: indices of all outlines that are parts of it, ``part`` among them.
    """

    part: int
    box: NDArray[np.float32]
    covered: frozenset[int]


def lengthened(detections: Sequence[Detection], read: Reads) -> list[Detection]:
    """Replace outlines that show part of a tile by the whole tile, where the classifier believes that one.

    Args:
        detections: what was found.
        read: reads the faces in further outlines, boxes in the same pixels.
    """
    proposed = list(wholes(detections))
    seen = read([Outline(whole.box, _UNKNOWN, 0.0) for whole in proposed]) if proposed else ()
    gone: set[int] = set()
    added = []
    for whole, tile in sorted(zip(proposed, seen, strict=True), key=lambda entry: -entry[1].belief):
        parts = [detections[index] for index in whole.covered]
        other = tile.confidence >= _CERTAIN and all(part.tile != tile.tile for part in parts)
        ratio = _OTHER_RATIO if other else _BELIEF_RATIO
        believed = tile.belief >= max(_MIN_BELIEF, ratio * max(part.belief for part in parts))
        if believed and gone.isdisjoint(whole.covered):
            gone |= whole.covered
            added.append(replace(tile, score=max(detections[index].score for index in whole.covered)))
    return [*(tile for index, tile in enumerate(detections) if index not in gone), *added]


def wholes(detections: Sequence[Detection]) -> Iterator[Whole]:
    """The tiles that outlines may be part of, longer at one end or the other."""
    clear = [
        index
        for index, tile in enumerate(detections)
        if min(tile.score, tile.confidence) >= _MIN_CONFIDENCE and tile.height > tile.width
    ]
    if not clear:
        return
    boxes = np.stack([tile.box for tile in detections])
    centers = boxes.mean(axis=1)
    distances = np.linalg.norm(centers[clear] - centers[:, None], axis=2)
    distances[clear, np.arange(len(clear))] = np.inf
    order = distances.argsort(axis=1, kind="stable")[:, :_NEIGHBOURS]
    enough = np.isfinite(np.take_along_axis(distances, order, axis=1)).sum(axis=1) == _NEIGHBOURS
    indices = np.flatnonzero(enough)
    yield from _short(indices, boxes, np.array(clear)[order[indices]])


def _short(indices: NDArray[np.intp], boxes: NDArray[np.float32], near: NDArray[np.intp]) -> Iterator[Whole]:
    """The tiles that some of the boxes ``(n, 4, 2)`` may be part of: ``(k,)`` indices, ``(k, m)`` clear ones near."""
    down = sides(boxes[near])[:, :, 1].astype(np.float64)
    down /= np.linalg.norm(down, axis=2, keepdims=True)
    down *= np.where((down * down[:, :1]).sum(axis=2, keepdims=True) < 0, -1.0, 1.0)
    mean = down.mean(axis=1)
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    parallel = (down * mean[:, None]).sum(axis=2).min(axis=1) >= np.cos(np.radians(_MAX_TURN_DEG))
    widths, lengths = _extents(boxes[near], mean[:, None])
    width, aspect = np.median(widths, axis=1), np.median(lengths / widths, axis=1)
    across, along = _extents(boxes[indices], mean)
    as_wide = np.maximum(across / width, width / across) <= _WIDTH_RATIO
    for k in np.flatnonzero(parallel & as_wide & (along < _SHORT_SHARE * aspect * across)):
        size = (float(across[k]), float(aspect[k] * across[k]))
        yield from _longer(int(indices[k]), mean[k], size, size[1] - float(along[k]), boxes)


def _extents(boxes: NDArray[np.float32], down: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far boxes ``(..., 4, 2)`` reach across directions ``(..., 2)`` and along them."""
    edges = sides(boxes)
    across = np.stack([down[..., 1], -down[..., 0]], axis=-1)
    reach_x, reach_y = (np.abs((edges * way[..., None, :]).sum(axis=-1)).max(axis=-1) for way in (across, down))
    return reach_x, reach_y


def _longer(
    index: int, down: NDArray[np.float64], size: tuple[float, float], missing: float, boxes: NDArray[np.float32]
) -> Iterator[Whole]:
    """The whole tiles of a ``size`` in pixels, longer by what is ``missing`` than the outline, that may lie there."""
    half_x, half_y = np.array([down[1], -down[0]]) * size[0] / 2, down * size[1] / 2
    for shift in (missing / 2, -missing / 2):
        middle = boxes[index].mean(axis=0) + down * shift
        corners = [-half_x - half_y, half_x - half_y, half_x + half_y, half_y - half_x]
        whole = np.asarray(middle + corners, dtype=np.float32)
        shares = [_share_inside(box, whole) for box in boxes]
        covered = frozenset({index, *(k for k, share in enumerate(shares) if share >= _COVERED_SHARE)})
        if all(share <= _OVERLAP_SHARE for k, share in enumerate(shares) if k not in covered):
            yield Whole(index, whole, covered)


def _share_inside(box: NDArray[np.float32], whole: NDArray[np.float32]) -> float:
    """How much of a box lies inside another one."""
    common, _ = cv2.intersectConvexConvex(box, whole)
    return float(common) / max(float(cv2.contourArea(box)), 1e-9)

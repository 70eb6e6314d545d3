"""Detections that are no tiles of their own: boxes without sense, and tiles detected twice."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import Floats
from hu.vision.layout.evidence import Reason, ReasonId
from hu.vision.layout.settings import ReadingSettings
from hu.vision.layout.table import measure_edges

#: A box with a larger coordinate than this, in pixels, is in no picture.
_FARTHEST_PX: Final = 1e6
#: A box is too thin to be a tile if its height is less than this share of its longer side.
_LEAST_HEIGHT_SHARE: Final = 0.1
#: The least area of a tile's box, in square pixels.
_LEAST_AREA: Final = 1.0


def find_refusals(detections: Sequence[Detection], settings: ReadingSettings) -> dict[int, Reason]:
    """Find detections that are not tiles of their own.

    Args:
        detections: all detections of a photo.
        settings: the tolerances.

    Returns:
        The reason of each of them, by its index.
    """
    absurd = _find_absurd(detections)
    possible_tiles = [index for index in range(len(detections)) if index not in absurd]
    return absurd | _find_doubles(detections, possible_tiles, settings.double_overlap_share)


def _find_absurd(detections: Sequence[Detection]) -> dict[int, Reason]:
    """Find detections whose box or face makes no sense, with the reason of each by its index."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64)
    boxes = boxes.reshape(-1, 4, 2)
    probabilities = np.array(
        [detection.probabilities for detection in detections], dtype=np.float64
    ).reshape(-1, len(CLASSES))
    # Boxes may hold infinities and values that are not a number.
    with np.errstate(invalid="ignore", over="ignore"):
        _, edges = measure_edges(detections)
        right = edges[:, 0]
        down = edges[:, 1]
        # The area of a parallelogram is the cross product of its sides.
        areas = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
        longest_squared = (edges**2).sum(axis=2).max(axis=1)
        lies_in_a_picture = (np.abs(boxes) <= _FARTHEST_PX).all(axis=(1, 2))
        is_read = np.isfinite(probabilities).all(axis=1)
        is_read &= probabilities.max(axis=1, initial=0.0) > 0
        # The height above the longer side is the area divided by that side.
        is_thin = areas < np.maximum(_LEAST_AREA, _LEAST_HEIGHT_SHARE * longest_squared)

    refusals: dict[int, Reason] = {}
    # The first reason that applies is given.
    indices_by_reason: dict[ReasonId, list[int]] = {
        "outside-picture": np.flatnonzero(~lies_in_a_picture).tolist(),
        "face-not-read": np.flatnonzero(~is_read).tolist(),
        "thin-box": np.flatnonzero(is_thin).tolist(),
    }
    for reason, indices in indices_by_reason.items():
        for index in indices:
            refusals.setdefault(index, Reason(reason))
    return refusals


def _find_doubles(
    detections: Sequence[Detection], indices: Sequence[int], most_overlap: float
) -> dict[int, Reason]:
    """Find tiles that were detected twice: of two boxes in one place, the box with the lower score.

    Args:
        detections: all detections of the photo.
        indices: those of them that may be tiles.
        most_overlap: two boxes are of one tile if they would share more than this part of their
            area, had both the size of the smaller box.

    Returns:
        The reason of each double, by its index.
    """
    if len(indices) < 2:
        return {}
    # Entry [i, j]: the share of box i that box j would cover if it had the size of box i. If their
    # sizes differ, entry [j, i] is another share. Both must be large.
    shares = _overlap_shares([detections[index] for index in indices])
    smaller_share = np.minimum(shares, shares.T)
    are_in_one_place = np.triu(smaller_share > most_overlap, 1)
    doubles: dict[int, Reason] = {}
    for first, second in np.argwhere(are_in_one_place):
        more_certain = indices[first]
        less_certain = indices[second]
        if detections[less_certain].score > detections[more_certain].score:
            more_certain, less_certain = less_certain, more_certain
        # A box that is itself a double makes no other box a double.
        if more_certain not in doubles:
            doubles[less_certain] = Reason("seen-twice")
    return doubles


def _overlap_shares(detections: Sequence[Detection]) -> Floats:
    """Measure how much boxes overlap, as if both boxes of a pair had the same size and angle.

    Returns:
        ``(n, n)`` the share of box i that is covered by a copy of box i, moved until its centre is
        the centre of box j.
    """
    centers, edges = measure_edges(detections)
    # (n, n, 2): from the centre of box i to the centre of box j, in pixels.
    steps = centers[None] - centers[:, None]
    # (n, 2, 2): the columns of a box's matrix are its top edge and its left edge in pixels. So it
    # converts a step in widths and heights of the box to pixels. Its inverse converts back.
    to_pixels = edges.transpose(0, 2, 1)
    to_widths_and_heights = np.linalg.inv(to_pixels)
    # (n, n, 2): the steps in widths of box i to the right or left, and in its heights up or down.
    distances = np.abs(np.einsum("ikl,ijl->ijk", to_widths_and_heights, steps))
    # A copy that is moved by a third of the width still covers two thirds of it.
    shared_sides = np.clip(1 - distances, 0, 1)
    shares: Floats = shared_sides.prod(axis=2)
    return shares

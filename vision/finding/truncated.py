"""Truncated outlines: the detector saw only a part of a tile. They are replaced by whole tiles.

A truncated outline is as wide as the tiles beside it, but shorter. The possible places of the whole
tile are computed from its neighbours, and the classifier reads the face at each place.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import CLEAR, LIKELY, Detection
from hu.vision.geometry import TINY, Floats, box_around, sides
from hu.vision.layout.settings import DEFAULT_SETTINGS
from hu.vision.networks.detector import Outline

#: Reads the faces in outlines. The boxes of outlines and of detections are in the same pixels.
ReadsFaces = Callable[[Sequence[Outline]], Sequence[Detection]]

#: An outline is compared with this many clear tiles, the nearest.
_NEIGHBOURS: Final = 3
#: Two tiles side by side are equally wide if the wider is at most this many times as wide. For
#: holes 1.2 and 1.25 gave the same detections in 162 photos. For truncated outlines 1.2 lost a
#: hand.
WIDTH_RATIO: Final = 1.25
#: An outline is truncated if its length is less than this share of a whole tile's length.
_SHORT_SHARE: Final = 0.78
#: An outline is a part of a whole tile if at least this share of it lies in the whole tile.
_COVERED_SHARE: Final = 0.6
#: A whole tile is not proposed if more than this share of another outline, which is no part of the
#: whole tile, lies in the whole tile.
_OVERLAP_SHARE: Final = 0.25
#: A whole tile is believed if its belief is at least the greatest belief of its parts. If it surely
#: shows another face than its parts, this share of that belief is enough: the halves of some faces
#: look like other faces.
_OTHER_FACE_BELIEF_SHARE: Final = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class WholeTile:
    """A tile of which the detector may have seen only parts.

    Attributes:
        box: ``(4, 2)`` float32 pixels, the corners clockwise from top left.
        parts: the indices of the detections that may be parts of it.
    """

    box: NDArray[np.float32]
    parts: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class _ShortOutline:
    """An outline that is as wide as its neighbours, but shorter.

    Attributes:
        index: its index among the detections of the photo.
        down: ``(2,)`` float64 unit vector from the top to the bottom of the neighbours' faces.
        width: how wide the outline is at a right angle to this direction, in pixels.
        length: how long the outline is in this direction, in pixels.
        whole_length: how long a whole tile of this width would be, in pixels.
    """

    index: int
    down: Floats
    width: float
    length: float
    whole_length: float


def repair_truncated(detections: Sequence[Detection], read: ReadsFaces) -> list[Detection]:
    """Replace truncated outlines by whole tiles, if the classifier finds these more believable.

    Args:
        detections: the tiles of a photo.
        read: reads the faces in further outlines, boxes in the same pixels.

    Returns:
        The tiles that are not replaced, in the same order. Then the whole tiles, each with the
        highest score of its parts.
    """
    proposals = list(propose_whole_tiles(detections))
    if not proposals:
        return list(detections)
    outlines = [undetected_outline(proposal.box) for proposal in proposals]
    proposals_and_tiles = list(zip(proposals, read(outlines), strict=True))
    # Take the most believable whole tile first, because no outline can be a part of two tiles.
    proposals_and_tiles.sort(key=_belief_in_whole_tile, reverse=True)
    replaced_indices: set[int] = set()
    whole_tiles = []
    for proposal, whole_tile in proposals_and_tiles:
        parts = [detections[index] for index in proposal.parts]
        if _is_believed(whole_tile, parts) and replaced_indices.isdisjoint(proposal.parts):
            replaced_indices |= proposal.parts
            score = max(part.score for part in parts)
            whole_tiles.append(replace(whole_tile, score=score))
    others = [
        detection for index, detection in enumerate(detections) if index not in replaced_indices
    ]
    return [*others, *whole_tiles]


def _belief_in_whole_tile(proposal_and_tile: tuple[WholeTile, Detection]) -> float:
    """The probability that there is a tile with its likeliest face at the proposed place."""
    _, whole_tile = proposal_and_tile
    return whole_tile.belief


def undetected_outline(box: NDArray[np.float32]) -> Outline:
    """The outline of a face that the detector did not detect, for the classifier to read."""
    # The log-odds of this score are 0, so that the classifier alone decides.
    return Outline(box, score=LIKELY, back_share=0.0)


def _is_believed(whole_tile: Detection, parts: Sequence[Detection]) -> bool:
    """Whether a whole tile is believable enough to replace its parts."""
    if whole_tile.belief < LIKELY:
        return False
    shows_other_face = all(part.tile != whole_tile.tile for part in parts)
    has_sure_face = whole_tile.confidence >= CLEAR
    greatest_part_belief = max(part.belief for part in parts)
    if shows_other_face and has_sure_face:
        return whole_tile.belief >= _OTHER_FACE_BELIEF_SHARE * greatest_part_belief
    return whole_tile.belief >= greatest_part_belief


def propose_whole_tiles(detections: Sequence[Detection]) -> Iterator[WholeTile]:
    """Yield the whole tiles of which short outlines may be parts.

    A short outline may be the upper or the lower part of a tile. So there are two proposals: the
    outline made longer at its lower end, then at its upper end. A proposal without room between the
    other outlines is left out.
    """
    clear_indices = [
        index for index, detection in enumerate(detections) if _shows_length(detection)
    ]
    if not clear_indices:
        return
    boxes = np.stack([detection.box for detection in detections])
    for short in _find_short(boxes, clear_indices):
        # From the middle of a whole tile to the middle of its right edge and of its bottom edge.
        half_right = _right_of(short.down) * short.width / 2
        half_down = short.down * short.whole_length / 2
        center = boxes[short.index].mean(axis=0)
        # If the outline grows at one end, its middle moves by half of the growth.
        missing_length = short.whole_length - short.length
        for shift in (missing_length / 2, -missing_length / 2):
            box = box_around(center + short.down * shift, half_right, half_down)
            parts = _parts_of(box, boxes, short.index)
            if parts is not None:
                yield WholeTile(box, parts)


def _shows_length(detection: Detection) -> bool:
    """Whether a tile is clear and upright, so that its box shows how long a tile is."""
    is_clear = detection.score >= CLEAR and detection.confidence >= CLEAR
    return is_clear and detection.height > detection.width


def _find_short(boxes: NDArray[np.float32], clear_indices: Sequence[int]) -> list[_ShortOutline]:
    """Find outlines that are as wide as their clear neighbours, but shorter.

    Args:
        boxes: ``(n, 4, 2)`` float32 pixels: all outlines.
        clear_indices: the indices of the clear tiles among them.
    """
    # Each array has an entry for each of the k outlines that have enough clear neighbours. Arrays
    # of neighbours are (k, 3).
    indices, neighbours = _find_neighbours(boxes, clear_indices)
    down, is_parallel = _mean_direction_down(neighbours)
    widths, lengths = _extents(boxes[indices], down)
    neighbour_widths, neighbour_lengths = _extents(neighbours, down[:, None])

    usual_width = np.median(neighbour_widths, axis=1)
    is_as_wide = np.maximum(widths / usual_width, usual_width / widths) <= WIDTH_RATIO
    # The length of a whole tile of this width, if it has the shape of its neighbours.
    aspects = np.median(neighbour_lengths / neighbour_widths, axis=1)
    whole_lengths = aspects * widths
    is_short = lengths < _SHORT_SHARE * whole_lengths

    return [
        _ShortOutline(
            index=int(indices[k]),
            down=down[k],
            width=float(widths[k]),
            length=float(lengths[k]),
            whole_length=float(whole_lengths[k]),
        )
        for k in np.flatnonzero(is_parallel & is_as_wide & is_short)
    ]


def _find_neighbours(
    boxes: NDArray[np.float32], clear_indices: Sequence[int]
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Find the nearest clear tiles of each outline.

    Args:
        boxes: ``(n, 4, 2)`` float32 pixels: all outlines.
        clear_indices: the indices of the clear tiles among them.

    Returns:
        ``(k,)`` the indices of the outlines with enough clear neighbours, and ``(k, 3, 4, 2)``
        float32 pixels: the neighbours of each.
    """
    centers = boxes.mean(axis=1)
    # (n, number of clear tiles): from the centre of each outline to that of each clear tile.
    distances = np.linalg.norm(centers[clear_indices] - centers[:, None], axis=2)
    # No tile is its own neighbour.
    distances[clear_indices, np.arange(len(clear_indices))] = np.inf
    # (n, 3): the nearest clear tiles of each outline, as positions in ``clear_indices``. There are
    # fewer columns if the photo has fewer clear tiles.
    nearest = distances.argsort(axis=1, kind="stable")[:, :_NEIGHBOURS]
    is_neighbour = np.isfinite(np.take_along_axis(distances, nearest, axis=1))
    has_enough_neighbours = is_neighbour.sum(axis=1) == _NEIGHBOURS
    indices = np.flatnonzero(has_enough_neighbours)
    neighbour_indices = np.array(clear_indices)[nearest[indices]]
    return indices, boxes[neighbour_indices]


def _mean_direction_down(neighbours: NDArray[np.float32]) -> tuple[Floats, NDArray[np.bool_]]:
    """Average the directions from the top to the bottom of neighbours' faces.

    Args:
        neighbours: ``(k, 3, 4, 2)`` float32 pixels: the three neighbours of each outline.

    Returns:
        ``(k, 2)`` float64 unit vectors: the mean direction of each outline's neighbours. Then
        ``(k,)`` bool: whether all three are nearly parallel to it.
    """
    # (k, 3, 2): the direction of each neighbour.
    down = sides(neighbours)[:, :, 1].astype(np.float64)
    down /= np.linalg.norm(down, axis=2, keepdims=True)
    # Tiles may be upside down. Reverse each direction that is opposite to the first neighbour's.
    is_upside_down = (down * down[:, :1]).sum(axis=2, keepdims=True) < 0
    down *= np.where(is_upside_down, -1.0, 1.0)

    mean_down = down.mean(axis=1)
    mean_down /= np.linalg.norm(mean_down, axis=1, keepdims=True)
    least_cosine = (down * mean_down[:, None]).sum(axis=2).min(axis=1)
    return mean_down, least_cosine >= np.cos(np.radians(DEFAULT_SETTINGS.angle_deg))


def _parts_of(
    box: NDArray[np.float32], boxes: NDArray[np.float32], index: int
) -> frozenset[int] | None:
    """Find the outlines that are parts of a whole tile: those that lie mostly in it.

    Args:
        box: ``(4, 2)`` float32 pixels: the whole tile.
        boxes: ``(n, 4, 2)`` float32 pixels: all outlines.
        index: the index of the outline that was made longer. It is always a part.

    Returns:
        The indices of the parts. None if another outline lies partly in the whole tile, so that
        there is no room for the whole tile.
    """
    parts = {index}
    overlaps = False
    for other, other_box in enumerate(boxes):
        common_area = float(cv2.intersectConvexConvex(other_box, box)[0])
        share = common_area / max(float(cv2.contourArea(other_box)), TINY)
        if share >= _COVERED_SHARE:
            parts.add(other)
        elif share > _OVERLAP_SHARE and other != index:
            overlaps = True
    return None if overlaps else frozenset(parts)


def _extents(boxes: NDArray[np.float32], down: Floats) -> tuple[Floats, Floats]:
    """Measure how wide and how long boxes are, given the direction of their length.

    A box may begin at any of its corners. So its first side may be its width or its length.

    Args:
        boxes: ``(..., 4, 2)`` the corners of each box in pixels.
        down: ``(..., 2)`` unit vector in the direction of its length.

    Returns:
        ``(...)`` the widths at a right angle to the directions, and ``(...)`` the lengths along
        them, in pixels.
    """
    # (..., 2, 2): both sides of each box. Of both, the side that reaches farther in a direction is
    # the side along it.
    box_sides = sides(boxes)
    right = _right_of(down)
    widths = np.abs((box_sides * right[..., None, :]).sum(axis=-1)).max(axis=-1)
    lengths = np.abs((box_sides * down[..., None, :]).sum(axis=-1)).max(axis=-1)
    return widths, lengths


def _right_of(down: Floats) -> Floats:
    """The directions ``(..., 2)`` to the right of faces, from the directions down the faces."""
    return np.stack([down[..., 1], -down[..., 0]], axis=-1)

"""Holes in rows: a gap as wide as a tile suggests a tile that the detector missed.

Mostly it is a blank white dragon. The classifier reads the hole, and a logistic regression computes
the probability that there is a tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK
from hu.vision.detection import CLEAR, Detection, log_odds, logistic
from hu.vision.finding.blank import BlankReading, split_white_and_back
from hu.vision.finding.truncated import WIDTH_RATIO, ReadsFaces, undetected_outline
from hu.vision.geometry import TINY, Floats, sides
from hu.vision.layout.settings import DEFAULT_SETTINGS

#: The least and the largest distance between the centres of the two tiles beside a hole, in tile
#: widths. For a hole of exactly one tile it would be 2. The limits allow for gaps between tiles,
#: and for boxes that are drawn too small.
_LEAST_DISTANCE: Final = 1.75
_MOST_DISTANCE: Final = 2.4
#: Two tiles of a row touch if the distance between their centres is at most this, in tile widths.
_TOUCHING_DISTANCE: Final = 1.3
#: Two tiles are in line if one lies higher than the other by at most this share of a tile's length.
_MOST_OFFSET: Final = 0.25
#: A box is not free if the centre of a tile is nearer to the box's centre than this share of the
#: box's width, and than this share of its length.
_FREE_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Hole:
    """A hole of one tile's width in a row.

    Attributes:
        box: ``(4, 2)`` float32 pixels: the face that may be there, clockwise from top left.
        beside: the indices of the tiles on both sides.
    """

    box: NDArray[np.float32]
    beside: tuple[int, int]


def fill_holes(
    detections: Sequence[Detection], read: ReadsFaces, weights: Sequence[float], least_score: float
) -> list[Detection]:
    """Add the tiles that the classifier sees in the holes of rows.

    Args:
        detections: the tiles of a photo.
        read: reads the faces in further outlines, boxes in the same pixels.
        weights: the weight of each of ``hole_features``, then the constant of their sum. Empty if
            no holes are filled.
        least_score: a tile is added if its probability is at least this. A back is never added.

    Returns:
        The tiles of the photo in the same order, then those in holes.
    """
    if not weights:
        return list(detections)
    *feature_weights, constant = weights
    tiles_in_holes = []
    for reading in read_holes(find_holes(detections), detections, read):
        tile_log_odds = float(np.dot(feature_weights, hole_features(reading))) + constant
        score = logistic(tile_log_odds)
        if score >= least_score and reading.detection.tile != BACK:
            tiles_in_holes.append(replace(reading.detection, score=score))
    return [*detections, *tiles_in_holes]


def read_holes(
    holes: Sequence[Hole], detections: Sequence[Detection], read: ReadsFaces
) -> list[BlankReading]:
    """Read the faces in holes, and compare blank faces with the other tiles of the photo.

    Args:
        holes: the holes.
        detections: the tiles of the photo.
        read: reads the faces in further outlines, boxes in the same pixels.

    Returns:
        A reading of each hole, in the same order, whether its face is blank or not.
    """
    if not holes:
        return []
    outlines = [undetected_outline(hole.box) for hole in holes]
    readings = split_white_and_back([*detections, *read(outlines)])
    return readings[len(detections) :]


def hole_features(reading: BlankReading) -> Floats:
    """Compute the features that show whether there is a tile in a hole.

    Returns:
        ``(3,)`` float64. First the log-odds of a tile by the classifier. Then 1 if the reading has
        a similarity, and this similarity, from 0 to 1. Both are 0 if it has none.
    """
    tile_log_odds = log_odds(reading.detection.score)
    if reading.similarity is None:
        return np.array([tile_log_odds, 0.0, 0.0])
    return np.array([tile_log_odds, 1.0, reading.similarity])


def find_holes(detections: Sequence[Detection]) -> list[Hole]:
    """Find holes of one tile's width between two tiles of a row.

    At least one of the two tiles is clear, and at least one of them touches a third tile. All of
    these tiles lie face up.
    """
    face_up_indices = [
        index for index, detection in enumerate(detections) if detection.tile != BACK
    ]
    if not face_up_indices:
        return []
    is_clear = [detections[index].score >= CLEAR for index in face_up_indices]
    boxes = np.stack([detections[index].box for index in face_up_indices]).astype(np.float64)
    all_centers = np.stack([detection.center for detection in detections])
    geometry = _RowGeometry(boxes)
    holes = []
    for first, second in np.argwhere(np.triu(geometry.are_apart)).tolist():
        has_clear_side = is_clear[first] or is_clear[second]
        has_touching_side = geometry.touch[first].any() or geometry.touch[second].any()
        if not (has_clear_side and has_touching_side):
            continue
        box = geometry.box_between(first, second)
        if is_free(box, all_centers):
            beside = (face_up_indices[first], face_up_indices[second])
            holes.append(Hole(box.astype(np.float32), beside))
    return holes


class _RowGeometry:
    """Which tiles are in line, and how far apart they are.

    Args:
        boxes: ``(n, 4, 2)`` float64 pixels.

    Attributes:
        touch: ``(n, n)`` bool: neighbours that touch.
        are_apart: ``(n, n)`` bool: tiles of one row with room for exactly one tile between them.
    """

    def __init__(self, boxes: Floats) -> None:
        self._boxes = boxes
        # (n, 2, 2): the vector along each top edge, and the vector down each left edge.
        right_and_down = np.asarray(sides(boxes), dtype=np.float64)
        self._right = right_and_down[:, 0]
        lengths = np.maximum(np.linalg.norm(right_and_down, axis=2), TINY)
        widths = lengths[:, 0]
        heights = lengths[:, 1]
        directions = right_and_down / lengths[..., None]
        rightwards = directions[:, 0]
        downwards = directions[:, 1]

        centers = boxes.mean(axis=1)
        steps = centers[None] - centers[:, None]
        common_width = (widths[:, None] + widths) / 2
        # Entry [i, j] is about the step from the centre of tile i to that of tile j, seen in the
        # directions of tile i. ``along``: how many tile widths it leads to the right or left.
        # ``across``: how many lengths of tile i it leads up or down.
        along = np.abs((steps * rightwards[:, None]).sum(axis=2)) / common_width
        across = np.abs((steps * downwards[:, None]).sum(axis=2)) / heights[:, None]

        least_cosine = np.cos(np.radians(DEFAULT_SETTINGS.angle_deg))
        are_parallel = np.abs(rightwards @ rightwards.T) >= least_cosine
        ratio = widths[:, None] / widths
        are_equal = np.maximum(ratio, 1 / ratio) <= WIDTH_RATIO
        are_in_line = are_parallel & are_equal & (across <= _MOST_OFFSET)
        np.fill_diagonal(are_in_line, val=False)
        self.touch = are_in_line & (along <= _TOUCHING_DISTANCE)
        fits_one_tile = (along >= _LEAST_DISTANCE) & (along <= _MOST_DISTANCE)
        self.are_apart = are_in_line & fits_one_tile

    def box_between(self, first: int, second: int) -> Floats:
        """``(4, 2)`` pixels: the box in the middle of two boxes."""
        first_box = self._boxes[first]
        second_box = self._boxes[second]
        are_opposite = self._right[first] @ self._right[second] < 0
        if are_opposite:
            # One of the tiles is upside down. Let the second box begin with the opposite corner, so
            # that both boxes begin with the same corner.
            second_box = np.roll(second_box, 2, axis=0)
        middle: Floats = (first_box + second_box) / 2
        return middle


def is_free(box: Floats, centers: NDArray[np.floating]) -> bool:
    """Whether no tile lies in a box, such as a hole in a row.

    Args:
        box: ``(4, 2)`` pixels.
        centers: ``(n, 2)`` pixels: the centres of all tiles.
    """
    right, down = np.asarray(sides(box), dtype=np.float64)
    steps = centers - box.mean(axis=0)
    # How far each centre is from the box's, as a share of the box's width and of its length. (The
    # dot product of a step and a side is the extent of the step along the side, times the length of
    # the side.)
    share_of_width = np.abs(steps @ right) / max(float(right @ right), TINY)
    share_of_length = np.abs(steps @ down) / max(float(down @ down), TINY)
    lies_in_box = (share_of_width < _FREE_SHARE) & (share_of_length < _FREE_SHARE)
    return not bool(lies_in_box.any())

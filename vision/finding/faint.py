"""Faint outlines: white dragons that the detector hardly saw, beside the tiles of a row.

A blank tile has no ink, so the detector scores it low. The ground and the size of the faces around
it show that it is a tile all the same.
"""

from collections.abc import Sequence

import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.detection import (
    CLEAR,
    OFFSET_TILE_WIDTHS,
    TOUCHING_TILE_WIDTHS,
    Detection,
)
from hu.vision.finding.blank import score_by_similarity, split_white_and_back
from hu.vision.finding.holes import is_free
from hu.vision.finding.truncated import ReadsFaces
from hu.vision.geometry import TINY, Floats, sides
from hu.vision.networks.calibration import Calibration
from hu.vision.networks.detector import Outline


def find_faint_dragons(
    detections: Sequence[Detection],
    faint_outlines: Sequence[Outline],
    read: ReadsFaces,
    calibration: Calibration,
) -> list[Detection]:
    """Find the white dragons among faint outlines.

    Args:
        detections: the tiles of a photo.
        faint_outlines: the outlines that the detector scored too low for proposals.
        read: reads the faces in further outlines, boxes in the same pixels.
        calibration: the weights of a white dragon's similarity to the faces.

    Returns:
        The white dragons beside clear faces, each with its score. Some may overlap.
    """
    outlines = _outlines_beside_faces(detections, faint_outlines)
    if not outlines:
        return []
    readings = split_white_and_back([*detections, *read(outlines)])
    dragons = []
    for reading in readings[len(detections) :]:
        if reading.similarity is not None:
            dragons.append(score_by_similarity(reading, calibration))
    return dragons


def _outlines_beside_faces(
    detections: Sequence[Detection], outlines: Sequence[Outline]
) -> list[Outline]:
    """Select the outlines that lie beside a clear face in its row, and that hold no tile."""
    clear_faces = [
        detection for detection in detections if detection.score >= CLEAR and detection.tile != BACK
    ]
    if not clear_faces:
        return []
    centers = np.stack([detection.center for detection in detections])
    result = []
    for outline in outlines:
        box = outline.box.astype(np.float64)
        lies_beside_face = any(_lies_beside(box, face) for face in clear_faces)
        if lies_beside_face and is_free(box, centers):
            result.append(outline)
    return result


def _lies_beside(box: Floats, face: Detection) -> bool:
    """Whether a box is as near to a face as the next tile of the face's row.

    Its middle may be a tile's width and a small gap to the side, and only a little up or down.
    The distances to the right and down are measured in widths and lengths of the face as the photo
    shows it. A slanted view shortens the sides of the face as much as these distances.

    Args:
        box: ``(4, 2)`` float64: the corners of the box in pixels.
        face: a clear face.
    """
    right, down = np.asarray(sides(face.box.astype(np.float64)))
    step = box.mean(axis=0) - face.center
    determinant = right[0] * down[1] - right[1] * down[0]
    if abs(determinant) < TINY:
        return False
    widths = (step[0] * down[1] - step[1] * down[0]) / determinant
    lengths = (right[0] * step[1] - right[1] * step[0]) / determinant
    most_widths = 1 + TOUCHING_TILE_WIDTHS
    return bool(abs(widths) <= most_widths and abs(lengths) <= OFFSET_TILE_WIDTHS)

"""Cutting a tile's face out of a photo, straightened: the same geometry in training and in use."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

#: Side of the square that a face is straightened to, in pixels.
FACE_SIZE: Final = 64
#: How much of the tile's surroundings the square shows on each side, as a share of the face.
MARGIN: Final = 0.06


def square(size: int = FACE_SIZE, margin: float = MARGIN) -> NDArray[np.float32]:
    """``(4, 2)`` float32: where the face's corners lie in the straightened square, clockwise from top left."""
    edge = size * margin / (1 + 2 * margin)
    low, high = edge, size - edge
    return np.array([[low, low], [high, low], [high, high], [low, high]], dtype=np.float32)


def straighten(image: NDArray[np.uint8], box: NDArray[np.float32], size: int = FACE_SIZE) -> NDArray[np.uint8]:
    """Cut one face out of a picture.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        box: ``(4, 2)`` float32 corners in pixels of ``image``, clockwise from the face's top left.
        size: side of the result in pixels.

    Returns:
        ``(size, size, 3)`` uint8 RGB; what lies outside ``image`` repeats its edge.
    """
    extent = max(float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[2] - box[1])))
    # Straight sampling of a much larger face would skip pixels and turn fine strokes into noise.
    factor = max(1, min(4, round(extent / size)))
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), square(size * factor))
    face = cv2.warpPerspective(
        image, matrix, (size * factor, size * factor), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if factor > 1:
        face = cv2.resize(face, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(face, dtype=np.uint8)

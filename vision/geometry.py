"""The geometry of tile outlines: bounding boxes, their IoU, oriented boxes, and rectified faces."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

#: Arrays of numbers, such as points, vectors and costs.
Floats = NDArray[np.float64]

#: How many times longer than wide a tile's face is. Tile sets differ, from 1.25 to 1.45.
ASPECT: Final = 4 / 3
#: The least divisor and argument of a logarithm.
TINY: Final = 1e-9
#: The side of the square that a face is rectified to, in pixels.
FACE_SIZE: Final = 64
#: How much of the tile's surroundings the square shows on each side, as a share of the face.
MARGIN: Final = 0.06
#: Faces are sampled at up to this many times their size, and then reduced.
_MOST_OVERSAMPLING: Final = 4


def length(vector: NDArray[np.floating]) -> np.floating:
    """The length of a vector ``(2,)``: equal to ``np.linalg.norm``, in a third of its time."""
    result: np.floating = np.sqrt(vector.dot(vector))
    return result


def bounding_box(box: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(4,)`` float32: left, top, right and bottom of the bounding box of ``(4, 2)`` corners."""
    return np.concatenate([box.min(axis=0), box.max(axis=0)]).astype(np.float32)


def iou(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """Compute the IoU of axis-aligned boxes: the area of the intersection over that of the union.

    Args:
        first: ``(n, 4)`` left, top, right and bottom of each box.
        second: ``(m, 4)`` the same of other boxes.

    Returns:
        ``(n, m)`` float32, 0 to 1.
    """
    # (n, m, 2): the upper left and the lower right corner of the area that both boxes cover.
    upper_left = np.maximum(first[:, None, :2], second[None, :, :2])
    lower_right = np.minimum(first[:, None, 2:], second[None, :, 2:])
    # (n, m): that area. Boxes that do not overlap have a negative width or height, which becomes 0.
    common_area = np.maximum(lower_right - upper_left, 0).prod(axis=2)
    first_area = (first[:, 2:] - first[:, :2]).prod(axis=1)
    second_area = (second[:, 2:] - second[:, :2]).prod(axis=1)
    union_area = first_area[:, None] + second_area[None] - common_area
    return np.asarray(common_area / np.maximum(union_area, TINY), dtype=np.float32)


def sides(boxes: NDArray[np.floating]) -> NDArray[np.floating]:
    """Compute the two sides of boxes: a vector to the right and a vector down.

    The vector to the right is the mean of the top edge and the bottom edge. The vector down is the
    mean of the left edge and the right edge.

    Args:
        boxes: ``(..., 4, 2)`` the corners of each box, clockwise from top left.

    Returns:
        ``(..., 2, 2)`` right and down of each box, each as x and y.
    """
    top_left = boxes[..., 0, :]
    top_right = boxes[..., 1, :]
    bottom_right = boxes[..., 2, :]
    bottom_left = boxes[..., 3, :]
    right = (top_right - top_left + bottom_right - bottom_left) / 2
    down = (bottom_left - top_left + bottom_right - top_right) / 2
    return np.stack([right, down], axis=-2)


def oriented_box(outline: NDArray[np.float32]) -> NDArray[np.float32]:
    """Compute the rectangle that replaces the outline of a tile seen at a slant.

    Such an outline is nearly a parallelogram, because its sides ``right`` and ``down`` are not at a
    right angle. The sides of the rectangle are, and follow them as well as possible::

                right
             +---------+            +---------+
            /         /             |         |
      down /         /              |         |
          +---------+               +---------+

    The rectangle is turned by the rotation that is nearest to the camera's view of the tile (polar
    decomposition). The smallest rectangle around the outline would not do: it follows only one of
    the two sides, and jumps to the other side if the outline changes a little.

    The rectangle is as wide as ``right`` reaches in the direction of its width, and wider by half
    of the way that ``down`` leans to the side. Its height has half of the lean of ``right`` in the
    same way. So it covers most of the outline, and overlaps its neighbours little.

    Args:
        outline: ``(4, 2)`` float32 corners, clockwise from the face's top left.

    Returns:
        ``(4, 2)`` float32 corners in the same order.
    """
    right, down = sides(outline)
    # The camera's view is the matrix that takes the sides of an upright tile, (1, 0) and
    # (0, ASPECT), to these sides. Its columns are ``right`` and ``down / ASPECT``. The nearest
    # rotation to a matrix ((a, b), (c, d)) has the angle atan2(c - b, a + d).
    angle = np.arctan2(right[1] - down[0] / ASPECT, right[0] + down[1] / ASPECT)
    # The directions of the rectangle's sides.
    unit_right = np.array([np.cos(angle), np.sin(angle)])
    unit_down = np.array([-unit_right[1], unit_right[0]])
    # The extent of the outline's sides in these directions, with half of the other side's lean.
    lean_of_down = abs(down @ unit_right)
    width = abs(right @ unit_right) + lean_of_down / 2
    lean_of_right = abs(right @ unit_down)
    height = abs(down @ unit_down) + lean_of_right / 2
    # From the middle of the rectangle to the middle of its right edge and of its bottom edge.
    half_right = unit_right * width / 2
    half_down = unit_down * height / 2
    return box_around(outline.mean(axis=0), half_right, half_down)


def box_around(
    center: NDArray[np.floating], half_right: Floats, half_down: Floats
) -> NDArray[np.float32]:
    """Build a box from its middle.

    Args:
        center: ``(2,)`` the middle of the box.
        half_right: ``(2,)`` the step from the middle to the middle of the right edge.
        half_down: ``(2,)`` the step from the middle to the middle of the bottom edge.

    Returns:
        ``(4, 2)`` float32 corners, clockwise from top left.
    """
    corners_from_center = [
        -half_right - half_down,
        half_right - half_down,
        half_right + half_down,
        half_down - half_right,
    ]
    return np.asarray(center + corners_from_center, dtype=np.float32)


def rectified_corners(size: int = FACE_SIZE, margin: float = MARGIN) -> NDArray[np.float32]:
    """``(4, 2)`` float32: the face's corners in the rectified square, clockwise from top left.

    Args:
        size: the side of the square in pixels.
        margin: how much of the surroundings the square shows on each side, as a share of the face.
    """
    # The square is 1 + 2 * margin times as wide as the face. The margin in pixels is where the face
    # begins, from the left and from the top.
    start = size * margin / (1 + 2 * margin)
    end = size - start
    return np.array([[start, start], [end, start], [end, end], [start, end]], dtype=np.float32)


def rectify(
    image: NDArray[np.uint8], box: NDArray[np.float32], size: int = FACE_SIZE
) -> NDArray[np.uint8]:
    """Cut a face out of a picture.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        box: ``(4, 2)`` float32 corners in pixels of ``image``, clockwise from the face's top left.
        size: the side of the result in pixels.

    Returns:
        ``(size, size, 3)`` uint8 RGB. Outside ``image`` its edge is repeated.
    """
    width = float(length(box[1] - box[0]))
    height = float(length(box[2] - box[1]))
    # Cutting takes a pixel of the picture for each pixel of the result. If the face is much larger
    # than the result, pixels between would be skipped, and fine strokes would become noise. Such a
    # face is first cut out at a multiple of the result's size, and then reduced by averaging.
    factor = max(1, min(_MOST_OVERSAMPLING, round(max(width, height) / size)))
    large_size = size * factor
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), rectified_corners(large_size))
    face = cv2.warpPerspective(
        image,
        matrix,
        (large_size, large_size),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if factor > 1:
        face = cv2.resize(face, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(face, dtype=np.uint8)

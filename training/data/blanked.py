"""Blank white dragons in real photos.

The ink of some tiles is removed, and blank copies are laid beside rows. Light, shadow and edges of
the tiles stay as the photo has them. Sets whose white dragon shows nothing are common, and few
photos of them are at hand.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import rectified_corners, rectify

Image = NDArray[np.uint8]
Box = NDArray[np.float32]

#: Side of a rectified face in pixels.
_SIDE: Final = 112
#: Pixels along its edges that show the tile's rim and stay as they are.
_MARGIN: Final = 6
#: The most tiles of a photo that are made blank: as many as a tile set has white dragons.
_MOST_BLANK: Final = 4
#: Least width in pixels of a tile whose ink is removed.
_LEAST_PX: Final = 12
#: The brightest pixels of a face show its ground. This is their share of all pixels.
_GROUND: Final = 0.4
#: The most noise of a painted ground, as a standard deviation in levels.
_MOST_NOISE: Final = 4.0
#: The most blank copies that are laid into a photo.
_MOST_COPIES: Final = 2
#: The least and the greatest gap between a copy and its original, in widths or heights of the tile.
_CLOSE_GAPS: Final = (0.0, 0.06)
_ANY_GAPS: Final = (0.0, 1.5)
#: How many places are tried for the copies of a photo.
_TRIES: Final = 12
#: At most this share of a copy's area may lie over another tile.
_OVERLAP: Final = 0.02


def erase_ink(
    image: Image, boxes: Sequence[Box], rng: np.random.Generator
) -> tuple[Image, tuple[int, ...]]:
    """Remove the ink of one to four tiles, at a row's ends more often than in its middle.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        boxes: ``(4, 2)`` pixels of each tile.
        rng: decides which tiles.

    Returns:
        The new picture and the numbers of the blank tiles. There are none if no face is large
        enough.
    """
    # The numbers of the tiles that are large enough.
    candidates = []
    for number, box in enumerate(boxes):
        width = np.linalg.norm(box[1] - box[0])
        if width >= _LEAST_PX:
            candidates.append(number)
    if not candidates:
        return image, ()
    count = min(len(candidates), int(rng.integers(1, _MOST_BLANK + 1)))
    centers = np.stack([boxes[number].mean(axis=0) for number in candidates])
    # Tiles at the ends and apart are missed most often, so they are chosen most often.
    weights = np.linalg.norm(centers - np.median(centers, axis=0), axis=1) + 1.0
    places = rng.choice(len(candidates), size=count, replace=False, p=weights / weights.sum())
    blank_numbers = [candidates[place] for place in places]
    picture = image.copy()
    for number in blank_numbers:
        _erase(picture, boxes[number], rng)
    return picture, tuple(sorted(blank_numbers))


def lay_copies_apart(
    image: Image, boxes: Sequence[Box], blank_numbers: Sequence[int], rng: np.random.Generator
) -> tuple[Image, list[Box]]:
    """Lay up to two copies of blank tiles beside or above tiles, where there is room.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        boxes: ``(4, 2)`` pixels of each tile, clockwise from top left.
        blank_numbers: the numbers of the blank tiles, at least one.
        rng: decides the places.

    Returns:
        The new picture and the copies' outlines. There are none if there is no room.
    """
    picture = image.copy()
    height, width = image.shape[:2]
    middle = np.mean([box.mean(axis=0) for box in boxes], axis=0)
    copies: list[Box] = []
    for _ in range(_TRIES):
        number = blank_numbers[int(rng.integers(len(blank_numbers)))]
        box = boxes[number]
        shift = _choose_shift(box, middle, rng)
        copy = (box + shift).astype(np.float32)
        # The rim of the tile and the shadow along its edges are copied too.
        center = box.mean(axis=0)
        box_with_rim = ((box - center) * 1.12 + center).astype(np.float32)
        copy_with_rim = (box_with_rim + shift).astype(np.float32)
        is_outside = (copy_with_rim < 0).any() or (copy_with_rim >= (width, height)).any()
        if is_outside or _overlaps(copy, [*boxes, *copies]):
            continue
        tile_width = float(np.linalg.norm(box[1] - box[0]))
        picture = _lay(picture, image, copy_with_rim, shift, tile_width)
        copies.append(copy)
        if len(copies) >= _MOST_COPIES:
            break
    return picture, copies


def _choose_shift(
    box: Box, middle: NDArray[np.float32], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Choose how far a copy is moved off a tile: along its row, or away from the row.

    Args:
        box: ``(4, 2)`` pixels of the tile, clockwise from top left.
        middle: ``(2,)`` pixels, the middle of all tiles. Along the row, copies move away from it.
        rng: decides direction and distance.

    Returns:
        ``(2,)`` pixels.
    """
    to_right = box[1] - box[0]
    to_top = box[0] - box[3]
    is_right_of_middle = to_right @ (box.mean(axis=0) - middle) > 0
    if rng.random() < 0.7:
        outwards = 1.0 if is_right_of_middle else -1.0
        shift = to_right * outwards * (1 + _choose_gap(rng))
    else:
        shift = to_top * (1.1 + _choose_gap(rng))
    return np.asarray(shift, dtype=np.float32)


def _overlaps(copy: Box, others: Sequence[Box]) -> bool:
    """Whether a copy shares too much of its area with one of the other tiles."""
    area = cv2.contourArea(copy)
    for other in others:
        common_area, _polygon = cv2.intersectConvexConvex(copy, other)
        if common_area > _OVERLAP * area:
            return True
    return False


def _lay(
    picture: Image, photo: Image, outline: Box, shift: NDArray[np.float32], width: float
) -> Image:
    """Return ``picture`` with a part of ``photo`` moved into an outline, its edges soft.

    Args:
        picture: the picture so far, ``(h, w, 3)`` uint8 RGB.
        photo: the picture with the blank tiles, of the same size. The part is taken from it.
        outline: ``(4, 2)`` pixels of the part after the move.
        shift: ``(2,)`` pixels by which it is moved.
        width: the width of the tile in pixels, which decides how soft the edges are.
    """
    size = (photo.shape[1], photo.shape[0])
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    moved_photo = cv2.warpAffine(photo, matrix, size, flags=cv2.INTER_LINEAR)
    mask = np.zeros(photo.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1.0, cv2.LINE_AA)
    opacity = cv2.GaussianBlur(mask, (0, 0), max(0.5, width * 0.03))[..., None]
    blended = picture * (1 - opacity) + moved_photo * opacity
    return blended.clip(0, 255).astype(np.uint8)


def _choose_gap(rng: np.random.Generator) -> float:
    """Choose the gap between a copy and its original, in widths or heights of the tile."""
    is_close = rng.random() < 0.4
    limits = _CLOSE_GAPS if is_close else _ANY_GAPS
    return float(rng.uniform(*limits))


def _erase(image: Image, box: Box, rng: np.random.Generator) -> None:
    """Paint over the ink of a tile, in place, with the colour and the light of the tile's ground.

    Args:
        image: ``(h, w, 3)`` uint8 RGB, to paint on.
        box: ``(4, 2)`` pixels of the tile.
        rng: decides the noise of the paint.
    """
    # The tile seen from above, (_SIDE, _SIDE, 3), and the part of it within the rim.
    face = rectify(image, box, _SIDE).astype(np.float32)
    inside = np.s_[_MARGIN : _SIDE - _MARGIN, _MARGIN : _SIDE - _MARGIN]
    paint = _paint_ground(face[inside], rng)
    blank_face = face.copy()
    blank_face[inside] = paint

    # Lay the blank face back into the photo. Its edges are soft.
    matrix = cv2.getPerspectiveTransform(rectified_corners(_SIDE), box.astype(np.float32))
    size = (image.shape[1], image.shape[0])
    laid_back = cv2.warpPerspective(
        blank_face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((_SIDE, _SIDE), np.float32)
    mask[inside] = 1.0
    soft_mask = cv2.GaussianBlur(mask, (0, 0), sigmaX=2.0)
    opacity = cv2.warpPerspective(soft_mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    blended = image * (1 - opacity) + laid_back * opacity
    image[:] = blended.clip(0, 255).astype(np.uint8)


def _paint_ground(face: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a face without its ink.

    Light falls off evenly over a tile. So the level of each channel is fitted to the pixels of the
    ground, as ``level = constant + slope_x * x + slope_y * y``.

    Args:
        face: ``(h, w, 3)`` RGB levels.
        rng: decides the noise.

    Returns:
        ``(h, w, 3)`` RGB levels, as noisy as the ground, but at most by ``_MOST_NOISE``.
    """
    # The brightest pixels show the ground.
    light = face.sum(axis=2)
    least_light = np.quantile(light, 1 - _GROUND)
    ground_y, ground_x = np.nonzero(light >= least_light)
    ground = face[ground_y, ground_x]

    terms = np.column_stack([np.ones(len(ground_x)), ground_x, ground_y])
    # A row for each term, a column for each channel.
    coefficients = np.linalg.lstsq(terms, ground, rcond=None)[0]
    constant, slope_x, slope_y = coefficients
    height, width = light.shape
    y, x = np.mgrid[0:height, 0:width]
    levels = constant + x[..., None] * slope_x + y[..., None] * slope_y

    residuals = ground - terms @ coefficients
    noise_level = min(float(np.std(residuals)), _MOST_NOISE)
    noise = rng.normal(0, noise_level, (height, width))
    return np.asarray(levels + noise[..., None])

"""Blank white dragons in real photos: the ink of some tiles is taken away, and blank copies are laid beside rows.

Light, shadow and edges of the tiles stay as the photo has them.

Sets whose white dragon shows nothing are common, and no photo of them is at hand in numbers.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import rectified_corners, rectify

Image = NDArray[np.uint8]
Box = NDArray[np.float32]

#: Pixels of a rectified face; the margin along its edges keeps the tile's own rim.
_SIDE, _MARGIN = 112, 6
#: Blank dragons of one photo, as many as a set has.
_MOST: Final = 4
#: Share of a face's pixels, the brightest, that show its ground.
_GROUND: Final = 0.4
#: Blank copies that are laid beside other tiles of one photo, at most, and how far off, in tile widths.
_COPIES: Final = 2
_AWAY: Final = (0.0, 1.5)
#: Places that are tried for a copy.
_TRIES: Final = 12


def erase_ink(
    image: Image, boxes: Sequence[Box], rng: np.random.Generator
) -> tuple[Image, tuple[int, ...]]:
    """Take the ink off one to four tiles, of a row's ends more often than of its middle.

    Returns:
        The new picture and the places of the blank tiles among ``boxes``; none where no face is large enough.
    """
    wide = [number for number, box in enumerate(boxes) if np.linalg.norm(box[1] - box[0]) >= 12]
    if not wide:
        return image, ()
    count = min(len(wide), int(rng.integers(1, _MOST + 1)))
    centers = np.stack([boxes[number].mean(axis=0) for number in wide])
    # The farther out, the likelier: tiles at the ends and apart are the ones that are missed.
    reach = np.linalg.norm(centers - np.median(centers, axis=0), axis=1) + 1.0
    chosen = [
        wide[k] for k in rng.choice(len(wide), size=count, replace=False, p=reach / reach.sum())
    ]
    result = image.copy()
    for number in chosen:
        _erase(result, boxes[number], rng)
    return result, tuple(sorted(chosen))


def lay_copies_apart(
    image: Image, boxes: Sequence[Box], blank: Sequence[int], rng: np.random.Generator
) -> tuple[Image, list[Box]]:
    """Lay copies of blank tiles at the ends of rows and apart from them.

    Returns:
        The new picture and the copies' outlines; none where there is no room.
    """
    result, taken = image.copy(), list(boxes)
    height, width = image.shape[:2]
    middle = np.mean([box.mean(axis=0) for box in boxes], axis=0)
    for _ in range(_TRIES):
        box = boxes[blank[int(rng.integers(len(blank)))]]
        side, up = box[1] - box[0], box[0] - box[3]
        outwards = 1.0 if side @ (box.mean(axis=0) - middle) > 0 else -1.0
        way = (
            side * outwards * (1 + _clearance(rng))
            if rng.random() < 0.7
            else up * (1.1 + _clearance(rng))
        )
        # The copy brings the rim and the shadow along its edges with it.
        around = ((box - box.mean(axis=0)) * 1.12 + box.mean(axis=0)).astype(np.float32)
        moved, copy = (around + way).astype(np.float32), (box + way).astype(np.float32)
        if (moved < 0).any() or (moved >= (width, height)).any():
            continue
        if any(
            cv2.intersectConvexConvex(copy, other)[0] > 0.02 * cv2.contourArea(copy)
            for other in taken
        ):
            continue
        shift = np.array([[1, 0, way[0]], [0, 1, way[1]]], np.float64)
        laid = cv2.warpAffine(image, shift, (width, height), flags=cv2.INTER_LINEAR)
        mask = np.zeros((height, width), np.float32)
        cv2.fillConvexPoly(mask, moved.round().astype(np.int32), 1.0, cv2.LINE_AA)
        share = cv2.GaussianBlur(mask, (0, 0), max(0.5, float(np.linalg.norm(side)) * 0.03))[
            ..., None
        ]
        result = (result * (1 - share) + laid * share).clip(0, 255).astype(np.uint8)
        taken.append(copy)
        if len(taken) - len(boxes) >= _COPIES:
            break
    return result, taken[len(boxes) :]


def _clearance(rng: np.random.Generator) -> float:
    """Close to the next tile, or apart from it."""
    return float(rng.uniform(0.0, 0.06) if rng.random() < 0.4 else rng.uniform(*_AWAY))


def _erase(image: Image, box: Box, rng: np.random.Generator) -> None:
    """Paint a face, in place, with the colour and the light of its own ground."""
    face = rectify(image, box, _SIDE).astype(np.float32)
    inside = np.s_[_MARGIN : _SIDE - _MARGIN, _MARGIN : _SIDE - _MARGIN]
    light = face[inside].sum(axis=2)
    limit = np.quantile(light, 1 - _GROUND)
    y, x = np.nonzero(light >= limit)
    # A plane through the ground's pixels in each channel: light falls off evenly over one tile.
    terms = np.column_stack([np.ones(len(x)), x, y])
    planes = np.linalg.lstsq(terms, face[inside][y, x], rcond=None)[0]
    rows, columns = np.mgrid[0 : light.shape[0], 0 : light.shape[1]]
    plain = planes[0] + columns[..., None] * planes[1] + rows[..., None] * planes[2]
    spread = float(np.std(face[inside][y, x] - terms @ planes))
    plain = plain + rng.normal(0, min(spread, 4.0), plain.shape[:2])[..., None]
    blank = face.copy()
    blank[inside] = plain
    matrix = cv2.getPerspectiveTransform(rectified_corners(_SIDE), box.astype(np.float32))
    size = image.shape[1::-1]
    laid = cv2.warpPerspective(
        blank, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((_SIDE, _SIDE), np.float32)
    mask[inside] = 1.0
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0)
    share = cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    image[:] = (image * (1 - share) + laid * share).clip(0, 255).astype(np.uint8)

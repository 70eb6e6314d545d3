"""Blank white dragons in real photos: the ink of some tiles is taken away, their light, shadow and edges stay.

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


def blanked(image: Image, boxes: Sequence[Box], rng: np.random.Generator) -> tuple[Image, tuple[int, ...]]:
    """Take the ink off one to four tiles, of a row's ends more often than of its middle.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        boxes: ``(4, 2)`` float32 pixels, the faces' corners, clockwise.
        rng: the only source of chance.

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
    chosen = [wide[k] for k in rng.choice(len(wide), size=count, replace=False, p=reach / reach.sum())]
    result = image.copy()
    for number in chosen:
        _erase(result, boxes[number], rng)
    return result, tuple(sorted(chosen))


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
    laid = cv2.warpPerspective(blank, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((_SIDE, _SIDE), np.float32)
    mask[inside] = 1.0
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0)
    share = cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    image[:] = (image * (1 - share) + laid * share).clip(0, 255).astype(np.uint8)

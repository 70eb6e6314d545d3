"""The ground of a face: the colour that its ink is printed on."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import Floats

#: Added to RGB levels, 0 to 255, before the logarithm. Otherwise a small difference between two
#: dark pixels would count as much as a large difference between two bright pixels.
DARK_LEVEL: Final = 8.0
#: The width of a crop's edge in pixels. It may show the tile's side or the cloth.
_EDGE_PX: Final = 8
#: The standard deviation of the blur that removes noise, in pixels of a crop.
_BLUR_PX: Final = 1.2


def inner_pixels(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(n, 3)`` uint8 RGB: the n pixels of a face ``(h, w, 3)`` that are not on its edges.

    They come row by row from the top.
    """
    return face[_EDGE_PX:-_EDGE_PX, _EDGE_PX:-_EDGE_PX].reshape(-1, 3)


def log_levels(face: NDArray[np.uint8]) -> Floats:
    """Take the logarithms of a face's inner pixels, without their noise.

    Noise has every colour. The blur removes it, because strokes are wider than noise.

    Args:
        face: ``(h, w, 3)`` uint8 RGB.

    Returns:
        ``(n, 3)`` float64, a channel in each column: the logarithms of the levels of the pixels in
        ``inner_pixels``, each with ``DARK_LEVEL`` added.
    """
    blurred_face = np.asarray(cv2.GaussianBlur(face, (0, 0), _BLUR_PX), dtype=np.uint8)
    return np.asarray(np.log(inner_pixels(blurred_face) + DARK_LEVEL), np.float64)


def ground_of(face: NDArray[np.uint8]) -> Floats:
    """``(3,)`` float64 RGB: the median of the brighter half of a face ``(h, w, 3)`` uint8 RGB.

    The edges are left out.
    """
    # (3, n): a row for each channel. This way round, and in whole numbers, the median takes a third
    # of the time.
    channels = np.ascontiguousarray(inner_pixels(face).T, dtype=np.int16)
    brightness = channels.sum(axis=0)
    is_bright = brightness >= np.median(brightness)
    return np.asarray(np.median(channels[:, is_bright], axis=1))

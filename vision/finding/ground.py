"""The ground of a face: the colour that its ink is printed on."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import Floats

#: Added to RGB levels, 0 to 255, before the logarithm. Otherwise a small difference between two
#: dark pixels would count as much as a large difference between two bright pixels.
DARK_LEVEL: Final = 8.0
#: The width of a crop's edge in pixels. It may show the tile's side or the cloth.
_EDGE_PX: Final = 8


def inner_pixels(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(n, 3)`` uint8 RGB: the n pixels of a face ``(h, w, 3)`` that are not on its edges.

    They come row by row from the top.
    """
    return face[_EDGE_PX:-_EDGE_PX, _EDGE_PX:-_EDGE_PX].reshape(-1, 3)


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

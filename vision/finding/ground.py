"""The ground of a face: the colour that its ink is printed on."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import Floats

#: Added to RGB levels before the logarithm, so that dark pixels do not count more than they show.
DARK_LEVEL: Final = 8.0
#: Pixels of a crop's edge that may show the tile's side or the cloth.
_EDGE_PX: Final = 8


def inner_pixels(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(n, 3)`` uint8 RGB: the pixels of a face ``(h, w, 3)`` without its edges."""
    return face[_EDGE_PX:-_EDGE_PX, _EDGE_PX:-_EDGE_PX].reshape(-1, 3)


def ground_of(face: NDArray[np.uint8]) -> Floats:
    """``(3,)`` float64 RGB: the median of the brighter half of a face ``(h, w, 3)`` uint8 RGB.

    The edges are left out.
    """
    # A row for each channel, of whole numbers, takes a third of the time.
    channels = np.ascontiguousarray(inner_pixels(face).T, dtype=np.int16)
    brightness = channels.sum(axis=0)
    is_bright = brightness >= np.median(brightness)
    return np.asarray(np.median(channels[:, is_bright], axis=1))

"""Taught faces compared as pictures: what the classifier's features leave open between two or three faces."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Gray = NDArray[np.float32]
#: Pictures are compared less sharp than this many pixels, so that a blurred photo still resembles a sharp one.
_BLUR_PX: Final = 2.0
#: Outlines are exact to about this many pixels of the crop.
_SHIFT_PX: Final = 5


def softened(crop: Image) -> Gray:
    """``(64, 64)`` float32: the brightness of a crop ``(64, 64, 3)`` uint8 RGB, less sharp."""
    return np.asarray(cv2.GaussianBlur(crop.mean(axis=2, dtype=np.float32), (0, 0), _BLUR_PX), dtype=np.float32)


def correlation(seen: Gray, shown: Gray) -> float:
    """The correlation of two softened crops, at the shift of up to five pixels at which it is greatest; -1 to 1."""
    middle = shown[_SHIFT_PX:-_SHIFT_PX, _SHIFT_PX:-_SHIFT_PX]
    return float(cv2.matchTemplate(seen, middle, cv2.TM_CCOEFF_NORMED).max())

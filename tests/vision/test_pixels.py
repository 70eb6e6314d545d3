"""Shrinking pictures."""

import cv2
import numpy as np
import pytest

from hu.vision.pixels import shrunk


@pytest.mark.parametrize("size", [(320, 240), (101, 77), (640, 480), (1999, 1500)])
def test_a_shrunk_picture_is_nearly_what_averaging_in_one_step_gives(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    smooth = cv2.resize(rng.integers(0, 256, (60, 80, 3), dtype=np.uint8), (2017, 1513), interpolation=cv2.INTER_CUBIC)
    image = np.asarray(smooth, dtype=np.uint8)
    small = shrunk(image, size)
    expected = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    assert small.shape == (size[1], size[0], 3)
    assert float(np.abs(small.astype(float) - expected).mean()) < 2

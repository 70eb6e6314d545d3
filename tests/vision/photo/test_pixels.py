"""Shrinking pictures."""

import cv2
import numpy as np
import pytest

from hu.vision.photo.pixels import shrunk


@pytest.mark.parametrize("shape", [(1512, 2016), (1513, 2017)])
@pytest.mark.parametrize("size", [(320, 240), (101, 77), (640, 480), (1999, 1500)])
def test_a_shrunk_picture_is_nearly_what_averaging_in_one_step_gives(
    shape: tuple[int, int], size: tuple[int, int]
) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    image = np.asarray(cv2.resize(noise, shape[::-1], interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    small = shrunk(image, size)
    assert small.shape == (size[1], size[0], 3)
    # An odd row and column that are left out shift the far corner by a pixel of the large picture.
    assert float(np.abs(small.astype(float) - cv2.resize(image, size, interpolation=cv2.INTER_AREA)).mean()) < 2

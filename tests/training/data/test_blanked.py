"""Ink taken off real tiles: what is left is as bright as the ground, and everything beside the faces stays."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.data.blanked import erase_ink, lay_copies_apart


def _row() -> tuple[NDArray[np.uint8], list[NDArray[np.float32]]]:
    image = np.full((120, 300, 3), (30, 90, 40), np.uint8)
    boxes = []
    for number in range(5):
        x0, y0, x1, y1 = 20 + 50 * number, 30, 62 + 50 * number, 86
        cv2.rectangle(image, (x0, y0), (x1, y1), (236, 232, 220), -1)
        cv2.circle(image, ((x0 + x1) // 2, (y0 + y1) // 2), 12, (180, 20, 30), -1)
        boxes.append(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32))
    return image, boxes


def test_the_ink_goes_and_the_ground_stays() -> None:
    image, boxes = _row()
    picture, blank = erase_ink(image, boxes, np.random.default_rng(3))
    assert 1 <= len(blank) <= 4
    for number, box in enumerate(boxes):
        x, y = (int(value) for value in box.mean(axis=0))
        red = np.abs(picture[y, x].astype(int) - (180, 20, 30)).max() < 10
        assert red == (number not in blank)
        if number in blank:
            assert np.abs(picture[y, x].astype(int) - (236, 232, 220)).max() < 25


def test_the_cloth_is_untouched() -> None:
    image, boxes = _row()
    picture, _ = erase_ink(image, boxes, np.random.default_rng(3))
    # A pixel beside a face may share its edge.
    assert (picture[:27] == image[:27]).all()


def test_copies_lie_beside_the_row_and_on_no_other_tile() -> None:
    image, boxes = _row()
    image = np.pad(image, ((100, 100), (100, 100), (0, 0)))
    boxes = [box + 100 for box in boxes]
    rng = np.random.default_rng(3)
    picture, blank = erase_ink(image, boxes, rng)
    laid, copies = lay_copies_apart(picture, boxes, blank, rng)
    assert copies
    for number, copy in enumerate(copies):
        x, y = (int(value) for value in copy.mean(axis=0))
        assert np.abs(laid[y, x].astype(int) - (236, 232, 220)).max() < 25
        for other in [*boxes, *copies[:number]]:
            assert cv2.intersectConvexConvex(copy, other)[0] <= 0.02 * cv2.contourArea(copy)


def test_faces_too_small_to_tell_stay_as_they_are() -> None:
    image, _ = _row()
    tiny = [np.array([[5, 5], [13, 5], [13, 15], [5, 15]], np.float32)]
    picture, blank = erase_ink(image, tiny, np.random.default_rng(3))
    assert blank == ()
    assert (picture == image).all()

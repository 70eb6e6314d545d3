"""Turned and small tiles are looked at a second time, upright and larger."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detector import FinderSettings, Found
from vision.second_look import closer, look_again

SETTINGS = FinderSettings()


class _Seeing:
    """A finder that finds upright white tiles of about 30 x 40 pixels, and nothing else."""

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        white = (batch[0].min(axis=0) > 0.9).astype(np.uint8)
        _, _, stats, centers = cv2.connectedComponentsWithStats(white)
        rows = [
            (x, y, width, height, 0.9, 0.0, 0.0)
            for (_, _, width, height, area), (x, y) in zip(stats[1:], centers[1:], strict=True)
            if abs(width - 30) < 6 and abs(height - 40) < 6 and area > 0.9 * width * height
        ]
        return np.array(rows, dtype=np.float32).reshape(-1, 7).T[None]


def _hand(angle: float, width: float, side: int) -> tuple[NDArray[np.uint8], list[Found]]:
    """Six white tiles in a row with gaps, turned about the middle of a black picture, and their outlines."""
    image = np.zeros((side, side, 3), dtype=np.uint8)
    turn = np.radians(angle)
    across, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    found = []
    for place in range(6):
        middle = np.array([side / 2, side / 2]) + across * (place - 2.5) * width * 1.3
        half_x, half_y = across * width / 2, down * width * 2 / 3
        box = np.array(
            [middle - half_x - half_y, middle + half_x - half_y, middle + half_x + half_y, middle - half_x + half_y]
        )
        cv2.fillConvexPoly(image, box.round().astype(np.int32), (255, 255, 255))
        found.append(Found(box.astype(np.float32), 0.5, 0.0))
    return image, found


@pytest.mark.parametrize("angle", [20, -35, 44, -60, 85])
def test_turned_tiles_stand_upright_in_the_view(angle: float) -> None:
    image, first = _hand(angle, 30, 640)
    view = closer(first, (640, 640), 1.0, SETTINGS)
    assert view is not None
    again = look_again(_Seeing(), image, first, view, SETTINGS)  # type: ignore[arg-type]
    assert [one.score for one in again] == pytest.approx([0.9] * 6)
    middles = sorted(tuple(one.box.mean(axis=0).round()) for one in again)
    assert np.allclose(middles, sorted(tuple(one.box.mean(axis=0).round()) for one in first), atol=2)


def test_small_tiles_are_enlarged_as_far_as_the_photo_has_pixels() -> None:
    image, first = _hand(0, 30, 1920)
    view = closer(first, (1920, 1920), 1.0, SETTINGS)
    assert view is not None
    assert view.zoom == pytest.approx(1.0)
    assert len(look_again(_Seeing(), image, first, view, SETTINGS)) == 6  # type: ignore[arg-type]
    small = [replace(one, box=(one.box / 3).astype(np.float32)) for one in first]
    assert closer(small, (640, 640), 1.0, SETTINGS) is None
    sharp = closer(small, (640, 640), 3.0, SETTINGS)
    assert sharp is not None
    found = look_again(_Seeing(), image, small, sharp, SETTINGS)  # type: ignore[arg-type]
    assert np.allclose(sorted(one.box.mean() for one in found), sorted(one.box.mean() for one in small), atol=1)


def test_upright_tiles_heaps_and_few_tiles_are_looked_at_once() -> None:
    _, upright = _hand(4, 40, 640)
    assert closer(upright, (640, 640), 1.0, SETTINGS) is None
    _, turned = _hand(30, 40, 640)
    assert closer(turned[:2], (640, 640), 1.0, SETTINGS) is None
    heap = [one for angle in (10, 32, 55, 78) for one in _hand(angle, 40, 640)[1]]
    assert closer(heap, (640, 640), 1.0, SETTINGS) is None


def test_a_second_look_that_sees_less_does_not_count() -> None:
    image, first = _hand(30, 30, 640)
    view = closer(first, (640, 640), 1.0, SETTINGS)
    assert view is not None
    assert look_again(_Seeing(), np.zeros_like(image), first, view, SETTINGS) is first  # type: ignore[arg-type]

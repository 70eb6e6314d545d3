"""White dragons that the detector hardly saw, beside the tiles of a row."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.faint import find_faint_dragons
from hu.vision.networks.detector import Outline
from tests.vision.finding.blanks import CALIBRATION, GREEN, IVORY


def _box(place: float) -> NDArray[np.float32]:
    """The box of the tile at a place of a row, 30 by 40 pixels."""
    left = place * 32
    corners = [[left, 0], [left + 30, 0], [left + 30, 40], [left, 40]]
    return np.array(corners, np.float32)


def _tile(
    box: NDArray[np.float32], face: str, ground: tuple[int, int, int], *, ink: bool = False
) -> Detection:
    probabilities = np.full(len(CLASSES), 0.03 / len(CLASSES), np.float32)
    probabilities[CLASSES.index(face)] += 0.97
    crop = np.full((64, 64, 3), ground, np.uint8)
    if ink:
        crop[20:44, 26:38] = (20, 20, 120)
    return Detection(box, 0.9, probabilities, crop=crop)


def _row() -> list[Detection]:
    return [_tile(_box(place), f"{place + 1}p", IVORY, ink=True) for place in range(5)]


def _find(place: float, face: str = "5z", ground: tuple[int, int, int] = IVORY) -> list[Detection]:
    """Find the white dragons if the detector hardly saw a tile at a place of the row."""

    def read(outlines: Sequence[Outline]) -> list[Detection]:
        return [replace(_tile(outline.box, face, ground), score=0.3) for outline in outlines]

    faint = Outline(_box(place), score=0.03, back_share=0.5)
    return find_faint_dragons(_row(), [faint], read, CALIBRATION)


def test_a_faint_white_dragon_that_touches_a_row_is_likely() -> None:
    (dragon,) = _find(5)
    assert dragon.tile == "5z"
    assert dragon.score > 0.8


def test_a_faint_outline_of_another_colour_is_no_white_dragon() -> None:
    assert _find(5, ground=GREEN) == []


def test_a_faint_face_is_not_looked_for() -> None:
    assert _find(5, face="3s") == []


def test_a_faint_outline_away_from_all_rows_is_not_read() -> None:
    assert _find(8) == []


def test_a_faint_outline_on_a_tile_is_not_read() -> None:
    assert _find(3.2) == []


def test_nothing_lies_beside_nothing() -> None:
    faint = Outline(_box(0), score=0.03, back_share=0.5)
    assert find_faint_dragons([], [faint], lambda _: [], CALIBRATION) == []

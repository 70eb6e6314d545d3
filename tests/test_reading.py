"""From detections to hands."""

import numpy as np
import pytest

from app.reading import read_hand
from scoring.tiles import CLASSES
from vision.detection import Detection
from vision.layout import lay_out


def seen(tile: str, x: float, y: float, *, sure: float = 0.97, other: str | None = None) -> Detection:
    """An upright tile of 30 x 40 pixels centred at (x, y); ``other`` takes what is not sure."""
    box = np.array([[x - 15, y - 20], [x + 15, y - 20], [x + 15, y + 20], [x - 15, y + 20]], dtype=np.float32)
    probabilities = np.full(43, 0.0 if other else (1 - sure) / 42, dtype=np.float32)
    if other:
        probabilities[CLASSES.index(other)] = 1 - sure
    probabilities[CLASSES.index(tile)] = sure
    return Detection(box, 0.9, probabilities)


def row(text: str, x: float = 50, y: float = 500) -> list[Detection]:
    """Tiles side by side."""
    return [seen(tile, x + 31 * place, y) for place, tile in enumerate(text.split())]


WINNING = "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z"


def test_a_row_is_one_concealed_hand() -> None:
    reading = read_hand(lay_out(row(WINNING), "zung-jung"), "zung-jung")
    assert (reading.text, reading.legal) == ("123m 555p 789s 22266z", True)


def test_tiles_far_from_the_row_are_not_in_the_hand() -> None:
    around = [seen("9p", 100, 100), seen("1z", 300, 130), seen("back", 330, 60)]
    reading = read_hand(lay_out([*around, *row(WINNING)], "zung-jung"), "zung-jung")
    assert reading.text == "123m 555p 789s 22266z"
    assert [tile.role for tile in reading.tiles[14:]] == ["other"] * 3
    assert all(tile.laid.evidence for tile in reading.tiles[14:])


def test_the_rules_correct_an_unsure_tile() -> None:
    detections = row(WINNING)
    detections[7] = seen("7s", 50 + 31 * 7, 500, sure=0.6, other="8s")
    reading = read_hand(lay_out(detections, "zung-jung"), "zung-jung")
    assert reading.text == "123m 555p 789s 22266z"
    assert [place for place, tile in enumerate(reading.tiles) if tile.inferred] == [7]


@pytest.mark.parametrize("detections", [[], [seen("1m", 10, 10)], row("1m 5p 9s 2z 6z")])
def test_what_is_no_hand_is_read_as_it_is(detections: list[Detection]) -> None:
    reading = read_hand(lay_out(detections, "zung-jung"), "zung-jung")
    assert not reading.legal
    assert [tile.tile for tile in reading.tiles] == [detection.tile for detection in detections]

"""Corners are cut and turned so that the network reads each as the upper left."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.vision.networks.numerals import (
    CORNER_SIZE,
    LETTERS,
    MIDDLE_SIDES,
    NUMERAL_CLASSES,
    NUMERAL_FACE_SIZE,
    SYMBOLS,
    Numerals,
    cut_corners,
    cut_middle,
    read_letters,
    read_numerals,
    read_numerals_closely,
)
from hu.vision.networks.onnx import WeightsError


def _marked_face() -> NDArray[np.uint8]:
    """A face with another grey in each corner, clockwise from top left."""
    face = np.zeros((NUMERAL_FACE_SIZE, NUMERAL_FACE_SIZE, 3), np.uint8)
    face[0, 0] = 50
    face[0, -1] = 100
    face[-1, -1] = 150
    face[-1, 0] = 200
    return face


def test_each_corner_of_a_face_is_the_upper_left_of_its_picture() -> None:
    corners = cut_corners(np.stack([_marked_face()]))
    assert corners.shape == (1, 4, CORNER_SIZE, CORNER_SIZE, 3)
    assert corners[0, :, 0, 0, 0].tolist() == [50, 100, 150, 200]


class _GreyNetwork:
    """Sees a symbol, turned in some way, in corners whose first pixel has a certain grey."""

    def __init__(self, grey: int, name: str) -> None:
        self.grey = grey
        self.name = name

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        logits = np.zeros((len(batch), len(NUMERAL_CLASSES)), np.float32)
        logits[:, NUMERAL_CLASSES.index("nothing")] = 10
        shows_it = batch[:, 0, 0, 0] == self.grey
        logits[shows_it, NUMERAL_CLASSES.index(self.name)] = 15
        return logits


def _read(grey: int, name: str) -> Numerals:
    network: Any = _GreyNetwork(grey, name)
    return read_numerals(network, np.stack([_marked_face()] * 2))


@pytest.mark.parametrize(
    ("grey", "name", "turn"),
    [
        pytest.param(50, "6/0", 0, id="top left, upright"),
        pytest.param(100, "6/1", 0, id="top right, upright: its picture is turned by one"),
        pytest.param(150, "6/2", 0, id="bottom right, upright"),
        pytest.param(100, "6/0", 1, id="top left of a face turned clockwise by one"),
        pytest.param(50, "6/3", 1, id="top left, the numeral turned clockwise by one"),
        pytest.param(150, "6/0", 2, id="top left of a face upside down"),
        pytest.param(200, "6/0", 3, id="top left of a face turned by three"),
        pytest.param(1, "6/0", 0, id="no numeral"),
    ],
)
def test_the_turn_of_a_face_follows_from_the_corner_and_the_turn_of_its_numeral(
    grey: int, name: str, turn: int
) -> None:
    numerals = _read(grey, name)
    assert numerals.quarter_turns.tolist() == [turn, turn]
    assert numerals.symbols == (["", ""] if grey == 1 else ["6", "6"])


def test_a_numeral_upside_down_in_the_opposite_corner_does_not_turn_the_face() -> None:
    odds = np.zeros((1, 4, len(SYMBOLS), 4), np.float32)
    six = SYMBOLS.index("6")
    # The upright numeral at the top left is less clear than its copy at the bottom right.
    odds[0, 0, six, 0] = 3
    odds[0, 2, six, 0] = 60
    assert Numerals(odds).quarter_turns.tolist() == [0]


def test_the_odds_of_a_symbol_are_against_none() -> None:
    numerals = _read(50, "6/0")
    assert numerals.symbol_odds.shape == (2, len(SYMBOLS))
    assert numerals.symbol_odds[0, SYMBOLS.index("6")] == pytest.approx(np.exp(5), rel=0.01)


def test_a_close_look_finds_numerals_away_from_the_corners() -> None:
    network: Any = _GreyNetwork(50, "6/0")
    face = np.zeros((NUMERAL_FACE_SIZE, NUMERAL_FACE_SIZE, 3), np.uint8)
    # It is in the corner only of the face without nine pixels of margin.
    face[9:12, 9:12] = 50
    faces = np.stack([face])
    assert read_numerals(network, faces).symbols == [""]
    numerals = read_numerals_closely(network, faces)
    assert numerals.symbols == ["6"]
    # Three of the four looks see nothing.
    assert numerals.symbol_odds[0, SYMBOLS.index("6")] == pytest.approx(np.exp(5) / 4, rel=0.02)


def test_the_middle_of_a_face_is_cut_at_the_size_of_a_corner() -> None:
    face = _marked_face()
    face[28:84, 28:84] = 90
    middle = cut_middle(np.stack([face]), 56)
    assert middle.shape == (1, CORNER_SIZE, CORNER_SIZE, 3)
    assert (middle == 90).all()


@pytest.mark.parametrize("name", ["S/0", "S/2"])
def test_a_letter_in_the_middle_is_read_at_any_size_and_turn(name: str) -> None:
    network: Any = _GreyNetwork(90, name)
    faces = np.zeros((2, NUMERAL_FACE_SIZE, NUMERAL_FACE_SIZE, 3), np.uint8)
    # The first face shows a letter in the smaller square alone.
    start = (NUMERAL_FACE_SIZE - MIDDLE_SIDES[0]) // 2
    faces[0, start:-start, start:-start] = 90
    odds = read_letters(network, faces)
    assert odds.shape == (2, len(LETTERS))
    assert odds[0, LETTERS.index("S")] == pytest.approx(np.exp(5) / 2, rel=0.02)
    assert odds[0, LETTERS.index("E")] < 0.01
    assert odds[1].max() < 0.01


def test_a_network_of_another_release_is_refused() -> None:
    class Earlier(_GreyNetwork):
        def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
            return super().run(batch)[:, :-1]

    network: Any = Earlier(50, "6/0")
    with pytest.raises(WeightsError, match="gives 53 numbers for a corner, not 54"):
        read_numerals(network, np.stack([_marked_face()]))

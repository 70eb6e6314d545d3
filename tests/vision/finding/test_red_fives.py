"""Red fives are told by the colour of their ink, whatever the light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.red_fives import with_red_probability

BLACK = (30, 28, 30)
RED = (190, 30, 35)
GREEN = (20, 110, 60)
BLUE = (30, 60, 150)


def _tile(
    code: str, colours: list[tuple[int, int, int]], light: tuple[float, float, float]
) -> Detection:
    """A drawn face: bars of the given colours from top to bottom, under a coloured light."""
    crop = np.full((64, 64, 3), (240, 235, 222), np.uint8)
    for index, colour in enumerate(colours):
        top = 14 + index * 36 // len(colours)
        cv2.rectangle(crop, (18, top), (46, top + 24 // len(colours)), colour, -1)
    lit = np.clip(crop * np.array(light), 0, 255).astype(np.uint8)
    probabilities = np.full(len(CLASSES), 0.001, np.float32)
    probabilities[CLASSES.index(code)] = 1 - 0.001 * (len(CLASSES) - 1)
    box = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    return Detection(box, 0.9, probabilities, crop=lit)


OTHERS = [("1m", [BLACK, RED]), ("3m", [BLACK, RED]), ("1z", [BLACK, BLACK]), ("2p", [GREEN, BLUE])]


@pytest.mark.parametrize("light", [(1, 1, 1), (1, 0.85, 0.65), (0.6, 0.55, 0.6), (0.8, 0.95, 1)])
@pytest.mark.parametrize(
    ("code", "plain"),
    [("5m", [BLACK, RED]), ("5p", [BLUE, RED, GREEN]), ("5s", [GREEN, RED, GREEN])],
)
def test_a_five_is_red_where_all_of_its_ink_is(
    code: str, plain: list[tuple[int, int, int]], light: tuple[float, float, float]
) -> None:
    tiles = [_tile(name, inks, light) for name, inks in OTHERS]
    tiles.append(_tile(code, [RED] * len(plain), light))
    tiles.append(_tile(code, plain, light))
    *_, red_five, plain_five = with_red_probability(tiles)
    assert red_five.red > 0.5
    assert plain_five.red < 0.5


def test_other_faces_and_tiles_without_a_crop_are_left_alone() -> None:
    dragon = _tile("7z", [RED, RED], (1, 1, 1))
    unseen = Detection(dragon.box, 0.9, _tile("5m", [RED], (1, 1, 1)).probabilities)
    assert [tile.red for tile in with_red_probability([dragon, unseen])] == [0.0, 0.0]


def test_a_picture_without_colour_leaves_it_open_which_fives_are_red() -> None:
    tiles = [_tile(name, inks, (1, 1, 1)) for name, inks in OTHERS]
    tiles.append(_tile("5p", [RED] * 3, (1, 1, 1)))
    grey_tiles = []
    for tile in tiles:
        brightness = np.mean(np.array(tile.crop), axis=2, keepdims=True)
        crop = np.repeat(brightness, 3, axis=2).astype(np.uint8)
        grey_tiles.append(replace(tile, crop=crop))
    *others, five = with_red_probability(grey_tiles)
    assert 0.1 < five.red < 0.5
    assert [tile.red for tile in others] == [0.0] * 4

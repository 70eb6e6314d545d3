"""Things of another colour than the photo's tiles are no tiles."""

from dataclasses import replace

import numpy as np
import pytest

from hu.scoring.tiles import CLASSES
from hu.vision.clutter import ClutterSettings, without_clutter
from hu.vision.detection import Detection

IVORY = (235, 230, 210)
BLACK = (30, 30, 32)
BLUE = (40, 90, 230)


def tile(face: str, x: float, colour: tuple[int, int, int], light: float = 1.0, confidence: float = 0.99) -> Detection:
    """A tile of one colour, 30 pixels wide."""
    probabilities = np.full(len(CLASSES), (1 - confidence) / (len(CLASSES) - 1), dtype=np.float32)
    probabilities[CLASSES.index(face)] = confidence
    box = np.float32([[0, 0], [30, 0], [30, 40], [0, 40]]) + np.float32([x, 0])
    crop = np.full((64, 64, 3), np.array(colour) * light, dtype=np.uint8)
    return Detection(box, 0.99, probabilities, crop=crop)


HAND = [tile(face, 31.0 * k, IVORY) for k, face in enumerate(["1m", "2m", "3m", "5p", "6p", "7p"])]


@pytest.mark.parametrize("colour", [BLACK, BLUE])
def test_keys_beside_tiles_are_refused_however_they_are_read(colour: tuple[int, int, int]) -> None:
    keys = [tile("2s", 200.0 + 31 * k, colour, confidence=confidence) for k, confidence in enumerate((0.99, 0.5, 0.99))]
    assert without_clutter([*HAND, *keys]) == HAND


def test_tiles_that_lie_deeper_and_deeper_in_the_shade_stay() -> None:
    row = [tile("5p", 31.0 * k, IVORY, light=0.85**k) for k in range(12)]
    assert without_clutter(row) == row


def test_backs_have_a_colour_of_their_own() -> None:
    back = tile("back", 200.0, BLUE)
    assert without_clutter([*HAND, back]) == [*HAND, back]


def test_few_clear_tiles_or_none_without_crops_are_not_judged() -> None:
    few = [*HAND[:2], tile("2s", 200.0, BLACK)]
    bare = [replace(face, crop=None) for face in [*HAND, tile("2s", 200.0, BLACK)]]
    assert without_clutter(few) == few
    assert without_clutter(bare) == bare


@pytest.mark.parametrize("wrong", [{"min_confidence": 1.0}, {"max_light": 0.0}, {"min_clear": 0}])
def test_limits_that_cannot_be_meant_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"expected|above"):
        ClutterSettings(**wrong)  # type: ignore[arg-type]

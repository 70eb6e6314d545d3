"""The colour of ink is measured against the ground, pale or dark."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import DRAGONS
from hu.vision.finding.ink_colour import dragon_colours, ink_colour

_Colour = tuple[int, int, int]
_IVORY: _Colour = (240, 235, 225)
_NAVY: _Colour = (15, 20, 45)


def _face(ground: _Colour, ink: _Colour) -> NDArray[np.uint8]:
    """A face with a bar of ink."""
    face = np.full((64, 64, 3), ground, np.uint8)
    face[18:46, 26:38] = ink
    return face


@pytest.mark.parametrize("ground", [_IVORY, _NAVY])
@pytest.mark.parametrize(
    ("ink", "dragon"),
    [
        pytest.param((70, 90, 220), "5z", id="blue"),
        pytest.param((40, 170, 70), "6z", id="green"),
        pytest.param((210, 50, 60), "7z", id="red"),
    ],
)
def test_ink_has_the_colour_of_its_dragon(ground: _Colour, ink: _Colour, dragon: str) -> None:
    (colours,) = dragon_colours(np.stack([_face(ground, ink)]))
    assert DRAGONS[int(colours.argmax())] == dragon
    assert colours.max() > 0.15


def test_black_ink_and_blank_tiles_have_no_colour() -> None:
    faces = [_face(_IVORY, (20, 20, 20)), _face(_IVORY, _IVORY)]
    assert dragon_colours(np.stack(faces)).max() < 0.1


def test_warm_light_changes_the_colour_little() -> None:
    face = _face(_IVORY, (40, 170, 70))
    warm_face = (face * np.array([1.0, 0.85, 0.65])).astype(np.uint8)
    redness, blueness = ink_colour(face)
    warm_redness, warm_blueness = ink_colour(warm_face)
    assert warm_redness == pytest.approx(redness, abs=0.1)
    assert warm_blueness == pytest.approx(blueness, abs=0.1)

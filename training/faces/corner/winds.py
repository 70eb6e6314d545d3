"""The winds of a modern set: letters, words, characters, ornaments."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from training.faces.canvas import Area, Canvas, curve
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Style
from training.faces.ink import Ink
from training.faces.motifs import Pair

_WINDS: Final = ("1z", "2z", "3z", "4z")
_WIND_WORDS: Final[Mapping[str, str]] = {"1z": "EAST", "2z": "SOUTH", "3z": "WEST", "4z": "NORTH"}
_WIND_CHARACTERS: Final[Mapping[str, str]] = {"1z": "東", "2z": "南", "3z": "西", "4z": "北"}


def draw_winds(style: Style) -> tuple[dict[str, Ink], str]:
    """Draw the four winds.

    Returns:
        The ink of each whole tile without corner letters, and the name of the drawing.
    """
    weights = {"letter": 2.0, "character": 1.0, "word": 1.0, "swirl": 1.0, "compass": 1.0}
    name = style.choose(weights)
    one_colour = style.maker.chance(0.5)
    colour, accent = style.ink(), style.ink()
    letters = style.font("ESWN")
    seed = style.seed()
    inks = {}
    for code in _WINDS:
        main = colour if one_colour else style.ink()
        canvas = style.canvas()
        area = style.picture_area()
        letter = _WIND_WORDS[code][0]
        if name == "swirl":
            _draw_swirls(canvas, area, (main, accent), seed)
        elif name == "compass":
            _draw_compass(canvas, area, (main, accent))
        top = canvas.ink()
        if name == "character":
            characters = "".join(_WIND_CHARACTERS.values())
            font = style.maker.font(characters)
            print_text(top, area.part(0, 0, 0.85, 0.8), _WIND_CHARACTERS[code], font, main)
        elif name == "word":
            print_text(top, area.part(0, -0.25, 0.8, 0.62), letter, letters, main)
            print_text(top, area.part(0, 0.75, 0.95, 0.2), _WIND_WORDS[code], letters, accent)
        elif name == "compass":
            print_text(top, area.part(0, 0, 0.4, 0.4), letter, letters, main)
        else:
            print_text(top, area.part(0, 0, 0.75, 0.7), letter, letters, main)
        inks[code] = top
    return inks, name


def _draw_swirls(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Lines that wind around a letter, with leaves or dots at their ends."""
    rng = np.random.default_rng(seed)
    for _ in range(int(rng.integers(2, 5))):
        start = area.point(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)))
        bend = area.point(float(rng.uniform(-1.2, 1.2)), float(rng.uniform(-1.2, 1.2)))
        stop = area.point(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)))
        canvas.line(curve(start, bend, stop), colours[1], max(0.7, area.width * 0.04))
        canvas.disc(stop, area.width * float(rng.uniform(0.03, 0.07)), colours[1])


def _draw_compass(canvas: Canvas, area: Area, colours: Pair) -> None:
    """The points of a compass around a letter."""
    square = Area(area.x, area.y, area.width, area.width)
    for number, place in enumerate(square.around(0, 0, 1.0, 8, 0.0)):
        root = square.around(0, 0, 0.5, 8, 0.0)[number]
        canvas.line([root, place], colours[number % 2], square.width * 0.06)
    canvas.ring(square.point(0, 0), square.radius * 0.62, colours[1], square.width * 0.04)

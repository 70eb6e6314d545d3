"""The winds of a modern set: letters, words, characters, ornaments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from training.faces.canvas import ERASE, Area, Canvas, curve
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Letter, Style
from training.faces.emblems import (
    draw_beast,
    draw_medallion,
    draw_plate,
    draw_rosette,
    draw_stripes,
    draw_strokes,
    draw_wreath,
)
from training.faces.ink import Ink
from training.faces.motifs import Pair

_WORDS: Final[Mapping[str, str]] = {"1z": "EAST", "2z": "SOUTH", "3z": "WEST", "4z": "NORTH"}
_CHARACTERS: Final[Mapping[str, str]] = {"1z": "東", "2z": "南", "3z": "西", "4z": "北"}


@dataclass(frozen=True, slots=True)
class _Wind:
    """A wind, and how the set draws its winds."""

    code: str  # the tile
    word: str  # its English name
    character: str
    letter_font: Path
    character_font: Path
    colours: Pair
    seed: int  # of shapes, and of the choice between letter and character

    @property
    def letter(self) -> str:
        """The first letter of the name."""
        return self.word[0]


def draw_winds(style: Style) -> tuple[dict[str, Ink], str]:
    """Draw the four winds.

    Returns:
        The ink of each whole tile without corner letters, and the name of the drawing.
    """
    weights = {
        "letter": 2.0,
        "character": 1.0,
        "word": 1.0,
        "swirl": 1.0,
        "medallion": 1.0,
        "plate": 1.0,
        "compass": 1.0,
    }
    if style.purpose != "measuring":
        weights |= {"pair": 2.0, "wreath": 1.0, "stripes": 0.7, "rosette": 5.0, "picture": 3.0}
    name = style.choose(weights)
    draw = _DRAWINGS[name]
    have_one_colour = style.maker.chance(0.5)
    shared_colour = style.choose_colour()
    accent = style.choose_colour()
    letter_font = style.font("ESWN")
    character_font = style.maker.font("東南西北")
    seed = style.seed()
    inks = {}
    for code, word in _WORDS.items():
        colour = shared_colour if have_one_colour else style.choose_colour()
        wind = _Wind(
            code=code,
            word=word,
            character=_CHARACTERS[code],
            letter_font=letter_font,
            character_font=character_font,
            colours=(colour, accent),
            seed=seed,
        )
        # A drawing with a letter replaces this.
        style.letters[code] = Letter("")
        inks[code] = draw(style, wind)
    return inks, name


def _draw_letter(style: Style, wind: _Wind) -> Ink:
    """A large letter."""
    tile_ink = style.no_ink()
    area = style.picture_area().part(0, 0, width=0.75, height=0.7)
    _print_letter(style, tile_ink, area, wind)
    return tile_ink


def _draw_character(style: Style, wind: _Wind) -> Ink:
    """A large Chinese character."""
    tile_ink = style.no_ink()
    area = style.picture_area().part(0, 0, width=0.85, height=0.8)
    print_text(tile_ink, area, wind.character, wind.character_font, wind.colours[0])
    return tile_ink


def _draw_word(style: Style, wind: _Wind) -> Ink:
    """A letter above the whole word."""
    tile_ink = style.no_ink()
    area = style.picture_area()
    letter_area = area.part(0, -0.25, width=0.8, height=0.62)
    _print_letter(style, tile_ink, letter_area, wind)
    word_area = area.part(0, 0.75, width=0.95, height=0.2)
    print_text(tile_ink, word_area, wind.word, wind.letter_font, wind.colours[1])
    return tile_ink


def _draw_pair(style: Style, wind: _Wind) -> Ink:
    """A letter and the character, one above or beside the other."""
    rng = np.random.default_rng(wind.seed)
    tile_ink = style.no_ink()
    area = style.picture_area()
    is_letter_first = rng.random() < 0.5
    letter_place = -0.5 if is_letter_first else 0.5
    character_place = -letter_place
    if rng.random() < 0.7:
        letter_area = area.part(0, letter_place, width=0.7, height=0.4)
        character_area = area.part(0, character_place, width=0.8, height=0.48)
    else:
        letter_area = area.part(letter_place, 0, width=0.45, height=0.45)
        character_area = area.part(character_place, 0, width=0.5, height=0.5)
    _print_letter(style, tile_ink, letter_area, wind)
    print_text(tile_ink, character_area, wind.character, wind.character_font, wind.colours[1])
    return tile_ink


def _draw_wreath(style: Style, wind: _Wind) -> Ink:
    """A letter or character within a wreath of leaves."""
    canvas = style.canvas()
    square = style.square()
    draw_wreath(canvas, square, wind.colours, wind.seed)
    return _with_small_text(style, canvas, square.part(0, 0, width=0.5, height=0.5), wind)


def _draw_rosette(style: Style, wind: _Wind) -> Ink:
    """A letter or character within circles of shapes."""
    canvas = style.canvas()
    square = style.square()
    draw_rosette(canvas, square, wind.colours, wind.seed)
    size = float(np.random.default_rng(wind.seed).uniform(0.36, 0.56))
    return _with_small_text(style, canvas, square.part(0, 0, width=size, height=size), wind)


def _draw_picture(style: Style, wind: _Wind) -> Ink:
    """A letter or character on a picture that means nothing, in or near its middle."""
    rng = np.random.default_rng([wind.seed, 1])
    canvas = style.canvas()
    area = style.picture_area()
    draw = draw_beast if rng.random() < 0.5 else draw_strokes
    accent = wind.colours[1]
    draw(canvas, area, (accent, accent), wind.seed)
    size = float(rng.uniform(0.34, 0.6))
    place = area.part(
        x=float(rng.uniform(-0.4, 0.4)),
        y=float(rng.uniform(-0.5, 0.5)),
        width=size,
        height=size * area.width / area.height * 1.2,
    )
    canvas.disc(place.point(0, 0), max(place.width, place.height) * 0.62, ERASE)
    return _with_small_text(style, canvas, place, wind)


def _draw_stripes(style: Style, wind: _Wind) -> Ink:
    """A letter or character over stripes or waves."""
    canvas = style.canvas()
    square = style.square()
    draw_stripes(canvas, square, wind.colours[1], wind.seed)
    return _with_small_text(style, canvas, square.part(0, 0, width=0.7, height=0.7), wind)


def _draw_swirl(style: Style, wind: _Wind) -> Ink:
    """A letter among bent lines with dots at their ends."""
    rng = np.random.default_rng(wind.seed)
    canvas = style.canvas()
    area = style.picture_area()
    accent = wind.colours[1]
    for _ in range(int(rng.integers(2, 5))):
        start = area.point(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)))
        bend = area.point(float(rng.uniform(-1.2, 1.2)), float(rng.uniform(-1.2, 1.2)))
        stop = area.point(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)))
        canvas.line(curve(start, bend, stop), accent, max(0.7, area.width * 0.04))
        canvas.disc(stop, area.width * float(rng.uniform(0.03, 0.07)), accent)
    tile_ink = canvas.ink()
    letter_area = area.part(0, 0, width=0.75, height=0.7)
    _print_letter(style, tile_ink, letter_area, wind)
    return tile_ink


def _draw_medallion(style: Style, wind: _Wind) -> Ink:
    """A letter or character within an ornamented ring."""
    canvas = style.canvas()
    square = style.square()
    draw_medallion(canvas, square, wind.colours, wind.seed)
    return _with_small_text(style, canvas, square.part(0, 0, width=0.44, height=0.44), wind)


def _draw_plate(style: Style, wind: _Wind) -> Ink:
    """A letter or character without ink on a filled shape."""
    canvas = style.canvas()
    square = style.square()
    draw_plate(canvas, square, wind.colours, wind.seed)
    tile_ink = canvas.ink()
    hole = _with_small_text(style, style.canvas(), square.part(0, 0, width=0.55, height=0.55), wind)
    tile_ink *= 1 - hole[..., 3:]
    return tile_ink


def _draw_compass(style: Style, wind: _Wind) -> Ink:
    """The points of a compass around a letter."""
    canvas = style.canvas()
    square = style.square()
    places = square.around(0, 0, radius=1.0, count=8, turn=0.0)
    roots = square.around(0, 0, radius=0.5, count=8, turn=0.0)
    for number, (root, place) in enumerate(zip(roots, places, strict=True)):
        canvas.line([root, place], wind.colours[number % 2], square.width * 0.06)
    canvas.ring(square.point(0, 0), square.radius * 0.62, wind.colours[1], square.width * 0.04)
    tile_ink = canvas.ink()
    letter_area = square.part(0, 0, width=0.4, height=0.4)
    _print_letter(style, tile_ink, letter_area, wind)
    return tile_ink


def _print_letter(style: Style, tile_ink: Ink, area: Area, wind: _Wind) -> None:
    """Print the wind's letter into a part of a tile, and note it."""
    print_text(tile_ink, area, wind.letter, wind.letter_font, wind.colours[0])
    style.note_letter(wind.code, wind.letter, area)


def _with_small_text(style: Style, canvas: Canvas, area: Area, wind: _Wind) -> Ink:
    """The canvas as ink, with the wind's letter or character in a part, as the seed decides."""
    tile_ink = canvas.ink()
    is_letter = wind.seed % 3 != 0
    if is_letter:
        _print_letter(style, tile_ink, area, wind)
    else:
        print_text(tile_ink, area, wind.character, wind.character_font, wind.colours[0])
    return tile_ink


_DRAWINGS: Final[Mapping[str, Callable[[Style, _Wind], Ink]]] = {
    "letter": _draw_letter,
    "character": _draw_character,
    "word": _draw_word,
    "swirl": _draw_swirl,
    "medallion": _draw_medallion,
    "plate": _draw_plate,
    "compass": _draw_compass,
    "pair": _draw_pair,
    "wreath": _draw_wreath,
    "stripes": _draw_stripes,
    "rosette": _draw_rosette,
    "picture": _draw_picture,
}

"""The dragons of a modern set: characters, words, letters, lions, medallions, serpents."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from training.faces import drawings
from training.faces.canvas import Area, Canvas
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Letter, Style
from training.faces.emblems import (
    draw_beast,
    draw_fish,
    draw_lion,
    draw_medallion,
    draw_ornament,
    draw_plate,
    draw_serpent,
    draw_strokes,
)
from training.faces.ink import Colour, Ink, Palette, paste
from training.faces.motifs import Pair

#: Draws on a canvas into an area, with two colours and a seed of shapes.
_Drawing = Callable[[Canvas, Area, Pair, int], None]

_WORDS: Final[Mapping[str, str]] = {"5z": "WHITE", "6z": "GREEN", "7z": "RED"}
_CHARACTERS: Final[Mapping[str, str]] = {"5z": "白", "6z": "發", "7z": "中"}
#: Drawings of which only the ink distinguishes the three.
_SAME_SHAPES: Final = frozenset({"lion", "serpent", "ornament", "fish", "beast", "strokes"})
#: Inks nearer than this in RGB, of 1 in each channel, are too similar to distinguish dragons.
_DISTINCT: Final = 0.35


@dataclass(frozen=True, slots=True)
class _Dragon:
    """A dragon, and how the set draws its dragons."""

    code: str  # the tile
    word: str  # its colour in English
    character: str
    letter_font: Path
    character_font: Path
    colour: Colour
    seed: int  # of shapes, and of the choice between letter and character


def draw_dragons(style: Style) -> tuple[dict[str, Ink], str]:
    """Draw white, green and red dragon.

    Returns:
        The ink of each whole tile without corner letters, and the name of the drawing.
    """
    weights = {
        "character": 1.5,
        "word": 1.2,
        "letter": 1.0,
        "lion": 1.2,
        "medallion": 1.0,
        "plate": 0.8,
        "serpent": 1.2,
    }
    if style.purpose != "measuring":
        weights |= {"ornament": 1.5, "fish": 0.4, "beast": 3.5, "strokes": 2.5}
    palette = style.maker.palette
    if not _are_distinct(palette):
        for drawing in _SAME_SHAPES & weights.keys():
            del weights[drawing]
    name = style.choose(weights)
    draw = _DRAWINGS[name]
    white = palette.blue if name in _SAME_SHAPES else style.choose_colour()
    colours_of_dragons = {"5z": white, "6z": palette.green, "7z": palette.red}
    letter_font = style.font("WGREDNHITAO")
    character_font = style.maker.font("白發中")
    seed = style.seed()
    inks = {}
    for code, word in _WORDS.items():
        dragon = _Dragon(
            code=code,
            word=word,
            character=_CHARACTERS[code],
            letter_font=letter_font,
            character_font=character_font,
            colour=colours_of_dragons[code],
            seed=seed,
        )
        # A drawing with a letter replaces this.
        style.letters[code] = Letter("")
        inks[code] = draw(style, dragon)
    if name in {"character", "medallion"} or style.maker.chance(0.4):
        style.letters["5z"] = Letter("")
        inks["5z"] = _draw_frame(style, white)
    return inks, name


def _are_distinct(palette: Palette) -> bool:
    """Whether the inks of the three dragons differ clearly."""
    colours = palette.colours()[:3]
    distances = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    return bool(distances[np.triu_indices(3, 1)].min() > _DISTINCT)


def _draw_character(style: Style, dragon: _Dragon) -> Ink:
    """A large Chinese character."""
    tile_ink = style.no_ink()
    area = style.picture_area().part(0, 0, width=0.85, height=0.85)
    print_text(tile_ink, area, dragon.character, dragon.character_font, dragon.colour)
    return tile_ink


def _draw_letter(style: Style, dragon: _Dragon) -> Ink:
    """A large letter."""
    tile_ink = style.no_ink()
    area = style.picture_area().part(0, 0, width=0.8, height=0.7)
    _print_letter(style, tile_ink, area, dragon)
    return tile_ink


def _draw_word(style: Style, dragon: _Dragon) -> Ink:
    """The colour's name, alone or above DRAGON."""
    # The middle of the tile shows letters of the word, or none.
    del style.letters[dragon.code]
    tile_ink = style.no_ink()
    area = style.picture_area()
    font = dragon.letter_font
    is_alone = dragon.seed % 3 != 0
    if is_alone:
        print_text(
            tile_ink,
            area.part(0, 0, width=0.95, height=0.3),
            dragon.word,
            font,
            dragon.colour,
            stretch=1.5,
        )
    else:
        print_text(
            tile_ink, area.part(0, -0.35, width=0.95, height=0.26), dragon.word, font, dragon.colour
        )
        print_text(
            tile_ink, area.part(0, 0.35, width=0.95, height=0.26), "DRAGON", font, dragon.colour
        )
    return tile_ink


def _draw_in_square(draw: _Drawing, style: Style, dragon: _Dragon) -> Ink:
    """A drawing that fits into a square, such as the head of a lion, in the dragon's colour."""
    canvas = style.canvas()
    draw(canvas, style.square(), (dragon.colour, dragon.colour), dragon.seed)
    return canvas.ink()


def _draw_upright(draw: _Drawing, style: Style, dragon: _Dragon) -> Ink:
    """A drawing as high as the picture of a tile, such as an ornament, in the dragon's colour."""
    canvas = style.canvas()
    draw(canvas, style.picture_area(), (dragon.colour, dragon.colour), dragon.seed)
    return canvas.ink()


def _draw_medallion(style: Style, dragon: _Dragon) -> Ink:
    """A letter or character within an ornamented ring."""
    canvas = style.canvas()
    square = style.square()
    draw_medallion(canvas, square, (dragon.colour, dragon.colour), dragon.seed)
    tile_ink = canvas.ink()
    _print_small(style, tile_ink, square.part(0, 0, width=0.42, height=0.42), dragon)
    return tile_ink


def _draw_plate(style: Style, dragon: _Dragon) -> Ink:
    """A letter or character without ink on a filled shape."""
    canvas = style.canvas()
    square = style.square()
    draw_plate(canvas, square, (dragon.colour, dragon.colour), dragon.seed)
    tile_ink = canvas.ink()
    hole = style.no_ink()
    _print_small(style, hole, square.part(0, 0, width=0.55, height=0.55), dragon)
    tile_ink *= 1 - hole[..., 3:]
    return tile_ink


def _print_letter(style: Style, tile_ink: Ink, area: Area, dragon: _Dragon) -> None:
    """Print the first letter of the dragon's colour into a part of a tile, and note it."""
    letter = dragon.word[0]
    print_text(tile_ink, area, letter, dragon.letter_font, dragon.colour)
    style.note_letter(dragon.code, letter, area)


def _print_small(style: Style, tile_ink: Ink, area: Area, dragon: _Dragon) -> None:
    """Print the dragon's letter or its character into a part of a tile, as the seed decides."""
    is_letter = dragon.seed % 2 == 1
    if is_letter:
        _print_letter(style, tile_ink, area, dragon)
    else:
        print_text(tile_ink, area, dragon.character, dragon.character_font, dragon.colour)


def _draw_frame(style: Style, colour: Colour) -> Ink:
    """The white dragon as a frame, plain or ornamented, or as nothing."""
    kinds: list[drawings.FrameKind] = ["single", "double", "cut", "notched", "chain", "blank"]
    frame = drawings.FrameStyle(
        kind=kinds[int(style.rng.choice(6, p=[0.2, 0.3, 0.2, 0.1, 0.1, 0.1]))],
        thickness=float(style.rng.uniform(0.02, 0.08)),
        inset=float(style.rng.uniform(0.0, 0.08)),
    )
    tile_ink = style.no_ink()
    area = style.picture_area()
    size = (round(area.width), round(area.height))
    paste(tile_ink, drawings.white_dragon(size, frame, colour), (area.x, area.y))
    return tile_ink


_DRAWINGS: Final[Mapping[str, Callable[[Style, _Dragon], Ink]]] = {
    "character": _draw_character,
    "letter": _draw_letter,
    "word": _draw_word,
    "lion": partial(_draw_in_square, draw_lion),
    "serpent": partial(_draw_upright, draw_serpent),
    "ornament": partial(_draw_upright, draw_ornament),
    "fish": partial(_draw_in_square, draw_fish),
    "beast": partial(_draw_upright, draw_beast),
    "strokes": partial(_draw_upright, draw_strokes),
    "medallion": _draw_medallion,
    "plate": _draw_plate,
}

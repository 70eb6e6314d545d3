"""The dragons of a modern set: characters, words, letters, lions, medallions, serpents."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from training.faces import drawings
from training.faces.canvas import Area
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Style
from training.faces.emblems import draw_lion, draw_medallion, draw_serpent
from training.faces.ink import Colour, Ink, Palette, paste
from training.faces.motifs import Pair

_DRAGONS: Final = ("5z", "6z", "7z")
_DRAGON_WORDS: Final[Mapping[str, str]] = {"5z": "WHITE", "6z": "GREEN", "7z": "RED"}
#: Inks nearer than this in RGB, of 1 in each channel, are not told apart.
_CLEAR: Final = 0.35
_DRAGON_CHARACTERS: Final[Mapping[str, str]] = {"5z": "白", "6z": "發", "7z": "中"}


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
        "serpent": 1.2,
    }
    palette = style.maker.palette
    if not _are_told_by_colour(palette):
        for name in ("lion", "serpent"):
            del weights[name]
    name = style.choose(weights)
    white = palette.blue if name in {"lion", "serpent"} else style.ink()
    inks_of_dragons = {"5z": white, "6z": palette.green, "7z": palette.red}
    letters = style.font("WGREDNHIT")
    seed = style.seed()
    inks = {}
    for code in _DRAGONS:
        main = inks_of_dragons[code]
        inks[code] = _draw_dragon(style, code, name, (main, main), letters, seed)
    if name in {"character", "medallion"} or style.maker.chance(0.4):
        inks["5z"] = _draw_frame(style, white)
    return inks, name


def _are_told_by_colour(palette: Palette) -> bool:
    """Whether the inks of the three dragons differ clearly."""
    colours = palette.colours()[:3]
    distances = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    return bool(distances[np.triu_indices(3, 1)].min() > _CLEAR)


def _draw_dragon(
    style: Style, code: str, name: str, colours: Pair, letters: Path, seed: int
) -> Ink:
    canvas = style.canvas()
    area = style.picture_area()
    square = Area(area.x, area.y, area.width * 0.95, area.width * 0.95)
    word, character = _DRAGON_WORDS[code], _DRAGON_CHARACTERS[code]
    if name == "lion":
        draw_lion(canvas, square, colours, seed)
    elif name == "serpent":
        draw_serpent(canvas, area, colours, seed)
    elif name == "medallion":
        draw_medallion(canvas, square, colours, seed)
    top = canvas.ink()
    font = style.maker.font("白發中")
    if name == "medallion":
        text, text_font = (word[0], letters) if seed % 2 else (character, font)
        print_text(top, square.part(0, 0, 0.42, 0.42), text, text_font, colours[0])
    elif name == "character":
        print_text(top, area.part(0, 0, 0.85, 0.85), character, font, colours[0])
    elif name == "letter":
        print_text(top, area.part(0, 0, 0.8, 0.7), word[0], letters, colours[0])
    elif name == "word":
        if seed % 3:
            print_text(top, area.part(0, 0, 0.95, 0.3), word, letters, colours[0], stretch=1.5)
        else:
            print_text(top, area.part(0, -0.35, 0.95, 0.26), word, letters, colours[0])
            print_text(
                top,
                area.part(0, 0.35, 0.95, 0.26),
                "DRAGON",
                style.maker.font("DRAGON"),
                colours[0],
            )
    return top


def _draw_frame(style: Style, colour: Colour) -> Ink:
    """The white dragon as a frame, plain or ornamented, or as nothing."""
    kinds: list[drawings.FrameKind] = ["single", "double", "cut", "notched", "chain", "blank"]
    frame = drawings.FrameStyle(
        kind=kinds[int(style.rng.choice(6, p=[0.2, 0.3, 0.2, 0.1, 0.1, 0.1]))],
        thickness=float(style.rng.uniform(0.02, 0.08)),
        inset=float(style.rng.uniform(0.0, 0.08)),
    )
    top = style.no_ink()
    area = style.picture_area()
    size = (round(area.width), round(area.height))
    paste(top, drawings.white_dragon(size, frame, colour), (area.x, area.y))
    return top

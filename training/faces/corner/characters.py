"""The characters of a modern set, with or without the Chinese numeral and 萬."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from training.faces.canvas import Area, Point
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Style
from training.faces.emblems import draw_cartouche, draw_medallion, draw_plate
from training.faces.glyphs import has_all
from training.faces.ink import Ink
from training.faces.maker import NUMERALS
from training.faces.motifs import Pair


@dataclass(frozen=True, slots=True)
class _Lettering:
    """The characters of one tile, and how the set draws them."""

    numeral: str  # Chinese
    suit: str  # 萬 or 万
    numeral_font: Path
    suit_font: Path
    colours: Pair  # of numeral and suit
    seed: int  # of shapes, and of the choice whether the suit is shown


def draw_characters(style: Style) -> tuple[dict[str, Ink], str]:
    """Draw the nine characters, with or without the Chinese numeral and 萬.

    Returns:
        The ink of each whole tile without what its corners show, and the name of the drawing.
    """
    weights = {"pair": 2.0, "framed": 1.5, "numeral": 1.5, "seal": 1.0, "word": 0.6}
    if style.has_numerals:
        weights["suit"] = 1.0
    weights |= {"plate": 1.0, "medallion": 0.8}
    name = style.choose(weights)
    draw = _DRAWINGS[name]
    suit = str(style.rng.choice(["萬", "萬", "万"]))
    numerals = NUMERALS
    if style.maker.chance(0.3):
        numerals = NUMERALS.replace("五", "伍")
    numeral_font = style.font(numerals + suit)
    suit_font = style.font(suit)
    if style.maker.chance(0.7):
        suit_font = numeral_font
    colours = (style.choose_colour(), style.choose_colour())
    seed = style.seed()
    inks = {}
    for number, numeral in enumerate(numerals, start=1):
        lettering = _Lettering(
            numeral=numeral,
            suit=suit,
            numeral_font=numeral_font,
            suit_font=suit_font,
            colours=colours,
            seed=seed,
        )
        inks[f"{number}m"] = draw(style, lettering)
    return inks, name


def _draw_pair(style: Style, lettering: _Lettering) -> Ink:
    """A Chinese numeral above 萬."""
    tile_ink = style.no_ink()
    area = style.picture_area()
    _print_numeral(tile_ink, area.part(0, -0.52, width=0.9, height=0.44), lettering)
    _print_suit(tile_ink, area.part(0, 0.5, width=0.9, height=0.48), lettering)
    return tile_ink


def _draw_framed(style: Style, lettering: _Lettering) -> Ink:
    """Numeral and 萬 within a frame, above or beside one another."""
    canvas = style.canvas()
    area = style.picture_area()
    rng = np.random.default_rng(lettering.seed)
    is_stacked = rng.random() < 0.7
    inks = lettering.colours
    frame_inks = (inks[int(rng.integers(2))], inks[int(rng.integers(2))])
    if is_stacked:
        draw_cartouche(canvas, area, frame_inks, lettering.seed)
        tile_ink = canvas.ink()
        _print_numeral(tile_ink, area.part(0, -0.32, width=0.58, height=0.3), lettering)
        _print_suit(tile_ink, area.part(0, 0.32, width=0.58, height=0.34), lettering)
    else:
        wide = Area(area.x, area.y, area.width, area.height * 0.6)
        draw_cartouche(canvas, wide, frame_inks, lettering.seed)
        tile_ink = canvas.ink()
        _print_numeral(tile_ink, wide.part(-0.38, 0, width=0.36, height=0.6), lettering)
        _print_suit(tile_ink, wide.part(0.38, 0, width=0.36, height=0.6), lettering)
    return tile_ink


def _draw_numeral(style: Style, lettering: _Lettering) -> Ink:
    """A large Chinese numeral alone."""
    tile_ink = style.no_ink()
    _print_numeral(tile_ink, style.picture_area().part(0, 0, width=0.85, height=0.85), lettering)
    return tile_ink


def _draw_suit(style: Style, lettering: _Lettering) -> Ink:
    """萬 alone: only the numeral in the corner gives the number."""
    tile_ink = style.no_ink()
    _print_suit(tile_ink, style.picture_area().part(0, 0.1, width=0.85, height=0.8), lettering)
    return tile_ink


def _draw_seal(style: Style, lettering: _Lettering) -> Ink:
    """A seal: the characters without ink on a filled square or circle."""
    canvas = style.canvas()
    area = style.picture_area()
    rng = np.random.default_rng(lettering.seed)
    side = area.width * 0.9
    square = Area(area.x, area.y, side, side)
    if rng.random() < 0.6:
        corners: list[Point] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        canvas.fill(square.points(corners), lettering.colours[0])
    else:
        canvas.disc(square.point(0, 0), side / 2, lettering.colours[0])
    tile_ink = canvas.ink()
    hole = style.no_ink()
    if rng.random() < 0.6:
        _print_numeral(hole, square.part(0, -0.42, width=0.6, height=0.34), lettering)
        _print_suit(hole, square.part(0, 0.42, width=0.6, height=0.34), lettering)
    else:
        _print_numeral(hole, square.part(0, 0, width=0.6, height=0.6), lettering)
    tile_ink *= 1 - hole[..., 3:]
    return tile_ink


def _draw_plate(style: Style, lettering: _Lettering) -> Ink:
    """The characters without ink on a filled shape."""
    canvas = style.canvas()
    square = style.square()
    draw_plate(canvas, square, lettering.colours, lettering.seed)
    tile_ink = canvas.ink()
    hole = style.no_ink()
    shows_suit = lettering.seed % 2 == 1
    if shows_suit:
        _print_numeral(hole, square.part(0, -0.4, width=0.66, height=0.36), lettering)
        _print_suit(hole, square.part(0, 0.4, width=0.66, height=0.38), lettering)
    else:
        _print_numeral(hole, square.part(0, 0, width=0.7, height=0.7), lettering)
    tile_ink *= 1 - hole[..., 3:]
    return tile_ink


def _draw_medallion(style: Style, lettering: _Lettering) -> Ink:
    """The numeral, or numeral and 萬, within an ornamented ring."""
    canvas = style.canvas()
    area = style.picture_area()
    square = Area(area.x, area.y, area.width, area.width)
    draw_medallion(canvas, square, (lettering.colours[1], lettering.colours[0]), lettering.seed)
    tile_ink = canvas.ink()
    shows_suit = lettering.seed % 2 == 1
    if shows_suit:
        _print_numeral(tile_ink, square.part(0, -0.24, width=0.4, height=0.22), lettering)
        _print_suit(tile_ink, square.part(0, 0.26, width=0.4, height=0.24), lettering)
    else:
        _print_numeral(tile_ink, square.part(0, 0, width=0.44, height=0.44), lettering)
    return tile_ink


def _draw_word(style: Style, lettering: _Lettering) -> Ink:
    """A Chinese numeral above the suit's name in Latin letters, as some American sets have it.

    The name is left out if the font of the corner numerals lacks its letters.
    """
    rng = np.random.default_rng(lettering.seed)
    word = str(rng.choice(["CRAK", "CRACK", "CHAR", "WAN"]))
    tile_ink = style.no_ink()
    area = style.picture_area()
    _print_numeral(tile_ink, area.part(0, -0.25, width=0.8, height=0.6), lettering)
    font = style.numerals.font
    if has_all(font, word):
        print_text(
            tile_ink, area.part(0, 0.75, width=0.95, height=0.22), word, font, lettering.colours[1]
        )
    return tile_ink


def _print_numeral(tile_ink: Ink, area: Area, lettering: _Lettering) -> None:
    print_text(tile_ink, area, lettering.numeral, lettering.numeral_font, lettering.colours[0])


def _print_suit(tile_ink: Ink, area: Area, lettering: _Lettering) -> None:
    print_text(tile_ink, area, lettering.suit, lettering.suit_font, lettering.colours[1])


_DRAWINGS: Final[Mapping[str, Callable[[Style, _Lettering], Ink]]] = {
    "pair": _draw_pair,
    "framed": _draw_framed,
    "numeral": _draw_numeral,
    "suit": _draw_suit,
    "seal": _draw_seal,
    "word": _draw_word,
    "plate": _draw_plate,
    "medallion": _draw_medallion,
}

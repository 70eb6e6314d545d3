"""Jokers of a modern set: tiles that are none of the 42 faces."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from training.faces.canvas import Area
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Style
from training.faces.emblems import draw_crown, draw_fish, draw_lion, draw_logo
from training.faces.glyphs import has_all
from training.faces.ink import Ink

_WORDS: Final[Sequence[str]] = ("JOKER", "JOKER", "JOKER", "WILD", "百搭")
_PICTURES: Final = (draw_fish, draw_crown, draw_lion, draw_logo)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The heights on a joker, from -1 at its top to 1 at its bottom."""

    pictures_y: tuple[float, ...]  # of the middle of each picture
    word_y: float  # of the middle of the word


#: A picture above the word, a picture below it, both, or the word alone.
_LAYOUTS: Final = (
    _Layout(pictures_y=(-0.55,), word_y=0.6),
    _Layout(pictures_y=(0.55,), word_y=-0.6),
    _Layout(pictures_y=(-0.6, 0.6), word_y=0.0),
    _Layout(pictures_y=(), word_y=0.0),
)


def draw_joker(style: Style) -> Ink:
    """Draw a joker: its word, often with pictures above or below.

    Returns:
        The ink of the whole tile.
    """
    word = style.pick(_WORDS)
    # Perhaps no font has the Chinese word.
    if not any(has_all(font, word) for font in style.maker.fonts):
        word = "JOKER"
    font = style.maker.font(word)
    canvas = style.canvas()
    inner_width, inner_height = style.maker.inner
    area = Area(canvas.area.x, canvas.area.y, inner_width, inner_height)
    draw = style.pick(_PICTURES)
    layout = style.pick(_LAYOUTS)
    for picture_y in layout.pictures_y:
        spot = area.part(0, picture_y, width=0.85, height=0.36)
        draw(canvas, spot, (style.choose_colour(), style.choose_colour()), style.seed())
    tile_ink = canvas.ink()
    print_text(
        tile_ink,
        area.part(0, layout.word_y, width=1.0, height=0.26),
        word,
        font,
        style.choose_colour(),
        stretch=1.4,
    )
    return tile_ink

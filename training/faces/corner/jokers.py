"""Jokers of a modern set: tiles that are none of the 42 faces."""

from collections.abc import Sequence
from typing import Final

from training.faces.canvas import Area
from training.faces.corner.lettering import print_text
from training.faces.corner.style import Style
from training.faces.emblems import draw_crown, draw_fish, draw_lion, draw_logo
from training.faces.glyphs import has_all
from training.faces.ink import Ink

_WORDS: Final[Sequence[str]] = ("JOKER", "JOKER", "JOKER", "WILD", "百搭")
_PICTURES: Final = (draw_fish, draw_crown, draw_lion, draw_logo)


def draw_joker(style: Style) -> Ink:
    """Draw a joker: its word with one or two pictures above and below.

    Returns:
        The ink of the whole tile.
    """
    word = style.pick(_WORDS)
    if not any(has_all(font, word) for font in style.maker.fonts):
        word = "JOKER"
    font = style.maker.font(word)
    canvas = style.canvas()
    inner_width, inner_height = style.maker.inner
    area = Area(canvas.area.x, canvas.area.y, inner_width, inner_height)
    draw = style.pick(_PICTURES)
    places = style.pick((((0.0, -0.55),), ((0.0, 0.55),), ((0.0, -0.6), (0.0, 0.6)), ()))
    for x, y in places:
        spot = area.part(x, y, 0.85, 0.36)
        draw(canvas, spot, (style.ink(), style.ink()), style.seed())
    tile_ink = canvas.ink()
    text_y = 0.0
    if len(places) == 1:
        text_y = -0.6 * places[0][1] / 0.55
    print_text(tile_ink, area.part(0, text_y, 1.0, 0.26), word, font, style.ink(), stretch=1.4)
    return tile_ink

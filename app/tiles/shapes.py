"""Shapes of SVG from which the tile pictures are composed, and their colours."""

from typing import Final

INK: Final = "#22303c"
RED: Final = "#b3261e"
GREEN: Final = "#0b6b47"
BLUE: Final = "#1d4f9e"
GOLD: Final = "#a86500"
IVORY: Final = "#fffdf4"


def draw_path(path: str, colour: str, width: float) -> str:
    """Draw path data with a pen.

    Args:
        path: SVG path data.
        colour: the pen's colour.
        width: the pen's width.
    """
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}"/>'


def fill_path(path: str, colour: str) -> str:
    """Fill the shape that path data enclose."""
    return f'<path d="{path}" fill="{colour}"/>'


def draw_circle(x: float, y: float, radius: float, colour: str) -> str:
    """Fill a circle around (x, y)."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'


def move(content: str, x: float, y: float, scale_x: float, scale_y: float) -> str:
    """Scale shapes, then move their origin to (x, y)."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale_x:g} {scale_y:g})">{content}</g>'


def draw_character(
    path: str, colour: str, box: tuple[float, float, float, float], width: float
) -> str:
    """Draw a character of ``strokes.py`` so that it fills a box.

    Args:
        path: the strokes, in a box of 100 x 100.
        colour: the pen's colour.
        box: x, y, width and height of the box to fill.
        width: the pen's width, in hundredths of the box.
    """
    x, y, box_width, box_height = box
    return move(draw_path(path, colour, width), x, y, box_width / 100, box_height / 100)


def repeat_around(open_tag: str, count: int, centre: str) -> str:
    """Repeat a shape at equal angles around a centre.

    Args:
        open_tag: the shape's element without the closing ``/>``, so that each copy can get its
            rotation.
        count: how often it is drawn.
        centre: x and y, such as ``30 50``.
    """
    copies = []
    for number in range(count):
        angle = number * 360 / count
        copies.append(f'{open_tag} transform="rotate({angle:g} {centre})"/>')
    return "".join(copies)


def draw_petals(count: int, reach: float, width: float, colour: str, centre_colour: str) -> str:
    """Draw a flower around the middle of the tile.

    Args:
        count: the number of petals.
        reach: how far the middle of a petal is from the flower's centre.
        width: half the width of a petal.
        colour: the petals' colour.
        centre_colour: the colour of the flower's centre.
    """
    # The uppermost petal, whose tag ``repeat_around`` closes.
    petal_tag = (
        f'<ellipse cx="30" cy="{50 - reach:g}" rx="{width:g}" ry="{reach * 0.62:g}" fill="{colour}"'
    )
    petals = repeat_around(petal_tag, count, centre="30 50")
    return petals + draw_circle(30, 50, reach * 0.42, centre_colour)

"""Dots and bamboo: the pictures of 2 to 9, composed of equal dots and sticks."""

from collections.abc import Sequence
from typing import Final

from hu.app.tiles.shapes import BLUE, GREEN, IVORY, RED, draw_path

#: x, y and colour of a dot or of an upright stick.
Spot = tuple[float, float, str]
#: x, y, angle in degrees and colour of a stick.
Stick = tuple[float, float, float, str]


def _grid(columns: Sequence[float], rows: Sequence[tuple[float, str]]) -> list[Spot]:
    """Return spots row by row.

    Args:
        columns: the x of each column.
        rows: the y and the colour of each row.
    """
    spots = []
    for y, colour in rows:
        spots += [(x, y, colour) for x in columns]
    return spots


def _upright(spots: Sequence[Spot]) -> list[Stick]:
    """Return an upright stick at each spot."""
    return [(x, y, 0, colour) for x, y, colour in spots]


_DOTS: Final[dict[int, Sequence[Spot]]] = {
    2: [(30, 33, GREEN), (30, 60, BLUE)],
    3: [(17, 35, BLUE), (30, 50, RED), (43, 65, GREEN)],
    4: [(18, 37, BLUE), (42, 37, GREEN), (18, 63, GREEN), (42, 63, BLUE)],
    5: [(15, 35, BLUE), (45, 35, GREEN), (30, 50, RED), (15, 65, GREEN), (45, 65, BLUE)],
    6: _grid((19, 41), [(32, GREEN), (50, RED), (68, RED)]),
    7: [
        (25, 14, GREEN),
        (37, 21.5, GREEN),
        (49, 29, GREEN),
        *_grid((19, 41), [(49, RED), (67, RED)]),
    ],
    8: _grid((26, 45), [(16.5, BLUE), (33.5, BLUE), (50.5, BLUE), (67.5, BLUE)]),
    9: _grid((13, 30, 47), [(33, GREEN), (50.5, RED), (68, BLUE)]),
}
_DOT_RADIUS: Final = {2: 11.5, 3: 9.5, 4: 10.5, 5: 9, 6: 8, 7: 7.6, 8: 7.6, 9: 7.6}

_STICKS: Final[dict[int, Sequence[Stick]]] = {
    2: _upright([(30, 33, GREEN), (30, 61, BLUE)]),
    3: _upright([(30, 33, BLUE), (19, 61, GREEN), (41, 61, GREEN)]),
    4: _upright([(19, 37, GREEN), (41, 37, BLUE), (19, 63, BLUE), (41, 63, GREEN)]),
    5: _upright([(14, 37, GREEN), (46, 37, BLUE), (30, 50, RED), (14, 63, BLUE), (46, 63, GREEN)]),
    6: _upright(_grid((14, 30, 46), [(37, GREEN), (63, BLUE)])),
    7: _upright([(30, 16.5, RED), *_grid((14, 30, 46), [(42, GREEN), (65, BLUE)])]),
    8: [
        (12, 39, 0, GREEN),
        (24.5, 39, 35, GREEN),
        (35.5, 39, -35, GREEN),
        (48, 39, 0, GREEN),
        (12, 65, 0, BLUE),
        (24.5, 65, -35, BLUE),
        (35.5, 65, 35, BLUE),
        (48, 65, 0, BLUE),
    ],
    9: _upright(
        [
            *((14, y, GREEN) for y in (33, 50, 67)),
            *((30, y, RED) for y in (33, 50, 67)),
            *((46, y, BLUE) for y in (33, 50, 67)),
        ]
    ),
}
_STICK_LENGTH: Final = {2: 25, 3: 25, 4: 23, 5: 23, 6: 23, 7: 19, 8: 21, 9: 15}


def draw_dots(number: int) -> str:
    """Draw the picture of a tile of dots, 2 to 9."""
    radius = _DOT_RADIUS[number]
    return "".join(draw_dot(x, y, radius, colour) for x, y, colour in _DOTS[number])


def draw_bamboo(number: int) -> str:
    """Draw the picture of a tile of bamboo, 2 to 9."""
    sticks = []
    for x, y, angle, colour in _STICKS[number]:
        sticks.append(draw_stick(x, y, angle=angle, length=_STICK_LENGTH[number], colour=colour))
    return "".join(sticks)


def draw_dot(x: float, y: float, radius: float, colour: str) -> str:
    """Draw a dot with a ring in it around (x, y)."""
    attributes = f'cx="{x:g}" cy="{y:g}" fill="{colour}"'
    dot = f'<circle {attributes} r="{radius:g}"/>'
    ring = f'stroke="{IVORY}" stroke-width="{radius * 0.2:.2g}"'
    return f'{dot}<circle {attributes} r="{radius * 0.42:g}" {ring}/>'


def draw_stick(x: float, y: float, *, angle: float, length: float, colour: str) -> str:
    """Draw a stick of bamboo with three nodes.

    Args:
        x: the x of its middle.
        y: the y of its middle.
        angle: how far it is turned clockwise, in degrees.
        length: its length.
        colour: its colour.
    """
    half = length / 2
    body = (
        f'<rect x="-3.6" y="{-half:g}" width="7.2" height="{length:g}" rx="3.4" fill="{colour}"/>'
    )
    nodes = draw_path(f"M-4.4,{-half + 2:g} H4.4 M-4.4,0 H4.4 M-4.4,{half - 2:g} H4.4", colour, 2.6)
    shine = draw_path(f"M0,{-half + 5:g} V-3 M0,3 V{half - 5:g}", IVORY, 1.5)
    return f'<g transform="translate({x:g} {y:g}) rotate({angle:g})">{body}{nodes}{shine}</g>'

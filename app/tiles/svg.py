"""Tile pictures: SVG drawings of the 42 faces and the back, 60 x 80 units, clear from 40 pixels of width.

Every face but the dragons carries a plain index in its corner for people who do not read the characters. The tile's
own ivory ground keeps the same contrast on a light and on a dark page. No font and no picture file is needed.
"""

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from typing import Final

from hu.app.tiles import strokes
from hu.scoring.tiles import BACK, CLASSES, FACES, RED_FIVES

_INK: Final = "#22303c"
_RED: Final = "#b3261e"
_GREEN: Final = "#0b6b47"
_BLUE: Final = "#1d4f9e"
_GOLD: Final = "#a86500"
_IVORY: Final = "#fffdf4"

#: Letters of the winds, East to North, by language.
_WIND_LETTERS: Final = {"en": "ESWN", "de": "OSWN", "fr": "ESON", "it": "ESON"}


def _pen(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}"/>'


def _place(content: str, x: float, y: float, scale_x: float, scale_y: float) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale_x:g} {scale_y:g})">{content}</g>'


def _index(sign: str, colour: str) -> str:
    return _place(_pen(strokes.LATIN[sign], colour, 15), 6, 6, 0.16, 0.16)


def _character(path: str, colour: str, box: tuple[float, float, float, float], width: float) -> str:
    """A character filling ``box`` (x, y, width, height), drawn with a pen of ``width`` hundredths of the box."""
    x, y, wide, high = box
    return _place(_pen(path, colour, width), x, y, wide / 100, high / 100)


def _ring(shape: str, count: int, centre: str) -> str:
    """Repeat a shape ``count`` times around a centre; ``shape`` is an element without its closing ``/>``."""
    return "".join(
        f'{shape} transform="rotate({turn * 360 / count:g} {centre})"/>' for turn in range(count)
    )


_DOTS: Final[dict[int, Sequence[tuple[float, float, str]]]] = {
    2: ((30, 33, _GREEN), (30, 60, _BLUE)),
    3: ((17, 35, _BLUE), (30, 50, _RED), (43, 65, _GREEN)),
    4: ((18, 37, _BLUE), (42, 37, _GREEN), (18, 63, _GREEN), (42, 63, _BLUE)),
    5: ((15, 35, _BLUE), (45, 35, _GREEN), (30, 50, _RED), (15, 65, _GREEN), (45, 65, _BLUE)),
    6: tuple((x, y, c) for y, c in ((32, _GREEN), (50, _RED), (68, _RED)) for x in (19, 41)),
    7: (
        *((x, y, _GREEN) for x, y in ((25, 14), (37, 21.5), (49, 29))),
        *((x, y, _RED) for y in (49, 67) for x in (19, 41)),
    ),
    8: tuple((x, y, _BLUE) for y in (16.5, 33.5, 50.5, 67.5) for x in (26, 45)),
    9: tuple((x, y, c) for y, c in ((33, _GREEN), (50.5, _RED), (68, _BLUE)) for x in (13, 30, 47)),
}
_DOT_RADIUS: Final = {2: 11.5, 3: 9.5, 4: 10.5, 5: 9, 6: 8, 7: 7.6, 8: 7.6, 9: 7.6}


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    attributes = f'cx="{x:g}" cy="{y:g}" fill="{colour}"'
    core = f'<circle {attributes} r="{radius * 0.42:g}" stroke="{_IVORY}" stroke-width="{radius * 0.2:.2g}"/>'
    return f'<circle {attributes} r="{radius:g}"/>{core}'


_STICKS: Final[dict[int, Sequence[tuple[float, float, float, str]]]] = {
    2: ((30, 33, 0, _GREEN), (30, 61, 0, _BLUE)),
    3: ((30, 33, 0, _BLUE), (19, 61, 0, _GREEN), (41, 61, 0, _GREEN)),
    4: ((19, 37, 0, _GREEN), (41, 37, 0, _BLUE), (19, 63, 0, _BLUE), (41, 63, 0, _GREEN)),
    5: (
        (14, 37, 0, _GREEN),
        (46, 37, 0, _BLUE),
        (30, 50, 0, _RED),
        (14, 63, 0, _BLUE),
        (46, 63, 0, _GREEN),
    ),
    6: tuple((x, y, 0, c) for y, c in ((37, _GREEN), (63, _BLUE)) for x in (14, 30, 46)),
    7: (
        (30, 16.5, 0, _RED),
        *((x, y, 0, c) for y, c in ((42, _GREEN), (65, _BLUE)) for x in (14, 30, 46)),
    ),
    8: (
        *((x, 39, turn, _GREEN) for x, turn in ((12, 0), (24.5, 35), (35.5, -35), (48, 0))),
        *((x, 65, turn, _BLUE) for x, turn in ((12, 0), (24.5, -35), (35.5, 35), (48, 0))),
    ),
    9: tuple(
        (x, y, 0, c) for x, c in ((14, _GREEN), (30, _RED), (46, _BLUE)) for y in (33, 50, 67)
    ),
}
_STICK_LENGTH: Final = {2: 25, 3: 25, 4: 23, 5: 23, 6: 23, 7: 19, 8: 21, 9: 15}


def _stick(x: float, y: float, turn: float, length: float, colour: str) -> str:
    half = length / 2
    body = (
        f'<rect x="-3.6" y="{-half:g}" width="7.2" height="{length:g}" rx="3.4" fill="{colour}"/>'
    )
    nodes = _pen(f"M-4.4,{-half + 2:g} H4.4 M-4.4,0 H4.4 M-4.4,{half - 2:g} H4.4", colour, 2.6)
    shine = _pen(f"M0,{-half + 5:g} V-3 M0,3 V{half - 5:g}", _IVORY, 1.5)
    return f'<g transform="translate({x:g} {y:g}) rotate({turn:g})">{body}{nodes}{shine}</g>'


def _petals(count: int, reach: float, size: float, colour: str, centre: str) -> str:
    petal = (
        f'<ellipse cx="30" cy="{50 - reach:g}" rx="{size:g}" ry="{reach * 0.62:g}" fill="{colour}"'
    )
    return (
        _ring(petal, count, "30 50")
        + f'<circle cx="30" cy="50" r="{reach * 0.42:g}" fill="{centre}"/>'
    )


#: The picture on each one of dots and bamboo, dragon, flower and season; the other faces are composed in ``_face``.
_PICTURES: Final = {
    "1p": f'<circle cx="30" cy="47" r="21" fill="{_BLUE}"/>'
    + _ring(f'<circle cx="30" cy="33" r="4" fill="{_IVORY}"', 8, "30 47")
    + _dot(30, 47, 8.5, _RED),
    # A small bird on a shoot: its tail, body, wing, head, beak and crest, and its feet on the shoot.
    "1s": _pen("M27,52 Q14,60 9,74 M28,54 Q19,62 17,75 M31,55 Q26,64 26,74", _RED, 3.4)
    + f'<path d="M44,27 Q36,24 32,33 Q22,38 21,49 Q23,60 35,58 Q48,54 48,40 Q48,31 44,27 Z" fill="{_GREEN}"/>'
    + _pen("M27,46 Q35,38 42,44 M28,51 Q35,45 41,49", _IVORY, 2.2)
    + f'<circle cx="42" cy="26" r="7.5" fill="{_BLUE}"/><circle cx="43.5" cy="25" r="1.8" fill="{_IVORY}"/>'
    + f'<path d="M49,24 L56,28 L48,30 Z" fill="{_GOLD}"/>'
    + _pen("M40,18 L38,12 M44,18 L45,12", _RED, 2)
    + _pen("M36,58 V70 M42,55 V70 M31,71 H48", _GOLD, 2.4),
    "5z": f'<rect x="13" y="15" width="34" height="50" rx="3" fill="none" stroke="{_BLUE}" stroke-width="4.5"/>'
    f'<rect x="20" y="22" width="20" height="36" rx="1.5" fill="none" stroke="{_BLUE}" stroke-width="2"/>'
    + _pen("M13,27 L25,15 M47,53 L35,65", _BLUE, 2.4),
    "6z": _character(strokes.GREEN_DRAGON, _GREEN, (8, 14, 44, 52), 9),
    "7z": _character(strokes.RED_DRAGON, _RED, (8, 14, 44, 52), 9),
    # Plum, orchid, chrysanthemum, bamboo.
    "1f": _petals(5, 12.5, 7.5, _RED, _GOLD),
    "2f": _pen(
        "M30,74 Q28,52 10,42 M30,74 Q32,54 50,44 M30,74 Q22,64 12,62 M30,74 Q38,64 49,64", _GREEN, 3
    )
    + '<path d="M30,52 Q20,44 24,32 Q30,38 30,52 Q40,44 36,32 Q30,38 30,52 Q14,52 16,42 M30,52 Q46,52 44,42" '
    + f'fill="{_RED}"/><circle cx="30" cy="50" r="3" fill="{_GOLD}"/>',
    "3f": _petals(12, 14, 3.6, _GOLD, _RED),
    "4f": _stick(22, 50, 0, 46, _GREEN)
    + _stick(37, 55, 0, 36, _GREEN)
    + _pen("M26,42 Q36,34 40,30 M26,56 Q14,50 9,44 M41,48 Q50,44 53,38", _GREEN, 3.4),
    # A sprout, the sun, a leaf, snow.
    "1g": f'<path d="M30,56 Q10,56 9,36 Q28,36 30,56 Q32,32 52,31 Q52,52 30,56 Z" fill="{_GREEN}"/>'
    + _pen("M30,56 V74 M20,75 H40", _GOLD, 3.6),
    "2g": _ring(f'<path d="M30,29 V35" stroke="{_RED}" stroke-width="4"', 8, "30 51")
    + f'<circle cx="30" cy="51" r="12.5" fill="{_RED}"/>',
    "3g": '<path d="M30,30 L35,40 L44,34 L42,46 L53,46 L45,55 L49,62 L36,61 L30,66 '
    f'L24,61 L11,62 L15,55 L7,46 L18,46 L16,34 L25,40 Z" fill="{_GOLD}"/>'
    + _pen("M30,44 V76 M30,58 L22,50 M30,58 L38,50", _RED, 2.2),
    "4g": _ring(
        f'<path d="M30,51 V29 M30,38 L24,32 M30,38 L36,32" stroke="{_BLUE}" stroke-width="3"',
        6,
        "30 51",
    ),
}


def _face(tile: str, letters: str) -> str:
    number, suit = int(tile[0]), tile[1]
    at, figure, picture = number - 1, tile[0], _PICTURES.get(tile, "")
    if suit == "m":
        upper = _character(strokes.NUMBERS[at], _INK, (22, 7, 31, 27), 11)
        return _index(figure, _INK) + upper + _character(strokes.MYRIAD, _RED, (13, 38, 34, 35), 9)
    if suit == "p":
        dots = (_dot(x, y, _DOT_RADIUS[number], colour) for x, y, colour in _DOTS.get(number, ()))
        return _index(figure, _INK) + picture + "".join(dots)
    if suit == "s":
        places = _STICKS.get(number, ())
        sticks = (
            _stick(x, y, turn, _STICK_LENGTH[number], colour) for x, y, turn, colour in places
        )
        return _index(figure, _INK) + picture + "".join(sticks)
    if suit == "z":
        # The dragons carry no index.
        return picture or _index(letters[at], _BLUE) + _character(
            strokes.WINDS[at], _INK, (11, 27, 38, 45), 10
        )
    path, colour = (strokes.FLOWERS, _RED) if suit == "f" else (strokes.SEASONS, _BLUE)
    return _index(figure, colour) + _character(path[at], colour, (33, 6, 20, 19), 9) + picture


_BODY: Final = '<rect x="1" y="1" width="58" height="78" rx="7" '


@cache
def tile_svg(tile: str, language: str = "en") -> str:
    """Draw one tile.

    Args:
        tile: one of ``hu.scoring.tiles.CLASSES``, or a red five.
        language: whose letters the winds carry ("it": O for West).

    Returns:
        A whole SVG document of 60 x 80 units.

    Raises:
        ValueError: ``tile`` is not one of these names.
    """
    if tile not in CLASSES and tile not in RED_FIVES:
        raise ValueError(f"unknown tile {tile!r}")
    letters = _WIND_LETTERS.get(language, _WIND_LETTERS["en"])
    if tile == BACK:
        lattice = _pen("M30,14 L50,40 L30,66 L10,40 Z M30,26 L41,40 L30,54 L19,40 Z", "#8fd0b5", 3)
        drawing = f'{_BODY}fill="{_GREEN}" stroke="#064d32"/>{lattice}'
    else:
        face = _face(RED_FIVES.get(tile, tile), letters)
        if tile in RED_FIVES:
            # In red ink alone.
            for colour in (_INK, _GREEN, _BLUE, _GOLD):
                face = face.replace(colour, _RED)
        drawing = f'{_BODY}fill="{_IVORY}" stroke="#b9ae93" stroke-width="1.5"/>{face}'
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><g {pen}>{drawing}</g></svg>'
    )


def tile_data_uri(tile: str, language: str = "en") -> str:
    """The drawing as a ``data:`` address for an image's source or a style sheet."""
    return "data:image/svg+xml;base64," + b64encode(tile_svg(tile, language).encode()).decode()


def tile_style_sheet(language: str = "en") -> str:
    """Style rules: a variable ``--hu-<tile>`` with each picture, and a class ``hu-t-<tile>`` that shows it."""
    tiles = (*FACES, BACK, *RED_FIVES)
    pictures = "".join(f'--hu-{tile}:url("{tile_data_uri(tile, language)}");' for tile in tiles)
    return f":root{{{pictures}}}" + "".join(
        f".hu-t-{tile}{{background-image:var(--hu-{tile})}}" for tile in tiles
    )

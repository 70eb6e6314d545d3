"""Tile pictures: SVG drawings of the 42 faces and the back, 60 x 80 units.

They are clear from 40 pixels of width. Every face but the dragons has a plain index in its corner
for people who do not read the characters. The tile's own ivory ground keeps the same contrast on a
light and on a dark page. No font and no picture file is needed.
"""

from base64 import b64encode
from functools import cache
from typing import Final

from hu.app.tiles import strokes
from hu.app.tiles.emblems import EMBLEMS
from hu.app.tiles.shapes import (
    BLUE,
    GOLD,
    GREEN,
    INK,
    IVORY,
    RED,
    draw_character,
    draw_path,
    move,
)
from hu.app.tiles.suits import draw_bamboo, draw_dots
from hu.scoring.tiles import BACK, CLASSES, FACES, RED_FIVES

#: Letters of the winds, East to North, by language.
_WIND_LETTERS: Final = {"en": "ESWN", "de": "OSWN", "fr": "ESON", "it": "ESON"}
#: The tag of a tile's body without its colours.
_BODY: Final = '<rect x="1" y="1" width="58" height="78" rx="7" '
_LATTICE: Final = "M30,14 L50,40 L30,66 L10,40 Z M30,26 L41,40 L30,54 L19,40 Z"
_LATTICE_COLOUR: Final = "#8fd0b5"


@cache
def tile_svg(tile: str, language: str = "en") -> str:
    """Draw one tile.

    Args:
        tile: one of ``hu.scoring.tiles.CLASSES``, or a red five.
        language: the language of the winds' letters. In ``"it"`` the west wind has an O.

    Returns:
        A whole SVG document of 60 x 80 units.

    Raises:
        ValueError: ``tile`` is not one of these names.
    """
    if tile not in CLASSES and tile not in RED_FIVES:
        raise ValueError(f"unknown tile {tile!r}")
    if tile == BACK:
        body = f'{_BODY}fill="{GREEN}" stroke="#064d32"/>'
        drawing = body + draw_path(_LATTICE, _LATTICE_COLOUR, 3)
    else:
        body = f'{_BODY}fill="{IVORY}" stroke="#b9ae93" stroke-width="1.5"/>'
        drawing = body + _draw_face(tile, language)
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><g {pen}>{drawing}</g></svg>'
    )


def _draw_face(tile: str, language: str) -> str:
    if tile in RED_FIVES:
        # A red five is printed in red ink alone.
        face = _draw_face(RED_FIVES[tile], language)
        for colour in (INK, GREEN, BLUE, GOLD):
            face = face.replace(colour, RED)
        return face
    # A tile's name is a figure and the letter of its suit.
    figure = tile[0]
    suit = tile[1]
    number = int(figure)
    if suit == "m":
        upper = draw_character(strokes.NUMBERS[number - 1], INK, (22, 7, 31, 27), 11)
        lower = draw_character(strokes.MYRIAD, RED, (13, 38, 34, 35), 9)
        return _draw_index(figure, INK) + upper + lower
    if suit in ("p", "s"):
        if number == 1:
            picture = EMBLEMS[tile]
        elif suit == "p":
            picture = draw_dots(number)
        else:
            picture = draw_bamboo(number)
        return _draw_index(figure, INK) + picture
    if suit == "z":
        return _draw_honour(tile, language)
    if suit == "f":
        character = draw_character(strokes.FLOWERS[number - 1], RED, (33, 6, 20, 19), 9)
        return _draw_index(figure, RED) + character + EMBLEMS[tile]
    # The remaining suit is that of the seasons.
    character = draw_character(strokes.SEASONS[number - 1], BLUE, (33, 6, 20, 19), 9)
    return _draw_index(figure, BLUE) + character + EMBLEMS[tile]


def _draw_honour(tile: str, language: str) -> str:
    """Draw a wind with its letter, or a dragon, which has no index."""
    is_dragon = tile in EMBLEMS
    if is_dragon:
        return EMBLEMS[tile]
    # 0 for East to 3 for North.
    wind_index = int(tile[0]) - 1
    letters = _WIND_LETTERS.get(language, _WIND_LETTERS["en"])
    character = draw_character(strokes.WINDS[wind_index], INK, (11, 27, 38, 45), 10)
    return _draw_index(letters[wind_index], BLUE) + character


def _draw_index(sign: str, colour: str) -> str:
    """Draw a figure or a letter in the upper left corner."""
    return move(draw_path(strokes.LATIN[sign], colour, 15), 6, 6, scale_x=0.16, scale_y=0.16)


def tile_data_uri(tile: str, language: str = "en") -> str:
    """Make the drawing's ``data:`` address, for an image's source or a style sheet.

    Args:
        tile: the tile, as for ``tile_svg``.
        language: the language of the winds' letters.
    """
    return "data:image/svg+xml;base64," + b64encode(tile_svg(tile, language).encode()).decode()


def tile_style_sheet(language: str = "en") -> str:
    """Write style rules: a variable ``--hu-<tile>`` and a class ``hu-t-<tile>`` for each picture.

    Args:
        language: the language of the winds' letters.
    """
    tiles = (*FACES, BACK, *RED_FIVES)
    variables = [f'--hu-{tile}:url("{tile_data_uri(tile, language)}");' for tile in tiles]
    classes = [f".hu-t-{tile}{{background-image:var(--hu-{tile})}}" for tile in tiles]
    return f":root{{{''.join(variables)}}}" + "".join(classes)

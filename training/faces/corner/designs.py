"""Whole modern sets drawn at random, and ordinary sets with numerals in their corners."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS, CLASSES, FLOWERS
from training.faces.art import Art
from training.faces.corner.bamboos import draw_bamboos
from training.faces.corner.bodies import (
    NEARLY_BLACK,
    free_palette,
    random_finish,
    surface,
    vivid_colour,
)
from training.faces.corner.characters import draw_characters
from training.faces.corner.dots import draw_dots
from training.faces.corner.dragons import draw_dragons
from training.faces.corner.jokers import draw_joker
from training.faces.corner.numerals import NUMERAL_HEIGHTS, Corner, random_numerals
from training.faces.corner.style import Letter, Purpose, Style
from training.faces.corner.winds import draw_winds
from training.faces.designs import (
    HEIGHT,
    Design,
    Surfaces,
    choose_sources,
    draw_inks,
    new_maker,
    pictures,
    random_design,
)
from training.faces.glyphs import has_all
from training.faces.ink import Colour, Ink, Palette, empty, paste, shrink
from training.faces.maker import PARTS, draws_index
from training.faces.suits import draw_bonus

#: Letters of winds and dragons in corners.
_LETTERS: Final = (
    {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "W", "6z": "G", "7z": "R"},
    {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "B", "6z": "F", "7z": "C"},
    {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "D", "6z": "D", "7z": "D"},
)
#: Share of ordinary sets among the sets of ``corner_set``, except sets to measure with.
_ORDINARY: Final = 0.15
#: Share of dark bodies among the sets of ``corner_set``.
_DARK: Final = 0.12
#: Share of modern sets whose drawings show the number, without numerals. Sets to measure with have
#: numerals.
_WITHOUT_NUMERALS: Final = 0.06
#: Share of dark bodies in ``dark_design``.
_DARK_BODIES: Final = 0.75
#: Jokers of a set.
_JOKERS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class CornerSet:
    """A set as ``corner_set`` draws it, as a rule with numerals in its corners."""

    design: Design
    # the numeral or letter in the corners of each face and of the back, by its code. Empty if its
    # corners have none. Codes are missing if their drawings may show a numeral that is not known
    symbols: Mapping[str, str]
    corners: tuple[Corner, ...]  # in which the symbols are printed
    # the letter in the middle of each face and of the back, by its code. Codes are missing if the
    # middle may show letters that are not known
    letters: Mapping[str, Letter]


def corner_design(
    rng: np.random.Generator,
    art: Art,
    hold_out: frozenset[str] = frozenset(),
    height: int = HEIGHT,
    *,
    purpose: Purpose = "classifier",
    aspect: float | None = None,
) -> Design:
    """Draw a set, as a rule with numerals in its corners.

    Most sets are modern sets, drawn freely. Some are ordinary sets with numerals added.

    Args:
        rng: decides everything.
        art: the artwork, for birds and for ordinary sets.
        hold_out: families of artwork that are not used.
        height: of the faces in pixels.
        purpose: decides which drawings and typefaces the set may have.
        aspect: height over width of the tiles. By default it is chosen at random.

    Raises:
        InputError: a family in ``hold_out`` does not exist, there is no artwork, or no bird of it
            is left for an ordinary set.
    """
    return corner_set(rng, art, hold_out, height, purpose=purpose, aspect=aspect).design


def corner_set(
    rng: np.random.Generator,
    art: Art,
    hold_out: frozenset[str] = frozenset(),
    height: int = HEIGHT,
    *,
    purpose: Purpose = "classifier",
    aspect: float | None = None,
    numeral_heights: tuple[float, float] = NUMERAL_HEIGHTS,
) -> CornerSet:
    """Draw a set as ``corner_design`` does, and note which numeral each face has.

    Args:
        rng: decides everything.
        art: the artwork, for birds and for ordinary sets.
        hold_out: families of artwork that are not used.
        height: of the faces in pixels.
        purpose: decides which drawings and typefaces the set may have.
        aspect: height over width of the tiles. By default it is chosen at random.
        numeral_heights: the least and the greatest height of numerals in tile widths.

    Raises:
        InputError: a family in ``hold_out`` does not exist, there is no artwork, or no bird of it
            is left for an ordinary set.
    """
    art.check(hold_out)
    finish = random_finish(rng, is_dark=bool(rng.random() < _DARK))
    if aspect is not None:
        finish = replace(finish, body=replace(finish.body, aspect=aspect))
    maker = new_maker(rng, art, hold_out, finish.body, height)
    maker = replace(maker, palette=free_palette(rng, finish.body))
    fonts_with_numerals = [font for font in maker.fonts if has_all(font, "123456789")]
    is_measuring = purpose == "measuring"
    numerals = random_numerals(
        rng, fonts_with_numerals, are_held_out=is_measuring, heights=numeral_heights
    )
    has_numerals = is_measuring or maker.chance(1 - _WITHOUT_NUMERALS)
    style = Style(maker, finish, numerals, purpose, has_numerals)
    is_ordinary = maker.chance(_ORDINARY) and not is_measuring
    if is_ordinary:
        inks, recipe = _draw_ordinary(style)
    else:
        inks, recipe = _draw_modern(style)
    for number in range(1, _JOKERS + 1):
        inks[f"joker-{number}"] = draw_joker(style)
    size = maker.size
    surfaces = Surfaces(
        face=surface(size, finish.body.face, finish.material, rng),
        back=surface(size, finish.body.back, finish.back_material, rng),
    )
    tops = pictures(maker, inks, surfaces)
    design = Design(finish.body, tops, recipe, maker.fonts)
    return CornerSet(design, _symbols_of(style, recipe), numerals.corners, _letters_of(style))


def _symbols_of(style: Style, recipe: Mapping[str, str]) -> dict[str, str]:
    """The symbol in the corners of each face of which it is known. Empty for faces without one."""
    symbols = dict(style.symbols)
    unknown_codes = set(BONUS)
    for part, codes in PARTS.items():
        for code in codes:
            if draws_index(code, part, recipe):
                unknown_codes.add(code)
    for code in CLASSES:
        if code not in unknown_codes:
            symbols.setdefault(code, "")
    return symbols


def _letters_of(style: Style) -> dict[str, Letter]:
    """The letter in the middle of each face of which it is known.

    Suited tiles and backs have no letter there.
    """
    letters = dict(style.letters)
    for code in CLASSES:
        if code[1] in "mps" or code == BACK:
            letters[code] = Letter("")
    return letters


def dark_design(
    rng: np.random.Generator,
    art: Art,
    hold_out: frozenset[str] = frozenset(),
    height: int = HEIGHT,
    *,
    aspect: float | None = None,
) -> Design:
    """Draw an ordinary set in white, gold or bright ink on dark tiles.

    A quarter of the sets have nearly black and red inks on pale tiles instead, as on broadcast
    tables.

    Args:
        rng: decides everything.
        art: the artwork.
        hold_out: families of artwork that are not used.
        height: of the faces in pixels.
        aspect: height over width of the tiles. By default it is chosen at random.

    Raises:
        InputError: a family in ``hold_out`` does not exist, there is no artwork, or no bird of it
            is left.
    """
    is_dark = bool(rng.random() < _DARK_BODIES)
    finish = random_finish(rng, is_dark=is_dark)
    body = finish.body
    if aspect is not None:
        body = replace(body, aspect=aspect)
    if is_dark:
        palette = free_palette(rng, body)
    else:
        palette = Palette(
            red=vivid_colour(rng, hues=(-0.04, 0.02), body=body),
            green=NEARLY_BLACK,
            blue=NEARLY_BLACK,
            dark=NEARLY_BLACK,
        )
    return random_design(rng, art, hold_out, height, body, palette)


def _draw_modern(style: Style) -> tuple[dict[str, Ink], dict[str, str]]:
    """Draw a set of free drawings, with numerals if the style has them.

    Returns:
        The ink of each face by its code. Then the name of each part's drawings, and the font of the
        numerals under ``index``.
    """
    inks: dict[str, Ink] = {}
    recipe = {}
    suits = (("m", draw_characters), ("p", draw_dots), ("s", draw_bamboos))
    have_one_colour = style.maker.chance(0.4)
    shared_colour = style.choose_colour()
    for part, draw in suits:
        inks_of_part, recipe[part] = draw(style)
        numeral_colour = shared_colour if have_one_colour else style.choose_colour()
        if style.has_numerals:
            for code, ink in inks_of_part.items():
                style.print_symbol(ink, code, code[0], numeral_colour)
        inks |= inks_of_part
    letters = style.pick(_LETTERS)
    for part, draw in (("z", draw_winds), ("w", draw_dragons)):
        inks_of_part, recipe[part] = draw(style)
        if style.maker.chance(0.35):
            _print_letters(inks_of_part, letters, style, shared_colour)
        inks |= inks_of_part
    inks |= _draw_bonus(style, shared_colour)
    recipe["f"] = "own"
    recipe["g"] = "own"
    recipe["index"] = style.numerals.font.stem
    return inks, recipe


def _draw_ordinary(style: Style) -> tuple[dict[str, Ink], dict[str, str]]:
    """Draw an ordinary set, and print numerals on suited tiles whose drawings have none.

    In half of the sets letters are printed on winds and dragons too.

    Returns:
        The ink of each face by its code. Then the source of each part, of the bird under ``bird``
        if the program draws the bamboos, and the font of the numerals under ``index``.
    """
    maker = style.maker
    recipe = choose_sources(maker)
    strength = float(style.rng.choice([0.0, 1.0]))
    inks = draw_inks(maker, recipe, strength)
    letters = style.pick(_LETTERS)
    colour = style.choose_colour()
    has_letters = maker.chance(0.5)
    width, height = maker.size
    # The drawings are made smaller, and move half as far as drawings of full size.
    shift_x, shift_y = style.numerals.shift(maker.size)
    center = (width / 2 + shift_x / 2, height / 2 + shift_y / 2)
    for part in "mpszw":
        is_honour = part in "zw"
        if is_honour and not has_letters:
            continue
        for code in PARTS[part]:
            if draws_index(code, part, recipe):
                continue
            small = shrink(inks[code], scale=0.86)
            inks[code] = empty(height, width)
            paste(inks[code], small, center)
            text = letters.get(code, code[0])
            style.print_symbol(inks[code], code, text, colour)
    recipe["index"] = style.numerals.font.stem
    return inks, recipe


def _print_letters(
    inks: dict[str, Ink], letters: dict[str, str], style: Style, colour: Colour
) -> None:
    """Print the letters of winds or dragons into the corners, in place.

    Nothing is printed if the font of the numerals lacks one of the letters that sets print.
    """
    if not has_all(style.numerals.font, "ESWNRGCFBD"):
        return
    for code, ink in inks.items():
        style.print_symbol(ink, code, letters[code], colour)


def _draw_bonus(style: Style, colour: Colour) -> dict[str, Ink]:
    """Draw flowers and seasons: plants with names, at times with a numeral too."""
    maker = style.maker
    area = style.picture_area()
    have_numerals = maker.chance(0.4)
    # Nobody could tell a flower with nothing but a number from a season with the same number.
    flower_set = draw_bonus(maker, is_number_enough=False)
    season_set = draw_bonus(maker, is_number_enough=False)
    tile_inks = {}
    for code in BONUS:
        tile_ink = empty(maker.size[1], maker.size[0])
        picture = flower_set[code] if code in FLOWERS else season_set[code]
        paste(tile_ink, shrink(picture, scale=0.92), (area.x, area.y))
        if have_numerals:
            style.print_symbol(tile_ink, code, code[0], colour)
        tile_inks[code] = tile_ink
    return tile_inks

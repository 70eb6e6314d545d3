"""The bamboos of a modern set: sticks, stalks, bars, lanterns, or pictures for any number."""

import numpy as np

from training.faces import drawings
from training.faces.artwork import from_art
from training.faces.canvas import Area
from training.faces.corner.style import Style
from training.faces.emblems import draw_bird, draw_lattice, draw_potted_bamboo
from training.faces.ink import Ink, paste, shrink
from training.faces.maker import INDEXED
from training.faces.motifs import LONG_MOTIFS, Motif


def draw_bamboos(style: Style) -> tuple[dict[str, Ink], str]:
    """Draw the nine bamboos: as many sticks, stalks or bars as the number says, or a picture.

    Returns:
        The ink of each whole tile without numerals, and the name of the drawing.
    """
    weights = dict.fromkeys(LONG_MOTIFS, 1.0)
    weights |= {"stalk": 2.0, "sticks": 1.0}
    if style.has_numerals:
        weights |= {"potted": 1.6, "lattice": 0.8}
    name = style.choose(weights)
    if name == "sticks":
        inks = _draw_sticks(style)
    elif name in {"potted", "lattice"}:
        inks = _draw_pictures(style, name)
    elif style.has_numerals and style.maker.chance(0.2):
        inks = _draw_single(style, LONG_MOTIFS[name])
    else:
        inks = _draw_counted(style, LONG_MOTIFS[name])
    if style.maker.chance(0.75):
        inks["1s"] = _draw_bird(style)
    return inks, name


def _draw_counted(style: Style, motif: Motif) -> dict[str, Ink]:
    """Draw as many copies of a motif as the number says, in a bunch or in rows.

    Returns:
        The ink of each whole tile, by its code.
    """
    motif_seed = style.seed()
    accent = style.choose_colour()
    first_colour = style.choose_colour()
    second_colour = style.choose_colour()
    is_bunch = style.maker.chance(0.3)
    bunch_seed = style.seed()
    area = style.picture_area()
    # Modern sets often have thin or short sticks on much white.
    width_share = float(style.rng.uniform(0.4, 1.0))
    height_share = float(style.rng.uniform(0.7, 1.0))
    inks = {}
    for number in range(1, 10):
        canvas = style.canvas()
        if is_bunch:
            spots = _bunch(area, number, np.random.default_rng([bunch_seed, number]))
        else:
            spots = _stack(area, number)
        for index, spot in enumerate(spots):
            is_in_second_half = 2 * index >= number
            colour = second_colour if is_in_second_half else first_colour
            motif_area = spot.part(0, 0, width=width_share, height=height_share)
            # The same seed makes all copies alike.
            motif(canvas, motif_area, (colour, accent), np.random.default_rng(motif_seed))
        inks[f"{number}s"] = canvas.ink()
    return inks


def _stack(area: Area, number: int) -> list[Area]:
    """Divide an area for copies of a motif as sets usually arrange bamboo sticks.

    Args:
        area: the area of the picture.
        number: how many copies.
    """
    if number == 1:
        return [area.part(0, 0, width=0.4, height=0.9)]
    areas = []
    if number == 8:
        # The usual arrangement of 8 has slanted sticks. Motifs are not slanted.
        for x in (-0.64, -0.21, 0.21, 0.64):
            areas.append(area.part(x, -0.5, width=0.26, height=0.42))
            areas.append(area.part(x, 0.5, width=0.26, height=0.42))
        return areas
    width = 0.26 if number == 9 else 0.3
    for x, top, _, bottom, _ in drawings.STICKS[number]:
        height = (bottom - top) / 2 * 0.96
        areas.append(area.part(x * 0.85, (top + bottom) / 2, width=width, height=height))
    return areas


def _bunch(area: Area, number: int, rng: np.random.Generator) -> list[Area]:
    """Divide an area for copies of a motif side by side, each with a height of its own.

    Args:
        area: the area of the picture.
        number: how many copies.
        rng: decides the heights.
    """
    areas = []
    width = 1.7 / max(number, 3)
    for place in range(number):
        x = (place - (number - 1) / 2) * width
        height = float(rng.uniform(0.55, 0.85))
        y = float(rng.uniform(-1, 1)) * (1 - height)
        areas.append(area.part(x, y, width=width * 0.48, height=height))
    return areas


def _draw_single(style: Style, motif: Motif) -> dict[str, Ink]:
    """Draw one large motif, the same for every number.

    Returns:
        The ink of each whole tile, by its code.
    """
    seed = style.seed()
    colours = (style.choose_colour(), style.choose_colour())
    canvas = style.canvas()
    area = style.picture_area()
    spot = Area(area.x, area.y, area.width * 0.6, area.height * 0.85)
    motif(canvas, spot, colours, np.random.default_rng(seed))
    return {f"{number}s": canvas.ink() for number in range(1, 10)}


def _draw_pictures(style: Style, name: str) -> dict[str, Ink]:
    """Draw a picture for every number, in some sets the same for all numbers.

    Args:
        style: the parts of the set that all faces share.
        name: ``potted`` or ``lattice``.

    Returns:
        The ink of each whole tile, by its code.
    """
    seed = style.seed()
    is_same = style.maker.chance(0.3)
    cane_colour = style.maker.palette.green if style.maker.chance(0.75) else style.choose_colour()
    pot_colour = style.choose_colour()
    pattern_colour = style.choose_colour()
    inks = {}
    for number in range(1, 10):
        canvas = style.canvas()
        picture_seed = seed if is_same else seed + number
        if name == "potted":
            colours = (cane_colour, pot_colour, pattern_colour)
            draw_potted_bamboo(canvas, style.picture_area(), colours, picture_seed)
        else:
            joint_colour = pot_colour
            draw_lattice(canvas, style.picture_area(), (cane_colour, joint_colour), picture_seed)
        inks[f"{number}s"] = canvas.ink()
    return inks


def _draw_sticks(style: Style) -> dict[str, Ink]:
    """Ordinary bamboo sticks in free colours."""
    maker = style.maker
    area = style.picture_area()
    stick = drawings.StickStyle(
        width=float(style.rng.uniform(0.1, 0.22)),
        knobs=int(style.rng.choice([2, 3, 4])),
        waist=float(style.rng.uniform(0.5, 1.0)),
        core=float(style.rng.choice([0.0, 0.4])),
    )
    roles: dict[drawings.Role, drawings.Role] = {"red": "red", "green": "green", "blue": "blue"}
    if maker.chance(0.4):
        roles = {"red": "blue", "green": "dark", "blue": "blue"}
    size = (round(area.width), round(area.height))
    inks = {}
    for number in range(2, 10):
        tile_ink = style.no_ink()
        ink = drawings.bamboos(number, size, stick, maker.palette, roles)
        paste(tile_ink, ink, (area.x, area.y))
        inks[f"{number}s"] = tile_ink
    inks["1s"] = _draw_bird(style)
    return inks


def _draw_bird(style: Style) -> Ink:
    """The 1 of bamboo as a bird of the artwork, or as a simple bird."""
    maker = style.maker
    area = style.picture_area()
    # Birds with an index of their own would have two numerals.
    art_sources = [source for source in maker.sources(["1s"]) if source not in INDEXED]
    may_use_art = bool(art_sources) and style.purpose != "measuring"
    if may_use_art and not maker.chance(0.45):
        # All in the set's inks, or all in the artwork's own colours.
        strength = 1.0 if maker.chance(0.5) else 0.0
        source = style.pick(art_sources)
        bird = from_art(source, ("1s",), maker, strength)["1s"]
        tile_ink = style.no_ink()
        paste(tile_ink, shrink(bird, scale=0.9), (area.x, area.y))
        return tile_ink
    canvas = style.canvas()
    square = Area(area.x, area.y, area.width * 0.9, area.width * 0.9)
    draw_bird(canvas, square, (style.choose_colour(), style.choose_colour()), style.seed())
    return canvas.ink()

"""The parts of a set that the program draws itself, in a style drawn once per set."""

from collections.abc import Callable, Mapping
from typing import Final

from hu.scoring.tiles import BONUS
from training.chance import draw_by_share
from training.faces import drawings, plants
from training.faces.ink import Ink, empty
from training.faces.labels import add_labels, random_labels
from training.faces.maker import NUMERALS, PARTS, Maker


def draw_part(part: str, maker: Maker) -> dict[str, Ink]:
    """Draw the faces of a part, the bamboos without their bird.

    Args:
        part: a key of ``PARTS``.
        maker: the parts of the set that all faces share.
    """
    faces = _DRAWINGS[part](maker)
    return {code: ink for code, ink in faces.items() if code in PARTS[part]}


def _draw_characters(maker: Maker) -> dict[str, Ink]:
    """The nine characters: a numeral above the character of the suit."""
    suit = str(maker.rng.choice(["萬", "萬", "萬", "万"]))
    five = str(maker.rng.choice(["伍", "五"]))
    numerals = NUMERALS[:4] + five + NUMERALS[5:]
    numeral_font = maker.font(numerals + suit)
    suit_font = maker.font(suit) if maker.chance(0.2) else numeral_font
    numeral_colour = maker.palette.dark if maker.chance(0.5) else maker.palette.blue
    suit_colour = maker.palette.red if maker.chance(0.85) else numeral_colour
    share = float(maker.rng.uniform(0.38, 0.5))
    width = maker.inner[0] * maker.rng.uniform(0.75, 1.0)
    size = (round(width), maker.inner[1])
    faces = {}
    for number, numeral in enumerate(numerals, start=1):
        faces[f"{number}m"] = drawings.character(
            size,
            fonts=(numeral_font, suit_font),
            chars=(numeral, suit),
            colours=(numeral_colour, suit_colour),
            share=share,
        )
    return faces


def _random_roles(maker: Maker) -> dict[drawings.Role, drawings.Role]:
    """Choose at random which ink a set uses in place of red, green and blue."""
    usual: list[drawings.Role] = ["red", "green", "blue"]
    kind = maker.rng.random()
    if kind < 0.55:
        return {"red": "red", "green": "green", "blue": "blue"}
    if kind < 0.7:
        return {"red": "red", "green": "green", "blue": "green"}
    if kind < 0.8:
        places = maker.rng.permutation(3)
        return {role: usual[place] for role, place in zip(usual, places, strict=True)}
    if kind < 0.9:
        return {"red": "red", "green": "blue", "blue": "dark"}
    if kind < 0.95:
        return dict.fromkeys(usual, "green")
    return dict.fromkeys(usual, "red")


def _draw_dots(maker: Maker) -> dict[str, Ink]:
    """The nine dots. In most sets the dot of the 1 differs from the others."""
    bands = _random_bands(maker)
    great_bands = _random_great_dot(maker)
    bands_of_one = great_bands if maker.chance(0.8) else bands
    share = float(maker.rng.uniform(0.84, 1.0))
    roles = _random_roles(maker)
    faces = {}
    for number in range(1, 10):
        rings = bands_of_one if number == 1 else bands
        faces[f"{number}p"] = drawings.dots(number, maker.inner, rings, share, maker.palette, roles)
    return faces


def _random_bands(maker: Maker) -> tuple[drawings.Band, ...]:
    """Choose the rings of a set's dots at random."""
    rng = maker.rng
    line = float(rng.uniform(0.14, 0.3))
    core = float(rng.uniform(0.12, 0.4))
    petals = int(rng.choice([0, 0, 4, 5, 6, 8]))
    has_accent = bool(rng.random() < 0.3)
    bands = [drawings.Band(outer=1.0, inner=1 - line)]
    if petals or maker.chance(0.3):
        middle_band = drawings.Band(
            outer=1 - line * 1.6, inner=core * 1.1, petals=petals, has_accent_colour=has_accent
        )
        bands.append(middle_band)
    bands.append(drawings.Band(outer=core, inner=0.0))
    if maker.chance(0.15):
        bands = [
            drawings.Band(outer=1.0, inner=core, petals=petals),
            drawings.Band(outer=core * 0.6, inner=0.0, has_accent_colour=True),
        ]
    return tuple(bands)


def _random_great_dot(maker: Maker) -> tuple[drawings.Band, ...]:
    """Choose the rings of the 1 at random, which most sets draw large and rich."""
    rng = maker.rng
    spokes = int(rng.choice([0, 8, 10, 12, 16, 20, 24]))
    return (
        drawings.Band(outer=1.0, inner=0.9),
        drawings.Band(
            outer=float(rng.uniform(0.8, 0.87)),
            inner=float(rng.uniform(0.55, 0.7)),
            petals=spokes,
            has_accent_colour=bool(rng.random() < 0.3),
        ),
        drawings.Band(
            outer=0.5,
            inner=float(rng.uniform(0.3, 0.42)),
            has_accent_colour=bool(rng.random() < 0.5),
        ),
        drawings.Band(
            outer=float(rng.uniform(0.15, 0.28)),
            inner=0.0,
            petals=int(rng.choice([0, 5])),
            has_accent_colour=True,
        ),
    )


def _draw_bamboos(maker: Maker) -> dict[str, Ink]:
    """The bamboos from 2 to 9."""
    style = drawings.StickStyle(
        width=float(maker.rng.uniform(0.13, 0.24)),
        knobs=int(maker.rng.choice([2, 3, 3, 3, 4, 5])),
        waist=float(maker.rng.uniform(0.5, 0.95)),
        core=float(maker.rng.choice([0.0, maker.rng.uniform(0.25, 0.6)])),
        is_eight_flipped=maker.chance(0.25),
    )
    roles = _random_roles(maker)
    if maker.chance(0.6):
        roles["blue"] = "green"
    faces = {}
    for number in range(2, 10):
        faces[f"{number}s"] = drawings.bamboos(number, maker.inner, style, maker.palette, roles)
    return faces


def _draw_honours(maker: Maker) -> dict[str, Ink]:
    """Winds, green and red dragon."""
    green_dragon = str(maker.rng.choice(["發", "發", "発"]))
    characters = f"東南西北{green_dragon}中"
    font = maker.font(characters)
    wind_colour = maker.palette.dark if maker.chance(0.6) else maker.palette.blue
    colours = [wind_colour] * 4 + [maker.palette.green, maker.palette.red]
    size = (maker.inner[0], round(maker.inner[1] * maker.rng.uniform(0.75, 1.0)))
    stretch = float(maker.rng.uniform(1.0, 1.35))
    faces = {}
    for code, character, colour in zip(PARTS["z"], characters, colours, strict=True):
        faces[code] = drawings.text(size, font, character, colour, stretch)
    return faces


def _draw_white(maker: Maker) -> dict[str, Ink]:
    """The white dragon."""
    kinds: list[tuple[drawings.FrameKind, float]] = [
        ("blank", 0.22),
        ("single", 0.22),
        ("double", 0.18),
        ("cut", 0.14),
        ("notched", 0.08),
        ("chain", 0.08),
        ("letter", 0.08),
    ]
    kind = draw_by_share(maker.rng, kinds)
    text = ""
    if kind == "letter" or maker.chance(0.1):
        text = str(maker.rng.choice(["B", "W", "P", "白"]))
    style = drawings.FrameStyle(
        kind=kind,
        thickness=float(maker.rng.uniform(0.02, 0.09)),
        inset=float(maker.rng.uniform(0.0, 0.12)),
        text="" if kind == "blank" else text,
        font=maker.font(text) if text else None,
    )
    colour = maker.palette.blue if maker.chance(0.65) else maker.choose_colour()
    return {"5z": drawings.white_dragon(maker.inner, style, colour)}


def draw_bonus(maker: Maker, *, is_number_enough: bool = True) -> dict[str, Ink]:
    """Draw flowers and seasons: plants with labels, or in some sets labels without plants.

    Labels are characters, numbers or both.

    Args:
        maker: the parts of the set that all faces share.
        is_number_enough: whether tiles may show only a plant and their number.
    """
    is_plain = maker.chance(0.15)
    is_potted = maker.chance(0.2)
    labels = random_labels(maker, is_number_enough=is_number_enough)
    # Any plant may stand for any other, unless a word on the tile names the plant.
    are_plants_free = labels.shown != "word" and maker.chance(0.25)
    faces = {}
    for code in BONUS:
        plant_code = str(maker.rng.choice(BONUS)) if are_plants_free else code
        if is_plain:
            width, height = maker.inner
            picture = empty(height, width)
        else:
            picture = plants.plant(
                plant_code, maker.inner, maker.palette, maker.rng, is_potted=is_potted
            )
        faces[code] = add_labels(code, picture, labels, is_large_character=is_plain)
    return faces


_DRAWINGS: Final[Mapping[str, Callable[[Maker], dict[str, Ink]]]] = {
    "m": _draw_characters,
    "p": _draw_dots,
    "s": _draw_bamboos,
    "z": _draw_honours,
    "w": _draw_white,
    "f": draw_bonus,
    "g": draw_bonus,
}

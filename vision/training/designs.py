"""Whole tile sets drawn at random: 42 faces that agree with one another, a back and a body."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import BACK, BONUS, CLASSES, FACES
from vision.training import drawings, glyphs, plants
from vision.training.art import FAMILY, Art, fonts
from vision.training.bodies import Body, plastic, random_body, random_palette
from vision.training.ink import (
    Colour,
    Ink,
    Palette,
    Rgba,
    bounds,
    empty,
    engraved,
    from_rgba,
    grow,
    paste,
    recolour,
    wear,
)

Picture = NDArray[np.uint8]

#: Height in pixels at which faces are drawn.
HEIGHT: Final = 160
#: Parts of a set that one maker's hand may have drawn.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "m": tuple(f"{n}m" for n in range(1, 10)),
    "p": tuple(f"{n}p" for n in range(1, 10)),
    "s": tuple(f"{n}s" for n in range(1, 10)),
    "z": ("1z", "2z", "3z", "4z", "6z", "7z"),
    "w": ("5z",),
    "f": tuple(f"{n}f" for n in range(1, 5)),
    "g": tuple(f"{n}g" for n in range(1, 5)),
}
#: How often the program draws a part itself instead of taking it from the artwork.
OWN_SHARE: Final = {"m": 0.55, "p": 0.3, "s": 0.3, "z": 0.55, "w": 0.65, "f": 0.35, "g": 0.35}
#: Sources whose faces carry indices already, and sources that draw in white.
INDEXED: Final = frozenset(
    {"ffalt-classic", "kde-default", "kde-jade", "kde-traditional", "xmahjongg-dorothys", "xmahjongg-dorwhite"}
)
LIGHT: Final = frozenset({"kde-jade", "fluffystuff-black"})
#: Sources whose flowers and seasons carry neither number nor character.
UNLABELLED: Final = frozenset({"xhokir", "ffalt-classic"})

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = ("ESWN", "ESWN", "ESWN", "ESON")
_DRAGONS: Final = ("PFC", "BFC", "WGR", "BGR")
_WORDS: Final = dict(
    zip(BONUS, ("PLUM", "ORCHID", "MUM", "BAMBOO", "SPRING", "SUMMER", "AUTUMN", "WINTER"), strict=True)
)


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A tile set.

    Attributes:
        body: shape and material.
        pictures: per class (42 faces and ``back``) the flat top, ``(160, w, 3)`` uint8 RGB without perspective.
        recipe: which source drew each part (``own`` for the program's drawings), and the fonts.
    """

    body: Body
    pictures: Mapping[str, Picture]
    recipe: Mapping[str, str] = field(default_factory=dict)

    def face(self, code: str, height_px: int) -> Picture:
        """The flat top of a tile, ``(height_px, width, 3)`` uint8 RGB, body and ink."""
        picture = self.pictures[code]
        if picture.shape[0] == height_px:
            return picture.copy()
        width = max(1, round(height_px / self.body.aspect))
        method = cv2.INTER_AREA if height_px < picture.shape[0] else cv2.INTER_CUBIC
        return cv2.resize(picture, (width, height_px), interpolation=method).astype(np.uint8, copy=False)

    def art_sources(self) -> frozenset[str]:
        """The art sources that this set uses."""
        return frozenset(self.recipe.values()) & frozenset(FAMILY)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Everything drawn once per set that the faces share."""

    rng: np.random.Generator
    art: Art
    hold_out: frozenset[str]
    body: Body
    palette: Palette
    fonts: tuple[Path, ...]
    size: tuple[int, int]
    area: tuple[float, float]

    @property
    def inner(self) -> tuple[int, int]:
        """Width and height of the inked area in pixels."""
        return round(self.size[0] * self.area[0]), round(self.size[1] * self.area[1])

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def font(self, chars: str = "") -> Path:
        """A font that draws every character asked for."""
        able = [f for f in self.fonts if glyphs.has_all(f, chars)]
        weights = np.array([0.15 if f.stem in glyphs.RARE else 1.0 for f in able])
        return able[self.rng.choice(len(able), p=weights / weights.sum())]

    def sources(self, codes: Iterable[str]) -> tuple[str, ...]:
        """Sources, none held out, that draw every one of the codes."""
        needed = set(codes)
        allowed = (s for s in self.art.sources if FAMILY[s] not in self.hold_out)
        return tuple(s for s in allowed if needed <= self.art.faces(s).keys())


def random_design(
    rng: np.random.Generator, art: Art, hold_out: frozenset[str] = frozenset(), height: int = HEIGHT
) -> Design:
    """A tile set drawn at random.

    Args:
        rng: the only source of chance: the same state gives the same set.
        art: the artwork to draw from.
        hold_out: families of art that must not be used (the keys of ``Art.families``).
        height: of the flat faces in pixels.

    Raises:
        InputError: a family in ``hold_out`` does not exist, or there is no artwork.
    """
    art.check(hold_out)
    body = random_body(rng)
    maker = _Maker(
        rng=rng,
        art=art,
        hold_out=hold_out,
        body=body,
        palette=random_palette(rng, dark_body=body.dark),
        fonts=fonts(art.shared),
        size=(round(height / body.aspect), height),
        area=(float(rng.uniform(0.66, 0.9)), float(rng.uniform(0.74, 0.9))),
    )
    inks, recipe = _inks(maker)
    return Design(body=body, pictures=_pictures(maker, inks), recipe=recipe)


def _inks(maker: _Maker) -> tuple[dict[str, Ink], dict[str, str]]:
    """The ink of every face on the whole top, and who drew each part."""
    recipe = _choose(maker)
    inner: dict[str, Ink] = {}
    strength = float(maker.rng.choice([0.0, maker.rng.uniform(0.3, 1.0), 1.0], p=[0.35, 0.35, 0.3]))
    for part, source in recipe.items():
        codes = PARTS[part]
        drawn = _own(part, maker) if source == "own" else _from_art(source, codes, maker, strength)
        inner.update(drawn)
    if "1s" not in inner:
        bird = maker.rng.choice(maker.sources(["1s"]))
        recipe["bird"] = str(bird)
        inner.update(_from_art(str(bird), ("1s",), maker, strength))
    placed = {code: _placed(ink, maker) for code, ink in inner.items()}
    _index(placed, recipe, maker)
    return placed, recipe


def _choose(maker: _Maker) -> dict[str, str]:
    """A source, or ``own``, for every part of the set."""
    whole = maker.sources([c for part in "mpsz" for c in PARTS[part]])
    main = str(maker.rng.choice(whole)) if maker.chance(0.25) and whole else None
    recipe = {}
    for part, codes in PARTS.items():
        able = maker.sources(codes)
        if main in able:
            recipe[part] = str(main)
        elif maker.chance(OWN_SHARE[part]) or not able:
            recipe[part] = "own"
        else:
            recipe[part] = _by_family(able, maker.rng)
    return recipe


def _by_family(able: Sequence[str], rng: np.random.Generator) -> str:
    """A source, every family as likely as the others however many sources it has."""
    families = sorted({FAMILY[s] for s in able})
    family = rng.choice(families)
    return str(rng.choice([s for s in able if FAMILY[s] == family]))


def _from_art(source: str, codes: Sequence[str], maker: _Maker, strength: float) -> dict[str, Ink]:
    """Faces of a source, cut to what is drawn on any of them and fitted into the inked area."""
    chosen = {code: _variant(source, code, maker) for code in codes}
    box = bounds(list(chosen.values()))
    if box is None:
        return {code: empty(maker.inner[1], maker.inner[0]) for code in codes}
    light = source in LIGHT
    strength = 1.0 if light or maker.body.dark else strength
    left, top, right, bottom = box
    size = _fit((right - left, bottom - top), maker)
    mirrored = codes == ("1s",) and source not in INDEXED and maker.chance(0.3)
    labels = _labels(maker)
    inks = {}
    for code, face in chosen.items():
        cut = face[top:bottom, left:right]
        cut = recolour(cut, maker.palette, strength, light=light and not maker.body.dark) if strength else cut
        ink = from_rgba(cut[:, ::-1] if mirrored else cut, size)
        inks[code] = _labelled(code, ink, labels, maker.palette) if source in UNLABELLED and code in BONUS else ink
    return inks


def _variant(source: str, code: str, maker: _Maker) -> Rgba:
    """The face, or now and then another drawing of it: a red five, a second bird or white dragon."""
    faces = maker.art.faces(source)
    others = [c for c in (f"{code}-alt", f"0{code[1]}" if code[0] == "5" else "") if c in faces]
    return faces[str(maker.rng.choice(others))] if others and maker.chance(0.3) else faces[code]


def _fit(drawn: tuple[int, int], maker: _Maker) -> tuple[int, int]:
    """Size in pixels of a drawing fitted into the inked area, stretched a little to fill it."""
    width, height = maker.inner
    scale = min(width / drawn[0], height / drawn[1])
    stretch = maker.rng.uniform(1.0, 1.15)
    return max(1, round(min(width, drawn[0] * scale * stretch))), max(1, round(min(height, drawn[1] * scale * stretch)))


def _placed(ink: Ink, maker: _Maker) -> Ink:
    top = empty(maker.size[1], maker.size[0])
    paste(top, ink, (maker.size[0] / 2, maker.size[1] / 2))
    return top


def _own(part: str, maker: _Maker) -> dict[str, Ink]:
    draw: dict[str, Callable[[_Maker], dict[str, Ink]]] = {
        "m": _characters,
        "p": _dots,
        "s": _bamboos,
        "z": _honours,
        "w": _white,
        "f": _bonus,
        "g": _bonus,
    }
    return {code: ink for code, ink in draw[part](maker).items() if code in PARTS[part]}


def _characters(maker: _Maker) -> dict[str, Ink]:
    suit = str(maker.rng.choice(["萬", "萬", "萬", "万"]))
    five = str(maker.rng.choice(["伍", "五"]))
    numerals = _NUMERALS[:4] + five + _NUMERALS[5:]
    font = maker.font(numerals + suit)
    other = maker.font(suit) if maker.chance(0.2) else font
    upper = maker.palette.dark if maker.chance(0.5) else maker.palette.blue
    lower = maker.palette.red if maker.chance(0.85) else upper
    share = float(maker.rng.uniform(0.38, 0.5))
    width = maker.inner[0] * maker.rng.uniform(0.75, 1.0)
    size = (round(width), maker.inner[1])
    faces = {}
    for n, numeral in enumerate(numerals, 1):
        ink = drawings.character(size, font, (numeral, suit), (upper, lower), share)
        if other is not font:
            lower_half = drawings.character(size, other, (numeral, suit), (upper, lower), share)
            edge = round(size[1] * share)
            ink = np.concatenate([ink[:edge], lower_half[edge:]])
        faces[f"{n}m"] = ink
    return faces


def _roles(maker: _Maker) -> dict[drawings.Role, drawings.Role]:
    """Which ink a set uses where others use red, green or blue."""
    usual: list[drawings.Role] = ["red", "green", "blue"]
    kind = maker.rng.random()
    if kind < 0.55:
        return dict(zip(usual, usual, strict=True))
    if kind < 0.8:
        return {"red": "red", "green": "green", "blue": "green"} if kind < 0.7 else _shuffled(usual, maker)
    return {"red": "red", "green": "blue", "blue": "dark"} if kind < 0.9 else dict.fromkeys(usual, usual[kind < 0.95])


def _shuffled(usual: list[drawings.Role], maker: _Maker) -> dict[drawings.Role, drawings.Role]:
    order = maker.rng.permutation(3)
    return {role: usual[k] for role, k in zip(usual, order, strict=True)}


def _dots(maker: _Maker) -> dict[str, Ink]:
    style = _dot_style(maker)
    roles = _roles(maker)
    return {f"{n}p": drawings.dots(n, maker.inner, style, maker.palette, roles) for n in range(1, 10)}


def _dot_style(maker: _Maker) -> drawings.DotStyle:
    rng, band = maker.rng, drawings.Band
    line = float(rng.uniform(0.14, 0.3))
    core = float(rng.uniform(0.12, 0.4))
    petals = int(rng.choice([0, 0, 4, 5, 6, 8]))
    middle = band(1 - line * 1.6, core * 1.1, petals, bool(rng.random() < 0.3))
    bands = (band(1.0, 1 - line), *([middle] if petals or maker.chance(0.3) else []), band(core, 0.0))
    if maker.chance(0.15):
        bands = (band(1.0, core, petals), band(core * 0.6, 0.0, 0, True))
    spokes = int(rng.choice([0, 8, 10, 12, 16, 20, 24]))
    great = (
        band(1.0, 0.9),
        band(float(rng.uniform(0.8, 0.87)), float(rng.uniform(0.55, 0.7)), spokes, bool(rng.random() < 0.3)),
        band(0.5, float(rng.uniform(0.3, 0.42)), 0, bool(rng.random() < 0.5)),
        band(float(rng.uniform(0.15, 0.28)), 0.0, int(rng.choice([0, 5])), True),
    )
    return drawings.DotStyle(bands, great if maker.chance(0.8) else bands, float(rng.uniform(0.84, 1.0)))


def _bamboos(maker: _Maker) -> dict[str, Ink]:
    style = drawings.StickStyle(
        width=float(maker.rng.uniform(0.13, 0.24)),
        knobs=int(maker.rng.choice([2, 3, 3, 3, 4, 5])),
        waist=float(maker.rng.uniform(0.5, 0.95)),
        core=float(maker.rng.choice([0.0, maker.rng.uniform(0.25, 0.6)])),
        flipped=maker.chance(0.25),
    )
    roles = _roles(maker)
    if maker.chance(0.6):
        roles["blue"] = "green"
    return {f"{n}s": drawings.bamboos(n, maker.inner, style, maker.palette, roles) for n in range(2, 10)}


def _honours(maker: _Maker) -> dict[str, Ink]:
    green = str(maker.rng.choice(["發", "發", "発"]))
    east = "東"
    chars = f"{east}南西北 {green}中".replace(" ", "")
    font = maker.font(chars)
    wind = maker.palette.dark if maker.chance(0.6) else maker.palette.blue
    colours = [wind] * 4 + [maker.palette.green, maker.palette.red]
    size = (maker.inner[0], round(maker.inner[1] * maker.rng.uniform(0.75, 1.0)))
    stretch = float(maker.rng.uniform(1.0, 1.35))
    drawn = zip(PARTS["z"], chars, colours, strict=True)
    return {code: drawings.text(size, font, char, colour, stretch) for code, char, colour in drawn}


def _white(maker: _Maker) -> dict[str, Ink]:
    kinds: list[drawings.FrameKind] = ["blank", "single", "double", "cut", "notched", "chain", "letter"]
    kind = kinds[maker.rng.choice(7, p=[0.22, 0.22, 0.18, 0.14, 0.08, 0.08, 0.08])]
    text = str(maker.rng.choice(["B", "W", "P", "白"])) if kind == "letter" or maker.chance(0.1) else ""
    style = drawings.FrameStyle(
        kind=kind,
        thickness=float(maker.rng.uniform(0.02, 0.09)),
        inset=float(maker.rng.uniform(0.0, 0.12)),
        text="" if kind == "blank" else text,
        font=maker.font(text) if text else None,
    )
    colour = maker.palette.blue if maker.chance(0.65) else _any_ink(maker)
    return {"5z": drawings.white_dragon(maker.inner, style, colour)}


def _any_ink(maker: _Maker) -> Colour:
    red, green, blue = maker.palette.colours()[maker.rng.integers(4)]
    return float(red), float(green), float(blue)


@dataclass(frozen=True, slots=True)
class _Labels:
    """How the four flowers, or the four seasons, of a set are told apart besides their plants."""

    font: Path
    digits: Path
    colour: Colour
    swapped: bool
    words: bool
    chinese: bool


def _labels(maker: _Maker) -> _Labels:
    return _Labels(
        font=maker.font("梅蘭菊竹春夏秋冬"),
        digits=maker.font("1234一二三四ABCDEGHILMNOPRSTUW"),
        colour=maker.palette.red if maker.chance(0.5) else maker.palette.blue,
        swapped=maker.chance(0.5),
        words=maker.chance(0.2),
        chinese=maker.chance(0.25),
    )


def _bonus(maker: _Maker) -> dict[str, Ink]:
    """Flowers and seasons: plants with characters and numbers, or characters alone."""
    plain, labels = maker.chance(0.2), _labels(maker)
    inks = {}
    for code in BONUS:
        plant = plants.nothing(maker.inner) if plain else plants.plant(code, maker.inner, maker.palette, maker.rng)
        inks[code] = _labelled(code, plant, labels, maker.palette, plain=plain)
    return inks


def _labelled(code: str, ink: Ink, labels: _Labels, palette: Palette, *, plain: bool = False) -> Ink:
    """A flower or season with its character, number or name."""
    height, width = ink.shape[:2]
    char = "梅蘭菊竹春夏秋冬"[BONUS.index(code)]
    side = 0.8 if labels.swapped else 0.2
    if plain:
        box = (round(width * 0.8), round(height * 0.6))
        paste(ink, drawings.text(box, labels.font, char, labels.colour), (width / 2, height * 0.62))
    elif labels.words:
        _word(ink, code, labels)
    else:
        box = (round(width * 0.38), round(height * 0.26))
        paste(ink, drawings.text(box, labels.font, char, labels.colour), (width * side, height * 0.13))
    number = _NUMERALS[int(code[0]) - 1] if labels.chinese else code[0]
    box = (round(width * 0.26), round(height * 0.22))
    paste(ink, drawings.text(box, labels.digits, number, palette.dark), (width * (1 - side), height * 0.11))
    return ink


def _word(ink: Ink, code: str, labels: _Labels) -> None:
    height, width = ink.shape[:2]
    size = (round(width * 0.95), round(height * 0.14))
    paste(ink, drawings.text(size, labels.digits, _WORDS[code], labels.colour), (width / 2, height * 0.92))


@dataclass(frozen=True, slots=True)
class _Corner:
    """How a set prints its indices; ``share`` is their width in widths of the tile."""

    font: Path
    colour: Colour
    right: bool
    share: float
    both: bool


def _index(placed: dict[str, Ink], recipe: dict[str, str], maker: _Maker) -> None:
    """Print Latin and Arabic indices into a corner, as Western and many Hong Kong sets have them."""
    if not maker.chance(0.3):
        return
    letters = dict(zip(("1z", "2z", "3z", "4z"), str(maker.rng.choice(_WINDS)), strict=True))
    letters |= dict(zip(("5z", "6z", "7z"), str(maker.rng.choice(_DRAGONS)), strict=True))
    corner = _Corner(
        font=maker.font("123456789ESWNOCFPBRG"),
        colour=_any_ink(maker),
        right=maker.chance(0.4),
        share=float(maker.rng.uniform(0.13, 0.22)),
        both=maker.chance(0.12),
    )
    for part, source in tuple(recipe.items()):
        if part in set("mpszw") and source not in INDEXED:
            for code in PARTS[part]:
                placed[code] = _indexed(placed[code], letters.get(code, code[0]), corner)
    recipe["index"] = corner.font.stem


def _indexed(ink: Ink, text: str, corner: _Corner) -> Ink:
    """The face made a little smaller, with ``text`` in the corner, or upside down in the opposite one too."""
    height, width = ink.shape[:2]
    small = cv2.resize(ink, None, fx=0.9, fy=0.9, interpolation=cv2.INTER_AREA).astype(np.float32, copy=False)
    result = empty(height, width)
    paste(result, small, (width * (0.46 if corner.right else 0.54), height * 0.53))
    size = (round(width * corner.share), round(width * corner.share * 1.3))
    label = drawings.text(size, corner.font, text, corner.colour)
    x = width * (0.94 - corner.share / 2 if corner.right else 0.06 + corner.share / 2)
    y = height * 0.04 + label.shape[0] / 2
    paste(result, label, (x, y))
    if corner.both:
        paste(result, np.ascontiguousarray(label[::-1, ::-1]), (width - x, height - y))
    return result


@dataclass(frozen=True, slots=True)
class _Finish:
    """How a set's ink was made and what time did to it."""

    thickness: float
    wear: float
    depth: float
    light: tuple[float, float]
    density: float
    dirt: float


def _finish(maker: _Maker) -> _Finish:
    rng, unit = maker.rng, maker.size[0] / 100
    angle = rng.uniform(0, 2 * np.pi)
    return _Finish(
        thickness=float(rng.choice([0.0, rng.normal(0.1, 0.6)], p=[0.4, 0.6])) * unit,
        wear=float(rng.choice([0.0, rng.uniform(0.05, 0.6)], p=[0.65, 0.35])),
        depth=float(rng.choice([0.0, rng.uniform(0.6, 2.2)], p=[0.3, 0.7])) * unit,
        light=(float(np.cos(angle)), float(np.sin(angle))),
        density=float(rng.uniform(0.8, 1.0)),
        dirt=float(rng.choice([0.0, rng.uniform(0.0, 1.0)], p=[0.6, 0.4])),
    )


def _pictures(maker: _Maker, inks: Mapping[str, Ink]) -> dict[str, Picture]:
    finish = _finish(maker)
    width, height = maker.size
    surface = plastic(height, width, maker.body.face, maker.rng, finish.dirt)
    pictures = {code: _picture(inks[code], surface, finish, maker.rng) for code in FACES}
    back = plastic(height, width, maker.body.back, maker.rng, finish.dirt)
    pictures[BACK] = (back * 255).astype(np.uint8)
    return {code: pictures[code] for code in CLASSES}


def _picture(ink: Ink, surface: NDArray[np.float32], finish: _Finish, rng: np.random.Generator) -> Picture:
    """Ink on plastic: thickened, worn, carved."""
    ink = wear(grow(ink, finish.thickness), finish.wear, rng) * finish.density
    body = surface if rng.random() < 0.5 else surface[::-1, ::-1]
    top = ink[..., :3] + body * (1 - ink[..., 3:])
    if finish.depth > 0.2:
        shadow, shine = engraved(ink, finish.depth, finish.light)
        top = top * (1 - 0.45 * shadow[..., None]) + 0.3 * shine[..., None] * (1 - top)
    return (top * 255).clip(0, 255).astype(np.uint8)

"""Whole tile sets drawn at random: 42 faces that agree with one another, a back and a body."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES, FACES
from training.faces import drawings
from training.faces.art import FAMILY, Art, fonts
from training.faces.blanks import Body, plastic, random_body, random_palette
from training.faces.ink import Colour, Ink, empty, engrave, grow, paste, wear
from training.faces.maker import INDEXED, PARTS, Maker, any_ink, from_art
from training.faces.suits import own

Picture = NDArray[np.uint8]

#: Height in pixels at which faces are drawn.
HEIGHT: Final = 160
#: How often the program draws a part itself instead of taking it from the artwork.
OWN_SHARE: Final = {"m": 0.55, "p": 0.3, "s": 0.3, "z": 0.55, "w": 0.65, "f": 0.5, "g": 0.5}


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A tile set."""

    body: Body  # shape and material
    # per class (42 faces and ``back``) the flat top, ``(160, w, 3)`` uint8 RGB without perspective
    pictures: Mapping[str, Picture]
    # which source drew each part (``own`` for the program's drawings), and the fonts
    recipe: Mapping[str, str] = field(default_factory=dict)
    fonts: tuple[Path, ...] = ()  # font files beside the artwork, to print things about with

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


def random_design(
    rng: np.random.Generator,
    art: Art,
    hold_out: frozenset[str] = frozenset(),
    height: int = HEIGHT,
    body: Body | None = None,
) -> Design:
    """A tile set drawn at random.

    Raises:
        InputError: a family in ``hold_out`` does not exist, or there is no artwork.
    """
    art.check(hold_out)
    maker = _maker(rng, art, hold_out, body or random_body(rng), height)
    inks, recipe = _inks(maker, _choose(maker))
    print_indices(inks, recipe, maker)
    return Design(maker.body, pictures(maker, inks), recipe, maker.fonts)


def source_design(source: str, art: Art, body: Body, rng: np.random.Generator, height: int = HEIGHT) -> Design:
    """A tile set as one source of the artwork draws it, every part of it.

    Raises:
        InputError: the source lacks faces; the message names them.
    """
    missing = [code for code in FACES if code not in art.faces(source)]
    if missing:
        raise InputError(f"art source {source!r} lacks {', '.join(missing)}: choose a source with all 42 faces")
    maker = _maker(rng, art, frozenset(), body, height)
    recipe = dict.fromkeys(PARTS, source)
    inks, recipe = _inks(maker, recipe, strength=0.0)
    return Design(body, pictures(maker, inks), recipe, maker.fonts)


def _maker(rng: np.random.Generator, art: Art, hold_out: frozenset[str], body: Body, height: int) -> Maker:
    return Maker(
        rng=rng,
        art=art,
        hold_out=hold_out,
        body=body,
        palette=random_palette(rng, dark_body=body.dark),
        fonts=fonts(art.shared),
        size=(round(height / body.aspect), height),
        area=(float(rng.uniform(0.66, 0.9)), float(rng.uniform(0.74, 0.9))),
    )


def _inks(maker: Maker, recipe: dict[str, str], strength: float | None = None) -> tuple[dict[str, Ink], dict[str, str]]:
    """The ink of every face on the whole top, and who drew each part, the bird included."""
    inner: dict[str, Ink] = {}
    if strength is None:
        strength = float(maker.rng.choice([0.0, maker.rng.uniform(0.3, 1.0), 1.0], p=[0.35, 0.35, 0.3]))
    for part, source in recipe.items():
        codes = PARTS[part]
        drawn = own(part, maker) if source == "own" else from_art(source, codes, maker, strength)
        inner.update(drawn)
    if "1s" not in inner:
        birds = maker.sources(["1s"])
        if not birds:
            raise InputError("no art source is left for the 1 of bamboo: hold out fewer families")
        recipe["bird"] = _by_family(birds, maker.rng)
        inner.update(from_art(recipe["bird"], ("1s",), maker, strength))
    tops = {}
    for code, ink in inner.items():
        tops[code] = empty(maker.size[1], maker.size[0])
        paste(tops[code], ink, (maker.size[0] / 2, maker.size[1] / 2))
    return tops, recipe


def _choose(maker: Maker) -> dict[str, str]:
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


_WINDS: Final = ("ESWN", "ESWN", "ESWN", "ESON")
_DRAGONS: Final = ("PFC", "BFC", "WGR", "BGR")


@dataclass(frozen=True, slots=True)
class _Corner:
    """How a set prints its indices; ``share`` is their width in widths of the tile."""

    font: Path
    colour: Colour
    right: bool
    share: float
    both: bool


def print_indices(placed: dict[str, Ink], recipe: dict[str, str], maker: Maker) -> None:
    """Print Latin and Arabic indices into a corner, as Western and many Hong Kong sets have them."""
    if not maker.chance(0.3):
        return
    letters = dict(zip(("1z", "2z", "3z", "4z"), str(maker.rng.choice(_WINDS)), strict=True))
    letters |= dict(zip(("5z", "6z", "7z"), str(maker.rng.choice(_DRAGONS)), strict=True))
    corner = _Corner(
        font=maker.font("123456789ESWNOCFPBRG"),
        colour=any_ink(maker),
        right=maker.chance(0.4),
        share=float(maker.rng.uniform(0.13, 0.22)),
        both=maker.chance(0.12),
    )
    for part, source in tuple(recipe.items()):
        if part in set("mpszw") and source not in INDEXED:
            for code in PARTS[part]:
                placed[code] = _add_index(placed[code], letters.get(code, code[0]), corner)
    recipe["index"] = corner.font.stem


def _add_index(ink: Ink, text: str, corner: _Corner) -> Ink:
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


def _finish(maker: Maker) -> _Finish:
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


def pictures(maker: Maker, inks: Mapping[str, Ink]) -> dict[str, Picture]:
    """The flat tops of all 43 classes, ``(h, w, 3)`` uint8 RGB: plastic, ink, carving, wear."""
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
        shadow, shine = engrave(ink, finish.depth, finish.light)
        top = top * (1 - 0.45 * shadow[..., None]) + 0.3 * shine[..., None] * (1 - top)
    return (top * 255).clip(0, 255).astype(np.uint8)

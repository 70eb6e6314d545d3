"""Whole tile sets drawn at random: 42 faces that agree with one another, a back and a body."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from training.faces.ink import Ink, Palette, empty, engrave, grow, paste, wear
from training.faces.maker import INDEXED, PARTS, Maker, any_ink, from_art
from training.faces.suits import own

Picture = NDArray[np.uint8]

#: Height in pixels at which faces are drawn.
HEIGHT: Final = 160
#: Letters of the winds and of the dragons in the corners.
_WINDS: Final = ("ESWN", "ESWN", "ESWN", "ESON")
_DRAGONS: Final = ("PFC", "BFC", "WGR", "BGR")
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
        return cv2.resize(picture, (width, height_px), interpolation=method).astype(
            np.uint8, copy=False
        )


def random_design(
    rng: np.random.Generator,
    art: Art,
    hold_out: frozenset[str] = frozenset(),
    height: int = HEIGHT,
    body: Body | None = None,
    palette: Palette | None = None,
) -> Design:
    """A tile set drawn at random, on tiles like ``body`` and in the inks of ``palette`` if they are given.

    Raises:
        InputError: a family in ``hold_out`` does not exist, or there is no artwork.
    """
    art.check(hold_out)
    maker = new_maker(rng, art, hold_out, body or random_body(rng), height)
    if palette is not None:
        maker = replace(maker, palette=palette)
    recipe = choose_sources(maker)
    strength = float(rng.choice([0.0, rng.uniform(0.3, 1.0), 1.0], p=[0.35, 0.35, 0.3]))
    inks = draw_inks(maker, recipe, strength)
    print_indices(inks, recipe, maker)
    return Design(maker.body, pictures(maker, inks), recipe, maker.fonts)


def new_maker(
    rng: np.random.Generator, art: Art, hold_out: frozenset[str], body: Body, height: int
) -> Maker:
    """What the faces of a set share, drawn at random."""
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


def draw_inks(maker: Maker, recipe: dict[str, str], strength: float) -> dict[str, Ink]:
    """The ink of every face on the whole top; who drew the bird is added to the recipe."""
    inner: dict[str, Ink] = {}
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
    return tops


def choose_sources(maker: Maker) -> dict[str, str]:
    """Draw a source, or ``own``, for every part of the set."""
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


def print_indices(placed: dict[str, Ink], recipe: dict[str, str], maker: Maker) -> None:
    """Print Latin and Arabic indices into a corner, as Western and many Hong Kong sets have them."""
    if not maker.chance(0.3):
        return
    letters = dict(zip(("1z", "2z", "3z", "4z"), str(maker.rng.choice(_WINDS)), strict=True))
    letters |= dict(zip(("5z", "6z", "7z"), str(maker.rng.choice(_DRAGONS)), strict=True))
    font, colour = maker.font("123456789ESWNOCFPBRG"), any_ink(maker)
    right, share, both = maker.chance(0.4), float(maker.rng.uniform(0.13, 0.22)), maker.chance(0.12)
    width, height = maker.size
    for code in [code for part in "mpszw" if recipe[part] not in INDEXED for code in PARTS[part]]:
        # The face a little smaller, with its index in the corner, or upside down in the opposite one too.
        small = cv2.resize(placed[code], None, fx=0.9, fy=0.9, interpolation=cv2.INTER_AREA)
        placed[code] = empty(height, width)
        paste(
            placed[code],
            small.astype(np.float32, copy=False),
            (width * (0.46 if right else 0.54), height * 0.53),
        )
        size = (round(width * share), round(width * share * 1.3))
        label = drawings.text(size, font, letters.get(code, code[0]), colour)
        x = width * (0.94 - share / 2 if right else 0.06 + share / 2)
        y = height * 0.04 + label.shape[0] / 2
        paste(placed[code], label, (x, y))
        if both:
            paste(placed[code], np.ascontiguousarray(label[::-1, ::-1]), (width - x, height - y))
    recipe["index"] = font.stem


@dataclass(frozen=True, slots=True, eq=False)
class Surfaces:
    """The plastics of face and back, ``(h, w, 3)`` float32 RGB from 0 to 1 each."""

    face: NDArray[np.float32]
    back: NDArray[np.float32]


def pictures(
    maker: Maker, inks: Mapping[str, Ink], surfaces: Surfaces | None = None
) -> dict[str, Picture]:
    """Draw the flat tops of a set: plastic, ink, carving, wear.

    Args:
        maker: what the faces share.
        inks: of the 42 faces, and of jokers if the set has any.
        surfaces: the plastics without ink. Without them plain ones of the body's colours are drawn.

    Returns:
        Of the 43 classes, then of the jokers, ``(h, w, 3)`` uint8 RGB each.
    """
    rng, (width, height) = maker.rng, maker.size
    unit, angle = width / 100, rng.uniform(0, 2 * np.pi)
    thickness = float(rng.choice([0.0, rng.normal(0.1, 0.6)], p=[0.4, 0.6])) * unit
    worn = float(rng.choice([0.0, rng.uniform(0.05, 0.6)], p=[0.65, 0.35]))
    depth = float(rng.choice([0.0, rng.uniform(0.6, 2.2)], p=[0.3, 0.7])) * unit
    density = float(rng.uniform(0.8, 1.0))
    dirt = float(rng.choice([0.0, rng.uniform(0.0, 1.0)], p=[0.6, 0.4]))
    if surfaces is None:
        surface = plastic(height, width, maker.body.face, rng, dirt)
    else:
        surface = surfaces.face

    def carve(ink: Ink) -> Picture:
        ink = wear(grow(ink, thickness), worn, rng) * density
        body = surface if rng.random() < 0.5 else surface[::-1, ::-1]
        top = ink[..., :3] + body * (1 - ink[..., 3:])
        if depth > 0.2:
            shadow, shine = engrave(ink, depth, (float(np.cos(angle)), float(np.sin(angle))))
            top = top * (1 - 0.45 * shadow[..., None]) + 0.3 * shine[..., None] * (1 - top)
        return (top * 255).clip(0, 255).astype(np.uint8)

    tops = {code: carve(inks[code]) for code in FACES}
    if surfaces is None:
        surfaces = Surfaces(surface, plastic(height, width, maker.body.back, rng, dirt))
    tops[BACK] = (surfaces.back * 255).astype(np.uint8)
    result = {code: tops[code] for code in CLASSES}
    for code, ink in inks.items():
        if code not in result:
            result[code] = carve(ink)
    return result

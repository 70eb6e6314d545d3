"""Whole tile sets drawn at random: 42 faces that agree with one another, a back and a body."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, FACES
from training.faces.art import FAMILY, Art, fonts
from training.faces.artwork import from_art
from training.faces.blanks import Body, plastic, random_body, random_palette
from training.faces.indices import print_indices
from training.faces.ink import Ink, Palette, empty, engrave, grow, paste, wear
from training.faces.maker import PARTS, Maker
from training.faces.suits import draw_part

Picture = NDArray[np.uint8]

#: Height in pixels at which faces are drawn by default.
HEIGHT: Final = 160
#: How often the program draws a part itself instead of taking it from the artwork.
OWN_SHARE: Final = {"m": 0.55, "p": 0.3, "s": 0.3, "z": 0.55, "w": 0.65, "f": 0.5, "g": 0.5}


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A tile set."""

    body: Body  # shape and material
    # the flat top of each class (42 faces and ``back``), then of each joker, if the set has any,
    # ``(h, w, 3)`` uint8 RGB without perspective, all of the same size
    pictures: Mapping[str, Picture]
    # the source of each part: a source of the artwork, ``own`` for the program's drawings, or the
    # name of the drawings of a modern set. The source of the bird is under ``bird`` and the font of
    # the indices under ``index``, if the set has them
    recipe: Mapping[str, str] = field(default_factory=dict)
    fonts: tuple[Path, ...] = ()  # font files beside the artwork, for print on other things

    def face(self, code: str, height_px: int) -> Picture:
        """The flat top of a tile, ``(height_px, width, 3)`` uint8 RGB, body and ink."""
        picture = self.pictures[code]
        if picture.shape[0] == height_px:
            return picture.copy()
        width = max(1, round(height_px / self.body.aspect))
        method = cv2.INTER_AREA if height_px < picture.shape[0] else cv2.INTER_CUBIC
        resized = cv2.resize(picture, (width, height_px), interpolation=method)
        return resized.astype(np.uint8, copy=False)


@dataclass(frozen=True, slots=True, eq=False)
class Surfaces:
    """The plastics of face and back, ``(h, w, 3)`` float32 RGB from 0 to 1 each."""

    face: NDArray[np.float32]
    back: NDArray[np.float32]


def random_design(
    rng: np.random.Generator,
    art: Art,
    hold_out: frozenset[str] = frozenset(),
    height: int = HEIGHT,
    body: Body | None = None,
    palette: Palette | None = None,
) -> Design:
    """Draw a tile set.

    Args:
        rng: decides everything.
        art: the artwork.
        hold_out: families of artwork that are not used.
        height: of the faces in pixels.
        body: shape and material of the tiles. By default they are chosen at random.
        palette: the colours of the inks. By default they are chosen at random.

    Raises:
        InputError: a family in ``hold_out`` does not exist, there is no artwork, or no bird of the
            artwork is left.
    """
    art.check(hold_out)
    if body is None:
        body = random_body(rng)
    maker = new_maker(rng, art, hold_out, body, height)
    if palette is not None:
        maker = replace(maker, palette=palette)
    recipe = choose_sources(maker)
    # How far the set's inks replace the colours of the artwork: not at all, partly, altogether.
    strength = float(rng.choice([0.0, rng.uniform(0.3, 1.0), 1.0], p=[0.35, 0.35, 0.3]))
    # The bird's source and the font of the indices are added to the recipe.
    inks = draw_inks(maker, recipe, strength)
    print_indices(inks, recipe, maker)
    return Design(maker.body, pictures(maker, inks), recipe, maker.fonts)


def new_maker(
    rng: np.random.Generator, art: Art, hold_out: frozenset[str], body: Body, height: int
) -> Maker:
    """Choose at random the parts of a set that all faces share.

    Args:
        rng: decides the inks and the inked area.
        art: the artwork.
        hold_out: families of artwork that are not used.
        body: the tiles.
        height: of the faces in pixels.
    """
    return Maker(
        rng=rng,
        art=art,
        hold_out=hold_out,
        body=body,
        palette=random_palette(rng, is_body_dark=body.is_dark),
        fonts=fonts(art.shared),
        size=(round(height / body.aspect), height),
        area=(float(rng.uniform(0.66, 0.9)), float(rng.uniform(0.74, 0.9))),
    )


def draw_inks(maker: Maker, recipe: dict[str, str], strength: float) -> dict[str, Ink]:
    """Draw the ink of every face, on the whole top of its tile.

    Args:
        maker: the parts of the set that all faces share.
        recipe: the source of every part. The program draws no bird. So if it draws the bamboos, a
            source is added under ``bird``.
        strength: how far the set's inks replace the colours of drawings of the artwork, from 0
            (not at all) to 1 (altogether).

    Raises:
        InputError: so many families are held out that no bird of the artwork is left.
    """
    # The ink of each face, at most as large as the inked area.
    inner: dict[str, Ink] = {}
    for part, source in recipe.items():
        if source == "own":
            inner |= draw_part(part, maker)
        else:
            inner |= from_art(source, PARTS[part], maker, strength)
    if "1s" not in inner:
        birds = maker.sources(["1s"])
        if not birds:
            raise InputError("no art source is left for the 1 of bamboo: hold out fewer families")
        recipe["bird"] = _choose_source(birds, maker.rng)
        inner |= from_art(recipe["bird"], ("1s",), maker, strength)

    width, height = maker.size
    tile_inks = {}
    for code, ink in inner.items():
        tile_inks[code] = empty(height, width)
        paste(tile_inks[code], ink, (width / 2, height / 2))
    return tile_inks


def choose_sources(maker: Maker) -> dict[str, str]:
    """Choose at random a source of the artwork, or ``own``, for every part of the set."""
    # The main source may lack the white dragon, flowers or seasons.
    main_codes: list[str] = []
    for part in ("m", "p", "s", "z"):
        main_codes += PARTS[part]
    main_sources = maker.sources(main_codes)
    # A quarter of the sets take each part from the same source, if that source has the part.
    main = None
    if maker.chance(0.25) and main_sources:
        main = str(maker.rng.choice(main_sources))
    recipe = {}
    for part, part_codes in PARTS.items():
        sources = maker.sources(part_codes)
        if main is not None and main in sources:
            recipe[part] = main
        elif maker.chance(OWN_SHARE[part]) or not sources:
            recipe[part] = "own"
        else:
            recipe[part] = _choose_source(sources, maker.rng)
    return recipe


def _choose_source(sources: Sequence[str], rng: np.random.Generator) -> str:
    """Choose a source at random. Each family is equally likely, and each source within it."""
    families = sorted({FAMILY[source] for source in sources})
    family = rng.choice(families)
    return str(rng.choice([source for source in sources if FAMILY[source] == family]))


def pictures(
    maker: Maker, inks: Mapping[str, Ink], surfaces: Surfaces | None = None
) -> dict[str, Picture]:
    """Draw the flat tops of a set: plastic, ink, carving, wear.

    Args:
        maker: the parts of the set that all faces share.
        inks: of the 42 faces, and of jokers if the set has any.
        surfaces: the plastics without ink. By default plain plastics of the body's colours are
            drawn.

    Returns:
        The tops of the 43 classes, then those of the jokers, ``(h, w, 3)`` uint8 RGB each.
    """
    rng = maker.rng
    width, height = maker.size
    finish = _random_finish(rng, width)
    if surfaces is None:
        face_surface = plastic(height, width, maker.body.face, rng, finish.dirt)
    else:
        face_surface = surfaces.face
    tops = {code: _carve(inks[code], face_surface, finish, rng) for code in FACES}
    if surfaces is None:
        back_surface = plastic(height, width, maker.body.back, rng, finish.dirt)
    else:
        back_surface = surfaces.back
    tops[BACK] = (back_surface * 255).astype(np.uint8)
    # The other inks are those of the jokers.
    for code, ink in inks.items():
        if code not in tops:
            tops[code] = _carve(ink, face_surface, finish, rng)
    return tops


@dataclass(frozen=True, slots=True)
class _Finish:
    """How ink and plastic of a set were worked, and their wear. Lengths are in pixels."""

    light: tuple[float, float]  # direction of the light, x right and y down, of length 1
    thickness: float  # added to all strokes
    wear: float  # 0 for new, 1 for rubbed away
    depth: float  # of the carving
    density: float  # of the ink
    dirt: float  # 0 for clean, 1 for very dirty


def _random_finish(rng: np.random.Generator, width: int) -> _Finish:
    """Choose at random how a set was made and used. ``width`` is that of a tile in pixels."""
    unit = width / 100
    angle = rng.uniform(0, 2 * np.pi)
    thickness = float(rng.choice([0.0, rng.normal(0.1, 0.6)], p=[0.4, 0.6])) * unit
    wear_share = float(rng.choice([0.0, rng.uniform(0.05, 0.6)], p=[0.65, 0.35]))
    depth = float(rng.choice([0.0, rng.uniform(0.6, 2.2)], p=[0.3, 0.7])) * unit
    return _Finish(
        light=(float(np.cos(angle)), float(np.sin(angle))),
        thickness=thickness,
        wear=wear_share,
        depth=depth,
        density=float(rng.uniform(0.8, 1.0)),
        dirt=float(rng.choice([0.0, rng.uniform(0.0, 1.0)], p=[0.6, 0.4])),
    )


def _carve(
    ink: Ink, surface: NDArray[np.float32], finish: _Finish, rng: np.random.Generator
) -> Picture:
    """Draw the top of a tile: ink in or on the plastic.

    Args:
        ink: ``(h, w, 4)`` float32, premultiplied RGB and alpha.
        surface: the plastic without ink, ``(h, w, 3)`` float32 RGB from 0 to 1.
        finish: how the set was made and used.
        rng: decides the wear, and which way round the plastic is.

    Returns:
        ``(h, w, 3)`` uint8 RGB.
    """
    thick_ink = grow(ink, finish.thickness)
    worn_ink = wear(thick_ink, finish.wear, rng)
    ink = worn_ink * finish.density
    # All faces of a set share one picture of the plastic. About half of them have it upside down.
    is_turned = rng.random() >= 0.5
    plate = surface[::-1, ::-1] if is_turned else surface
    # The colour of ink is premultiplied, so it is added as it is.
    alpha = ink[..., 3:]
    top = ink[..., :3] + plate * (1 - alpha)
    is_carved = finish.depth > 0.2
    if is_carved:
        shadow, shine = engrave(ink, finish.depth, finish.light)
        top = top * (1 - 0.45 * shadow[..., None]) + 0.3 * shine[..., None] * (1 - top)
    return (top * 255).clip(0, 255).astype(np.uint8)

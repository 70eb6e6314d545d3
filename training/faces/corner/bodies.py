"""Bodies and inks of modern and dark sets: pastel, marbled and transparent plastics."""

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from training.faces.blanks import Body, jitter, plastic, random_body
from training.faces.ink import Colour, Palette, cloud

Surface = NDArray[np.float32]
Material = Literal["plain", "marbled", "transparent"]

#: Bodies of dark sets: black, navy, dark green, wine red, brown.
DARK_BODIES: Final[Sequence[Colour]] = (
    (0.06, 0.06, 0.07),
    (0.11, 0.11, 0.12),
    (0.06, 0.09, 0.22),
    (0.03, 0.18, 0.11),
    (0.30, 0.05, 0.09),
    (0.20, 0.12, 0.08),
)
_WHITE: Final[Colour] = (0.95, 0.94, 0.90)
_GOLD: Final[Colour] = (0.85, 0.68, 0.30)
#: Inks of dark sets in the order red, green, blue, dark. Many sets have only white or only gold.
DARK_PALETTES: Final[Sequence[Palette]] = (
    Palette((0.92, 0.30, 0.22), (0.30, 0.75, 0.42), (0.45, 0.65, 0.95), _WHITE),
    Palette((0.95, 0.15, 0.20), (0.20, 0.85, 0.35), (0.30, 0.70, 1.00), _GOLD),
    Palette((1.00, 0.35, 0.55), (0.45, 0.95, 0.60), (0.35, 0.85, 0.95), (0.98, 0.85, 0.35)),
    Palette((0.90, 0.25, 0.20), (0.40, 0.75, 0.45), _WHITE, _WHITE),
    Palette(_WHITE, _WHITE, _WHITE, _WHITE),
    Palette(_GOLD, _GOLD, _GOLD, _GOLD),
    Palette((0.85, 0.30, 0.20), _GOLD, _WHITE, _GOLD),
)
#: The sets on broadcast tables have this ink in place of green. It is also the ink if no other ink
#: shows on the body.
NEARLY_BLACK: Final[Colour] = (0.05, 0.08, 0.07)
#: The least difference in brightness between ink and body. Brightness is from 0 to 1.
_CONTRAST: Final = 0.36


@dataclass(frozen=True, slots=True)
class Finish:
    """The plastics of a modern set."""

    body: Body  # shape and colours
    material: Material  # of the face's layer
    back_material: Material  # of the back's layer


def random_finish(rng: np.random.Generator, *, is_dark: bool) -> Finish:
    """Choose a modern set's plastics at random.

    Faces that are not dark are mostly white, often pastel. Backs have any colour.
    """
    body = random_body(rng)
    if is_dark:
        face = jitter(DARK_BODIES[int(rng.integers(len(DARK_BODIES)))], spread=0.015, rng=rng)
    else:
        face = _pale_colour(rng)
    back = _any_colour(rng)
    if rng.random() < 0.1:
        back = face
    materials: list[Material] = ["plain", "marbled", "transparent"]
    material = materials[int(rng.choice(3, p=[0.8, 0.12, 0.08]))]
    back_material = materials[int(rng.choice(3, p=[0.6, 0.25, 0.15]))]
    return Finish(replace(body, face=face, back=back), material, back_material)


def _pale_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.5:
        return jitter((0.96, 0.96, 0.95), spread=0.02, rng=rng)
    if kind < 0.62:
        return jitter((0.94, 0.90, 0.80), spread=0.03, rng=rng)
    hue = float(rng.random())
    saturation = float(rng.uniform(0.06, 0.35))
    return colorsys.hsv_to_rgb(hue, saturation, float(rng.uniform(0.84, 0.98)))


def _any_colour(rng: np.random.Generator) -> Colour:
    hue = float(rng.random())
    saturation = float(rng.uniform(0.1, 0.95))
    return colorsys.hsv_to_rgb(hue, saturation, float(rng.uniform(0.3, 0.98)))


def surface(
    size: tuple[int, int], tone: Colour, material: Material, rng: np.random.Generator
) -> Surface:
    """Draw a plain, marbled or transparent surface.

    Args:
        size: width and height in pixels.
        tone: the plastic's colour, RGB from 0 to 1.
        material: of the tile.
        rng: decides clouds and veins.

    Returns:
        ``(h, w, 3)`` float32 RGB from 0 to 1.
    """
    width, height = size
    plain = plastic(height, width, tone, rng)
    if material == "marbled":
        veins = np.sin(cloud(height, width, cells=3, rng=rng) * float(rng.uniform(8, 22)))
        strength = float(rng.uniform(0.04, 0.14))
        tint = np.array(_any_colour(rng), np.float32)
        share = (veins[..., None].clip(0, 1) * strength).astype(np.float32)
        return np.asarray(plain * (1 - share) + tint * share, np.float32)
    if material == "transparent":
        # The table shows through, out of focus, and the top or the bottom is brighter.
        behind = cloud(height, width, cells=3, rng=rng)[..., None] - np.float32(0.5)
        shade = plain + behind * np.float32(rng.uniform(0.06, 0.2))
        down = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        shade = shade + (down - np.float32(0.5)) * np.float32(rng.uniform(-0.15, 0.15))
        return np.asarray(shade.clip(0, 1), np.float32)
    return plain


def free_palette(rng: np.random.Generator, body: Body) -> Palette:
    """Choose inks at random that show on the body. The dark ink may have any colour here."""
    if body.is_dark:
        palette = DARK_PALETTES[int(rng.integers(len(DARK_PALETTES)))]
        inks = [jitter(tuple(ink), spread=0.03, rng=rng) for ink in palette.colours().tolist()]
        return Palette(*inks)
    red = vivid_colour(rng, hues=(-0.04, 0.02), body=body)
    # From lime to teal, and nearly black on the tables of broadcasts.
    green = NEARLY_BLACK if rng.random() < 0.12 else vivid_colour(rng, hues=(0.25, 0.46), body=body)
    blue = vivid_colour(rng, hues=(0.54, 0.68), body=body)
    return Palette(red, green, blue, free_colour(rng, body))


def vivid_colour(rng: np.random.Generator, hues: tuple[float, float], body: Body) -> Colour:
    """Choose an ink at random whose hue is seen at once.

    Args:
        rng: decides.
        hues: the least and the greatest hue. 0 and 1 are red, 1/3 is green.
        body: the tile, on which the ink shows.
    """
    return _contrasting(rng, hues, saturations=(0.65, 1.0), body=body)


def free_colour(rng: np.random.Generator, body: Body) -> Colour:
    """Choose an ink of any hue at random that shows on the body."""
    if body.is_dark:
        pale = colorsys.hsv_to_rgb(float(rng.random()), float(rng.uniform(0, 0.7)), 0.97)
        return _WHITE if rng.random() < 0.3 else pale
    if rng.random() < 0.15:
        return jitter((0.08, 0.08, 0.12), spread=0.05, rng=rng)
    return _contrasting(rng, hues=(0.0, 1.0), saturations=(0.35, 1.0), body=body)


def _contrasting(
    rng: np.random.Generator,
    hues: tuple[float, float],
    saturations: tuple[float, float],
    body: Body,
) -> Colour:
    """Choose a colour at random that differs enough in brightness from the body.

    Args:
        rng: decides.
        hues: the least and the greatest hue. 0 and 1 are red, 1/3 is green.
        saturations: the least and the greatest saturation, 0 grey to 1.
        body: the tile.

    Returns:
        RGB from 0 to 1. Nearly black if no colour that was tried differs enough.
    """
    for _ in range(20):
        hue = float(rng.uniform(*hues)) % 1.0
        saturation = float(rng.uniform(*saturations))
        value = float(rng.uniform(0.25, 0.92))
        ink = colorsys.hsv_to_rgb(hue, saturation, value)
        if abs(brightness(ink) - brightness(body.face)) >= _CONTRAST:
            return ink
    return NEARLY_BLACK


def brightness(colour: Colour) -> float:
    """How bright the eye sees a colour, 0 to 1."""
    red, green, blue = colour
    return 0.30 * red + 0.59 * green + 0.11 * blue

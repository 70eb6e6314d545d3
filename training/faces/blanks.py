"""The tile without its face: proportions, plastic, layers, backs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from training.chance import draw_by_share
from training.faces.ink import Colour, Palette, cloud, colour

#: Plastics of face layers, RGB, with how often they occur.
PLASTICS: Final[Sequence[tuple[Colour, float]]] = (
    ((0.97, 0.96, 0.94), 0.36),
    ((0.94, 0.92, 0.86), 0.22),
    ((0.93, 0.88, 0.75), 0.14),
    ((0.90, 0.80, 0.58), 0.06),
    ((0.88, 0.92, 0.90), 0.08),
    ((0.86, 0.89, 0.94), 0.06),
    ((0.95, 0.86, 0.45), 0.02),
    ((0.80, 0.62, 0.40), 0.015),
    ((0.62, 0.82, 0.68), 0.015),
    ((0.10, 0.10, 0.11), 0.03),
)
#: Plastics of dark sets.
DARK: Final[Sequence[Colour]] = (
    (0.10, 0.10, 0.11),
    (0.06, 0.06, 0.07),
    (0.08, 0.12, 0.26),
    (0.05, 0.20, 0.13),
)
#: Colours of backs.
BACKS: Final[Sequence[Colour]] = (
    (0.10, 0.50, 0.22),
    (0.35, 0.65, 0.20),
    (0.05, 0.35, 0.20),
    (0.60, 0.75, 0.15),
    (0.10, 0.25, 0.60),
    (0.20, 0.50, 0.80),
    (0.45, 0.70, 0.85),
    (0.70, 0.10, 0.45),
    (0.75, 0.15, 0.15),
    (0.90, 0.55, 0.10),
    (0.92, 0.78, 0.15),
    (0.40, 0.20, 0.50),
    (0.15, 0.15, 0.16),
    (0.55, 0.33, 0.15),
    (0.80, 0.62, 0.35),
    (0.45, 0.45, 0.47),
    (0.95, 0.94, 0.92),
    (0.55, 0.85, 0.75),
    (0.85, 0.55, 0.65),
)
#: Inks of usual sets, then of plainer sets, with how often they occur: red, green, blue, dark.
PALETTES: Final[Sequence[tuple[Palette, float]]] = (
    (Palette((0.80, 0.10, 0.12), (0.05, 0.42, 0.20), (0.08, 0.15, 0.60), (0.06, 0.06, 0.08)), 0.34),
    (Palette((0.70, 0.08, 0.10), (0.03, 0.30, 0.15), (0.05, 0.08, 0.35), (0.05, 0.05, 0.06)), 0.18),
    (Palette((0.90, 0.20, 0.15), (0.10, 0.60, 0.30), (0.12, 0.30, 0.80), (0.10, 0.12, 0.45)), 0.14),
    (Palette((0.78, 0.10, 0.15), (0.02, 0.38, 0.28), (0.10, 0.20, 0.65), (0.02, 0.30, 0.20)), 0.08),
    (Palette((0.75, 0.12, 0.12), (0.05, 0.40, 0.20), (0.05, 0.40, 0.20), (0.05, 0.05, 0.06)), 0.06),
    (Palette((0.72, 0.15, 0.15), (0.10, 0.12, 0.14), (0.10, 0.12, 0.30), (0.06, 0.06, 0.08)), 0.07),
    (Palette((0.08, 0.08, 0.09), (0.08, 0.08, 0.09), (0.08, 0.08, 0.09), (0.08, 0.08, 0.09)), 0.05),
    (Palette((0.10, 0.15, 0.50), (0.10, 0.15, 0.50), (0.10, 0.15, 0.50), (0.10, 0.15, 0.50)), 0.03),
    (Palette((0.70, 0.35, 0.10), (0.25, 0.42, 0.15), (0.20, 0.30, 0.45), (0.30, 0.20, 0.12)), 0.05),
)
#: Tiles whose aspect differs this much from the usual aspect, or more, do not fit the places of the
#: tiles of a hand.
_SLACK: Final = 0.07
#: Inks that show on black tiles.
PALE_PALETTE: Final = Palette(
    (0.92, 0.30, 0.22), (0.30, 0.75, 0.42), (0.45, 0.65, 0.95), (0.95, 0.93, 0.88)
)


@dataclass(frozen=True, slots=True)
class Body:
    """A tile's shape and material. Lengths are in tile widths."""

    aspect: float  # height over width of the face
    depth: float  # thickness
    corner: float  # radius of the face's corners
    bevel: float  # radius of the rounding between face and sides
    face: Colour  # colour of the face's layer
    back: Colour  # colour of the back's layer
    split: float  # share of the thickness that the back's layer takes; 0 for tiles of one piece
    gloss: float  # 0 for matt, 1 for polished

    @property
    def has_usual_proportions(self) -> bool:
        """Whether hands, which are laid for ``USUAL`` tiles, can be laid with these tiles."""
        return abs(self.aspect - USUAL.aspect) < _SLACK

    @property
    def is_dark(self) -> bool:
        """Whether ordinary ink would not show on it."""
        return sum(self.face) < 0.9


#: Ivory and green, of usual proportions.
USUAL: Final = Body(
    aspect=4 / 3,
    depth=0.75,
    corner=0.08,
    bevel=0.06,
    face=(0.95, 0.93, 0.88),
    back=(0.10, 0.45, 0.25),
    split=0.4,
    gloss=0.5,
)


def random_body(rng: np.random.Generator) -> Body:
    """Choose the proportions and the plastics of a set's tiles at random."""
    face = jitter(draw_by_share(rng, PLASTICS), spread=0.03, rng=rng)
    is_one_piece = rng.random() < 0.2
    back = face
    if not is_one_piece:
        usual_back = BACKS[int(rng.integers(len(BACKS)))]
        back = jitter(usual_back, spread=0.07, rng=rng)
    # Half of the sets have any proportions, half have nearly the usual ones.
    aspect = rng.choice([rng.uniform(1.25, 1.5), rng.uniform(1.3, 1.4)])
    return Body(
        aspect=float(aspect),
        depth=float(rng.uniform(0.55, 0.95)),
        corner=float(rng.uniform(0.03, 0.16)),
        bevel=float(rng.uniform(0.02, 0.09)),
        face=face,
        back=back,
        split=0.0 if is_one_piece else float(rng.uniform(0.25, 0.6)),
        gloss=float(rng.uniform(0.0, 1.0)),
    )


def dark_body(rng: np.random.Generator) -> Body:
    """Choose dark tiles at random, on which ordinary ink would not show."""
    tone = jitter(DARK[int(rng.integers(len(DARK)))], spread=0.02, rng=rng)
    body = random_body(rng)
    back = tone if rng.random() < 0.4 else jitter(BACKS[0], spread=0.3, rng=rng)
    return replace(body, face=tone, back=back)


def random_palette(rng: np.random.Generator, *, is_body_dark: bool) -> Palette:
    """Choose the inks of a set at random.

    Args:
        rng: decides.
        is_body_dark: whether the tiles are dark.
    """
    base = PALE_PALETTE
    if not is_body_dark:
        base = draw_by_share(rng, PALETTES)
    # One draw for all inks keeps a monochrome set monochrome.
    shift = rng.normal(0, 0.035, 3)
    red, green, blue, dark = (colour(np.array(ink) + shift) for ink in base.colours())
    return Palette(red, green, blue, dark)


def jitter(base: Colour, spread: float, rng: np.random.Generator) -> Colour:
    """Choose a colour near another colour.

    Args:
        base: the other colour.
        spread: the standard deviation of the brightness, which is from 0 to 1. Each channel also
            varies alone, with half of this deviation.
        rng: decides.
    """
    return colour(np.array(base) + rng.normal(0, spread) + rng.normal(0, spread / 2, 3))


def plastic(
    height: int, width: int, tone: Colour, rng: np.random.Generator, dirt: float = 0.0
) -> NDArray[np.float32]:
    """Draw a plain surface with faint clouds and dirt.

    Args:
        height: in pixels.
        width: in pixels.
        tone: the plastic's colour, RGB from 0 to 1.
        rng: decides clouds and dirt.
        dirt: 0 for clean, 1 for very dirty.

    Returns:
        ``(height, width, 3)`` float32 RGB from 0 to 1.
    """
    noise = cloud(height, width, cells=4, rng=rng) - 0.5
    clouds = noise * rng.uniform(0.0, 0.05)
    surface = np.array(tone, np.float32) * (1 + clouds[..., None])
    if dirt > 0.05:
        patches = cloud(height, width, cells=18, rng=rng)
        # Dirt lies where the patches are strongest. A dirtier tile has it in more places.
        spots = np.clip(patches - (0.95 - 0.2 * dirt), 0, 1) * dirt * 2
        # Dirt is brown: it takes blue most.
        absorbed = np.array([0.4, 0.5, 0.7], np.float32)
        surface = surface * (1 - spots[..., None] * absorbed)
    return surface.clip(0, 1).astype(np.float32)

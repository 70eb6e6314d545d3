"""The last steps of a set: indices in the corners, carving, wear, plastic."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES, FACES
from training.faces import drawings
from training.faces.blanks import plastic
from training.faces.ink import Colour, Ink, empty, engrave, grow, paste, wear
from training.faces.maker import INDEXED, PARTS, Maker, any_ink

Picture = NDArray[np.uint8]

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

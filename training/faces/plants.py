"""Plants for flower and season tiles: stems, leaves and blossoms drawn at random."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import Ink, Palette, colour, over, stamp

_SCALE: Final = 3


@dataclass(frozen=True, slots=True)
class Habit:
    """How a plant grows: number of stems, how far they bend, leaves, and the petals of its blossoms."""

    stems: int
    bend: float
    leaves: int
    blade: float
    blossoms: int
    petals: int
    petal: float


#: Plum, orchid, chrysanthemum, bamboo; then what the seasons usually show (peony, lotus, maple, plum again).
HABITS: Final = {
    "1f": Habit(3, 0.5, 1, 0.5, 4, 5, 0.5),
    "2f": Habit(6, 0.9, 5, 2.5, 2, 3, 0.9),
    "3f": Habit(2, 0.2, 4, 0.7, 2, 12, 0.75),
    "4f": Habit(3, 0.1, 7, 1.4, 0, 0, 0.0),
    "1g": Habit(3, 0.3, 5, 0.7, 1, 8, 0.6),
    "2g": Habit(3, 0.4, 3, 1.2, 1, 7, 0.9),
    "3g": Habit(2, 0.5, 5, 0.8, 3, 9, 0.7),
    "4g": Habit(3, 0.6, 2, 0.5, 4, 5, 0.5),
}

_Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Pen:
    """Line width in pixels, and whether leaves and blossoms are filled or outlined."""

    line: int
    filled: bool
    rng: np.random.Generator


def plant(
    code: str,
    size: tuple[int, int],
    palette: Palette,
    rng: np.random.Generator,
    *,
    potted: bool = False,
) -> Ink:
    """A plant of the tile's kind, in a pot if wanted, ``size`` being width and height in pixels."""
    habit = HABITS[code]
    green = np.zeros((size[1] * _SCALE, size[0] * _SCALE), np.uint8)
    red = green.copy()
    rim = float(rng.uniform(0.62, 0.74)) if potted else 0.95
    stems = [_stem(habit, green.shape, rim, rng) for _ in range(habit.stems)]
    pen = _Pen(
        max(2, round(size[0] * _SCALE * rng.uniform(0.012, 0.045))), bool(rng.random() < 0.6), rng
    )
    for stem in stems:
        cv2.polylines(
            green, [stem.round().astype(np.int32)], isClosed=False, color=255, thickness=pen.line
        )
        for _ in range(habit.leaves):
            _leaf(green, stem, habit, pen)
    for k in range(habit.blossoms):
        _blossom((green, red), stems[k % len(stems)], habit, pen)
    leaf, flower = (
        (palette.green, palette.red) if rng.random() < 0.8 else (palette.blue, palette.red)
    )
    inks = over(stamp(_small(green, size), leaf), stamp(_small(red, size), flower))
    return over(inks, _pot(size, rim, palette, pen)) if potted else inks


def _small(mask: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.float32]:
    return np.asarray(
        cv2.resize(mask, size, interpolation=cv2.INTER_AREA) / np.float32(255), np.float32
    )


def _pot(size: tuple[int, int], rim: float, palette: Palette, pen: _Pen) -> Ink:
    """A bowl or box on feet below ``rim`` (share of the height), a pattern on its side."""
    rng = pen.rng
    width, height = size[0] * _SCALE, size[1] * _SCALE
    body, inside = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    top, foot = rim * height, rng.uniform(0.84, 0.9) * height
    upper, lower = sorted(rng.uniform(0.17, 0.32, 2) * width, reverse=True)
    bulge = rng.uniform(0.0, 0.1) * width
    side = [(upper, top), ((upper + lower) / 2 + bulge, (top + foot) / 2), (lower, foot)]
    outline = np.array(
        [(width / 2 + x, y) for x, y in side] + [(width / 2 - x, y) for x, y in reversed(side)]
    )
    _shape(body, outline, pen)
    for x in (-lower, 0.0, lower):
        leg = np.array([[width / 2 + x * 0.8, foot], [width / 2 + x, 0.97 * height]])
        cv2.polylines(
            body, [leg.round().astype(np.int32)], isClosed=False, color=255, thickness=pen.line
        )
    for x in np.linspace(-0.6, 0.6, int(rng.integers(1, 6))) * lower:
        radius = max(2, round(float(rng.uniform(0.02, 0.05)) * width))
        cv2.circle(inside, (round(width / 2 + x), round((top + foot) / 2)), radius, 255, -1)
    colours = palette.colours()[rng.permutation(4)[:2]]
    first, second = map(colour, colours)
    return over(stamp(_small(body, size), first), stamp(_small(inside, size), second))


def _stem(habit: Habit, shape: tuple[int, ...], rim: float, rng: np.random.Generator) -> _Points:
    """``(12, 2)`` points of a curve from ``rim`` (share of the height) upward, in pixels."""
    height, width = shape
    foot = np.array([rng.uniform(0.35, 0.65) * width, rim * height])
    top = np.array([rng.uniform(0.12, 0.88) * width, rng.uniform(0.28, 0.5) * rim / 0.95 * height])
    middle = (foot + top) / 2 + rng.normal(0, 0.35 * habit.bend, 2) * width
    t = np.linspace(0, 1, 12)[:, None]
    curve: _Points = (1 - t) ** 2 * foot + 2 * t * (1 - t) * middle + t**2 * top
    return curve


def _leaf(green: NDArray[np.uint8], stem: _Points, habit: Habit, pen: _Pen) -> None:
    rng = pen.rng
    root = stem[rng.integers(1, len(stem))]
    length = habit.blade * green.shape[1] * rng.uniform(0.1, 0.2)
    angle = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(angle), np.sin(angle)]) * length
    side = np.array([-axis[1], axis[0]]) * rng.uniform(0.15, 0.35) / max(habit.blade, 0.7)
    t = np.linspace(0, 1, 7)[:, None]
    swell = np.sin(np.pi * t)
    outline = np.concatenate(
        [root + axis * t + side * swell, (root + axis * t - side * swell)[::-1]]
    )
    _shape(green, outline, pen)


def _blossom(
    masks: tuple[NDArray[np.uint8], NDArray[np.uint8]], stem: _Points, habit: Habit, pen: _Pen
) -> None:
    """A blossom on the second mask, its outline cleared of leaves on the first."""
    green, red = masks
    rng = pen.rng
    center = stem[-1] if rng.random() < 0.6 else stem[rng.integers(4, len(stem))]
    radius = green.shape[1] * rng.uniform(0.1, 0.17) * (0.7 + habit.petal * 0.5)
    t = np.linspace(0, 2 * np.pi, 8 * habit.petals)
    edge = radius * (0.62 + 0.38 * np.abs(np.cos(t * habit.petals / 2)))
    outline = center + np.stack([np.cos(t), np.sin(t)], axis=1) * edge[:, None]
    cv2.fillPoly(green, [outline.round().astype(np.int32)], 0)
    _shape(red, outline, pen)
    middle = tuple(center.round().astype(int).tolist())
    cv2.circle(red, middle, max(2, int(radius * 0.3)), 0 if pen.filled else 255, pen.line)


def _shape(mask: NDArray[np.uint8], outline: _Points, pen: _Pen) -> None:
    points = [outline.round().astype(np.int32)]
    if pen.filled:
        cv2.fillPoly(mask, points, 255)
    else:
        cv2.polylines(mask, points, isClosed=True, color=255, thickness=max(1, pen.line * 2 // 3))

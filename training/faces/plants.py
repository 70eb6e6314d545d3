"""Plants for flower and season tiles: stems, leaves and blossoms drawn at random."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import Ink, Palette, colour, over, stamp

#: Pixels of the drawing for each pixel of the ink, in both directions.
_SCALE: Final = 3


@dataclass(frozen=True, slots=True)
class Habit:
    """How a plant grows."""

    stem_count: int
    bend: float  # how much the stems bend: 0 for straight stems, 1 for strongly bent stems
    leaf_count: int  # of each stem
    leaf_length: float  # in ordinary lengths
    blossom_count: int
    petal_count: int  # of each blossom
    petal_length: float  # 0 for short petals, 1 for long petals


#: The plants of the flowers: plum, orchid, chrysanthemum and bamboo. Then the plants that seasons
#: usually show: peony, lotus, maple and plum again.
HABITS: Final = {
    "1f": Habit(
        stem_count=3,
        bend=0.5,
        leaf_count=1,
        leaf_length=0.5,
        blossom_count=4,
        petal_count=5,
        petal_length=0.5,
    ),
    "2f": Habit(
        stem_count=6,
        bend=0.9,
        leaf_count=5,
        leaf_length=2.5,
        blossom_count=2,
        petal_count=3,
        petal_length=0.9,
    ),
    "3f": Habit(
        stem_count=2,
        bend=0.2,
        leaf_count=4,
        leaf_length=0.7,
        blossom_count=2,
        petal_count=12,
        petal_length=0.75,
    ),
    "4f": Habit(
        stem_count=3,
        bend=0.1,
        leaf_count=7,
        leaf_length=1.4,
        blossom_count=0,
        petal_count=0,
        petal_length=0.0,
    ),
    "1g": Habit(
        stem_count=3,
        bend=0.3,
        leaf_count=5,
        leaf_length=0.7,
        blossom_count=1,
        petal_count=8,
        petal_length=0.6,
    ),
    "2g": Habit(
        stem_count=3,
        bend=0.4,
        leaf_count=3,
        leaf_length=1.2,
        blossom_count=1,
        petal_count=7,
        petal_length=0.9,
    ),
    "3g": Habit(
        stem_count=2,
        bend=0.5,
        leaf_count=5,
        leaf_length=0.8,
        blossom_count=3,
        petal_count=9,
        petal_length=0.7,
    ),
    "4g": Habit(
        stem_count=3,
        bend=0.6,
        leaf_count=2,
        leaf_length=0.5,
        blossom_count=4,
        petal_count=5,
        petal_length=0.5,
    ),
}

_Points = NDArray[np.float64]
_Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Pen:
    """How a plant is drawn."""

    line: int  # width in pixels
    is_filled: bool  # whether leaves and blossoms are filled. If not, they are outlined
    rng: np.random.Generator


def plant(
    code: str,
    size: tuple[int, int],
    palette: Palette,
    rng: np.random.Generator,
    *,
    is_potted: bool = False,
) -> Ink:
    """Draw a plant.

    Args:
        code: the tile whose plant is drawn, a key of ``HABITS``.
        size: width and height in pixels.
        palette: the set's inks.
        rng: decides the shapes.
        is_potted: whether it grows in a pot.
    """
    habit = HABITS[code]
    leaf_mask = np.zeros((size[1] * _SCALE, size[0] * _SCALE), np.uint8)
    blossom_mask = leaf_mask.copy()
    # The height at which the stems begin, in shares of the height from the top.
    rim = float(rng.uniform(0.62, 0.74)) if is_potted else 0.95
    stems = [_grow_stem(habit, leaf_mask.shape, rim, rng) for _ in range(habit.stem_count)]
    line = max(2, round(size[0] * _SCALE * rng.uniform(0.012, 0.045)))
    pen = _Pen(line, bool(rng.random() < 0.6), rng)
    for stem in stems:
        _draw_line(leaf_mask, stem, pen.line)
        for _ in range(habit.leaf_count):
            _draw_leaf(leaf_mask, stem, habit, pen)
    for number in range(habit.blossom_count):
        stem = stems[number % len(stems)]
        _draw_blossom(leaf_mask, blossom_mask, stem, habit, pen)
    leaf_ink = palette.green if rng.random() < 0.8 else palette.blue
    leaves = stamp(_shrink_mask(leaf_mask, size), leaf_ink)
    blossoms = stamp(_shrink_mask(blossom_mask, size), palette.red)
    ink = over(leaves, blossoms)
    if is_potted:
        ink = over(ink, _draw_pot(size, rim, palette, pen))
    return ink


def _shrink_mask(mask: _Mask, size: tuple[int, int]) -> NDArray[np.float32]:
    """The mask at the size of the ink, from 0 to 1."""
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small / np.float32(255), np.float32)


def _draw_pot(size: tuple[int, int], rim: float, palette: Palette, pen: _Pen) -> Ink:
    """Draw a bowl or box on feet, with a pattern on its side.

    Args:
        size: width and height of the ink in pixels.
        rim: the height of the pot's rim, in shares of the ink's height from the top.
        palette: the set's inks.
        pen: how the plant is drawn.
    """
    rng = pen.rng
    width = size[0] * _SCALE
    height = size[1] * _SCALE
    pot_mask = np.zeros((height, width), np.uint8)
    pattern_mask = np.zeros((height, width), np.uint8)
    rim_y = rim * height
    foot_y = rng.uniform(0.84, 0.9) * height
    middle_y = (rim_y + foot_y) / 2
    # Half the widths of the pot at its rim, foot and middle. The rim is wider than the foot.
    half_widths = rng.uniform(0.17, 0.32, 2) * width
    rim_half, foot_half = sorted(half_widths, reverse=True)
    bulge = rng.uniform(0.0, 0.1) * width
    middle_half = (rim_half + foot_half) / 2 + bulge
    side = [(rim_half, rim_y), (middle_half, middle_y), (foot_half, foot_y)]
    right = [(width / 2 + x, y) for x, y in side]
    left = [(width / 2 - x, y) for x, y in reversed(side)]
    _draw_shape(pot_mask, np.array(right + left), pen)
    for x in (-foot_half, 0.0, foot_half):
        leg = np.array([[width / 2 + x * 0.8, foot_y], [width / 2 + x, 0.97 * height]])
        _draw_line(pot_mask, leg, pen.line)
    spots = int(rng.integers(1, 6))
    for x in np.linspace(-0.6, 0.6, spots) * foot_half:
        radius = max(2, round(float(rng.uniform(0.02, 0.05)) * width))
        center = (round(width / 2 + x), round(middle_y))
        cv2.circle(pattern_mask, center, radius, 255, -1)
    inks = palette.colours()[rng.permutation(4)[:2]]
    pot = stamp(_shrink_mask(pot_mask, size), colour(inks[0]))
    pattern = stamp(_shrink_mask(pattern_mask, size), colour(inks[1]))
    return over(pot, pattern)


def _grow_stem(
    habit: Habit, shape: tuple[int, ...], rim: float, rng: np.random.Generator
) -> _Points:
    """Choose the curve of a stem from the ground or the pot's rim upward.

    Args:
        habit: how the plant grows.
        shape: height and width of the canvas in pixels.
        rim: where the stem begins, in shares of the height from the top.
        rng: decides the curve.

    Returns:
        ``(12, 2)`` pixels.
    """
    height, width = shape
    foot = np.array([rng.uniform(0.35, 0.65) * width, rim * height])
    top = np.array([rng.uniform(0.12, 0.88) * width, rng.uniform(0.28, 0.5) * rim / 0.95 * height])
    middle = (foot + top) / 2 + rng.normal(0, 0.35 * habit.bend, 2) * width
    t = np.linspace(0, 1, 12)[:, None]
    curve: _Points = (1 - t) ** 2 * foot + 2 * t * (1 - t) * middle + t**2 * top
    return curve


def _draw_leaf(leaf_mask: _Mask, stem: _Points, habit: Habit, pen: _Pen) -> None:
    """Draw a leaf at a random place of a stem, in any direction."""
    rng = pen.rng
    root = stem[rng.integers(1, len(stem))]
    # An ordinary leaf is a tenth to a fifth of the tile's width long.
    mask_width = leaf_mask.shape[1]
    length = habit.leaf_length * mask_width * rng.uniform(0.1, 0.2)
    angle = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(angle), np.sin(angle)]) * length
    # Half the leaf's width, at a right angle to its axis. Long leaves are narrower.
    half_width = rng.uniform(0.15, 0.35)
    side = np.array([-axis[1], axis[0]]) * half_width / max(habit.leaf_length, 0.7)
    t = np.linspace(0, 1, 7)[:, None]
    swell = np.sin(np.pi * t)
    upper = root + axis * t + side * swell
    lower = root + axis * t - side * swell
    _draw_shape(leaf_mask, np.concatenate([upper, lower[::-1]]), pen)


def _draw_blossom(
    leaf_mask: _Mask, blossom_mask: _Mask, stem: _Points, habit: Habit, pen: _Pen
) -> None:
    """Draw a blossom at the tip of a stem or along it. The leaves below it are removed."""
    rng = pen.rng
    is_at_tip = rng.random() < 0.6
    center = stem[-1] if is_at_tip else stem[rng.integers(4, len(stem))]
    radius = leaf_mask.shape[1] * rng.uniform(0.1, 0.17) * (0.7 + habit.petal_length * 0.5)
    # The outline in polar coordinates: its distance from the centre is greatest at each petal.
    angles = np.linspace(0, 2 * np.pi, 8 * habit.petal_count)
    distances = radius * (0.62 + 0.38 * np.abs(np.cos(angles * habit.petal_count / 2)))
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    outline = center + directions * distances[:, None]
    cv2.fillPoly(leaf_mask, [outline.round().astype(np.int32)], 0)
    _draw_shape(blossom_mask, outline, pen)
    middle = tuple(center.round().astype(int).tolist())
    middle_value = 0 if pen.is_filled else 255
    cv2.circle(blossom_mask, middle, max(2, int(radius * 0.3)), middle_value, pen.line)


def _draw_line(mask: _Mask, points: _Points, width: int) -> None:
    """Draw a line through some points."""
    pixels = [points.round().astype(np.int32)]
    cv2.polylines(mask, pixels, isClosed=False, color=255, thickness=width)


def _draw_shape(mask: _Mask, outline: _Points, pen: _Pen) -> None:
    """Draw a closed shape, filled or outlined as the pen draws."""
    pixels = [outline.round().astype(np.int32)]
    if pen.is_filled:
        cv2.fillPoly(mask, pixels, 255)
    else:
        thickness = max(1, pen.line * 2 // 3)
        cv2.polylines(mask, pixels, isClosed=True, color=255, thickness=thickness)

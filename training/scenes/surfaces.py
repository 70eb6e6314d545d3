"""Surfaces below tiles: cloth, felt, mats, wood, stone, plastic, patterned covers.

Each kind is a function that draws ``(512, 512, 3)`` float32 RGB, about from 0 to 1.
"""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.chance import draw_by_share
from training.faces.ink import cloud

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]  # with or without colours

#: Side of a surface's picture in pixels.
SIZE: Final = 512
#: Tile widths that the picture spans.
SPAN: Final = 20.0

_Colours = Sequence[tuple[float, float, float]]
_FELTS: Final[_Colours] = (
    (0.20, 0.62, 0.16),
    (0.08, 0.38, 0.14),
    (0.03, 0.25, 0.12),
    (0.10, 0.45, 0.40),
    (0.20, 0.55, 0.70),
    (0.10, 0.20, 0.50),
    (0.55, 0.10, 0.14),
    (0.72, 0.28, 0.24),
    (0.30, 0.30, 0.33),
    (0.12, 0.12, 0.13),
    (0.45, 0.35, 0.55),
    (0.60, 0.50, 0.38),
    (0.85, 0.82, 0.76),
)
_WOODS: Final[_Colours] = (
    (0.62, 0.42, 0.24),
    (0.80, 0.62, 0.38),
    (0.88, 0.72, 0.48),
    (0.42, 0.26, 0.14),
    (0.28, 0.17, 0.10),
    (0.68, 0.64, 0.58),
    (0.50, 0.47, 0.44),
)
_PLAINS: Final[_Colours] = (
    (0.92, 0.92, 0.90),
    (0.80, 0.80, 0.82),
    (0.55, 0.57, 0.60),
    (0.15, 0.15, 0.16),
    (0.90, 0.86, 0.78),
    (0.65, 0.75, 0.80),
    (0.30, 0.20, 0.18),
)
_CLOTHS: Final[_Colours] = (*_FELTS, *_PLAINS)


def random_surface(rng: np.random.Generator) -> Picture:
    """Draw a surface, ``(512, 512, 3)`` uint8 RGB, ``SPAN`` tile widths across."""
    # Each kind with its share of the surfaces.
    kinds = (
        (felt, 0.2),
        (mat, 0.14),
        (wood, 0.14),
        (planks, 0.08),
        (stone, 0.1),
        (plain, 0.14),
        (woven, 0.1),
        (print_pattern, 0.1),
    )
    draw = draw_by_share(rng, kinds)
    return (draw(rng) * 255).clip(0, 255).astype(np.uint8)


def random_light_cloth(rng: np.random.Generator) -> Picture:
    """Draw a pale cloth or table top, often patterned, as bright as a tile's face.

    Returns:
        ``(512, 512, 3)`` uint8 RGB.
    """
    # Each kind with its share of the cloths.
    kinds = (
        (print_pattern, 0.4),
        (woven, 0.25),
        (plain, 0.15),
        (stone, 0.08),
        (felt, 0.06),
        (wood, 0.06),
    )
    draw = draw_by_share(rng, kinds)
    pattern = draw(rng)
    contrast = rng.uniform(0.15, 0.6)
    tint = rng.uniform(0.82, 0.97) + rng.normal(0, 0.02, 3)
    cloth = np.asarray(tint + (pattern - pattern.mean()) * contrast)
    return (cloth * 255).clip(0, 255).astype(np.uint8)


def _pick(colours: _Colours, rng: np.random.Generator) -> NDArray[np.float32]:
    """``(3,)`` RGB from 0.02 to 0.98: near one of the colours, a little greyer."""
    base = np.array(colours[int(rng.integers(len(colours)))])
    colour = base + rng.normal(0, 0.05) + rng.normal(0, 0.03, 3)
    colour += (colour.mean() - colour) * rng.uniform(0, 0.45)
    return colour.clip(0.02, 0.98).astype(np.float32)


def _grain(rng: np.random.Generator, strength: float) -> Plane:
    """``(512, 512)`` noise around 0 with this standard deviation."""
    noise: NDArray[Any] = np.empty((SIZE, SIZE), np.float32)
    # OpenCV's generator is faster, and seeded from ours it is as repeatable.
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(noise, np.zeros(1), np.array([strength]))
    return noise


def _clouds(rng: np.random.Generator, cells: int, strength: float) -> Plane:
    """``(512, 512)`` smooth noise around 0.

    Args:
        rng: decides the noise.
        cells: about how many patches there are across.
        strength: the difference between the least and the greatest possible noise.
    """
    return (cloud(SIZE, SIZE, cells=cells, rng=rng) - 0.5) * strength


def felt(rng: np.random.Generator) -> Plane:
    """Cloth with a fine nap."""
    fuzz: NDArray[Any] = _grain(rng, float(rng.uniform(0.03, 0.12)))
    fuzz = cv2.GaussianBlur(fuzz, (0, 0), float(rng.uniform(0.6, 1.4))) * 2
    brightness = 1 + fuzz + _clouds(rng, cells=5, strength=0.12)
    return np.asarray(_pick(_FELTS, rng) * brightness[..., None], np.float32)


def mat(rng: np.random.Generator) -> Plane:
    """A rubber mat with a regular relief."""
    pitch = rng.uniform(5, 12)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) * (2 * np.pi / pitch)
    is_diagonal = rng.random() < 0.5
    if is_diagonal:
        x, y = x + y, x - y
    relief = (np.sin(x) * np.sin(y) * rng.uniform(0.05, 0.25)).astype(np.float32)
    colour = _pick(_FELTS, rng)
    brightness = 1 + relief + _clouds(rng, cells=4, strength=0.1)
    return np.asarray(colour * brightness[..., None], np.float32)


def _fibres(rng: np.random.Generator) -> Plane:
    """``(512, 512)`` streaks along x, as brightness around 0."""
    long_noise = rng.random((SIZE // 2, 8), np.float32)
    long = cv2.resize(long_noise, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    fine_noise = rng.random((SIZE, 24), np.float32)
    fine = cv2.resize(fine_noise, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(cloud(SIZE, SIZE, cells=3, rng=rng) * rng.uniform(10, 60) + long * 2)
    streaks = (long - 0.5) * 0.25 + (fine - 0.5) * 0.2 + rings * rng.uniform(0.0, 0.08)
    return np.asarray(streaks, np.float32)


def wood(rng: np.random.Generator) -> Plane:
    """One piece of wood or veneer."""
    grain = _fibres(rng) * rng.uniform(0.4, 1.3)
    board = (1 + grain)[..., None] * _pick(_WOODS, rng)
    is_across = rng.random() >= 0.6
    if is_across:
        return np.ascontiguousarray(board.transpose(1, 0, 2))
    return board


def planks(rng: np.random.Generator) -> Plane:
    """Boards side by side, one below another in the picture, with gaps."""
    boards = wood(rng)
    width = int(rng.integers(50, 130))
    for top in range(0, SIZE, width):
        boards[top : top + width] *= rng.uniform(0.85, 1.1)
        boards[top : top + 2] *= 0.45
    return boards


def stone(rng: np.random.Generator) -> Plane:
    """Marble, granite, terrazzo."""
    coarse = cloud(SIZE, SIZE, cells=4, rng=rng)
    fine = cloud(SIZE, SIZE, cells=13, rng=rng)
    distance_to_vein = np.abs(coarse + fine * 0.5 - 0.75)
    grain = _grain(rng, float(rng.uniform(0.0, 0.12)))
    brightness = 1 + grain - np.clip(0.08 - distance_to_vein, 0, 1) * rng.uniform(0, 4)
    is_speck = cloud(SIZE, SIZE, cells=90, rng=rng) > rng.uniform(0.8, 1.0)
    brightness = (brightness - is_speck * rng.uniform(-0.2, 0.4)).astype(np.float32)
    return np.asarray(_pick(_PLAINS, rng) * brightness[..., None], np.float32)


def plain(rng: np.random.Generator) -> Plane:
    """Laminate, plastic, lacquer, paper."""
    colour = _pick((*_PLAINS, *_FELTS), rng)
    brightness = 1 + _grain(rng, strength=0.012) + _clouds(rng, cells=3, strength=0.06)
    return np.asarray(colour * brightness[..., None], np.float32)


def woven(rng: np.random.Generator) -> Plane:
    """Coarse cloth: plain, striped or checked."""
    pitch = rng.uniform(3, 7)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    threads = np.sin(x * 2 * np.pi / pitch) + np.sin(y * 2 * np.pi / pitch)
    weave = threads * rng.uniform(0.02, 0.08)
    colour = _pick(_CLOTHS, rng)
    brightness = (1 + weave + _grain(rng, strength=0.04)).astype(np.float32)
    cloth = colour * brightness[..., None]
    if rng.random() < 0.5:
        stripe_width = rng.uniform(20, 120)
        stripe_colour = _pick(_CLOTHS, rng)
        # How many of the two kinds of stripes, upright and level, cross at a pixel, halved.
        stripes = ((x // stripe_width) % 2) * 0.5
        is_checked = rng.random() < 0.6
        if is_checked:
            stripes += ((y // stripe_width) % 2) * 0.5
        share = stripes[..., None] * 0.7
        cloth = cloth * (1 - share) + stripe_colour * share
    return np.asarray(cloth, np.float32)


def print_pattern(rng: np.random.Generator) -> Plane:
    """A printed cover: shapes of every kind in a few colours, repeated or not."""
    canvas = np.full((SIZE, SIZE, 3), _pick(_CLOTHS, rng), np.float32)
    cell = int(rng.choice([64, 128, 256, 512]))
    motif = canvas[:cell, :cell].copy()
    for _ in range(int(rng.integers(4, 18))):
        _draw_shape(motif, rng)
    repeated = np.tile(motif, (SIZE // cell, SIZE // cell, 1))
    return np.asarray(repeated * (1 + _grain(rng, strength=0.02))[..., None], np.float32)


def _draw_shape(canvas: Plane, rng: np.random.Generator) -> None:
    """Draw a circle, rectangle, line or polygon anywhere, in place."""
    size = canvas.shape[0]
    colour = _pick((*_CLOTHS, *_WOODS), rng).tolist()
    x, y = rng.integers(0, size, 2).tolist()
    # The radius of a circle, the width of a rectangle, or the spread of a polygon's corners.
    reach = int(rng.integers(max(2, size // 40), max(4, size // 4)))
    is_filled = rng.random() < 0.5
    thickness = -1 if is_filled else int(rng.integers(1, 1 + max(2, size // 40)))
    kind = rng.integers(4)
    if kind == 0:
        cv2.circle(canvas, (x, y), reach, colour, thickness, cv2.LINE_AA)
    elif kind == 1:
        height = int(reach * rng.uniform(0.3, 3))
        cv2.rectangle(canvas, (x, y), (x + reach, y + height), colour, thickness)
    elif kind == 2:
        end = rng.integers(0, size, 2).tolist()
        cv2.line(canvas, (x, y), end, colour, max(1, abs(thickness)), cv2.LINE_AA)
    else:
        corner_count = int(rng.integers(3, 7))
        corners = rng.normal(0, reach, (corner_count, 2)) + np.array([x, y])
        cv2.fillPoly(canvas, [corners.round().astype(np.int32)], colour, cv2.LINE_AA)


def room(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Draw the room beyond the table, out of focus.

    Args:
        width: of the picture in pixels.
        height: of the picture in pixels.
        rng: decides everything.
    """
    canvas: NDArray[Any] = np.full((64, 64, 3), _pick((*_PLAINS, *_WOODS), rng), np.float32)
    for _ in range(int(rng.integers(3, 14))):
        _draw_shape(canvas, rng)
    blurred = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.5, 5)))
    brightness = rng.uniform(0.15, 1.0)
    small = (blurred * brightness * 255).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)

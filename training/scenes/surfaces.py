"""What tiles lie on: cloth, felt, mats, wood, stone, plastic, patterned covers."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import cloud

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]

#: Pixels of a surface's picture, and tile widths that it spans.
SIZE: Final = 512
SPAN: Final = 20.0

_FELTS: Final = (
    *(
        (0.20, 0.62, 0.16),
        (0.08, 0.38, 0.14),
        (0.03, 0.25, 0.12),
        (0.10, 0.45, 0.40),
        (0.20, 0.55, 0.70),
    ),
    *(
        (0.10, 0.20, 0.50),
        (0.55, 0.10, 0.14),
        (0.72, 0.28, 0.24),
        (0.30, 0.30, 0.33),
        (0.12, 0.12, 0.13),
    ),
    *((0.45, 0.35, 0.55), (0.60, 0.50, 0.38), (0.85, 0.82, 0.76)),
)
_WOODS: Final = (
    *(
        (0.62, 0.42, 0.24),
        (0.80, 0.62, 0.38),
        (0.88, 0.72, 0.48),
        (0.42, 0.26, 0.14),
        (0.28, 0.17, 0.10),
    ),
    *((0.68, 0.64, 0.58), (0.50, 0.47, 0.44)),
)
_PLAINS: Final = (
    *(
        (0.92, 0.92, 0.90),
        (0.80, 0.80, 0.82),
        (0.55, 0.57, 0.60),
        (0.15, 0.15, 0.16),
        (0.90, 0.86, 0.78),
    ),
    *((0.65, 0.75, 0.80), (0.30, 0.20, 0.18)),
)


def random_surface(rng: np.random.Generator) -> Picture:
    """``(512, 512, 3)`` uint8 RGB of some surface, ``SPAN`` tile widths across."""
    kinds = (felt, mat, wood, planks, stone, plain, woven, print_pattern)
    kind = kinds[rng.choice(len(kinds), p=[0.2, 0.14, 0.14, 0.08, 0.1, 0.14, 0.1, 0.1])]
    return (kind(rng) * 255).clip(0, 255).astype(np.uint8)


def random_light_cloth(rng: np.random.Generator) -> Picture:
    """``(512, 512, 3)`` uint8 RGB of a pale cloth or table top, often patterned, as bright as a tile's face."""
    kinds = (print_pattern, woven, plain, stone, felt, wood)
    pale = kinds[rng.choice(len(kinds), p=[0.4, 0.25, 0.15, 0.08, 0.06, 0.06])](rng)
    share, tint = rng.uniform(0.15, 0.6), rng.uniform(0.82, 0.97) + rng.normal(0, 0.02, 3)
    cloth = np.asarray(tint + (pale - pale.mean()) * share)
    return (cloth * 255).clip(0, 255).astype(np.uint8)


def _pick(
    colours: tuple[tuple[float, float, float], ...], rng: np.random.Generator
) -> NDArray[np.float32]:
    base = (
        np.array(colours[rng.integers(len(colours))]) + rng.normal(0, 0.05) + rng.normal(0, 0.03, 3)
    )
    base += (base.mean() - base) * rng.uniform(0, 0.45)
    return base.clip(0.02, 0.98).astype(np.float32)


def _grain(rng: np.random.Generator, strength: float) -> Plane:
    noise: NDArray[Any] = np.empty((SIZE, SIZE), np.float32)
    # OpenCV's generator is faster, and seeded from ours it is as repeatable.
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(noise, np.zeros(1), np.array([strength]))
    return noise


def _clouds(rng: np.random.Generator, cells: int, strength: float) -> Plane:
    return (cloud(SIZE, SIZE, cells, rng) - 0.5) * strength


def felt(rng: np.random.Generator) -> Plane:
    """Cloth with a fine nap."""
    fuzz: NDArray[Any] = _grain(rng, float(rng.uniform(0.03, 0.12)))
    fuzz = cv2.GaussianBlur(fuzz, (0, 0), float(rng.uniform(0.6, 1.4))) * 2
    tone = 1 + fuzz + _clouds(rng, 5, 0.12)
    return np.asarray(_pick(_FELTS, rng) * tone[..., None], np.float32)


def mat(rng: np.random.Generator) -> Plane:
    """A rubber mat with a regular relief."""
    pitch = rng.uniform(5, 12)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) * (2 * np.pi / pitch)
    if rng.random() < 0.5:
        x, y = x + y, x - y
    relief = (np.sin(x) * np.sin(y) * rng.uniform(0.05, 0.25)).astype(np.float32)
    return np.asarray(
        _pick(_FELTS, rng) * (1 + relief + _clouds(rng, 4, 0.1))[..., None], np.float32
    )


def _fibres(rng: np.random.Generator) -> Plane:
    """Streaks along x."""
    long = cv2.resize(
        rng.random((SIZE // 2, 8), np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC
    )
    fine = cv2.resize(
        rng.random((SIZE, 24), np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC
    )
    rings = np.sin(cloud(SIZE, SIZE, 3, rng) * rng.uniform(10, 60) + long * 2)
    streaks = (long - 0.5) * 0.25 + (fine - 0.5) * 0.2 + rings * rng.uniform(0.0, 0.08)
    return np.asarray(streaks, np.float32)


def wood(rng: np.random.Generator) -> Plane:
    """One piece of wood or veneer."""
    grain = _fibres(rng) * rng.uniform(0.4, 1.3)
    tone = (1 + grain)[..., None] * _pick(_WOODS, rng)
    return tone if rng.random() < 0.6 else np.ascontiguousarray(tone.transpose(1, 0, 2))


def planks(rng: np.random.Generator) -> Plane:
    """Boards side by side, with gaps."""
    tone = wood(rng)
    width = int(rng.integers(50, 130))
    for top in range(0, SIZE, width):
        tone[top : top + width] *= rng.uniform(0.85, 1.1)
        tone[top : top + 2] *= 0.45
    return tone


def stone(rng: np.random.Generator) -> Plane:
    """Marble, granite, terrazzo."""
    veins = np.abs(cloud(SIZE, SIZE, 4, rng) + cloud(SIZE, SIZE, 13, rng) * 0.5 - 0.75)
    tone = (
        1
        + _grain(rng, float(rng.uniform(0.0, 0.12)))
        - np.clip(0.08 - veins, 0, 1) * rng.uniform(0, 4)
    )
    specks = cloud(SIZE, SIZE, 90, rng) > rng.uniform(0.8, 1.0)
    speckled = (tone - specks * rng.uniform(-0.2, 0.4)).astype(np.float32)
    return np.asarray(_pick(_PLAINS, rng) * speckled[..., None], np.float32)


def plain(rng: np.random.Generator) -> Plane:
    """Laminate, plastic, lacquer, paper."""
    return np.asarray(
        _pick(_PLAINS + _FELTS, rng) * (1 + _grain(rng, 0.012) + _clouds(rng, 3, 0.06))[..., None],
        np.float32,
    )


def woven(rng: np.random.Generator) -> Plane:
    """Coarse cloth, plain or checked."""
    pitch = rng.uniform(3, 7)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    weave = (np.sin(x * 2 * np.pi / pitch) + np.sin(y * 2 * np.pi / pitch)) * rng.uniform(
        0.02, 0.08
    )
    tone = (
        _pick(_FELTS + _PLAINS, rng) * (1 + weave + _grain(rng, 0.04)).astype(np.float32)[..., None]
    )
    if rng.random() < 0.5:
        step, other = rng.uniform(20, 120), _pick(_FELTS + _PLAINS, rng)
        stripes = ((x // step) % 2) * 0.5 + ((y // step) % 2) * (0.5 if rng.random() < 0.6 else 0.0)
        tone = tone * (1 - stripes[..., None] * 0.7) + other * stripes[..., None] * 0.7
    return np.asarray(tone, np.float32)


def print_pattern(rng: np.random.Generator) -> Plane:
    """A printed cover: shapes of every kind in a few colours, repeated or not."""
    canvas = np.full((SIZE, SIZE, 3), _pick(_FELTS + _PLAINS, rng), np.float32)
    cell = int(rng.choice([64, 128, 256, 512]))
    motif = canvas[:cell, :cell].copy()
    for _ in range(int(rng.integers(4, 18))):
        _shape(motif, rng)
    repeated = np.tile(motif, (SIZE // cell, SIZE // cell, 1))
    return np.asarray(repeated * (1 + _grain(rng, 0.02))[..., None], np.float32)


def _shape(canvas: Plane, rng: np.random.Generator) -> None:
    size = canvas.shape[0]
    colour = _pick(_FELTS + _PLAINS + _WOODS, rng).tolist()
    x, y = (int(v) for v in rng.integers(0, size, 2))
    reach = int(rng.integers(max(2, size // 40), max(4, size // 4)))
    thick = -1 if rng.random() < 0.5 else int(rng.integers(1, 1 + max(2, size // 40)))
    kind = rng.integers(4)
    if kind == 0:
        cv2.circle(canvas, (x, y), reach, colour, thick, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(
            canvas, (x, y), (x + reach, y + int(reach * rng.uniform(0.3, 3))), colour, thick
        )
    elif kind == 2:
        cv2.line(
            canvas,
            (x, y),
            tuple(int(v) for v in rng.integers(0, size, 2)),
            colour,
            max(1, abs(thick)),
            cv2.LINE_AA,
        )
    else:
        points = (
            (rng.normal(0, reach, (int(rng.integers(3, 7)), 2)) + np.array([x, y]))
            .round()
            .astype(np.int32)
        )
        cv2.fillPoly(canvas, [points], colour, cv2.LINE_AA)


def room(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Something out of focus beyond the table."""
    canvas: NDArray[Any] = np.full((64, 64, 3), _pick(_PLAINS + _WOODS, rng), np.float32)
    for _ in range(int(rng.integers(3, 14))):
        _shape(canvas, rng)
    canvas = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.5, 5))) * rng.uniform(0.15, 1.0)
    canvas = (canvas * 255).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)

"""Ink: what is printed or carved on a tile, as premultiplied colour, and what age and makers do to it.

An *ink* is ``(h, w, 4)`` float32: red, green, blue (0 to 1, already multiplied by alpha) and alpha.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.float32]
Colour = tuple[float, float, float]
Rgba = NDArray[np.uint8]

#: The kinds of ink that a palette tells apart.
KINDS: Final = ("red", "green", "blue", "dark")


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of one set, RGB from 0 to 1."""

    red: Colour
    green: Colour
    blue: Colour
    dark: Colour

    def colours(self) -> NDArray[np.float32]:
        """``(4, 3)`` float32 in the order of ``KINDS``."""
        return np.array([self.red, self.green, self.blue, self.dark], np.float32)


def colour(values: NDArray[np.floating]) -> Colour:
    """The nearest colour that paint has, to ``(3,)`` RGB."""
    red, green, blue = (float(value) for value in values.clip(0.02, 0.98))
    return red, green, blue


def empty(height: int, width: int) -> Ink:
    """No ink at all."""
    return np.zeros((height, width, 4), np.float32)


def stamp(mask: NDArray[np.float32], ink: Colour) -> Ink:
    """One colour through a mask of 0 to 1."""
    return np.concatenate([mask[..., None] * np.array(ink, np.float32), mask[..., None]], axis=2)


def over(below: Ink, above: Ink) -> Ink:
    """Ink on top of ink, both of the same size."""
    result: Ink = above + below * (1 - above[..., 3:])
    return result


def paste(below: Ink, above: Ink, center: tuple[float, float]) -> None:
    """Print a smaller ink onto a larger one around ``center`` (x, y in pixels), cutting off what falls outside."""
    height, width = above.shape[:2]
    x, y = round(center[0] - width / 2), round(center[1] - height / 2)
    left, top = max(0, x), max(0, y)
    right, bottom = min(below.shape[1], x + width), min(below.shape[0], y + height)
    if left < right and top < bottom:
        part = above[top - y : bottom - y, left - x : right - x]
        target = below[top:bottom, left:right]
        target[:] = part + target * (1 - part[..., 3:])


def from_rgba(face: Rgba, size: tuple[int, int]) -> Ink:
    """A straight-alpha picture as ink of ``size`` (width, height)."""
    alpha = np.ascontiguousarray(face[..., 3])
    ink = cv2.multiply(np.ascontiguousarray(face), cv2.merge([alpha] * 4), scale=1 / 255)
    cv2.insertChannel(alpha, ink, 3)
    method = cv2.INTER_AREA if face.shape[0] > size[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(ink, size, interpolation=method) * np.float32(1 / 255), np.float32)


def bounds(faces: Sequence[Rgba]) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of everything drawn on faces with equal canvases; None when all are blank."""
    height, width = max(f.shape[0] for f in faces), max(f.shape[1] for f in faces)
    drawn = np.zeros((height, width), bool)
    for face in faces:
        drawn[: face.shape[0], : face.shape[1]] |= face[..., 3] > 40
    columns, rows = np.flatnonzero(drawn.any(axis=0)), np.flatnonzero(drawn.any(axis=1))
    return (
        (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
        if columns.size
        else None
    )


def kind_table() -> NDArray[np.intp]:
    """``(4096,)`` index into ``KINDS`` for colours of four bits a channel (red in the highest bits)."""
    levels = np.arange(16, dtype=np.uint8) * 17
    red, green, blue = np.meshgrid(levels, levels, levels, indexing="ij")
    hsv = cv2.cvtColor(np.stack([red, green, blue], axis=-1).reshape(1, -1, 3), cv2.COLOR_RGB2HSV)[
        0
    ]
    hue, saturation, value = hsv[:, 0].astype(int) * 2, hsv[:, 1], hsv[:, 2]
    kind = np.select([(hue < 62) | (hue > 290), hue < 182], [0, 1], 2)
    kind[(saturation < 70) | (value < 60)] = 3
    return kind


_KINDS: Final = kind_table()


def recolour(face: Rgba, palette: Palette, strength: float, *, light: bool = False) -> Rgba:
    """The same drawing in a set's own inks; a ``strength`` of 0 keeps its colours, 1 uses the palette's alone.

    ``light`` says that the source draws in white on dark tiles, so that white is its darkest ink.
    """
    # A table of the new colours, by four bits a channel.
    levels = np.arange(4096)
    own = np.stack([levels >> 8, (levels >> 4) & 15, levels & 15], axis=-1).astype(np.float32) / 15
    # White within a drawing stays white (a bird's breast), unless the source draws in white.
    pale = own.min(axis=1) > 0.75
    target = palette.colours()[_KINDS]
    lightness = own.mean(axis=1, keepdims=True)
    shaded = target + (1 - target) * np.clip(lightness - 0.5, 0, 1) * 0.8
    mixed = own * (1 - strength) + shaded * strength
    mixed[pale] = palette.colours()[3] if light else own[pale]
    table = np.asarray((mixed * 255).clip(0, 255), np.uint8)
    code = face[..., :3].astype(np.uint16) >> 4
    result = face.copy()
    result[..., :3] = table[(code[..., 0] << 8) | (code[..., 1] << 4) | code[..., 2]]
    return result


def grow(ink: Ink, amount: float) -> Ink:
    """Thicker (above 0) or thinner strokes; ``amount`` is in pixels, a fraction of a pixel counts."""
    if abs(amount) < 0.15:
        return ink
    if amount > 0:
        size = 2 * int(np.ceil(amount)) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        weight = amount / np.ceil(amount)
        grown: Ink = (1 - weight) * ink + weight * cv2.dilate(ink, kernel)
        return grown
    alpha = ink[..., 3]
    soft = cv2.GaussianBlur(alpha, (0, 0), max(0.6, -amount))
    # Thin strokes would vanish: what lies on a stroke's middle keeps at least half its ink.
    kept = np.minimum(alpha, np.clip((soft - 0.25 + 0.1 * amount) * 2.2, 0.0, 1.0))
    thinned: Ink = ink * (np.maximum(kept, 0.45 * alpha) / np.maximum(alpha, 1e-3))[..., None]
    return thinned


def wear(ink: Ink, amount: float, rng: np.random.Generator) -> Ink:
    """Ink rubbed away in patches; 0 leaves it whole, 1 takes most of it."""
    if amount <= 0.02:
        return ink
    height, width = ink.shape[:2]
    patches = cloud(height, width, 7, rng) * 0.7 + cloud(height, width, 28, rng) * 0.3
    kept = 1 - amount * np.clip((patches - 0.35) * 2.2, 0, 1)
    worn: Ink = ink * kept.astype(np.float32)[..., None]
    return worn


def cloud(height: int, width: int, cells: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Smooth noise from 0 to 1 with about ``cells`` patches across."""
    down = max(2, round(cells * height / max(width, 1)))
    noise = rng.random((down, max(2, cells)), np.float32)
    return cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1)


def engrave(
    ink: Ink, depth: float, light: tuple[float, float]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where carving, ``depth`` pixels deep, darkens and where it shines.

    ``light`` is the direction to the light in the face's plane (x right, y down), of length 1 or less.

    Returns:
        Two ``(h, w)`` float32 maps of 0 to 1: shadow inside the carving, highlight on its far rim.
    """
    alpha = cv2.GaussianBlur(ink[..., 3], (0, 0), 0.3 + 0.35 * depth)
    shift = np.array([[1, 0, light[0] * depth], [0, 1, light[1] * depth]], np.float32)
    toward = cv2.warpAffine(alpha, shift, (alpha.shape[1], alpha.shape[0]))
    away = cv2.warpAffine(alpha, shift * [[1, 1, -1], [1, 1, -1]], (alpha.shape[1], alpha.shape[0]))
    return (alpha - away).clip(0, 1).astype(np.float32), (away - toward).clip(0, 1).astype(
        np.float32
    )


def shrink(ink: Ink, scale: float) -> Ink:
    """The same ink smaller, ``scale`` being a share of its size up to 1."""
    small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)

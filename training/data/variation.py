"""Variation of crops: the errors of detectors, light, ink and the faults of cameras."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import FACE_SIZE, rectify
from training.data.crops import Box, Crop, Image

#: Weights of red, green and blue in a grey picture.
_LUMA = np.array([[0.299], [0.587], [0.114]], dtype=np.float32)


def vary(crop: Crop, rng: np.random.Generator) -> tuple[Image, int]:
    """Draw a training example from a crop.

    Args:
        crop: the crop.
        rng: decides the variation.

    Returns:
        ``(64, 64, 3)`` uint8 RGB, and the quarter turns clockwise from upright, -1 if unknown.
    """
    turns = int(rng.integers(1, 4)) if rng.random() < 0.25 else 0
    box = np.roll(shake(crop.box, rng), turns, axis=0)
    face = vary_light_and_sharpness(rectify(crop.image, box), rng)
    if crop.turns < 0:
        return face, -1
    return face, (crop.turns + turns) % 4


def vary_light_and_sharpness(face: Image, rng: np.random.Generator) -> Image:
    """Change a square face as light, ink and the faults of cameras do.

    Args:
        face: ``(side, side, 3)`` uint8 RGB, rectified.
        rng: decides the variation.
    """
    return degrade(_recolour(face, rng), rng)


def shake(box: Box, rng: np.random.Generator) -> Box:
    """Move, scale, turn and bend a box as a detector's errors and a camera's angle do.

    Args:
        box: ``(4, 2)`` pixels.
        rng: decides the errors.
    """
    center = box.mean(axis=0)
    angle = rng.normal(0, 0.06)
    cos = np.cos(angle)
    sin = np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    # About a tile's width.
    span = np.linalg.norm(box[2] - box[0]) / 1.6
    scale = rng.normal(1.0, 0.06, 2)
    shift = rng.normal(0, 0.03, 2) * span
    shaken = ((box - center) * scale) @ turn.T + center + shift
    bend = rng.normal(0, 0.025, (4, 2)) * span
    return np.asarray(shaken + bend, dtype=np.float32)


def _recolour(face: Image, rng: np.random.Generator) -> Image:
    """Change light, white balance and contrast. Now and then remove the colour or swap the inks."""
    varied = face.astype(np.float32)
    # In three of ten cases the colours change: they vanish, are swapped, or get paler or stronger.
    chance = rng.random()
    if chance < 0.10:
        varied = np.repeat(varied @ _LUMA, 3, axis=2)
    elif chance < 0.16:
        varied = varied[:, :, rng.permutation(3)]
    elif chance < 0.30:
        grey = varied.mean(axis=2, keepdims=True)
        varied = grey + (varied - grey) * rng.uniform(0.2, 1.8)
    gamma = np.exp(rng.normal(0, 0.3))
    varied = 255 * (np.clip(varied, 0, 255) / 255) ** gamma
    varied = varied * rng.normal(1, 0.08, 3) * rng.uniform(0.55, 1.15)
    mean = varied.mean()
    varied = (varied - mean) * rng.uniform(0.6, 1.25) + mean + rng.normal(0, 10)
    if rng.random() < 0.3:
        varied = varied + _gradient(len(face), rng) * rng.uniform(-90, 90)
    if rng.random() < 0.08:
        varied = varied + _glare(len(face), rng)
    return np.asarray(np.clip(varied, 0, 255), dtype=np.uint8)


def _gradient(side: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """``(side, side, 1)`` a soft step from 0 to 1 in any direction: the edge of a shadow."""
    angle = rng.uniform(0, 2 * np.pi)
    axis = np.linspace(-1, 1, side, dtype=np.float32)
    along = np.cos(angle) * axis[None, :] + np.sin(angle) * axis[:, None] - rng.uniform(-0.6, 0.6)
    step = 1 / (1 + np.exp(-along * rng.uniform(1.5, 20)))
    return np.asarray(step[:, :, None], dtype=np.float32)


def _glare(side: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """``(side, side, 1)`` a bright blob."""
    x, y = rng.uniform(0, side, 2)
    axis = np.arange(side, dtype=np.float32)
    spread = rng.uniform(6, 18) * side / FACE_SIZE
    across = ((axis[None, :] - x) / spread) ** 2
    down = ((axis[:, None] - y) / (spread * rng.uniform(0.5, 2))) ** 2
    blob = np.exp(-across - down)
    return np.asarray(blob[:, :, None] * rng.uniform(60, 220), dtype=np.float32)


def degrade(face: Image, rng: np.random.Generator) -> Image:
    """Add up to two faults of cameras: low resolution or noise, then shake or blur.

    Args:
        face: ``(side, side, 3)`` uint8 RGB.
        rng: decides the faults.
    """
    if rng.random() < 0.55:
        face = _lose_resolution(face, rng)
    elif rng.random() < 0.3:
        face = _add_noise(face, rng)
    if rng.random() < 0.15:
        face = _smear(face, rng)
    elif rng.random() < 0.15:
        sigma = rng.uniform(0.5, 1.8) * len(face) / FACE_SIZE
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), sigma), np.uint8)
    return face


def _lose_resolution(face: Image, rng: np.random.Generator) -> Image:
    """The face as it looks if it was small in the photo, at times with noise or blocks of JPEG."""
    full_side = len(face)
    side = int(np.exp(rng.uniform(np.log(18), np.log(60))))
    small = np.asarray(cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.4:
        small = _add_noise(small, rng)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))]
        _is_encoded, packed = cv2.imencode(".jpg", small, quality)
        small = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    method = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    large = cv2.resize(small, (full_side, full_side), interpolation=method)
    return np.asarray(large, np.uint8)


def _add_noise(face: Image, rng: np.random.Generator) -> Image:
    noise = rng.normal(0, rng.uniform(2, 16), face.shape)
    return np.asarray(np.clip(face + noise, 0, 255), dtype=np.uint8)


def _smear(face: Image, rng: np.random.Generator) -> Image:
    """Blur along a short line, as a shaken camera does."""
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), dtype=np.float32)
    kernel[length // 2] = 1 / length
    middle = (length - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 180), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), dtype=np.float32)
    return np.asarray(cv2.filter2D(face, -1, kernel / max(kernel.sum(), 1e-3)), dtype=np.uint8)

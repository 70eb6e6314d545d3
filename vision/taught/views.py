"""Taught faces ready for a classifier: its features of each face, and of views of it.

Views show a face as other photos might: turned a little, nearer or farther, in other light, less
sharp. One teaching photo removes 94 % of the errors on designs that the classifier was never
trained on. Without views it would be 88 % (2026-11-27).
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.classifier import classify_faces
from hu.vision.networks.onnx import Network
from hu.vision.networks.weights import WeightsError
from hu.vision.taught.tile_set import TileSet

#: A crop: ``(64, 64, 3)`` uint8 RGB.
Crop = NDArray[np.uint8]

#: How many views of each face are made. Each costs time once.
VIEWS: Final = 16
_SEED: Final = 20


def describe_examples(tile_set: TileSet, classifier: Network) -> TileSet:
    """Give every example this classifier's features of its crop, and of views of its crop.

    Raises:
        WeightsError: the classifier gives no features, because it is of an older release.
    """
    examples = []
    for example in tile_set.examples:
        # (17, 2, d): first of the crop, then of its 16 views. Of each picture the classifier makes
        # two vectors: of the picture as it is, and of the picture turned upright.
        features = _features_of(example.crop.tobytes(), classifier)
        if features is None:
            sentence = "these weights do not describe faces: take others, or read without a set"
            raise WeightsError(f"tile set {tile_set.name!r}: {sentence}")
        # Of the crop both vectors are kept, (2, d). Of each view only the first is, (16, d).
        features_of_crop = features[0]
        features_of_views = features[1:, 0]
        examples.append(replace(example, features=features_of_crop, views=features_of_views))
    return replace(tile_set, examples=tuple(examples))


# Cached: a correction adds one example, and the features of the other examples are needed again.
@lru_cache(maxsize=1_000)
def _features_of(content: bytes, classifier: Network) -> NDArray[np.float32] | None:
    """Compute the features of a crop and of its views.

    Args:
        content: the crop ``(64, 64, 3)`` uint8 RGB as bytes, which the cache can compare.
        classifier: the classifier.

    Returns:
        ``(17, 2, d)`` float32: for the crop and then each of its 16 views, the features of the
        picture as it is and of the picture turned upright. None if the classifier gives none.
    """
    crop = np.frombuffer(content, np.uint8).reshape(FACE_SIZE, FACE_SIZE, 3)
    crops = np.concatenate([crop[None], taught_views(crop)])
    classification, _ = classify_faces(classifier, crops)
    return classification.features


def taught_views(crop: Crop) -> Crop:
    """``(16, 64, 64, 3)`` uint8 RGB: views of a crop. A crop has the same views every time."""
    rng = np.random.default_rng(_SEED)
    views = []
    for _ in range(VIEWS):
        view = _move(crop, rng)
        view = _relight(view, rng)
        views.append(_soften(view, rng))
    return np.stack(views)


def _move(crop: Crop, rng: np.random.Generator) -> Crop:
    """Turn, scale, shift and bend a crop, as if its outline had been detected a little wrong.

    Pixels from outside the crop repeat its border.
    """
    # (4, 2): the corners of the crop in pixels.
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64) * FACE_SIZE
    middle = FACE_SIZE / 2
    # Scale and turn the corners about the middle, shift them together, and move each by itself. The
    # order of the calls of ``rng`` decides which views there are, so it must not change.
    angle = rng.normal(0, 0.06)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    scale = rng.normal(1, 0.05, 2)
    moved = ((corners - middle) * scale) @ rotation + middle
    shift = rng.normal(0, 0.03, 2) * FACE_SIZE
    bend = rng.normal(0, 0.02, (4, 2)) * FACE_SIZE
    moved += shift + bend
    # The part of the crop between the moved corners fills the view.
    warp = cv2.getPerspectiveTransform(moved.astype(np.float32), corners.astype(np.float32))
    size = (FACE_SIZE, FACE_SIZE)
    view = cv2.warpPerspective(crop, warp, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, dtype=np.uint8)


def _relight(crop: Crop, rng: np.random.Generator) -> Crop:
    """Change colour, brightness and contrast, and let light fall from one side."""
    pixels = crop.astype(np.float64)
    # Stronger or weaker colours.
    grey = pixels.mean(axis=2, keepdims=True)
    saturation = rng.uniform(0.2, 1.5)
    pixels = np.clip(grey + (pixels - grey) * saturation, 0, 255)
    # Lighter or darker shades between black and white.
    gamma = np.exp(rng.normal(0, 0.3))
    pixels = 255 * (pixels / 255) ** gamma
    # Coloured light, brighter or darker.
    tint = rng.normal(1, 0.06, 3)
    pixels = pixels * tint * rng.uniform(0.55, 1.15)
    contrast = rng.uniform(0.6, 1.2)
    pixels = (pixels - pixels.mean()) * contrast + pixels.mean()
    # Light that grows evenly across the crop in a random direction.
    angle = rng.uniform(0, 2 * np.pi)
    along = np.linspace(-1, 1, FACE_SIZE)
    slope = np.cos(angle) * along[None, :] + np.sin(angle) * along[:, None]
    light = (slope * rng.uniform(0, 40))[:, :, None]
    return np.asarray(np.clip(pixels + light, 0, 255), dtype=np.uint8)


def _soften(crop: Crop, rng: np.random.Generator) -> Crop:
    """Reduce a crop to a random side of 16 to 64 pixels and enlarge it again.

    So it has as little detail as the crop of a tile far away.
    """
    side = int(rng.integers(FACE_SIZE // 4, FACE_SIZE + 1))
    small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(small, (FACE_SIZE, FACE_SIZE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft, dtype=np.uint8)

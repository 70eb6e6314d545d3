"""Taught sets made ready for a classifier: its features of every crop, and of views that other photos might show."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.classifier import classify_faces
from hu.vision.networks.onnx import Network
from hu.vision.networks.weights import WeightsError
from hu.vision.taught.tile_set import Example, TileSet
from hu.vision.taught.views import taught_views


@lru_cache(maxsize=16)
def describe_examples(tile_set: TileSet, classifier: Network) -> TileSet:
    """Give every example the features that this classifier sees in its crop, and in views of it.

    Features that it made already stay as they are.

    Raises:
        WeightsError: the classifier gives no features, as older ones did not.
    """
    return replace(
        tile_set, examples=tuple(_ready(example, tile_set.name, classifier) for example in tile_set.examples)
    )


def _ready(example: Example, name: str, classifier: Network) -> Example:
    # One example at a time: a correction adds one to a set whose other views are known already.
    features = _features_of(example.crop.tobytes(), classifier)
    if features is None:
        raise WeightsError(
            f"tile set {name!r}: these weights do not describe faces: take others, or read without a set"
        )
    own = example.features if example.classifier == classifier.checksum else features[0]
    if own.shape != features[0].shape:  # a file can name this classifier and hold other numbers
        own = features[0]
    return replace(example, features=own, views=features[1:, 0], classifier=classifier.checksum)


@lru_cache(maxsize=1_000)
def _features_of(content: bytes, classifier: Network) -> NDArray[np.float32] | None:
    """``(17, 2, d)`` features of a crop, given as its bytes, and of its views."""
    crop = np.frombuffer(content, np.uint8).reshape(FACE_SIZE, FACE_SIZE, 3)
    seen, _ = classify_faces(classifier, np.concatenate([crop[None], taught_views(crop)]))
    return seen.features

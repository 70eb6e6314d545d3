"""Taught sets made ready for a classifier: its features of every crop, and of views that other photos might show."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.classifier import classify_faces
from hu.vision.networks.onnx import Network
from hu.vision.taught.tile_set import Example, TileSet
from hu.vision.taught.views import taught_views


@lru_cache(maxsize=16)
def up_to_date(tile_set: TileSet, classifier: Network) -> TileSet:
    """Give every example the features that this classifier sees in its crop, and in views of it.

    Features that it made already stay as they are. Without features, as older weights give none, nothing can be
    recognised: the set comes back empty.
    """
    ready = [_ready(example, classifier) for example in tile_set.examples]
    return replace(tile_set, examples=tuple(example for example in ready if example is not None))


def _ready(example: Example, classifier: Network) -> Example | None:
    # One example at a time: a correction adds one to a set whose other views are known already.
    features = _features_of(example.crop.tobytes(), classifier)
    if features is None:
        return None
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

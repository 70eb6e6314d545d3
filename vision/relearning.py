"""Sets that were taught with other weights: their features are computed again from the crops that they keep."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from hu.vision.classifier import classify_faces
from hu.vision.onnx import Network
from hu.vision.taught import TileSet


@lru_cache(maxsize=16)
def up_to_date(tile_set: TileSet, classifier: Network) -> TileSet:
    """Give every example the features that this classifier sees in its crop.

    Examples that it saw already stay as they are. Without features, as older weights give none, nothing can be
    recognised: the set comes back empty.
    """
    stale = [k for k, example in enumerate(tile_set.examples) if example.classifier != classifier.checksum]
    if not stale:
        return tile_set
    seen, _ = classify_faces(classifier, np.stack([tile_set.examples[k].crop for k in stale]))
    if seen.features is None:
        return TileSet(tile_set.name)
    examples = list(tile_set.examples)
    for row, k in enumerate(stale):
        examples[k] = replace(examples[k], features=seen.features[row], classifier=classifier.checksum)
    return replace(tile_set, examples=tuple(examples))

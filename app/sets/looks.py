"""Detections as bytes, with what teaching needs of them: they wait on disk while a hand is corrected."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np

from hu.vision.detection import Detection


def pack(detections: Sequence[Detection]) -> bytes:
    """Write detections; nothing where some lack features or crops, as those from a file do."""
    if not detections or any(tile.features is None or tile.crop is None for tile in detections):
        return b""
    content = BytesIO()
    np.savez(
        content,
        boxes=np.stack([tile.box for tile in detections]),
        scores=np.array([tile.score for tile in detections]),
        probabilities=np.stack([tile.probabilities for tile in detections]),
        features=np.stack([tile.features for tile in detections if tile.features is not None]),
        crops=np.stack([tile.crop for tile in detections if tile.crop is not None]),
    )
    return content.getvalue()


def unpack(content: bytes) -> list[Detection]:
    """Read what ``pack`` wrote."""
    if not content:
        return []
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        names = ("boxes", "scores", "probabilities", "features", "crops")
        columns = [arrays[name] for name in names]
    return [
        Detection(box, float(score), probabilities, features=features, crop=crop)
        for box, score, probabilities, features, crop in zip(*columns, strict=True)
    ]

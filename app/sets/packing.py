"""Detections as bytes, which stay on disk while a person corrects a hand."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np

from hu.vision.detection import Detection


def pack_detections(detections: Sequence[Detection]) -> bytes:
    """Write detections as NumPy arrays.

    Returns:
        The content of an ``.npz`` file. Empty without detections, or if a detection lacks its
        features or its crop. Detections that were read from a file lack them.
    """
    features = [detection.features for detection in detections if detection.features is not None]
    crops = [detection.crop for detection in detections if detection.crop is not None]
    if not detections or len(features) < len(detections) or len(crops) < len(detections):
        return b""
    content = BytesIO()
    np.savez(
        content,
        boxes=np.stack([detection.box for detection in detections]),
        scores=np.array([detection.score for detection in detections]),
        probabilities=np.stack([detection.probabilities for detection in detections]),
        features=np.stack(features),
        crops=np.stack(crops),
    )
    return content.getvalue()


def unpack_detections(content: bytes) -> list[Detection]:
    """Read the detections that ``pack_detections`` wrote.

    Their ``shows_top``, ``red`` and ``numeral`` are the defaults, because these are not written.
    """
    if not content:
        return []
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        boxes = arrays["boxes"]
        scores = arrays["scores"]
        probabilities = arrays["probabilities"]
        features = arrays["features"]
        crops = arrays["crops"]
    detections = []
    for index in range(len(boxes)):
        detection = Detection(
            box=boxes[index],
            score=float(scores[index]),
            probabilities=probabilities[index],
            features=features[index],
            crop=crops[index],
        )
        detections.append(detection)
    return detections

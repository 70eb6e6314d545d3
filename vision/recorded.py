"""Detections as JSON: what the networks saw in a photo, kept to be laid out and decoded again without the photo."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection

#: So many of a tile's likeliest faces are kept; the others share what is left.
KEPT: Final = 5


def to_record(detection: Detection) -> dict[str, Any]:
    """Tell of a detection in a line of JSON.

    Returns:
        ``box`` with the corners' x and y in turn, in pixels; ``score``; ``turn_known``; ``faces`` with the
        probabilities of the likeliest faces.
    """
    likeliest = np.argsort(-detection.probabilities, kind="stable")[:KEPT]
    return {
        "box": [round(float(value), 1) for value in detection.box.ravel()],
        "score": round(detection.score, 3),
        "turn_known": detection.turn_known,
        "faces": {CLASSES[k]: round(float(detection.probabilities[k]), 4) for k in likeliest},
    }


def from_record(record: Mapping[str, Any]) -> Detection:
    """The detection in a record, to the digits that were kept."""
    faces = {CLASSES.index(tile): float(p) for tile, p in record["faces"].items()}
    left = max(0.0, 1.0 - sum(faces.values())) / (len(CLASSES) - len(faces))
    probabilities = np.full(len(CLASSES), left, dtype=np.float32)
    probabilities[list(faces)] = list(faces.values())
    box = np.array(record["box"], dtype=np.float32).reshape(4, 2)
    return Detection(
        box, float(record["score"]), probabilities, turn_known=bool(record["turn_known"])
    )

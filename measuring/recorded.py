"""Detections of the networks as JSON, which can be laid out again without the photo."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection

#: A record keeps this many of a tile's likeliest faces. The other faces share the remaining
#: probability.
KEPT_FACES: Final = 5


def to_record(detection: Detection) -> dict[str, Any]:
    """Write a detection as an object of JSON.

    Returns:
        ``box`` with the x and y of each corner in turn, in pixels, ``score``, ``turn_known``
        (whether the face shows which edge is its top), and ``faces`` with the probabilities of the
        likeliest faces.
    """
    likeliest = np.argsort(-detection.probabilities, kind="stable")[:KEPT_FACES]
    probability_of = {}
    for index in likeliest:
        probability_of[CLASSES[index]] = round(float(detection.probabilities[index]), 4)
    return {
        "box": [round(float(value), 1) for value in detection.box.ravel()],
        "score": round(detection.score, 3),
        "turn_known": detection.shows_top,
        "faces": probability_of,
    }


def from_record(record: Mapping[str, Any]) -> Detection:
    """Read the detection in a record of ``to_record``. Its numbers stay rounded."""
    probability_of: Mapping[str, float] = record["faces"]
    remaining_probability = max(0.0, 1.0 - sum(probability_of.values()))
    share_of_other_face = remaining_probability / (len(CLASSES) - len(probability_of))
    probabilities = np.full(len(CLASSES), share_of_other_face, dtype=np.float32)
    for face, probability in probability_of.items():
        probabilities[CLASSES.index(face)] = probability
    return Detection(
        box=np.array(record["box"], dtype=np.float32).reshape(4, 2),
        score=float(record["score"]),
        probabilities=probabilities,
        shows_top=bool(record["turn_known"]),
    )

"""Mean average precision at one overlap, with 101 recall points as in detection benchmarks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class ScoredDetection:
    """A detection as average precision counts it.

    Attributes:
        tile: its class.
        confidence: its confidence.
        is_hit: whether it hit a labelled object of that class.
    """

    tile: str
    confidence: float
    is_hit: bool


def average_precision(detections: Sequence[ScoredDetection], totals: Mapping[str, int]) -> float:
    """Compute the average precision of each labelled class, and return their mean.

    The average precision of a class is the area under its precision-recall curve.

    Args:
        detections: the detections. Each label is hit by at most one of them.
        totals: the number of labelled objects of each labelled class. There must be a class.
    """
    precisions = []
    for tile, total in totals.items():
        of_class = [detection for detection in detections if detection.tile == tile]
        precisions.append(_average_precision_of_class(of_class, total))
    return float(np.mean(precisions))


def _average_precision_of_class(detections: Sequence[ScoredDetection], total: int) -> float:
    """Compute the area under the precision-recall curve of one class.

    Args:
        detections: the detections of the class.
        total: the number of its labelled objects.
    """
    by_confidence = sorted(detections, key=lambda detection: -detection.confidence)
    hits = np.array([detection.is_hit for detection in by_confidence], dtype=float)
    if not hits.size:
        return 0.0
    recall = hits.cumsum() / total
    precision = hits.cumsum() / np.arange(1, hits.size + 1)
    # The precision at a recall is the best that any threshold with at least that recall gives.
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    # For each of the 101 recalls, the index of the first detection that reaches it. The subtraction
    # makes up for rounding.
    first_indices = np.searchsorted(recall, np.linspace(0, 1, 101) - 1e-9)
    # If no detection reaches a recall, the index is behind the envelope, and the precision is 0.
    padded_envelope = np.append(envelope, 0.0)
    return float(np.mean(padded_envelope[first_indices]))

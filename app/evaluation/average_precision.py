"""Mean average precision at one overlap, as detection benchmarks count it (101 recall points)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class ScoredDetection:
    """A detection: its class, its confidence, and whether it hit a labelled object of that class."""

    tile: str
    confidence: float
    hit: bool


def average_precision(scored: Sequence[ScoredDetection], totals: Mapping[str, int]) -> float:
    """Mean over the labelled classes of the area under precision over recall.

    Args:
        scored: every detection that counts, each label hit at most once.
        totals: number of labelled objects of each class.
    """
    return float(
        np.mean(
            [
                _of_class([box for box in scored if box.tile == tile], totals[tile])
                for tile in totals
            ]
        )
    )


def _of_class(scored: Sequence[ScoredDetection], total: int) -> float:
    hits = np.array(
        [box.hit for box in sorted(scored, key=lambda box: -box.confidence)], dtype=float
    )
    if not hits.size:
        return 0.0
    recall = hits.cumsum() / total
    precision = hits.cumsum() / np.arange(1, hits.size + 1)
    # Precision at a recall is the best that any threshold reaching that recall gives.
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    points = np.searchsorted(recall, np.linspace(0, 1, 101) - 1e-9)
    return float(np.mean([envelope[k] if k < hits.size else 0.0 for k in points]))

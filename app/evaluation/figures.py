"""The figures of a whole folder of labelled photos, which ``hu evaluate`` prints."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.app.evaluation.average_precision import ScoredDetection, average_precision
from hu.app.evaluation.judging import PhotoJudgement

#: The number of confusions that are shown, the most frequent first.
_MOST_CONFUSIONS: Final = 15
#: The number of bins of equal width into which confidences are put.
_BINS: Final = 10
_SUREST_SHARE: Final = 0.9


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often a tile was read as another.

    Attributes:
        truth: the labelled tile.
        read: the tile read.
        count: how often.
    """

    truth: str
    read: str
    count: int


@dataclass(frozen=True, slots=True)
class Surest:
    """The 90 % of the tiles that were read with the highest confidence.

    Attributes:
        threshold: the lowest of these confidences. None without such tiles.
        right: the share of these tiles that is right. None without such tiles.
    """

    threshold: float | None = None
    right: float | None = None


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far confidences can be believed.

    Attributes:
        error: the expected calibration error in ten bins.
        surest_90: the 90 % of the tiles that were read with the highest confidence.
    """

    error: float
    surest_90: Surest


@dataclass(frozen=True, slots=True)
class ReadingSeconds:
    """How long photos took from file to hand.

    Attributes:
        median: the median in seconds.
        worst: the longest time in seconds.
    """

    median: float
    worst: float


@dataclass(frozen=True, slots=True)
class FolderFigures:
    """How well the photos of a folder are read.

    ``hu evaluate --json`` prints the fields in this order.

    Attributes:
        photos: the number of photos.
        tiles: the number of labelled tiles.
        precision: the share of the tiles read that is right. None if none was read.
        recall: the share of the labelled tiles that was read right. None if none is labelled.
        exact: the share of the photos with every tile right, by the networks alone.
        exact_decoded: the same after layout and decoding.
        corrections: single-tile edits per photo, by the networks alone.
        corrections_decoded: the same after layout and decoding.
        map50: the mean average precision at an IoU of 0.5 over the labelled classes. None without
            boxes, and if no detection is near a label.
        confusions: the most frequent confusions, the most frequent first.
        calibration: how far confidences can be believed. None without boxes, and if no detection
            matches a label.
        seconds: the time per photo.
    """

    photos: int
    tiles: int
    precision: float | None
    recall: float | None
    exact: float | None
    exact_decoded: float | None
    corrections: float | None
    corrections_decoded: float | None
    map50: float | None
    confusions: tuple[Confusion, ...]
    calibration: Reliability | None
    seconds: ReadingSeconds


def figures_of(judgements: Sequence[PhotoJudgement]) -> FolderFigures:
    """Sum up judgements, at least one."""
    photo_count = len(judgements)
    label_count = 0
    counted_tiles = 0
    right_tiles = 0
    exact_photos = 0
    exact_photos_decoded = 0
    corrections = 0
    corrections_decoded = 0
    labels: Counter[str] = Counter()
    confused: Counter[tuple[str, str]] = Counter()
    scored: list[ScoredDetection] = []
    confidences: list[tuple[float, bool]] = []
    for judgement in judgements:
        label_count += len(judgement.labels)
        counted_tiles += judgement.counted
        right_tiles += judgement.right
        corrections += judgement.corrections
        corrections_decoded += judgement.corrections_decoded
        if judgement.corrections == 0:
            exact_photos += 1
        if judgement.corrections_decoded == 0:
            exact_photos_decoded += 1
        labels.update(judgement.labels)
        confused.update(judgement.confused)
        scored += judgement.scored
        confidences += judgement.confidences
    confusions = []
    for (truth, read), count in confused.most_common(_MOST_CONFUSIONS):
        confusions.append(Confusion(truth, read, count))
    seconds = [judgement.seconds for judgement in judgements]
    return FolderFigures(
        photos=photo_count,
        tiles=label_count,
        precision=_share(right_tiles, counted_tiles),
        recall=_share(right_tiles, label_count),
        exact=_share(exact_photos, photo_count),
        exact_decoded=_share(exact_photos_decoded, photo_count),
        corrections=_share(corrections, photo_count),
        corrections_decoded=_share(corrections_decoded, photo_count),
        map50=round(average_precision(scored, labels), 4) if scored else None,
        confusions=tuple(confusions),
        calibration=_reliability(confidences),
        seconds=ReadingSeconds(round(float(np.median(seconds)), 4), round(max(seconds), 4)),
    )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _reliability(tiles: Sequence[tuple[float, bool]]) -> Reliability | None:
    """Compute how far confidences can be believed.

    Args:
        tiles: the confidence of each tile, and whether it was read right.

    Returns:
        None without tiles.
    """
    if not tiles:
        return None
    confidences = np.array([confidence for confidence, _ in tiles])
    is_right = np.array([right for _, right in tiles], dtype=float)

    # The expected calibration error. In each bin, the share of right tiles is compared with the
    # mean confidence. The difference is weighted by the bin's share of the tiles.
    bin_of_tile = np.minimum((confidences * _BINS).astype(int), _BINS - 1)
    error = 0.0
    for bin_index in np.unique(bin_of_tile):
        in_bin = bin_of_tile == bin_index
        difference = abs(is_right[in_bin].mean() - confidences[in_bin].mean())
        error += difference * in_bin.mean()

    # The indices of the tiles, the surest first.
    indices = np.argsort(-confidences, kind="stable")
    surest_indices = indices[: round(_SUREST_SHARE * len(tiles))]
    surest = Surest()
    if len(surest_indices):
        threshold = float(confidences[surest_indices[-1]])
        right_share = round(float(is_right[surest_indices].mean()), 5)
        surest = Surest(threshold, right_share)
    return Reliability(round(float(error), 4), surest)

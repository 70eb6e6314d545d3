"""The figures of a whole folder of labelled photos; what ``hu evaluate`` prints."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from hu.app.evaluation.average_precision import average_precision
from hu.app.evaluation.judging import Judgement


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often a tile was read as another."""

    truth: str
    read: str
    count: int


@dataclass(frozen=True, slots=True)
class Surest:
    """The 90 % of tiles read with the highest confidence: the lowest of these, and the share that is right."""

    threshold: float | None
    right: float | None


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far confidences can be believed: expected calibration error in ten bins, and the surest tiles."""

    error: float
    surest_90: Surest


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long photos took from file to hand."""

    median: float
    worst: float


@dataclass(frozen=True, slots=True)
class Figures:
    """How well the photos of a folder are read."""

    photos: int  # number of photos
    tiles: int  # number of labelled tiles
    precision: float | None  # share of the tiles read that are right; None where none was read
    recall: (
        float | None
    )  # share of the labelled tiles that were read right; None where none is labelled
    exact: float | None  # share of the photos with every tile right, by the networks alone
    exact_decoded: float | None  # the same after layout and decoding
    corrections: float | None  # single-tile edits per photo, by the networks alone
    corrections_decoded: float | None  # the same after layout and decoding
    map50: (
        float | None
    )  # mean average precision at an IoU of 0.5 over the labelled classes; None without boxes
    confusions: tuple[Confusion, ...]  # the most frequent ones first
    calibration: Reliability | None  # None without boxes
    seconds: Seconds  # per photo

    def to_json(self) -> dict[str, object]:
        """The figures as ``hu evaluate --json`` prints them."""
        return asdict(self)


def figures_of(judgements: Sequence[Judgement]) -> Figures:
    """Sum up judgements, at least one."""
    labels = sum(len(photo.labels) for photo in judgements)
    right = sum(photo.right for photo in judgements)
    scored = [detection for photo in judgements for detection in photo.scored]
    totals = Counter(tile for photo in judgements for tile in photo.labels)
    confused = Counter(pair for photo in judgements for pair in photo.confused)
    seconds = sorted(photo.seconds for photo in judgements)
    return Figures(
        len(judgements),
        labels,
        _share(right, sum(photo.counted for photo in judgements)),
        _share(right, labels),
        _share(sum(photo.corrections == 0 for photo in judgements), len(judgements)),
        _share(sum(photo.decoded == 0 for photo in judgements), len(judgements)),
        _share(sum(photo.corrections for photo in judgements), len(judgements)),
        _share(sum(photo.decoded for photo in judgements), len(judgements)),
        round(average_precision(scored, totals), 4) if scored else None,
        tuple(Confusion(truth, read, count) for (truth, read), count in confused.most_common(15)),
        _reliability([tile for photo in judgements for tile in photo.confidences]),
        Seconds(round(float(np.median(seconds)), 4), round(seconds[-1], 4)),
    )


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _reliability(tiles: Sequence[tuple[float, bool]]) -> Reliability | None:
    if not tiles:
        return None
    confidence = np.array([tile[0] for tile in tiles])
    right = np.array([tile[1] for tile in tiles], dtype=float)
    bins = np.minimum((confidence * 10).astype(int), 9)
    error = sum(
        abs(right[bins == b].mean() - confidence[bins == b].mean()) * (bins == b).mean()
        for b in np.unique(bins)
    )
    surest = np.argsort(-confidence, kind="stable")[: round(0.9 * len(tiles))]
    if not len(surest):
        return Reliability(round(float(error), 4), Surest(None, None))
    share = round(float(right[surest].mean()), 5)
    return Reliability(round(float(error), 4), Surest(float(confidence[surest[-1]]), share))

"""One photo's reading against its labels: tiles right, misread, missed and made up.

Labelled sets leave most tiles in the background without a label, so only detections near the labelled tiles count;
where the labels are a hand, only the tiles that were taken for the hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.average_precision import ScoredDetection
from hu.app.evaluation.labelled import Labelled
from hu.app.reading.read import read_photo
from hu.scoring.errors import HuError
from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.networks.onnx import WeightsError
from hu.vision.photo.files import MAX_MEGAPIXELS
from hu.vision.reader import Reader

#: A detection is the labelled tile when their bounding boxes have at least this IoU.
MATCH: Final = 0.5
#: A detection is near the labelled hand when its centre lies within a label's box grown by this share of its sides.
NEAR: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Error:
    """A tile misread, missed or made up."""

    truth: str | None  # the labelled tile; None where no label is
    read: str | None  # the tile read; None where nothing was found
    box: NDArray[np.float32]  # ``(4,)`` float32 bounding box x0 y0 x1 y1 in pixels of the photo
    confidence: float  # of what was read; 1 for a missed tile


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """One photo's reading against its labels."""

    path: Path  # the photo
    labels: tuple[str, ...]  # the labelled tiles
    counted: int  # number of tiles read that count (near the labels, or of the hand where no boxes are given)
    right: int  # how many of them are right
    corrections: int  # single-tile edits from the reading to the truth
    decoded: int  # edits of the hand after layout and decoding
    errors: tuple[Error, ...]  # every tile misread, missed or made up; empty without boxes
    scored: tuple[
        ScoredDetection, ...
    ]  # each counted detection for the average precision; empty without boxes
    confidences: tuple[
        tuple[float, bool], ...
    ]  # (confidence, right) of each matched tile, for the calibration
    seconds: float  # from file to hand

    @property
    def confused(self) -> list[tuple[str, str]]:
        """(truth, read) of the tiles found but misread."""
        return [(error.truth, error.read) for error in self.errors if error.truth and error.read]


def judge_photos(
    labelled: Iterable[Labelled],
    reader: Reader,
    rules: str = DEFAULT_RULES,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> tuple[list[Judgement], list[HuError]]:
    """Read photos and compare each with its labels.

    Returns:
        The judgements, and the errors of photos that could not be read.

    Raises:
        WeightsError: the networks cannot be loaded.
    """
    judgements, failures = [], []
    for photo in labelled:
        try:
            result = read_photo(photo.path, reader, rules, max_megapixels=max_megapixels)
        except WeightsError:
            raise
        except HuError as error:
            failures.append(error)
            continue
        hand = [tile for tile in result.reading.tiles if tile.role != "other"]
        laid = (
            result.reading.layout.tiles if photo.boxes is not None else [tile.laid for tile in hand]
        )
        detections = [tile.detection for tile in laid]
        judgements.append(
            judge(
                photo, detections, [tile.tile for tile in hand], result.photo.size, result.seconds
            )
        )
    return judgements, failures


def judge(
    labelled: Labelled,
    detections: Sequence[Detection],
    decoded: Sequence[str],
    size: tuple[int, int],
    seconds: float,
) -> Judgement:
    """Compare one photo's reading with its labels.

    Args:
        labelled: the truth.
        detections: that may count, boxes in pixels of the photo: everything detected or, where no boxes are given, what
            was taken for the hand.
        decoded: the hand's tiles after layout and decoding.
        size: (width, height) of the photo in pixels.
        seconds: duration of the reading.
    """
    if labelled.boxes is None:
        return _judge_list(labelled, detections, decoded, seconds)
    truth = labelled.boxes * np.array([*size, *size], dtype=np.float32)
    near = [detection for detection in detections if _is_near(detection, truth)]
    matches = match(near, truth)
    errors = tuple(_errors(labelled.tiles, truth, near, matches))
    right = {index: labelled.tiles[label] == near[index].tile for index, label in matches.items()}
    return Judgement(
        labelled.path,
        labelled.tiles,
        len(near),
        sum(right.values()),
        len(errors),
        edits(labelled.tiles, decoded),
        errors,
        tuple(
            ScoredDetection(tile.tile, tile.belief, right.get(index, False))
            for index, tile in enumerate(near)
        ),
        tuple((near[index].confidence, hit) for index, hit in right.items()),
        seconds,
    )


def _errors(
    tiles: Sequence[str],
    truth: NDArray[np.float32],
    near: Sequence[Detection],
    matches: Mapping[int, int],
) -> Iterator[Error]:
    for index, detection in enumerate(near):
        real = tiles[matches[index]] if index in matches else None
        if real != detection.tile:
            yield Error(real, detection.tile, bounding_box(detection.box), detection.belief)
    for label in sorted(set(range(len(tiles))) - set(matches.values())):
        yield Error(tiles[label], None, truth[label], 1.0)


def _judge_list(
    labelled: Labelled, detections: Sequence[Detection], decoded: Sequence[str], seconds: float
) -> Judgement:
    read = [detection.tile for detection in detections]
    return Judgement(
        labelled.path,
        labelled.tiles,
        len(read),
        _common(labelled.tiles, read),
        edits(labelled.tiles, read),
        edits(labelled.tiles, decoded),
        errors=(),
        scored=(),
        confidences=(),
        seconds=seconds,
    )


def edits(truth: Sequence[str], read: Sequence[str]) -> int:
    """Count the tiles to change, add or take away so that ``read`` becomes ``truth``, in any order."""
    return max(len(truth), len(read)) - _common(truth, read)


def _common(truth: Sequence[str], read: Sequence[str]) -> int:
    return sum((Counter(truth) & Counter(read)).values())


def match(detections: Sequence[Detection], truth: NDArray[np.float32]) -> dict[int, int]:
    """Match detections to labels, each used once, the highest IoU first.

    Args:
        detections: boxes in pixels of the photo.
        truth: ``(n, 4)`` float32 bounding boxes x0 y0 x1 y1 in pixels of the photo.

    Returns:
        Index of the label by index of the detection.
    """
    if not detections or not len(truth):
        return {}
    shared = iou(np.stack([bounding_box(detection.box) for detection in detections]), truth)
    found: dict[int, int] = {}
    for flat in np.argsort(-shared, axis=None, kind="stable"):
        index, label = divmod(int(flat), shared.shape[1])
        if shared[index, label] < MATCH:
            break
        if index not in found and label not in found.values():
            found[index] = label
    return found


def _is_near(detection: Detection, truth: NDArray[np.float32]) -> bool:
    x, y = detection.center
    grown = (truth[:, 2:] - truth[:, :2]) * NEAR
    low, high = truth[:, :2] - grown, truth[:, 2:] + grown
    return bool(((low[:, 0] < x) & (x < high[:, 0]) & (low[:, 1] < y) & (y < high[:, 1])).any())

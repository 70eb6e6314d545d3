"""One photo's reading against its labels: tiles right, misread, missed and made up.

Labelled data sets leave most tiles in the background without a label, so only detections near the
labelled tiles count. If the labels are a hand, only the tiles that were taken for the hand count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.average_precision import ScoredDetection
from hu.app.evaluation.labelled import Labelled
from hu.app.reading.model import PhotoReading
from hu.app.reading.read import read_photo
from hu.scoring.errors import HuError
from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.networks.onnx import WeightsError
from hu.vision.photo.files import MAX_MEGAPIXELS
from hu.vision.reader import Reader

#: A detection is the labelled tile if their bounding boxes have at least this IoU.
MATCH_IOU: Final = 0.5
#: A detection is near the labelled hand if its centre is within a label's box that was extended by
#: this share of its sides on each side.
NEAR: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class TileError:
    """A tile misread, missed or made up.

    Attributes:
        truth: the labelled tile. None if there is no label.
        read: the tile read. None if none was found.
        box: ``(4,)`` float32 bounding box x0 y0 x1 y1 in pixels of the photo.
        confidence: the probability that there is a tile with the face read. 1 for a missed tile.
    """

    truth: str | None
    read: str | None
    box: NDArray[np.float32]
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class PhotoJudgement:
    """One photo's reading against its labels.

    Attributes:
        path: the photo.
        labels: the labelled tiles.
        counted: how many tiles read count: those near the labels, or those of the hand if the
            labels have no boxes.
        right: how many of these tiles are right.
        corrections: single-tile edits from the networks' reading to the truth.
        corrections_decoded: the same for the hand after layout and decoding.
        errors: every tile misread, missed or made up. Empty without boxes.
        scored: each counted detection for the average precision. Empty without boxes.
        confidences: (confidence in the face, whether it is right) of each matched tile, for the
            calibration.
        seconds: the time from file to hand.
    """

    path: Path
    labels: tuple[str, ...]
    counted: int
    right: int
    corrections: int
    corrections_decoded: int
    errors: tuple[TileError, ...]
    scored: tuple[ScoredDetection, ...]
    confidences: tuple[tuple[float, bool], ...]
    seconds: float

    @property
    def confused(self) -> list[tuple[str, str]]:
        """(truth, read) of the tiles that were found but misread."""
        return [(error.truth, error.read) for error in self.errors if error.truth and error.read]


def judge_photos(
    labelled: Iterable[Labelled],
    reader: Reader,
    rules: str = DEFAULT_RULES,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> tuple[list[PhotoJudgement], list[HuError]]:
    """Read photos and compare each with its labels.

    Args:
        labelled: the photos and their labels.
        reader: the networks.
        rules: the id of a rule set, such as ``"riichi"``.
        max_megapixels: larger photos are not read.

    Returns:
        The judgements, and the errors of photos that could not be read.

    Raises:
        WeightsError: the networks cannot be loaded.
    """
    judgements = []
    failures = []
    for photo in labelled:
        try:
            photo_reading = read_photo(photo.path, reader, rules, max_megapixels=max_megapixels)
        except WeightsError:
            # No photo can be read.
            raise
        except HuError as error:
            failures.append(error)
        else:
            judgements.append(_judge_reading(photo, photo_reading))
    return judgements, failures


def _judge_reading(labelled: Labelled, photo_reading: PhotoReading) -> PhotoJudgement:
    """Compare the reading of a whole photo with its labels."""
    reading = photo_reading.reading
    hand = [tile for tile in reading.tiles if tile.role != "other"]
    if labelled.boxes is None:
        detections = [tile.laid.detection for tile in hand]
    else:
        detections = [tile.detection for tile in reading.layout.tiles]
    return judge_photo(
        labelled,
        detections=detections,
        decoded=[tile.tile for tile in hand],
        size=photo_reading.photo.size,
        seconds=photo_reading.seconds,
    )


def judge_photo(
    labelled: Labelled,
    detections: Sequence[Detection],
    decoded: Sequence[str],
    size: tuple[int, int],
    seconds: float,
) -> PhotoJudgement:
    """Compare one photo's reading with its labels.

    Args:
        labelled: the photo and its labels.
        detections: all detections, boxes in pixels of the photo. If the labels have no boxes, only
            those that were taken for the hand.
        decoded: the hand's tiles after layout and decoding.
        size: (width, height) of the photo in pixels.
        seconds: the duration of the reading.
    """
    if labelled.boxes is None:
        return _judge_without_boxes(labelled, detections, decoded, seconds)
    # The labels' boxes x0 y0 x1 y1, from shares of the photo to pixels.
    truth_boxes = labelled.boxes * np.array([*size, *size], dtype=np.float32)
    near = [detection for detection in detections if _is_near(detection, truth_boxes)]
    label_of = match_labels(near, truth_boxes)
    errors = _find_errors(labelled.tiles, truth_boxes, near, label_of)
    # Whether each matched detection shows the labelled tile, by the index of the detection.
    is_right = {}
    right_count = 0
    for index, label_index in label_of.items():
        is_right[index] = labelled.tiles[label_index] == near[index].tile
        if is_right[index]:
            right_count += 1
    scored = []
    for index, detection in enumerate(near):
        is_hit = is_right.get(index, False)
        scored.append(ScoredDetection(detection.tile, detection.belief, is_hit))
    return PhotoJudgement(
        path=labelled.path,
        labels=labelled.tiles,
        counted=len(near),
        right=right_count,
        corrections=len(errors),
        corrections_decoded=count_edits(labelled.tiles, decoded),
        errors=tuple(errors),
        scored=tuple(scored),
        confidences=tuple((near[index].confidence, right) for index, right in is_right.items()),
        seconds=seconds,
    )


def _find_errors(
    truth: Sequence[str],
    truth_boxes: NDArray[np.float32],
    detections: Sequence[Detection],
    label_of: Mapping[int, int],
) -> list[TileError]:
    """List the detections that are wrong, then the labels that were missed.

    Args:
        truth: the labelled tiles.
        truth_boxes: ``(n, 4)`` float32 bounding boxes x0 y0 x1 y1 in pixels of the photo.
        detections: the detections that count.
        label_of: the index of the label by the index of the detection.
    """
    errors = []
    for index, detection in enumerate(detections):
        true_tile = truth[label_of[index]] if index in label_of else None
        if true_tile != detection.tile:
            box = bounding_box(detection.box)
            errors.append(TileError(true_tile, detection.tile, box, detection.belief))
    missed_indices = set(range(len(truth))) - set(label_of.values())
    for label_index in sorted(missed_indices):
        box = truth_boxes[label_index]
        errors.append(TileError(truth[label_index], read=None, box=box, confidence=1.0))
    return errors


def _judge_without_boxes(
    labelled: Labelled,
    detections: Sequence[Detection],
    decoded: Sequence[str],
    seconds: float,
) -> PhotoJudgement:
    """Count the tiles that the reading and the labels have in common, wherever they are."""
    read = [detection.tile for detection in detections]
    return PhotoJudgement(
        path=labelled.path,
        labels=labelled.tiles,
        counted=len(read),
        right=_count_common(labelled.tiles, read),
        corrections=count_edits(labelled.tiles, read),
        corrections_decoded=count_edits(labelled.tiles, decoded),
        errors=(),
        scored=(),
        confidences=(),
        seconds=seconds,
    )


def count_edits(truth: Sequence[str], read: Sequence[str]) -> int:
    """Count the tiles to change, add or remove so that ``read`` becomes ``truth``, in any order."""
    return max(len(truth), len(read)) - _count_common(truth, read)


def _count_common(truth: Sequence[str], read: Sequence[str]) -> int:
    """Count the tiles that two lists have in common, in any order."""
    return (Counter(truth) & Counter(read)).total()


def match_labels(
    detections: Sequence[Detection], truth_boxes: NDArray[np.float32]
) -> dict[int, int]:
    """Match detections to labels, each used once, the highest IoU first.

    Args:
        detections: boxes in pixels of the photo.
        truth_boxes: ``(n, 4)`` float32 bounding boxes x0 y0 x1 y1 in pixels of the photo.

    Returns:
        The index of the label by the index of the detection. Detections without a label are
        missing.
    """
    if not detections or not len(truth_boxes):
        return {}
    boxes = np.stack([bounding_box(detection.box) for detection in detections])
    # A row for each detection, a column for each label.
    overlaps = iou(boxes, truth_boxes)
    label_of: dict[int, int] = {}
    for flat_position in np.argsort(-overlaps, axis=None, kind="stable"):
        index, label_index = divmod(int(flat_position), len(truth_boxes))
        if overlaps[index, label_index] < MATCH_IOU:
            break
        if index not in label_of and label_index not in label_of.values():
            label_of[index] = label_index
    return label_of


def _is_near(detection: Detection, truth_boxes: NDArray[np.float32]) -> bool:
    """Whether a detection's centre is within a label's box that is extended by ``NEAR``."""
    x, y = detection.center
    # Width and height of each label's box.
    sizes = truth_boxes[:, 2:] - truth_boxes[:, :2]
    margins = sizes * NEAR
    low = truth_boxes[:, :2] - margins
    high = truth_boxes[:, 2:] + margins
    is_within_x = (low[:, 0] < x) & (x < high[:, 0])
    is_within_y = (low[:, 1] < y) & (y < high[:, 1])
    return bool((is_within_x & is_within_y).any())

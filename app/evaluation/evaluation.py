"""How well photos are read: tiles, hands, corrections, boxes; what ``hu evaluate`` prints.

Labelled sets leave most tiles in the background without a label, so only detections near the labelled tiles count.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.average_precision import Judged, average_precision
from hu.app.reading.interpret import Rules
from hu.app.reading.photos import read_one
from hu.scoring.errors import HuError, InputError
from hu.scoring.notation import parse_hand
from hu.vision.boxes import hull, overlaps
from hu.vision.detection import Detection
from hu.vision.labels import Corrections, read_labels
from hu.vision.onnx import WeightsError
from hu.vision.reader import Reader

#: A detection is the labelled tile when their upright hulls share this much (intersection over union).
MATCH: Final = 0.5
#: A detection is near the labelled hand when its centre lies within a label's box grown by this share of its sides.
NEAR: Final = 0.6

_NONE: Final = Corrections()
_FILES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A photo and what it shows.

    Attributes:
        path: the photo.
        tiles: the labelled tiles, in the order of the labels.
        boxes: ``(n, 4)`` float32, upright boxes x0 y0 x1 y1 as shares of width and height; None without boxes.
    """

    path: Path
    tiles: tuple[str, ...]
    boxes: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True, eq=False)
class Error:
    """A tile misread, missed or made up.

    Attributes:
        truth: the labelled tile; None where no label is.
        read: the tile read; None where nothing was found.
        box: ``(4,)`` float32 upright box x0 y0 x1 y1 in pixels of the photo.
        confidence: of what was read; 1 for a missed tile.
    """

    truth: str | None
    read: str | None
    box: NDArray[np.float32]
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """One photo's reading against its labels.

    Attributes:
        path: the photo.
        labels: number of labelled tiles.
        counted: number of tiles read that count (near the labels, or all where no boxes are given).
        right: how many of them are right.
        corrections: single-tile edits from the reading to the truth.
        decoded: edits of the hand after layout and decoding.
        errors: every tile misread, missed or made up; empty without boxes.
        judged: each counted detection for the average precision; empty without boxes.
        sure: (confidence, right) of each matched tile, for the calibration.
        seconds: from file to hand.
    """

    path: Path
    labels: tuple[str, ...]
    counted: int
    right: int
    corrections: int
    decoded: int
    errors: tuple[Error, ...]
    judged: tuple[Judged, ...]
    sure: tuple[tuple[float, bool], ...]
    seconds: float

    @property
    def confused(self) -> list[tuple[str, str]]:
        """(truth, read) of the tiles found but misread."""
        return [(one.truth, one.read) for one in self.errors if one.truth and one.read]


def load_labelled(folder: Path, corrections: Corrections = _NONE) -> list[Labelled]:
    """Photos of a folder with ``images/`` and either ``labels/*.txt`` (YOLO) or ``hands.jsonl``.

    Args:
        folder: the folder.
        corrections: of labels known to be wrong.

    Raises:
        InputError: the folder, a label file or a line of one is missing or malformed; the message names it.
    """
    if (folder / "hands.jsonl").is_file():
        return list(_from_hands(folder))
    if not (folder / "labels").is_dir() or not (folder / "images").is_dir():
        raise InputError(f"{folder}: expected images/ and either labels/ or hands.jsonl in it")
    photos = sorted(path for path in (folder / "images").iterdir() if path.suffix.lower() in _FILES)
    if not photos:
        raise InputError(f"{folder}: no photos in images/")
    return [_from_yolo(path, folder / "labels" / f"{path.stem}.txt", corrections) for path in photos]


def _from_hands(folder: Path) -> Iterable[Labelled]:
    for number, line in enumerate((folder / "hands.jsonl").read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        where = f"{folder / 'hands.jsonl'}, line {number}"
        try:
            row = json.loads(line)
            tiles = row["tiles"] if "tiles" in row else parse_hand(row["hand"]).tiles
            photo = folder / "images" / row["photo"]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f'{where}: expected {{"photo": ..., "hand" or "tiles": ...}} ({error})') from None
        yield Labelled(photo, tuple(str(tile) for tile in tiles), None)


def _from_yolo(path: Path, labels: Path, corrections: Corrections) -> Labelled:
    right = corrections.apply(path.name, read_labels(labels))
    return Labelled(
        path,
        tuple(label.tile for label in right),
        np.array([label.box for label in right], dtype=np.float32).reshape(-1, 4),
    )


def judge_photos(
    labelled: Iterable[Labelled], reader: Reader, rules: Rules = "zung-jung"
) -> tuple[list[Judgement], list[HuError]]:
    """Read photos and compare each with its labels; also returns why others could not be read.

    Raises:
        WeightsError: the networks cannot be loaded.
    """
    judgements, failures = [], []
    for one in labelled:
        try:
            result = read_one(one.path, reader, rules)
        except WeightsError:
            raise
        except HuError as error:
            failures.append(error)
            continue
        detections = [tile.detection for tile in result.layout.tiles]
        hand = [tile.tile for tile in result.reading.tiles if tile.role != "other"]
        judgements.append(judge(one, detections, hand, result.photo.size, result.seconds))
    return judgements, failures


def judge(
    labelled: Labelled, detections: Sequence[Detection], decoded: Sequence[str], size: tuple[int, int], seconds: float
) -> Judgement:
    """Compare one photo's reading with its labels.

    Args:
        labelled: the truth.
        detections: everything detected, boxes in pixels of the photo.
        decoded: the hand's tiles after layout and decoding.
        size: (width, height) of the photo in pixels.
        seconds: what the reading took.
    """
    if labelled.boxes is None:
        return _judge_list(labelled, detections, decoded, seconds)
    truth = labelled.boxes * np.array([*size, *size], dtype=np.float32)
    near = [one for one in detections if _is_near(one, truth)]
    matches = match(near, truth)
    errors = tuple(_errors(labelled.tiles, truth, near, matches))
    return Judgement(
        labelled.path,
        labelled.tiles,
        len(near),
        sum(labelled.tiles[label] == near[k].tile for k, label in matches.items()),
        len(errors),
        edits(labelled.tiles, decoded),
        errors,
        tuple(_judged(near, matches, labelled.tiles)),
        tuple((near[k].confidence, labelled.tiles[label] == near[k].tile) for k, label in matches.items()),
        seconds,
    )


def _errors(
    tiles: Sequence[str], truth: NDArray[np.float32], near: Sequence[Detection], matches: Mapping[int, int]
) -> Iterable[Error]:
    for k, one in enumerate(near):
        real = tiles[matches[k]] if k in matches else None
        if real != one.tile:
            yield Error(real, one.tile, hull(one.box), one.score * one.confidence)
    for label in sorted(set(range(len(tiles))) - set(matches.values())):
        yield Error(tiles[label], None, truth[label], 1.0)


def _judge_list(
    labelled: Labelled, detections: Sequence[Detection], decoded: Sequence[str], seconds: float
) -> Judgement:
    read = [one.tile for one in detections]
    right = sum((Counter(read) & Counter(labelled.tiles)).values())
    return Judgement(
        labelled.path,
        labelled.tiles,
        len(read),
        right,
        edits(labelled.tiles, read),
        edits(labelled.tiles, decoded),
        (),
        (),
        (),
        seconds,
    )


def edits(truth: Sequence[str], read: Sequence[str]) -> int:
    """Tiles to change, add or take away so that ``read`` becomes ``truth``, in any order."""
    common = sum((Counter(truth) & Counter(read)).values())
    return max(len(truth), len(read)) - common


def match(detections: Sequence[Detection], truth: NDArray[np.float32]) -> dict[int, int]:
    """Detection to label, each used once, the best overlaps first."""
    if not detections or not len(truth):
        return {}
    shared = overlaps(np.stack([hull(one.box) for one in detections]), truth)
    found: dict[int, int] = {}
    for flat in np.argsort(-shared, axis=None, kind="stable"):
        k, label = divmod(int(flat), shared.shape[1])
        if shared[k, label] < MATCH:
            break
        if k not in found and label not in found.values():
            found[k] = label
    return found


def _is_near(one: Detection, truth: NDArray[np.float32]) -> bool:
    x, y = one.center
    grown = (truth[:, 2:] - truth[:, :2]) * NEAR
    low, high = truth[:, :2] - grown, truth[:, 2:] + grown
    return bool(((low[:, 0] < x) & (x < high[:, 0]) & (low[:, 1] < y) & (y < high[:, 1])).any())


def _judged(near: Sequence[Detection], matches: dict[int, int], tiles: Sequence[str]) -> Iterable[Judged]:
    for k, one in enumerate(near):
        hit = k in matches and tiles[matches[k]] == one.tile
        yield Judged(one.tile, one.score * one.confidence, hit)


def summary(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """The figures of a whole folder, as ``hu evaluate --json`` prints them."""
    labels = sum(len(one.labels) for one in judgements)
    counted = sum(one.counted for one in judgements)
    right = sum(one.right for one in judgements)
    judged = [entry for one in judgements for entry in one.judged]
    totals = Counter(tile for one in judgements for tile in one.labels)
    seconds = sorted(one.seconds for one in judgements)
    return {
        "photos": len(judgements),
        "tiles": labels,
        "precision": _share(right, counted),
        "recall": _share(right, labels),
        "exact": _share(sum(one.corrections == 0 for one in judgements), len(judgements)),
        "exact_decoded": _share(sum(one.decoded == 0 for one in judgements), len(judgements)),
        "corrections": _share(sum(one.corrections for one in judgements), len(judgements)),
        "corrections_decoded": _share(sum(one.decoded for one in judgements), len(judgements)),
        "map50": round(average_precision(judged, totals), 4) if judged else None,
        "confusions": [
            {"truth": real, "read": read, "count": count}
            for (real, read), count in Counter(pair for one in judgements for pair in one.confused).most_common(15)
        ],
        "calibration": _calibration([entry for one in judgements for entry in one.sure]),
        "seconds": {"median": round(float(np.median(seconds)), 4), "worst": round(seconds[-1], 4)},
    }


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _calibration(sure: Sequence[tuple[float, bool]]) -> dict[str, Any] | None:
    """Expected calibration error in ten bins, and how right the surest 90 % of tiles are."""
    if not sure:
        return None
    confidence = np.array([entry[0] for entry in sure])
    right = np.array([entry[1] for entry in sure], dtype=float)
    bins = np.minimum((confidence * 10).astype(int), 9)
    error = sum(
        abs(right[bins == b].mean() - confidence[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins)
    )
    surest = np.argsort(-confidence, kind="stable")[: round(0.9 * len(sure))]
    threshold = float(confidence[surest[-1]]) if len(surest) else None
    return {
        "error": round(float(error), 4),
        "surest_90": {"threshold": threshold, "right": round(float(right[surest].mean()), 5) if len(surest) else None},
    }

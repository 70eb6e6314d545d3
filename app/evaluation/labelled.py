"""Labelled photos: a folder with ``images/`` and YOLO ``labels/``, with ``hands.jsonl``, or with a table of hands."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.vision.photo.files import contents, has_photo_ending
from hu.vision.photo.labels import Corrections, read_labels

_NONE: Final = Corrections()


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A photo and what it shows."""

    path: Path  # the photo
    tiles: tuple[str, ...]  # the labelled tiles, in the order of the labels
    # ``(n, 4)`` float32, bounding boxes x0 y0 x1 y1 as shares of width and height; None without boxes.
    boxes: NDArray[np.float32] | None
    hand: Hand | None = None  # as a person reads it, where the labels are hands


def load_labelled(folder: Path, corrections: Corrections = _NONE) -> list[Labelled]:
    """Find a folder's photos and their labels.

    Args:
        folder: with ``images/`` and either ``labels/*.txt`` (YOLO) or ``hands.jsonl``; or with a table ``*.tsv`` whose
            columns ``photo`` and ``hand`` name photos beside it and the hands in them.
        corrections: of labels known to be wrong.

    Raises:
        InputError: the folder, a label file or a line of one is missing or malformed; the message names it.
    """
    if (folder / "hands.jsonl").is_file():
        return list(_from_hands(folder))
    tables = sorted(folder.glob("*.tsv"))
    if len(tables) == 1 and not (folder / "labels").is_dir():
        return list(_from_table(tables[0]))
    if not (folder / "labels").is_dir() or not (folder / "images").is_dir():
        raise InputError(
            f"{folder}: expected images/ and either labels/ or hands.jsonl in it, or one table *.tsv"
        )
    photos = sorted(path for path in (folder / "images").iterdir() if has_photo_ending(path.name))
    if not photos:
        raise InputError(f"{folder}: no photos in images/")
    return [
        _from_yolo(path, folder / "labels" / f"{path.stem}.txt", corrections) for path in photos
    ]


def _from_hands(folder: Path) -> Iterator[Labelled]:
    path = folder / "hands.jsonl"
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            hand = None if "tiles" in row else Hand.from_text(row["hand"])
            tiles = row["tiles"] if hand is None else hand.tiles
            photo = folder / "images" / row["photo"]
        except (InputError, ValueError, KeyError, TypeError) as error:
            expected = 'expected {"photo": ..., "hand" or "tiles": ...}'
            raise InputError(f"{path}, line {number}: {expected} ({error})") from None
        yield Labelled(photo, tuple(str(tile) for tile in tiles), None, hand)


def _from_table(path: Path) -> Iterator[Labelled]:
    for number, row in enumerate(csv.DictReader(_lines(path), delimiter="\t"), start=2):
        try:
            hand = Hand.from_text(row["hand"])
            yield Labelled(path.parent / row["photo"], hand.tiles, None, hand)
        except (InputError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}, line {number}: expected the columns photo and hand ({error})"
            ) from None


def _lines(path: Path) -> list[str]:
    try:
        return contents(path, str(path), InputError).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 from byte {error.start + 1} on") from None


def _from_yolo(path: Path, labels: Path, corrections: Corrections) -> Labelled:
    right = corrections.apply(path.name, read_labels(labels))
    boxes = np.array([label.box for label in right], dtype=np.float32).reshape(-1, 4)
    return Labelled(path, tuple(label.tile for label in right), boxes)

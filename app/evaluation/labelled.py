"""Labelled photos: folders with YOLO labels, with ``hands.jsonl``, or with a table of hands."""

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

_NO_CORRECTIONS: Final = Corrections()


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A photo and the tiles that it shows.

    Attributes:
        path: the photo.
        tiles: the labelled tiles, in the order of the labels.
        boxes: ``(n, 4)`` float32, bounding boxes x0 y0 x1 y1 as shares of width and height. None if
            the labels have no boxes.
        hand: the hand as a person reads it, if the labels are hands.
    """

    path: Path
    tiles: tuple[str, ...]
    boxes: NDArray[np.float32] | None
    hand: Hand | None = None


def load_labelled(folder: Path, corrections: Corrections = _NO_CORRECTIONS) -> list[Labelled]:
    """Find a folder's photos and their labels.

    Args:
        folder: has ``images/`` and either ``labels/*.txt`` (YOLO) or ``hands.jsonl``. Or it has a
            table ``*.tsv`` whose columns ``photo`` and ``hand`` name photos beside it and their
            hands.
        corrections: the corrections of labels that are known to be wrong.

    Raises:
        InputError: the folder, a label file or one of its lines is missing or malformed. The
            message names it.
    """
    if (folder / "hands.jsonl").is_file():
        return list(_read_hands(folder))
    has_labels = (folder / "labels").is_dir()
    tables = sorted(folder.glob("*.tsv"))
    if len(tables) == 1 and not has_labels:
        return list(_read_table(tables[0]))
    if not has_labels or not (folder / "images").is_dir():
        raise InputError(
            f"{folder}: expected images/ and either labels/ or hands.jsonl in it, "
            "or one table *.tsv"
        )
    photos = [path for path in (folder / "images").iterdir() if has_photo_ending(path.name)]
    if not photos:
        raise InputError(f"{folder}: no photos in images/")
    labelled = []
    for path in sorted(photos):
        label_file = folder / "labels" / f"{path.stem}.txt"
        labelled.append(_read_yolo(path, label_file, corrections))
    return labelled


def _read_hands(folder: Path) -> Iterator[Labelled]:
    """Read ``hands.jsonl``: an object for each photo with its hand, or with its tiles alone."""
    path = folder / "hands.jsonl"
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            labels = json.loads(line)
            if "tiles" in labels:
                hand = None
                tiles = _tiles_in_list(labels["tiles"])
            else:
                hand = Hand.from_text(labels["hand"])
                tiles = hand.tiles
            photo = folder / "images" / labels["photo"]
        except (InputError, ValueError, KeyError, TypeError) as error:
            expected = 'expected {"photo": ..., "hand" or "tiles": ...}'
            raise InputError(f"{path}, line {number}: {expected} ({error})") from None
        yield Labelled(photo, tiles, boxes=None, hand=hand)


def _tiles_in_list(tiles: object) -> tuple[str, ...]:
    """Return the tiles in a decoded list.

    Raises:
        TypeError: it is no list.
    """
    if not isinstance(tiles, list):
        raise TypeError("tiles are no list")
    return tuple(str(tile) for tile in tiles)


def _read_table(path: Path) -> Iterator[Labelled]:
    """Read a table of hands. The first line has the names of the columns."""
    for number, row in enumerate(csv.DictReader(_lines(path), delimiter="\t"), start=2):
        try:
            hand = Hand.from_text(row["hand"])
            photo = path.parent / row["photo"]
        except (InputError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}, line {number}: expected the columns photo and hand ({error})"
            ) from None
        yield Labelled(photo, hand.tiles, boxes=None, hand=hand)


def _lines(path: Path) -> list[str]:
    try:
        return contents(path, str(path), InputError).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 from byte {error.start + 1} on") from None


def _read_yolo(path: Path, label_file: Path, corrections: Corrections) -> Labelled:
    labels = corrections.apply(path.name, read_labels(label_file))
    boxes = np.array([label.box for label in labels], dtype=np.float32).reshape(-1, 4)
    return Labelled(path, tuple(label.tile for label in labels), boxes)

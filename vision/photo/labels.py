"""Photos' labels in YOLO's format, and their corrections (``datasets/corrections.csv``)."""

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES
from hu.vision.photo.files import contents

#: Left, top, right and bottom of an upright box, as shares of the photo's width and height.
ShareBox = tuple[float, float, float, float]
#: The columns of a list of corrections.
_COLUMNS: Final = frozenset({"file", "box", "tile"})


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled tile.

    Attributes:
        line: the line of the label file, from 0. -1 for a tile that has no line there.
        tile: one of ``CLASSES``.
        box: where the tile is in the photo.
    """

    line: int
    tile: str
    box: ShareBox


@dataclass(frozen=True, slots=True)
class Corrections:
    """The known errors in photos' labels.

    Attributes:
        tiles: the right tile, by the photo's file name and the line of its label. An empty text if
            the box of that label shows no tile.
        added: tiles of the hand without a label, by the photo's file name.
    """

    tiles: Mapping[tuple[str, int], str] = field(default_factory=dict)
    added: Mapping[str, Sequence[Label]] = field(default_factory=dict)

    def apply(self, photo: str, labels: Sequence[Label]) -> list[Label]:
        """Correct the labels of a photo.

        Labels of boxes that show no tile are left out. Tiles without a label come last.

        Args:
            photo: the photo's file name.
            labels: its labels as they were read from its label file.
        """
        tiles_with_label = []
        for label in labels:
            tile = self.tiles.get((photo, label.line), label.tile)
            if tile:
                tiles_with_label.append(replace(label, tile=tile))
        return [*tiles_with_label, *self.added.get(photo, ())]


def read_corrections(path: Path) -> Corrections:
    """Read a list of corrections with the columns ``file``, ``box`` and ``tile``.

    To correct a label, ``box`` is the number of its line in the label file, from 0. ``tile`` is the
    right tile, or empty if the box of that label shows no tile.

    To add a tile without a label, ``box`` is ``x y w h``: the middle, the width and the height of
    its box, as shares of the photo's width and height.

    Raises:
        InputError: the file is missing, or a line is malformed. The message names it.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such list of corrections")
    tiles: dict[tuple[str, int], str] = {}
    added: dict[str, list[Label]] = defaultdict(list)
    rows = csv.DictReader(StringIO(_read_text(path), newline=""))
    if not _COLUMNS.issubset(rows.fieldnames or ()):
        raise InputError(f"{path}: expected the columns file, box and tile in line 1")
    for number, row in enumerate(rows, start=2):
        try:
            photo = row["file"]
            numbers = row["box"].split()
            if len(numbers) == 1:
                tiles[photo, int(numbers[0])] = _checked_tile(row["tile"], may_be_empty=True)
            else:
                tile = _checked_tile(row["tile"], may_be_empty=False)
                added[photo].append(Label(-1, tile, _share_box(numbers)))
        except (KeyError, ValueError, AttributeError):
            raise InputError(
                f"{path}, line {number}: expected file, box (a label's line or 'x y w h') and tile"
            ) from None
    return Corrections(tiles, added)


def _checked_tile(tile: str, *, may_be_empty: bool) -> str:
    """Return the code of a tile unchanged if it is the code of a class.

    Args:
        tile: the code.
        may_be_empty: whether an empty text is allowed too, for a box that shows no tile.

    Raises:
        ValueError: no class has this code.
    """
    is_allowed_as_empty = may_be_empty and tile == ""
    if tile not in CLASSES and not is_allowed_as_empty:
        raise ValueError(tile)
    return tile


def read_labels(path: Path) -> list[Label]:
    """Read a label file with ``class x y w h`` on each line.

    Raises:
        InputError: the file is missing, a line is malformed, or its class is unknown. The message
            names the file and the line.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such label file")
    labels = []
    for number, line in enumerate(_read_text(path).splitlines()):
        if not line.strip():
            continue
        try:
            first, *numbers = line.split()
            class_number = int(first)
            box = _share_box(numbers)
        except ValueError:
            raise InputError(
                f"{path}, line {number + 1}: expected 'class x y w h', got {line!r}"
            ) from None
        if not 0 <= class_number < len(CLASSES):
            last = len(CLASSES) - 1
            raise InputError(
                f"{path}, line {number + 1}: class {class_number} is not one of 0 to {last}"
            )
        labels.append(Label(number, CLASSES[class_number], box))
    return labels


def _read_text(path: Path) -> str:
    """Read a text file. Bytes that are no UTF-8 are replaced, and make a line malformed later."""
    return contents(path, str(path), InputError).decode("utf-8-sig", "replace")


def _share_box(numbers: Sequence[str]) -> ShareBox:
    """The corners of a box that is written as ``x y w h``.

    Raises:
        ValueError: these are not four numbers.
    """
    x, y, width, height = map(float, numbers)
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2

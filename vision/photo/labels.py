"""Photos' labels in YOLO's format, and the list of those known to be wrong (``datasets/corrections.csv``)."""

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path

from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES
from hu.vision.photo.files import contents


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled tile.

    Attributes:
        line: of the label file, from 0; -1 for a tile that has none there.
        tile: one of ``CLASSES``.
        box: upright box x0 y0 x1 y1 as shares of the photo's width and height.
    """

    line: int
    tile: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Corrections:
    """What is wrong with some photos' labels, by the photo's file name.

    Attributes:
        tiles: (photo, line) to the right tile; empty where the box shows none.
        added: tiles of the hand without a label.
    """

    tiles: Mapping[tuple[str, int], str] = field(default_factory=dict)
    added: Mapping[str, Sequence[Label]] = field(default_factory=dict)

    def apply(self, photo: str, labels: Sequence[Label]) -> list[Label]:
        """The right labels of a photo."""
        mended = [
            replace(label, tile=self.tiles.get((photo, label.line), label.tile)) for label in labels
        ]
        return [label for label in mended if label.tile] + list(self.added.get(photo, ()))


def read_corrections(path: Path) -> Corrections:
    """Read a list with the columns ``file``, ``box`` and ``tile``.

    ``box`` is the line of the label file, from 0, whose right tile follows (none where the box shows none); or, for a
    tile without a label, its box as in a label file: ``x y w h`` of the centre and sides, as shares of the photo's.

    Raises:
        InputError: the file is missing or a line malformed; the message names it.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such list of corrections")
    tiles: dict[tuple[str, int], str] = {}
    added: dict[str, list[Label]] = defaultdict(list)
    for number, row in enumerate(csv.DictReader(StringIO(_text(path), newline="")), start=2):
        try:
            _take(row["file"], row["box"].split(), row["tile"], tiles, added)
        except (KeyError, ValueError, AttributeError):
            raise InputError(
                f"{path}, line {number}: expected file, box (a label's line or 'x y w h') and tile"
            ) from None
    return Corrections(tiles, added)


def _take(
    photo: str,
    where: Sequence[str],
    tile: str,
    tiles: dict[tuple[str, int], str],
    added: dict[str, list[Label]],
) -> None:
    if tile not in CLASSES and (tile != "" or len(where) != 1):
        raise ValueError(tile)
    if len(where) == 1:
        tiles[photo, int(where[0])] = tile
    else:
        x, y, w, h = map(float, where)
        added[photo].append(Label(-1, tile, _corners(x, y, w, h)))


def read_labels(path: Path) -> list[Label]:
    """Read a label file, ``class x y w h`` a line.

    Raises:
        InputError: the file is missing, a line is malformed or its class unknown; the message names file and line.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such label file")
    labels = []
    for number, line in enumerate(_text(path).splitlines()):
        if not line.strip():
            continue
        try:
            kind, x, y, w, h = line.split()
            label, box = int(kind), _corners(float(x), float(y), float(w), float(h))
        except ValueError:
            raise InputError(
                f"{path}, line {number + 1}: expected 'class x y w h', got {line!r}"
            ) from None
        if not 0 <= label < len(CLASSES):
            raise InputError(
                f"{path}, line {number + 1}: class {label} is not one of 0 to {len(CLASSES) - 1}"
            )
        labels.append(Label(number, CLASSES[label], box))
    return labels


def _text(path: Path) -> str:
    return contents(path, str(path), InputError).decode("utf-8", "replace")


def _corners(x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2

"""What goes wrong, by class: errors on labelled photos and on rendered hands, and a contact sheet of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.app.evaluation.asking import Answer, Row
from hu.app.evaluation.error_sheet import error_cell, photo_cell
from hu.app.evaluation.judging import Error, Judgement
from hu.app.reading.model import HandReading, ReadTile
from hu.scoring.tiles import BACK, BONUS
from hu.vision.geometry import bounding_box
from hu.vision.photo.contact_sheet import contact_sheet
from hu.vision.training.scenes.rendered_hands import SHOWN
from hu.vision.training.scenes.scenes import Scene
from hu.vision.training.tables.hands import HandScene
from hu.vision.training.tables.placing import Placed

_BONUS: Final = frozenset(BONUS)
_SUITS: Final = {"m": "characters", "p": "dots", "s": "bamboo"}
#: An extra outline of which this share lies on a tile that was misread or missed shows part of that tile.
_PART: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Failure:
    """One error.

    Attributes:
        kind: its class.
        source: where it was seen: ``val``, ``train`` or the way in which the hand lay.
        cell: a picture of it, the photo's name and what went wrong; None where it has no place in the photo.
    """

    kind: str
    source: str
    cell: tuple[Image.Image, str, str] | None


def misread(truth: str, read: str) -> str:
    """The class of a face that was read as another one."""
    flowers = len({truth, read} & _BONUS)
    if flowers:
        return "flower read as another flower" if flowers == 2 else "flower and another tile confused"
    if {truth, read} == {"5z", BACK}:
        return "white dragon and back confused"
    if truth[-1] == read[-1] and truth[-1] in _SUITS:
        return f"number of {_SUITS[truth[-1]]} misread"
    return "face of another suit"


def missed(truth: str) -> str:
    """The class of a tile that was not detected."""
    return {"5z": "white dragon missed", BACK: "back missed"}.get(
        truth, "flower missed" if truth in _BONUS else "face missed"
    )


def of_photos(judgements: Iterable[Judgement], source: str) -> Iterator[Failure]:
    """The errors on labelled photos."""
    for judgement in judgements:
        for error in judgement.errors:
            yield Failure(_kind(error, judgement.errors), source, error_cell(error, judgement.path))


def _kind(error: Error, errors: Sequence[Error]) -> str:
    if error.truth and error.read:
        return misread(error.truth, error.read)
    if error.truth:
        return missed(error.truth)
    lost = [other for other in errors if other.truth]
    if any(_share_inside(error.box, other.box) >= _PART for other in lost):
        return "tile outlined in part or twice"
    return "tile or thing without a label near the hand"


def _share_inside(box: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    sides = np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2])
    return float(sides.clip(0).prod() / max(float((box[2:] - box[:2]).prod()), 1e-9))


def of_hand(
    source: str, scene: HandScene, photo: Scene, reading: HandReading, numbers: Sequence[int]
) -> Iterator[Failure]:
    """The errors in the reading of a rendered hand.

    Args:
        source: the way in which the hand lies, and its seed.
        scene: the hand as it was laid.
        photo: the picture of it.
        reading: what was read.
        numbers: which placed tile each detection is; -1 for none.
    """
    asked = {index for doubt in reading.doubts for index in doubt.tiles}
    image = photo.image
    way = source.split(maxsplit=1)[0]
    for index, tile in enumerate(reading.tiles):
        number = numbers[tile.laid.index]
        kind = _wrong(tile, scene.placed[number] if number >= 0 else None, asked=index in asked)
        if kind:
            box = bounding_box(tile.laid.detection.box)
            yield Failure(kind, way, photo_cell(image, box, f"{source}: {tile.tile}", kind[:24]))
    boxes = {seen.index: bounding_box(seen.box) for seen in photo.tiles if seen.visible >= SHOWN}
    for number, placed in enumerate(scene.placed):
        if placed.role != "other" and number not in numbers:
            face = BACK if placed.pose == "down" else placed.tile
            kind = missed(face) if number in boxes else "hidden by another tile"
            cell = photo_cell(image, boxes[number], f"{source}: {face}", kind[:24]) if number in boxes else None
            yield Failure(kind, way, cell)


def _wrong(tile: ReadTile, placed: Placed | None, *, asked: bool) -> str:
    """What is wrong with a tile that was read, or nothing."""
    inside = tile.role != "other"
    if placed is None or placed.role == "other":
        what = "thing that is no tile" if placed is None else "tile of the table"
        return f"{what}, taken into the hand" if inside else ""
    if not inside:
        return "tile of the hand left out"
    face = BACK if placed.pose == "down" else placed.tile
    if tile.laid.detection.tile != face and tile.tile != placed.tile:
        return misread(face, tile.tile)
    if {tile.role, placed.role} == {"meld", "concealed"} and not asked:
        return f"{'claimed' if placed.role == 'meld' else 'concealed'} set taken for the other, not asked"
    return "winning tile not told apart" if (tile.role == "winning") != (placed.role == "winning") else ""


def counts(failures: Sequence[Failure]) -> Answer:
    """Errors by source, and in the details by class, the most frequent first."""
    sources = list(dict.fromkeys(failure.source for failure in failures))
    by_kind = Counter(failure.kind for failure in failures)
    cells = Counter((failure.kind, failure.source) for failure in failures)
    classes = {
        kind: {"all": count, **{source: cells[kind, source] for source in sources}}
        for kind, count in by_kind.most_common()
    }
    all_of = {source: sum(count[source] for count in classes.values()) for source in ("all", *sources)}
    return Answer(tuple(all_of), (Row("errors", tuple(map(str, all_of.values()))),), classes)


def spread(failures: Sequence[Failure], most: int) -> list[Failure]:
    """At most ``most`` failures, taken evenly from each source."""
    sources: dict[str, list[Failure]] = {}
    for failure in failures:
        sources.setdefault(failure.source, []).append(failure)
    ranked = [(number / len(part), failure) for part in sources.values() for number, failure in enumerate(part)]
    chosen = {id(failure) for _, failure in sorted(ranked, key=lambda entry: entry[0])[:most]}
    return [failure for failure in failures if id(failure) in chosen]


def sheet(failures: Iterable[Failure]) -> Image.Image:
    """Draw failures with their surroundings, by class."""
    ordered = sorted(failures, key=lambda failure: failure.kind)
    return contact_sheet([failure.cell for failure in ordered if failure.cell])

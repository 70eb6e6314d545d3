"""Tile sets taught from real photos of them: each set of ``datasets/sets.csv`` in turn, as at a table.

A lesson is one to four hands, its doubts answered by the labels. An evening is the photos of a set in turn, each
corrected by its labels before the next one is read.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.app.evaluation.judging import MATCH
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.app.reading.read import open_photo, read_attempts
from hu.scoring.errors import InputError
from hu.scoring.rules import DEFAULT
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.reader import Reader
from hu.vision.taught.evidence import apply_set
from hu.vision.taught.lessons import LessonError, check_lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet
from hu.vision.taught.views import describe_examples
from measuring.answers import Answer, Options, answer_of
from training.data.unseen import column

_HANDS: Final = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True, eq=False)
class SetPhoto:
    """A photo of a set as the networks see it."""

    name: str  # its file name
    tiles: tuple[Detection, ...]  # its detections; those without a label are left out
    truth: tuple[str, ...]  # the face of each


#: Rows: a count, and the count that it is a part of.
_ROWS: Final = {
    "faces learned wrongly without a question, from 1 to 4 hands": ("poisoned", "learned"),
    "lessons of 1 to 4 hands refused": ("refused", "lessons"),
    "questions a lesson": ("asked", "lessons"),
    "misread after two photos of an evening, untaught": ("untaught", "evening"),
    "misread after two photos of an evening, taught": ("taught", "evening"),
    "hands right without a set, wrong with their own": ("spoiled", "own hands"),
    "hands right without a set, wrong with another's": ("misled", "other hands"),
}


def real_sets(options: Options) -> Answer:
    """Real tile sets taught from photos of hands, each set of ``datasets/sets.csv`` in turn."""
    photos, reader = photos_of_sets(options), options.reader
    ready = {name: teach_set(reader, name, shown) for name, shown in photos.items()}
    tallies: dict[str, Counter[str]] = {}
    for name in options.each(photos, "sets"):
        tally = Counter[str]()
        _lessons(photos[name], tally)
        _evening(reader, photos[name], tally)
        _hands(name, photos, ready, tally)
        tallies[name] = tally

    def shares(tally: Counter[str]) -> dict[str, str]:
        return {row: f"{tally[part]} of {tally[whole]}" for row, (part, whole) in _ROWS.items()}

    total: Counter[str] = sum(tallies.values(), Counter())
    details = {name: shares(tally) for name, tally in tallies.items()}
    return answer_of(["all sets"], {row: [figure] for row, figure in shares(total).items()}, details)


def photos_of_sets(options: Options) -> dict[str, list[SetPhoto]]:
    """Read one copy of each photo in the list with the networks, before any layout; by the names of the sets."""
    sets = column(options.datasets / "sets.csv", "photo", "set")
    first: dict[str, Labelled] = {}
    for folder in ("train", "loose"):
        for photo in load_labelled(options.photos / folder, options.corrections):
            # The name ends with the number of the copy.
            stem = photo.path.stem[:-2] if photo.path.stem[-2] == "_" else photo.path.stem
            if stem in sets:
                first.setdefault(stem, photo)
    if missing := sets.keys() - first.keys():
        raise InputError(f"datasets/sets.csv: no photo {min(missing)} in {options.photos}")
    found: dict[str, list[SetPhoto]] = {name: [] for name in sorted(set(sets.values()))}
    for stem in options.each(sorted(first)[:: options.every or 1], "photos"):
        labels = first[stem]
        opened = open_photo(labels.path)
        detections = options.reader.detect(opened)
        truth = _truth(detections, labels, opened.size)
        kept = [(tile, face) for tile, face in zip(detections, truth, strict=True) if face]
        shown = SetPhoto(labels.path.name, tuple(tile for tile, _ in kept), tuple(face for _, face in kept))
        found[sets[stem]].append(shown)
    return found


def _truth(detections: Sequence[Detection], labelled: Labelled, size: tuple[int, int]) -> list[str]:
    """The label of each detection; empty for none."""
    if not detections or labelled.boxes is None or not len(labelled.boxes):
        return [""] * len(detections)
    boxes = labelled.boxes * np.array([*size, *size], dtype=np.float32)
    overlap = iou(np.stack([bounding_box(tile.box) for tile in detections]), boxes)
    nearest = overlap.argmax(axis=1)
    best = overlap.max(axis=1) >= MATCH
    return [labelled.tiles[k] if good else "" for k, good in zip(nearest, best, strict=True)]


def teach_set(reader: Reader, name: str, photos: Sequence[SetPhoto], hands: int = 2) -> TileSet:
    """A set learned from its first photos that make a lesson."""
    tile_set = TileSet(name)
    for photo in photos:
        try:
            lesson = read_lesson([photo.tiles])
        except LessonError:
            continue
        lesson = lesson.answer({k: photo.truth[k] for k in lesson.doubtful if len(lesson.tiles) == len(photo.truth)})
        tile_set = learn(tile_set, lesson, photo.name, reader.classifier.checksum)
        hands -= 1
        if not hands:
            break
    return describe_examples(tile_set, reader.classifier)


def _lessons(photos: Sequence[SetPhoto], tally: Counter[str]) -> None:
    """Lessons of one to four hands that follow each other."""
    for hands in _HANDS:
        for first in range(0, len(photos) - hands + 1, 4):
            shown = [photo for photo in photos[first : first + hands] if photo.tiles]
            truth = [face for photo in shown for tile, face in zip(photo.tiles, photo.truth, strict=True)
                     if tile.tile != "back"]  # fmt: skip
            tally["lessons"] += 1
            try:
                lesson = read_lesson([photo.tiles for photo in shown])
                check_lesson(lesson)
            except LessonError:
                tally["refused"] += 1
                continue
            tally["asked"] += len(lesson.doubtful)
            tally["learned"] += len(truth)
            tally["poisoned"] += sum(
                face != read and k not in lesson.doubtful
                for k, ((_, read), face) in enumerate(zip(lesson.tiles, truth, strict=True))
            )


def _evening(reader: Reader, photos: Sequence[SetPhoto], tally: Counter[str]) -> None:
    tile_set = TileSet("evening")
    for number, photo in enumerate(photos):
        read = apply_set(tile_set, photo.tiles)
        for before, tile, face in zip(photo.tiles, read, photo.truth, strict=True):
            if number >= 2:
                tally["evening"] += 1
                tally["untaught"] += before.tile != face
                tally["taught"] += tile.tile != face
            if tile.tile != face:
                tile_set = tile_set.add(before, face, photo.name, reader.classifier.checksum)
        tile_set = describe_examples(tile_set, reader.classifier)


def _hands(
    name: str,
    photos: Mapping[str, Sequence[SetPhoto]],
    ready: Mapping[str, TileSet],
    tally: Counter[str],
) -> None:
    """Read every photo with a set; hands are decoded where one of their tiles changed its face."""
    for owner, shown in photos.items():
        key = ("spoiled", "own hands") if owner == name else ("misled", "other hands")
        for photo in shown:
            tally[key[1]] += 1
            read = apply_set(ready[name], photo.tiles)
            if any(tile.tile != before.tile for tile, before in zip(read, photo.tiles, strict=True)):
                tally[key[0]] += _is_right(photo, photo.tiles) and not _is_right(photo, read)


def _is_right(photo: SetPhoto, tiles: Sequence[Detection]) -> bool:
    reading = read_attempts(iter([list(tiles)]), DEFAULT)
    faces = {id(tile.laid.detection.box): tile.tile for tile in reading.tiles}
    return all(faces.get(id(tile.box), face) == face for tile, face in zip(tiles, photo.truth, strict=True))

"""Tile sets taught from real photos of them: each set of ``datasets/sets.csv`` by turns, as at a table.

How far sets lie apart is fitted without the set that is measured. A lesson is one to four hands, its doubts answered by
the labels. An evening is the photos of a set in turn, each corrected by its labels before the next one is read. Names
are swapped by calling each flower the season of its number.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from hu.app.evaluation.judging import MATCH
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.app.reading.read import open_photo, read_attempts
from hu.scoring.errors import InputError
from hu.scoring.rules import DEFAULT
from hu.scoring.tiles import BONUS
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.networks.fitted import SetDistances
from hu.vision.reader import Reader
from hu.vision.taught.evidence import applied, offered
from hu.vision.taught.lessons import LessonError, check_lesson, learned, read_lesson
from hu.vision.taught.relearning import up_to_date
from hu.vision.taught.tile_set import TileSet
from measuring.asking import Answer, Asked, Row
from training.data.unseen import column
from training.networks.fit_sets import Faces, distances_of, faces_of, pairs_of, without

#: From this many known faces on, the right set is to be offered.
_KNOWN_FACES: Final = 12
_HANDS: Final = (1, 2, 3, 4)
#: One photo in this many says how far sets lie apart.
_FITTED: Final = 6
_SWAPPED: Final = dict(zip(BONUS, (*BONUS[4:], *BONUS[:4]), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class SetPhoto:
    """A photo of a set as the networks see it.

    Attributes:
        name: its file name.
        tiles: its detections; those without a label are left out.
        truth: the face of each.
    """

    name: str
    tiles: tuple[Detection, ...]
    truth: tuple[str, ...]


@dataclass(slots=True)
class SetTally:
    """What is counted of one set."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def share(self, part: str, whole: str) -> str:
        """A share as two numbers."""
        return f"{self.counts[part]} of {self.counts[whole]}"


ROWS: Final = (
    ("faces learned wrongly without a question, from 1 to 4 hands", "poisoned", "learned", "0"),
    ("lessons of 1 to 4 hands refused", "refused", "lessons", ""),
    ("questions a lesson", "asked", "lessons", ""),
    ("misread after two photos of an evening, untaught", "untaught", "evening", ""),
    ("misread after two photos of an evening, taught", "taught", "evening", "20 %"),
    ("eight names swapped: right on the next photo after one correction each", "renamed", "swapped", "8 of 8"),
    ("hands right without a set, wrong with their own", "spoiled", "own hands", "0"),
    ("hands right without a set, wrong with another's", "misled", "other hands", "0"),
    ("offers of a wrong set", "wrong offers", "others shown", "1 %"),
    ("offers of the right set, 12 of its faces known", "right offers", "own shown", "80 %"),
)


def real_sets(asked: Asked) -> Answer:
    """Real tile sets taught from photos of hands, each set of `datasets/sets.csv` by turns."""
    photos = photos_of_sets(asked)
    ready = {name: taught_from(asked.reader, name, shown) for name, shown in photos.items()}
    pairs = pairs_of({name: [_faces(asked.reader, p) for p in shown[::_FITTED]] for name, shown in photos.items()})
    tallies = {name: SetTally() for name in photos}
    for name in asked.each(photos, "sets"):
        apart = distances_of(without(pairs, name))
        _lessons(photos[name], tallies[name], apart)
        _evening(asked.reader, photos[name], tallies[name], apart)
        _swapped(asked.reader, photos[name], tallies[name], apart)
        _hands(name, photos, ready, tallies[name], apart)
        _offers(name, photos, ready, tallies[name], apart)
    every = SetTally()
    for tally in tallies.values():
        for key, count in tally.counts.items():
            every.counts[key] += count
    found = tuple(Row(row[0], (every.share(row[1], row[2]),), row[3]) for row in ROWS)
    details = {name: {row[0]: tally.share(row[1], row[2]) for row in ROWS} for name, tally in tallies.items()}
    return Answer(("all sets",), found, details)


def photos_of_sets(asked: Asked) -> dict[str, list[SetPhoto]]:
    """Read the photos of each set with the networks, before any layout."""
    sets = column(asked.datasets / "sets.csv", "photo", "set")
    found: dict[str, list[SetPhoto]] = {name: [] for name in sorted(set(sets.values()))}
    labelled = _labelled(asked, sets)
    for photo in asked.each(labelled, "photos"):
        found[sets[_stem(photo.path)]].append(_seen(asked.reader, photo))
    return found


def _stem(path: Path) -> str:
    """A photo's name without the number of its copy."""
    return path.stem[:-2] if path.stem[-2] == "_" else path.stem


def _labelled(asked: Asked, sets: Mapping[str, str]) -> list[Labelled]:
    """One copy of each photo in the list."""
    every = [
        photo
        for folder in ("train", "loose")
        for photo in load_labelled(asked.photos / folder, asked.corrections)
        if _stem(photo.path) in sets
    ]
    first = {_stem(photo.path): photo for photo in reversed(every)}
    if missing := sets.keys() - first.keys():
        raise InputError(f"datasets/sets.csv: no photo {min(missing)} in {asked.photos}")
    return [first[name] for name in sorted(first)][:: asked.every or 1]


def _seen(reader: Reader, labelled: Labelled) -> SetPhoto:
    photo = open_photo(labelled.path)
    detections = reader.detect(photo)
    truth = _truth(detections, labelled, photo.size)
    kept = [(tile, face) for tile, face in zip(detections, truth, strict=True) if face]
    return SetPhoto(labelled.path.name, tuple(tile for tile, _ in kept), tuple(face for _, face in kept))


def _truth(detections: Sequence[Detection], labelled: Labelled, size: tuple[int, int]) -> list[str]:
    """The label of each detection; empty for none."""
    if not detections or labelled.boxes is None or not len(labelled.boxes):
        return [""] * len(detections)
    boxes = labelled.boxes * np.array([*size, *size], dtype=np.float32)
    overlap = iou(np.stack([bounding_box(tile.box) for tile in detections]), boxes)
    nearest = overlap.argmax(axis=1)
    best = overlap.max(axis=1) >= MATCH
    return [labelled.tiles[k] if good else "" for k, good in zip(nearest, best, strict=True)]


def _faces(reader: Reader, photo: SetPhoto) -> Faces:
    """One picture of each face of a photo."""
    shown = dict(zip(photo.truth, photo.tiles, strict=True))
    return faces_of(photo.name, shown, reader)


def taught_from(reader: Reader, name: str, photos: Sequence[SetPhoto], hands: int = 2) -> TileSet:
    """A set learned from its first photos that make a lesson."""
    tile_set = TileSet(name)
    for photo in photos:
        try:
            lesson = read_lesson([photo.tiles])
        except LessonError:
            continue
        lesson = lesson.answered({k: photo.truth[k] for k in lesson.doubtful if len(lesson.tiles) == len(photo.truth)})
        tile_set = learned(tile_set, lesson, photo.name, reader.classifier.checksum)
        hands -= 1
        if not hands:
            break
    return up_to_date(tile_set, reader.classifier)


def _lessons(photos: Sequence[SetPhoto], tally: SetTally, apart: SetDistances) -> None:
    """Lessons of one to four hands that follow each other."""
    counts = tally.counts
    for hands in _HANDS:
        for first in range(0, len(photos) - hands + 1, 4):
            shown = [photo for photo in photos[first : first + hands] if photo.tiles]
            truth = [face for photo in shown for tile, face in zip(photo.tiles, photo.truth, strict=True)
                     if tile.tile != "back"]  # fmt: skip
            counts["lessons"] += 1
            try:
                lesson = read_lesson([photo.tiles for photo in shown])
                check_lesson(lesson, apart)
            except LessonError:
                counts["refused"] += 1
                continue
            counts["asked"] += len(lesson.doubtful)
            counts["learned"] += len(truth)
            counts["poisoned"] += sum(
                face != read and k not in lesson.doubtful
                for k, ((_, read), face) in enumerate(zip(lesson.tiles, truth, strict=True))
            )


def _evening(reader: Reader, photos: Sequence[SetPhoto], tally: SetTally, apart: SetDistances) -> None:
    tile_set = TileSet("evening")
    for number, photo in enumerate(photos):
        read = applied(tile_set, photo.tiles, apart)
        for before, tile, face in zip(photo.tiles, read, photo.truth, strict=True):
            if number >= 2:
                tally.counts["evening"] += 1
                tally.counts["untaught"] += before.tile != face
                tally.counts["taught"] += tile.tile != face
            if tile.tile != face:
                tile_set = tile_set.shown(before, face, photo.name, reader.classifier.checksum)
        tile_set = up_to_date(tile_set, reader.classifier)


def _swapped(reader: Reader, photos: Sequence[SetPhoto], tally: SetTally, apart: SetDistances) -> None:
    """Correct each flower and season on the first photo that shows it; the next photos that show it tell."""
    tile_set, corrected, judged = TileSet("swapped"), set[str](), set[str]()
    for photo in photos:
        read = applied(tile_set, photo.tiles, apart)
        learned_here = []
        for before, tile, face in zip(photo.tiles, read, photo.truth, strict=True):
            name = _SWAPPED.get(face)
            if name is None:
                continue
            if name in corrected and name not in judged:
                judged.add(name)
                tally.counts["swapped"] += 1
                tally.counts["renamed"] += tile.tile == name
            elif name not in corrected:
                learned_here.append((before, name))
        for before, name in learned_here:
            corrected.add(name)
            tile_set = tile_set.shown(before, name, photo.name, reader.classifier.checksum)
        tile_set = up_to_date(tile_set, reader.classifier) if learned_here else tile_set


def _hands(
    name: str,
    photos: Mapping[str, Sequence[SetPhoto]],
    ready: Mapping[str, TileSet],
    tally: SetTally,
    apart: SetDistances,
) -> None:
    """Read every photo with a set; hands are decoded where one of their tiles changed its face."""
    for owner, shown in photos.items():
        key = ("spoiled", "own hands") if owner == name else ("misled", "other hands")
        for photo in shown:
            tally.counts[key[1]] += 1
            read = applied(ready[name], photo.tiles, apart)
            if any(tile.tile != before.tile for tile, before in zip(read, photo.tiles, strict=True)):
                tally.counts[key[0]] += _is_right(photo, photo.tiles) and not _is_right(photo, read)


def _is_right(photo: SetPhoto, tiles: Sequence[Detection]) -> bool:
    reading = read_attempts(iter([list(tiles)]), DEFAULT)
    faces = {id(tile.laid.detection.box): tile.tile for tile in reading.tiles}
    return all(faces.get(id(tile.box), face) == face for tile, face in zip(tiles, photo.truth, strict=True))


def _offers(
    name: str,
    photos: Mapping[str, Sequence[SetPhoto]],
    ready: Mapping[str, TileSet],
    tally: SetTally,
    apart: SetDistances,
) -> None:
    """Show the photos of a set with every set in the folder, and without its own."""
    others = [tile_set for other, tile_set in ready.items() if other != name]
    taught = {example.source for example in ready[name].examples}
    for photo in photos[name]:
        if not photo.tiles:
            continue
        tally.counts["others shown"] += 2
        found = offered([ready[name], *others], photo.tiles, apart)
        stranger = offered(others, photo.tiles, apart)
        tally.counts["wrong offers"] += (found not in (None, ready[name])) + (stranger is not None)
        if photo.name not in taught and len(set(photo.truth) & set(ready[name].faces)) >= _KNOWN_FACES:
            tally.counts["own shown"] += 1
            tally.counts["right offers"] += found is ready[name]

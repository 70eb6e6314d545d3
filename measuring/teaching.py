"""How much a taught tile set helps, on designs that it was not chosen on.

Each art family that no training saw, and each design of the single tiles, is taught from one picture of its faces, seen
flat. Other views of them are read, lit, blurred and bent as in photos: untaught, taught, with five corrections made
while playing, and with the set of another design chosen by mistake. The classifier was trained on the single tiles, so
their untaught figures are better than those of a set never seen.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from hu.app.evaluation.judging import MATCH
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.app.reading.read import open_photo, read_attempts
from hu.scoring.errors import InputError
from hu.scoring.rules import DEFAULT
from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou, rectify
from hu.vision.networks.classifier import classify_crops
from hu.vision.networks.detector import Outline
from hu.vision.reader import Reader
from hu.vision.taught.evidence import apply_set
from hu.vision.taught.lessons import SURE, check_lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet, TileSetError
from hu.vision.taught.views import describe_examples
from measuring.answers import Answer, Options, answer_of, percent
from training.data.crops import Crop, single_crops
from training.data.unseen import HELD_FAMILIES, art_crops, column, vary_upright

_CORRECTIONS: Final = 5
_HAND: Final = 14
_SQUARE: Final = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Design:
    """A tile set with one picture of each face, seen flat, and the pictures that views are made of."""

    name: str
    faces: list[Crop]
    pictures: list[Crop]


@dataclass(frozen=True, slots=True)
class _View:
    """One view of every face of a design: what was seen, and the faces."""

    seen: list[Detection]
    truth: list[str]

    def hands(self) -> list[list[int]]:
        """Its tiles by their places, in hands of 14, as photos show them."""
        order = np.random.default_rng(4).permutation(len(self.truth)).tolist()
        return [order[first : first + _HAND] for first in range(0, len(order), _HAND)]


@dataclass(slots=True)
class _Tally:
    """Tiles read, and those read wrong, by the state of the set; questions and seconds."""

    tiles: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    questions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, state: str, read: Sequence[Detection], truth: Sequence[str]) -> None:
        """Count some tiles."""
        self.tiles[state] += len(truth)
        self.wrong[state] += sum(tile.tile != face for tile, face in zip(read, truth, strict=True))

    def rows(self) -> dict[str, str]:
        """Each measure with its figure."""
        tiles, wrong = self.tiles, self.wrong

        def right(state: str) -> str:
            return f"{percent(1 - wrong[state] / max(tiles[state], 1), 2)} of {tiles[state]:,}"

        def removed(state: str, before: str) -> str:
            return percent(1 - wrong[state] / wrong[before], 0) if wrong[before] else "none to remove"

        return {
            "top-1 per tile on a taught design": right("taught"),
            "errors removed by one teaching photo": removed("taught", "untaught"),
            "flowers and seasons on a taught design": right("flowers"),
            "errors removed by five corrections, hands saved": removed("played", "unplayed"),
            "questions while teaching a whole set, mean and most": (
                f"{np.mean(self.questions):.1f}, {max(self.questions)}"
            ),
            "tiles made worse by another design's set": percent(wrong["worse"] / max(tiles["mistaken"], 1), 2),
            "milliseconds for a photo of 14 tiles": f"{1000 * np.median(self.seconds):.1f}",
        }


def teaching(options: Options) -> Answer:
    """Tile sets taught from one picture of their faces, or with ``--real`` from photos of real sets."""
    if options.real:
        return real_sets(options)
    kinds = {
        "nine art families, never trained on": list(_art_families(options)),
        "15 designs of single tiles, trained on": list(_single_designs(options)),
    }
    views = options.scenes or 9
    columns = [_measure(options.each(designs, kind), options.reader, views).rows() for kind, designs in kinds.items()]
    return answer_of(kinds, {name: [column[name] for column in columns] for name in columns[0]})


def _art_families(options: Options) -> Iterator[_Design]:
    """Each art family that no training saw."""
    crops = list(art_crops(options.shared, HELD_FAMILIES))
    for name in sorted({crop.name.split(":")[0] for crop in crops}):
        faces = [crop for crop in crops if crop.name.split(":")[0] == name]
        yield _Design(name, faces, faces)


def _single_designs(options: Options) -> Iterator[_Design]:
    """Each design of the single tiles, which the classifier's training saw; the first picture of a face teaches it."""
    designs = column(options.datasets / "designs.csv", "file", "design")
    tiles = column(options.photos / "tiles.csv", "file", "tile")
    for name in sorted(set(designs.values())):
        files = [(file, tiles[file]) for file, design in designs.items() if design == name]
        pictures = list(single_crops(options.photos / "tiles", files))
        faces = {crop.label: crop for crop in reversed(pictures)}
        yield _Design(name, list(faces.values()), pictures)


def _see(reader: Reader, crops: Sequence[Crop]) -> list[Detection]:
    """What the classifier makes of single tiles, each in a box of its own."""
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    found = [Outline(_SQUARE + np.float32(100 * k), 0.99, 0.0) for k in range(len(crops))]
    return classify_crops(reader.classifier, faces, found, reader.calibration)


def _measure(designs: Iterable[_Design], reader: Reader, views: int) -> _Tally:
    """Teach each design and read the others' views with it."""
    tally, listed = _Tally(), list(designs)
    sets = {design.name: _teach(design, reader, tally) for design in listed}
    for design in listed:
        looks = []
        for number in range(views):
            crops = [vary_upright(crop, 1000 * number + k) for k, crop in enumerate(design.pictures)]
            looks.append(_View(_see(reader, crops), [CLASSES[crop.label] for crop in design.pictures]))
        _play(design.name, looks, reader, tally)
        own, others = sets[design.name], [other for name, other in sets.items() if name != design.name]
        for view in looks[1:]:
            known = apply_set(own, view.seen)
            start = time.perf_counter()
            apply_set(own, view.seen[:_HAND])
            tally.seconds.append(time.perf_counter() - start)
            tally.add("untaught", view.seen, view.truth)
            tally.add("taught", known, view.truth)
            flowers = [k for k, face in enumerate(view.truth) if face in BONUS]
            tally.add("flowers", [known[k] for k in flowers], [view.truth[k] for k in flowers])
            for other in others:
                misled = apply_set(other, view.seen)
                tally.add("mistaken", misled, view.truth)
                triples = zip(view.seen, misled, view.truth, strict=True)
                tally.wrong["worse"] += sum(before.tile == face != after.tile for before, after, face in triples)
    return tally


def _teach(design: _Design, reader: Reader, tally: _Tally) -> TileSet:
    """A set taught from one picture: what is in doubt is asked; a wrong face that is not asked stays wrong."""
    lesson = read_lesson([_see(reader, design.faces)])
    tally.questions.append(len(lesson.doubtful))
    lesson = lesson.answer({k: CLASSES[design.faces[k].label] for k in lesson.doubtful})
    taught = learn(TileSet(design.name), lesson, "lesson", reader.classifier.checksum)
    return describe_examples(taught, reader.classifier)


def _play(name: str, looks: Sequence[_View], reader: Reader, tally: _Tally) -> None:
    """Play with each view, and read the others with what was learned; a single view says little."""
    for number, view in enumerate(looks):
        played = describe_examples(_set_played(name, view), reader.classifier)
        for other in (*looks[:number], *looks[number + 1 :]):
            tally.add("unplayed", other.seen, other.truth)
            tally.add("played", apply_set(played, other.seen), other.truth)


def _set_played(name: str, view: _View) -> TileSet:
    """A set that learns while playing, from five corrections and from the hands as they are saved.

    The faces of one view come in hands of 14. The first five that are read wrong are corrected; what is read wrong
    after that is overlooked, and saved like that.
    """
    played, corrections = TileSet(name), 0
    for hand in view.hands():
        kept = []
        for k in hand:
            detection, face, source = view.seen[k], view.truth[k], f"hand#{k}"
            read = apply_set(played, [detection])[0].tile
            if read != face and corrections < _CORRECTIONS:
                corrections += 1
                played = played.add(detection, face, source)
            else:
                kept.append((detection, read, source))
        for detection, read, source in kept:
            if read not in played.faces and detection.tile == read and detection.confidence >= SURE:
                played = played.add(detection, read, source, sure=detection.confidence)
    return played


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
        except TileSetError:
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
            except TileSetError:
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

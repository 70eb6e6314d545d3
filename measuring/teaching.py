"""How much a taught tile set helps, on designs that it was not chosen on, and on real sets.

Drawn: each art family that no training saw is taught from one picture of its faces, seen flat. Other views of them are
read, lit, blurred and bent as in photos: untaught, taught, with five corrections made while playing, and with the set
of another design chosen by mistake.

Real: each set of ``datasets/sets.csv`` is taught from photos of hands, as at a table. A lesson is one to four hands,
its doubts answered by the labels. An evening is the photos of a set in turn, each corrected before the next.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.app.evaluation.judging import match_labels
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.app.reading.read import open_photo, read_hand
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import rectify
from hu.vision.networks.classifier import classify_crops
from hu.vision.networks.detector import Outline
from hu.vision.reader import Reader
from hu.vision.taught.evidence import apply_set
from hu.vision.taught.lessons import SURE, learn, read_lesson
from hu.vision.taught.tile_set import TileSet, TileSetError
from hu.vision.taught.views import describe_examples
from measuring.answers import Answer, Options, answer_of, percent
from training.data.crops import Crop
from training.data.unseen import DATASETS, HELD_FAMILIES, art_crops, column, vary_upright

_CORRECTIONS: Final = 5
_HAND: Final = 14
_SQUARE: Final = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], dtype=np.float32)
#: Rows of real sets: a count, and the count that it is a part of.
_ROWS: Final = {
    "faces learned wrongly without a question, from 1 to 4 hands": ("poisoned", "learned"),
    "lessons of 1 to 4 hands refused": ("refused", "lessons"),
    "questions a lesson": ("asked", "lessons"),
    "misread after two photos of an evening, untaught": ("untaught", "evening"),
    "misread after two photos of an evening, taught": ("taught", "evening"),
    "hands right without a set, wrong with their own": ("spoiled", "own hands"),
    "hands right without a set, wrong with another's": ("misled", "other hands"),
}


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Tiles of a set as the networks see them, in a photo or one by one."""

    name: str  # of the photo or the design
    tiles: tuple[Detection, ...]
    truth: tuple[str, ...]  # the face of each

    def count_errors(self, read: Sequence[Detection]) -> int:
        """The number of tiles that are read as another face."""
        return sum(tile.tile != face for tile, face in zip(read, self.truth, strict=True))


def teaching(options: Options) -> Answer:
    """Tile sets taught from one picture of their faces, or with ``--real`` from photos of real sets."""
    if options.real:
        return real_sets(options)
    art: dict[str, list[Crop]] = {}
    for crop in art_crops(options.shared, HELD_FAMILIES):
        art.setdefault(crop.name.split(":")[0], []).append(crop)
    rows = _measure(options, dict(sorted(art.items())))
    return answer_of(
        ["nine art families, never trained on"], {name: [figure] for name, figure in rows.items()}
    )


def _measure(options: Options, designs: Mapping[str, Sequence[Crop]]) -> dict[str, str]:
    """Teach each design from its pictures and read views of them with its set and with others; the rows' figures."""
    reader, sets, tiles, wrong = (
        options.reader,
        dict[str, TileSet](),
        Counter[str](),
        Counter[str](),
    )
    questions, seconds = list[int](), list[float]()

    def judge(state: str, view: View, read: Sequence[Detection]) -> None:
        tiles[state] += len(view.truth)
        wrong[state] += view.count_errors(read)

    for name, pictures in designs.items():
        # The first picture of a face teaches it. What is in doubt is asked; a wrong face that is not asked stays wrong.
        first: dict[int, Crop] = {}
        for crop in pictures:
            first.setdefault(crop.label, crop)
        view = _see(reader, name, list(first.values()))
        lesson = read_lesson([view.tiles])
        questions.append(len(lesson.doubtful))
        lesson = lesson.answer({k: view.truth[k] for k in lesson.doubtful})
        sets[name] = describe_examples(learn(TileSet(name), lesson, "lesson"), reader.classifier)
    for name in options.each(designs):
        views = [
            _see(
                reader,
                name,
                [vary_upright(crop, 1000 * number + k) for k, crop in enumerate(designs[name])],
            )
            for number in range(options.scenes or 9)
        ]
        # Play with each view, and read the others with what was learned; a single view says little.
        for number, view in enumerate(views):
            played = describe_examples(_play(view), reader.classifier)
            for other in (*views[:number], *views[number + 1 :]):
                judge("unplayed", other, other.tiles)
                judge("played", other, apply_set(played, other.tiles))
        for view in views[1:]:
            known = apply_set(sets[name], view.tiles)
            start = time.perf_counter()
            apply_set(sets[name], view.tiles[:_HAND])
            seconds.append(time.perf_counter() - start)
            judge("untaught", view, view.tiles)
            judge("taught", view, known)
            flowers = [k for k, face in enumerate(view.truth) if face in BONUS]
            tiles["flowers"] += len(flowers)
            wrong["flowers"] += sum(known[k].tile != view.truth[k] for k in flowers)
            for other_set in (sets[each] for each in sets if each != name):
                triples = zip(view.tiles, apply_set(other_set, view.tiles), view.truth, strict=True)
                tiles["worse"] += len(view.truth)
                wrong["worse"] += sum(
                    before.tile == face != after.tile for before, after, face in triples
                )
    return _rows(tiles, wrong, questions, seconds)


def _rows(
    tiles: Counter[str], wrong: Counter[str], questions: Sequence[int], seconds: Sequence[float]
) -> dict[str, str]:
    def right(state: str) -> str:
        return f"{percent(1 - wrong[state] / max(tiles[state], 1), 2)} of {tiles[state]:,}"

    def removed(state: str, before: str) -> str:
        return percent(1 - wrong[state] / wrong[before], 0) if wrong[before] else "none to remove"

    return {
        "top-1 per tile on a taught design": right("taught"),
        "errors removed by one teaching photo": removed("taught", "untaught"),
        "flowers and seasons on a taught design": right("flowers"),
        "errors removed by five corrections, hands saved": removed("played", "unplayed"),
        "questions while teaching a whole set, mean and most": f"{np.mean(questions):.1f}, {max(questions)}",
        "tiles made worse by another design's set": percent(
            wrong["worse"] / max(tiles["worse"], 1), 2
        ),
        "milliseconds for a photo of 14 tiles": f"{1000 * np.median(seconds):.1f}",
    }


def _see(reader: Reader, name: str, crops: Sequence[Crop]) -> View:
    """What the classifier makes of single tiles, each in a box of its own."""
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    found = [Outline(_SQUARE + np.float32(100 * k), 0.99, 0.0) for k in range(len(crops))]
    seen = classify_crops(reader.classifier, faces, found, reader.calibration)
    return View(name, tuple(seen), tuple(CLASSES[crop.label] for crop in crops))


def _play(view: View) -> TileSet:
    """A set that learns while playing, from five corrections and from the hands as they are saved.

    The faces of one view come in hands of 14. The first five that are read wrong are corrected; what is read wrong
    after that is overlooked, and saved like that.
    """
    played, corrections = TileSet(view.name), 0
    order = np.random.default_rng(4).permutation(len(view.truth)).tolist()
    for first in range(0, len(order), _HAND):
        kept = []
        for k in order[first : first + _HAND]:
            detection, face, source = view.tiles[k], view.truth[k], f"hand#{k}"
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


def real_sets(options: Options) -> Answer:
    """Real tile sets taught from photos of hands, each set of ``datasets/sets.csv`` in turn."""
    photos, reader = photos_of_sets(options), options.reader
    ready = {name: teach_set(reader, name, shown) for name, shown in photos.items()}
    tallies: dict[str, Counter[str]] = {}
    for name in options.each(photos, "sets"):
        tally = tallies[name] = Counter[str]()
        _count_lessons(photos[name], tally)
        _count_evening(reader, photos[name], tally)
        for owner, shown in photos.items():
            wrong, hands = ("spoiled", "own hands") if owner == name else ("misled", "other hands")
            for photo in shown:
                read = apply_set(ready[name], photo.tiles)
                tally[hands] += 1
                # Hands are decoded where one of their tiles changed its face.
                if any(
                    tile.tile != before.tile for tile, before in zip(read, photo.tiles, strict=True)
                ):
                    tally[wrong] += _is_read_right(photo, photo.tiles) and not _is_read_right(
                        photo, read
                    )

    def shares(tally: Counter[str]) -> dict[str, str]:
        return {row: f"{tally[part]} of {tally[whole]}" for row, (part, whole) in _ROWS.items()}

    total: Counter[str] = sum(tallies.values(), Counter())
    details = {name: shares(tally) for name, tally in tallies.items()}
    return answer_of(
        ["all sets"], {row: [figure] for row, figure in shares(total).items()}, details
    )


def photos_of_sets(options: Options) -> dict[str, list[View]]:
    """One copy of each photo in the list as the networks see it, before any layout; by the names of the sets.

    Detections without a label are left out.
    """
    sets = column(DATASETS / "sets.csv", "photo", "set")
    first: dict[str, Labelled] = {}
    for folder in ("train", "loose"):
        for photo in load_labelled(options.photos / folder, options.corrections):
            # The name ends with the number of the copy.
            stem = photo.path.stem[:-2] if photo.path.stem[-2] == "_" else photo.path.stem
            if stem in sets:
                first.setdefault(stem, photo)
    if missing := sets.keys() - first.keys():
        raise InputError(f"datasets/sets.csv: no photo {min(missing)} in {options.photos}")
    found: dict[str, list[View]] = {name: [] for name in sorted(set(sets.values()))}
    for stem in options.each(sorted(first)[:: options.every or 1], "photos"):
        labels, opened = first[stem], open_photo(first[stem].path)
        assert labels.boxes is not None  # noqa: S101  # these folders have boxes
        detections = options.reader.detect(opened)
        matches = sorted(
            match_labels(
                detections, labels.boxes * np.array([*opened.size, *opened.size], np.float32)
            ).items()
        )
        tiles, truth = (
            [detections[k] for k, _ in matches],
            [labels.tiles[label] for _, label in matches],
        )
        found[sets[stem]].append(View(labels.path.name, tuple(tiles), tuple(truth)))
    return found


def teach_set(reader: Reader, name: str, photos: Iterable[View]) -> TileSet:
    """A set learned from its first two photos that make a lesson."""
    tile_set, lessons = TileSet(name), 0
    for photo in photos:
        with suppress(TileSetError):
            lesson = read_lesson([photo.tiles])
            answers = {
                k: photo.truth[k] for k in lesson.doubtful if len(lesson.tiles) == len(photo.truth)
            }
            tile_set = learn(tile_set, lesson.answer(answers), photo.name)
            lessons += 1
        if lessons == 2:
            break
    return describe_examples(tile_set, reader.classifier)


def _count_lessons(photos: Sequence[View], tally: Counter[str]) -> None:
    """Lessons of one to four hands that follow each other."""
    for hands in (1, 2, 3, 4):
        for first in range(0, len(photos) - hands + 1, 4):
            shown = [photo for photo in photos[first : first + hands] if photo.tiles]
            pairs = [pair for photo in shown for pair in zip(photo.tiles, photo.truth, strict=True)]
            truth = [face for tile, face in pairs if tile.tile != "back"]
            tally["lessons"] += 1
            try:
                lesson = read_lesson([photo.tiles for photo in shown])
                # Refuses what cannot be one set.
                learn(TileSet(""), lesson, "")
            except TileSetError:
                tally["refused"] += 1
                continue
            tally["asked"] += len(lesson.doubtful)
            tally["learned"] += len(truth)
            learned = enumerate(zip(lesson.tiles, truth, strict=True))
            tally["poisoned"] += sum(
                face != read and k not in lesson.doubtful for k, ((_, read), face) in learned
            )


def _count_evening(reader: Reader, photos: Sequence[View], tally: Counter[str]) -> None:
    tile_set = TileSet("evening")
    for number, photo in enumerate(photos):
        read = apply_set(tile_set, photo.tiles)
        if number >= 2:
            tally["evening"] += len(photo.truth)
            tally["untaught"] += photo.count_errors(photo.tiles)
            tally["taught"] += photo.count_errors(read)
        for before, tile, face in zip(photo.tiles, read, photo.truth, strict=True):
            if tile.tile != face:
                tile_set = tile_set.add(before, face, photo.name)
        tile_set = describe_examples(tile_set, reader.classifier)


def _is_read_right(photo: View, tiles: Sequence[Detection]) -> bool:
    reading = read_hand(tiles, DEFAULT_RULES)
    faces = {id(tile.laid.detection.box): tile.tile for tile in reading.tiles}
    return all(
        faces.get(id(tile.box), face) == face for tile, face in zip(tiles, photo.truth, strict=True)
    )

"""The question how much a taught tile set helps to read its tiles.

Drawn designs: each art family that no training saw is taught from one picture of its faces, seen
flat. No threshold of the teaching was chosen on them. Other views of the faces, lit, blurred and
bent as in photos, are read in four ways: untaught, taught, with five corrections made while
playing, and with the set of another design chosen by mistake.

Real tile sets: each set of ``datasets/sets.csv`` is taught from photos of hands, as at a table. The
labels answer the doubts. Lessons of one to four hands are counted too: the refused lessons, the
questions, and the wrong faces about which a lesson does not ask. An evening is the photos of a set
in turn, each corrected before the next.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from hu.app.evaluation.judging import match_labels
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.app.reading.read import open_photo, read_hand
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.scoring.tiles import BACK, BONUS, CLASSES
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
from training.data.datasets import DATASETS, column
from training.data.unseen import HELD_FAMILIES, art_crops, vary_upright

#: Errors that people correct while they play with a view.
_CORRECTIONS: Final = 5
#: Views of each design, unless ``--scenes`` says otherwise.
_VIEWS: Final = 9
#: Tiles of a hand.
_HAND: Final = 14
#: Corners of a box of 64 pixels, clockwise from the top left.
_SQUARE: Final = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], dtype=np.float32)
#: Hands of a lesson.
_LESSON_HANDS: Final = (1, 2, 3, 4)
#: Photos from the first hand of a lesson to the first hand of the next.
_LESSON_STEP: Final = 4
#: Photos of an evening before its errors are counted.
_EVENING_START: Final = 2
#: Rows of real sets: a count, and the count that it is compared with.
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
    """Tiles of a set as the networks see them, in a photo or each by itself.

    Attributes:
        name: the name of the photo or the design.
        tiles: the detections.
        truth: the true face of each tile.
    """

    name: str
    tiles: tuple[Detection, ...]
    truth: tuple[str, ...]

    def count_errors(self, detections: Sequence[Detection]) -> int:
        """Return the number of tiles that are read as another face.

        Args:
            detections: the tiles of the view, in order, as read with a tile set or without.
        """
        errors = 0
        for detection, face in zip(detections, self.truth, strict=True):
            if detection.tile != face:
                errors += 1
        return errors


@dataclass(slots=True)
class _Tally:
    """Counts over all designs.

    Tiles and errors are counted in six states:

    - ``untaught`` and ``taught``: the same tiles, read without a tile set and with the set that was
      taught from one picture,
    - ``flowers``: the flowers and seasons among the ``taught``,
    - ``uncorrected`` and ``corrected``: the same tiles, read without a tile set and with the set
      that five corrections and the saved hands made,
    - ``other set``: tiles read with the set of another design. Its errors are only the tiles that
      are right without that set.

    Attributes:
        tiles: the number of tiles read, by their state.
        errors: the number of these that were read as another face, by their state.
        questions: for each design, the number of questions asked while it was taught.
        seconds: the times of applying a set to a hand.
    """

    tiles: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    questions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def count(self, state: str, view: View, detections: Sequence[Detection]) -> None:
        """Count the tiles and the errors of a view.

        Args:
            state: the state in which the view is read.
            view: the view.
            detections: the tiles of the view, in order, as they are read in this state.
        """
        self.tiles[state] += len(view.truth)
        self.errors[state] += view.count_errors(detections)


def teaching(options: Options) -> Answer:
    """Tile sets taught from one picture of their faces, or with ``--real`` from photos of sets."""
    if options.real:
        return real_sets(options)
    designs: dict[str, list[Crop]] = {}
    for crop in art_crops(options.shared, HELD_FAMILIES):
        design = crop.name.split(":")[0]
        designs.setdefault(design, []).append(crop)
    figures = _figures_of(_measure(options, dict(sorted(designs.items()))))
    rows = {name: [figure] for name, figure in figures.items()}
    return answer_of(["nine art families, never trained on"], rows)


def _measure(options: Options, designs: Mapping[str, Sequence[Crop]]) -> _Tally:
    """Teach each design from its pictures, and read views of it with its set and with others.

    Args:
        options: the options of the question.
        designs: pictures of faces, by the name of their design.
    """
    reader = options.reader
    tally = _Tally()
    # The tile set taught from each design's pictures, by the name of the design.
    set_of: dict[str, TileSet] = {}
    for name, pictures in designs.items():
        set_of[name], question_count = _teach_design(reader, name, pictures)
        tally.questions.append(question_count)

    for name in options.with_progress(designs):
        view_count = options.scenes or _VIEWS
        views = [_vary_design(reader, name, designs[name], number) for number in range(view_count)]
        _count_corrected(reader, views, tally)
        other_sets = [tile_set for owner, tile_set in set_of.items() if owner != name]
        # The first view counts for the corrections alone. All records so far were measured so, and
        # new figures must stay comparable with them.
        for view in views[1:]:
            _count_taught(view, set_of[name], tally)
            for other_set in other_sets:
                _count_worse(view, other_set, tally)
    return tally


def _vary_design(reader: Reader, name: str, pictures: Sequence[Crop], number: int) -> View:
    """Classify the faces of a design as another photo might show them.

    Args:
        reader: the networks.
        name: the name of the design.
        pictures: the faces of the design, flat.
        number: the number of the view. It decides how the faces vary, each in its own way.
    """
    crops = []
    for place, picture in enumerate(pictures):
        seed = 1000 * number + place
        crops.append(vary_upright(picture, seed))
    return _see(reader, name, crops)


def _teach_design(reader: Reader, name: str, pictures: Sequence[Crop]) -> tuple[TileSet, int]:
    """Teach a design from the first picture of each face.

    Doubtful faces are asked. A wrong face that is not asked stays wrong.

    Returns:
        The tile set, and the number of questions.
    """
    # The first picture of each face, by the index of the face.
    first_of: dict[int, Crop] = {}
    for crop in pictures:
        first_of.setdefault(crop.label, crop)
    view = _see(reader, name, list(first_of.values()))
    lesson = read_lesson([view.tiles])
    question_count = len(lesson.doubtful)
    lesson = lesson.answer({index: view.truth[index] for index in lesson.doubtful})
    tile_set = learn(TileSet(name), lesson, "lesson")
    return describe_examples(tile_set, reader.classifier), question_count


def _count_corrected(reader: Reader, views: Sequence[View], tally: _Tally) -> None:
    """Play with each view, and read the other views without and with the set that was learned.

    The views are played in turn, because a single view has too few tiles to count.
    """
    for played_view in views:
        tile_set = describe_examples(_play(played_view), reader.classifier)
        for view in views:
            if view is not played_view:
                tally.count("uncorrected", view, view.tiles)
                tally.count("corrected", view, apply_set(tile_set, view.tiles))


def _count_taught(view: View, tile_set: TileSet, tally: _Tally) -> None:
    """Count the errors of a view without and with its own set, and time the set for a hand."""
    taught_tiles = apply_set(tile_set, view.tiles)

    # Measure the time for a hand.
    start = time.perf_counter()
    apply_set(tile_set, view.tiles[:_HAND])
    tally.seconds.append(time.perf_counter() - start)

    tally.count("untaught", view, view.tiles)
    tally.count("taught", view, taught_tiles)
    for tile, face in zip(taught_tiles, view.truth, strict=True):
        if face in BONUS:
            tally.tiles["flowers"] += 1
            if tile.tile != face:
                tally.errors["flowers"] += 1


def _count_worse(view: View, other_set: TileSet, tally: _Tally) -> None:
    """Count the tiles that are right without a set, and wrong with the set of another design."""
    tally.tiles["other set"] += len(view.truth)
    tiles_after = apply_set(other_set, view.tiles)
    for before, after, face in zip(view.tiles, tiles_after, view.truth, strict=True):
        if before.tile == face and after.tile != face:
            tally.errors["other set"] += 1


def _figures_of(tally: _Tally) -> dict[str, str]:
    """Write the figure of each row of the table, by the row's name."""
    tiles = tally.tiles
    errors = tally.errors

    def share_right(state: str) -> str:
        share_wrong = errors[state] / max(tiles[state], 1)
        return f"{percent(1 - share_wrong, 2)} of {tiles[state]:,}"

    def errors_removed(state_before: str, state_after: str) -> str:
        if not errors[state_before]:
            return "none to remove"
        share_left = errors[state_after] / errors[state_before]
        return percent(1 - share_left, 0)

    questions = f"{np.mean(tally.questions):.1f}, {max(tally.questions)}"
    share_worse = errors["other set"] / max(tiles["other set"], 1)
    return {
        "top-1 per tile on a taught design": share_right("taught"),
        "errors removed by one teaching photo": errors_removed("untaught", "taught"),
        "flowers and seasons on a taught design": share_right("flowers"),
        "errors removed by five corrections, hands saved": errors_removed(
            "uncorrected", "corrected"
        ),
        "questions while teaching a whole set, mean and most": questions,
        "tiles made worse by another design's set": percent(share_worse, 2),
        "milliseconds for a photo of 14 tiles": f"{1000 * np.median(tally.seconds):.1f}",
    }


def _see(reader: Reader, name: str, crops: Sequence[Crop]) -> View:
    """Classify crops as if they were tiles that were detected in one photo."""
    # (n, 64, 64, 3) uint8: the rectified faces.
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    outlines = []
    for number in range(len(crops)):
        # The boxes do not overlap.
        box = _SQUARE + np.float32(100 * number)
        outlines.append(Outline(box, score=0.99, back_share=0.0))
    detections = classify_crops(reader.classifier, faces, outlines, reader.calibration)
    truth = tuple(CLASSES[crop.label] for crop in crops)
    return View(name, tuple(detections), truth)


def _play(view: View) -> TileSet:
    """Return the set that learns while people play with the tiles of a view.

    The tiles come in hands of 14, in random order. The first five tiles that are read wrong are
    corrected. Later errors are overlooked. Each hand is saved after it was read.
    """
    tile_set = TileSet(view.name)
    correction_count = 0
    order = np.random.default_rng(4).permutation(len(view.truth)).tolist()
    for start in range(0, len(order), _HAND):
        # Read the hand. Note the face of each tile that is not corrected, by the tile's index.
        saved_face_of: dict[int, str] = {}
        for index in order[start : start + _HAND]:
            detection = view.tiles[index]
            true_face = view.truth[index]
            read_face = apply_set(tile_set, [detection])[0].tile
            if read_face != true_face and correction_count < _CORRECTIONS:
                correction_count += 1
                tile_set = tile_set.add(detection, true_face, source=f"hand#{index}")
            else:
                saved_face_of[index] = read_face
        tile_set = _learn_from_saved_hand(tile_set, view, saved_face_of)
    return tile_set


def _learn_from_saved_hand(
    tile_set: TileSet, view: View, saved_face_of: Mapping[int, str]
) -> TileSet:
    """Return the set with the faces that it lacks, if the networks alone are sure of them.

    Args:
        tile_set: the set before the hand was saved.
        view: the tiles.
        saved_face_of: the face that was saved for each tile, by the tile's index in the view.
    """
    for index, saved_face in saved_face_of.items():
        detection = view.tiles[index]
        is_sure = detection.tile == saved_face and detection.confidence >= SURE
        if is_sure and saved_face not in tile_set.faces:
            tile_set = tile_set.add(
                detection, saved_face, source=f"hand#{index}", certainty=detection.confidence
            )
    return tile_set


def real_sets(options: Options) -> Answer:
    """Real tile sets taught from photos of hands, each set of ``datasets/sets.csv`` in turn."""
    reader = options.reader
    photos_of = photos_of_sets(options)
    set_of = {name: teach_set(reader, name, photos) for name, photos in photos_of.items()}
    tallies: dict[str, Counter[str]] = {}
    for name in options.with_progress(photos_of, "sets"):
        tally = Counter[str]()
        tallies[name] = tally
        _count_lessons(photos_of[name], tally)
        _count_errors_of_evening(reader, photos_of[name], tally)
        # With the taught set, read the hands of its own photos and those of all other sets.
        for owner, photos in photos_of.items():
            if owner == name:
                part = "spoiled"
                whole = "own hands"
            else:
                part = "misled"
                whole = "other hands"
            _count_hands_made_wrong(photos, set_of[name], tally, part=part, whole=whole)

    total = Counter[str]()
    for tally in tallies.values():
        total += tally
    details = {name: _shares(tally) for name, tally in tallies.items()}
    rows = {row: [figure] for row, figure in _shares(total).items()}
    return answer_of(["all sets"], rows, details)


def _shares(tally: Counter[str]) -> dict[str, str]:
    """Write the figure of each of ``_ROWS``, such as ``3 of 120``, by the row's name."""
    figures = {}
    for row, (part, whole) in _ROWS.items():
        figures[row] = f"{tally[part]} of {tally[whole]}"
    return figures


def _count_hands_made_wrong(
    photos: Sequence[View], tile_set: TileSet, tally: Counter[str], *, part: str, whole: str
) -> None:
    """Count the hands that are right without a set, and wrong with it.

    Args:
        photos: the hands.
        tile_set: the set to read them with.
        tally: the counts.
        part: the name of the count of hands that become wrong.
        whole: the name of the count of all hands.
    """
    for photo in photos:
        tally[whole] += 1
        tiles_after = apply_set(tile_set, photo.tiles)
        faces_before = [tile.tile for tile in photo.tiles]
        faces_after = [tile.tile for tile in tiles_after]
        # Laying out and decoding a hand takes long. It is done only if a tile has changed its face.
        if faces_after == faces_before:
            continue
        was_right = _is_read_right(photo.tiles, photo.truth)
        if was_right and not _is_read_right(tiles_after, photo.truth):
            tally[part] += 1


def photos_of_sets(options: Options) -> dict[str, list[View]]:
    """Detect the tiles in each photo in the list of sets, or with ``--every`` in one in so many.

    Detections without a label are left out. Of the copies of a photo only the first is read.

    Returns:
        The photos of each set, by the name of the set, in the order of their names.

    Raises:
        InputError: a photo is missing.
    """
    set_of = column(DATASETS / "sets.csv", "photo", "set")
    first_copies: dict[str, Labelled] = {}
    for folder in ("train", "loose"):
        for photo in load_labelled(options.photos / folder, options.corrections):
            stem = _without_copy_number(photo.path.stem)
            if stem in set_of:
                first_copies.setdefault(stem, photo)
    missing = set_of.keys() - first_copies.keys()
    if missing:
        raise InputError(f"datasets/sets.csv: no photo {min(missing)} in {options.photos}")

    set_names = sorted(set(set_of.values()))
    photos_of: dict[str, list[View]] = {name: [] for name in set_names}
    for stem in options.with_progress(sorted(first_copies)[:: options.every or 1], "photos"):
        photos_of[set_of[stem]].append(_read_labelled(options.reader, first_copies[stem]))
    return photos_of


def _without_copy_number(stem: str) -> str:
    """Return the name of a photo without the number of its copy: ``c248_1`` gives ``c248``."""
    if stem[-2] == "_":
        return stem[:-2]
    return stem


def _read_labelled(reader: Reader, labels: Labelled) -> View:
    """Read a photo, and keep the detections that have a label."""
    assert labels.boxes is not None  # noqa: S101  # these folders have boxes
    photo = open_photo(labels.path)
    detections = reader.detect(photo)
    # Labels are shares of the photo's width and height.
    scale = np.array([*photo.size, *photo.size], np.float32)
    label_of = match_labels(detections, labels.boxes * scale)
    labelled_detections = []
    true_faces = []
    for index in sorted(label_of):
        labelled_detections.append(detections[index])
        true_faces.append(labels.tiles[label_of[index]])
    return View(labels.path.name, tuple(labelled_detections), tuple(true_faces))


def teach_set(reader: Reader, name: str, photos: Iterable[View]) -> TileSet:
    """Teach a set from its first two photos that make a lesson.

    Photos that make no lesson are skipped.

    Args:
        reader: the networks.
        name: the name of the set.
        photos: the photos of the set.
    """
    tile_set = TileSet(name)
    lesson_count = 0
    for photo in photos:
        with suppress(TileSetError):
            lesson = read_lesson([photo.tiles])
            answers = {}
            # A lesson leaves out backs. If the photo shows any, the indices of the lesson are not
            # those of the labels, so its doubts stay unanswered.
            has_all_tiles = len(lesson.tiles) == len(photo.truth)
            if has_all_tiles:
                answers = {index: photo.truth[index] for index in lesson.doubtful}
            tile_set = learn(tile_set, lesson.answer(answers), photo.name)
            lesson_count += 1
        if lesson_count == 2:
            break
    return describe_examples(tile_set, reader.classifier)


def _count_lessons(photos: Sequence[View], tally: Counter[str]) -> None:
    """Count the outcomes of lessons of one to four photos in a row. Each photo shows a hand."""
    for hand_count in _LESSON_HANDS:
        for start in range(0, len(photos) - hand_count + 1, _LESSON_STEP):
            _count_lesson(photos[start : start + hand_count], tally)


def _count_lesson(photos: Sequence[View], tally: Counter[str]) -> None:
    """Count the questions and the wrong faces of a lesson, or that the lesson is refused."""
    tally["lessons"] += 1
    try:
        lesson = read_lesson([photo.tiles for photo in photos])
        # Learning refuses tiles that cannot belong to one set.
        learn(TileSet(""), lesson, "")
    except TileSetError:
        tally["refused"] += 1
        return

    # The true face of each tile of the lesson. A lesson leaves out tiles that are read as backs.
    true_faces: list[str] = []
    for photo in photos:
        for tile, face in zip(photo.tiles, photo.truth, strict=True):
            if tile.tile != BACK:
                true_faces.append(face)

    tally["asked"] += len(lesson.doubtful)
    tally["learned"] += len(true_faces)
    learned_faces = [face for _detection, face in lesson.tiles]
    for index, (learned_face, true_face) in enumerate(zip(learned_faces, true_faces, strict=True)):
        is_wrong = learned_face != true_face
        if is_wrong and index not in lesson.doubtful:
            tally["poisoned"] += 1


def _count_errors_of_evening(reader: Reader, photos: Sequence[View], tally: Counter[str]) -> None:
    """Count the errors of an evening: each photo is read, then corrected before the next.

    The errors without a set are counted in the same photos.
    """
    tile_set = TileSet("evening")
    for number, photo in enumerate(photos):
        tiles_after = apply_set(tile_set, photo.tiles)
        if number >= _EVENING_START:
            tally["evening"] += len(photo.truth)
            tally["untaught"] += photo.count_errors(photo.tiles)
            tally["taught"] += photo.count_errors(tiles_after)
        # Correct the photo.
        for before, after, true_face in zip(photo.tiles, tiles_after, photo.truth, strict=True):
            if after.tile != true_face:
                tile_set = tile_set.add(before, true_face, photo.name)
        tile_set = describe_examples(tile_set, reader.classifier)


def _is_read_right(detections: Sequence[Detection], true_faces: Sequence[str]) -> bool:
    """Read the hand in detections, and return whether all of its tiles have their true faces.

    Args:
        detections: the tiles of a photo.
        true_faces: the face of each detection.
    """
    reading = read_hand(detections, DEFAULT_RULES)
    return all(tile.tile == true_faces[tile.index] for tile in reading.tiles)

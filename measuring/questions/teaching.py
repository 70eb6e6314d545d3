"""How much a taught tile set helps, on designs that it was not chosen on.

Each art family that no training saw, and each design of the single tiles, is taught in turn from one picture of its
faces, seen flat, and other views of them are read, lit, blurred and bent as in photos: untaught, taught, with five
corrections made while playing, and with the set of another design chosen by mistake. The classifier was trained on the
single tiles, so their untaught figures are better than those of a set never seen.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import rectify
from hu.vision.networks.classifier import classify_crops
from hu.vision.networks.detector import Outline
from hu.vision.networks.fitted import SetDistances
from hu.vision.reader import Reader
from hu.vision.taught.evidence import applied
from hu.vision.taught.lessons import SURE, learned, read_lesson
from hu.vision.taught.relearning import up_to_date
from hu.vision.taught.tile_set import TileSet
from measuring.asking import Answer, Asked, Row, percent
from measuring.questions.real_sets import real_sets
from training.data.crops import Crop, single_crops
from training.data.unseen import HELD_FAMILIES, art_crops, column, varied

_CORRECTIONS: Final = 5
_HAND: Final = 14
_SQUARE: Final = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], dtype=np.float32)
#: One view of every face of a design: what was seen, and the faces.
View = tuple[list[Detection], list[str]]


def teaching(asked: Asked) -> Answer:
    """Tile sets taught from one picture of their faces, or with `--real` from photos of hands of seven real sets."""
    if asked.real:
        return real_sets(asked)
    kinds = {
        "nine art families, never trained on": list(art_families(asked.shared)),
        "15 designs of single tiles, trained on": list(single_designs(asked.shared, asked.datasets)),
    }
    views = asked.scenes or 9
    columns = [rows(measure(asked.each(designs, kind), asked.reader, views)) for kind, designs in kinds.items()]
    found = [
        Row(first[0], tuple(row[1] for row in (first, *others)), first[2])
        for first, *others in zip(*columns, strict=True)
    ]
    return Answer(tuple(kinds), tuple(row for row in found if row.target), {row.measure: row.figures for row in found})


@dataclass(slots=True)
class TeachingTally:
    """Tiles read, and those read wrong."""

    tiles: int = 0
    wrong: int = 0

    def share(self) -> str:
        """The share read right."""
        return f"{percent(1 - self.wrong / max(self.tiles, 1), 2)} of {self.tiles:,}"

    def add(self, detections: Sequence[Detection], truth: Sequence[str]) -> None:
        """Count some tiles."""
        self.tiles += len(truth)
        self.wrong += sum(tile.tile != face for tile, face in zip(detections, truth, strict=True))

    def removed_from(self, before: "TeachingTally") -> str:
        """The share of the errors before that are gone."""
        return percent(1 - self.wrong / before.wrong, 0) if before.wrong else "none to remove"


@dataclass(slots=True)
class TeachingFigures:
    """What is counted over several designs."""

    untaught: TeachingTally = field(default_factory=TeachingTally)
    taught: TeachingTally = field(default_factory=TeachingTally)
    flowers_before: TeachingTally = field(default_factory=TeachingTally)
    flowers: TeachingTally = field(default_factory=TeachingTally)
    in_hands: TeachingTally = field(default_factory=TeachingTally)
    flowers_in_hands: TeachingTally = field(default_factory=TeachingTally)
    unplayed: TeachingTally = field(default_factory=TeachingTally)
    played: TeachingTally = field(default_factory=TeachingTally)
    corrected: TeachingTally = field(default_factory=TeachingTally)
    mistaken: TeachingTally = field(default_factory=TeachingTally)
    worse: int = 0
    questions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Design:
    """A tile set with one picture of each face, seen flat, and the pictures that views are made of."""

    name: str
    faces: list[Crop]
    pictures: list[Crop]


def seen(reader: Reader, crops: Sequence[Crop]) -> list[Detection]:
    """What the classifier makes of single tiles, each in a box of its own."""
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    found = [Outline(_SQUARE + np.float32(100 * k), 0.99, 0.0) for k in range(len(crops))]
    return classify_crops(reader.classifier, faces, found, reader.fitted)


def art_families(shared: Path) -> Iterator[Design]:
    """Each art family that no training saw."""
    crops = list(art_crops(shared, HELD_FAMILIES))
    for name in sorted({crop.name.split(":")[0] for crop in crops}):
        faces = [crop for crop in crops if crop.name.split(":")[0] == name]
        yield Design(name, faces, faces)


def single_designs(shared: Path, datasets: Path) -> Iterator[Design]:
    """Each design of the single tiles, which the classifier's training saw; the first picture of a face teaches it."""
    designs = column(datasets / "designs.csv", "file", "design")
    tiles = column(shared / "photos" / "tiles.csv", "file", "tile")
    for name in sorted(set(designs.values())):
        files = [(file, tiles[file]) for file, design in designs.items() if design == name]
        pictures = list(single_crops(shared / "photos" / "tiles", files))
        faces = {crop.label: crop for crop in reversed(pictures)}
        yield Design(name, list(faces.values()), pictures)


def measure(designs: Iterable[Design], reader: Reader, views: int) -> TeachingFigures:
    """Teach each design and read the others' views with it."""
    figures = TeachingFigures()
    listed, apart = list(designs), reader.fitted.sets
    sets = {design.name: _taught(design, reader, figures) for design in listed}
    for design in listed:
        looks = [_view(design, reader, number) for number in range(views)]
        _play(design.name, looks, reader, figures)
        for detections, truth in looks[1:]:
            figures.untaught.add(detections, truth)
            _hands(sets[design.name], (detections, truth), apart, figures)
            known = applied(sets[design.name], detections, apart)
            start = time.perf_counter()
            applied(sets[design.name], detections[:_HAND], apart)
            figures.seconds.append(time.perf_counter() - start)
            figures.taught.add(known, truth)
            figures.flowers_before.add(*_bonus(detections, truth))
            figures.flowers.add(*_bonus(known, truth))
            _mistake(design.name, (detections, truth), sets, apart, figures)
    return figures


def _taught(design: Design, reader: Reader, figures: TeachingFigures) -> TileSet:
    """A set taught from one picture: what is in doubt is asked; a wrong face that is not asked stays wrong."""
    lesson = read_lesson([seen(reader, design.faces)])
    figures.questions.append(len(lesson.doubtful))
    lesson = lesson.answered({k: CLASSES[design.faces[k].label] for k in lesson.doubtful})
    return up_to_date(learned(TileSet(design.name), lesson, "lesson", reader.classifier.checksum), reader.classifier)


def _view(design: Design, reader: Reader, number: int) -> View:
    crops = [varied(crop, 1000 * number + k) for k, crop in enumerate(design.pictures)]
    return seen(reader, crops), [CLASSES[crop.label] for crop in design.pictures]


def _bonus(detections: Sequence[Detection], truth: Sequence[str]) -> View:
    chosen = [k for k, face in enumerate(truth) if face in BONUS]
    return [detections[k] for k in chosen], [truth[k] for k in chosen]


def _hands(tile_set: TileSet, view: View, apart: SetDistances, figures: TeachingFigures) -> None:
    """Read the faces of a view in hands of 14, as photos show them: few of the flowers are seen together."""
    for hand in _dealt(view):
        detections, truth = [view[0][k] for k in hand], [view[1][k] for k in hand]
        known = applied(tile_set, detections, apart)
        figures.in_hands.add(known, truth)
        figures.flowers_in_hands.add(*_bonus(known, truth))


def _dealt(view: View) -> list[list[int]]:
    order = np.random.default_rng(4).permutation(len(view[1])).tolist()
    return [order[first : first + _HAND] for first in range(0, len(order), _HAND)]


def _play(name: str, looks: Sequence[View], reader: Reader, figures: TeachingFigures) -> None:
    """Play with each view in turn, and read the others with what was learned; a single view says little."""
    apart = reader.fitted.sets
    for number, view in enumerate(looks):
        corrected, played = (up_to_date(tile_set, reader.classifier) for tile_set in _played(name, view, apart))
        for detections, truth in (*looks[:number], *looks[number + 1 :]):
            figures.unplayed.add(detections, truth)
            figures.corrected.add(applied(corrected, detections, apart), truth)
            figures.played.add(applied(played, detections, apart), truth)


def _played(name: str, view: View, apart: SetDistances) -> tuple[TileSet, TileSet]:
    """Sets that learn while playing: from five corrections alone, and from the hands as they are saved, too.

    The faces of one view come in hands of 14. The first five that are read wrong are corrected; what is read wrong
    after that is overlooked, and saved like that.
    """
    alone = hands = TileSet(name)
    corrections = 0
    for hand in _dealt(view):
        said = []
        for k in hand:
            detection, face, source = view[0][k], view[1][k], f"hand#{k}"
            read = applied(hands, [detection], apart)[0].tile
            if read != face and corrections < _CORRECTIONS:
                corrections += 1
                alone, hands = (known.shown(detection, face, source) for known in (alone, hands))
            else:
                said.append((detection, read, source))
        for detection, read, source in said:
            if read not in hands.faces and detection.tile == read and detection.confidence >= SURE:
                hands = hands.shown(detection, read, source, sure=detection.confidence)
    return alone, hands


def _mistake(name: str, view: View, sets: Mapping[str, TileSet], apart: SetDistances, figures: TeachingFigures) -> None:
    detections, truth = view
    for other in sets.keys() - {name}:
        misled = applied(sets[other], detections, apart)
        figures.mistaken.add(misled, truth)
        pairs = zip(detections, misled, truth, strict=True)
        figures.worse += sum(before.tile == face != after.tile for before, after, face in pairs)


def rows(figures: TeachingFigures) -> list[tuple[str, str, str]]:
    """Each measure with what was reached, and the target."""
    before, flowers = figures.untaught, figures.flowers_before
    return [
        ("top-1 per tile, untaught", before.share(), ""),
        ("top-1 per tile on a taught design", figures.taught.share(), "99.7 %"),
        ("errors removed by one teaching photo", figures.taught.removed_from(before), "80 %"),
        ("flowers and seasons, untaught", flowers.share(), ""),
        ("flowers and seasons on a taught design", figures.flowers.share(), "99 %"),
        ("top-1 on a taught design, in hands of 14", figures.in_hands.share(), ""),
        ("flowers and seasons of a taught design, in hands of 14", figures.flowers_in_hands.share(), ""),
        ("errors removed by five corrections, hands saved", figures.played.removed_from(figures.unplayed), "60 %"),
        ("errors removed by five corrections alone", figures.corrected.removed_from(figures.unplayed), ""),
        (
            "questions while teaching a whole set, mean and most",
            f"{np.mean(figures.questions):.1f}, {max(figures.questions)}",
            "6",
        ),
        (
            "tiles made worse by another design's set",
            percent(figures.worse / max(figures.mistaken.tiles, 1), 2),
            "0.1 %",
        ),
        ("milliseconds for a photo of 14 tiles", f"{1000 * np.median(figures.seconds):.1f}", "10"),
    ]

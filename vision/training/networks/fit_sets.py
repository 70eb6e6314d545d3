"""How far real tile sets' pictures lie apart: fits ``hu.vision.networks.fitted.SetDistances`` for ``fit``.

The tiles are the labelled ones of the photos in ``datasets/sets.csv``, as they are detected.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.networks.fitted import SetDistances
from hu.vision.photo.decoding import decode_photo
from hu.vision.photo.labels import Label, read_corrections, read_labels
from hu.vision.reader import Reader
from hu.vision.taught.evidence import LEAST_DISTANCE, on_table
from hu.vision.taught.relearning import up_to_date
from hu.vision.taught.tile_set import TileSet
from hu.vision.training.data.unseen import column

Floats = NDArray[np.float64]
#: A photo's faces: the features of one tile of each, ``(2, d)`` float32, and with its views' ``(v, d)``.
Faces = Mapping[str, tuple[NDArray[np.float32], NDArray[np.float32]]]
#: Fewer common faces of two photos say little.
_COMMON: Final = 4
#: How many photos of a set are taken for its examples.
_EXAMPLES: Final = 3


def sets_of(shared: Path, datasets: Path, reader: Reader, every: int) -> dict[str, list[Faces]]:
    """The faces of each set's photos, one picture of each face; one photo in ``every`` is read."""
    found: dict[str, list[Faces]] = defaultdict(list)
    corrections = read_corrections(datasets / "corrections.csv")
    names = sorted(column(datasets / "sets.csv", "photo", "set").items())
    for stem, name in names[::every]:
        path = _path(shared, stem)
        labels = corrections.apply(path.name, read_labels(path.parents[1] / "labels" / f"{path.stem}.txt"))
        photo = decode_photo(path)
        shown = {
            label.tile: tile
            for tile in reader.detect(photo)
            for label in labels
            if label.tile in FACES and _lies_in(tile, label, photo.size)
        }
        found[name].append(faces_of(stem, shown, reader))
    return dict(found)


def faces_of(source: str, shown: Mapping[str, Detection], reader: Reader) -> Faces:
    """What the classifier sees in one picture of each face, and in views of it."""
    examples = TileSet(source)
    for face, tile in shown.items():
        examples = examples.shown(tile, face, source, reader.classifier.checksum)
    ready = up_to_date(examples, reader.classifier).examples
    return {example.tile: (example.features, np.concatenate([example.features, example.views])) for example in ready}


def _lies_in(tile: Detection, label: Label, size: tuple[int, int]) -> bool:
    (x, y), (x0, y0, x1, y1) = tile.center / np.array(size), label.box
    return bool(x0 < x < x1 and y0 < y < y1)


def _path(shared: Path, stem: str) -> Path:
    for folder, name in (("train", stem), ("train", f"{stem}_0"), ("train", f"{stem}_1"), ("loose", stem)):
        path = shared / "photos" / folder / "images" / f"{name}.jpg"
        if path.is_file():
            return path
    raise FileNotFoundError(f"{shared / 'photos'}: no photo {stem} of datasets/sets.csv")


def between(photos: Sequence[Faces], others: Sequence[Faces]) -> Iterator[dict[str, float]]:
    """Logarithms of the distances from each photo's faces to their nearest examples in a few of the other photos."""
    for first in photos:
        rest = [photo for photo in others if photo is not first]
        for taught in (rest[start : start + _EXAMPLES] for start in range(0, len(rest), _EXAMPLES)):
            near = {
                face: max(float((seen @ photo[face][1].T).max()) for photo in taught if face in photo)
                for face, (seen, _) in sorted(first.items())
                if any(face in photo for photo in taught)
            }
            if len(near) >= _COMMON:
                yield {face: float(np.log(max(1 - cosine, 0) + LEAST_DISTANCE)) for face, cosine in near.items()}


def distances_of(sets: Mapping[str, Sequence[Faces]]) -> SetDistances:
    """The distances that are likeliest for these sets: normal ones of one spread, which a photo moves together."""
    same = [np.array(list(pair.values())) for photos in sets.values() for pair in between(photos, photos)]
    far: dict[str, list[float]] = defaultdict(list)
    for name, photos in sets.items():
        for other in sets.keys() - {name}:
            for pair in between(photos, sets[other]):
                for face, distance in pair.items():
                    far[face].append(distance)
    every = float(np.mean([distance for known in far.values() for distance in known]))
    others = tuple(round(float(np.mean(far.get(face) or [every])), 2) for face in CLASSES[: len(FACES)])
    off = [pair - float(np.concatenate(same).mean()) for pair in same]
    together = float(np.var([pair.mean() for pair in off]))
    spread = float(np.concatenate(off).std())
    return SetDistances(
        same=round(float(np.concatenate(same).mean()), 2),
        spread=round(spread, 2),
        together=round(together / spread**2, 2),
        others=others,
    )


def told_apart(apart: SetDistances, photos: Sequence[Faces], others: Sequence[Faces]) -> tuple[float, float]:
    """The shares of a set's own photos, and of others', that lie on the right side."""

    def right(pairs: Iterator[dict[str, float]], sign: int) -> float:
        odds = []
        for pair in pairs:
            rows = np.full((len(pair), len(FACES)), np.inf)
            for row, (face, distance) in enumerate(pair.items()):
                rows[row, CLASSES.index(face)] = distance
            odds.append(on_table(rows, apart).log_odds * sign)
        return float(np.mean(np.array(odds) > 0)) if odds else float("nan")

    return right(between(photos, photos), 1), right(between(photos, others), -1)


def left_out(sets: Mapping[str, Sequence[Faces]]) -> Iterator[str]:
    """How well each set is told from the others by what the others say, in words."""
    for name, photos in sets.items():
        rest = {other: shown for other, shown in sets.items() if other != name}
        own, other = told_apart(distances_of(rest), photos, [photo for shown in rest.values() for photo in shown])
        yield f"{name}, left out of the fit: {own:.1%} of its own pairs of photos told, {other:.1%} of others'"

"""How far real tile sets' pictures lie apart: fits ``hu.vision.networks.fitted.SetDistances`` for ``fit``.

The tiles are the labelled ones of the photos in ``datasets/sets.csv``, as they are detected.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import FACES
from hu.vision.detection import Detection
from hu.vision.networks.fitted import UNTOLD, SetDistances
from hu.vision.photo.decoding import decode_photo
from hu.vision.photo.labels import Label, read_corrections, read_labels
from hu.vision.reader import Reader
from hu.vision.taught.evidence import log_distances, on_table, one_tile_each
from hu.vision.taught.relearning import up_to_date
from hu.vision.taught.tile_set import TileSet
from training.data.unseen import column

Floats = NDArray[np.float64]
#: A photo's faces: the features of one tile of each, ``(2, d)`` float32, and with its views' ``(v, d)``.
Faces = Mapping[str, tuple[NDArray[np.float32], NDArray[np.float32]]]
#: Of every two sets, the distances of each photo of the first to a few of the second, by their faces.
Pairs = Mapping[tuple[str, str], Sequence[Mapping[str, float]]]
#: Fewer common faces of two photos say little.
_COMMON: Final = 4
#: How many photos of a set are taken for its examples.
_EXAMPLES: Final = 3


def sets_of(shared: Path, datasets: Path, reader: Reader, every: int) -> dict[str, list[Faces]]:
    """The faces of each set's photos, one picture of each face.

    Args:
        shared: the shared data folder; photos that it lacks are left out.
        datasets: the folder of ``sets.csv``.
        reader: reads the photos.
        every: read one photo in this many.
    """
    found: dict[str, list[Faces]] = defaultdict(list)
    corrections = read_corrections(datasets / "corrections.csv")
    names = sorted(column(datasets / "sets.csv", "photo", "set").items())
    for stem, name in names[::every]:
        path = _path(shared, stem)
        if path is None:
            continue
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


def _path(shared: Path, stem: str) -> Path | None:
    for folder, name in (("train", stem), ("train", f"{stem}_0"), ("train", f"{stem}_1"), ("loose", stem)):
        path = shared / "photos" / folder / "images" / f"{name}.jpg"
        if path.is_file():
            return path
    return None


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
                yield dict(zip(near, log_distances(np.array([*near.values()])).tolist(), strict=True))


def pairs_of(sets: Mapping[str, Sequence[Faces]]) -> Pairs:
    """The distances between the photos of every two sets, and of each set to its own."""
    return {(one, other): list(between(sets[one], sets[other])) for one in sets for other in sets}


def without(pairs: Pairs, name: str) -> Pairs:
    """The distances that have nothing to do with a set."""
    return {names: seen for names, seen in pairs.items() if name not in names}


def distances_of(pairs: Pairs) -> SetDistances:
    """The distances that are likeliest for these sets: normal ones of one spread, which a photo moves together.

    Without two sets, each with two photos, nothing tells sets apart.
    """
    same = [np.array(list(seen.values())) for (one, other), known in pairs.items() if one == other for seen in known]
    far: dict[str, list[float]] = defaultdict(list)
    for (one, other), known in pairs.items():
        if one != other:
            for seen in known:
                for face, distance in seen.items():
                    far[face].append(distance)
    if not same or not far:
        return UNTOLD
    every = float(np.mean([distance for seen in far.values() for distance in seen]))
    others = tuple(round(float(np.mean(far.get(face) or [every])), 2) for face in FACES)
    mean = float(np.concatenate(same).mean())
    off = [seen - mean for seen in same]
    spread = float(np.concatenate(off).std())
    together = float(np.var([seen.mean() for seen in off])) / spread**2
    return SetDistances(round(mean, 2), others, round(spread, 2), round(together, 2))


def left_out(pairs: Pairs) -> Iterator[str]:
    """How well each set is told from the others by what the others say, in words."""
    for name in sorted({one for one, _ in pairs}):
        apart = distances_of(without(pairs, name))
        own = _right(pairs[name, name], apart, 1)
        strangers = [seen for (one, other), known in pairs.items() if one == name != other for seen in known]
        told = f"{own:.1%} of its own pairs of photos told, {_right(strangers, apart, -1):.1%} of others'"
        yield f"{name}, left out of the fit: {told}"


def _right(seen: Sequence[Mapping[str, float]], apart: SetDistances, sign: int) -> float:
    """The share of pairs of photos that lie on the right side."""
    odds = [on_table(one_tile_each([*pair.items()]), apart).log_odds * sign for pair in seen]
    return float(np.mean(np.array(odds) > 0)) if odds else float("nan")

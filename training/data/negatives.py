"""What is no tile though it may look like one: gaps, edges, halves, pieces of two neighbours.

``python -m training.data.negatives --weights models --scenes DIR --photos DIR --out NEGATIVES`` takes the
detector's false detections, halves of tiles and places beside tiles, from rendered scenes and labelled photos, and
writes an ``.npz`` for each picture, which ``training.networks.train_classifier --negatives`` reads.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hu.vision.finding.passes import detect_in_passes
from hu.vision.geometry import rectify
from hu.vision.networks.classifier import classify
from hu.vision.networks.detector import DetectorSettings
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from training.command import new_parser, run
from training.data.crops import NEGATIVE, Box, Crop, Image, cut, labelled_photos, rendered_scenes

#: False detections are looked for down to this score.
_PROPOSING: Final = DetectorSettings(proposal_score=0.1, hint_score=0.1)
#: What shares more than this with a tile (intersection over union) may be called one.
_SHARED: Final = 0.35
#: In a photo not every tile has a label: a detection is a piece of a labelled one if it shares this much; else it
#: may be a tile without a label if its score times confidence is above this.
_PIECE: Final = 0.1
_SURE: Final = 0.5
#: Places beside tiles, in tile widths or heights from the tile's middle; in photos nearer, short of unlabelled tiles.
_BESIDE: Final = (0.5, 1.2)
_BESIDE_LABELLED: Final = (0.5, 0.6)
#: How many places beside tiles are tried in each picture.
_TRIES: Final = 6
#: Halves of tiles in each picture, and how much of the tile each keeps.
_HALVES: Final = 3
_HALF: Final = (0.4, 0.58)
#: Crops whose brightness has a smaller standard deviation, in levels, are plain. Only every fourth of those is kept:
#: more of them would teach that a white dragon without ink is no tile.
_PLAIN_BELOW: Final = 12.0
_PLAIN_KEPT: Final = 4


def shares(box: Box, tiles: Sequence[Box]) -> float:
    """The most that an outline ``(4, 2)`` shares with any of some others: intersection over union."""
    area = float(cv2.contourArea(box))
    most = 0.0
    for tile in tiles:
        common = float(cv2.intersectConvexConvex(box, tile)[0])
        most = max(most, common / max(area + float(cv2.contourArea(tile)) - common, 1e-6))
    return most


def beside(
    tiles: Sequence[Box], away: tuple[float, float], rng: np.random.Generator
) -> Iterator[Box]:
    """Outlines moved off their tiles along one side by ``away`` of its length, where no tile lies."""
    for _ in range(_TRIES if tiles else 0):
        tile = tiles[int(rng.integers(len(tiles)))]
        side = tile[1] - tile[0] if rng.random() < 0.5 else tile[3] - tile[0]
        moved = (tile + side * rng.uniform(*away) * rng.choice([-1, 1])).astype(np.float32)
        if shares(moved, tiles) <= _SHARED:
            yield moved


def halves(tiles: Sequence[Box], rng: np.random.Generator) -> Iterator[Box]:
    """Outlines of half a tile, as a detector cuts tiles that stand at a slant: upper, lower, left or right."""
    for _ in range(_HALVES if tiles else 0):
        tile = np.roll(tiles[int(rng.integers(len(tiles)))], int(rng.integers(4)), axis=0)
        kept = float(rng.uniform(*_HALF))
        yield np.stack(
            [
                tile[0],
                tile[1],
                tile[1] + (tile[2] - tile[1]) * kept,
                tile[0] + (tile[3] - tile[0]) * kept,
            ]
        )


def in_scenes(
    folder: Path, reader: Reader, rng: np.random.Generator
) -> Iterator[tuple[str, Image, list[Box]]]:
    """Pictures of a folder of rendered scenes, by name, and where in them there is no tile."""
    for name, image, truth in rendered_scenes(folder):
        tiles = [np.array(tile["box"], dtype=np.float32) for tile in truth]
        shown = [box for box, tile in zip(tiles, truth, strict=True) if tile["labelled"]]
        found = detect_in_passes(reader.detector, Photo.of(image), _PROPOSING)
        false = [tile.box for tile in found if shares(tile.box, tiles) <= _SHARED]
        moved = [box for box in beside(shown, _BESIDE, rng) if shares(box, tiles) <= _SHARED]
        yield f"{folder.name}-{name}", image, [*false, *moved, *halves(shown, rng)]


def in_photos(
    folder: Path, reader: Reader, rng: np.random.Generator
) -> Iterator[tuple[str, Image, list[Box]]]:
    """Photos of a folder with ``images/`` and ``labels/``, by name, and where in them is no tile, or a piece of one."""
    for photo in labelled_photos(folder):
        tiles = [photo.corners(label) for label in photo.labels]
        found = detect_in_passes(reader.detector, Photo.of(photo.image), _PROPOSING)
        seen = classify(reader.classifier, photo.image, found, reader.calibration)
        shared = [shares(tile.box, tiles) for tile in seen]
        false = [
            tile.box
            for tile, share in zip(seen, shared, strict=True)
            if share <= _SHARED and (share >= _PIECE or tile.belief < _SURE)
        ]
        yield (
            photo.path.name,
            photo.image,
            [*false, *beside(tiles, _BESIDE_LABELLED, rng), *halves(tiles, rng)],
        )


def store(path: Path, image: Image, boxes: Sequence[Box]) -> int:
    """Write the crops of a picture with their surroundings, those outside of it left out; returns how many."""
    size = image.shape[1::-1]
    inside = [
        box for box in boxes if (box.mean(axis=0) >= 0).all() and (box.mean(axis=0) < size).all()
    ]
    cuts = [cut(image, box) for box in inside]
    crops = [(patch, box) for patch, box in cuts if min(patch.shape[:2]) >= 8]
    patches = {f"patch{number}": patch for number, (patch, _) in enumerate(crops)}
    places = np.array([box for _, box in crops], np.float32).reshape(-1, 4, 2)
    np.savez(path, places=places, **patches)  # type: ignore[arg-type]
    return len(crops)


def negative_crops(folder: Path) -> Iterator[Crop]:
    """Yield the stored crops that show no tile, but only every ``_PLAIN_KEPT``-th plain one."""
    plain = 0
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as crops:
            for number, box in enumerate(crops["places"]):
                crop = Crop(
                    crops[f"patch{number}"], box, NEGATIVE, -1, "negative", f"{path.stem}:{number}"
                )
                inner = rectify(crop.image, crop.box)[12:-12, 12:-12]
                is_plain = bool(inner.mean(axis=2).std() < _PLAIN_BELOW)
                plain += is_plain
                if not is_plain or plain % _PLAIN_KEPT == 0:
                    yield crop


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument(
        "--scenes", type=Path, action="append", default=[], help="folder of rendered scenes"
    )
    parser.add_argument(
        "--photos", type=Path, action="append", default=[], help="folder of labelled photos"
    )
    parser.add_argument(
        "--weights", type=Path, default=Path("models"), help="folder with the networks"
    )
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    reader, rng = Reader(args.weights, threads=1), np.random.default_rng(1)
    pictures = [in_photos(folder, reader, rng) for folder in args.photos]
    pictures += [in_scenes(folder, reader, rng) for folder in args.scenes]
    count = sum(
        store(args.out / f"{name}.npz", image, boxes)
        for some in pictures
        for name, image, boxes in some
    )
    print(f"{count} crops of no tile in {args.out}")  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)

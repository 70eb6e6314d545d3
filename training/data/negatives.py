"""Negatives: crops that show no tile though they may look like one.

``python -m training.data.negatives --weights models --scenes DIR --photos DIR --out NEGATIVES``
takes the detector's false detections, halves of tiles and places beside tiles, from rendered scenes
and labelled photos. It writes an ``.npz`` for each picture, which
``training.networks.train_classifier --negatives`` reads.
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

#: Name, picture and places without a whole tile.
_Negatives = Iterator[tuple[str, Image, list[Box]]]

#: False detections are looked for down to this score.
_PROPOSING: Final = DetectorSettings(proposal_score=0.1, faint_score=0.1, hint_score=0.1)
#: A place with a larger IoU with a tile may show the tile.
_MOST_IOU: Final = 0.35
#: In a photo not every tile has a label. A detection is a piece of a labelled tile if its IoU is at
#: least this.
_PIECE: Final = 0.1
#: Any other detection may be a tile without a label if its score times confidence is at least this.
_SURE: Final = 0.5
#: How far outlines are moved off tiles of scenes: the least and the greatest distance, in widths or
#: heights of the tile.
_BESIDE: Final = (0.5, 1.2)
#: The same for photos. The distance is smaller, because other tiles nearby may have no label.
_BESIDE_LABELLED: Final = (0.5, 0.6)
#: How many places beside tiles are tried in each picture.
_TRIES: Final = 6
#: How many halves of tiles are cut in each picture.
_HALVES: Final = 3
#: The least and the greatest share of the tile that a half keeps.
_HALF_SHARES: Final = (0.4, 0.58)
#: Least side of a crop in pixels.
_LEAST_PX: Final = 8
#: A crop is plain if the standard deviation of its brightness is smaller, in levels.
_PLAIN_BELOW: Final = 12.0
#: The edges of a rectified crop, in pixels, do not count for this: they also show its surroundings.
_EDGE_PX: Final = 12
#: Only every fourth plain crop is used: more would teach that a white dragon without ink is no
#: tile.
_PLAIN_STRIDE: Final = 4


def greatest_iou_with(box: Box, tiles: Sequence[Box]) -> float:
    """The greatest IoU of an outline, ``(4, 2)``, with any of some tiles. 0 if there are none."""
    area = float(cv2.contourArea(box))
    greatest_iou = 0.0
    for tile in tiles:
        common = float(cv2.intersectConvexConvex(box, tile)[0])
        union = area + float(cv2.contourArea(tile)) - common
        greatest_iou = max(greatest_iou, common / max(union, 1e-6))
    return greatest_iou


def beside(
    tiles: Sequence[Box], away: tuple[float, float], rng: np.random.Generator
) -> Iterator[Box]:
    """Yield some outlines moved off their tiles, without those that may show another tile.

    Args:
        tiles: ``(4, 2)`` pixels each.
        away: the least and the greatest distance by which they move along a side of the tile, in
            lengths of that side.
        rng: decides tiles, sides and distances.
    """
    if not tiles:
        return
    for _ in range(_TRIES):
        tile = tiles[int(rng.integers(len(tiles)))]
        # Along the tile's width, or along its height.
        end = tile[1] if rng.random() < 0.5 else tile[3]
        side = end - tile[0]
        distance = rng.uniform(*away)
        direction = rng.choice([-1, 1])
        moved = (tile + side * distance * direction).astype(np.float32)
        if greatest_iou_with(moved, tiles) <= _MOST_IOU:
            yield moved


def halves(tiles: Sequence[Box], rng: np.random.Generator) -> Iterator[Box]:
    """Yield outlines of about half a tile, at any of its sides, as a detector cuts slanted tiles.

    Args:
        tiles: ``(4, 2)`` pixels each.
        rng: decides tiles and halves.
    """
    if not tiles:
        return
    for _ in range(_HALVES):
        tile = tiles[int(rng.integers(len(tiles)))]
        # Any side of the tile may be its upper side.
        tile = np.roll(tile, int(rng.integers(4)), axis=0)
        share = float(rng.uniform(*_HALF_SHARES))
        lower_right = tile[1] + (tile[2] - tile[1]) * share
        lower_left = tile[0] + (tile[3] - tile[0]) * share
        yield np.stack([tile[0], tile[1], lower_right, lower_left])


def in_scenes(folder: Path, reader: Reader, rng: np.random.Generator) -> _Negatives:
    """Yield pictures of a folder of rendered scenes, and places in them without a whole tile.

    Args:
        folder: of the scenes.
        reader: whose false detections count.
        rng: decides the other places.

    Yields:
        Name, ``(h, w, 3)`` uint8 RGB, and ``(4, 2)`` outlines.
    """
    for name, image, truth in rendered_scenes(folder):
        tiles = [np.array(tile["box"], dtype=np.float32) for tile in truth]
        labelled = []
        for box, tile in zip(tiles, truth, strict=True):
            if tile["labelled"]:
                labelled.append(box)
        outlines = detect_in_passes(reader.detector, Photo.of(image), _PROPOSING)
        places = [outline.box for outline in outlines]
        places += beside(labelled, _BESIDE, rng)
        places = [box for box in places if greatest_iou_with(box, tiles) <= _MOST_IOU]
        places += halves(labelled, rng)
        yield f"{folder.name}-{name}", image, places


def in_photos(folder: Path, reader: Reader, rng: np.random.Generator) -> _Negatives:
    """Yield photos of a folder with ``images/`` and ``labels/``, and places without a whole tile.

    Args:
        folder: of the photos.
        reader: whose false detections count.
        rng: decides the other places.

    Yields:
        Name, ``(h, w, 3)`` uint8 RGB, and ``(4, 2)`` outlines.
    """
    for photo in labelled_photos(folder):
        tiles = [photo.corners(label) for label in photo.labels]
        outlines = detect_in_passes(reader.detector, Photo.of(photo.image), _PROPOSING)
        detections = classify(reader.classifier, photo.image, outlines, reader.calibration)
        places = []
        for detection in detections:
            iou = greatest_iou_with(detection.box, tiles)
            if iou > _MOST_IOU:
                continue
            is_piece = iou >= _PIECE
            may_be_unlabelled_tile = not is_piece and detection.belief >= _SURE
            if not may_be_unlabelled_tile:
                places.append(detection.box)
        places += beside(tiles, _BESIDE_LABELLED, rng)
        places += halves(tiles, rng)
        yield photo.path.name, photo.image, places


def store(path: Path, image: Image, boxes: Sequence[Box]) -> int:
    """Write the crops of a picture with their surroundings.

    Crops whose middle is outside the picture, and very small crops, are left out.

    Args:
        path: an ``.npz`` file.
        image: ``(h, w, 3)`` uint8 RGB.
        boxes: ``(4, 2)`` outlines.

    Returns:
        How many crops were written.
    """
    size = image.shape[1::-1]
    patches = {}
    places: list[Box] = []
    for box in boxes:
        middle = box.mean(axis=0)
        if (middle < 0).any() or (middle >= size).any():
            continue
        patch, place = cut(image, box)
        if min(patch.shape[:2]) >= _LEAST_PX:
            patches[f"patch{len(places)}"] = patch
            places.append(place)
    outlines = np.array(places, np.float32).reshape(-1, 4, 2)
    np.savez(path, places=outlines, **patches)  # type: ignore[arg-type]
    return len(places)


def negative_crops(folder: Path) -> Iterator[Crop]:
    """Yield the stored crops that show no tile, but only every fourth plain crop."""
    plain_count = 0
    for crop in _stored_crops(folder):
        if _is_plain(crop):
            plain_count += 1
            if plain_count % _PLAIN_STRIDE != 0:
                continue
        yield crop


def _stored_crops(folder: Path) -> Iterator[Crop]:
    """Yield every crop that ``store`` wrote into the files of a folder."""
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as arrays:
            for number, box in enumerate(arrays["places"]):
                patch = arrays[f"patch{number}"]
                name = f"{path.stem}:{number}"
                yield Crop(patch, box, NEGATIVE, turns=-1, kind="negative", name=name)


def _is_plain(crop: Crop) -> bool:
    """Whether the inner part of a crop has hardly any contrast."""
    inner = rectify(crop.image, crop.box)[_EDGE_PX:-_EDGE_PX, _EDGE_PX:-_EDGE_PX]
    return bool(inner.mean(axis=2).std() < _PLAIN_BELOW)


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
    reader = Reader(args.weights, threads=1)
    rng = np.random.default_rng(1)
    sources = [in_photos(folder, reader, rng) for folder in args.photos]
    sources += [in_scenes(folder, reader, rng) for folder in args.scenes]
    count = 0
    for source in sources:
        for name, image, boxes in source:
            count += store(args.out / f"{name}.npz", image, boxes)
    print(f"{count} crops of no tile in {args.out}")  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)

"""Crops that the classifier learns from: of photos, single tiles, flat faces and scenes."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.finding.ground import ground_of
from hu.vision.geometry import oriented_box, rectify
from hu.vision.photo.decoding import PhotoError, decode_photo
from hu.vision.photo.labels import Corrections, Label, read_corrections, read_labels
from training.data.datasets import DATASETS, column

Image = NDArray[np.uint8]
Box = NDArray[np.float32]

#: Share of a face that is kept around it, so that a shifted or turned crop still has pixels.
CONTEXT: Final = 0.3
#: The label of negatives: crops that show no tile.
NEGATIVE: Final = len(CLASSES)
#: Least side of a crop in pixels.
_LEAST_PX: Final = 8
#: Width and height in pixels that pictures of single tiles are resized to.
_SINGLE_PX: Final = (96, 128)
#: Pixels of the border that is added around these pictures.
_SINGLE_BORDER: Final = 24
#: A labelled box this many times wider than high shows a tile on its side.
_WIDE: Final = 1.15
#: Tiles of scenes of which a smaller share is seen are left out.
_LEAST_VISIBLE: Final = 0.8
#: Tiles seen at a flat angle are left out too: with a smaller cosine between line of sight and
#: normal.
_LEAST_FACING: Final = 0.35
#: Faces that may show nothing. Any other face without contrast is lost in glare or the dark and
#: teaches nothing.
_PLAIN: Final = frozenset({"5z", BACK})
#: Faces other than ``_PLAIN`` are left out if the standard deviation of their levels is smaller.
_LEAST_CONTRAST: Final = 8
#: A back within this distance of the faces' ground, in RGB levels, cannot be told from a blank
#: white dragon.
_SIMILAR: Final = 60.0
_NONE: Final = Corrections()


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A known face with some of its surroundings."""

    image: Image  # ``(h, w, 3)`` uint8 RGB
    box: Box  # ``(4, 2)`` float32, the face's corners in ``image``, clockwise from top left
    label: int  # index in ``CLASSES``, or ``NEGATIVE``
    turns: int  # quarter turns clockwise from upright, or -1 if the label does not tell
    kind: Literal["photo", "single", "flat", "scene", "negative"]  # its source
    name: str  # the picture's file and the tile's place in it, for reports


def corners(x0: float, y0: float, x1: float, y1: float) -> Box:
    """``(4, 2)`` float32 corners of an upright rectangle, clockwise from top left."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float32)


def cut(image: Image, box: Box) -> tuple[Image, Box]:
    """Cut a box with its ``CONTEXT`` out of a picture.

    Returns:
        The part, and the box in its pixels.
    """
    span = box.max(axis=0) - box.min(axis=0)
    low = np.maximum(np.floor(box.min(axis=0) - CONTEXT * span), 0).astype(int)
    high = np.ceil(box.max(axis=0) + CONTEXT * span).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]].copy()
    return part, (box - low).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """A photo with labels of its tiles, though perhaps not of all."""

    path: Path  # its file
    image: Image  # ``(h, w, 3)`` uint8 RGB
    labels: tuple[Label, ...]  # the labelled tiles, perhaps none

    def corners(self, label: Label) -> Box:
        """``(4, 2)`` float32 corners of a label's box in pixels."""
        height, width = self.image.shape[:2]
        x0, y0, x1, y1 = label.box
        return corners(x0 * width, y0 * height, x1 * width, y1 * height)


def labelled_photos(folder: Path, corrections: Corrections = _NONE) -> Iterator[LabelledPhoto]:
    """Yield the photos of a folder with ``images/`` and YOLO ``labels/``, their labels corrected.

    A photo without a label file, with a malformed label or with a label of an unknown class is left
    out as a whole: its other tiles would teach that there is no tile at the bad label. A file that
    is no picture is left out too. Each of these files, and each label file without a photo, is
    named on standard error, and then their number.

    Raises:
        InputError: the folder lacks ``images/`` or ``labels/``, or no photo in it can be used.
    """
    if not (folder / "images").is_dir() or not (folder / "labels").is_dir():
        raise InputError(f"{folder}: expected images/ and labels/ in it")
    paths = sorted((folder / "images").iterdir())
    stems = {path.stem for path in paths}
    problems = [
        f"{labels_path}: no photo of this name in images/"
        for labels_path in sorted((folder / "labels").glob("*.txt"))
        if labels_path.stem not in stems
    ]
    used = 0
    for path in paths:
        labels_path = folder / "labels" / f"{path.stem}.txt"
        try:
            image = decode_photo(path).image
            labels = tuple(corrections.apply(path.name, read_labels(labels_path)))
        except (InputError, PhotoError) as error:
            problems.append(str(error))
            continue
        used += 1
        yield LabelledPhoto(path, image, labels)
    # Training runs from the command line.
    for problem in problems:
        print(f"left out: {problem}", file=sys.stderr)  # noqa: T201
    if problems:
        counts = f"{used} photos used, {len(problems)} files left out"
        print(f"{folder}: {counts}", file=sys.stderr)  # noqa: T201
    if not used:
        raise InputError(f"{folder}: not one of its {len(paths)} photos can be used")


def photo_crops(folder: Path, corrections: Corrections = _NONE) -> Iterator[Crop]:
    """Yield the labelled faces of a folder of photos, as ``labelled_photos`` reads it.

    A box that is wider than high shows a tile on its side, and is turned by a quarter first. The
    label does not tell on which side the tile lies. So ``turns`` is -1 for all crops of photos.
    Very small faces are left out.
    """
    for photo in labelled_photos(folder, corrections):
        for label in photo.labels:
            part, box = cut(photo.image, photo.corners(label))
            if min(part.shape[:2]) < _LEAST_PX:
                continue
            width, height = box[2] - box[0]
            if width > _WIDE * height:
                box = np.roll(box, 1, axis=0)
            yield Crop(
                image=part,
                box=box,
                label=CLASSES.index(label.tile),
                turns=-1,
                kind="photo",
                name=f"{photo.path.name}:{label.line}",
            )


def single_crops(folder: Path, files: Sequence[tuple[str, str]]) -> Iterator[Crop]:
    """Yield pictures of single tiles, each filled by its tile, with a border added.

    Args:
        folder: of the pictures.
        files: the name of each file, and the code of the tile that it shows.
    """
    width, height = _SINGLE_PX
    border = _SINGLE_BORDER
    box = corners(border, border, border + width, border + height)
    for name, tile in files:
        image = decode_photo(folder / name).image
        small = cv2.resize(image, _SINGLE_PX, interpolation=cv2.INTER_AREA)
        bordered = cv2.copyMakeBorder(small, border, border, border, border, cv2.BORDER_REPLICATE)
        yield Crop(
            image=np.asarray(bordered, dtype=np.uint8),
            box=box.copy(),
            label=CLASSES.index(tile),
            turns=0,
            kind="single",
            name=name,
        )


def real_crops(shared: Path) -> list[Crop]:
    """The labelled faces of the training photos, and the pictures of single tiles.

    Args:
        shared: the shared data folder.
    """
    photos = shared / "photos"
    crops = list(photo_crops(photos / "train", read_corrections(DATASETS / "corrections.csv")))
    tile_of_file = column(photos / "tiles.csv", "file", "tile")
    crops += single_crops(photos / "tiles", list(tile_of_file.items()))
    return crops


def rendered_scenes(folder: Path) -> Iterator[tuple[str, Image, list[dict[str, Any]]]]:
    """Yield the rendered scenes of a folder.

    Yields:
        Name, picture and tiles, as ``training.render.truth`` writes them.
    """
    for path in sorted((folder / "truth").iterdir()):
        tiles = json.loads(path.read_text(encoding="utf-8"))["tiles"]
        yield path.stem, decode_photo(folder / "images" / f"{path.stem}.jpg").image, tiles


def scene_crops(folder: Path) -> Iterator[Crop]:
    """Yield the well visible tiles of rendered scenes, in turned rectangles as a detector's.

    Backs of the faces' own colour look just like blank white dragons and are left out.
    """
    for name, image, tiles in rendered_scenes(folder):
        yield from _without_pale_backs(_crops_of_scene(name, image, tiles))


def _crops_of_scene(name: str, image: Image, tiles: Sequence[dict[str, Any]]) -> list[Crop]:
    """The well visible tiles of a scene. Faces lost in glare or the dark are left out."""
    crops = []
    for number, tile in enumerate(tiles):
        is_visible = tile["visible"] >= _LEAST_VISIBLE and tile["facing"] >= _LEAST_FACING
        if not tile["labelled"] or not is_visible:
            continue
        part, box = cut(image, oriented_box(np.array(tile["box"], dtype=np.float32)))
        if min(part.shape[:2]) < _LEAST_PX:
            continue
        code = tile["tile"]
        if code in _PLAIN or rectify(part, box).std() > _LEAST_CONTRAST:
            label = CLASSES.index(code)
            name_of_crop = f"{name}:{number}"
            crops.append(Crop(part, box, label, turns=0, kind="scene", name=name_of_crop))
    return crops


def _without_pale_backs(crops: Sequence[Crop]) -> Iterator[Crop]:
    """The crops of a scene without backs of the faces' own colour."""
    back = CLASSES.index(BACK)
    grounds = [ground_of(rectify(crop.image, crop.box)) for crop in crops]
    face_grounds = []
    for crop, ground in zip(crops, grounds, strict=True):
        if crop.label != back:
            face_grounds.append(ground)
    # ``(3,)`` RGB levels of the plastic of most faces.
    usual_ground = np.median(face_grounds, axis=0) if face_grounds else None
    for crop, ground in zip(crops, grounds, strict=True):
        is_back = crop.label == back
        if is_back and usual_ground is not None and are_alike(ground, usual_ground):
            continue
        yield crop


def are_alike(first: NDArray[np.float64], second: NDArray[np.float64]) -> bool:
    """Whether two grounds, ``(3,)`` RGB levels each, may be of one colour."""
    return bool(np.linalg.norm(first - second) < _SIMILAR)


def flat_crop(face: Image, label: int, name: str, rng: np.random.Generator) -> Crop:
    """Lay a flat picture of a tile's top on a plain ground, at times beside other tiles.

    The other tiles are plain strips of the body's colour, left and right. A strip below the face
    shows the tile's own side.

    Args:
        face: ``(h, w, 3)`` uint8 RGB.
        label: index in ``CLASSES``, or ``NEGATIVE``.
        name: for reports.
        rng: decides the ground and the neighbours.
    """
    height, width = face.shape[:2]
    margin_x = int(width * CONTEXT)
    margin_y = int(height * CONTEXT)
    right = margin_x + width
    bottom = margin_y + height
    ground = np.empty((height + 2 * margin_y, width + 2 * margin_x, 3), dtype=np.uint8)
    ground[:] = rng.integers(0, 256, 3, dtype=np.uint8)
    body_colour = np.median(face.reshape(-1, 3), axis=0)
    # The tile's own side is often seen below the face, a little darker.
    if rng.random() < 0.6:
        ground[bottom:, margin_x:right] = body_colour * rng.uniform(0.5, 0.95)
    # The neighbours, with a gap of some pixels between the tiles.
    gap = max(1, round(width * rng.uniform(0.01, 0.05)))
    if rng.random() < 0.6:
        ground[margin_y:bottom, : margin_x - gap] = body_colour * rng.uniform(0.85, 1.0)
    if rng.random() < 0.6:
        ground[margin_y:bottom, right + gap :] = body_colour * rng.uniform(0.85, 1.0)
    ground[margin_y:bottom, margin_x:right] = face
    box = corners(margin_x, margin_y, right, bottom)
    return Crop(ground, box, label, turns=0, kind="flat", name=name)

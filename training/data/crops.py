"""What the classifier learns from: crops of real photos, single tiles, and rendered faces, endlessly varied."""

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
from hu.vision.geometry import FACE_SIZE, oriented_box, rectify
from hu.vision.photo.decoding import PhotoError, decode_photo
from hu.vision.photo.labels import Corrections, Label, read_labels

Image = NDArray[np.uint8]
Box = NDArray[np.float32]

#: Share of a face that is kept around it, so that a shifted or turned crop still finds pixels.
CONTEXT = 0.3
#: The label of negatives: crops that show no tile.
NEGATIVE: Final = len(CLASSES)
#: Faces that may show nothing; any other face without contrast is lost in glare or the dark and teaches nothing.
_PLAIN = frozenset({"5z", BACK})
#: A back within this distance of the faces' ground, in RGB levels, cannot be told from a blank white dragon.
_ALIKE: Final = 60.0
_NONE = Corrections()


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """One known face with some of its surroundings."""

    image: Image  # ``(h, w, 3)`` uint8 RGB
    box: Box  # ``(4, 2)`` float32, the face's corners in ``image``, clockwise from top left as labelled
    label: int  # index in ``CLASSES``, or ``NEGATIVE``
    turns: int  # quarter turns clockwise from upright, or -1 where the label does not tell
    kind: Literal["photo", "single", "flat", "scene", "negative"]  # where it comes from
    name: str  # the picture's file and the tile's place in it, for reports


def corners(x0: float, y0: float, x1: float, y1: float) -> Box:
    """``(4, 2)`` float32 corners of an upright rectangle, clockwise from top left."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float32)


def cut(image: Image, box: Box) -> tuple[Image, Box]:
    """Cut a box with its ``CONTEXT`` out of a picture; the box is returned in the cut's pixels."""
    span = box.max(axis=0) - box.min(axis=0)
    low = np.maximum(np.floor(box.min(axis=0) - CONTEXT * span), 0).astype(int)
    high = np.ceil(box.max(axis=0) + CONTEXT * span).astype(int)
    patch = image[low[1] : high[1], low[0] : high[0]].copy()
    return patch, (box - low).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """A training photo."""

    path: Path  # its file
    image: Image  # ``(h, w, 3)`` uint8 RGB
    labels: tuple[Label, ...]  # its tiles

    def corners(self, label: Label) -> Box:
        """``(4, 2)`` float32 corners of a label's box in pixels."""
        height, width = self.image.shape[:2]
        x0, y0, x1, y1 = label.box
        return corners(x0 * width, y0 * height, x1 * width, y1 * height)


def labelled_photos(folder: Path, corrections: Corrections = _NONE) -> Iterator[LabelledPhoto]:
    """Yield the photos of a folder with ``images/`` and YOLO ``labels/``, their labels corrected.

    A photo without labels, with a malformed one or of an unknown class is left out as a whole (its other tiles would
    teach that there is no tile where the bad label lies), and so is a file that is no picture; each is named on
    standard error, and then counted.

    Raises:
        InputError: the folder lacks ``images/`` or ``labels/``, or no photo in it can be used.
    """
    if not (folder / "images").is_dir() or not (folder / "labels").is_dir():
        raise InputError(f"{folder}: expected images/ and labels/ in it")
    paths = sorted((folder / "images").iterdir())
    problems = [
        f"{labels}: no photo of this name in images/"
        for labels in sorted((folder / "labels").glob("*.txt"))
        if labels.stem not in {path.stem for path in paths}
    ]
    used = 0
    for path in paths:
        labels = folder / "labels" / f"{path.stem}.txt"
        try:
            image = decode_photo(path).image
            found = tuple(corrections.apply(path.name, read_labels(labels)))
        except (InputError, PhotoError) as error:
            problems.append(str(error))
            continue
        used += 1
        yield LabelledPhoto(path, image, found)
    for problem in problems:
        print(f"left out: {problem}", file=sys.stderr)  # noqa: T201  # training runs from the command line
    if problems:
        print(f"{folder}: {used} photos used, {len(problems)} files left out", file=sys.stderr)  # noqa: T201
    if not used:
        raise InputError(f"{folder}: not one of its {len(paths)} photos can be used")


def photo_crops(folder: Path, corrections: Corrections = _NONE) -> Iterator[Crop]:
    """Yield the labelled faces of a folder of photos, see ``labelled_photos``.

    A box that is wider than high is turned by a quarter first: the tile lies on its side, though nobody knows
    on which, so ``turns`` stays unknown for every photo.
    """
    for photo in labelled_photos(folder, corrections):
        for label in photo.labels:
            box = photo.corners(label)
            patch, outline = cut(photo.image, box)
            if min(patch.shape[:2]) < 8:
                continue
            extent = box[2] - box[0]
            if extent[0] > 1.15 * extent[1]:
                outline = np.roll(outline, 1, axis=0)
            yield Crop(
                patch,
                outline,
                CLASSES.index(label.tile),
                -1,
                "photo",
                f"{photo.path.name}:{label.line}",
            )


def single_crops(folder: Path, files: Sequence[tuple[str, str]]) -> Iterator[Crop]:
    """Yield single-tile pictures, given as (file, tile); the tile fills its picture."""
    for name, tile in files:
        image = cv2.resize(
            decode_photo(folder / name).image, (96, 128), interpolation=cv2.INTER_AREA
        )
        border = 24
        patch = cv2.copyMakeBorder(image, border, border, border, border, cv2.BORDER_REPLICATE)
        box = corners(border, border, border + 96, border + 128)
        yield Crop(np.asarray(patch, dtype=np.uint8), box, CLASSES.index(tile), 0, "single", name)


def rendered_scenes(folder: Path) -> Iterator[tuple[str, Image, list[dict[str, Any]]]]:
    """Yield name, picture and tiles of the rendered scenes of a folder, see ``training.render.truth``."""
    for path in sorted((folder / "truth").iterdir()):
        tiles = json.loads(path.read_text(encoding="utf-8"))["tiles"]
        yield path.stem, decode_photo(folder / "images" / f"{path.stem}.jpg").image, tiles


def scene_crops(folder: Path) -> Iterator[Crop]:
    """Yield the tiles of rendered scenes that are seen well, in turned rectangles such as the detector gives.

    Backs of the faces' own colour look just like blank white dragons and are left out.
    """
    back = CLASSES.index(BACK)
    for name, image, tiles in rendered_scenes(folder):
        crops = []
        for number, tile in enumerate(tiles):
            if not tile["labelled"] or tile["visible"] < 0.8 or tile["facing"] < 0.35:
                continue
            patch, box = cut(image, oriented_box(np.array(tile["box"], dtype=np.float32)))
            label = BACK if tile["pose"] == "down" else tile["tile"]
            if min(patch.shape[:2]) >= 8 and (label in _PLAIN or rectify(patch, box).std() > 8):
                crops.append(Crop(patch, box, CLASSES.index(label), 0, "scene", f"{name}:{number}"))
        grounds = [ground_of(rectify(crop.image, crop.box)) for crop in crops]
        faces = [ground for crop, ground in zip(crops, grounds, strict=True) if crop.label != back]
        usual = np.median(faces, axis=0) if faces else None
        for crop, ground in zip(crops, grounds, strict=True):
            if crop.label != back or usual is None or not alike(ground, usual):
                yield crop


def alike(first: NDArray[np.float64], second: NDArray[np.float64]) -> bool:
    """Whether two grounds, ``(3,)`` RGB levels each, may be of one colour."""
    return bool(np.linalg.norm(first - second) < _ALIKE)


def flat_crop(face: Image, label: int, name: str, rng: np.random.Generator) -> Crop:
    """Lay a flat picture of a tile's top on a plain ground of any colour, with neighbours left and right at times."""
    height, width = face.shape[:2]
    margin_x, margin_y = int(width * CONTEXT), int(height * CONTEXT)
    ground = np.empty((height + 2 * margin_y, width + 2 * margin_x, 3), dtype=np.uint8)
    ground[:] = rng.integers(0, 256, 3, dtype=np.uint8)
    body = np.median(face.reshape(-1, 3), axis=0)
    # Below the face lies, more often than not, the tile's own side, a little darker.
    if rng.random() < 0.6:
        ground[margin_y + height :, margin_x:-margin_x] = body * rng.uniform(0.5, 0.95)
    gap = max(1, round(width * rng.uniform(0.01, 0.05)))
    if rng.random() < 0.6:
        ground[margin_y:-margin_y, : margin_x - gap] = body * rng.uniform(0.85, 1.0)
    if rng.random() < 0.6:
        ground[margin_y:-margin_y, margin_x + width + gap :] = body * rng.uniform(0.85, 1.0)
    ground[margin_y : margin_y + height, margin_x : margin_x + width] = face
    box = corners(margin_x, margin_y, margin_x + width, margin_y + height)
    return Crop(ground, box, label, 0, "flat", name)


def vary(crop: Crop, rng: np.random.Generator) -> tuple[Image, int]:
    """Draw one training example from a crop.

    Returns:
        ``(64, 64, 3)`` uint8 RGB and the quarter turns clockwise from upright (-1 unknown).
    """
    turns = int(rng.integers(1, 4)) if rng.random() < 0.25 else 0
    box = np.roll(shake(crop.box, rng), turns, axis=0)
    face = _recolour(rectify(crop.image, box), rng)
    face = degrade(face, rng)
    return face, (crop.turns + turns) % 4 if crop.turns >= 0 else -1


def shake(box: Box, rng: np.random.Generator) -> Box:
    """Move, scale, turn and bend a box as a detector's errors and a camera's angle do."""
    center = box.mean(axis=0)
    angle = rng.normal(0, 0.06)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    span = np.linalg.norm(box[2] - box[0]) / 1.6
    scale = rng.normal(1.0, 0.06, 2)
    axes = box - center
    shaken = (axes * scale) @ turn.T + center + rng.normal(0, 0.03, 2) * span
    return np.asarray(shaken + rng.normal(0, 0.025, (4, 2)) * span, dtype=np.float32)


def _recolour(face: Image, rng: np.random.Generator) -> Image:
    """Change light, white balance and contrast; now and then take the colour away or swap the inks."""
    out = face.astype(np.float32)
    chance = rng.random()
    if chance < 0.10:
        out = np.repeat(out @ np.array([[0.299], [0.587], [0.114]], dtype=np.float32), 3, axis=2)
    elif chance < 0.16:
        out = out[:, :, rng.permutation(3)]
    elif chance < 0.30:
        gray = out.mean(axis=2, keepdims=True)
        out = gray + (out - gray) * rng.uniform(0.2, 1.8)
    gamma = np.exp(rng.normal(0, 0.3))
    out = 255 * (np.clip(out, 0, 255) / 255) ** gamma
    out = out * rng.normal(1, 0.08, 3) * rng.uniform(0.55, 1.15)
    mean = out.mean()
    out = (out - mean) * rng.uniform(0.6, 1.25) + mean + rng.normal(0, 10)
    if rng.random() < 0.3:
        out = out + _gradient(rng) * rng.uniform(-90, 90)
    if rng.random() < 0.08:
        out = out + _glare(rng)
    return np.asarray(np.clip(out, 0, 255), dtype=np.uint8)


def _gradient(rng: np.random.Generator) -> NDArray[np.float32]:
    """``(64, 64, 1)`` a soft step from 0 to 1 across the face in any direction: a shadow's or a light's edge."""
    angle = rng.uniform(0, 2 * np.pi)
    axis = np.linspace(-1, 1, FACE_SIZE, dtype=np.float32)
    along = np.cos(angle) * axis[None, :] + np.sin(angle) * axis[:, None] - rng.uniform(-0.6, 0.6)
    step = 1 / (1 + np.exp(-along * rng.uniform(1.5, 20)))
    return np.asarray(step[:, :, None], dtype=np.float32)


def _glare(rng: np.random.Generator) -> NDArray[np.float32]:
    """``(64, 64, 1)`` a bright blob."""
    x, y = rng.uniform(0, FACE_SIZE, 2)
    axis = np.arange(FACE_SIZE, dtype=np.float32)
    spread = rng.uniform(6, 18)
    blob = np.exp(
        -(((axis[None, :] - x) / spread) ** 2)
        - ((axis[:, None] - y) / (spread * rng.uniform(0.5, 2))) ** 2
    )
    return np.asarray(blob[:, :, None] * rng.uniform(60, 220), dtype=np.float32)


def degrade(face: Image, rng: np.random.Generator) -> Image:
    """Blur, lose resolution, compress and add noise, as cameras do."""
    if rng.random() < 0.55:
        small = int(np.exp(rng.uniform(np.log(18), np.log(60))))
        face = cv2.resize(face, (small, small), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        if rng.random() < 0.4:
            face = _add_noise(face, rng)
        if rng.random() < 0.4:
            quality = int(rng.integers(25, 95))
            face = cv2.imdecode(
                cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1
            )  # type: ignore[assignment]
        method = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
        face = cv2.resize(face, (FACE_SIZE, FACE_SIZE), interpolation=method)  # type: ignore[assignment]
    elif rng.random() < 0.3:
        face = _add_noise(face, rng)
    if rng.random() < 0.15:
        face = _smear(face, rng)
    elif rng.random() < 0.15:
        face = cv2.GaussianBlur(face, (0, 0), rng.uniform(0.5, 1.8))  # type: ignore[assignment]
    return face


def _add_noise(face: Image, rng: np.random.Generator) -> Image:
    noise = rng.normal(0, rng.uniform(2, 16), face.shape)
    return np.asarray(np.clip(face + noise, 0, 255), dtype=np.uint8)


def _smear(face: Image, rng: np.random.Generator) -> Image:
    """Motion blur."""
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), dtype=np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), dtype=np.float32)
    return np.asarray(cv2.filter2D(face, -1, kernel / max(kernel.sum(), 1e-3)), dtype=np.uint8)

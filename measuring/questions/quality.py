"""How the share of faces read right falls with width and sharpness: where to warn of small or blurred tiles.

Labelled photos and rendered scenes are read as they are, reduced to a half, a third and a quarter, and blurred.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.judging import match
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.tiles import BACK
from hu.vision.geometry import bounding_box, rectify
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.photo.quality import DEFAULT, sharpness
from hu.vision.reader import Reader
from measuring.asking import Answer, Asked, Row, share
from training.scenes.render import Run, labelled, scene

#: Variants of each picture: factors for its size, and widths of a blur in pixels.
SIZES: Final = (1.0, 0.5, 1 / 3, 0.25)
BLURS: Final = (1.0, 2.0, 4.0)
#: Lower ends of the classes that are counted.
WIDTHS: Final = (6, 8, 10, 12, 14, 16, 20, 24, 32, 48)
SHARPNESS: Final = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6)
#: Seed of rendered scenes that no training saw; training starts its seeds at 1.
_SEED: Final = 60_606


def quality(asked: Asked) -> Answer:
    """Faces read right by width and sharpness, as the page warns; trained on these: where the share falls counts."""
    sources = {"photos": photos(asked.photos / "train", asked), "rendered": rendered(asked.shared, asked.scenes or 80)}
    found = {
        name: [
            face
            for truth in asked.each(truths, name)
            for variant in worsened(truth)
            for face in faces(variant, asked.reader)
        ]
        for name, truths in sources.items()
    }
    photographed, drawn = (_rows(part) for part in found.values())
    rows = (Row(name, (figure, other)) for (name, figure), (_, other) in zip(photographed, drawn, strict=True))
    return Answer(tuple(found), tuple(rows), {name: _details(part) for name, part in found.items()})


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """A picture ``(h, w, 3)`` uint8 RGB, its tiles and their upright boxes ``(n, 4)`` float32 x0 y0 x1 y1, pixels."""

    image: NDArray[np.uint8]
    tiles: tuple[str, ...]
    boxes: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Face:
    """A tile that was found: its width in pixels, its sharpness, and whether it is read right."""

    width: float
    sharpness: float
    right: bool


def photos(folder: Path, asked: Asked) -> Iterator[Truth]:
    """One labelled photo in four of a folder."""
    for photo in load_labelled(folder, asked.corrections)[:: asked.every or 4]:
        image = decode_photo(photo.path).image
        if photo.boxes is not None:
            size = np.array([*image.shape[1::-1], *image.shape[1::-1]], np.float32)
            yield Truth(image, photo.tiles, photo.boxes * size)


def rendered(shared: Path, scenes: int) -> Iterator[Truth]:
    """Rendered scenes with the faces that are fully visible."""
    run = Run(shared, Path(), scenes, seed=_SEED)
    for number in range(scenes):
        drawn, _ = scene(run, number)
        seen = [tile for tile in drawn.tiles if labelled(tile) and tile.visible > 0.95 and tile.tile != BACK]
        if seen:
            yield Truth(
                drawn.image, tuple(tile.tile for tile in seen), np.stack([bounding_box(tile.box) for tile in seen])
            )


def worsened(truth: Truth) -> Iterator[Truth]:
    """A picture as it is, reduced, and blurred."""
    for factor in SIZES:
        small = cv2.resize(truth.image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        yield Truth(np.asarray(small, np.uint8), truth.tiles, truth.boxes * np.float32(factor))
    for width in BLURS:
        yield Truth(np.asarray(cv2.GaussianBlur(truth.image, (0, 0), width), np.uint8), truth.tiles, truth.boxes)


def faces(truth: Truth, reader: Reader) -> Iterator[Face]:
    """The labelled tiles that are found in a picture."""
    detections = reader.detect(Photo("", truth.image, (truth.image.shape[1], truth.image.shape[0])))
    for index, label in match(detections, truth.boxes).items():
        detection = detections[index]
        sharp = sharpness(rectify(truth.image, detection.box))
        yield Face(detection.width, sharp, detection.tile == truth.tiles[label])


def _rows(found: Sequence[Face]) -> Iterator[tuple[str, str]]:
    """The share read right within the limits and beyond them."""
    wide = [face for face in found if face.width >= DEFAULT.width]
    yield f"narrower than {DEFAULT.width:g} pixels", _share([face for face in found if face.width < DEFAULT.width])
    dull = [face for face in wide if face.sharpness < DEFAULT.sharpness]
    yield f"wider, sharpness below {DEFAULT.sharpness:g}", _share(dull)
    yield "wider and sharper", _share([face for face in wide if face.sharpness >= DEFAULT.sharpness])


def _details(found: Sequence[Face]) -> dict[str, object]:
    """The share read right by width, and by sharpness within classes of width."""
    told: dict[str, object] = {}
    for low, up in _classes(WIDTHS):
        of_width = [face for face in found if low <= face.width < up]
        told[f"width {low:g} to {up:g}"] = _share(of_width)
        for least, most in _classes(SHARPNESS):
            members = [face for face in of_width if least <= face.sharpness < most]
            if len(members) >= 30:
                told[f"width {low:g} to {up:g}, sharpness {least:g} to {most:g}"] = _share(members)
    return told


def _classes(ends: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(ends, (*ends[1:], float("inf")), strict=True)


def _share(members: Sequence[Face]) -> str:
    return share(sum(face.right for face in members), len(members))

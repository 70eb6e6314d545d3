"""Measures how the share of faces read right falls with width and sharpness: where to warn of small or blurred tiles.

``python -m hu.app.evaluation.measure_quality ../shared/photos/train [--every 4] [--scenes 80]`` reads a folder of
labelled photos and scenes rendered from ``--shared``, as they are, reduced to a half, a third and a quarter, and
blurred. The networks were trained on these photos: what counts is not the share itself but where it falls.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.evaluation import load_labelled, match
from hu.scoring.tiles import BACK
from hu.vision.boxes import hull
from hu.vision.labels import Corrections, read_corrections
from hu.vision.photo import Photo, read_photo
from hu.vision.quality import DEFAULT, sharpness
from hu.vision.reader import MODELS, Reader
from hu.vision.rectify import straighten
from hu.vision.training.scenes.render import Run, labelled, scene

#: What is done to each picture: a factor for its size, or the width of a blur in pixels.
SIZES: Final = (1.0, 0.5, 1 / 3, 0.25)
BLURS: Final = (1.0, 2.0, 4.0)
#: Lower ends of the classes that are counted.
WIDTHS: Final = (6, 8, 10, 12, 14, 16, 20, 24, 32, 48)
SHARPNESS: Final = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6)
#: Rendered scenes that no training saw, which starts its seeds at 1.
_SEED: Final = 60_606


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """A picture ``(h, w, 3)`` uint8 RGB, its tiles and their upright boxes ``(n, 4)`` float32 x0 y0 x1 y1, pixels."""

    image: NDArray[np.uint8]
    tiles: tuple[str, ...]
    boxes: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Face:
    """One tile that was found: its width in pixels, its sharpness, and whether it is read right."""

    width: float
    sharpness: float
    right: bool


def photos(folder: Path, every: int, corrections: Corrections) -> Iterator[Truth]:
    """Every so many of a folder's labelled photos."""
    for one in load_labelled(folder, corrections)[::every]:
        image = read_photo(one.path).image
        if one.boxes is not None:
            size = np.array([*image.shape[1::-1], *image.shape[1::-1]], np.float32)
            yield Truth(image, one.tiles, one.boxes * size)


def rendered(shared: Path, scenes: int) -> Iterator[Truth]:
    """Rendered scenes with the faces that are wholly seen."""
    run = Run(shared, Path(), scenes, seed=_SEED)
    for number in range(scenes):
        drawn, _ = scene(run, number)
        seen = [one for one in drawn.tiles if labelled(one) and one.visible > 0.95 and one.tile != BACK]
        if seen:
            yield Truth(drawn.image, tuple(one.tile for one in seen), np.stack([hull(one.box) for one in seen]))


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
    for place, label in match(detections, truth.boxes).items():
        one = detections[place]
        sharp = sharpness(straighten(truth.image, one.box))
        yield Face(one.width, sharp, one.tile == truth.tiles[label])


def report(found: Sequence[Face]) -> Iterator[str]:
    """The share read right within the limits and beyond them, by width, and by sharpness within classes of width."""
    wide = [one for one in found if one.width >= DEFAULT.width]
    yield f"narrower than {DEFAULT.width:g} pixels: {_share([one for one in found if one.width < DEFAULT.width])}"
    dull = [one for one in wide if one.sharpness < DEFAULT.sharpness]
    yield f"wider, sharpness below {DEFAULT.sharpness:g}: {_share(dull)}"
    yield f"wider and sharper: {_share([one for one in wide if one.sharpness >= DEFAULT.sharpness])}"
    for low, up in _classes(WIDTHS):
        of_width = [one for one in found if low <= one.width < up]
        yield f"width {low:g} to {up:g}: {_share(of_width)}"
        for least, most in _classes(SHARPNESS):
            members = [one for one in of_width if least <= one.sharpness < most]
            if len(members) >= 30:
                yield f"    sharpness {least:g} to {most:g}: {_share(members)}"


def _classes(ends: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(ends, (*ends[1:], float("inf")), strict=True)


def _share(members: Sequence[Face]) -> str:
    right = sum(one.right for one in members)
    return f"{right / len(members):.1%} of {len(members)} right" if members else "none"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--scenes", type=int, default=80)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--corrections", type=Path, default=Path("datasets/corrections.csv"))
    parser.add_argument("--weights", type=Path, default=MODELS)
    args = parser.parse_args()
    reader = Reader(args.weights, threads=1)
    sources = {
        str(args.folder): photos(args.folder, args.every, read_corrections(args.corrections)),
        "rendered": rendered(args.shared, args.scenes),
    }
    for name, truths in sources.items():
        found = [one for truth in truths for variant in worsened(truth) for one in faces(variant, reader)]
        print("\n".join([f"{name}:", *report(found)]))  # noqa: T201


if __name__ == "__main__":
    main()

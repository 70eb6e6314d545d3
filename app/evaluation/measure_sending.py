"""Measures what shrinking photos before they are sent costs the reading.

``python -m hu.app.evaluation.measure_sending [--scenes 40] [--tile-px 150]`` renders hands at the 12 megapixels of a
phone, compresses them as a phone does, shrinks each as the page does (``app/page/assets/shrink.js``) to several sizes
and qualities, and reads them all. ``--tile-px`` is the greatest width of a tile: 150 for hands that fill the picture,
70 for a hand seen from afar.

The browser's own resampling is not at hand here; Pillow's Lanczos filter stands for it.
"""

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from hu.app.reading.photos import read_photo
from hu.vision.reader import Reader
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.faces.designs import random_design
from hu.vision.training.scenes.rendered_hands import SHOWN, fitting_seed, hand_photo, matched
from hu.vision.training.scenes.scenes import Scene
from hu.vision.training.tables.hands import RULES, HandScene, hand_scene

#: What a phone of 12 megapixels takes, and the quality at which it compresses.
_SIZE: Final = (4032, 3024)
_QUALITY: Final = 93
#: Long side and JPEG quality of what is sent; None for the photo as it is.
_WAYS: Final = (None, (2560, 90), (2560, 80), (2048, 90), (2048, 80), (1600, 90), (1600, 80))


@dataclass
class Figures:
    """What one way of sending gave.

    Attributes:
        shown: tiles of the hands that can be seen.
        right: those whose face was read right.
        hands: hands whose every shown tile was.
        sizes: of the files, in bytes.
    """

    shown: int = 0
    right: int = 0
    hands: int = 0
    sizes: list[int] = field(default_factory=list)


def rendered(scenes: int, first: int, tile_px: float, art: Art) -> Iterator[tuple[HandScene, Scene]]:
    """Hands with what they look like."""
    for seed in range(first, first + scenes):
        scene = hand_scene(seed, RULES[seed % len(RULES)])
        design = random_design(np.random.default_rng(fitting_seed(72, seed)), art)
        rng = np.random.default_rng([73, seed])
        yield scene, hand_photo(scene, design, rng, _SIZE, tile_px=(24.0, tile_px))


def sent(content: bytes, way: tuple[int, int] | None) -> bytes:
    """The photo as it is sent."""
    if way is None:
        return content
    side, quality = way
    with Image.open(BytesIO(content)) as picture:
        picture.thumbnail((side, side), Image.Resampling.LANCZOS, reducing_gap=None)
        return _encoded(picture, quality)


def _encoded(picture: Image.Image, quality: int) -> bytes:
    content = BytesIO()
    picture.save(content, "JPEG", quality=quality)
    return content.getvalue()


def count(figures: Figures, content: bytes, scene: HandScene, seen: Scene, reader: Reader) -> None:
    """Read one photo and add what came of it."""
    reading = read_photo(content, reader, name="photo")
    detections = [tile.laid.detection for tile in reading.tiles]
    factor = seen.image.shape[1] / reading.photo.size[0]
    whole = [replace(detection, box=(detection.box * factor).astype(np.float32)) for detection in detections]
    read = dict(zip(matched(whole, seen), (tile.tile for tile in reading.tiles), strict=True))
    shown = [tile.index for tile in seen.tiles if tile.visible >= SHOWN and scene.placed[tile.index].role != "other"]
    right = sum(read.get(index) == scene.placed[index].tile for index in shown)
    figures.shown += len(shown)
    figures.right += right
    figures.hands += right == len(shown)
    figures.sizes.append(len(content))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the first scene's seed")
    parser.add_argument("--tile-px", type=float, default=150.0, help="greatest width of a tile")
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where extracted faces are kept")
    args = parser.parse_args()
    reader, results = Reader(threads=1), {way: Figures() for way in _WAYS}
    for scene, seen in rendered(args.scenes, args.first, args.tile_px, Art(args.shared, args.cache)):
        content = _encoded(Image.fromarray(seen.image), _QUALITY)
        for way, figures in results.items():
            count(figures, sent(content, way), scene, seen, reader)
    for way, figures in results.items():
        name = "as it is" if way is None else f"{way[0]} px, quality {way[1]}"
        kilobytes = np.median(figures.sizes) / 1e3
        print(  # noqa: T201
            f"{name:22} tiles {figures.right / figures.shown:.2%} of {figures.shown}  "
            f"hands {figures.hands} of {args.scenes}  median {kilobytes:.0f} kB"
        )


if __name__ == "__main__":
    main()

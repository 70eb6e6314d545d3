"""Measures what shrinking photos before they are sent costs the reading.

``python -m hu.app.evaluation.measure_sending [--scenes 40] [--tile-px 150]`` renders hands at the 12 megapixels of a
phone, compresses them as a phone does, lets the page's own script (``app/page/assets/shrink.js``, in Chromium) shrink
each to several sizes, and reads them all. ``--tile-px`` is the greatest width of a tile: 150 for hands that fill the
picture, 70 for a hand seen from afar.
"""

import argparse
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from hu.app.reading.photos import read_photo
from hu.vision.reader import Reader
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.faces.designs import random_design
from hu.vision.training.scenes.rendered_hands import SHOWN, fitting_seed, hand_photo, matched
from hu.vision.training.scenes.scenes import Scene
from hu.vision.training.tables.hands import RULES, HandScene, hand_scene

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: What a phone of 12 megapixels takes, and the quality at which it compresses.
_SIZE: Final = (4032, 3024)
_QUALITY: Final = 93
#: Long side and JPEG quality of what is sent; None for the photo as it is. The page sends the third.
_WAYS: Final = (None, (2560, 0.85), (2048, 0.85), (1600, 0.85), (1280, 0.85))
_CHROMIUM: Final = "/usr/bin/chromium"
_ASSETS: Final = Path(__file__).resolve().parent.parent / "page" / "assets"
_SHRINK: Final = """async ([content, side, quality]) => {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  const photo = await shrunk(new File([bytes], "a.jpg", { type: "image/jpeg" }), { side, quality });
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = () => done(reader.result)));
  reader.readAsDataURL(photo);
  return (await read).split(",")[1];
}"""


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


@contextmanager
def browser() -> Iterator["Page"]:
    """A browser with the page's script in it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # for tests and measurements only

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--headless", "--no-sandbox"])
        page = chromium.new_page()
        for name in ("dom.js", "shrink.js"):
            page.add_script_tag(content=(_ASSETS / name).read_text(encoding="utf-8"))
        yield page
        chromium.close()


def sent(page: "Page", content: bytes, way: tuple[int, float] | None) -> bytes:
    """The photo as it is sent."""
    if way is None:
        return content
    return b64decode(page.evaluate(_SHRINK, [b64encode(content).decode(), *way]))


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
    with browser() as page:
        for scene, seen in rendered(args.scenes, args.first, args.tile_px, Art(args.shared, args.cache)):
            content = _encoded(Image.fromarray(seen.image), _QUALITY)
            for way, figures in results.items():
                count(figures, sent(page, content, way), scene, seen, reader)
    for way, figures in results.items():
        name = "as it is" if way is None else f"{way[0]} px, quality {way[1]:g}"
        kilobytes = np.median(figures.sizes) / 1e3
        print(  # noqa: T201
            f"{name:22} tiles {figures.right / figures.shown:.2%} of {figures.shown}  "
            f"hands {figures.hands} of {args.scenes}  median {kilobytes:.0f} kB"
        )


if __name__ == "__main__":
    main()

"""What shrinking photos before they are sent costs the reading.

Hands are rendered at the 12 megapixels of a phone and compressed as a phone does; the page's own script
(``app/page/hand/assets/shrink.js``, in Chromium) shrinks each to several sizes, and all are read.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from hu.app.evaluation.asking import Answer, Asked, Row, share
from hu.app.reading.photos import read_photo
from hu.vision.reader import Reader
from hu.vision.training.faces.art import Art
from hu.vision.training.faces.designs import random_design
from hu.vision.training.scenes.rendered_hands import SHOWN, fitting_seed, hand_photo, matched
from hu.vision.training.scenes.scenes import Scene
from hu.vision.training.tables.hands import RULES, HandScene, hand_scene

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: The greatest width of a tile in pixels: of hands that fill the picture, and of hands seen from afar.
_WIDTHS: Final = (150.0, 70.0)
#: What a phone of 12 megapixels takes, and the quality at which it compresses.
_SIZE: Final = (4032, 3024)
_QUALITY: Final = 93
#: Long side and JPEG quality of what is sent; None for the photo as it is. The page sends the third.
_WAYS: Final = (None, (2560, 0.85), (2048, 0.85), (1600, 0.85), (1280, 0.85))
_CHROMIUM: Final = "/usr/bin/chromium"
_ASSETS: Final = Path(__file__).resolve().parents[2] / "page" / "hand" / "assets"
_SHRINK: Final = """async ([content, side, quality]) => {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  const photo = await shrunk(new File([bytes], "a.jpg", { type: "image/jpeg" }), { side, quality });
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = () => done(reader.result)));
  reader.readAsDataURL(photo);
  return (await read).split(",")[1];
}"""


def sending(asked: Asked) -> Answer:
    """Tiles and whole hands read right after the page has shrunk a phone's photo of 12 megapixels before sending it."""
    results = {way: [Figures() for _ in _WIDTHS] for way in _WAYS}
    with browser() as page:
        for number, tile_px in enumerate(_WIDTHS):
            for scene, seen in asked.each(rendered(asked.seeds(40), tile_px, asked.art), f"{tile_px:g} px"):
                content = _encoded(Image.fromarray(seen.image), _QUALITY)
                for way, figures in results.items():
                    count(figures[number], sent(page, content, way), scene, seen, asked.reader)
    columns = (f"{what}, up to {tile_px:g} px wide" for tile_px in _WIDTHS for what in ("tiles right", "hands right"))
    return Answer((*columns, "median size"), tuple(_row(way, figures) for way, figures in results.items()))


def _row(way: tuple[int, float] | None, widths: Sequence["Figures"]) -> Row:
    name = "as it is" if way is None else f"{way[0]} px, quality {way[1]:g}"
    kilobytes = f"{np.median([size for figures in widths for size in figures.sizes]) / 1e3:.0f} kB"
    shares = (
        (share(figures.right, figures.shown), share(figures.hands, len(figures.sizes), drawn=True))
        for figures in widths
    )
    return Row(name, (*(cell for pair in shares for cell in pair), kilobytes))


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


def rendered(seeds: range, tile_px: float, art: Art) -> Iterator[tuple[HandScene, Scene]]:
    """Hands with what they look like."""
    for seed in seeds:
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

"""Compares the tiles of photos with those of the smaller copies that the page sends for them.

    python -m measuring.benchmarks.photo_copies [--folders val loose tables designer field empty]
        [--kinds original smaller enlarged] [--every 1] [--script FILE] [--keep]

Chromium runs the page's own script, ``app/page/view/assets/shrink.js``. ``--script`` takes another
version of it, so that versions can be compared on photos that nothing is measured on (``train``).
The copy is read as the page reads it, the photo itself as ``hu read`` does. Three kinds of photos:

- original: each file as it is. The page sends most of them unchanged, so that both readings are of
  the same file. Those count as equal and are not read.
- smaller: photos with at least 1,000 pixels along their long side. The script is told to make every
  file smaller.
- enlarged: each photo at 4032 pixels, as phones take them, with the noise of a camera, 2 to 5 MB.

A photo that the page asks for after its copy counts as equal.

The corrections are single-tile edits from a reading to the labelled tiles, summed over the photos
that are not sent unchanged. They show whether a different reading is a worse reading. The labels of
the folders ``loose`` and ``val`` have tiles that are not part of the hand.
"""

import csv
import mimetypes
import sys
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import FilePayload, Page, sync_playwright

import hu.app.page as page_package
from hu.app.evaluation.judging import count_edits
from hu.app.reading.model import HandReading
from hu.app.reading.read import read_opened
from hu.vision.photo.decoding import PhotoError, decode_photo
from hu.vision.photo.files import has_photo_ending
from hu.vision.reader import ENOUGH_PX, Reader
from measuring.answers import Answer, Row
from measuring.cases import empty_cases, photo_cases
from measuring.records import keep_benchmark
from training.command import new_parser, run

_CHROMIUM: Final = "/usr/bin/chromium"
_FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run")
_ASSETS: Final = Path(page_package.__file__).parent
_FOLDERS: Final = ("val", "loose", "tables", "designer", "field", "empty")
_KINDS: Final = ("original", "smaller", "enlarged")
#: The headings of the table.
_COLUMNS: Final = (
    "equal",
    "sent unchanged",
    "different without a doubt",
    "corrections, photo",
    "corrections, copy",
    "photo, median",
    "copy, median",
    "largest copy",
)
#: The lines of the script with the limits below which a file is sent unchanged, and the lines that
#: remove these limits.
_LIMITS: Final = {
    "const SMALL_BYTES = 500_000;": "const SMALL_BYTES = 0;",
    "const LARGE_BYTES = 1_500_000;": "const LARGE_BYTES = 0;",
}
#: The least long side in pixels of photos that the script is told to make smaller.
_FEWEST_PX: Final = 1000
#: The long side in pixels of enlarged photos.
_PHONE_PX: Final = 4032
#: The standard deviation of the noise in enlarged photos, in levels of 255.
_NOISE: Final = 4.0
#: The side of the pattern of noise in pixels. It is repeated over a photo.
_NOISE_SIDE: Final = 1024
#: The quality of the JPEGs.
_QUALITY: Final = 93
#: Gives ``originalPx``, the long side of the photo in pixels, and ``content``, the copy as base64.
#: If the page sends the photo unchanged, ``originalPx`` is 0 and there is no copy.
_SHRINK: Final = """async () => {
  const [file] = document.querySelector("input").files;
  const { file: copy, originalPx } = await shrink(file);
  if (!originalPx) return { originalPx };
  const address = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(copy);
  });
  return { originalPx, content: address.split(",")[1] };
}"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A photo and its copy.

    Attributes:
        name: the file name of the photo.
        photo_bytes: the size of the photo's file.
        copy_bytes: the size of the file that is sent.
        is_sent_unchanged: whether the page sends the photo's own file. Then nothing is read, and
            the fields below keep their defaults.
        tiles: the tiles that were read in the photo, in the notation.
        copy_tiles: the tiles that were read in the copy.
        is_doubtful: whether the reading of the copy has doubts.
        corrections: the number of single-tile edits from the photo's tiles to the labelled tiles.
        copy_corrections: the same for the tiles of the copy.
    """

    name: str
    photo_bytes: int
    copy_bytes: int
    is_sent_unchanged: bool = False
    tiles: str = ""
    copy_tiles: str = ""
    is_doubtful: bool = False
    corrections: int = 0
    copy_corrections: int = 0

    @property
    def is_equal(self) -> bool:
        """Whether the same tiles were read in both, or the photo is sent unchanged."""
        return self.tiles == self.copy_tiles


class Browser:
    """A page that makes photos smaller.

    Args:
        page: an empty page of a browser.
        script: the script with the function ``shrink``.
    """

    def __init__(self, page: Page, script: str) -> None:
        self._page = page
        helpers = (_ASSETS / "parts" / "assets" / "dom.js").read_text(encoding="utf-8")
        page.set_content("<input type=file>")
        page.add_script_tag(content=f"{helpers}\n{script}\nwindow.shrink = shrink;")

    def shrink(self, name: str, photo: bytes) -> tuple[bytes, int] | None:
        """Make a photo smaller.

        Args:
            name: the file name of the photo.
            photo: the content of the photo's file.

        Returns:
            The content of the copy's file, and the long side of the photo in pixels. None if the
            page sends the photo itself.
        """
        kind = mimetypes.guess_type(name)[0] or ""
        file: FilePayload = {"name": name, "mimeType": kind, "buffer": photo}
        self._page.set_input_files("input", file)
        answer = self._page.evaluate(_SHRINK)
        photo_px = answer["originalPx"]
        if not photo_px:
            return None
        return b64decode(answer["content"]), photo_px


def main() -> None:
    """Measure and print."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("--folders", nargs="+", default=list(_FOLDERS), help="of the photos")
    parser.add_argument(
        "--kinds", nargs="+", choices=_KINDS, default=list(_KINDS), help="of photos, see above"
    )
    parser.add_argument("--every", type=int, default=1, help="take each n-th photo")
    parser.add_argument("--prefix", default="", help="take the photos whose names begin so")
    parser.add_argument(
        "--script",
        type=Path,
        default=_ASSETS / "view" / "assets" / "shrink.js",
        help="the script that makes photos smaller",
    )
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()

    folders = [options.shared / "photos" / name for name in options.folders]
    paths: list[Path] = []
    tiles_of: dict[Path, tuple[str, ...]] = {}
    for folder in folders:
        paths += _find_photos(folder, options.prefix)
        tiles_of |= _labelled_tiles(folder)
    paths = paths[:: options.every]
    script = options.script.read_text(encoding="utf-8")
    reader = Reader()

    # Compare the photos of each kind with their copies. Each kind becomes a row of the table.
    rows: list[Row] = []
    # The comparisons with different tiles, by kind.
    details: dict[str, list[dict[str, object]]] = {}
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=_CHROMIUM, args=list(_FLAGS))
        for kind in options.kinds:
            kind_script = without_limits(script) if kind == "smaller" else script
            browser = Browser(chromium.new_page(), kind_script)
            comparisons = _compare_all(browser, reader, kind, paths, tiles_of)
            if not comparisons:
                print(f"{kind}: no photo is large enough", flush=True)
                continue
            row = row_of(kind, comparisons)
            rows.append(row)
            different = [comparison for comparison in comparisons if not comparison.is_equal]
            details[kind] = [_describe(comparison) for comparison in different]
            print(kind, *row.figures, flush=True)
        chromium.close()
    if options.keep:
        about = "Tiles of photos, and of the smaller copies that the page sends."
        keep_benchmark("photo-copies", about, Answer(_COLUMNS, tuple(rows), details))


def _compare_all(
    browser: Browser,
    reader: Reader,
    kind: str,
    paths: Sequence[Path],
    tiles_of: Mapping[Path, tuple[str, ...]],
) -> list[Comparison]:
    """Compare the photos of a kind with their copies, and print those with different tiles.

    Args:
        browser: makes the copies.
        reader: reads photos and copies.
        kind: one of ``_KINDS``.
        paths: the files of the photos.
        tiles_of: the labelled tiles of each photo.
    """
    comparisons = []
    for path, photo in _photos_of_kind(kind, paths):
        # Photos of the other kinds are JPEGs, whatever their files are.
        name = path.name if kind == "original" else f"{path.name}.jpg"
        comparison = compare(browser, reader, name, photo, tiles=tiles_of[path])
        comparisons.append(comparison)
        if not comparison.is_equal:
            print(f"{name}: {_describe(comparison)}", flush=True)
    return comparisons


def _find_photos(folder: Path, prefix: str) -> list[Path]:
    """Find the photos in a folder and its subfolders whose names begin with ``prefix``, sorted."""
    return [path for path in sorted(folder.rglob(f"{prefix}*")) if has_photo_ending(path.name)]


def _labelled_tiles(folder: Path) -> Mapping[Path, tuple[str, ...]]:
    """Return the labelled tiles of each photo of a folder."""
    tiles_of: dict[Path, tuple[str, ...]] = {}
    if folder.name == "designer":
        lines = (folder / "designer.tsv").read_text(encoding="utf-8").splitlines()
        for row in csv.DictReader(lines, delimiter="\t"):
            tiles_of[folder / row["photo"]] = tuple(row["tiles"].split())
        return tiles_of
    cases = empty_cases(folder) if folder.name == "empty" else photo_cases(folder)
    for case in cases:
        assert isinstance(case.source, Path)  # noqa: S101  # photos that people labelled
        tiles_of[case.source] = case.tiles
    return tiles_of


def without_limits(script: str) -> str:
    """Return the script so that it makes files of every size smaller."""
    for limit, no_limit in _LIMITS.items():
        if limit not in script:
            sys.exit(f"the script has no line {limit!r}; adapt {Path(__file__).name}")
        script = script.replace(limit, no_limit)
    return script


def _photos_of_kind(kind: str, paths: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield the path of each photo of a kind, and the content of the file to choose on the page."""
    if kind == "original":
        for path in paths:
            yield path, path.read_bytes()
    elif kind == "smaller":
        yield from _large_photos(paths)
    else:
        yield from _enlarged_photos(paths)


def _large_photos(paths: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield the photos that have many pixels, as JPEGs."""
    for path in paths:
        with Image.open(path) as picture:
            if max(picture.size) < _FEWEST_PX:
                continue
            if picture.format == "JPEG":
                content = path.read_bytes()
            else:
                jpeg = BytesIO()
                picture.convert("RGB").save(jpeg, "JPEG", quality=_QUALITY)
                content = jpeg.getvalue()
        yield path, content


def _enlarged_photos(paths: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield each photo as a phone would have taken it: large, with noise, as a JPEG."""
    noise = np.random.default_rng(1).normal(0, _NOISE, (_NOISE_SIDE, _NOISE_SIDE, 1))
    for path in paths:
        with Image.open(path) as picture:
            image = np.asarray(picture.convert("RGB"))
        factor = _PHONE_PX / max(image.shape)
        large = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
        noisy = Image.fromarray(_add_tiled(noise, np.asarray(large, dtype=np.uint8)))
        jpeg = BytesIO()
        noisy.save(jpeg, "JPEG", quality=_QUALITY)
        yield path, jpeg.getvalue()


def _add_tiled(noise: NDArray[np.float64], image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Add a pattern of noise ``(n, n, 1)``, repeated in rows and columns, to ``(h, w, 3)``."""
    side = len(noise)
    noisy = np.empty_like(image)
    for top in range(0, image.shape[0], side):
        for left in range(0, image.shape[1], side):
            square = image[top : top + side, left : left + side]
            # At the right and lower edges of the image the squares are smaller.
            pattern = noise[: square.shape[0], : square.shape[1]]
            noisy[top : top + side, left : left + side] = (square + pattern).clip(0, 255)
    return noisy


def compare(
    browser: Browser, reader: Reader, name: str, photo: bytes, *, tiles: Sequence[str]
) -> Comparison:
    """Compare the readings of a photo and its copy.

    If the page sends the photo itself, nothing is read.

    Args:
        browser: makes the copy.
        reader: the networks.
        name: the file name of the photo.
        photo: the content of the photo's file.
        tiles: the labelled tiles.
    """
    copy_and_px = browser.shrink(name, photo)
    if copy_and_px is None:
        return Comparison(
            name=name, photo_bytes=len(photo), copy_bytes=len(photo), is_sent_unchanged=True
        )
    copy, photo_px = copy_and_px
    decoded_photo = decode_photo(photo, name, enough_px=ENOUGH_PX)
    decoded_copy = decode_photo(copy, name, enough_px=ENOUGH_PX, original_px=photo_px)
    reading = read_opened(decoded_photo, reader).reading
    try:
        copy_reading = read_opened(decoded_copy, reader).reading
    except PhotoError as error:
        if error.fault != "copy":
            raise
        # The page asks for the photo itself.
        copy_reading = reading
    return Comparison(
        name=name,
        photo_bytes=len(photo),
        copy_bytes=len(copy),
        tiles=_tiles_of(reading),
        copy_tiles=_tiles_of(copy_reading),
        is_doubtful=bool(copy_reading.doubts),
        corrections=count_edits(tiles, reading.hand.tiles),
        copy_corrections=count_edits(tiles, copy_reading.hand.tiles),
    )


def _tiles_of(reading: HandReading) -> str:
    return str(reading.hand)


def row_of(kind: str, comparisons: Sequence[Comparison]) -> Row:
    """Return the row of a kind of photos, of which there is at least one."""
    unchanged_count = sum(comparison.is_sent_unchanged for comparison in comparisons)
    equal_count = 0
    undoubted_difference_count = 0
    for comparison in comparisons:
        if comparison.is_equal:
            equal_count += 1
        elif not comparison.is_doubtful:
            undoubted_difference_count += 1
    copy_bytes = [comparison.copy_bytes for comparison in comparisons]
    photo_bytes = [comparison.photo_bytes for comparison in comparisons]
    figures = (
        f"{equal_count} of {len(comparisons)}",
        str(unchanged_count),
        str(undoubted_difference_count),
        str(sum(comparison.corrections for comparison in comparisons)),
        str(sum(comparison.copy_corrections for comparison in comparisons)),
        f"{median(photo_bytes) / 1000:,.0f} kB",
        f"{median(copy_bytes) / 1000:,.0f} kB",
        f"{max(copy_bytes) / 1000:,.0f} kB",
    )
    return Row(kind, figures)


def _describe(comparison: Comparison) -> dict[str, object]:
    """Return a comparison as it is printed, and kept in the record. Pairs begin with the photo."""
    return {
        "photo": comparison.name,
        "bytes": [comparison.photo_bytes, comparison.copy_bytes],
        "tiles": comparison.tiles,
        "copy": comparison.copy_tiles,
        "corrections": [comparison.corrections, comparison.copy_corrections],
    }


if __name__ == "__main__":
    run(main)

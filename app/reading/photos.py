"""Reading one photo from file to hand: what the commands, the page and batches share."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hu.app.reading.interpret import PhotoReading, Rules, read_looks
from hu.vision.layout import Layout
from hu.vision.photo import MAX_MEGAPIXELS, Photo, read_photo
from hu.vision.reader import Reader

#: Long side in pixels from which on a JPEG may be decoded smaller: a row of 18 tiles still gives 80 pixels a tile.
ENOUGH: Final = 1600


@dataclass(frozen=True, slots=True, eq=False)
class PhotoResult:
    """One photo as it was read.

    Attributes:
        photo: the decoded photo.
        layout: rows, groups and roles of what was detected.
        reading: the hand, its tiles and doubts.
        seconds: from file to hand.
    """

    photo: Photo
    layout: Layout
    reading: PhotoReading
    seconds: float

    def to_json(self, name: str) -> dict[str, Any]:
        """The object that ``hu read --json`` prints for a photo given as ``name``."""
        head = {"photo": name, "size": list(self.photo.size)}
        return head | self.reading.to_json() | {"seconds": round(self.seconds, 3)}


def read_one(
    source: Path | bytes,
    reader: Reader,
    rules: Rules = "zung-jung",
    *,
    name: str | None = None,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> PhotoResult:
    """Read one photo.

    Raises:
        PhotoError: it cannot be decoded.
        WeightsError: the networks cannot be loaded.
    """
    started = time.perf_counter()
    photo = read_photo(source, name, max_megapixels=max_megapixels, enough=ENOUGH)
    reading = read_tiles(photo, reader, rules)
    # Reading may settle for another of the layout's choices of a hand; the reading says which.
    return PhotoResult(photo, reading.layout, reading, time.perf_counter() - started)


def read_tiles(photo: Photo, reader: Reader, rules: Rules) -> PhotoReading:
    """Read a decoded photo, with a further look at it where that helps.

    Raises:
        WeightsError: the networks cannot be loaded.
    """
    first = reader.detect(photo)
    return read_looks(first, reader.detect_anew(photo, first), rules)


def overlay_of(result: PhotoResult) -> Any:
    """The photo with outlines, names and doubts, ``(h, w, 3)`` uint8 RGB."""
    from hu.vision.overlay import draw  # noqa: PLC0415

    names = {place: tile.tile for place, tile in enumerate(result.reading.tiles)}
    doubted = {doubt.tile for doubt in result.reading.doubts if doubt.tile is not None}
    return draw(result.photo.image, result.layout, names, doubted, 1 / result.photo.scale)

"""The reader behind the page.

The networks are loaded once for all players. Notes say what they saw.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from hu.app.page.photos.photo import Note, TileReader
from hu.app.reading.advice import advise
from hu.app.reading.model import HandReading
from hu.app.reading.no_hand import classify_no_hand
from hu.app.reading.read import read_opened
from hu.app.sets.set_files import read_tile_set
from hu.scoring.errors import HuError
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import exposure
from hu.vision.reader import MODELS, Reader
from hu.vision.taught.tile_set import TileSetError

_LIGHT: Final = {"too bright": "snap.too_bright", "too dark": "snap.too_dark"}
_WITHOUT_HAND: Final = {
    "only_backs": "snap.only_backs",
    "no_tiles": "snap.no_tiles",
    "no_hand": "snap.no_hand",
}


def network_reader(weights: Path = MODELS, threads: int = 0) -> TileReader:
    """Make a reader that runs the networks in a folder.

    They are loaded while the first player takes a photo.
    """
    reader = Reader(weights, threads=threads)

    def load() -> None:
        # Weights that cannot be loaded are reported with the first photo.
        with suppress(HuError):
            _ = (reader.detector, reader.classifier)

    Thread(target=load, daemon=True).start()

    def read(
        photo: Photo, rules: str, tile_set: Path | None
    ) -> tuple[HandReading, tuple[Note, ...]]:
        known = None
        # A set that was forgotten meanwhile must not cost the photo.
        with suppress(TileSetError):
            known = read_tile_set(tile_set) if tile_set else None
        # Networks that cannot be loaded are reported with the photo.
        reading = read_opened(
            photo, reader.with_tile_set(known) if known else reader, rules
        ).reading
        return reading, tuple(_notes(photo, reading))

    return read


def _notes(photo: Photo, reading: HandReading) -> Iterator[Note]:
    layout = reading.layout
    if all(tile.role == "other" for tile in reading.tiles):
        kind, count = classify_no_hand(reading.tiles, reading.hand_shape)
        if light := exposure(photo):
            yield Note(_LIGHT[light])
        else:
            yield Note(_WITHOUT_HAND[kind], {"count": count} if kind == "no_hand" else {})
    if reading.second_hand:
        yield Note("snap.second_hand", {"count": len(reading.second_hand)})
    if reading.hand.tiles and not layout.orientation_known:
        yield Note("snap.orientation")
    for advice in advise(photo, reading):
        yield Note(f"retake.{advice.flaw}", {"count": len(advice.tiles)})

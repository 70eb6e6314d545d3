"""The reader behind the page: the networks, loaded once for all players, and notes on what they saw."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

from hu.app.page.photo import Note, TileReader
from hu.app.reading.advice import advise
from hu.app.reading.model import HandReading
from hu.app.reading.photos import read_opened
from hu.scoring.errors import HuError
from hu.vision.photo import Photo
from hu.vision.reader import MODELS, Reader


def network_reader(weights: Path = MODELS, threads: int = 0) -> TileReader:
    """Make a reader that runs the networks in a folder; they are loaded while the first player takes a photo.

    Args:
        weights: the folder.
        threads: processor threads for one photo; 0 takes all.
    """
    reader = Reader(weights, threads=threads)
    Thread(target=_load, args=(reader,), daemon=True).start()

    def read(photo: Photo, rules: str) -> tuple[HandReading, tuple[Note, ...]]:
        reading = read_opened(photo, reader, rules).reading
        return reading, tuple(_notes(photo, reading))

    return read


def _load(reader: Reader) -> None:
    # Weights that cannot be loaded are reported with the first photo.
    with suppress(HuError):
        _ = (reader.detector, reader.classifier)


def _notes(photo: Photo, reading: HandReading) -> Iterator[Note]:
    layout = reading.layout
    if all(tile.role == "other" for tile in reading.tiles):
        yield Note("snap.no_tiles")
    if layout.second_hand:
        yield Note("snap.second_hand", {"count": len(layout.second_hand)})
    if reading.hand.tiles and not layout.orientation_known:
        yield Note("snap.orientation")
    for advice in advise(photo, reading):
        yield Note(f"retake.{advice.flaw}", {"count": len(advice.tiles)})

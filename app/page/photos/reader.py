"""The reader behind the page: the networks, loaded once for all players, and notes on what they saw."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Final

from hu.app.page.photos.photo import OFFERED, Note, TileReader
from hu.app.reading.doubts import advise, without_hand
from hu.app.reading.model import HandReading
from hu.app.reading.read import read_opened
from hu.app.sets.choice import SetChoice
from hu.scoring.errors import HuError
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import exposure
from hu.vision.reader import MODELS, Reader
from hu.vision.taught.evidence import applied, offered
from hu.vision.taught.relearning import up_to_date
from hu.vision.taught.tile_set import TileSet

_LIGHT: Final = {"too bright": "snap.too_bright", "too dark": "snap.too_dark"}
_WITHOUT_HAND: Final = {"only_backs": "snap.only_backs", "no_tiles": "snap.no_tiles", "no_hand": "snap.no_hand"}


def network_reader(weights: Path = MODELS, threads: int = 0) -> TileReader:
    """Make a reader that runs the networks in a folder; they are loaded while the first player takes a photo.

    Args:
        weights: the folder.
        threads: processor threads for one photo; 0 takes all.
    """
    reader = Reader(weights, threads=threads)
    Thread(target=_load, args=(reader,), daemon=True).start()

    def read(photo: Photo, rules: str, sets: SetChoice) -> tuple[HandReading, tuple[Note, ...]]:
        chosen = sets.chosen()
        detects = reader if chosen is None else _WithSet(reader, up_to_date(chosen, reader.classifier))
        reading = read_opened(photo, detects, rules).reading
        found = None if chosen else _offered(sets, reader, reading)
        if found is None:
            return reading, tuple(_notes(photo, reading))
        reading = read_opened(photo, _WithSet(reader, found), rules).reading
        return reading, (*_notes(photo, reading), Note(OFFERED, {"name": found.name}))

    return read


@dataclass(frozen=True, slots=True)
class _WithSet:
    """Reads with a taught set on the networks that are loaded already."""

    reader: Reader
    tile_set: TileSet

    def attempts(self, photo: Photo) -> Iterator[Sequence[Detection]]:
        for detections in self.reader.attempts(photo):
            yield applied(self.tile_set, detections, self.reader.fitted.sets)


def _offered(sets: SetChoice, reader: Reader, reading: HandReading) -> TileSet | None:
    """The taught set that the photo shows."""
    detections = [tile.laid.detection for tile in reading.tiles if tile.laid.detection.features is not None]
    if not detections:
        return None
    return offered((up_to_date(known, reader.classifier) for known in sets.known()), detections, reader.fitted.sets)


def _load(reader: Reader) -> None:
    # Weights that cannot be loaded are reported with the first photo.
    with suppress(HuError):
        _ = (reader.detector, reader.classifier)


def _notes(photo: Photo, reading: HandReading) -> Iterator[Note]:
    layout = reading.layout
    if all(tile.role == "other" for tile in reading.tiles):
        kind, count = without_hand(reading.tiles)
        light = exposure(photo)
        if light:
            yield Note(_LIGHT[light])
        else:
            yield Note(_WITHOUT_HAND[kind], {"count": count} if kind == "no_hand" else {})
    if reading.second_hand:
        yield Note("snap.second_hand", {"count": len(reading.second_hand)})
    if reading.hand.tiles and not layout.orientation_known:
        yield Note("snap.orientation")
    for advice in advise(photo, reading):
        yield Note(f"retake.{advice.flaw}", {"count": len(advice.tiles)})

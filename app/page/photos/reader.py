"""Makes the reader behind the page: the networks, and notes for players about their readings."""

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
from hu.vision.photo.quality import find_bad_light
from hu.vision.reader import MODELS, Reader
from hu.vision.taught.tile_set import TileSetError

#: The keys of messages about bad light, by how the light is wrong.
_LIGHT: Final = {"too bright": "snap.too_bright", "too dark": "snap.too_dark"}
#: The keys of messages about photos that show no hand, by the kind of the photo.
_WITHOUT_HAND: Final = {
    "only_backs": "snap.only_backs",
    "no_tiles": "snap.no_tiles",
    "no_hand": "snap.no_hand",
}


def network_reader(weights: Path = MODELS, threads: int = 0) -> TileReader:
    """Make a reader that runs the networks in a folder.

    The networks are loaded in the background, while the first player takes a photo.

    Args:
        weights: the folder.
        threads: how many threads run the networks. 0 leaves the choice to the inference engine.
    """
    reader = Reader(weights, threads=threads)

    def load() -> None:
        # If the weights cannot be loaded, the first photo tries again and reports the error.
        with suppress(HuError):
            # Each of these properties loads a network when it is used for the first time.
            _ = (reader.detector, reader.classifier)

    Thread(target=load, daemon=True).start()

    def read(
        photo: Photo, rules: str, tile_set: Path | None
    ) -> tuple[HandReading, tuple[Note, ...]]:
        taught_set = None
        if tile_set is not None:
            # If the tile set was forgotten meanwhile, the photo is read without it.
            with suppress(TileSetError):
                taught_set = read_tile_set(tile_set)
        photo_reader = reader
        if taught_set is not None:
            photo_reader = reader.with_tile_set(taught_set)
        reading = read_opened(photo, photo_reader, rules).reading
        return reading, tuple(_notes(photo, reading))

    return read


def _notes(photo: Photo, reading: HandReading) -> Iterator[Note]:
    """Yield messages about a photo for the player, the most helpful first."""
    shows_no_hand = all(tile.role == "other" for tile in reading.tiles)
    if shows_no_hand:
        yield _note_without_hand(photo, reading)
    if reading.second_hand:
        yield Note("snap.second_hand", {"count": len(reading.second_hand)})
    if reading.unused_flowers:
        yield Note("snap.flowers", {"count": len(reading.unused_flowers)})
    if reading.hand.tiles and not reading.layout.is_orientation_known:
        yield Note("snap.orientation")
    for advice in advise(photo, reading):
        yield Note(f"retake.{advice.flaw}", {"count": len(advice.tiles)})


def _note_without_hand(photo: Photo, reading: HandReading) -> Note:
    """Return the message why a photo shows no hand. Bad light is the likeliest reason."""
    bad_light = find_bad_light(photo)
    if bad_light:
        return Note(_LIGHT[bad_light])
    kind, clear_count = classify_no_hand(reading.tiles, reading.hand_shape)
    if kind == "no_hand":
        return Note(_WITHOUT_HAND[kind], {"count": clear_count})
    return Note(_WITHOUT_HAND[kind])

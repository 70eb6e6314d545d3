"""Reading photos from file to hand: the one way that the commands, the page, batches and ``hu.read_photo`` share."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hu.app.reading.doubts import cut_off
from hu.app.reading.interpret import read_attempts
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.rules import DEFAULT
from hu.vision.detection import Detection
from hu.vision.layout import Layout
from hu.vision.photo.decoding import DEFAULT_LIMITS, Photo, PhotoLimits, decode_photo
from hu.vision.reader import ENOUGH_PX, Reader


class DetectsTiles(Protocol):
    """Detects tiles, as ``hu.vision.reader.Reader`` does."""

    def attempts(self, photo: Photo) -> Iterator[Sequence[Detection]]:
        """Detections of a photo in pixels of the whole photo; then, when asked for more, those of each retry."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """One photo as it was read.

    Attributes:
        photo: the decoded photo.
        reading: the hand, its tiles and what is in doubt.
        seconds: from file to hand; without decoding for a photo that was decoded before.
    """

    photo: Photo
    reading: HandReading
    seconds: float

    @property
    def name(self) -> str:
        """The photo's name."""
        return self.photo.name

    @property
    def hand(self) -> Hand:
        """The hand; with a winning tile only when the photo shows which it is."""
        return self.reading.hand

    @property
    def tiles(self) -> tuple[ReadTile, ...]:
        """Every tile seen, the hand's in reading order, then the others."""
        return self.reading.tiles

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What to ask, the most decisive question first."""
        return self.reading.doubts

    @property
    def layout(self) -> Layout:
        """Rows, groups and roles of what was detected."""
        return self.reading.layout


@dataclass(frozen=True, slots=True)
class UnreadPhoto:
    """A photo that could not be read.

    Attributes:
        source: the photo as it was given.
        error: why; its message names the photo.
    """

    source: Path
    error: HuError


def read_photo(
    source: Path | bytes,
    reader: DetectsTiles | None = None,
    rules: str = DEFAULT,
    *,
    name: str | None = None,
    limits: PhotoLimits = DEFAULT_LIMITS,
) -> PhotoReading:
    """Read one photo.

    Args:
        source: a file, or its contents.
        reader: detects the tiles; default is the project's own networks.
        rules: name of the rule set in force.
        name: what to call the photo; default is the file's name.
        limits: what decoding may cost.

    Raises:
        PhotoError: it cannot be decoded.
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this name.
    """
    started = time.perf_counter()
    return read_opened(open_photo(source, name, limits), reader or Reader(), rules, started)


def read_photos(
    sources: Iterable[Path],
    reader: DetectsTiles | None = None,
    rules: str = DEFAULT,
    *,
    limits: PhotoLimits = DEFAULT_LIMITS,
) -> Iterator[PhotoReading | UnreadPhoto]:
    """Read photos one after the other; one that cannot be read yields why, and the others are still read.

    Raises:
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this name.
    """
    reader = reader or Reader()
    for source in sources:
        started = time.perf_counter()
        try:
            photo = open_photo(source, None, limits)
        except HuError as error:
            yield UnreadPhoto(source, error)
            continue
        yield read_opened(photo, reader, rules, started)


def open_photo(source: Path | bytes, name: str | None = None, limits: PhotoLimits = DEFAULT_LIMITS) -> Photo:
    """Decode a photo as it is to be read.

    Raises:
        PhotoError: it cannot be decoded.
    """
    return decode_photo(source, name, limits=limits, enough_px=ENOUGH_PX)


def read_opened(photo: Photo, reader: DetectsTiles, rules: str = DEFAULT, started: float | None = None) -> PhotoReading:
    """Read a decoded photo.

    Args:
        photo: as ``open_photo`` decodes it.
        reader: detects the tiles.
        rules: name of the rule set in force.
        started: when reading began, by ``time.perf_counter``; default is now.

    Raises:
        PhotoError: it had to be decoded again, and cannot be.
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this name.
    """
    started = time.perf_counter() if started is None else started
    reading = cut_off(read_attempts(reader.attempts(photo), rules), photo)
    return PhotoReading(photo.settled(), reading, time.perf_counter() - started)


def overlay_of(reading: PhotoReading) -> NDArray[np.uint8]:
    """The photo with outlines, names and doubts, ``(h, w, 3)`` uint8 RGB."""
    from hu.vision.layout.overlay import draw  # noqa: PLC0415

    names = {index: tile.tile for index, tile in enumerate(reading.tiles)}
    doubted = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    return draw(reading.photo.image, reading.layout, names, doubted, 1 / reading.photo.scale)

"""Overlays and thumbnails of a batch, one file for each photo."""

import re
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.app.batch.model import OutputError
from hu.app.reading.as_json import draw_reading
from hu.app.reading.model import PhotoReading
from hu.vision.photo.files import whole_file
from hu.vision.photo.pixels import shrunk

OVERLAYS: Final = "overlays"
THUMBNAILS: Final = "thumbnails"
_OVERLAY_SIDE: Final = 1280
_THUMBNAIL_SIDE: Final = 320


class Pictures:
    """Writes and finds the pictures that belong to photos.

    Args:
        out: folder of the results; it has the folders ``overlays`` and ``thumbnails``.
    """

    def __init__(self, out: Path) -> None:
        self._out = out

    def names(self, photo: str) -> tuple[str, str]:
        """A photo's overlay and thumbnail as paths from the results' folder."""
        file = f"{file_stem(photo)}.jpg"
        return f"{OVERLAYS}/{file}", f"{THUMBNAILS}/{file}"

    def exist(self, photo: str) -> bool:
        """Tell whether both pictures are there."""
        return all((self._out / name).is_file() for name in self.names(photo))

    def write(self, name: str, reading: PhotoReading) -> None:
        """Draw what was read over the photo, and a small copy of it.

        Raises:
            OutputError: a file cannot be written.
        """
        image = _fitted(reading.photo.image, _OVERLAY_SIDE)
        drawn = draw_reading(image, reading.reading, image.shape[1] / reading.photo.size[0])
        overlay, thumbnail = self.names(name)
        _save(drawn, self._out / overlay, quality=85)
        _save(_fitted(drawn, _THUMBNAIL_SIDE), self._out / thumbnail, quality=70)


def file_stem(name: str) -> str:
    """A file name for what belongs to a photo: plain letters, unique to it, the same in every run."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", PurePosixPath(name).stem).strip("-")[:60]
    return f"{plain or 'photo'}-{sha256(name.encode('utf-8', 'backslashreplace')).hexdigest()[:12]}"


def _fitted(image: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    factor = side / max(image.shape[:2])
    if factor >= 1:
        return image
    size = (max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))
    if factor <= 0.5:
        return shrunk(image, size)
    # Averaging takes ten times as long and looks hardly better.
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _save(image: NDArray[np.uint8], path: Path, *, quality: int) -> None:
    try:
        with whole_file(path) as file:
            Image.fromarray(image).save(file, "JPEG", quality=quality)
    except OSError as error:
        raise OutputError.at(path, error) from None

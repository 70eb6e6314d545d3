"""Overlays and thumbnails of a batch, one file for each photo."""

import io
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.app.batch.model import OutputError
from hu.app.batch.names import file_stem
from hu.app.reading.interpret import PhotoReading
from hu.vision.overlay import draw
from hu.vision.photo import Photo

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

    def names(self, photo: str) -> dict[str, str]:
        """Where a photo's pictures lie, from the results' folder."""
        file = f"{file_stem(photo)}.jpg"
        return {"overlay": f"{OVERLAYS}/{file}", "thumbnail": f"{THUMBNAILS}/{file}"}

    def exist(self, photo: str) -> bool:
        """Whether both pictures are there."""
        return all((self._out / name).is_file() for name in self.names(photo).values())

    def write(self, name: str, photo: Photo, reading: PhotoReading) -> None:
        """Draw what was read over the photo, and a small copy of it.

        Raises:
            OutputError: a file cannot be written.
        """
        image = _fitted(photo.image, _OVERLAY_SIDE)
        names = {place: tile.tile for place, tile in enumerate(reading.tiles)}
        doubted = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
        drawn = draw(image, reading.layout, names, doubted, scale=image.shape[1] / photo.size[0])
        files = self.names(name)
        _save(drawn, self._out / files["overlay"], quality=85)
        _save(_fitted(drawn, _THUMBNAIL_SIDE), self._out / files["thumbnail"], quality=70)


def _fitted(image: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    factor = side / max(image.shape[:2])
    if factor >= 1:
        return image
    size = (max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _save(image: NDArray[np.uint8], path: Path, *, quality: int) -> None:
    """Write a JPEG that is there whole or not at all, however the run ends."""
    encoded = io.BytesIO()
    Image.fromarray(image).save(encoded, "JPEG", quality=quality)
    unfinished = path.with_suffix(".part")
    try:
        unfinished.write_bytes(encoded.getbuffer())
        unfinished.replace(path)
    except OSError as error:
        raise OutputError.at(path, error) from None

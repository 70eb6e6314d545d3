"""Reading one photo of a batch, from its file to its row and its pictures."""

import re
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.app.batch.plan import Settings, Task
from hu.app.batch.results import OVERLAYS, THUMBNAILS, OutputError
from hu.app.batch.rows import Outcome, Row, finish_row, unread, with_photos
from hu.app.reading.as_json import doubts_to_json, draw_reading, tiles_to_json
from hu.app.reading.model import HandReading, PhotoReading
from hu.app.reading.read import DetectsTiles, open_photo, read_opened
from hu.scoring.errors import HuError, one_line
from hu.vision.networks.onnx import WeightsError
from hu.vision.photo.files import PhotoError, contents, whole_file
from hu.vision.photo.pixels import shrunk

#: Pixels along the long side of each kind of picture, and the quality of its JPEG.
_PICTURES: Final = {OVERLAYS: (1280, 85), THUMBNAILS: (320, 70)}


class PhotoWorker:
    """Reads photos. A problem of one photo becomes its row; a problem that stops the whole batch is raised.

    Args:
        settings: of the batch.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _detector(self) -> DetectsTiles:
        return self._settings.make_detector(self._settings.weights)

    def read(self, task: Task) -> Outcome:
        """Read a photo and score its hand; nothing is read where the earlier run's row still holds.

        Raises:
            WeightsError: the networks cannot be loaded.
            OutputError: an overlay cannot be written.
        """
        out, pictures = (
            self._settings.out,
            picture_names(task.photo) if self._settings.overlays else (),
        )
        try:
            data = contents(Path(task.path), task.photo)
            digest = sha256(data).hexdigest()
            if (
                task.valid
                and digest == task.known
                and all((out / name).is_file() for name in pictures)
            ):
                return Outcome(task.index, None)
            reading = self._read(data, task.photo, task.rules)
            task = self._with_photos(task)
            shown = reading.reading
            tiles, doubts = (
                tuple(map(dict, tiles_to_json(shown))),
                tuple(map(dict, doubts_to_json(shown))),
            )
            row = Row(task.photo, reading.photo.size, task.rules, "", shown.text, tiles, doubts)
            row = replace(row, sha256=digest, reader=self._settings.reader)
            # Corrections hold for the photo that somebody saw, not for another of its name.
            row = finish_row(
                row, task.answers, task.problem, task.corrections if digest == task.known else None
            )
            if pictures:
                _draw(reading, [out / name for name in pictures])
                row = replace(row, overlay=pictures[0], thumbnail=pictures[1])
        except (WeightsError, OutputError):
            raise
        except PhotoError as error:
            row = unread(task.photo, str(error), task.problem)
        except Exception as error:  # noqa: BLE001  # a bug or a lack of memory must not cost the other photos
            row = unread(
                task.photo,
                one_line(f"cannot be read: {type(error).__name__}: {error}"),
                task.problem,
            )
        return Outcome.of(task.index, row)

    def _read(self, data: bytes, name: str, rules: str) -> PhotoReading:
        return read_opened(
            open_photo(data, one_line(name), self._settings.max_megapixels), self._detector, rules
        )

    def _with_photos(self, task: Task) -> Task:
        """Replace the photos that a manifest names for indicators and other hands by what they show."""
        folder = Path(task.path).parents[len(Path(task.photo).parts) - 1]

        def read(name: str) -> HandReading:
            return self._read(contents(folder / name, name), name, task.rules).reading

        try:
            return replace(task, answers=with_photos(task.answers, task.rules, read))
        except HuError as error:
            return replace(task, problem=task.problem or f"not scored: {error}")


def picture_names(photo: str) -> tuple[str, str]:
    """A photo's overlay and thumbnail, as paths from the results' folder: plain letters, unique, always the same."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", PurePosixPath(photo).stem).strip("-")[:60]
    stem = (
        f"{plain or 'photo'}-{sha256(photo.encode('utf-8', 'backslashreplace')).hexdigest()[:12]}"
    )
    return f"{OVERLAYS}/{stem}.jpg", f"{THUMBNAILS}/{stem}.jpg"


def _draw(reading: PhotoReading, paths: list[Path]) -> None:
    """Draw the reading over the photo, and a small copy of that.

    Raises:
        OutputError: a file cannot be written.
    """
    image = reading.photo.image
    for path, (kind, (side, quality)) in zip(paths, _PICTURES.items(), strict=True):
        image = _fit(image, side)
        if kind == OVERLAYS:
            image = draw_reading(image, reading.reading, image.shape[1] / reading.photo.size[0])
        try:
            with whole_file(path) as file:
                Image.fromarray(image).save(file, "JPEG", quality=quality)
        except OSError as error:
            raise OutputError.at(path, error) from None


def _fit(image: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    factor = side / max(image.shape[:2])
    if factor >= 1:
        return image
    size = (max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))
    if factor <= 0.5:
        return shrunk(image, size)
    # For small reductions area averaging takes ten times as long and looks almost the same.
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)

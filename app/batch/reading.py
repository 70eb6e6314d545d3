"""What one reading process does: open photos, see their tiles, finish their rows."""

import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from hu.app.batch.model import Detects, Outcome, Settings, Task
from hu.app.batch.names import shown
from hu.app.batch.pictures import Pictures
from hu.app.batch.rows import finished, outcome_of, unread
from hu.app.reading.interpret import PhotoReading, read_looks
from hu.vision.detection import Detection
from hu.vision.onnx import WeightsError
from hu.vision.photo import Photo, PhotoError, read_photo
from hu.vision.pipeline import shrunk


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A task whose file was read: ``photo`` is None when an earlier row holds, or when ``error`` says what is wrong."""

    task: Task
    data: bytes = b""
    digest: str = ""
    photo: Photo | None = None
    error: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A task whose photo was read; ``reading`` is None when there is nothing to finish but the row."""

    opened: Opened
    reading: PhotoReading | None = None
    error: str = ""


class Worker:
    """Reads photos. Whatever is wrong with one of them becomes its row; what stops the whole batch is raised.

    Args:
        settings: of the batch.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pictures = Pictures(settings.out) if settings.overlays else None

    @cached_property
    def _detector(self) -> Detects:
        return self._settings.make_detector(self._settings.weights, self._settings.threads)

    def open(self, tasks: Sequence[Task]) -> list[Opened]:
        """Read and decode the files."""
        return [self._open(task) for task in tasks]

    def see(self, opened: Sequence[Opened]) -> list[Seen]:
        """Run the networks over all photos at once, and read the hands.

        Raises:
            WeightsError: the networks cannot be loaded.
        """
        there = [(one, one.photo) for one in opened if one.photo is not None]
        try:
            detections = self._detect([one for one, _ in there], [photo for _, photo in there])
            readings = iter([self._reading(*one, found) for one, found in zip(there, detections, strict=True)])
        except WeightsError:
            raise
        except Exception as error:  # noqa: BLE001  # a bug must not cost the other photos
            if len(opened) > 1:
                # One of them is to blame; the others must not suffer for it.
                return [seen for one in opened for seen in self.see([one])]
            return [Seen(opened[0], error=_unexpected(error))]
        # The files' contents have served; what is yet to be finished should not hold them in memory.
        return [
            Seen(replace(one, data=b""), None if one.photo is None else next(readings), one.error) for one in opened
        ]

    def finish(self, seen: Sequence[Seen]) -> list[Outcome]:
        """Score the hands, draw the overlays.

        Raises:
            OutputError: an overlay cannot be written.
        """
        return [self._finish(one) for one in seen]

    def read(self, tasks: Sequence[Task]) -> list[Outcome]:
        """All three steps, one after the other."""
        return self.finish(self.see(self.open(tasks)))

    def _open(self, task: Task) -> Opened:
        try:
            data = _contents(task)
            digest = sha256(data).hexdigest()
            if task.valid and digest == task.known and (self._pictures is None or self._pictures.exist(task.photo)):
                return Opened(task, digest=digest)
            photo = self._decode(task, data, self._settings.enough)
        except PhotoError as error:
            return Opened(task, error=str(error))
        except Exception as error:  # noqa: BLE001  # a bug or a lack of memory must not cost the other photos
            return Opened(task, error=_unexpected(error))
        return Opened(task, data, digest, shrunk(photo, self._settings.enough))

    def _decode(self, task: Task, data: bytes, enough: int) -> Photo:
        limit = self._settings.max_megapixels
        return read_photo(data, shown(task.photo), max_megapixels=limit, enough=enough)

    def _detect(self, opened: Sequence[Opened], photos: Sequence[Photo]) -> list[list[Detection]]:
        def sharper(place: int, enough: int) -> Photo:
            return self._decode(opened[place].task, opened[place].data, enough)

        return self._detector.detect_all(photos, sharper) if photos else []

    def _reading(self, opened: Opened, photo: Photo, first: list[Detection]) -> PhotoReading:
        further = self._detector.detect_anew(photo, first, partial(self._decode, opened.task, opened.data))
        return read_looks(first, further, opened.task.rules)

    def _finish(self, seen: Seen) -> Outcome:
        task, photo = seen.opened.task, seen.opened.photo
        if seen.error:
            row = unread(task.photo, seen.error, task.problem)
        elif seen.reading is None or photo is None:
            return Outcome(task.place, None)
        else:
            row = self._row(task, photo, seen.reading, seen.opened.digest)
        return outcome_of(task.place, row)

    def _row(self, task: Task, photo: Photo, reading: PhotoReading, digest: str) -> dict[str, Any]:
        try:
            row = {"photo": task.photo, "size": list(photo.size), "rules": task.rules} | reading.to_json()
            row |= self._pictures.names(task.photo) if self._pictures else {}
            row |= {"sha256": digest, "reader": self._settings.reader}
            # What was corrected holds for the photo that was looked at, and for no other under its name.
            row = finished(row, task.answers, task.problem, task.corrections if digest == task.known else None)
        except Exception as error:  # noqa: BLE001  # a bug must not cost the other photos
            return unread(task.photo, _unexpected(error), task.problem)
        if self._pictures:
            self._pictures.write(task.photo, photo, reading)
        return row


def _contents(task: Task) -> bytes:
    title = shown(task.photo)
    try:
        # A pipe or a device would be read for ever.
        if not stat.S_ISREG(Path(task.path).stat().st_mode):
            raise PhotoError(f"{title}: not a file")
        return Path(task.path).read_bytes()
    except OSError as error:
        raise PhotoError(f"{title}: {error.strerror or error}") from None


def _unexpected(error: Exception) -> str:
    return shown(f"cannot be read: {type(error).__name__}: {error}")

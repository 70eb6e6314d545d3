"""The steps of one reading process: open photos, see their tiles, finish their rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import cast

from hu.app.batch.model import Detects, Outcome, Settings, Task
from hu.app.batch.pictures import Pictures
from hu.app.batch.rows import ReadPhoto, Row, finished, outcome_of, unread
from hu.app.reading.interpret import PhotoReading, Rules, read_looks
from hu.scoring.lines import one_line
from hu.vision.detection import Detection
from hu.vision.files import PhotoError, contents
from hu.vision.onnx import WeightsError
from hu.vision.photo import Photo, read_photo
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
    """Reads photos. A problem of one photo becomes its row; a problem that stops the whole batch is raised.

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
        there = [(file, file.photo) for file in opened if file.photo is not None]
        try:
            detections = self._detect([file for file, _ in there], [photo for _, photo in there])
            readings = iter([self._reading(*pair, found) for pair, found in zip(there, detections, strict=True)])
        except WeightsError:
            raise
        except Exception as error:  # noqa: BLE001  # a bug must not cost the other photos
            if len(opened) > 1:
                # Read one by one, only the photo to blame fails.
                return [seen for file in opened for seen in self.see([file])]
            return [Seen(opened[0], error=_unexpected(error))]
        # The files' contents are no longer needed; photos that wait to be finished should not hold them in memory.
        return [
            Seen(replace(file, data=b""), None if file.photo is None else next(readings), file.error) for file in opened
        ]

    def finish(self, seen: Sequence[Seen]) -> list[Outcome]:
        """Score the hands, draw the overlays.

        Raises:
            OutputError: an overlay cannot be written.
        """
        return [self._finish(photo) for photo in seen]

    def read(self, tasks: Sequence[Task]) -> list[Outcome]:
        """All three steps, one after the other."""
        return self.finish(self.see(self.open(tasks)))

    def _open(self, task: Task) -> Opened:
        try:
            data = contents(Path(task.path), task.photo)
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
        return read_photo(data, one_line(task.photo), max_megapixels=limit, enough=enough)

    def _detect(self, opened: Sequence[Opened], photos: Sequence[Photo]) -> list[list[Detection]]:
        def sharper(index: int, enough: int) -> Photo:
            return self._decode(opened[index].task, opened[index].data, enough)

        return self._detector.detect_all(photos, sharper) if photos else []

    def _reading(self, opened: Opened, photo: Photo, first: list[Detection]) -> PhotoReading:
        further = self._detector.detect_anew(photo, first, partial(self._decode, opened.task, opened.data))
        return read_looks(first, further, cast("Rules", opened.task.rules))

    def _finish(self, seen: Seen) -> Outcome:
        task, photo = seen.opened.task, seen.opened.photo
        if seen.error:
            row = unread(task.photo, seen.error, task.problem)
        elif seen.reading is None or photo is None:
            return Outcome(task.index, None)
        else:
            row = self._row(task, photo, seen.reading, seen.opened.digest)
        return outcome_of(task.index, row)

    def _row(self, task: Task, photo: Photo, reading: PhotoReading, digest: str) -> Row:
        try:
            told = reading.to_json()
            pictures = self._pictures.names(task.photo) if self._pictures else ()
            read = ReadPhoto(
                photo.size,
                task.rules,
                reading.text,
                tuple(told["tiles"]),
                tuple(told["doubts"]),
                digest,
                self._settings.reader,
                *pictures,
            )
            # Corrections hold for the photo that somebody looked at, and for no other of its name.
            corrections = task.corrections if digest == task.known else None
            row = finished(task.photo, read, task.answers, task.problem, corrections)
        except Exception as error:  # noqa: BLE001  # a bug must not cost the other photos
            return unread(task.photo, _unexpected(error), task.problem)
        if self._pictures:
            self._pictures.write(task.photo, photo, reading)
        return row


def _unexpected(error: Exception) -> str:
    return one_line(f"cannot be read: {type(error).__name__}: {error}")

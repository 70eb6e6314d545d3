"""The steps of one reading process: open photos, see their tiles, finish their rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from hu.app.batch.model import Outcome, Settings, Task
from hu.app.batch.pictures import Pictures
from hu.app.batch.rows import ReadPhoto, Row, finished, outcome_of, unread
from hu.app.batch.scoring import with_photos
from hu.app.reading.as_json import doubts_to_json, tiles_to_json
from hu.app.reading.model import HandReading, PhotoReading
from hu.app.reading.read import DetectsTiles, open_photo, read_opened
from hu.scoring.errors import HuError
from hu.scoring.lines import one_line
from hu.vision.networks.onnx import WeightsError
from hu.vision.photo.decoding import Photo, PhotoLimits
from hu.vision.photo.files import PhotoError, contents


@dataclass(frozen=True, slots=True, eq=False)
class InWork:
    """A task on its way through the steps.

    Attributes:
        task: the photo to read.
        digest: of its bytes; empty when they cannot be read.
        photo: the decoded photo, until it is read; None when an earlier row holds, or with an ``error``.
        reading: what was read in it; None before, and when there is nothing to finish but the row.
        error: why it cannot be read; empty otherwise.
    """

    task: Task
    digest: str = ""
    photo: Photo | None = None
    reading: PhotoReading | None = None
    error: str = ""


class Worker:
    """Reads photos. A problem of one photo becomes its row; a problem that stops the whole batch is raised.

    Args:
        settings: of the batch.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._limits = PhotoLimits.up_to(settings.max_megapixels)
        self._pictures = Pictures(settings.out) if settings.overlays else None

    @cached_property
    def _detector(self) -> DetectsTiles:
        return self._settings.make_detector(self._settings.weights, self._settings.threads)

    def open(self, tasks: Sequence[Task]) -> list[InWork]:
        """Read and decode the files."""
        return [self._open(task) for task in tasks]

    def see(self, opened: Sequence[InWork]) -> list[InWork]:
        """Run the networks over the photos, and read the hands.

        Raises:
            WeightsError: the networks cannot be loaded.
        """
        return [self._see(file) for file in opened]

    def finish(self, seen: Sequence[InWork]) -> list[Outcome]:
        """Score the hands, draw the overlays.

        Raises:
            OutputError: an overlay cannot be written.
        """
        return [self._finish(photo) for photo in seen]

    def read(self, tasks: Sequence[Task]) -> list[Outcome]:
        """All three steps, one after the other."""
        return self.finish(self.see(self.open(tasks)))

    def _open(self, task: Task) -> InWork:
        try:
            data = contents(Path(task.path), task.photo)
            digest = sha256(data).hexdigest()
            if task.valid and digest == task.known and (self._pictures is None or self._pictures.exist(task.photo)):
                return InWork(task, digest)
            photo = open_photo(data, one_line(task.photo), self._limits)
        except PhotoError as error:
            return InWork(task, error=str(error))
        except Exception as error:  # noqa: BLE001  # a bug or a lack of memory must not cost the other photos
            return InWork(task, error=_unexpected(error))
        return InWork(task, digest, photo)

    def _see(self, opened: InWork) -> InWork:
        reading, error, task = None, opened.error, opened.task
        if opened.photo is not None:
            try:
                reading = read_opened(opened.photo, self._detector, task.rules)
                task = self._with_photos(task)
            except WeightsError:
                raise
            except Exception as reason:  # noqa: BLE001  # a bug must not cost the other photos
                error = _unexpected(reason)
        return replace(opened, task=task, photo=None, reading=reading, error=error)

    def _with_photos(self, task: Task) -> Task:
        """Replace the photos that a manifest names for indicators and other hands by what they show."""

        def read(name: str) -> HandReading:
            data = contents(folder / name, name)
            return read_opened(open_photo(data, one_line(name), self._limits), self._detector, task.rules).reading

        folder = Path(task.path).parents[len(Path(task.photo).parts) - 1]
        try:
            return replace(task, answers=with_photos(task.answers, task.rules, read))
        except HuError as error:
            return replace(task, problem=task.problem or f"not scored: {error}")

    def _finish(self, seen: InWork) -> Outcome:
        task = seen.task
        if seen.error:
            row = unread(task.photo, seen.error, task.problem)
        elif seen.reading is None:
            return Outcome(task.index, None)
        else:
            row = self._row(task, seen.reading, seen.digest)
        return outcome_of(task.index, row)

    def _row(self, task: Task, reading: PhotoReading, digest: str) -> Row:
        try:
            pictures = self._pictures.names(task.photo) if self._pictures else ()
            read = ReadPhoto(
                reading.photo.size,
                task.rules,
                reading.reading.text,
                tuple(tiles_to_json(reading.reading)),
                tuple(doubts_to_json(reading.reading)),
                digest,
                self._settings.reader,
                *pictures,
            )
            # Corrections hold for the photo that somebody saw, not for another of its name.
            corrections = task.corrections if digest == task.known else None
            row = finished(task.photo, read, task.answers, task.problem, corrections)
        except Exception as error:  # noqa: BLE001  # a bug must not cost the other photos
            return unread(task.photo, _unexpected(error), task.problem)
        if self._pictures:
            self._pictures.write(task.photo, reading)
        return row


def _unexpected(error: Exception) -> str:
    return one_line(f"cannot be read: {type(error).__name__}: {error}")

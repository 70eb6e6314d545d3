"""Reading one photo of a batch, from its file to its row."""

from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from hu.app.batch.model import Outcome, OutputError, Settings, Task
from hu.app.batch.pictures import Pictures
from hu.app.batch.rows import ReadPhoto, Row, finish_row, outcome_of, unread
from hu.app.batch.scoring import with_photos
from hu.app.reading.as_json import doubts_to_json, tiles_to_json
from hu.app.reading.model import HandReading, PhotoReading
from hu.app.reading.read import DetectsTiles, open_photo, read_opened
from hu.scoring.errors import HuError
from hu.scoring.lines import one_line
from hu.vision.networks.onnx import WeightsError
from hu.vision.photo.decoding import PhotoLimits
from hu.vision.photo.files import PhotoError, contents


class PhotoWorker:
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

    def read(self, task: Task) -> Outcome:
        """Read a photo and score its hand; nothing is read where the earlier run's row still holds.

        Raises:
            WeightsError: the networks cannot be loaded.
            OutputError: an overlay cannot be written.
        """
        try:
            data = contents(Path(task.path), task.photo)
            digest = sha256(data).hexdigest()
            if task.valid and digest == task.known and (self._pictures is None or self._pictures.exist(task.photo)):
                return Outcome(task.index, None)
            photo = open_photo(data, one_line(task.photo), self._limits)
            reading = read_opened(photo, self._detector, task.rules)
            row = self._row(self._with_photos(task), reading, digest)
            if self._pictures:
                self._pictures.write(task.photo, reading)
        except (WeightsError, OutputError):
            raise
        except PhotoError as error:
            row = unread(task.photo, str(error), task.problem)
        except Exception as error:  # noqa: BLE001  # a bug or a lack of memory must not cost the other photos
            row = unread(task.photo, one_line(f"cannot be read: {type(error).__name__}: {error}"), task.problem)
        return outcome_of(task.index, row)

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

    def _row(self, task: Task, reading: PhotoReading, digest: str) -> Row:
        read = ReadPhoto(
            reading.photo.size,
            task.rules,
            reading.reading.text,
            tuple(tiles_to_json(reading.reading)),
            tuple(doubts_to_json(reading.reading)),
            digest,
            self._settings.reader,
            *(self._pictures.names(task.photo) if self._pictures else ()),
        )
        # Corrections hold for the photo that somebody saw, not for another of its name.
        corrections = task.corrections if digest == task.known else None
        return finish_row(task.photo, read, task.answers, task.problem, corrections)

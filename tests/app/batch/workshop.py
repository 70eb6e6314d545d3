"""The material of the tests of batches: photos, made-up networks, and results to look at."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hu.app.batch import run
from hu.app.batch.corrections import CorrectionReport, apply_corrections
from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Task
from hu.app.batch.run import Batch, Summary, run_batch
from hu.app.batch.settings import BatchSettings, make_settings
from hu.app.batch.worker import PhotoWorker
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.registry import DEFAULT_RULES
from tests.app.batch import fake_networks

#: Reads the tasks of a batch, until the third argument returns true. It is used in place of
#: ``hu.app.batch.run.read_tasks``.
Engine = Callable[[Batch, Sequence[Task], Callable[[], bool]], Generator[TaskOutcome, None, None]]
#: The engine that users have, with processes of its own.
read_tasks = run.read_tasks


def read_inline(
    batch: Batch, tasks: Sequence[Task], is_stopped: Callable[[], bool]
) -> Generator[TaskOutcome, None, None]:
    """Read without other processes. Most tests are about the rest of a batch."""
    worker = PhotoWorker(batch.settings)
    for start in range(0, len(tasks), 4):
        if is_stopped():
            return
        outcomes = [worker.read(task) for task in tasks[start : start + 4]]
        # Backwards, because outcomes come in any order.
        yield from reversed(outcomes)


def stop_after(count: int) -> Engine:
    """Make an engine that stops after some outcomes, as if it was interrupted."""

    def engine(
        batch: Batch, tasks: Sequence[Task], is_stopped: Callable[[], bool]
    ) -> Generator[TaskOutcome, None, None]:
        yield from islice(read_inline(batch, tasks, is_stopped), count)

    return engine


@dataclass
class Workshop:
    """A folder of photos, made-up networks, and the results.

    Attributes:
        root: holds everything.
        overlays: whether overlays and thumbnails are drawn.
        photos: the folder of the photos.
        weights: the folder of the networks.
        out: the folder of the results.
        last_manifest: the manifest that was written last.
    """

    root: Path
    overlays: bool = False
    photos: Path = field(init=False)
    weights: Path = field(init=False)
    out: Path = field(init=False)
    last_manifest: Path | None = None

    def __post_init__(self) -> None:
        self.photos = self.root / "photos"
        self.weights = self.root / "weights"
        self.out = self.root / "results"
        self.photos.mkdir()
        self.weights.mkdir()
        self.train("first")

    def train(self, name: str) -> None:
        """Write networks. Those of another name have other contents."""
        for network in ("detector.onnx", "classifier.onnx", "fitted.json"):
            (self.weights / network).write_text(name)

    def add(self, name: str, number: int = 0, **options: Any) -> Path:
        """Paint a photo.

        Args:
            name: below the folder of the photos.
            number: the number of its hand.
            options: the ``size``, ``kind`` or ``salt`` that ``fake_networks.painted`` takes.
        """
        path = self.photos / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fake_networks.painted(number, **options))
        return path

    def fill(self, count: int) -> None:
        """Paint ``count`` photos, 000.jpg and so on, of which no two have the same bytes."""
        for number in range(count):
            self.add(f"{number:03}.jpg", number % 5, salt=number)

    def manifest(self, text: str) -> Path:
        """Write a manifest."""
        self.last_manifest = self.root / "manifest.csv"
        self.last_manifest.write_text(text, encoding="utf-8")
        return self.last_manifest

    def settings(self, out: Path | None = None) -> BatchSettings:
        """Make the settings as the command does."""
        return make_settings(out or self.out, self.weights, overlays=self.overlays)

    def run(
        self,
        manifest: Path | None = None,
        *,
        rules: str = DEFAULT_RULES,
        house: HouseRules | None = None,
        resume: bool = False,
        workers: int = 2,
        out: Path | None = None,
        engine: Engine = read_inline,
    ) -> Summary:
        """Run the batch.

        Args:
            manifest: a CSV file, or None.
            rules: the rule set of photos whose line names none.
            house: house rules, or None.
            resume: whether to continue earlier results.
            workers: the number of processes.
            out: another folder for the results.
            engine: reads the photos.
        """
        batch = Batch(
            folder=self.photos,
            settings=self.settings(out),
            manifest=manifest,
            rules=rules,
            workers=workers,
            resume=resume,
            house=house,
        )
        with patch.object(run, "read_tasks", engine):
            return run_batch(batch)

    def resume(self) -> list[str]:
        """Resume the batch, and return the photos that were read."""
        photos_read: list[str] = []

        def engine(
            batch: Batch, tasks: Sequence[Task], is_stopped: Callable[[], bool]
        ) -> Generator[TaskOutcome, None, None]:
            for outcome in read_inline(batch, tasks, is_stopped):
                # The outcome has no line if the row of the earlier run still holds.
                if outcome.line:
                    photos_read.append(tasks[outcome.index].photo)
                yield outcome

        self.run(self.last_manifest, resume=True, engine=engine)
        return photos_read

    def score(self, text: str) -> Summary:
        """Run the batch with a manifest, given as text.

        Photos that it names and that are missing are painted first, with hand 1.
        """
        for line in text.splitlines()[1:]:
            name = line.partition(",")[0]
            if not (self.photos / name).exists():
                self.add(name, 1)
        return self.run(self.manifest(text))

    def correct(self, text: str) -> CorrectionReport:
        """Correct the results by a table of corrections, given as CSV."""
        file = self.root / "c.csv"
        file.write_text(text, encoding="utf-8")
        return apply_corrections(self.out, file)

    def rows(self, out: Path | None = None) -> list[dict[str, Any]]:
        """Return the rows of the results, each as the value of its JSON."""
        return [json.loads(line) for line in self.lines(out)]

    def lines(self, out: Path | None = None) -> list[bytes]:
        """Return the lines of the results, each with its end."""
        file = (out or self.out) / "results.jsonl"
        return file.read_bytes().splitlines(keepends=True)

    def row(self, photo: str) -> Mapping[str, Any]:
        """Return the row of one photo, as the value of its JSON."""
        (row,) = [row for row in self.rows() if row["photo"] == photo]
        return row

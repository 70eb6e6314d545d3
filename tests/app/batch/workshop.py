"""What the tests of batches are made of: photos, made-up networks, and results to look at."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from hu.app.batch.corrections import CorrectionReport, correct
from hu.app.batch.plan import Settings, Task, reader_digest
from hu.app.batch.rows import Outcome
from hu.app.batch.run import Batch, Summary, run
from hu.app.batch.worker import PhotoWorker
from tests.app.batch import fake_networks

Read = Callable[..., Generator[Outcome, None, None]]


def inline(
    tasks: Sequence[Task], settings: Settings, workers: int, stopped: Callable[[], bool]
) -> Generator[Outcome, None, None]:
    """An engine that starts no process: most tests are about what surrounds the reading."""
    del workers
    worker = PhotoWorker(settings)
    for start in range(0, len(tasks), 4):
        if stopped():
            return
        # Backwards, since outcomes come in any order.
        yield from reversed([worker.read(task) for task in tasks[start : start + 4]])


def after(count: int) -> Read:
    """An engine that stops, as an interruption would, after some outcomes."""

    def engine(*args: Any) -> Generator[Outcome, None, None]:
        yield from islice(inline(*args), count)

    return engine


@dataclass
class Workshop:
    """A folder of photos, made-up weights, and the results."""

    root: Path
    overlays: bool = False
    photos: Path = field(init=False)
    weights: Path = field(init=False)
    out: Path = field(init=False)
    given: Path | None = None

    def __post_init__(self) -> None:
        self.photos, self.weights, self.out = (
            self.root / "photos",
            self.root / "weights",
            self.root / "results",
        )
        self.photos.mkdir()
        self.weights.mkdir()
        self.train("first")

    def train(self, name: str) -> None:
        """Make other weights."""
        for network in ("detector.onnx", "classifier.onnx", "fitted.json"):
            (self.weights / network).write_text(name)

    def add(self, name: str, number: int = 0, **options: Any) -> Path:
        """Paint a photo."""
        path = self.photos / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fake_networks.painted(number, **options))
        return path

    def fill(self, count: int) -> None:
        """Paint photos 000.jpg and so on, no two the same."""
        for k in range(count):
            self.add(f"{k:03}.jpg", k % 5, salt=k)

    def manifest(self, text: str) -> Path:
        """Write a manifest."""
        self.given = self.root / "manifest.csv"
        self.given.write_text(text, encoding="utf-8")
        return self.given

    def settings(self, out: Path | None = None) -> Settings:
        """As the command makes them."""
        digest = reader_digest(self.weights)
        return Settings(
            fake_networks.make, self.weights, out or self.out, digest, overlays=self.overlays
        )

    def run(
        self,
        manifest: Path | None = None,
        *,
        resume: bool = False,
        workers: int = 2,
        out: Path | None = None,
        engine: Read = inline,
    ) -> Summary:
        """Run the batch."""
        return run(
            Batch(
                self.photos,
                self.settings(out),
                manifest,
                workers=workers,
                resume=resume,
                read=engine,
            )
        )

    def resume(self) -> list[str]:
        """Resume the batch; returns the photos that were read."""
        read: list[str] = []

        def engine(tasks: Any, *rest: Any) -> Generator[Outcome, None, None]:
            for outcome in inline(tasks, *rest):
                if outcome.line is not None:
                    read.append(tasks[outcome.index].photo)
                yield outcome

        self.run(self.given, resume=True, engine=engine)
        return read

    def score(self, text: str) -> Summary:
        """Run the batch with a manifest; missing photos are added first, with hand 1."""
        for line in text.splitlines()[1:]:
            name = line.partition(",")[0]
            if not (self.photos / name).exists():
                self.add(name, 1)
        return self.run(self.manifest(text))

    def correct(self, text: str) -> CorrectionReport:
        """Correct the results by a table."""
        file = self.root / "c.csv"
        file.write_text(text, encoding="utf-8")
        return correct(self.out, file)

    def rows(self, out: Path | None = None) -> list[dict[str, Any]]:
        """The results."""
        return [json.loads(line) for line in self.lines(out)]

    def lines(self, out: Path | None = None) -> list[bytes]:
        """The results' lines."""
        return ((out or self.out) / "results.jsonl").read_bytes().splitlines(keepends=True)

    def row(self, photo: str) -> Mapping[str, Any]:
        """One photo's row."""
        (row,) = [row for row in self.rows() if row["photo"] == photo]
        return row

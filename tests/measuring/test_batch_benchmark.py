"""A batch is measured only if it reads its photos."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.settings import make_settings
from measuring.benchmarks import batch


def test_a_batch_that_fails_gives_no_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(batch, "HU", (sys.executable, "-c", "raise SystemExit(2)"))
    (tmp_path / "a.jpg").touch()
    with pytest.raises(SystemExit, match="exit status 2"):
        batch.measure_memory(tmp_path, photo_count=1)


def _plan(folder: Path) -> batch.PlannedBatch:
    return batch.PlannedBatch(folder, [], make_settings(folder))


def test_the_rate_counts_photos_after_the_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def read(*_: object) -> Iterator[TaskOutcome]:
        for index in range(20):
            yield TaskOutcome(index, b"{}")

    monkeypatch.setattr(batch, "read_locally", read)
    assert batch.rate_of_hu(_plan(tmp_path), workers=1) > 0


def test_a_photo_that_cannot_be_read_gives_no_rate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def read(*_: object) -> Iterator[TaskOutcome]:
        for index in range(20):
            yield TaskOutcome(index, b"{}", error="a.jpg: no photo" if index == 18 else "")

    monkeypatch.setattr(batch, "read_locally", read)
    with pytest.raises(SystemExit, match=r"a\.jpg: no photo"):
        batch.rate_of_hu(_plan(tmp_path), workers=1)


def test_photos_that_cannot_be_read_take_memory_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = """
import sys
from pathlib import Path

out = Path(sys.argv[-1])
out.mkdir()
(out / "results.jsonl").write_text('{"photo": "a.jpg", "error": "no photo"}')
raise SystemExit(1)
"""
    monkeypatch.setattr(batch, "HU", (sys.executable, "-c", script))
    (tmp_path / "a.jpg").touch()
    most_mb, _seconds = batch.measure_memory(tmp_path, photo_count=1)
    assert most_mb > 0

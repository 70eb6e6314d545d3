"""The memory of a batch is measured only if the batch runs to its end."""

import sys
from pathlib import Path

import pytest

from measuring.benchmarks import batch


def test_a_batch_that_fails_gives_no_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(batch, "HU", (sys.executable, "-c", "raise SystemExit(2)"))
    (tmp_path / "a.jpg").touch()
    with pytest.raises(SystemExit, match="exit status 2"):
        batch.measure_memory(tmp_path, photo_count=1)


def test_photos_that_cannot_be_read_are_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(batch, "HU", (sys.executable, "-c", "raise SystemExit(1)"))
    (tmp_path / "a.jpg").touch()
    _most_mb, seconds = batch.measure_memory(tmp_path, photo_count=1)
    assert seconds > 0

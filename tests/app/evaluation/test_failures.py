"""Errors are counted by class."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hu.app.evaluation.asking import Answer, Row
from hu.app.evaluation.failures import Failure, counts, misread, missed, of_photos, sheet, spread
from hu.app.evaluation.judging import Error, Judgement

CELL = (Image.new("RGB", (20, 20)), "a.jpg", "what")


@pytest.mark.parametrize(
    ("truth", "read", "kind"),
    [
        ("1f", "3g", "flower read as another flower"),
        ("1s", "4g", "flower and another tile confused"),
        ("5z", "back", "white dragon and back confused"),
        ("6p", "8p", "number of dots misread"),
        ("6p", "6z", "face of another suit"),
    ],
)
def test_misread_faces_have_a_class(truth: str, read: str, kind: str) -> None:
    assert misread(truth, read) == kind


def test_missed_tiles_have_a_class() -> None:
    assert [missed(tile) for tile in ("5z", "2f", "4p")] == ["white dragon missed", "flower missed", "face missed"]


def box(x: float, wide: float = 30.0) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.array([x, 0, x + wide, 40], dtype=np.float32)


def judged(path: Path, errors: Sequence[Error]) -> Judgement:
    return Judgement(path, (), 0, 0, len(errors), 0, tuple(errors), (), (), 0.1)


def test_a_part_of_a_missed_tile_is_told_from_a_thing_beside_it(tmp_path: Path) -> None:
    Image.new("RGB", (200, 60)).save(tmp_path / "a.png")
    errors = [Error("4p", None, box(0), 1.0), Error(None, "2p", box(0, 15), 0.8), Error(None, "9s", box(100), 0.6)]
    found = list(of_photos([judged(tmp_path / "a.png", errors)], "val"))
    assert [failure.kind for failure in found] == [
        "face missed",
        "tile outlined in part or twice",
        "tile or thing without a label near the hand",
    ]


def test_counts_have_a_column_for_each_source() -> None:
    found = [Failure("flower missed", "val", CELL), Failure("flower missed", "near", CELL)]
    assert counts(found) == Answer(
        ("all", "val", "near"), (Row("errors", ("2", "1", "1")),), {"flower missed": {"all": 2, "val": 1, "near": 1}}
    )


def test_a_sheet_takes_evenly_from_every_source() -> None:
    found = [Failure("a", "val", CELL)] * 30 + [Failure("b", "near", CELL)] * 10
    distinct = [Failure(failure.kind, failure.source, failure.cell) for failure in found]
    chosen = spread(distinct, 20)
    assert [sum(failure.source == source for failure in chosen) for source in ("val", "near")] == [15, 5]
    assert sheet(chosen).size[0] > 0

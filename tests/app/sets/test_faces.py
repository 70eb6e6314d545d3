"""What waits on disk comes back as it was; labelled faces are written only as asked."""

from pathlib import Path

import numpy as np
from PIL import Image

from hu.app.sets.faces import write_labelled
from hu.app.sets.packing import pack_detections, unpack_detections
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from tests.app.sets.test_store import club


def _seen(number: int) -> Detection:
    rng = np.random.default_rng(number)
    return Detection(
        rng.random((4, 2), np.float32),
        0.9,
        np.eye(43, dtype=np.float32)[number],
        features=rng.random((2, 8), np.float32),
        crop=rng.integers(0, 255, (64, 64, 3), np.uint8),
    )


def test_what_was_seen_comes_back() -> None:
    seen = [_seen(number) for number in range(3)]
    for before, after in zip(seen, unpack_detections(pack_detections(seen)), strict=True):
        assert before.tile == after.tile
        np.testing.assert_array_equal(np.array(before.features), np.array(after.features))
        np.testing.assert_array_equal(np.array(before.crop), np.array(after.crop))
    assert pack_detections(seen) == pack_detections(seen)


def test_detections_from_a_file_teach_nothing() -> None:
    assert (
        pack_detections(
            [Detection(np.zeros((4, 2), np.float32), 0.9, np.eye(43, dtype=np.float32)[0])]
        )
        == b""
    )
    assert unpack_detections(b"") == []


def test_taught_faces_become_labelled_pictures(tmp_path: Path) -> None:
    assert write_labelled(club("club/green"), tmp_path) == 2
    (first, second) = sorted((tmp_path / "labels").iterdir())
    assert first.read_text() == f"{CLASSES.index('1m')} 0.5 0.5 1 1\n"
    assert second.read_text().startswith(f"{CLASSES.index('3f')} ")
    assert Image.open(tmp_path / "images" / f"{first.stem}.png").size == (64, 64)
    assert (tmp_path / "classes.txt").read_text().split() == list(CLASSES)

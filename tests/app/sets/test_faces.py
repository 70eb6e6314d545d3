"""Detections on disk come back unchanged, and taught faces become a labelled data set."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hu.app.sets.faces import write_labelled
from hu.app.sets.packing import pack_detections, unpack_detections
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import TileSetError
from tests.app.sets.test_store import club


def _detection(number: int) -> Detection:
    """A random detection of the face with a number, with its features and its crop."""
    rng = np.random.default_rng(number)
    return Detection(
        rng.random((4, 2), np.float32),
        0.9,
        np.eye(len(CLASSES), dtype=np.float32)[number],
        features=rng.random((2, 8), np.float32),
        crop=rng.integers(0, 255, (64, 64, 3), np.uint8),
    )


def test_packed_detections_come_back() -> None:
    detections = [_detection(number) for number in range(3)]
    content = pack_detections(detections)
    for before, after in zip(detections, unpack_detections(content), strict=True):
        assert before.tile == after.tile
        np.testing.assert_array_equal(np.array(before.features), np.array(after.features))
        np.testing.assert_array_equal(np.array(before.crop), np.array(after.crop))
    assert pack_detections(detections) == content


def test_detections_without_features_and_crops_are_not_packed() -> None:
    detection = replace(_detection(0), features=None, crop=None)
    assert pack_detections([detection]) == b""
    assert unpack_detections(b"") == []


def test_taught_faces_become_labelled_pictures(tmp_path: Path) -> None:
    assert write_labelled(club("club/green"), tmp_path) == 2
    first, second = sorted((tmp_path / "labels").iterdir())
    assert first.read_text() == f"{CLASSES.index('1m')} 0.5 0.5 1 1\n"
    assert second.read_text().startswith(f"{CLASSES.index('3f')} ")
    assert Image.open(tmp_path / "images" / f"{first.stem}.png").size == (64, 64)
    assert (tmp_path / "classes.txt").read_text().split() == list(CLASSES)


def test_labels_are_not_added_to_a_data_set_with_other_classes(tmp_path: Path) -> None:
    (tmp_path / "classes.txt").write_text("1B\n1C\n")
    with pytest.raises(TileSetError, match="lists other classes; name another folder"):
        write_labelled(club("club/green"), tmp_path)
    assert (tmp_path / "classes.txt").read_text() == "1B\n1C\n"
    assert not list((tmp_path / "labels").iterdir())

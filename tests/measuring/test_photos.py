"""Questions about single tiles in photos."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hu.scoring.errors import HuError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from measuring import photos
from measuring.answers import Options


def _detection(tile: str) -> Detection:
    """A tile that was surely read."""
    probabilities = np.zeros(len(CLASSES), np.float32)
    probabilities[CLASSES.index(tile)] = 1
    box = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    return Detection(box, 0.9, probabilities)


def test_designer_counts_each_written_tile_once_and_no_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "photos" / "designer"
    folder.mkdir(parents=True)
    (folder / "designer.tsv").write_text("photo\ttiles\tnote\na.png\t5z 5z 1m 2p\t\n")
    Image.fromarray(np.zeros((64, 64, 3), np.uint8)).save(folder / "a.png")
    tiles = [_detection(tile) for tile in ("5z", "1m", "1m", BACK)]

    def detect(reader: Reader, photo: Photo) -> list[Detection]:
        del reader, photo
        return tiles

    monkeypatch.setattr(Reader, "detect", detect)
    answer = photos.designer(Options(shared=tmp_path))
    assert [row.figures for row in answer.rows] == [("50.0 % of 4",), ("1",)]
    assert answer.details == {"a.png": {"right": 2, "missed": ["2p", "5z"], "others": ["1m"]}}


def test_a_photo_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """It would be missing from the figures."""
    folder = tmp_path / "photos" / "loose"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    (folder / "images" / "a.png").write_bytes(b"no photo")
    (folder / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(HuError, match=r"a\.png"):
        photos.loose(Options(shared=tmp_path))


def test_designer_corrects_the_list_of_a_photo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "photos" / "designer"
    folder.mkdir(parents=True)
    (folder / "designer.tsv").write_text("photo\ttiles\tnote\nd5_stairs.jpg\t6z 6z 6z 1m\t\n")
    Image.fromarray(np.zeros((64, 64, 3), np.uint8)).save(folder / "d5_stairs.jpg")
    tiles = [_detection(tile) for tile in ("2z", "2z", "2z", "1m")]

    def detect(reader: Reader, photo: Photo) -> list[Detection]:
        del reader, photo
        return tiles

    monkeypatch.setattr(Reader, "detect", detect)
    answer = photos.designer(Options(shared=tmp_path))
    assert [row.figures for row in answer.rows] == [("100.0 % of 4",), ("0",)]

"""Photos of modern sets are read by numerals. Other photos never load the networks for them."""

import os
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hu.app.reading.explain import why_lines
from hu.app.reading.read import read_hand
from hu.app.records.words import reading_words
from hu.vision.networks.calibration import MODELS, read_calibration
from hu.vision.networks.weights import MODERN_NETWORKS, WeightsError
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.reader import ENOUGH_PX, Reader

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples" / "images"
#: A hand of a modern set.
_ROW = ("2m", "3m", "4m", "6p", "7p", "8p", "3s", "4s", "5s", "6s", "7s", "2z", "2z")


@cache
def _modern_row(shared: Path) -> Photo:
    """The hand, drawn in shapes and a typeface that no training saw, in a row on green cloth."""
    if os.environ.get("CI") != "true":
        # Drawing needs the extra "train". Where everything must be tested, its absence is an error.
        pytest.importorskip("resvg_py")
        pytest.importorskip("fontTools")
    from training.data.unseen import HELD_FAMILIES
    from training.faces.art import Art
    from training.faces.corner.designs import corner_design

    rng = np.random.default_rng(4)
    design = corner_design(rng, Art(shared), frozenset(HELD_FAMILIES), 128, purpose="measuring")
    picture = np.full((420, 1500, 3), (40, 100, 60), np.uint8)
    left = 60
    for face in _ROW:
        tile = design.face(face, 128)
        height, width = tile.shape[:2]
        picture[140 : 140 + height, left : left + width] = tile
        left += width + 3
    return Photo.of(picture)


def _right_count(reader: Reader, photo: Photo) -> int:
    """How many tiles of the row are read right."""
    tiles = sorted(reader.detect(photo), key=lambda tile: float(tile.center[0]))
    return sum(tile.tile == face for tile, face in zip(tiles, _ROW, strict=True))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def test_a_rendered_modern_hand_is_read_by_its_numerals(reader: Reader, shared: Path) -> None:
    photo = _modern_row(shared)
    without_numerals = reader.with_calibration(replace(reader.calibration, numerals=()))
    assert _right_count(without_numerals, photo) <= 3
    assert _right_count(reader, photo) >= 10


def test_why_names_the_numerals(reader: Reader, shared: Path) -> None:
    detections = reader.detect(_modern_row(shared))
    lines = why_lines(read_hand(detections, "zung-jung"), reading_words("en"))
    assert any(line.startswith("numeral 5 in the corner: tile ") for line in lines), lines


@pytest.mark.parametrize("name", ["hand.jpg", "mcr.jpg", "riichi.jpg"])
def test_an_ordinary_photo_never_loads_the_networks_for_modern_sets(name: str) -> None:
    ordinary_reader = Reader(threads=1)
    ordinary_reader.detect(decode_photo(SAMPLES / name, enough_px=ENOUGH_PX))
    assert "classifier" in vars(ordinary_reader)
    networks = {"index_network", "letter_network", "modern_classifier"}
    assert not networks & set(vars(ordinary_reader))


def _copy_of_models(folder: Path) -> Path:
    for path in MODELS.glob("*.onnx"):
        (folder / path.name).symlink_to(path)
    for name in ("fitted.json", "SHA256SUMS"):
        shutil.copy(MODELS / name, folder)
    return folder


def test_weights_without_networks_for_modern_sets_read_without_numerals(
    tmp_path: Path, shared: Path
) -> None:
    folder = _copy_of_models(tmp_path)
    for name in MODERN_NETWORKS:
        (folder / name).unlink()
    assert _right_count(Reader(folder, threads=1), _modern_row(shared)) <= 3


@pytest.mark.parametrize("name", MODERN_NETWORKS)
def test_a_single_network_for_modern_sets_is_not_used(name: str, tmp_path: Path) -> None:
    folder = _copy_of_models(tmp_path)
    (folder / name).unlink()
    assert read_calibration(folder).numerals == ()


@pytest.mark.parametrize("name", MODERN_NETWORKS)
def test_other_networks_for_modern_sets_are_refused(name: str, tmp_path: Path) -> None:
    folder = _copy_of_models(tmp_path)
    (folder / "SHA256SUMS").unlink()
    (folder / name).unlink()
    (folder / name).write_bytes(b"another network")
    with pytest.raises(WeightsError, match="fitted to other networks"):
        read_calibration(folder)

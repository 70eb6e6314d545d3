"""Rendered faces of modern sets, with the numeral in each corner."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

if os.environ.get("CI") != "true":
    # Drawing needs the extra "train". Where everything must be tested, its absence is an error.
    pytest.importorskip("resvg_py")
    pytest.importorskip("fontTools")

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES, FACES
from hu.vision.networks.numerals import NUMERAL_CLASSES
from training.data.corner_faces import (
    HEIGHT,
    allowed_outputs,
    corner_labels,
    load_corner_faces,
    load_sets,
    middle_label,
    slant,
    widen,
    write_corner_faces,
)
from training.data.crops import corners
from training.faces.corner.numerals import Corner
from training.faces.corner.style import Letter

_UPPER_LEFT = Corner(is_right=False, is_low=False, is_turned=False)
_LOWER_RIGHT = Corner(is_right=True, is_low=True, is_turned=False)
_LOWER_RIGHT_TURNED = Corner(is_right=True, is_low=True, is_turned=True)


def _names(text: str, *places: Corner) -> list[str]:
    """The labels of the four corners of a face that has a text at these places."""
    return [NUMERAL_CLASSES[label] for label in corner_labels(text, places)]


def test_a_numeral_is_turned_as_the_picture_of_its_corner_is() -> None:
    assert _names("5", _UPPER_LEFT) == ["5/0", "nothing", "nothing", "nothing"]
    assert _names("5", _LOWER_RIGHT) == ["nothing", "nothing", "5/2", "nothing"]
    assert _names("5", _UPPER_LEFT, _LOWER_RIGHT_TURNED) == ["5/0", "nothing", "5/0", "nothing"]


def test_other_letters_have_no_turn() -> None:
    assert _names("G", _UPPER_LEFT) == ["other", "nothing", "nothing", "nothing"]
    assert _names("", _UPPER_LEFT) == ["nothing"] * 4


@pytest.mark.parametrize(
    ("face", "symbol"), [("5m", "5"), ("2z", "S"), ("5z", "W"), ("6z", ""), ("1f", ""), (BACK, "")]
)
def test_a_known_face_allows_its_own_symbol_in_any_turn(face: str, symbol: str) -> None:
    are_allowed = allowed_outputs(CLASSES.index(face))
    pairs = zip(NUMERAL_CLASSES, are_allowed, strict=True)
    allowed = {name for name, is_allowed in pairs if is_allowed}
    own = {f"{symbol}/{turn}" for turn in range(4)} if symbol else set()
    assert allowed == {"nothing", "other"} | own


@pytest.mark.parametrize(
    ("letter", "side", "name"),
    [
        pytest.param(Letter("S", 0.4), 56, "S/0", id="a wind"),
        pytest.param(Letter("W", 0.8), 100, "W/0", id="in the larger square"),
        pytest.param(Letter("R", 0.4), 56, "other", id="another letter"),
        pytest.param(Letter(""), 56, "nothing", id="none"),
    ],
)
def test_the_middle_of_a_face_shows_its_letter(letter: Letter, side: int, name: str) -> None:
    label = middle_label(letter, side)
    assert label is not None
    assert NUMERAL_CLASSES[label] == name


@pytest.mark.parametrize("letter", [None, Letter("S", 0.7), Letter("R", 0.7)])
def test_the_middle_is_unknown_if_its_letter_is_cut_off(letter: Letter | None) -> None:
    assert middle_label(letter, 56) is None


@pytest.mark.parametrize("load", [load_sets, load_corner_faces])
def test_a_folder_without_designs_is_refused_in_one_line(
    tmp_path: Path, load: Callable[[Path], Iterator[object]]
) -> None:
    with pytest.raises(InputError, match=f"{tmp_path}: no designs in it, such as 00000.npz"):
        list(load(tmp_path))


def test_the_outline_of_a_slanted_face_stays_around_its_middle() -> None:
    box = corners(10, 10, 70, 90)
    for seed in range(20):
        slanted = slant(box, np.random.default_rng(seed))
        assert slanted.mean(axis=0) == pytest.approx([40, 50], abs=1e-3)
        # Half of the lean is added on every side.
        assert 0.95 < cv2.contourArea(slanted) / cv2.contourArea(box) < 3


def test_a_wider_outline_encloses_the_face() -> None:
    box = corners(10, 10, 70, 90)
    for seed in range(20):
        wide = widen(box, np.random.default_rng(seed))
        left, top = wide.min(axis=0)
        right, bottom = wide.max(axis=0)
        assert 10 - 0.2 * 60 <= left <= 10
        assert 10 - 0.2 * 80 <= top <= 10
        assert 70 <= right <= 70 + 0.2 * 60
        assert 90 <= bottom <= 90 + 0.2 * 80


def test_stored_faces_have_a_label_for_each_corner(shared: Path, tmp_path: Path) -> None:
    write_corner_faces(shared, tmp_path, designs=1, seed=4, hold_out=frozenset())
    faces = list(load_corner_faces(tmp_path))
    assert len(faces) > 30
    for face in faces:
        assert face.face.shape[0] == HEIGHT
        assert len(face.labels) == 4
    assert any(face.has_symbol for face in faces)
    assert any(face.letter == Letter("") for face in faces)
    (modern_set,) = load_sets(tmp_path)
    assert list(modern_set) == list(FACES)


def test_stored_faces_are_kept_by_a_second_run(shared: Path, tmp_path: Path) -> None:
    write_corner_faces(shared, tmp_path, designs=1, seed=4, hold_out=frozenset())
    [path] = tmp_path.glob("*.npz")
    written_at = path.stat().st_mtime_ns
    write_corner_faces(shared, tmp_path, designs=1, seed=4, hold_out=frozenset())
    assert path.stat().st_mtime_ns == written_at

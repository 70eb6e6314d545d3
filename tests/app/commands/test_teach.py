"""A tile set is learned from a photo, used by name, and never overwritten or half saved."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from hu.app.cli import cli
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import HuError
from hu.vision.taught.tile_set import Example, TileSet

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "images" / "hand.jpg"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TileSetStore:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return TileSetStore.default()


def hu(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], catch_exceptions=False)


def teach(name: str, *words: object) -> Result:
    """Teach the sample, every tile answered as the reader names it."""
    from hu.vision.photo.decoding import decode_photo
    from hu.vision.reader import ENOUGH_PX, Reader

    tiles = Reader().detect(decode_photo(SAMPLE, enough_px=ENOUGH_PX))
    answers = [f"--face={number}={tile.tile}" for number, tile in enumerate(tiles, start=1)]
    return hu("teach", SAMPLE, "--set", name, *answers, *words)


def test_a_set_is_taught_listed_used_and_forgotten(tmp_path: Path) -> None:
    assert (
        "12 faces learned from 15 tiles"
        in teach("club green", "--sheet", tmp_path / "sheet.png").stdout
    )
    assert Image.open(tmp_path / "sheet.png").width > 100
    assert hu("sets").stdout == "club green: 12 faces, 15 examples\n"
    assert "1f  sure 1  hand.jpg" in hu("sets", "show", "club green").stdout
    assert "234567m 13p 55s [777z] 1f +2p" in hu("read", "--set", "club green", SAMPLE).stdout
    hu("sets", "export", "club green", tmp_path / "a.huset")
    hu("sets", "forget", "club green")
    assert "no tile set was taught yet" in hu("sets").stdout
    hu("sets", "import", tmp_path / "a.huset")
    assert hu("sets").stdout == "club green: 12 faces, 15 examples\n"
    with pytest.raises(HuError, match="exists already"):
        hu("sets", "import", tmp_path / "a.huset")
    with pytest.raises(HuError, match="exists already"):
        hu("sets", "export", "club green", tmp_path / "a.huset")
    with pytest.raises(HuError, match=r"b\.huset: cannot be written"):
        hu("sets", "export", "club green", tmp_path / "nowhere" / "b.huset")
    with pytest.raises(HuError, match="forget it first"):
        hu("teach", SAMPLE, "--set", "club green")


def test_doubtful_tiles_are_asked_and_nothing_is_saved_before(
    folder: TileSetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hu.vision.taught import lessons

    monkeypatch.setattr(lessons, "SURE", 1.1)
    monkeypatch.setattr(lessons, "_MOST_QUESTIONS", 20)
    with pytest.raises(HuError, match=r"in doubt: tile \d+ \(\w\w\?\).*answer with --face"):
        hu("teach", SAMPLE, "--set", "club")
    assert folder.names() == ()


def test_a_face_shown_five_times_is_no_set(folder: TileSetStore) -> None:
    with pytest.raises(HuError, match="1m is shown 15 times; a set has four"):
        hu("teach", SAMPLE, "--set", "club", *(f"--face={number}=1m" for number in range(1, 16)))
    assert folder.names() == ()


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    plain = tmp_path / "plain.png"
    Image.fromarray(np.full((300, 400, 3), 90, np.uint8)).save(plain)
    with pytest.raises(HuError, match=r"plain\.png: no mahjong tiles found"):
        hu("teach", plain, "--set", "club")
    with pytest.raises(HuError, match="is no name for a tile set"):
        hu("teach", SAMPLE, "--set", " ")
    with pytest.raises(HuError, match="--face x: expected a tile's number"):
        hu("teach", SAMPLE, "--set", "club", "--face", "x")
    with pytest.raises(HuError, match="no tile set is called 'none'; taught so far: none"):
        hu("read", "--set", "none", SAMPLE)
    assert hu("teach", *[SAMPLE] * 5, "--set", "club").exit_code == 2


def test_two_answers_about_a_tile_must_agree(folder: TileSetStore) -> None:
    with pytest.raises(HuError, match="--face 2=4p: tile 2 is 3p by another --face"):
        hu("teach", SAMPLE, "--set", "club", "--face", "2=3p", "--face", "2=4p")
    assert folder.names() == ()


def test_a_set_with_features_of_other_weights_is_used(folder: TileSetStore) -> None:
    look = np.full((2, 16), 1 / 4, np.float32)
    folder.save(TileSet("club", (Example("1m", look, np.zeros((64, 64, 3), np.uint8), "a.jpg"),)))
    assert hu("read", "--set", "club", SAMPLE).exit_code == 0

"""``hu waits``: text and photos in, one line each out, good hands and bad ones alike."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from hu.app.cli import cli
from hu.vision.reader import Reader
from tests.laid_tables import laid, photographed

STANDING = "1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 5s 6s"


def hu(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["waits", *map(str, words)], catch_exceptions=False)


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A photo of 13 tiles, with three discards far above them."""
    Image.fromarray(np.full((300, 400, 3), (20, 120, 60), dtype=np.uint8)).save(tmp_path / "table.jpg")
    table = photographed([*laid(STANDING), *laid("4s 7s 9m", 3.0, 5.0)])
    monkeypatch.setattr(Reader, "attempts", lambda _reader, _photo: iter([table]))
    return tmp_path / "table.jpg"


def test_every_hand_has_a_line() -> None:
    result = hu("--json", "123m 456p 789s 11z 56s", "123m 456p 789s 11z 5s", "123m 3456p 578s 1122z", "x")
    waiting, short, fourteen, nonsense = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 1
    assert [wait["tile"] for wait in waiting["waits"]] == ["4s", "7s"]
    assert "12 tiles where 13 wait" in short["error"]
    assert fourteen["discards"][0]["left"] == 12
    assert nonsense["hand"] == "x"
    assert "without a number" in nonsense["error"]


def test_the_other_tiles_of_a_photo_are_not_left(photo: Path) -> None:
    (row,) = map(json.loads, hu("--json", photo).stdout.splitlines())
    assert [(wait["tile"], wait["left"]) for wait in row["waits"]] == [("4s", 3), ("7s", 2)]
    assert row["photo"] == str(photo)


def test_what_people_read() -> None:
    riichi = ["--rules", "riichi", "--winner", "S", "--round-wind", "E"]
    lines = hu(*riichi, "123m 456p 789s 11z 56s", "--seen", "44s").stdout.splitlines()
    assert lines[1] == "Waits     4s, 2 left: discard below the minimum, self-draw 1100"
    assert "1 away from waiting; the best discards:" in hu("123m 3456p 578s 1122z").stdout
    assert hu("147m 258p 369s 1234z").stdout.splitlines()[1].startswith("6 away from waiting, nearer with")
    assert hu("123m 456p 789s 11z 56s +4s").stdout.splitlines()[1] == "Wins already; the best discards:"
    assert "depends on" in hu("222z 456p 789s 11m 56s").stdout


def test_what_is_seen_must_be_tiles() -> None:
    result = CliRunner().invoke(cli, ["waits", "123m 456p 789s 11z 56s", "--seen", "9x"])
    assert str(result.exception).startswith("--seen: hand, column 2")

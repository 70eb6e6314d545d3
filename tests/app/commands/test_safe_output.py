"""A file of any name and kind gets safe lines for an answer, and the command ends."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.ledger.ledger import Ledger
from hu.app.sets.set_files import write_tile_set
from hu.vision.reader import MODELS
from hu.vision.taught.tile_set import TileSet

#: Each test starts the command several times.
pytestmark = pytest.mark.long

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "images" / "hand.jpg"

NAMES = [
    "a\nb.jpg",
    "a\rb.jpg",
    "\x1b[2J.jpg",
    "\x9b2J.jpg",
    "\u202egpj.jpg",
    os.fsdecode(b"\xff.jpg"),
]


def hu(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a folder, as a terminal does."""
    command = [sys.executable, "-m", "hu", *map(str, words)]
    return subprocess.run(command, capture_output=True, timeout=300, check=False, cwd=cwd)


def test_names_reach_the_terminal_as_safe_lines(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).write_bytes(b"no picture")
    text = hu("read", *NAMES, cwd=tmp_path)
    lines = text.stderr.decode().splitlines()
    assert text.returncode == 1
    assert len(lines) == len(NAMES)
    assert all(line.isprintable() for line in lines)
    rows = hu("read", "--json", *NAMES, cwd=tmp_path).stdout.decode()
    assert rows.count("\n") == len(NAMES)
    assert rows.replace("\n", "").isprintable()
    assert [json.loads(line)["photo"] for line in rows.splitlines()] == NAMES


@pytest.mark.parametrize("words", [["read"], ["score", "--winner", "S", "--win", "self-draw"]])
def test_what_is_no_regular_file_is_refused_at_once(words: list[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with (tmp_path / "hole.jpg").open("wb") as hole:
        hole.truncate(6_000_000_000)
    for name in ("pipe.jpg", "hole.jpg", "/dev/zero"):
        process = hu(words[0], name, *words[1:], cwd=tmp_path)
        assert process.returncode == 1
        assert process.stderr.decode().count("\n") == 1
        assert b"regular file" in process.stderr or b"6000 MB" in process.stderr


def test_lists_that_are_no_regular_files_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.jpg").write_bytes(b"no picture")
    (tmp_path / "hands.jsonl").write_text('{"photo": "a.jpg", "hand": "1m"}\n', encoding="utf-8")
    for words in (
        ["evaluate", ".", "--only", "pipe"],
        ["evaluate", ".", "--corrections", "pipe"],
        ["batch", "images", "--out", "out", "--manifest", "pipe"],
    ):
        process = hu(*words, cwd=tmp_path)
        assert process.returncode == 2, words
        assert process.stderr.decode().count("\n") == 1


@pytest.mark.parametrize("number", ["nan", "inf", "0", "-1", "many"])
@pytest.mark.parametrize("command", ["read", "score", "waits", "teach", "batch", "evaluate"])
def test_a_limit_that_is_no_number_is_refused(command: str, number: str) -> None:
    result = CliRunner().invoke(cli, [command, "x", "--max-megapixels", number])
    assert result.exit_code == 2
    assert "--max-megapixels" in result.stderr


def test_a_wrong_word_cannot_command_the_terminal(tmp_path: Path) -> None:
    process = hu("read", "--\x1b[2J", cwd=tmp_path)
    assert process.returncode == 2
    assert b"\x1b" not in process.stderr


@pytest.mark.parametrize(
    "words",
    ["rules", "sets list", "read --json PHOTO", "hands REQUESTS", "waits 123m456p789s11z22z"],
)
def test_a_full_disk_is_told_in_one_line(words: str, tmp_path: Path) -> None:
    requests = tmp_path / "requests.jsonl"
    requests.write_text(
        '{"rules": "zung-jung", "hand": "123m 456p 789s 11z 22z +2z", "winner": "S"}\n'
    )
    places = {"PHOTO": str(SAMPLE), "REQUESTS": str(requests)}
    command = [sys.executable, "-m", "hu", *(places.get(word, word) for word in words.split())]
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=300, check=False, cwd=tmp_path
        )
    assert process.returncode == 1
    assert process.stderr.decode().splitlines()[-1] == "hu: No space left on device"
    assert "Traceback" not in process.stderr.decode()


def test_a_pipe_named_as_games_is_refused_and_no_device_is_replaced(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        ledger.create_game("zung-jung", ["A", "B", "C"])
    os.mkfifo(tmp_path / "pipe")
    for words in ("games check pipe", "games import pipe", "games export out --games pipe",
                  "games export pipe --games games.sqlite"):  # fmt: skip
        process = hu(*words.split(), cwd=tmp_path)
        assert process.returncode in (1, 2), words
        assert re.search(
            "no regular file|not a regular file|not a games file", process.stderr.decode()
        ), words
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_damaged_pages_of_a_games_file_are_one_line(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        for number in range(200):
            ledger.create_game("zung-jung", [f"A{number}", "B", "C"])
    content = bytearray((tmp_path / "games.sqlite").read_bytes())
    content[8192::997] = bytes(byte ^ 0x5A for byte in content[8192::997])
    (tmp_path / "games.sqlite").write_bytes(content)
    for words in ("games export out --games games.sqlite", "games check games.sqlite"):
        error = hu(*words.split(), cwd=tmp_path).stderr.decode()
        assert error.count("\n") == 1, error
        assert "restore a copy or an export" in error


def test_damaged_files_beside_the_networks_are_one_line(tmp_path: Path) -> None:
    for name in ("detector.onnx", "classifier.onnx", "fitted.json"):
        shutil.copy(MODELS / name, tmp_path)
    content = (tmp_path / "classifier.onnx").read_bytes()
    (tmp_path / "classifier.onnx").write_bytes(content.replace(b'["1m"', b'}"1m"', 1))
    damaged = hu("read", "--weights", tmp_path, SAMPLE, cwd=tmp_path)
    assert "classifier.onnx: damaged: its metadata" in damaged.stderr.decode()
    assert damaged.stderr.count(b"\n") == 1
    (tmp_path / "SHA256SUMS").write_bytes(bytes(range(256)))
    checked = hu("read", "--weights", tmp_path, SAMPLE, cwd=tmp_path)
    assert "SHA256SUMS: damaged: no list of checksums" in checked.stderr.decode()
    assert checked.stderr.count(b"\n") == 1


def test_a_data_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    write_tile_set(TileSet("club"), tmp_path / "club.huset")
    (tmp_path / "data").write_bytes(b"")
    command = [sys.executable, "-m", "hu", "sets", "import", "club.huset"]
    place = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    process = subprocess.run(
        command, capture_output=True, timeout=300, check=False, cwd=tmp_path, env=place
    )
    assert process.returncode == 1
    assert process.stderr.count(b"\n") == 1
    assert process.stderr.startswith(b"hu: ")

"""A file of any name and kind gets safe lines for an answer, and the command ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hu.app.cli import cli

NAMES = ["a\nb.jpg", "a\rb.jpg", "\x1b[2J.jpg", "\x9b2J.jpg", "\u202egpj.jpg", os.fsdecode(b"\xff.jpg")]


def hu(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "hu", *map(str, words)]
    return subprocess.run(command, capture_output=True, timeout=60, check=False, cwd=cwd)


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
        done = hu(words[0], name, *words[1:], cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.decode().count("\n") == 1
        assert b"regular file" in done.stderr or b"6000 MB" in done.stderr


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
        done = hu(*words, cwd=tmp_path)
        assert done.returncode == 2, words
        assert done.stderr.decode().count("\n") == 1


@pytest.mark.parametrize("number", ["nan", "inf", "0", "-1", "many"])
@pytest.mark.parametrize("command", ["read", "batch"])
def test_a_limit_that_is_no_number_is_refused(command: str, number: str) -> None:
    result = CliRunner().invoke(cli, [command, "x", "--max-megapixels", number])
    assert result.exit_code == 2
    assert "--max-megapixels" in result.stderr


def test_a_wrong_word_cannot_command_the_terminal(tmp_path: Path) -> None:
    done = hu("read", "--\x1b[2J", cwd=tmp_path)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr

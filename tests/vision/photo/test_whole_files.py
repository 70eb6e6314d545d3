"""A file is written whole or not at all."""

from pathlib import Path

import pytest

from hu.vision.photo.files import whole_file


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    with whole_file(path, durable=True) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.csv"]
    assert path.read_bytes() == b"new"


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"old"]

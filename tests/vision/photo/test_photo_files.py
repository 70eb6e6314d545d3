"""Only regular files of a bearable size are read: a pipe would block, a device never end, a hole fill the memory."""

import os
import socket
from pathlib import Path

import pytest

from hu.vision.photo.files import MAX_MEGABYTES, PhotoError, contents, is_photo


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"abc")
    assert contents(tmp_path / "a.jpg", "a.jpg") == b"abc"


def test_a_pipe_a_socket_and_a_device_are_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s.jpg"))
        for path in (tmp_path / "pipe.jpg", tmp_path / "s.jpg", Path("/dev/zero")):
            with pytest.raises(PhotoError, match="not a regular file"):
                contents(path, path.name)


def test_a_huge_sparse_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "hole.jpg").open("wb") as file:
        file.truncate(6_000_000_000)
    with pytest.raises(PhotoError, match=rf"hole\.jpg: 6000 MB are more than the limit of {MAX_MEGABYTES} MB"):
        contents(tmp_path / "hole.jpg", "hole.jpg")


@pytest.mark.parametrize("name", ["none.jpg", "x" * 300, "a\0b.jpg", "a.jpg/b.jpg", "."])
def test_what_is_no_file_is_one_clear_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.jpg").touch()
    with pytest.raises(PhotoError) as caught:
        contents(tmp_path / name, name)
    assert "\n" not in str(caught.value)


def test_names_without_an_ending_are_no_photos() -> None:
    assert [is_photo(name) for name in ("jpg", ".jpg", "a.jpg.txt", "a.JPeG", "a.b.tiff")] == [False] * 3 + [True] * 2

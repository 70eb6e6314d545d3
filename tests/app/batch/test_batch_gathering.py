"""Which files are photos, in which order, and that links in circles end."""

from pathlib import Path

import pytest

from hu.app.batch.plan import find_photos
from hu.scoring.errors import InputError


def touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def test_photos_are_found_in_all_folders_and_sorted_by_them(tmp_path: Path) -> None:
    touch(tmp_path, "b.JPG", "a/z.heic", "a/b/c.png", "a-b.webp", "notes.txt", "a/table.csv")
    found = find_photos(tmp_path, tmp_path / "out")
    assert found.photos == ["a/b/c.png", "a/z.heic", "a-b.webp", "b.JPG"]
    assert found.others == 2


def test_hidden_files_and_the_results_are_passed_by(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg", "._a.jpg", ".thumbs/b.jpg", "out/overlays/c.jpg")
    assert find_photos(tmp_path, tmp_path / "out").photos == ["a.jpg"]


def test_links_in_circles_are_followed_once(tmp_path: Path) -> None:
    touch(tmp_path, "real/a.jpg", "real/deep/b.jpg")
    (tmp_path / "real" / "up").symlink_to(tmp_path)
    (tmp_path / "also").symlink_to(tmp_path / "real")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "self.jpg").symlink_to(tmp_path / "self.jpg")
    assert find_photos(tmp_path, tmp_path / "out").photos == ["real/a.jpg", "real/deep/b.jpg", "self.jpg"]


def test_links_to_other_places_are_followed(tmp_path: Path) -> None:
    touch(tmp_path, "elsewhere/a.jpg", "photos/b.jpg")
    (tmp_path / "photos" / "card").symlink_to(tmp_path / "elsewhere")
    assert find_photos(tmp_path / "photos", tmp_path / "out").photos == ["b.jpg", "card/a.jpg"]


def test_a_folder_that_cannot_be_looked_into_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    touch(tmp_path, "a.jpg", "locked/b.jpg")
    scandir = os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = find_photos(tmp_path, tmp_path / "out")
    assert (found.photos, found.problems) == (["a.jpg"], ["locked/: folder cannot be read: Permission denied"])


@pytest.mark.parametrize("folder", ["none", "a.jpg", "circle", "x" * 300])
def test_no_folder_is_an_error(tmp_path: Path, folder: str) -> None:
    touch(tmp_path, "a.jpg")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(InputError, match="no such folder"):
        find_photos(tmp_path / folder, tmp_path / "out")

"""Taught tile sets as files: written whole, checked when read, never overwritten."""

import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.app.sets.set_files import read_tile_set, write_tile_set
from hu.app.sets.store import TileSetStore
from hu.vision.taught.tile_set import Example, TileSet, TileSetError


def club(name: str = "club green") -> TileSet:
    """A tile set of two examples."""
    features = np.ones((2, 8), np.float32)
    crop = np.full((64, 64, 3), 7, np.uint8)
    first = Example("1m", features, crop, "a.jpg")
    second = Example("3f", -features, crop + np.uint8(1), "b.jpg", 0.98)
    return TileSet(name, (first, second))


def assert_equal(tile_set: TileSet, expected: TileSet) -> None:
    """Compare two tile sets: their arrays have no ``==`` that gives one answer."""
    assert tile_set.name == expected.name
    for example, other in zip(tile_set.examples, expected.examples, strict=True):
        assert example.tile == other.tile
        assert example.source == other.source
        assert example.certainty == other.certainty
        np.testing.assert_array_equal(example.features, other.features)
        np.testing.assert_array_equal(example.crop, other.crop)


def test_a_set_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path / "sets")
    for name in ("club green", "../../etc", "中庸 50%"):
        store.save(club(name))
        assert_equal(store.load(name), club(name))
    assert set(store.names()) == {"club green", "../../etc", "中庸 50%"}
    # No name leads to another folder.
    assert {path.parent for path in tmp_path.rglob("*.huset")} == {tmp_path / "sets"}


def test_a_name_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path)
    store.save(club())
    with pytest.raises(TileSetError, match="exists already"):
        store.save(TileSet("club  green"))
    assert_equal(store.load("club green"), club())


def test_the_error_of_an_unknown_name_lists_the_tile_sets(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path)
    with pytest.raises(TileSetError, match="taught so far: none"):
        store.load("club")
    store.save(club())
    with pytest.raises(TileSetError, match="taught so far: club green"):
        store.forget("club")
    store.forget("club green")
    assert store.names() == ()


def test_a_forgotten_set_is_put_back_by_undo(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path / "sets")
    store.save(club())
    content = store.forget("club green")
    assert store.names() == ()
    store.put_back("club green", content)
    assert_equal(store.load("club green"), club())
    with pytest.raises(TileSetError, match="exists already"):
        store.put_back("club green", content)


@pytest.mark.parametrize("name", ["", " \n", "x" * 41, "a\u200bb", "a\x00b"])
def test_an_impossible_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match="is no name"):
        TileSetStore(tmp_path).save(TileSet(name))


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.huset"
    write_tile_set(club(), path)
    content = path.read_bytes()
    for length in (0, 10, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(TileSetError, match="cut short or altered"):
            read_tile_set(path)


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    meta = np.frombuffer(b'{"version": 9}', np.uint8)
    np.savez(path, meta=meta, features=0, crops=0)
    with pytest.raises(TileSetError, match="version 9; this program reads version 2"):
        read_tile_set(path)


def test_a_file_with_altered_features_is_refused(tmp_path: Path) -> None:
    write_tile_set(club(), tmp_path / "a.huset")
    with np.load(tmp_path / "a.huset") as arrays:
        meta = arrays["meta"]
        features = arrays["features"] + 1
        crops = arrays["crops"]
    np.savez(tmp_path / "b.npz", meta=meta, features=features, crops=crops)
    with pytest.raises(TileSetError, match="was altered or is damaged"):
        read_tile_set(tmp_path / "b.npz")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match="No such file"):
        read_tile_set(tmp_path / "none.huset")


def test_a_file_with_code_in_it_runs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evil.npz"
    np.savez(path, meta=np.array([{"version": 1}], dtype=object), features=0, crops=0)
    with pytest.raises(TileSetError, match="no tile set"):
        read_tile_set(path)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("certainty", "much"),
        ("certainty", -1),
        ("certainty", 1.5),
        ("certainty", True),
        ("source", None),
        ("tile", "back"),
    ],
)
def test_a_file_with_a_right_checksum_and_wrong_values_is_refused(
    part: str, value: Any, tmp_path: Path
) -> None:
    forged = replace(club().examples[0], **{part: value})
    write_tile_set(TileSet("forged", (forged,)), tmp_path / "a.huset")
    with pytest.raises(TileSetError, match="altered"):
        read_tile_set(tmp_path / "a.huset")


@pytest.mark.parametrize(
    "features",
    [
        np.full((2, 8), np.nan, np.float32),
        np.ones(8, np.float32),
        np.full((2, 8), 3e38),
        np.ones((2, 0), np.float32),
    ],
)
def test_features_without_a_distance_to_others_are_refused(
    features: NDArray[np.float32], tmp_path: Path
) -> None:
    forged = replace(club().examples[0], features=features)
    write_tile_set(TileSet("forged", (forged,)), tmp_path / "a.huset")
    with pytest.raises(TileSetError, match="altered"):
        read_tile_set(tmp_path / "a.huset")


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
def test_an_archive_of_another_compression_is_not_unpacked(method: int, tmp_path: Path) -> None:
    path = tmp_path / "bomb.huset"
    write_archive(path, method)
    tracemalloc.start()
    try:
        with pytest.raises(TileSetError, match="another method than deflate"):
            read_tile_set(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Each of its files has 20 MB.
    assert peak < 1_000_000


def write_archive(path: Path, method: int) -> None:
    """Write the three files of a tile set, 20 MB of zeros each."""
    with ZipFile(path, "w", method) as archive:
        for name in ("meta.npy", "features.npy", "crops.npy"):
            archive.writestr(name, bytes(20_000_000))


def test_an_archive_with_large_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.huset"
    write_archive(path, ZIP_DEFLATED)
    with pytest.raises(TileSetError, match="larger than 16 MB once unpacked"):
        read_tile_set(path)


def test_an_archive_that_declares_wrong_sizes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.huset"
    write_archive(path, ZIP_DEFLATED)
    # The archive declares 100 bytes instead of 20 MB.
    size = (20_000_000).to_bytes(4, "little")
    false_size = (100).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, false_size))
    with pytest.raises(TileSetError, match="a damaged archive"):
        read_tile_set(path)


def test_an_empty_set_comes_back(tmp_path: Path) -> None:
    write_tile_set(TileSet("new"), tmp_path / "a.huset")
    assert read_tile_set(tmp_path / "a.huset").examples == ()

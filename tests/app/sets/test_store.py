"""Taught sets as files: written whole, checked when read, never overwritten."""

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
    look = np.ones((2, 8), np.float32)
    crop = np.full((64, 64, 3), 7, np.uint8)
    return TileSet(
        name,
        (
            Example("1m", look, crop, "a.jpg"),
            Example("3f", -look, crop + np.uint8(1), "b.jpg", 0.98),
        ),
    )


def same(a: TileSet, b: TileSet) -> bool:
    pairs = zip(a.examples, b.examples, strict=True)
    return a.name == b.name and all(
        (x.tile, x.source, x.sure) == (y.tile, y.source, y.sure)
        and np.array_equal(x.features, y.features)
        and np.array_equal(x.crop, y.crop)
        for x, y in pairs
    )


def test_a_set_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path / "sets")
    for name in ("club green", "../../etc", "中庸 50%"):
        store.save(club(name))
        assert same(store.load(name), club(name))
    assert set(store.names()) == {"club green", "../../etc", "中庸 50%"}
    assert {path.parent for path in tmp_path.rglob("*.huset")} == {tmp_path / "sets"}


def test_a_name_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path)
    store.save(club())
    with pytest.raises(TileSetError, match="exists already"):
        store.save(TileSet("club  green"))
    assert same(store.load("club green"), club())


def test_an_unknown_name_says_what_there_is(tmp_path: Path) -> None:
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
    assert same(store.load("club green"), club())
    with pytest.raises(TileSetError, match="exists already"):
        store.put_back("club green", content)


@pytest.mark.parametrize("name", ["", " \n", "x" * 41, "a\u200bb", "a\x00b"])
def test_what_is_no_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match="is no name"):
        TileSetStore(tmp_path).save(TileSet(name))


def test_a_file_cut_short_altered_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    whole, other = tmp_path / "a.huset", tmp_path / "b.huset"
    write_tile_set(club(), whole)
    content = whole.read_bytes()
    for cut in (0, 10, len(content) // 2, len(content) - 1):
        other.write_bytes(content[:cut])
        with pytest.raises(TileSetError, match="cut short or altered"):
            read_tile_set(other)
    np.savez(
        tmp_path / "c.npz", meta=np.frombuffer(b'{"version": 9}', np.uint8), features=0, crops=0
    )
    with pytest.raises(TileSetError, match="version 9; this program reads version 2"):
        read_tile_set(tmp_path / "c.npz")
    with np.load(whole) as arrays:
        np.savez(
            tmp_path / "d.npz",
            meta=arrays["meta"],
            features=arrays["features"] + 1,
            crops=arrays["crops"],
        )
    with pytest.raises(TileSetError, match="was altered or is damaged"):
        read_tile_set(tmp_path / "d.npz")
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
        ("sure", "much"),
        ("sure", -1),
        ("sure", 1.5),
        ("sure", True),
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
def test_features_that_nothing_can_be_compared_with_are_refused(
    features: NDArray[np.float32], tmp_path: Path
) -> None:
    write_tile_set(
        TileSet("forged", (replace(club().examples[0], features=features),)), tmp_path / "a.huset"
    )
    with pytest.raises(TileSetError, match="altered"):
        read_tile_set(tmp_path / "a.huset")


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
def test_an_archive_that_unpacks_to_gigabytes_is_refused_before(
    method: int, tmp_path: Path
) -> None:
    tracemalloc.start()
    for name in ("meta.npy", "features.npy", "crops.npy"):
        with ZipFile(tmp_path / "bomb.huset", "a", method) as archive:
            archive.writestr(name, bytes(20_000_000))
    before = tracemalloc.get_traced_memory()[1]
    with pytest.raises(TileSetError, match="another method than deflate"):
        read_tile_set(tmp_path / "bomb.huset")
    assert tracemalloc.get_traced_memory()[1] == before
    tracemalloc.stop()


def test_an_archive_that_declares_too_much_or_lies_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.huset"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name in ("meta.npy", "features.npy", "crops.npy"):
            archive.writestr(name, bytes(20_000_000))
    with pytest.raises(TileSetError, match="larger than 16 MB once unpacked"):
        read_tile_set(path)
    size = (20_000_000).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (100).to_bytes(4, "little")))
    with pytest.raises(TileSetError, match="a damaged archive"):
        read_tile_set(path)


def test_an_empty_set_comes_back(tmp_path: Path) -> None:
    write_tile_set(TileSet("new"), tmp_path / "a.huset")
    assert read_tile_set(tmp_path / "a.huset").examples == ()

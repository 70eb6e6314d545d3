"""The list of tile sets on their screen."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hu.app.page import facts
from hu.app.sets.store import TileSetStore
from hu.vision.taught.tile_set import TileSet


def test_a_tile_set_that_another_browser_forgets_meanwhile_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TileSetStore(tmp_path)
    store.save(TileSet("Club"))
    # The list was read before the other browser forgot "Home".
    monkeypatch.setattr(TileSetStore, "names", lambda _: ("Club", "Home"))
    visit: Any = SimpleNamespace(tile_sets=store, given_folder=tmp_path)
    listed = facts._tile_sets(visit)
    assert [tile_set.name for tile_set in listed] == ["Club"]


def test_a_damaged_tile_set_is_listed_with_its_problem(tmp_path: Path) -> None:
    store = TileSetStore(tmp_path)
    store.save(TileSet("Club"))
    store.save(TileSet("Home"))
    store.file("Home").write_bytes(b"no tile set")
    visit: Any = SimpleNamespace(tile_sets=store, given_folder=tmp_path)
    club, home = facts._tile_sets(visit)
    assert club.problem is None
    assert home.tile_set is None
    assert home.problem is not None
    assert home.content == b"no tile set"

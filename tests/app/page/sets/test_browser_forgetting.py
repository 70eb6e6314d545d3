"""A tile set is forgotten; a game that is played with it is told, and Undo puts it back."""

from collections.abc import Callable
from typing import Any

import numpy as np
from playwright.sync_api import expect

from hu.app.sets.store import SetStore
from hu.vision.taught.tile_set import Example, TileSet
from tests.app.page.driving import begin_game, open_settings, press_button, settle
from tests.app.page.servers import Server


def to_set(page: Any, name: str) -> None:
    open_settings(page)
    page.locator(".st-key-tile-sets button").click()
    page.locator(f".st-key-set-{name} summary").click()
    settle(page)


def test_a_set_of_a_running_game_is_forgotten_told_of_and_put_back(server: Server, visitor: Callable[..., Any]) -> None:
    store = SetStore(server.games.parent / "sets")
    example = Example("1f", np.ones((2, 8), np.float32), np.full((64, 64, 3), 90, np.uint8), "a.jpg")
    store.save(TileSet("Dragon", (example,)))
    table = visitor(server.address)
    begin_game(table, ["Anna", "Bruno", "Carla", "Dario"])
    to_set(table, "Dragon")
    press_button(table, "Use this set in this game")
    settle(table)
    press_button(table, "Back")
    other = visitor(server.address)
    to_set(other, "Dragon")
    press_button(other, "Give these faces to improve the reader")
    press_button(other, "Take the given faces back")
    expect(other.get_by_role("button", name="Take the given faces back")).to_have_count(0)
    assert not list(server.games.parent.glob("photos/*/set-Dragon*"))
    press_button(other, "Forget this set")
    assert "Dragon" not in store.names()
    expect(other.locator("[class*=st-key-undoing-]")).to_contain_text("“Dragon” was forgotten.")
    expect(table.locator(".st-key-missing-set")).to_contain_text("“Dragon”, the tile set of this game, was forgotten.")
    press_button(other, "Undo")
    expect(table.locator(".st-key-missing-set")).to_have_count(0)
    assert store.load("Dragon").faces == ("1f",)

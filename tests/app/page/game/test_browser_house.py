"""House rules in a real browser: chosen from a file, played by, shown on the sheet."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import expect_points, press, read, settle, tap_seat
from tests.app.page.servers import Server

Visit = Callable[..., Any]

HOUSE = Path(__file__).parents[4] / "docs" / "house"


def choose(page: Any, name: str, content: bytes) -> None:
    """Choose a file of house rules for a new game."""
    field = page.locator(".st-key-house-file input.hu-file, .hu-game-file input.hu-file").last
    field.set_input_files({"name": name, "mimeType": "application/toml", "buffer": content})


def test_a_game_by_house_rules(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.locator(".st-key-new-game button").click()
    page.wait_for_selector(".st-key-player-E input")
    page.get_by_text("Table rules").first.click()
    choose(page, "wrong.toml", b'rules = "zung-jung"\n[options]\nminimum = 999\n')
    expect(page.locator(".hu-alert").first).to_contain_text(
        "wrong.toml, line 3: minimum: '999' is not between 0 and 320"
    )
    choose(page, "other.toml", (HOUSE / "mcr-beginners.toml").read_bytes())
    expect(page.locator(".hu-alert").first).to_contain_text("other.toml is for other rules: MCR")
    choose(page, "club.toml", (HOUSE / "tuesday-club.toml").read_bytes())
    expect(page.locator(".hu-house h3")).to_have_text("House rules: Tuesday club")
    for seat, name in zip("ESWN", ["Anna", "Bruno", "Carla", "Dario"], strict=True):
        page.fill(f".st-key-player-{seat} input", name)
    page.locator(".st-key-begin button").click()
    page.wait_for_selector("[data-focus=drawn]")
    settle(page)
    read(page, "perfect.jpg")
    tap_seat(page, "Bruno")
    tap_seat(page, "Carla")
    # 15 instead of 10 for the red dragons; the flower counts half of 2.
    expect_points(page, 16)
    page.locator("[data-focus=save]").click()
    page.wait_for_selector(".hu-table table")
    press(page, "view", "Sheet")
    expect(page.locator(".hu-house li").first).to_have_text("Flowers count half: yes")

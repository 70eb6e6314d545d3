"""What fails on the server: the hand stays, one line says what happened, the next tap works."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from hu.scoring.hand import Hand
from tests.app.page.driving import rack, read, tap_seat
from tests.app.page.recorded import TRUTH
from tests.app.page.servers import Server


def test_a_tap_that_fails_costs_nothing_but_itself(tmp_path: Path, visitor: Callable[..., Any]) -> None:
    server = Server(tmp_path / "games.sqlite", Path(__file__).parents[1] / "failing_page.py").start()
    try:
        page = visitor(server.address)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        read(page, "perfect.jpg")
        (tmp_path / "fail").touch()
        tap_seat(page, "South")
        expect(page.locator(".hu-alert")).to_contain_text("That tap did not work")
        expect(page.locator("[data-testid=stException]")).to_have_count(0)
        assert sorted(rack(page)) == sorted(Hand.from_text(TRUTH).tiles)
        assert not page.locator("a[href^=http]").count()
        (tmp_path / "fail").unlink()
        tap_seat(page, "South")
        tap_seat(page, "West")
        expect(page.locator(".hu-points").first).to_be_visible()
        expect(page.locator(".hu-alert")).to_have_count(0)
        assert "as the test wants it" in server.log
        assert not [url for url in asked if not re.match(rf"(blob:|data:|{server.address})", url)]
    finally:
        server.kill()


def test_guessing_codes_is_slowed_but_known_and_new_games_open(tmp_path: Path, visitor: Callable[..., Any]) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    try:
        from tests.app.page.driving import begin_game

        page = visitor(server.address)
        code = begin_game(page, ["Anna", "Bruno", "Carla", "Dario"])
        stranger = visitor(server.address)
        for number in range(10):
            stranger.goto(f"{server.address}/?game=WRONG{number:03}")
            stranger.wait_for_selector(".hu-drop")
        stranger.goto(f"{server.address}/?game={code}")
        expect(stranger.locator(".hu-alert")).to_contain_text("Too many wrong codes")
        page.goto(f"{server.address}/?game={code}")
        page.wait_for_selector("[data-focus=drawn]")
        stranger.locator(".st-key-leave-refused button").click()
        assert begin_game(stranger, ["Elena", "Fabio", "Gina", "Hugo"]) != code
    finally:
        server.kill()

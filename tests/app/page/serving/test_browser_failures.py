"""What fails on the server: the hand stays, one line says what happened, the next tap works."""

import re
from pathlib import Path

from playwright.sync_api import expect

from hu.scoring.hand import Hand
from tests.app.page.driving import Visit
from tests.app.page.recorded import TRUTH
from tests.app.page.servers import Server


def test_a_tap_that_fails_costs_nothing_but_itself(tmp_path: Path, visitor: Visit) -> None:
    with Server(tmp_path / "games.sqlite", Path(__file__).parents[1] / "failing_page.py") as server:
        page = visitor(server.address)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.read()
        (tmp_path / "fail").touch()
        page.tap_seat("South")
        expect(page.locator(".hu-alert")).to_contain_text("That tap did not work")
        expect(page.locator("[data-testid=stException]")).to_have_count(0)
        assert sorted(page.rack()) == sorted(Hand.from_text(TRUTH).tiles)
        assert not page.locator("a[href^=http]").count()
        (tmp_path / "fail").unlink()
        page.tap_seat("South")
        page.tap_seat("West")
        expect(page.locator(".hu-points").first).to_be_visible()
        expect(page.locator(".hu-alert")).to_have_count(0)
        assert "as the test wants it" in server.log
        assert not [url for url in asked if not re.match(rf"(blob:|data:|{server.address})", url)]


def test_guessing_codes_is_slowed_but_known_and_new_games_open(own_server: Server, visitor: Visit) -> None:
    page = visitor(own_server.address)
    code = page.begin_game()
    stranger = visitor(own_server.address)
    for number in range(10):
        stranger.goto(f"{own_server.address}/?game=WRONG{number:03}")
        stranger.wait_for_selector(".hu-drop")
    stranger.goto(f"{own_server.address}/?game={code}")
    expect(stranger.locator(".hu-alert")).to_contain_text("Too many wrong codes")
    page.goto(f"{own_server.address}/?game={code}")
    page.wait_for_selector("[data-focus=drawn]")
    stranger.locator(".st-key-leave-refused button").click()
    assert stranger.begin_game(["Elena", "Fabio", "Gina", "Hugo"]) != code

"""Save counts exactly once, however often it is tapped and however bad the network is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import (
    begin_game,
    call_flower_season,
    expect_sheet,
    press,
    press_button,
    read,
    tap_seat,
    to_hand,
    win_hand,
)
from tests.app.page.proxies import Proxy
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]
WON = ["−12", "+36", "−12", "−12"]
ONE_HAND = [["1", *WON], ["Round 1", *WON], ["Total", *WON]]
SAVE = "[data-focus=save]"


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def ready_to_save(page: Any) -> None:
    """Bruno won as South by Carla's discard; only Save is left."""
    begin_game(page, NAMES)
    read(page)
    tap_seat(page, "South · Bruno")
    tap_seat(page, "West · Carla")
    page.wait_for_selector(SAVE)


def expect_saved_once(page: Any) -> None:
    expect(page.locator(".st-key-saved")).to_contain_text("Hand 1 is on the sheet.")
    expect(page.locator(".st-key-saved .hu-tile").first).to_be_visible()
    expect(page.locator(".hu-conflict")).to_have_count(0)
    expect_sheet(page, ONE_HAND)


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.25])
@pytest.mark.parametrize("pause", [0, 60, 200])
def test_a_double_tap_saves_once(proxy: Proxy, visitor: Visit, delay: float, pause: int) -> None:
    page = visitor(proxy.address)
    ready_to_save(page)
    proxy.delay = delay
    page.evaluate(
        """([selector, pause]) => {
             const tap = () => document.querySelector(selector)?.click();
             tap(); setTimeout(tap, pause); setTimeout(tap, 2 * pause);
           }""",
        [SAVE, pause],
    )
    expect_saved_once(page)


def test_taps_in_a_stalled_network_save_once(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    ready_to_save(page)
    proxy.swallowing = True
    for _ in range(3):
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
        expect(page.locator(SAVE)).to_have_text("Saving …")
        page.wait_for_timeout(2_500)
    proxy.swallowing = False
    expect_saved_once(page)


def test_a_tap_just_after_a_break_is_sent_once_the_network_is_back(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    ready_to_save(page)
    proxy.cut()
    page.locator(SAVE).click()
    page.wait_for_timeout(2_000)
    proxy.mend()
    expect_saved_once(page)


def test_a_tap_before_the_server_is_killed_counts_once(tmp_path: Path, visitor: Visit) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    try:
        page = visitor(server.address)
        ready_to_save(page)
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
        server.kill()
        server.start()
        expect_saved_once(page)
    finally:
        server.kill()


def test_of_two_hands_saved_at_two_servers_of_one_ledger_one_is_kept_and_the_other_asked_about(
    tmp_path: Path, visitor: Visit, empty_database: str, request: pytest.FixtureRequest
) -> None:
    addresses = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        server = Server(tmp_path / name / "games", database=empty_database).start()
        request.addfinalizer(server.kill)
        addresses.append(server.address)
    first = visitor(addresses[0])
    ready_to_save(first)
    second = visitor(f"{addresses[1]}/?game={first.url.split('game=')[1]}")
    second.wait_for_selector("[data-focus=drawn]")
    read(second)
    tap_seat(second, "Anna")
    tap_seat(second, "Dario")
    second.wait_for_selector(SAVE)
    for page in (first, second):
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
    for page in (first, second):
        expect(page.locator(".st-key-saved, .hu-conflict")).to_have_count(1)
    saved, asked = (
        sum(page.locator(shown).count() for page in (first, second)) for shown in (".st-key-saved", ".hu-conflict")
    )
    assert (saved, asked) == (1, 1)


def test_a_saved_hand_can_be_taken_back_and_saved_again(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    ready_to_save(page)
    page.locator(SAVE).click()
    expect_saved_once(page)
    press_button(page, "Undo")
    page.wait_for_selector(SAVE)
    press(page, "view", "Sheet")
    expect(page.locator(".hu-table")).to_have_count(0)
    press(page, "view", "Hand")
    page.locator(SAVE).click()
    expect_saved_once(page)
    to_hand(page)
    press(page, "view", "Sheet")
    expect(page.locator(".st-key-saved")).to_have_count(0)


def test_all_hands_that_were_saved_while_a_phone_was_away_are_shown(server: Server, visitor: Visit) -> None:
    away = visitor(server.address)
    ready_to_save(away)
    call_flower_season(away)
    other = visitor(f"{server.address}/?game={away.url.split('game=')[1]}")
    other.wait_for_selector("[data-focus=drawn]")
    win_hand(other, "South · Bruno", "West · Carla")
    to_hand(other)
    win_hand(other, "East · Dario", None)
    conflict = away.locator(".hu-conflict")
    expect(conflict).to_contain_text("hands 1 to 2")
    expect(conflict.locator(".hu-side")).to_have_count(3)
    expect(conflict.locator(".hu-side").nth(0)).to_contain_text("Bruno won: 12 points")
    expect(conflict.locator(".hu-side").nth(1)).to_contain_text("Dario won")


def test_a_finished_game_takes_no_hand_until_it_is_opened_again(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    win_hand(page, "South · Bruno", "West · Carla")
    press_button(page, "Finish the game")
    expect(page.locator(".st-key-next")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".hu-table table")
    expect(page.locator(".hu-drop")).to_have_count(0)
    press_button(page, "Go on playing")
    expect(page.locator(".hu-drop")).to_be_visible()

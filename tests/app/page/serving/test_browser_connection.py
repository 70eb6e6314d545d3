"""A bad network: a photo cut off on its way, a server that goes away, what was tapped meanwhile."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import (
    PHOTO,
    begin_game,
    bounds,
    expect_tiles,
    press_button,
    rack,
    read,
    settle,
    tap_seat,
    upload,
    wait_for_answer,
)
from tests.app.page.proxies import Proxy
from tests.app.page.servers import Server

Visit = Callable[..., Any]


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def expect_no_word_of_streamlit(page: Any) -> None:
    assert "Streamlit" not in page.inner_text("body")


def test_a_photo_cut_off_on_its_way_is_sent_again_by_itself(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    proxy.budget = 60_000
    upload(page, "perfect.jpg")
    expect(page.locator(".hu-away")).to_have_text("Connecting again …")
    expect(page.locator(".hu-kept")).to_be_visible()
    expect(page.locator("[data-focus=stop]")).to_be_visible()
    expect(page.locator("[data-focus=by-hand]")).to_be_visible()
    expect_no_word_of_streamlit(page)
    proxy.mend()
    page.wait_for_selector(PHOTO)
    expect(page.locator(".hu-away")).to_be_hidden()
    assert len(rack(page)) == 15


def test_a_photo_cut_off_survives_a_reload(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    proxy.budget = 60_000
    upload(page, "perfect.jpg")
    expect(page.locator(".hu-away")).to_be_visible()
    proxy.mend()
    page.reload()
    page.wait_for_selector(PHOTO)
    assert len(rack(page)) == 15


def test_a_photo_is_sent_again_to_a_server_that_was_started_again(tmp_path: Path, visitor: Visit) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    proxy = Proxy(server.port)
    try:
        page = visitor(proxy.address)
        page.wait_for_selector("[data-pick=pick]", state="attached")
        proxy.swallowing = True
        upload(page, "perfect.jpg")
        expect(page.locator("[data-focus=stop]")).to_be_visible()
        server.kill()
        proxy.cut()
        expect(page.locator(".hu-away")).to_be_visible()
        server.start()
        proxy.swallowing = False
        proxy.mend()
        expect(page.locator(".hu-away")).to_be_hidden()
        page.wait_for_selector(PHOTO)
    finally:
        proxy.close()
        server.kill()


def test_a_photo_is_sent_though_a_part_of_the_page_could_not_be_loaded(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.route("**/FileUploader.*.js", lambda route: route.abort(), times=1)
    page.reload()
    upload(page, "perfect.jpg")
    page.wait_for_selector(PHOTO)


def test_a_photo_taken_after_the_server_was_started_again_is_read(tmp_path: Path, visitor: Visit) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    try:
        page = visitor(server.address)
        page.wait_for_selector("[data-pick=pick]", state="attached")
        settle(page)
        server.kill()
        expect(page.locator(".hu-away")).to_be_visible()
        server.start()
        expect(page.locator(".hu-away")).to_be_hidden()
        upload(page, "perfect.jpg")
        page.wait_for_selector(PHOTO)
    finally:
        server.kill()


@pytest.mark.parametrize("in_a_game", [False, True])
def test_a_network_that_swallows_everything_is_noticed(proxy: Proxy, visitor: Visit, *, in_a_game: bool) -> None:
    page = visitor(proxy.address)
    if in_a_game:
        begin_game(page, ["Anna", "Bruno", "Carla", "Dario"])
    page.wait_for_selector("[data-pick=pick]", state="attached")
    settle(page)
    proxy.swallowing = True
    expect(page.locator(".hu-away")).to_be_visible(timeout=6_000)
    upload(page, "perfect.jpg")
    proxy.swallowing = False
    expect(page.locator(".hu-away")).to_be_hidden(timeout=20_000)
    page.wait_for_selector(PHOTO)


def test_waiting_for_a_photo_can_be_cancelled(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    proxy.budget = 60_000
    upload(page, "perfect.jpg")
    expect(page.locator(".hu-away")).to_be_visible()
    page.locator("[data-focus=stop]").click()
    expect(page.locator(".hu-drop")).to_be_visible()
    proxy.mend()
    expect(page.locator(".hu-away")).to_be_hidden()
    page.reload()
    page.wait_for_selector(".hu-drop")
    page.wait_for_timeout(1_000)
    expect(page.locator(PHOTO)).to_have_count(0)


def test_a_tile_changed_without_a_network_stays_changed(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    read(page, "misread.jpg")
    proxy.cut()
    expect(page.locator(".hu-away")).to_be_visible()
    page.locator(".hu-rack .hu-t-6s").click()
    page.locator(".hu-likely [data-face='5s']").click()
    expect_tiles(page, "5s", 2)
    page.wait_for_timeout(3_000)
    expect_tiles(page, "5s", 2)
    expect_no_word_of_streamlit(page)
    proxy.mend()
    expect(page.locator(".hu-away")).to_be_hidden()
    tap_seat(page, "South")
    page.reload()
    page.wait_for_selector(".hu-rack")
    expect_tiles(page, "5s", 2)


@pytest.mark.parametrize("last", ["add", "undo"])
def test_the_last_tap_on_a_tile_is_not_repeated_when_the_server_is_started_again(
    tmp_path: Path, visitor: Visit, last: str
) -> None:
    server = Server(tmp_path / "games.sqlite").start()
    try:
        page = visitor(server.address)
        page.locator("[data-focus=by-hand]").click()
        page.locator(".hu-sheet[open]").wait_for()
        for face in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "5z", "5z"):
            page.locator(f".hu-keyboard [data-face='{face}']").click()
        expect(page.locator(".hu-sheet")).to_be_hidden()
        if last == "undo":
            page.locator("[data-focus=undo]").click()
        settle(page)
        count = 14 - (last == "undo")
        assert len(rack(page)) == count
        server.kill()
        expect(page.locator(".hu-away")).to_be_visible()
        server.start()
        expect(page.locator(".hu-away")).to_be_hidden()
        page.locator(".hu-seating").get_by_role("button", name="South").click()
        expect(page.locator(".hu-seat.is-won")).to_have_count(1)
        page.wait_for_timeout(1_000)
        assert len(rack(page)) == count
    finally:
        server.kill()


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.25])
def test_what_is_typed_faster_than_the_network_answers_arrives(proxy: Proxy, visitor: Visit, delay: float) -> None:
    page = visitor(proxy.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    proxy.delay = delay
    for _ in range(2):
        # The second time the form offers the players of the first game.
        begin_game(page, ["Anna", "Bruno", "Carla", "Dario"])
        expect(page.locator(".hu-drop")).to_be_visible()
        press_button(page, "All games")
    page.locator(".st-key-new-game button").click()
    page.locator(".st-key-same-players button").click()
    page.fill(".st-key-new-title input", "The same again")
    page.locator(".st-key-begin button").click()
    expect(page.get_by_role("heading", name="The same again")).to_be_visible()
    expect_no_word_of_streamlit(page)
    assert "Connection error" not in page.inner_text("body")


def press_while_the_answer_arrives(page: Any, proxy: Proxy, first: str, second: str) -> None:
    """Tap one button, and come down on another one until the answer to the first is there."""
    proxy.answers.clear()
    page.locator(first).first.click()
    button = bounds(page, second)
    page.mouse.move(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    page.mouse.down()
    proxy.answers.set()
    wait_for_answer(page)
    # As long as drawing an answer may take.
    page.wait_for_timeout(500)
    page.mouse.up()


def test_a_press_counts_also_while_the_answer_to_an_earlier_tap_arrives(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    begin_game(page, ["Anna", "Bruno", "Carla", "Dario"])
    read(page)
    page.locator("[data-focus=add]").click()
    press_while_the_answer_arrives(page, proxy, ".hu-keyboard [data-face='4g']", "[data-focus=close]")
    expect(page.locator(".hu-sheet")).to_be_hidden()
    expect_tiles(page, "4g", 1)
    press_while_the_answer_arrives(page, proxy, ".hu-seat[data-name*=Anna]", ".hu-seat[data-name*=Bruno]")
    expect(page.locator(".hu-seat.is-source")).to_have_count(1)
    expect(page.locator(".hu-points")).to_be_visible()
    settle(page)
    press_while_the_answer_arrives(page, proxy, "[data-focus=self-draw]", "[data-focus=save]")
    page.wait_for_selector(".hu-table table")
    settle(page)
    press_while_the_answer_arrives(page, proxy, ".st-key-next button", ".st-key-settings button")
    expect(page.locator(".st-key-ask-language")).to_be_visible()


def test_the_tiles_of_a_sheet_that_is_opened_again_at_once_can_be_tapped(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    page.locator("[data-focus=add]").click()
    page.evaluate("() => ['close', 'add'].forEach(name => document.querySelector(`[data-focus=${name}]`).click())")
    page.wait_for_timeout(100)
    page.locator(".hu-keyboard [data-face='4g']").click()
    expect_tiles(page, "4g", 1)

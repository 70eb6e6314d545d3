"""A game of Riichi in a real browser: a hand from its photo to the payments, and a drawn hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import begin_game, expect_points, expect_sheet, read, settle, tap_seat, to_hand
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]
BEGUN = ["Start", *["30000"] * 4]


def _choose(page: Any, question: str, who: str) -> None:
    page.locator(f".hu-choice-of.is-{question} button", has_text=who).click()
    settle(page)


def _tap_indicator(page: Any, face: str) -> None:
    place = page.locator(".hu-choice-of.is-dora_indicators")
    if not place.locator("details[open]").count():
        place.locator("summary").click()
    place.locator(f"details .hu-key[data-face='{face}']").click()
    settle(page)


def _photograph(page: Any, name: str) -> None:
    picker = page.locator(".hu-choice-of.is-dora_indicators input[type=file]")
    picker.set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()})


def _won(server: Server, visitor: Visit) -> Any:
    """A hand of Riichi that South won from West."""
    page = visitor(server.address)
    begin_game(page, NAMES, rules="Riichi")
    read(page, "flowerless.jpg")
    tap_seat(page, "South · Bruno")
    tap_seat(page, "West · Carla")
    expect_points(page, 1000)
    return page


def test_indicators_are_photographed(server: Server, visitor: Visit, tmp_path: Path) -> None:
    page = _won(server, visitor)
    place = page.locator(".hu-choice-of.is-dora_indicators")
    _photograph(page, "perfect.jpg")
    expect(place.locator("[role=status]")).to_have_text(
        "The photo shows 14 tiles face up; there are at most 5 indicators. Photograph them alone, or tap them in."
    )
    place.scroll_into_view_if_needed()
    page.screenshot(path=tmp_path / "too-many.png")
    _photograph(page, "shadows.jpg")
    expect(place.locator("[role=status]")).to_have_text(
        "The photo shows no tile clearly (9m?). Photograph them from closer, or tap them in."
    )
    expect(place.locator(".hu-row .hu-key")).to_have_count(0)
    expect_points(page, 1000)
    _photograph(page, "wall.jpg")
    expect(place.locator(".hu-row .hu-key")).to_have_count(2)
    expect(place.locator("[role=status]")).to_have_text("")
    expect_points(page, 3900)
    page.screenshot(path=tmp_path / "photographed.png")
    place.locator(".hu-row .hu-key").first.click()
    expect(place.locator(".hu-row .hu-key")).to_have_count(1)
    expect_points(page, 1000)


def test_two_players_win_with_one_discard(server: Server, visitor: Visit, tmp_path: Path) -> None:
    page = _won(server, visitor)
    _choose(page, "winners", "Dario")
    expect(page.locator(".hu-note", has_text="Still missing: North · Dario")).to_be_visible()
    expect(page.locator(".hu-seat[data-name='West · Carla'] strong")).to_have_count(0)
    expect(page.locator(".hu-result .hu-patterns")).to_have_count(1)
    expect(page.locator(".hu-alert")).to_have_count(0)
    page.locator(".is-rack-N").click()
    read(page, "flowerless.jpg")
    # No set of tiles holds six red dragons.
    for left in (2, 1, 0):
        page.locator(".hu-rack .hu-key:has(.hu-t-7z)").first.click()
        page.locator(".hu-keyboard [data-face='6z']").click()
        settle(page)
        expect(page.locator(".hu-rack .hu-key:has(.hu-t-7z)")).to_have_count(left)
    page.screenshot(path=tmp_path / "second.png", full_page=True)
    page.locator(".is-next-rack").click()
    expect(page.locator(".hu-seat[data-name='West · Carla'] strong")).to_have_text("−2000")
    page.screenshot(path=tmp_path / "both.png", full_page=True)
    page.locator("[data-focus=save]").click()
    both = ["0", "+1000", "−2000", "+1000"]
    expect_sheet(page, [BEGUN, ["1", *both], ["Round 1", *both], ["Total", "30000", "31000", "28000", "31000"]])


def test_a_hand_from_photo_to_payments_and_a_drawn_hand(server: Server, visitor: Visit, tmp_path: Path) -> None:
    page = _won(server, visitor)
    _tap_indicator(page, "4s")
    expect_points(page, 3900)
    _tap_indicator(page, "9m")
    expect(page.locator(".hu-choice-of.is-dora_indicators .hu-row .hu-key")).to_have_count(2)
    _choose(page, "declared", "Dario")
    expect(page.locator(".hu-seat[data-name='South · Bruno'] strong")).to_have_text("+4900")
    page.screenshot(path=tmp_path / "won.png", full_page=True)
    page.locator("[data-focus=save]").click()
    won = ["0", "+4900", "−3900", "−1000"]
    expect_sheet(page, [BEGUN, ["1", *won], ["Round 1", *won], ["Total", "30000", "34900", "26100", "29000"]])
    to_hand(page)
    page.locator("[data-focus=drawn]").click()
    settle(page)
    _choose(page, "status-tenpai", "Bruno")
    _choose(page, "status-tenpai", "Anna")
    _choose(page, "declared", "Bruno")
    page.screenshot(path=tmp_path / "drawn.png", full_page=True)
    page.locator("[data-focus=save]").click()
    drawn, total = ["+1500", "+500", "−1500", "−1500"], ["+1500", "+5400", "−5400", "−2500"]
    come_to = ["Total", "31500", "35400", "24600", "27500"]
    expect_sheet(page, [BEGUN, ["1", *won], ["2", *drawn], ["Round 1", *total], come_to])
    to_hand(page)
    expect(page.locator(".hu-hint").first).to_contain_text("East is Bruno")


def test_who_is_liable_is_asked_and_pays(server: Server, visitor: Visit, tmp_path: Path) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, rules="Riichi")
    read(page, "dragons.jpg")
    tap_seat(page, "South · Bruno")
    expect(page.locator(".hu-choice-of.is-liable")).to_have_count(0)
    tap_seat(page, "West · Carla")
    expect_points(page, 32000)
    page.screenshot(path=tmp_path / "asked.png", full_page=True)
    _choose(page, "liable", "Dario")
    expect(page.locator(".hu-seat[data-name='North · Dario'] strong")).to_have_text("−16000")
    expect(page.locator(".hu-seat[data-name='West · Carla'] strong")).to_have_text("−16000")
    page.screenshot(path=tmp_path / "liable.png", full_page=True)
    page.locator("[data-focus=save]").click()
    won = ["0", "+32000", "−16000", "−16000"]
    expect_sheet(page, [BEGUN, ["1", *won], ["Round 1", *won], ["Total", "30000", "62000", "14000", "14000"]])

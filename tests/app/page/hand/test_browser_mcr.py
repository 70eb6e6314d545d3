"""A game of MCR in a real browser: from the photo to the payments, a drawn hand, the sheet."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import (
    begin_game,
    expect_payments,
    expect_points,
    expect_sheet,
    press,
    read,
    settle,
    tap_seat,
    to_hand,
)
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


def test_a_hand_of_knitted_tiles_and_a_drawn_hand(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, rules="MCR, Chinese official")
    expect(page.locator(".hu-hint").first).to_have_text("Hand 1 of 16 · Round of East · East is Anna")
    read(page, "knitted.jpg")
    tap_seat(page, "Bruno")
    tap_seat(page, "Carla")
    expect_points(page, 12)
    expect(page.locator(".hu-pattern .hu-name")).to_have_text(["Lesser Honors and Knitted Tiles"])
    expect(page.locator(".hu-pattern .hu-also")).to_have_text(["34 · 全不靠"])
    expect_payments(page, {"East · Anna": "−8", "North · Dario": "−8", "South · Bruno": "+36", "West · Carla": "−20"})
    page.locator("[data-focus=save]").click()
    page.wait_for_selector(".hu-table table")
    to_hand(page)
    expect(page.locator(".hu-hint").first).to_have_text("Hand 2 of 16 · Round of East · East is Bruno")
    page.locator("[data-focus=drawn]").click()
    page.wait_for_selector(".hu-table table")
    settle(page)
    first = ["−8", "+36", "−20", "−8"]
    expect_sheet(page, [["1", *first], ["2", "0", "0", "0", "0"], ["Round 1", *first], ["Total", *first]])


def test_too_few_points_are_told(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    page.locator(".st-key-ask-rules").get_by_role("radio", name="MCR, Chinese official").click()
    settle(page)
    read(page, "perfect.jpg")
    press(page, "round_wind", "East")
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect(page.locator(".hu-problems li")).to_have_text(
        [re.compile(r"^\d of 8 points: \d short of the table's minimum\. The hand has: \w")]
    )

"""A game of Hong Kong in a real browser: from the photo to the payments, the dealer who stays, the sheet."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import (
    begin_game,
    expect_payments,
    expect_sheet,
    read,
    self_drawn,
    settle,
    tap_seat,
    to_hand,
)
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


def test_from_the_photo_to_the_payments(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, rules="Hong Kong, old style")
    expect(page.locator(".hu-hint").first).to_have_text("Hand 1 · Round of East · East is Anna")
    read(page, "perfect.jpg")
    tap_seat(page, "Anna")
    tap_seat(page, "Carla")
    expect(page.locator(".hu-problems li")).to_have_text(
        ["2 of 3 faan: 1 short of the table's minimum. The hand has: Dragon 1, Own flower 1."]
    )
    self_drawn(page)
    expect(page.locator(".hu-pattern .hu-name")).to_have_text(["Dragon", "Self-drawn", "Own flower"])
    expect(page.locator(".hu-pattern .hu-also").first).to_contain_text("三元牌")
    paid = {"West · Carla": "−16", "North · Dario": "−16", "South · Bruno": "−16", "East · Anna": "+48"}
    expect_payments(page, paid)
    expect(page.get_by_text("3 faan: a unit is 8.")).to_be_visible()
    page.locator("[data-focus=save]").click()
    page.wait_for_selector(".hu-table table")
    settle(page)
    first = ["+48", "−16", "−16", "−16"]
    expect_sheet(page, [["1", *first], ["Round 1", *first], ["Total", *first]])
    to_hand(page)
    # East has won and stays the dealer.
    expect(page.locator(".hu-hint").first).to_have_text("Hand 2 · Round of East · East is Anna")

"""A mistake can be undone for ten seconds, by every phone of the table; what cannot be saved says why."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import (
    at_one_table,
    begin_game,
    expect_tiles,
    press,
    press_button,
    rack,
    read,
    settle,
    tap_seat,
    win_hand,
)
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]
UNDO = "[class*=st-key-undoing-]"
ROWS = ".hu-table tbody tr"


def undo(page: Any) -> None:
    page.locator(f"{UNDO} button").click()
    settle(page)


def open_hand(page: Any, number: int) -> None:
    page.get_by_role("button", name=f"Open hand {number}").click()
    page.wait_for_selector("[role=dialog]")


def test_a_hand_that_was_cleared_comes_back(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    read(page)
    tap_seat(page, "South · Bruno")
    press_button(page, "Start over")
    expect(page.locator(UNDO)).to_contain_text("The hand was cleared.")
    undo(page)
    assert len(rack(page)) == 15
    expect(page.locator(".hu-seat.is-won")).to_have_count(1)
    expect(page.locator(UNDO)).to_have_count(0)
    press_button(page, "Start over")
    page.wait_for_timeout(10_500)
    expect(page.locator(UNDO)).to_be_hidden()


def test_a_deleted_hand_is_put_back_by_another_phone(server: Server, visitor: Visit) -> None:
    one, two = at_one_table(server.address, visitor, NAMES)
    win_hand(one, "South · Bruno", "West · Carla")
    open_hand(one, 1)
    one.get_by_role("button", name="Delete it").click()
    expect(one.locator(UNDO)).to_contain_text("Hand 1 was deleted.")
    expect(two.locator(UNDO)).to_contain_text("Hand 1 was deleted.")
    undo(two)
    expect(one.locator(UNDO)).to_have_count(0)
    expect(one.locator(ROWS)).to_have_count(3)


def test_a_hand_that_nobody_won_is_taken_back_by_another_phone(server: Server, visitor: Visit) -> None:
    one, two = at_one_table(server.address, visitor, NAMES)
    press_button(one, "Nobody won")
    expect(two.locator(UNDO)).to_contain_text("Hand 1: nobody won.")
    expect(one.locator(UNDO)).to_have_count(0)
    undo(two)
    expect(one.locator(".hu-table")).to_have_count(0)
    expect(one.locator(".st-key-saved")).to_have_count(0)


def test_a_changed_hand_that_another_phone_deleted_has_no_number_and_says_what_is_missing(
    server: Server, visitor: Visit
) -> None:
    one, two = at_one_table(server.address, visitor, NAMES)
    win_hand(one, "South · Bruno", "West · Carla")
    open_hand(one, 1)
    one.get_by_role("button", name="Change this hand").click()
    one.wait_for_selector(".hu-rack")
    settle(one)
    one.locator(".hu-rack .hu-t-5s").first.click()
    one.locator("[data-focus=none]").click()
    expect_tiles(one, "5s", 1)
    press(two, "view", "Sheet")
    open_hand(two, 1)
    two.get_by_role("button", name="Delete it").click()
    expect(one.locator(".hu-conflict")).to_contain_text("deleted this hand")
    expect(one.locator("body")).not_to_contain_text("hand 0")
    press_button(one, "Save mine as a new hand")
    expect(one.locator(".hu-note.is-warning").first).to_contain_text("not saved yet: 13 tiles")


def test_an_incomplete_hand_beside_another_one_says_what_is_missing(server: Server, visitor: Visit) -> None:
    one, two = at_one_table(server.address, visitor, NAMES)
    read(one)
    win_hand(two, "South · Bruno", "West · Carla")
    press_button(one, "Save both")
    expect(one.locator(".hu-note.is-warning").first).to_contain_text("not saved yet: Who won?")
    expect(one.locator(".hu-conflict")).to_have_count(0)
    assert len(rack(one)) == 15


def test_a_photo_without_tiles_asks_for_tiles_and_not_who_won(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    read(page, "nothing.jpg")
    expect(page.locator(".hu-note.is-warning").first).to_contain_text("No tile was found")
    expect(page.locator(".hu-floating")).to_have_count(0)

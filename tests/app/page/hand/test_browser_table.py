"""Several phones at one table: each sees what the others save, and no hand changes its winner."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import (
    at_one_table,
    call_flower_season,
    expect_sheet,
    press,
    read,
    self_drawn,
    settle,
    tap_seat,
    to_hand,
    win_hand,
    winner_of,
)
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


def both_won_by_bruno(server: Server, visitor: Visit) -> tuple[Any, Any]:
    """Two phones have entered a hand won by Bruno as South, but read one tile differently; one of them has saved it."""
    one, two = at_one_table(server.address, visitor, NAMES)
    read(two)
    tap_seat(two, "South · Bruno")
    tap_seat(two, "West · Carla")
    call_flower_season(two)
    win_hand(one, "South · Bruno", "West · Carla")
    return one, two


def test_a_hand_that_another_phone_saves_meanwhile_stays_with_its_winner(server: Server, visitor: Visit) -> None:
    one, two = both_won_by_bruno(server, visitor)
    conflict = two.locator(".hu-conflict")
    expect(conflict).to_contain_text("Another phone has saved hand 1")
    expect(conflict.locator(".hu-side").nth(0)).to_contain_text("Bruno won: 12 points")
    expect(conflict.locator(".hu-side").nth(1)).to_contain_text("Bruno won: 12 points")
    # The winds have passed: Bruno is West now, and still the winner.
    expect(winner_of(two)).to_have_attribute("data-name", "West · Bruno")
    expect(two.locator(".hu-saver")).to_have_count(0)
    two.locator(".st-key-discard-mine button").click()
    expect(two.locator(".hu-drop")).to_be_visible()
    press(one, "view", "Hand")
    press(one, "view", "Sheet")
    won = ["−12", "+36", "−12", "−12"]
    expect_sheet(one, [["1", *won], ["Round 1", *won], ["Total", *won]])


def test_both_hands_are_saved_when_the_player_says_so(server: Server, visitor: Visit) -> None:
    _, two = both_won_by_bruno(server, visitor)
    two.locator(".st-key-keep-mine button").click()
    two.wait_for_selector(".hu-table table")
    won, both = ["−12", "+36", "−12", "−12"], ["−24", "+72", "−24", "−24"]
    expect_sheet(two, [["1", *won], ["2", *won], ["Round 1", *both], ["Total", *both]])


def test_the_other_phone_s_hand_is_opened_to_be_changed(server: Server, visitor: Visit) -> None:
    _, two = both_won_by_bruno(server, visitor)
    two.locator(".st-key-edit-theirs button").click()
    expect(two.locator(".hu-note", has_text="You are changing hand 1")).to_be_visible()
    settle(two)
    expect(winner_of(two)).to_have_attribute("data-name", "South · Bruno")


def test_saved_changed_and_deleted_hands_show_on_every_phone_by_themselves(server: Server, visitor: Visit) -> None:
    one, two = at_one_table(server.address, visitor, NAMES)
    press(two, "view", "Sheet")
    expect(two.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()
    win_hand(one, "South · Bruno", "West · Carla")
    expect(two.locator(".hu-table tbody tr")).to_have_count(3)
    one.get_by_role("button", name="Open hand 1").click()
    one.get_by_role("button", name="Delete it").click()
    expect(two.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()
    one.locator("[class*=st-key-undoing-] button").click()
    expect(two.locator(".hu-table tbody tr")).to_have_count(3)


def test_a_hand_changed_by_two_phones_is_shown_side_by_side(server: Server, visitor: Visit) -> None:
    one, two = at_one_table(server.address, visitor, NAMES)
    win_hand(one, "South · Bruno", "West · Carla")
    to_hand(one)
    press(two, "view", "Sheet")
    for page in (one, two):
        press(page, "view", "Sheet")
        page.get_by_role("button", name="Open hand 1").click()
        page.get_by_role("button", name="Change this hand").click()
        page.wait_for_selector(".hu-rack")
        settle(page)
    self_drawn(one)
    one.locator("[data-focus=save]").click()
    one.wait_for_selector(".hu-table table")
    expect(two.locator(".hu-conflict")).to_contain_text("Another phone has changed this hand")
    two.locator(".st-key-keep-mine button").click()
    two.wait_for_selector(".hu-table table")
    expect(two.locator(".hu-table tbody tr").first).to_contain_text("+36")


def being_changed_by_two(server: Server, visitor: Visit) -> tuple[Any, Any]:
    """Hand 1 is on the sheet; the first phone shows it there, the second has opened it to change it."""
    one, two = at_one_table(server.address, visitor, NAMES)
    win_hand(one, "South · Bruno", "West · Carla")
    press(two, "view", "Sheet")
    two.get_by_role("button", name="Open hand 1").click()
    two.get_by_role("button", name="Change this hand").click()
    two.wait_for_selector(".hu-rack")
    settle(two)
    self_drawn(two)
    one.get_by_role("button", name="Open hand 1").click()
    one.get_by_role("button", name="Delete it").click()
    expect(two.locator(".hu-conflict")).to_contain_text("Another phone has deleted this hand")
    expect(two.locator(".hu-saver")).to_have_count(0)
    return one, two


def test_a_hand_that_another_phone_deletes_meanwhile_can_be_let_go(server: Server, visitor: Visit) -> None:
    one, two = being_changed_by_two(server, visitor)
    two.locator(".st-key-discard-mine button").click()
    expect(two.locator(".hu-drop")).to_be_visible()
    press(two, "view", "Sheet")
    for page in (one, two):
        expect(page.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()


def test_a_hand_that_another_phone_deletes_meanwhile_is_saved_as_a_new_one(server: Server, visitor: Visit) -> None:
    one, two = being_changed_by_two(server, visitor)
    two.locator(".st-key-keep-mine button").click()
    expect(two.locator(".hu-conflict")).to_have_count(0)
    expect(winner_of(two)).to_have_attribute("data-name", "South · Bruno")
    two.locator("[data-focus=save]").click()
    won = ["−12", "+36", "−12", "−12"]
    for page in (two, one):
        expect_sheet(page, [["1", *won], ["Round 1", *won], ["Total", *won]])

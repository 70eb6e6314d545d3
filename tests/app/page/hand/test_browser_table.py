"""Several phones at one table: each sees what the others save, and no hand changes its winner."""

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import ONE_HAND, WON, Table, Visitor

UNDO = "[class*=st-key-undoing-]"
ROWS = ".hu-table tbody tr"


@pytest.fixture
def both_won_by_bruno(table: Table) -> Table:
    """Two phones have entered a hand won by Bruno as South, but read one tile differently; one of them has saved it."""
    one, two = table
    two.win("South · Bruno", "West · Carla")
    two.correct("1f", "1g")
    two.settle()
    one.win_hand("South · Bruno", "West · Carla")
    return one, two


def test_a_hand_that_another_phone_saves_meanwhile_stays_with_its_winner(both_won_by_bruno: Table) -> None:
    one, two = both_won_by_bruno
    conflict = two.locator(".hu-conflict")
    expect(conflict).to_contain_text("Another phone has saved hand 1")
    expect(conflict.locator(".hu-side").nth(0)).to_contain_text("Bruno won: 12 points")
    expect(conflict.locator(".hu-side").nth(1)).to_contain_text("Bruno won: 12 points")
    # The winds have passed: Bruno is West now, and still the winner.
    expect(two.winner).to_have_attribute("data-name", "West · Bruno")
    expect(two.locator(".hu-saver")).to_have_count(0)
    two.locator(".st-key-discard-mine button").click()
    expect(two.locator(".hu-drop")).to_be_visible()
    one.answer("view", "Hand")
    one.answer("view", "Sheet")
    one.expect_sheet(ONE_HAND)


def test_both_hands_are_saved_when_the_player_says_so(both_won_by_bruno: Table) -> None:
    _, two = both_won_by_bruno
    two.locator(".st-key-keep-mine button").click()
    two.wait_for_selector(".hu-table table")
    both = ["−24", "+72", "−24", "−24"]
    two.expect_sheet([["1", *WON], ["2", *WON], ["Round 1", *both], ["Total", *both]])


def test_all_hands_that_were_saved_while_a_phone_was_away_are_shown(both_won_by_bruno: Table) -> None:
    one, two = both_won_by_bruno
    one.to_hand()
    one.win_hand("East · Dario", None)
    conflict = two.locator(".hu-conflict")
    expect(conflict).to_contain_text("hands 1 to 2")
    expect(conflict.locator(".hu-side")).to_have_count(3)
    expect(conflict.locator(".hu-side").nth(0)).to_contain_text("Bruno won")
    expect(conflict.locator(".hu-side").nth(1)).to_contain_text("Dario won")


def test_the_other_phone_s_hand_is_opened_to_be_changed(both_won_by_bruno: Table) -> None:
    _, two = both_won_by_bruno
    two.locator(".st-key-edit-theirs button").click()
    expect(two.locator(".hu-note", has_text="You are changing hand 1")).to_be_visible()
    two.settle()
    expect(two.winner).to_have_attribute("data-name", "South · Bruno")


def test_saved_changed_and_deleted_hands_show_on_every_phone_by_themselves(table: Table) -> None:
    one, two = table
    two.answer("view", "Sheet")
    expect(two.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()
    one.win_hand("South · Bruno", "West · Carla")
    expect(two.locator(ROWS)).to_have_count(3)
    one.delete_hand(1)
    expect(two.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()
    one.locator(f"{UNDO} button").click()
    expect(two.locator(ROWS)).to_have_count(3)


def test_a_hand_changed_by_two_phones_is_shown_side_by_side(table: Table) -> None:
    one, two = table
    one.win_hand("South · Bruno", "West · Carla")
    one.to_hand()
    two.answer("view", "Sheet")
    for page in (one, two):
        page.answer("view", "Sheet")
        page.change_hand(1)
    one.tap_self_drawn()
    one.save()
    expect(two.locator(".hu-conflict")).to_contain_text("Another phone has changed this hand")
    two.locator(".st-key-keep-mine button").click()
    two.wait_for_selector(".hu-table table")
    expect(two.locator(ROWS).first).to_contain_text("+36")


@pytest.fixture
def deleted_while_changed(table: Table) -> Table:
    """The second phone is changing hand 1; the first has deleted it."""
    one, two = table
    one.win_hand("South · Bruno", "West · Carla")
    two.answer("view", "Sheet")
    two.change_hand(1)
    two.tap_self_drawn()
    one.delete_hand(1)
    expect(two.locator(".hu-conflict")).to_contain_text("Another phone has deleted this hand")
    expect(two.locator(".hu-saver")).to_have_count(0)
    return one, two


def test_a_hand_that_another_phone_deletes_meanwhile_can_be_let_go(deleted_while_changed: Table) -> None:
    one, two = deleted_while_changed
    two.locator(".st-key-discard-mine button").click()
    expect(two.locator(".hu-drop")).to_be_visible()
    two.answer("view", "Sheet")
    for page in (one, two):
        expect(page.locator(".hu-hint", has_text="No hands yet.")).to_be_visible()


def test_a_hand_that_another_phone_deletes_meanwhile_is_saved_as_a_new_one(deleted_while_changed: Table) -> None:
    one, two = deleted_while_changed
    two.locator(".st-key-keep-mine button").click()
    expect(two.locator(".hu-conflict")).to_have_count(0)
    expect(two.winner).to_have_attribute("data-name", "South · Bruno")
    two.locator("[data-focus=save]").click()
    for page in (two, one):
        page.expect_sheet(ONE_HAND)


def test_a_hand_that_was_cleared_comes_back(game: Visitor) -> None:
    game.read()
    game.tap_seat("South · Bruno")
    game.press_button("Start over")
    expect(game.locator(UNDO)).to_contain_text("The hand was cleared.")
    game.tap(f"{UNDO} button")
    assert len(game.rack()) == 15
    expect(game.locator(".hu-seat.is-won")).to_have_count(1)
    expect(game.locator(UNDO)).to_have_count(0)
    game.press_button("Start over")
    game.wait_for_timeout(10_500)
    expect(game.locator(UNDO)).to_be_hidden()


def test_a_deleted_hand_is_put_back_by_another_phone(table: Table) -> None:
    one, two = table
    one.win_hand("South · Bruno", "West · Carla")
    one.delete_hand(1)
    expect(one.locator(UNDO)).to_contain_text("Hand 1 was deleted.")
    expect(two.locator(UNDO)).to_contain_text("Hand 1 was deleted.")
    two.tap(f"{UNDO} button")
    expect(one.locator(UNDO)).to_have_count(0)
    expect(one.locator(ROWS)).to_have_count(3)


def test_a_hand_that_nobody_won_is_taken_back_by_another_phone(table: Table) -> None:
    one, two = table
    one.press_button("Nobody won")
    expect(two.locator(UNDO)).to_contain_text("Hand 1: nobody won.")
    expect(one.locator(UNDO)).to_have_count(0)
    two.tap(f"{UNDO} button")
    expect(one.locator(".hu-table")).to_have_count(0)
    expect(one.locator(".st-key-saved")).to_have_count(0)


def test_a_changed_hand_that_another_phone_deleted_says_what_is_missing(table: Table) -> None:
    one, two = table
    one.win_hand("South · Bruno", "West · Carla")
    one.change_hand(1)
    one.locator(".hu-rack .hu-t-5s").first.click()
    one.locator("[data-focus=none]").click()
    one.expect_tiles("5s", 1)
    two.answer("view", "Sheet")
    two.delete_hand(1)
    expect(one.locator(".hu-conflict")).to_contain_text("deleted this hand")
    expect(one.locator("body")).not_to_contain_text("hand 0")
    one.press_button("Save mine as a new hand")
    expect(one.locator(".hu-note.is-warning").first).to_contain_text("not saved yet: 13 tiles")


def test_an_incomplete_hand_beside_another_one_says_what_is_missing(table: Table) -> None:
    one, two = table
    one.read()
    two.win_hand("South · Bruno", "West · Carla")
    one.press_button("Save both")
    expect(one.locator(".hu-note.is-warning").first).to_contain_text("not saved yet: Who won?")
    expect(one.locator(".hu-conflict")).to_have_count(0)
    assert len(one.rack()) == 15


def test_a_photo_without_tiles_asks_for_tiles_and_not_who_won(game: Visitor) -> None:
    game.read("nothing.jpg")
    expect(game.locator(".hu-note.is-warning").first).to_contain_text("No tile was found")
    expect(game.locator(".hu-floating")).to_have_count(0)

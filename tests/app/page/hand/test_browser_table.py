"""Several phones at one table: each sees what the others save, and no hand changes its winner."""

from playwright.sync_api import expect

from tests.app.page.driving import Table, Visitor

UNDO = "[class*=st-key-undoing-]"
ROWS = ".hu-table tbody tr"


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


def test_a_photo_without_tiles_asks_for_tiles_and_not_who_won(game: Visitor) -> None:
    game.read("nothing.jpg")
    expect(game.locator(".hu-note.is-warning").first).to_contain_text("No tile was found")
    expect(game.locator(".hu-floating")).to_have_count(0)

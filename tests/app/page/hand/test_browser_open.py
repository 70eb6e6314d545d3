"""What a photo leaves open is asked where the hand is, and nobody saves it unasked."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from playwright.sync_api import expect

from tests.app.page.driving import begin_game, bounds, expect_points, rack, read, settle, tap_seat, unfold
from tests.app.page.servers import Server

Visit = Callable[..., Any]

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


def won_by_south(page: Any, photo: str) -> None:
    """A hand of a game, from its photo to the points."""
    read(page, photo)
    tap_seat(page, "South")
    tap_seat(page, "West")


def test_save_says_what_is_open_and_takes_it_as_shown_in_one_tap(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES)
    won_by_south(page, "open.jpg")
    save = page.locator("[data-focus=save]")
    expect(save).to_have_text("Save as shown")
    said = page.locator(".hu-saver .hu-ask").last
    expect(said).to_contain_text("Claimed or concealed?")
    expect(said.locator(".hu-t-7z")).to_have_count(3)
    page.locator(".hu-hand .hu-ask").get_by_role("button", name="Claimed").click()
    settle(page)
    expect(save).to_have_text("Save to the sheet")
    expect(page.locator(".hu-ask")).to_have_count(0)
    page.locator("[data-focus=undo]").first.click()
    expect(save).to_have_text("Save as shown")
    save.click()
    page.wait_for_selector(".hu-table table")


def test_flowers_far_from_the_hand_are_asked_about_in_its_view(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    won_by_south(page, "far-flower.jpg")
    expect_points(page, 12)
    ask = page.locator(".hu-hand .hu-ask")
    # The photo stays open as long as something is asked of it.
    expect(page.locator(".hu-photo").first).to_be_visible()
    ask.get_by_role("button", name="Not part of the hand").click()
    settle(page)
    expect_points(page, 10)
    expect(ask).to_have_count(0)
    expect(page.locator(".hu-strip")).to_be_visible()
    assert "1f" not in rack(page)


def test_a_flower_that_is_hard_to_read_is_asked_about_in_the_hand_s_view(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    won_by_south(page, "faint-flower.jpg")
    ask = page.locator(".hu-hand .hu-ask")
    expect(page.locator(".hu-photo").first).to_be_visible()
    ask.get_by_role("button", name="Orchid").click()
    expect(ask).to_have_count(0)
    settle(page)
    assert "2f" in rack(page)
    expect(page.locator(".hu-strip")).to_be_visible()


def test_no_star_for_a_winning_tile_that_nobody_named(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, rules="Riichi")
    won_by_south(page, "plain.jpg")
    expect(page.locator(".hu-result .hu-pictures").first.locator(".hu-tile")).to_have_count(14)
    expect(page.locator(".hu-result .hu-pictures").first.locator(".is-won")).to_have_count(0)


def test_a_tile_added_to_a_hand_of_13_has_won(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page, "thirteen.jpg")
    page.locator("[data-focus=add]").first.click()
    page.locator(".hu-keyboard [data-face='2p']").click()
    page.locator("[data-focus=close]").click()
    expect(page.locator(".hu-key.is-winning .hu-t-2p")).to_have_count(1)


def test_while_it_is_asked_which_tile_won_a_doubtful_tile_is_corrected_by_a_tap(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    won_by_south(page, "doubtful.jpg")
    expect(page.locator(".hu-hand .hu-ask", has_text="Which tile won?")).to_be_visible()
    page.locator(".hu-rack .hu-key.is-doubt").click()
    page.locator(".hu-likely [data-face='9m']").click()
    settle(page)
    expect(page.locator(".hu-key.is-winning")).to_have_count(0)
    page.locator(".hu-rack .hu-key.is-choice:has(.hu-t-9m)").last.click()
    expect(page.locator(".hu-key.is-winning .hu-t-9m")).to_have_count(1)


def test_every_rack_is_asked_what_its_photo_leaves_open(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, rules="FIMJ")
    won_by_south(page, "perfect.jpg")
    page.locator(".is-rack-E").click()
    settle(page)
    read(page, "thirteen.jpg")
    ask = page.locator(".hu-hand .hu-ask")
    expect(ask).to_contain_text("Claimed or concealed?")
    for way_on in (page.expect_file_chooser(), nullcontext()):
        # After a rack that was photographed, the camera opens for the next one.
        with way_on:
            page.locator(".is-next-rack").click()
        settle(page)
        page.locator(".is-points input").fill("8")
        page.locator(".is-points input").press("Tab")
        settle(page)
    page.locator(".is-back").click()
    settle(page)
    expect(page.locator("[data-focus=save]")).to_have_text("Save as shown")
    expect(page.locator(".hu-ask", has_text="East · Anna")).to_contain_text("Claimed or concealed?")
    page.locator(".is-rack-E").click()
    ask.get_by_role("button", name="Concealed").click()
    settle(page)
    page.locator(".is-back").click()
    settle(page)
    expect(page.locator("[data-focus=save]")).to_have_text("Save to the sheet")


def test_a_tile_outside_of_the_hand_is_taken_in_with_what_it_belongs_to(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page, "far-tile.jpg")
    expect(page.locator(".hu-rack .hu-t-7z")).to_have_count(1)
    page.locator("[data-focus=whole]").click()
    away = bounds(page, ".hu-outline.is-aside polygon")
    page.mouse.click(away["x"] + away["width"] / 2, away["y"] + away["height"] / 2)
    page.get_by_role("button", name="Read its row or set").click()
    settle(page)
    expect(page.locator(".hu-rack .hu-t-7z")).to_have_count(2)
    expect(page.locator(".hu-rack .hu-tile")).to_have_count(14)


def test_one_photo_of_the_table_fills_every_rack_and_a_tap_on_a_row_makes_it_the_hand(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address)
    begin_game(page, NAMES, rules="FIMJ")
    won_by_south(page, "four-sides.jpg")
    # South sits on the left of the photographer, who is West; nobody's hand lies at East's side.
    page.locator(".hu-key.is-choice:has(.hu-t-6z)").first.click()
    settle(page)
    expect(page.locator(".is-rack-W")).to_contain_text("0 points")
    expect(page.locator(".is-rack-N")).to_contain_text("8 points")
    expect(page.locator(".is-rack-E")).to_contain_text("No tiles yet")
    page.locator(".is-rack-W").click()
    settle(page)
    west = rack(page)
    assert west == ["1m", "1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "3z", "5z"]
    page.locator(".is-back").click()
    settle(page)
    before = rack(page)
    unfold(page)
    page.locator("[data-focus=whole]").click()
    other = bounds(page, ".hu-outline.is-aside polygon")
    page.mouse.click(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    expect(page.locator(".hu-rack .hu-tile")).to_have_count(13)
    settle(page)
    assert rack(page) in (west, ["1p", "2p", "3p", "2s", "3s", "4s", "4s", "6s", "7s", "8s", "9m", "9m", "9m"])
    page.locator("[data-focus=undo-offer]").click()
    settle(page)
    assert rack(page) == before

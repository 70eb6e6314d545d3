"""Riichi in a real browser: indicators by a photo of the wall, and two who win with one discard."""

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import Visit, Visitor
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import Server

BEGUN = ["Start", *["30000"] * 4]


def _photograph(page: Visitor, name: str) -> None:
    picker = page.locator(".hu-choice-of.is-dora_indicators input[type=file]")
    picker.set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()})


@pytest.fixture
def won_game(server: Server, visitor: Visit) -> Visitor:
    """A hand of Riichi that South won from West."""
    phone = visitor(server.address, game=server.new_game("riichi"))
    phone.win("South · Bruno", "West · Carla", "flowerless.jpg")
    phone.expect_points(1000)
    return phone


def test_indicators_are_photographed(won_game: Visitor) -> None:
    place = won_game.locator(".hu-choice-of.is-dora_indicators")
    _photograph(won_game, "perfect.jpg")
    expect(place.locator("[role=status]")).to_have_text(
        "The photo shows 14 tiles face up; there are at most 5 indicators. "
        "Photograph them alone, or tap them in."
    )
    place.scroll_into_view_if_needed()
    _photograph(won_game, "shadows.jpg")
    expect(place.locator("[role=status]")).to_have_text(
        "The photo shows no tile clearly (9m?). Photograph them from closer up, or tap them in."
    )
    expect(place.locator(".hu-row .hu-key")).to_have_count(0)
    won_game.expect_points(1000)
    _photograph(won_game, "wall.jpg")
    expect(place.locator(".hu-row .hu-key")).to_have_count(2)
    expect(place.locator("[role=status]")).to_have_text("")
    won_game.expect_points(3900)
    place.locator(".hu-row .hu-key").first.click()
    expect(place.locator(".hu-row .hu-key")).to_have_count(1)
    won_game.expect_points(1000)


def test_two_players_win_with_one_discard(won_game: Visitor) -> None:
    won_game.tap(".hu-choice-of.is-winners button:has-text('Dario')")
    expect(won_game.locator(".hu-note", has_text="Still missing: North · Dario")).to_be_visible()
    expect(won_game.locator(".hu-seat[data-name='West · Carla'] strong")).to_have_count(0)
    expect(won_game.locator(".hu-result .hu-patterns")).to_have_count(1)
    expect(won_game.locator(".hu-alert")).to_have_count(0)
    won_game.locator(".is-rack-N").click()
    won_game.read("flowerless.jpg")
    # No set of tiles holds six red dragons.
    for left in (2, 1, 0):
        won_game.locator(".hu-rack .hu-key:has(.hu-t-7z)").first.click()
        won_game.tap(".hu-keyboard [data-face='6z']")
        expect(won_game.locator(".hu-rack .hu-key:has(.hu-t-7z)")).to_have_count(left)
    won_game.locator(".is-next-rack").click()
    expect(won_game.locator(".hu-seat[data-name='West · Carla'] strong")).to_have_text("−2000")
    won_game.save()
    both = ["0", "+1000", "−2000", "+1000"]
    won_game.expect_sheet(
        [BEGUN, ["1", *both], ["Round 1", *both], ["Total", "30000", "31000", "28000", "31000"]]
    )

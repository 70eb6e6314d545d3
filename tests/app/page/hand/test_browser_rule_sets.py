"""A game of each other rule set in a real browser: from the photo to the payments and the sheet."""

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import Visitor
from tests.app.page.recorded import SAMPLE


def test_a_hand_of_hong_kong_from_the_photo_to_the_sheet(phone: Visitor) -> None:
    phone.begin_game(rules="Hong Kong, old style")
    expect(phone.locator(".hu-hint").first).to_have_text("Hand 1 · Round of East · East is Anna")
    phone.win("Anna", "Carla")
    expect(phone.locator(".hu-problems li")).to_have_text(
        ["2 of 3 faan: 1 short of the table's minimum. The hand has: Dragon 1, Own flower 1."]
    )
    phone.tap_self_drawn()
    expect(phone.locator(".hu-pattern .hu-name")).to_have_text(["Dragon", "Self-drawn", "Own flower"])
    expect(phone.locator(".hu-pattern .hu-also").first).to_contain_text("三元牌")
    paid = {"West · Carla": "−16", "North · Dario": "−16", "South · Bruno": "−16", "East · Anna": "+48"}
    phone.expect_payments(paid)
    expect(phone.get_by_text("3 faan: a unit is 8.")).to_be_visible()
    phone.save()
    first = ["+48", "−16", "−16", "−16"]
    phone.expect_sheet([["1", *first], ["Round 1", *first], ["Total", *first]])
    phone.to_hand()
    # East has won and stays the dealer.
    expect(phone.locator(".hu-hint").first).to_have_text("Hand 2 · Round of East · East is Anna")


def test_a_hand_of_knitted_tiles_and_a_drawn_hand_of_mcr(phone: Visitor) -> None:
    phone.begin_game(rules="MCR, Chinese official")
    expect(phone.locator(".hu-hint").first).to_have_text("Hand 1 of 16 · Round of East · East is Anna")
    phone.win("Bruno", "Carla", "knitted.jpg")
    phone.expect_points(12)
    expect(phone.locator(".hu-pattern .hu-name")).to_have_text(["Lesser Honors and Knitted Tiles"])
    expect(phone.locator(".hu-pattern .hu-also")).to_have_text(["34 · 全不靠"])
    phone.expect_payments({"East · Anna": "−8", "North · Dario": "−8", "South · Bruno": "+36", "West · Carla": "−20"})
    phone.save()
    phone.to_hand()
    expect(phone.locator(".hu-hint").first).to_have_text("Hand 2 of 16 · Round of East · East is Bruno")
    phone.note_drawn()
    first = ["−8", "+36", "−20", "−8"]
    phone.expect_sheet([["1", *first], ["2", "0", "0", "0", "0"], ["Round 1", *first], ["Total", *first]])


BEGUN = ["Start", *["30000"] * 4]


def _choose(page: Visitor, question: str, who: str) -> None:
    page.locator(f".hu-choice-of.is-{question} button", has_text=who).click()
    page.settle()


def _tap_indicator(page: Visitor, face: str) -> None:
    place = page.locator(".hu-choice-of.is-dora_indicators")
    if not place.locator("details[open]").count():
        place.locator("summary").click()
    place.locator(f"details .hu-key[data-face='{face}']").click()
    page.settle()


def _photograph(page: Visitor, name: str) -> None:
    picker = page.locator(".hu-choice-of.is-dora_indicators input[type=file]")
    picker.set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()})


@pytest.fixture
def won_game(phone: Visitor) -> Visitor:
    """A hand of Riichi that South won from West."""
    phone.begin_game(rules="Riichi")
    phone.win("South · Bruno", "West · Carla", "flowerless.jpg")
    phone.expect_points(1000)
    return phone


def test_indicators_are_photographed(won_game: Visitor) -> None:
    place = won_game.locator(".hu-choice-of.is-dora_indicators")
    _photograph(won_game, "perfect.jpg")
    expect(place.locator("[role=status]")).to_have_text(
        "The photo shows 14 tiles face up; there are at most 5 indicators. Photograph them alone, or tap them in."
    )
    place.scroll_into_view_if_needed()
    _photograph(won_game, "shadows.jpg")
    expect(place.locator("[role=status]")).to_have_text(
        "The photo shows no tile clearly (9m?). Photograph them from closer, or tap them in."
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
    _choose(won_game, "winners", "Dario")
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
    won_game.expect_sheet([BEGUN, ["1", *both], ["Round 1", *both], ["Total", "30000", "31000", "28000", "31000"]])


def test_a_hand_and_a_drawn_hand_of_riichi_from_the_photo_to_the_sheet(won_game: Visitor) -> None:
    _tap_indicator(won_game, "4s")
    won_game.expect_points(3900)
    _tap_indicator(won_game, "9m")
    expect(won_game.locator(".hu-choice-of.is-dora_indicators .hu-row .hu-key")).to_have_count(2)
    _choose(won_game, "declared", "Dario")
    expect(won_game.locator(".hu-seat[data-name='South · Bruno'] strong")).to_have_text("+4900")
    won_game.save()
    amounts = ["0", "+4900", "−3900", "−1000"]
    won_game.expect_sheet(
        [BEGUN, ["1", *amounts], ["Round 1", *amounts], ["Total", "30000", "34900", "26100", "29000"]]
    )
    won_game.to_hand()
    won_game.tap("[data-focus=drawn]")
    _choose(won_game, "status-tenpai", "Bruno")
    _choose(won_game, "status-tenpai", "Anna")
    _choose(won_game, "declared", "Bruno")
    won_game.save()
    drawn, total = ["+1500", "+500", "−1500", "−1500"], ["+1500", "+5400", "−5400", "−2500"]
    come_to = ["Total", "31500", "35400", "24600", "27500"]
    won_game.expect_sheet([BEGUN, ["1", *amounts], ["2", *drawn], ["Round 1", *total], come_to])
    won_game.to_hand()
    expect(won_game.locator(".hu-hint").first).to_contain_text("East is Bruno")

"""Rule sets in a real browser: indicators by a photo, two winners, North set aside, racks."""

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import Visit, Visitor
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import NAMES, Server

BEGUN = ["Start", *["30,000"] * 4]
#: A hand of three-player riichi as it is tapped in. It wins with the 4 of bamboo.
TAPPED = ["4z", "2p", "3p", "4p", "5p", "6p", "7p", "2s", "3s", "4s", "5s", "5s", "5s", "8s", "8s"]


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
    expect(won_game.locator(".hu-seat[data-name='West · Carla'] strong")).to_have_text("−2,000")
    won_game.save()
    both = ["0", "+1,000", "−2,000", "+1,000"]
    won_game.expect_sheet(
        [BEGUN, ["1", *both], ["Round 1", *both], ["Total", "30,000", "31,000", "28,000", "31,000"]]
    )


def test_north_is_set_aside_and_two_players_pay(server: Server, visitor: Visit) -> None:
    phone = visitor(server.address, game=server.new_game("sanma", NAMES[:3]))
    phone.locator("[data-focus=by-hand]").click()
    expect(phone.locator(".hu-keyboard [data-face$='m']")).to_have_count(2)
    for count, face in enumerate(TAPPED, start=1):
        phone.locator(f".hu-keyboard [data-face='{face}']").click()
        expect(phone.locator(".hu-rack .hu-tile")).to_have_count(count)
    phone.settle()
    phone.locator("[data-focus=close]").click()
    expect(phone.locator(".hu-seat")).to_have_count(3)
    phone.locator(".hu-rack .hu-t-4z").click()
    phone.tap("[data-focus=set_aside]")
    expect(phone.locator(".hu-set.is-bonus .hu-t-4z")).to_have_count(1)
    phone.locator(".hu-rack .hu-t-4s").click()
    phone.tap("[data-focus=is_winning]")
    phone.tap_seat("South · Bruno")
    phone.tap_self_drawn()
    # Tsumo, tanyao and a North: 3 han 30 fu.
    phone.expect_payments(
        {"East · Anna": "−2,000", "South · Bruno": "+3,000", "West · Carla": "−1,000"}
    )
    phone.save()
    paid = ["−2,000", "+3,000", "−1,000"]
    start = ["Start", *["35,000"] * 3]
    phone.expect_sheet(
        [start, ["1", *paid], ["Round 1", *paid], ["Total", "33,000", "38,000", "34,000"]]
    )


def test_the_sign_of_a_rack_keeps_its_distance_from_the_name(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, game=server.new_game("fimj"))
    page.win("South · Bruno", "West · Carla")
    page.wait_for_selector(".is-rack-E")
    gap = """button => {
      const [sign, name] = [...button.childNodes].map(part => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
      });
      return name.left - sign.right;
    }"""
    assert page.locator(".is-rack-E").evaluate(gap) >= 4

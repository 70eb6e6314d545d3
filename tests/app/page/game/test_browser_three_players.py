"""A game of three-player riichi in a real browser, from its form to its last hand."""

from pathlib import Path

import numpy as np
from playwright.sync_api import expect

from tests.app.page.driving import Visit, Visitor
from tests.app.page.recorded import MAIN
from tests.app.page.servers import NAMES, Server
from tests.laid_tables import laid
from tests.rendered_photos import render_jpeg

THREE = NAMES[:3]


def test_a_round_is_played_with_photos_to_its_end(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.locator(".st-key-new-game button").click()
    page.locator(".st-key-new-rules").get_by_role("radio", name="Three-player riichi").click()
    page.settle()
    page.get_by_text("Table rules").first.click()
    page.locator("[class*=sanma-rounds]").get_by_role("radio", name="East alone").click()
    page.settle()
    page.begin(THREE)
    sheet = [["Start", "35,000", "35,000", "35,000"]]

    # Two North apart from the hand are dora. Self-drawn, all simples, two North: 4 han 30 fu.
    page.win_hand("South · Bruno", None, "north-apart.jpg")
    sheet.append(["1", "−3,900", "+5,900", "−2,000"])
    page.to_hand()

    # Bruno's riichi says that he waits. He deals again, with a honba.
    page.tap("[data-focus=drawn]")
    page.tap("[data-focus=ask-declared-E]")
    page.tap("[data-focus=ask-status-tenpai-S]")
    page.save()
    sheet.append(["2", "−2,000", "0", "+1,000"])
    page.to_hand()

    # A North in the row may be set aside or not.
    page.win("East · Bruno", None, "north-in-doubt.jpg")
    question = page.get_by_role("group", name="Set aside as dora?")
    question.get_by_role("button", name="Set aside").click()
    page.settle()
    expect(page.locator(".hu-ask")).to_have_count(0)
    expect(page.locator(".hu-set.is-bonus .hu-t-4z")).to_have_count(1)
    # Self-drawn and a North: 2 han, 20 + 8 + 2 + 2 fu. A honba, and the stick of the last hand.
    page.expect_payments(
        {"East · Bruno": "+3,800", "South · Carla": "−1,400", "West · Anna": "−1,400"}
    )
    page.save()
    sheet.append(["3", "−1,400", "+3,800", "−1,400"])
    page.to_hand()

    # Without tiles: 3 han 40 fu and two honba of 200.
    _win_by_points(page, "South · Carla", "East · Bruno")
    sheet.append(["4", "0", "−5,600", "+5,600"])
    page.to_hand()
    # Nobody had 40,000 points before the last hand.
    _win_by_points(page, "West · Bruno", "South · Anna")
    sheet.append(["5", "−5,200", "+5,200", "0"])

    sums = ["−12,500", "+9,300", "+3,200"]
    totals = ["22,500", "44,300", "38,200"]
    page.expect_sheet([*sheet, ["Round 1", *sums], ["Total", *totals]])
    expect(page.locator(".st-key-next")).to_have_count(0)


def _win_by_points(page: Visitor, winner: str, discarder: str) -> None:
    """Enter a hand of 3 han 40 fu without its tiles and put it on the sheet."""
    page.tap("[data-focus=enter]")
    page.locator("[data-focus=ask-han]").fill("3")
    page.locator("[data-focus=ask-fu]").fill("40")
    page.leave_field("[data-focus=ask-fu]")
    page.tap_seat(winner)
    page.tap_seat(discarder)
    # Save is below the seat. A tap there that follows at once would count as its second tap.
    page.wait_for_timeout(500)
    page.save()


def test_the_networks_read_a_photo_with_north_set_aside(
    tmp_path: Path, visitor: Visit, shared: Path
) -> None:
    placed = [
        *laid("2p 3p 4p 5p 6p 7p 2s 3s 5s 5s 5s 8s 8s | 4s"),
        *laid("4z 4z", x=9, y=2.4),
    ]
    photo = render_jpeg(placed, "imahjong-tw-color", shared, np.random.default_rng(3))
    with Server(tmp_path / "games.sqlite", MAIN) as server:
        page = visitor(server.address, game=server.new_game("sanma", THREE))
        page.read("hand.jpg", photo)
        expect(page.locator(".hu-set.is-bonus .hu-t-4z")).to_have_count(2)
        page.tap_seat("South · Bruno")
        page.tap_self_drawn()
        page.expect_payments(
            {"East · Anna": "−3,900", "South · Bruno": "+5,900", "West · Carla": "−2,000"}
        )

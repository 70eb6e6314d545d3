"""A game of sixteen tiles in a real browser, from its form to its last hand."""

from pathlib import Path

import numpy as np
from playwright.sync_api import expect

from tests.app.page.driving import Visit
from tests.app.page.recorded import MAIN
from tests.app.page.servers import Server
from tests.laid_tables import laid
from tests.rendered_photos import render_jpeg

PHOTO = "seventeen.jpg"


def test_a_round_is_played_with_photos_to_its_end(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.locator(".st-key-new-game button").click()
    page.locator(".st-key-new-rules").get_by_role("radio", name="Taiwanese").click()
    page.settle()
    page.get_by_text("Table rules").first.click()
    page.fill("[class*=taiwanese-rounds] input", "1")
    page.press("[class*=taiwanese-rounds] input", "Enter")
    page.settle()
    page.begin()

    # A lone wait and the own flower: two tai at 50 beside the base of 100.
    page.win_hand("South · Bruno", "West · Carla", PHOTO)
    sheet = [["1", "0", "+200", "−200", "0"]]
    page.to_hand()
    # Self-drawn with a lone wait by the dealer, whose flower is another: three tai.
    page.win_hand("East · Bruno", None, PHOTO)
    sheet.append(["2", "−250", "+750", "−250", "−250"])
    page.to_hand()
    # The dealer has repeated once and pays for three tai more.
    page.win_hand("South · Carla", "East · Bruno", PHOTO)
    sheet.append(["3", "0", "−350", "+350", "0"])
    page.to_hand()
    # False wins are asked about before a drawn hand is saved.
    page.tap("[data-focus=drawn]")
    page.save()
    sheet.append(["4", "0", "0", "0", "0"])
    page.to_hand()
    # Three tai, and three more from the dealer, who has repeated after the drawn hand.
    page.win_hand("South · Dario", None, PHOTO)
    sheet.append(["5", "−250", "−250", "−400", "+900"])
    page.to_hand()
    page.win_hand("South · Anna", "West · Bruno", PHOTO)
    sheet.append(["6", "+200", "−200", "0", "0"])

    sums = ["−300", "+150", "−500", "+650"]
    page.expect_sheet([*sheet, ["Round 1", *sums], ["Total", *sums]])
    expect(page.locator(".st-key-next")).to_have_count(0)


def test_the_networks_read_a_photo_of_seventeen_tiles(
    tmp_path: Path, visitor: Visit, shared: Path
) -> None:
    placed = [
        *laid("2f 4g", x=2, y=2.2),
        *laid("1s 2s 5s 6s 7s 2m 3m 4m 6p 7p 8p 9p 9p | 5m >5m 5m | 3s"),
    ]
    photo = render_jpeg(placed, "imahjong-tw-color", shared, np.random.default_rng(3))
    with Server(tmp_path / "games.sqlite", MAIN) as server:
        page = visitor(server.address, game=server.new_game("taiwanese"))
        page.read("hand.jpg", photo)
        page.tap_seat("South · Bruno")
        page.tap_seat("West · Carla")
        # A lone wait and the own flower.
        page.expect_points(2)
        page.save()
        row = ["0", "+200", "−200", "0"]
        page.expect_sheet([["1", *row], ["Round 1", *row], ["Total", *row]])

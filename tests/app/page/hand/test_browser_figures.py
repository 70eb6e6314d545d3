"""Points that are entered instead of tiles, in a real browser."""

from playwright.sync_api import expect

from tests.app.page.driving import Visit
from tests.app.page.servers import Server


def test_a_hand_by_han_and_fu_goes_to_the_sheet(server: Server, visitor: Visit) -> None:
    phone = visitor(server.address, game=server.new_game("riichi"))
    phone.press_button("Enter points")
    phone.locator("[data-focus=ask-han]").fill("3")
    phone.locator("[data-focus=ask-fu]").fill("20")
    phone.leave_field("[data-focus=ask-fu]")
    phone.tap_seat("South · Bruno")
    phone.tap_seat("West · Carla")
    expect(phone.locator(".hu-problems")).to_contain_text("20 fu are a self-drawn pinfu")
    phone.locator("[data-focus=ask-fu]").fill("40")
    phone.leave_field("[data-focus=ask-fu]")
    expect(phone.locator(".hu-points strong").first).to_have_text("5,200")
    expect(phone.locator(".hu-problems")).to_have_count(0)
    phone.save()
    paid = ["0", "+5,200", "−5,200", "0"]
    phone.expect_sheet(
        [
            ["Start", *["30,000"] * 4],
            ["1", *paid],
            ["Round 1", *paid],
            ["Total", "30,000", "35,200", "24,800", "30,000"],
        ]
    )

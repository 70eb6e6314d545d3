"""What a photo leaves open is asked where the hand is, and nobody saves it unasked."""

from contextlib import nullcontext

from playwright.sync_api import expect

from tests.app.page.driving import Visit, Visitor
from tests.app.page.servers import Server


def test_save_says_what_is_open_and_takes_it_as_shown_in_one_tap(game: Visitor) -> None:
    game.win("South", "West", "open.jpg")
    save = game.locator("[data-focus=save]")
    expect(save).to_have_text("Save as shown")
    expect(game.locator(".hu-set.is-exposed .hu-t-7z")).to_have_count(3)
    question = game.locator(".hu-saver .hu-ask").last
    expect(question).to_contain_text("Claimed or concealed?")
    expect(question.locator(".hu-t-7z")).to_have_count(3)
    game.locator(".hu-hand .hu-ask").get_by_role("button", name="Claimed").click()
    game.settle()
    expect(save).to_have_text("Save to the sheet")
    expect(game.locator(".hu-ask")).to_have_count(0)
    game.tap("[data-focus=undo]")
    expect(save).to_have_text("Save as shown")
    game.locator(".hu-hand .hu-ask").get_by_role("button", name="Concealed").click()
    expect(game.locator(".hu-set.is-exposed")).to_have_count(0)
    game.tap("[data-focus=undo]")
    game.save()


def test_flowers_far_from_the_hand_are_asked_about_in_its_view(phone: Visitor) -> None:
    phone.win("South", "West", "far-flower.jpg")
    phone.expect_points(12)
    question = phone.locator(".hu-hand .hu-ask")
    # The photo stays open as long as something is asked of it.
    expect(phone.locator(".hu-photo").first).to_be_visible()
    question.get_by_role("button", name="Not part of the hand").click()
    phone.settle()
    phone.expect_points(10)
    expect(question).to_have_count(0)
    expect(phone.locator(".hu-strip")).to_be_visible()
    assert "1f" not in phone.rack()


def test_a_tile_added_to_a_hand_of_13_has_won(phone: Visitor) -> None:
    phone.read("thirteen.jpg")
    phone.locator("[data-focus=add]").first.click()
    phone.locator(".hu-keyboard [data-face='2p']").click()
    phone.locator("[data-focus=close]").click()
    expect(phone.locator(".hu-key.is-winning .hu-t-2p")).to_have_count(1)


def test_while_it_is_asked_which_tile_won_a_doubtful_tile_is_corrected_by_a_tap(
    phone: Visitor,
) -> None:
    phone.win("South", "West", "doubtful.jpg")
    expect(phone.locator(".hu-hand .hu-ask", has_text="Which tile won?")).to_be_visible()
    phone.locator(".hu-rack .hu-key.is-doubt").click()
    phone.tap(".hu-likely [data-face='9m']")
    expect(phone.locator(".hu-key.is-winning")).to_have_count(0)
    phone.locator(".hu-rack .hu-key.is-choice:has(.hu-t-9m)").last.click()
    expect(phone.locator(".hu-key.is-winning .hu-t-9m")).to_have_count(1)


def test_every_rack_is_asked_what_its_photo_leaves_open(phone: Visitor) -> None:
    phone.begin_game(rules="FIMJ")
    phone.win("South", "West", "perfect.jpg")
    phone.tap(".is-rack-E")
    phone.read("thirteen.jpg")
    question = phone.locator(".hu-hand .hu-ask")
    expect(question).to_contain_text("Claimed or concealed?")
    # After a rack that was photographed, the camera opens for the next one.
    for camera in (phone.expect_file_chooser(), nullcontext()):
        with camera:
            phone.tap(".is-next-rack")
        phone.locator(".is-points input").fill("8")
        phone.locator(".is-points input").press("Tab")
        phone.settle()
    phone.tap(".is-back")
    expect(phone.locator("[data-focus=save]")).to_have_text("Save as shown")
    expect(phone.locator(".hu-ask", has_text="East · Anna")).to_contain_text(
        "Claimed or concealed?"
    )
    phone.locator(".is-rack-E").click()
    question.get_by_role("button", name="Concealed").click()
    phone.settle()
    phone.tap(".is-back")
    expect(phone.locator("[data-focus=save]")).to_have_text("Save to the sheet")


def test_a_tile_outside_of_the_hand_is_taken_in_with_what_it_belongs_to(phone: Visitor) -> None:
    phone.read("far-tile.jpg")
    phone.expect_tiles("7z", 1)
    phone.locator("[data-focus=whole]").click()
    phone.click_at(".hu-outline.is-aside polygon")
    phone.get_by_role("button", name="Read its row or meld").click()
    phone.settle()
    phone.expect_tiles("7z", 2)
    expect(phone.locator(".hu-rack .hu-tile")).to_have_count(14)


def test_one_photo_of_the_table_fills_every_rack_and_a_tap_on_a_row_makes_it_the_hand(
    server: Server, visitor: Visit
) -> None:
    phone = visitor(server.address, game=server.new_game("fimj"))
    phone.win("South", "West", "four-sides.jpg")
    # South sits on the left of the photographer, who is West; nobody's hand lies at East's side.
    phone.tap(".hu-key.is-choice:has(.hu-t-6z)")
    expect(phone.locator(".is-rack-W")).to_contain_text("0 points")
    expect(phone.locator(".is-rack-N")).to_contain_text("8 points")
    expect(phone.locator(".is-rack-E")).to_contain_text("No tiles yet")
    phone.tap(".is-rack-W")
    west = phone.rack()
    assert west == ["1m", "1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "3z", "5z"]
    phone.tap(".is-back")
    before = phone.rack()
    phone.unfold()
    phone.locator("[data-focus=whole]").click()
    phone.click_at(".hu-outline.is-aside polygon")
    expect(phone.locator(".hu-rack .hu-tile")).to_have_count(13)
    phone.settle()
    assert phone.rack() in (
        west,
        ["1p", "2p", "3p", "2s", "3s", "4s", "4s", "6s", "7s", "8s", "9m", "9m", "9m"],
    )
    phone.tap("[data-focus=undo-offer]")
    assert phone.rack() == before

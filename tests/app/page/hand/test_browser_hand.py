"""One hand in a real browser: from the photo to the payments, with the fewest taps."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import (
    begin_game,
    bounds,
    expect_payments,
    expect_points,
    payments,
    press,
    press_button,
    rack,
    read,
    self_drawn,
    settle,
    tap_seat,
    unfold,
    upload,
)
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import Server

Visit = Callable[..., Any]

COUNT_TAPS = "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true) }"

WHOLE = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p", "2p", "5z", "5z", "5z"]


def tap_in(page: Any, faces: list[str]) -> None:
    """Add tiles, one after the other, to a hand that has none."""
    page.wait_for_selector("[data-focus=add]", state="attached")
    if not page.locator(".hu-sheet[open]").count():
        page.locator("[data-focus=add]").click()
    for count, face in enumerate(faces, start=1):
        page.locator(f".hu-keyboard [data-face='{face}']").click()
        expect(page.locator(".hu-rack .hu-tile")).to_have_count(count)
    if any(faces.count(face) >= 3 for face in faces):
        # It stays open for the fourth tile of a quad.
        settle(page)
        page.locator("[data-focus=close]").click()


def test_a_photo_read_right_needs_two_taps_to_the_payments(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    page.evaluate(COUNT_TAPS)
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect_payments(page, {"South": "+36", "East": "−12", "West": "−12", "North": "−12"})
    expect_points(page, 12)
    assert page.evaluate("window.taps") == 2


def test_a_misread_tile_a_missed_tile_and_a_set_are_corrected_by_tapping(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, locale="it-IT")
    read(page, "misread.jpg")
    expect(page.locator(".hu-rack .hu-t-6s")).to_have_count(1)
    page.evaluate(COUNT_TAPS)
    # The doubtful tile, in the photo itself: one tap opens it, the second chooses the first alternative.
    outline = bounds(page, ".hu-outline.is-doubt polygon")
    page.mouse.click(outline["x"] + outline["width"] / 2, outline["y"] + outline["height"] / 2)
    page.locator(".hu-likely [data-face='5s']").click()
    expect(page.locator(".hu-rack .hu-t-5s")).to_have_count(2)
    assert page.evaluate("window.taps") == 2
    # The missed tile.
    page.locator("[data-focus=add]").click()
    page.locator(".hu-keyboard [data-face='7m']").click()
    expect(page.locator(".hu-rack .hu-t-7m")).to_have_count(1)
    expect(page.locator(".hu-sheet")).not_to_be_visible()
    # The claimed set that was read as standing.
    tap_seat(page, "Sud")
    tap_seat(page, "Ovest")
    page.locator(".hu-rack .hu-t-7z").first.click()
    page.locator(".hu-sheet").get_by_role("button", name="Chiamata: Drago rosso").click()
    expect(page.locator(".hu-set.is-exposed .hu-t-7z")).to_have_count(3)
    expect_payments(page, {"Sud": "+36", "Est": "−12", "Ovest": "−12", "Nord": "−12"})
    expect(page.locator(".hu-patterns")).to_contain_text("Onori con valore")


def test_undo_and_redo_and_the_score_follows(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page)
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect_points(page, 12)
    page.locator(".hu-rack .hu-t-1f").click()
    page.locator(".hu-keyboard [data-face='2f']").click()
    expect(page.locator(".hu-points strong")).to_have_text("14")
    page.locator("[data-focus=undo]").click()
    expect(page.locator(".hu-points strong")).to_have_text("12")
    page.locator("[data-focus=redo]").click()
    expect(page.locator(".hu-points strong")).to_have_text("14")


def test_what_is_illegal_is_marked_where_it_is_and_told_in_words(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    page.locator(".hu-set.is-exposed .hu-t-7z").first.click()
    page.locator(".hu-keyboard [data-face='6z']").click()
    expect(page.locator(".hu-set.is-bad .hu-problem")).to_have_text("This is no sequence, triplet or quad.")
    page.locator(".hu-rack .hu-t-1p").click()
    page.get_by_role("button", name="No tile").click()
    expect(page.locator(".hu-problems li")).to_have_count(2)
    expect(page.locator(".hu-problems")).to_contain_text("13 tiles; this hand needs 14")


def test_tiles_move_between_sets_and_sets_turn(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page)
    page.locator(".hu-set.is-exposed .hu-set-kind").click()
    page.locator("[data-focus='set-standing']").click()
    expect(page.locator(".hu-set.is-exposed")).to_have_count(0)
    page.locator(".hu-rack .hu-t-2m").click()
    page.locator("[data-focus=move]").click()
    page.locator("[data-focus=toexposed]").click()
    expect(page.locator(".hu-set.is-exposed .hu-t-2m")).to_have_count(1)
    page.locator(".hu-rack .hu-t-2m").click()
    page.locator("[data-focus=move]").click()
    page.locator(".hu-sheet [data-focus^=to]").first.click()
    expect(page.locator(".hu-set.is-exposed")).to_have_count(0)


def test_a_tile_missed_in_the_photo_is_added_where_it_lies(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    unfold(page)
    before = len(rack(page))
    page.locator("[data-focus=whole]").click()
    expect(page.locator(".hu-photo")).to_be_visible()
    picture = bounds(page, ".hu-photo")
    page.mouse.click(picture["x"] + picture["width"] * 0.5, picture["y"] + picture["height"] * 0.85)
    page.locator(".hu-keyboard [data-face='1g']").click()
    expect(page.locator(".hu-outline")).to_have_count(before + 1)


def test_the_winning_tile_is_asked_with_its_points_when_it_matters(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page, "unmarked.jpg")
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect_points(page, 12)
    page.locator(".hu-rack .hu-t-2p").click()
    page.get_by_role("button", name="Winning tile").click()
    expect(page.locator(".hu-key.is-winning .hu-t-2p")).to_have_count(1)


def test_special_wins_are_offered_only_where_they_can_apply(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page)
    tap_seat(page, "South")
    tap_seat(page, "West")
    special = page.locator(".hu-choice-of.is-special button")
    expect(special).to_have_text(["Last discard", "Robbed from a quad"])
    special.filter(has_text="Last discard").click()
    expect(page.locator(".hu-points strong")).to_have_text("22")
    special.filter(has_text="Robbed").click()
    expect(page.locator(".hu-problems")).to_contain_text("cannot be the last tile")
    special.filter(has_text="Last discard").click()
    expect(page.locator(".hu-patterns")).to_contain_text("Robbing the Quad")
    self_drawn(page)
    expect(special).to_have_text(["Last tile of the wall"])


def test_a_dear_hand_asks_for_earlier_discards(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    page.locator("[data-focus=by-hand]").click()
    tap_in(page, WHOLE)
    expect(page.locator(".hu-sheet")).not_to_be_visible()
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect_payments(page, {"South": "+165", "West": "−115", "East": "−25", "North": "−25"})
    press(page, "earlier", "North")
    expect_payments(page, {"South": "+165", "North": "−115", "East": "−25", "West": "−25"})
    press(page, "earlier", "South, the winner")
    expect_payments(page, {"South": "+165", "West": "−55", "East": "−55", "North": "−55"})


def test_turning_and_cropping_the_photo_reads_it_again(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page)
    box = page.locator(".hu-photo").first.get_attribute("viewBox")
    page.locator("[data-focus=turn]").click()
    expect(page.locator(".hu-photo").first).not_to_have_attribute("viewBox", box)
    settle(page)
    page.locator("[data-focus=crop]").click()
    expect(page.locator(".hu-photo-frame .hu-hint")).to_be_visible()
    picture = bounds(page, ".hu-photo")
    page.mouse.move(picture["x"] + picture["width"] * 0.45, picture["y"] + 20)
    page.mouse.down()
    page.mouse.move(picture["x"] + picture["width"] * 0.55, picture["y"] + picture["height"] - 20, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Read this part").click()
    expect(page.locator("[data-focus=crop]")).to_be_visible()
    expect(page.locator(".hu-rack .hu-tile")).to_have_count(15)


def test_a_page_that_changes_its_size_does_not_lose_the_finger_that_draws(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page)
    page.locator("[data-focus=crop]").click()
    expect(page.locator(".hu-photo-frame .hu-hint")).to_be_visible()
    picture = bounds(page, ".hu-photo")
    page.mouse.move(picture["x"] + 40, picture["y"] + 20)
    page.mouse.down()
    page.mouse.move(picture["x"] + 80, picture["y"] + 60, steps=2)
    before = bounds(page, ".hu-crop")["width"]
    width = page.evaluate("document.querySelector('.hu-photo').clientWidth")
    page.set_viewport_size({"width": 700, "height": 700})
    page.wait_for_function("before => document.querySelector('.hu-photo').clientWidth !== before", arg=width)
    picture = bounds(page, ".hu-photo")
    page.mouse.move(picture["x"] + picture["width"] * 0.6, picture["y"] + picture["height"] * 0.6, steps=2)
    page.mouse.up()
    assert bounds(page, ".hu-crop")["width"] > before * 2
    expect(page.get_by_role("button", name="Read this part")).to_be_visible()


def test_a_finger_draws_the_part_to_read_instead_of_moving_the_page(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    unfold(page)
    page.locator("[data-focus=crop]").click()
    expect(page.locator(".hu-photo-frame .hu-hint")).to_be_visible()
    page.evaluate("document.querySelector('.hu-photo').scrollIntoView({block: 'center'})")
    picture = bounds(page, ".hu-photo")
    left, top = picture["x"] + 20, picture["y"] + 20
    finger = page.context.new_cdp_session(page)
    for step in range(9):
        at = {"x": left + step * 30, "y": top + step * (picture["height"] - 40) / 8}
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_role("button", name="Read this part")).to_be_visible()
    assert bounds(page, ".hu-crop")["width"] > 200
    assert bounds(page, ".hu-photo")["y"] == picture["y"]


def test_the_camera_view_shows_how_large_a_hand_should_be(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True, permissions=["camera"])
    page.locator("[data-focus=frame]").click()
    expect(page.locator(".hu-guide")).to_contain_text("he hand fills this frame")
    page.wait_for_function("document.querySelector('.hu-live video').videoWidth > 0")
    page.locator("[data-focus=shoot]").click()
    expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


def test_a_result_is_shared_as_picture_and_as_text(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True, permissions=["clipboard-read", "clipboard-write"])
    read(page)
    tap_seat(page, "South")
    tap_seat(page, "West")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    content = download.value.path().read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000
    press_button(page, "Copy as text")
    expect(page.locator(".hu-share [role=status]")).to_have_text("The text has been copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "Value Honor 番牌: 10" in text
    assert "South +36" in text


def test_a_table_of_fimj_with_points_counted_by_the_players(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    press(page, "rules", "FIMJ")
    read(page)
    press(page, "round_wind", "East")
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect(page.locator(".hu-note", has_text="Still missing: East, West, North")).to_be_visible()
    for seat, counted in {"E": "16", "W": "8", "N": "0"}.items():
        page.locator(f".is-rack-{seat}").click()
        page.fill(".is-points input", counted)
        page.press(".is-points input", "Enter")
        settle(page)
        page.locator(".is-back").click()
        expect(page.locator(f".is-rack-{seat}")).to_contain_text(f"{counted} points")
    found = payments(page)
    assert sum(int(amount.replace("−", "-")) for amount in found.values()) == 0
    assert found["South"].startswith("+")


def test_another_rack_of_fimj_is_tapped_in(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    press(page, "rules", "FIMJ")
    read(page)
    press(page, "round_wind", "East")
    tap_seat(page, "South")
    self_drawn(page)
    page.locator(".is-rack-E").click()
    upload(page, "perfect.jpg")
    page.wait_for_selector(".hu-photo")
    expect(page.locator(".hu-key.is-winning")).to_have_count(0)
    page.locator(".is-back").click()
    expect(page.locator(".is-rack-E")).to_contain_text("15 tiles")
    expect(page.locator(".hu-problems")).to_contain_text("East: 14 tiles, where 13 are allowed")


def test_control_z_takes_a_correction_back_and_shift_control_z_brings_it_again(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page, "misread.jpg")
    page.locator(".hu-rack .hu-t-6s").click()
    page.locator(".hu-likely [data-face='5s']").click()
    expect(page.locator(".hu-rack .hu-t-5s")).to_have_count(2)
    settle(page)
    page.keyboard.press("Control+z")
    expect(page.locator(".hu-rack .hu-t-6s")).to_have_count(1)
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator(".hu-rack .hu-t-5s")).to_have_count(2)


def test_the_browser_s_back_closes_the_keyboard_and_not_the_hand(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    for _ in range(2):
        page.locator(".hu-rack .hu-t-2p").click()
        expect(page.locator(".hu-sheet")).to_be_visible()
        page.go_back()
        expect(page.locator(".hu-sheet")).not_to_be_visible()
        expect(page.locator(".hu-rack .hu-tile")).to_have_count(15)
    page.locator(".hu-rack .hu-t-2p").click()
    page.locator("[data-focus=close]").click()
    expect(page.locator(".hu-rack .hu-tile")).to_have_count(15)


def test_tiles_that_are_missing_or_too_many_are_counted(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    page.locator("[data-focus=by-hand]").click()
    page.locator(".hu-sheet[open]").wait_for()
    page.locator("[data-focus=close]").click()
    settle(page)
    expect(page.locator(".hu-problems")).to_have_count(0)
    expect(page.locator(".hu-read-hint")).to_contain_text("Add a tile")
    tap_in(page, ["1m", "1p", "1s"] * 3 + ["9m", "9p", "9s"] * 2 + ["5m", "5p"])
    expect(page.locator(".hu-problems")).to_contain_text("sixteen-tile (Taiwanese) hands are not scored here")
    page.locator("[data-focus=undo]").click()
    expect(page.locator(".hu-problems")).to_contain_text("Too many: 2")


def test_four_alike_become_a_concealed_quad_in_two_taps(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.locator("[data-focus=by-hand]").click()
    tap_in(page, [*WHOLE, "5z"])
    page.locator(".hu-rack .hu-t-5z").first.click()
    page.get_by_role("button", name="Concealed quad: ").click()
    expect(page.locator(".hu-set.is-quad .hu-tile")).to_have_count(4)
    expect(page.locator(".hu-problems")).to_have_count(0)


def test_names_of_tiles_at_the_photo_s_edge_are_not_cut_off(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    unfold(page)
    outside = """() => [...document.querySelectorAll('.hu-photo')].flatMap(photo => {
      const [x, y, wide] = photo.getAttribute('viewBox').split(' ').map(Number);
      return [...photo.querySelectorAll('.hu-drawn')].map(label => label.getBBox())
        .filter(box => box.x < x - 1 || box.y < y - 1 || box.x + box.width > x + wide + 1);
    }).length"""
    assert page.evaluate(outside) == 0


def test_an_unknown_link_is_told(server: Server, visitor: Visit) -> None:
    page = visitor(f"{server.address}/?game=NOSUCHXX")
    expect(page.locator(".hu-alert")).to_contain_text("No game has the code NOSUCHXX")
    expect(page.locator(".hu-drop")).to_be_visible()


def test_a_set_that_the_photo_leaves_open_is_asked_about_with_one_tap(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page, "open.jpg")
    ask = page.locator(".hu-ask")
    expect(ask).to_contain_text("Claimed or concealed?")
    expect(page.locator(".hu-set.is-exposed .hu-t-7z")).to_have_count(3)
    ask.get_by_role("button", name="Concealed").click()
    expect(page.locator(".hu-set.is-exposed")).to_have_count(0)
    expect(ask).to_have_count(0)
    page.locator("[data-focus=undo]").click()
    expect(ask).to_have_count(1)


#: Elements that are not whole on the screen, without scrolling.
OUTSIDE = """names => names.filter(name => [...document.querySelectorAll(name)].length === 0 ||
  [...document.querySelectorAll(name)].some(part => {
    const box = part.getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
  }))"""
ONE_SCREEN = [
    ".hu-strip",
    ".hu-rack .hu-key",
    ".hu-seat",
    ".hu-seat strong",
    ".hu-points strong",
    "[data-focus=save]",
]


@pytest.mark.parametrize("discarder", [None, "West · Carla"])
def test_a_hand_takes_three_taps_and_one_screen(server: Server, visitor: Visit, discarder: str | None) -> None:
    page = visitor(server.address)
    begin_game(page, ["Anna", "Bruno", "Carla", "Dario"])
    page.evaluate(COUNT_TAPS)
    with page.expect_file_chooser() as chooser:
        page.locator("[data-pick=take]").click()
    chooser.value.set_files({"name": "perfect.jpg", "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()})
    expect(page.locator(".hu-strip")).to_be_visible()
    tap_seat(page, "South · Bruno")
    if discarder:
        tap_seat(page, discarder)
    else:
        self_drawn(page)
    expect_points(page, 12)
    page.wait_for_selector("[data-focus=save]")
    settle(page)
    assert page.evaluate("window.taps") == 3
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    assert page.evaluate(OUTSIDE, ONE_SCREEN) == []


def test_a_hand_that_was_tapped_in_takes_one_screen_too(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    begin_game(page, ["Anna", "Bruno", "Carla", "Dario"])
    page.locator("[data-focus=by-hand]").click()
    tap_in(page, WHOLE)
    expect(page.locator(".hu-sheet")).not_to_be_visible()
    tap_seat(page, "South · Bruno")
    self_drawn(page)
    page.wait_for_selector("[data-focus=save]")
    settle(page)
    assert page.evaluate(OUTSIDE, ONE_SCREEN[1:]) == []


def test_the_photo_folds_and_opens_again(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    unfold(page)
    page.locator("[data-focus=fold]").click()
    expect(page.locator(".hu-photo")).to_have_count(0)
    page.locator(".hu-rack .hu-t-2p").click()
    page.get_by_role("button", name="No tile").click()
    expect(page.locator("p.hu-question", has_text="It waits for")).to_be_visible()


def test_a_pattern_opens_to_tell_its_rule(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, desktop=True)
    read(page)
    tap_seat(page, "South")
    tap_seat(page, "West")
    rule = page.locator(".hu-patterns li .hu-rule").first
    expect(rule).not_to_be_visible()
    page.locator(".hu-pattern").first.click()
    expect(rule).to_contain_text("triplet of dragons or of the own wind")
    expect(rule).to_contain_text("Zung Jung 3.3, list of patterns, 3.1")
    expect(rule.locator(".hu-tile")).to_have_count(14)


def test_the_winning_tile_is_a_tap_on_the_hand_with_its_points_beneath(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page, "dear.jpg")
    tap_seat(page, "South")
    tap_seat(page, "West")
    expect(page.locator(".hu-rack .hu-key.is-choice")).to_have_count(14)
    # The triplets give the same: they are one choice; the pair gives more.
    expect(page.locator(".hu-rack .is-points")).to_have_count(2)
    points = page.locator(".hu-key.is-choice:has(.hu-t-9m) .is-points").first.inner_text()
    page.locator(".hu-key.is-choice:has(.hu-t-9m)").first.click()
    expect(page.locator(".hu-key.is-winning .hu-t-9m")).to_have_count(1)
    expect_points(page, int(points))
    expect(page.locator(".hu-key.is-choice")).to_have_count(0)

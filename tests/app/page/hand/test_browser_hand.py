"""One hand in a real browser: from the photo to the payments, with the fewest taps."""

import pytest
from playwright.sync_api import expect

from hu.scoring.hand import Hand
from tests.app.page.driving import Visit, Visitor
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import Server

#: Counts the taps of a page from now on, in ``window.taps``.
COUNT_TAPS = (
    "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true) }"
)


def test_a_misread_tile_a_missed_tile_and_a_set_are_corrected_by_tapping(
    server: Server, visitor: Visit
) -> None:
    page = visitor(server.address, locale="it-IT")
    page.read("misread.jpg")
    page.expect_tiles("6s", 1)
    page.evaluate(COUNT_TAPS)
    # One tap on the doubtful tile in the photo opens it. The second chooses the first alternative.
    page.click_at(".hu-outline.is-doubt polygon")
    page.locator(".hu-likely [data-face='5s']").click()
    page.expect_tiles("5s", 2)
    assert page.evaluate("window.taps") == 2
    # The missed tile.
    page.locator("[data-focus=add]").click()
    page.locator(".hu-keyboard [data-face='7m']").click()
    page.expect_tiles("7m", 1)
    expect(page.locator(".hu-sheet")).not_to_be_visible()
    # The claimed set that was read as standing.
    page.tap_seat("Sud")
    page.tap_seat("Ovest")
    page.locator(".hu-rack .hu-t-7z").first.click()
    page.locator(".hu-sheet").get_by_role("button", name="Scoperta: Drago rosso").click()
    expect(page.locator(".hu-set.is-exposed .hu-t-7z")).to_have_count(3)
    page.expect_payments({"Sud": "+36", "Est": "−12", "Ovest": "−12", "Nord": "−12"})
    expect(page.locator(".hu-patterns")).to_contain_text("Onori con valore")


def test_tiles_move_between_sets_and_sets_turn(desk: Visitor) -> None:
    desk.read()
    desk.locator(".hu-set.is-exposed .hu-set-kind").click()
    desk.locator("[data-focus='set-standing']").click()
    expect(desk.locator(".hu-set.is-exposed")).to_have_count(0)
    desk.locator(".hu-rack .hu-t-2m").click()
    desk.locator("[data-focus=move]").click()
    desk.locator("[data-focus=toexposed]").click()
    expect(desk.locator(".hu-set.is-exposed .hu-t-2m")).to_have_count(1)
    desk.locator(".hu-rack .hu-t-2m").click()
    desk.locator("[data-focus=move]").click()
    desk.locator(".hu-sheet [data-focus^=to]").first.click()
    expect(desk.locator(".hu-set.is-exposed")).to_have_count(0)


def test_a_tile_missed_in_the_photo_is_added_where_it_lies(phone: Visitor) -> None:
    phone.read()
    phone.unfold()
    tile_count = len(phone.rack())
    phone.locator("[data-focus=whole]").click()
    expect(phone.locator(".hu-photo")).to_be_visible()
    # The button was near this place. A tap at once would be the second tap of a double tap.
    phone.wait_for_timeout(500)
    phone.click_at(".hu-photo", down=0.85)
    phone.locator(".hu-keyboard [data-face='1g']").click()
    expect(phone.locator(".hu-outline")).to_have_count(tile_count + 1)


def test_turning_and_cropping_the_photo_reads_it_again(desk: Visitor) -> None:
    desk.read()
    box = desk.locator(".hu-photo").first.get_attribute("viewBox")
    outlines_before = outlines(desk)
    desk.locator("[data-focus=turn]").click()
    expect(desk.locator(".hu-photo").first).not_to_have_attribute("viewBox", box)
    desk.settle()
    desk.locator("[data-focus=crop]").click()
    expect(desk.locator(".hu-photo-frame .hu-hint")).to_be_visible()
    picture = desk.bounds(".hu-photo")
    desk.mouse.move(picture["x"] + picture["width"] * 0.45, picture["y"] + 20)
    desk.mouse.down()
    desk.mouse.move(
        picture["x"] + picture["width"] * 0.55, picture["y"] + picture["height"] - 20, steps=4
    )
    desk.mouse.up()
    desk.get_by_role("button", name="Read this part").click()
    expect(desk.locator("[data-focus=crop]")).to_be_visible()
    expect(desk.locator(".hu-rack .hu-tile")).to_have_count(15)
    # Two taps on ↶ undo both. The picture and the outlines of the tiles go back too.
    expect(desk.locator("[data-focus=undo]")).to_be_enabled()
    desk.locator("[data-focus=undo]").click()
    desk.settle()
    desk.locator("[data-focus=undo]").click()
    expect(desk.locator(".hu-photo").first).to_have_attribute("viewBox", box)
    expect(desk.locator("[data-focus=undo]")).to_be_disabled()
    assert outlines(desk) == outlines_before
    desk.locator("[data-focus=redo]").click()
    expect(desk.locator(".hu-photo").first).not_to_have_attribute("viewBox", box)


def outlines(page: Visitor) -> list[str | None]:
    """The outlines of the tiles on the photo, as the browser draws them."""
    return [
        outline.get_attribute("points") for outline in page.locator(".hu-outline polygon").all()
    ]


def test_a_page_that_changes_its_size_does_not_lose_the_finger_that_draws(desk: Visitor) -> None:
    desk.read()
    desk.locator("[data-focus=crop]").click()
    expect(desk.locator(".hu-photo-frame .hu-hint")).to_be_visible()
    picture = desk.bounds(".hu-photo")
    desk.mouse.move(picture["x"] + 40, picture["y"] + 20)
    desk.mouse.down()
    desk.mouse.move(picture["x"] + 80, picture["y"] + 60, steps=2)
    crop_width = desk.bounds(".hu-crop")["width"]
    photo_width = desk.evaluate("document.querySelector('.hu-photo').clientWidth")
    desk.set_viewport_size({"width": 700, "height": 700})
    desk.wait_for_function(
        "before => document.querySelector('.hu-photo').clientWidth !== before", arg=photo_width
    )
    picture = desk.bounds(".hu-photo")
    desk.mouse.move(
        picture["x"] + picture["width"] * 0.6, picture["y"] + picture["height"] * 0.6, steps=2
    )
    desk.mouse.up()
    assert desk.bounds(".hu-crop")["width"] > crop_width * 2
    expect(desk.get_by_role("button", name="Read this part")).to_be_visible()


def test_a_finger_draws_the_part_to_read_instead_of_moving_the_page(phone: Visitor) -> None:
    phone.read()
    phone.unfold()
    phone.locator("[data-focus=crop]").click()
    expect(phone.locator(".hu-photo-frame .hu-hint")).to_be_visible()
    phone.evaluate("document.querySelector('.hu-photo').scrollIntoView({block: 'center'})")
    picture = phone.bounds(".hu-photo")
    left = picture["x"] + 20
    top = picture["y"] + 20
    finger = phone.context.new_cdp_session(phone.page)
    for step in range(9):
        at = {"x": left + step * 30, "y": top + step * (picture["height"] - 40) / 8}
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.get_by_role("button", name="Read this part")).to_be_visible()
    assert phone.bounds(".hu-crop")["width"] > 200
    assert phone.bounds(".hu-photo")["y"] == picture["y"]


def test_the_camera_view_shows_how_large_a_hand_should_be(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, is_desktop=True, permissions=["camera"])
    page.locator("[data-focus=frame]").click()
    expect(page.locator(".hu-guide")).to_contain_text("the hand fills the frame")
    page.wait_for_function("document.querySelector('.hu-live video').videoWidth > 0")
    page.locator("[data-focus=shoot]").click()
    expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


def test_a_result_is_shared_as_picture_and_as_text(server: Server, visitor: Visit) -> None:
    page = visitor(
        server.address, is_desktop=True, permissions=["clipboard-read", "clipboard-write"]
    )
    page.win("South", "West")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    content = download.value.path().read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000
    page.press_button("Copy as text")
    expect(page.locator(".hu-share [role=status]")).to_have_text("The text has been copied.")
    text = page.call("() => navigator.clipboard.readText()")
    assert "Value Honor 番牌: 10" in text
    assert "South +36" in text


def test_a_text_is_shown_if_the_browser_refuses_to_copy(desk: Visitor) -> None:
    desk.win("South", "West")
    desk.evaluate(
        """() => {
          document.execCommand = () => false;
          navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused"));
        }"""
    )
    desk.press_button("Copy as text")
    status = desk.locator(".hu-share [role=status]")
    expect(status).to_contain_text("South +36")
    expect(status).not_to_contain_text("copied")


def test_a_photo_of_another_rack_names_no_winning_tile(desk: Visitor) -> None:
    desk.answer("rules", "FIMJ")
    desk.read()
    desk.answer("round_wind", "East")
    desk.tap_seat("South")
    desk.tap_self_drawn()
    desk.locator(".is-rack-E").click()
    desk.upload()
    desk.wait_for_selector(".hu-photo")
    expect(desk.locator(".hu-rack .hu-tile")).to_have_count(15)
    expect(desk.locator(".hu-key.is-winning")).to_have_count(0)
    desk.locator(".is-back").click()
    expect(desk.locator(".is-rack-E")).to_contain_text("15 tiles")


def test_a_correction_is_taken_back_and_made_again_by_button_and_by_key_and_the_score_follows(
    desk: Visitor,
) -> None:
    desk.win("South", "West")
    desk.correct("1f", "2f")
    desk.expect_points(14)
    for undo, redo in (
        ("[data-focus=undo]", "[data-focus=redo]"),
        ("Control+z", "Control+Shift+Z"),
    ):
        for way, points in ((undo, 12), (redo, 14)):
            if way.startswith("["):
                desk.tap(way)
            else:
                desk.keyboard.press(way)
            desk.expect_points(points)
            desk.settle()


def test_the_browser_s_back_closes_the_keyboard_and_not_the_hand(phone: Visitor) -> None:
    phone.read()
    for _ in range(2):
        phone.locator(".hu-rack .hu-t-2p").click()
        expect(phone.locator(".hu-sheet")).to_be_visible()
        phone.go_back()
        expect(phone.locator(".hu-sheet")).not_to_be_visible()
        expect(phone.locator(".hu-rack .hu-tile")).to_have_count(15)
    phone.locator(".hu-rack .hu-t-2p").click()
    phone.locator("[data-focus=close]").click()
    expect(phone.locator(".hu-rack .hu-tile")).to_have_count(15)


def test_four_alike_become_a_concealed_quad_in_two_taps(phone: Visitor) -> None:
    phone.locator("[data-focus=by-hand]").click()
    tiles = Hand.from_text("123456789m 22p 5555z").tiles
    for count, face in enumerate(tiles, start=1):
        phone.locator(f".hu-keyboard [data-face='{face}']").click()
        expect(phone.locator(".hu-rack .hu-tile")).to_have_count(count)
    # The keyboard stays open for the fourth tile of a quad.
    phone.settle()
    phone.locator("[data-focus=close]").click()
    phone.locator(".hu-rack .hu-t-5z").first.click()
    phone.get_by_role("button", name="Concealed quad: ").click()
    expect(phone.locator(".hu-set.is-quad .hu-tile")).to_have_count(4)
    expect(phone.locator(".hu-problems")).to_have_count(0)


def test_names_of_tiles_at_the_photo_s_edge_are_not_cut_off(phone: Visitor) -> None:
    phone.read()
    phone.unfold()
    outside = """() => [...document.querySelectorAll('.hu-photo')].flatMap(photo => {
      const [x, y, wide] = photo.getAttribute('viewBox').split(' ').map(Number);
      return [...photo.querySelectorAll('.hu-drawn')].map(label => label.getBBox())
        .filter(box => box.x < x - 1 || box.y < y - 1 || box.x + box.width > x + wide + 1);
    }).length"""
    assert phone.evaluate(outside) == 0


def test_the_mark_of_a_doubt_at_the_photo_s_edge_is_not_cut_off(phone: Visitor) -> None:
    phone.read("misread.jpg")
    phone.wait_for_selector(".hu-photo .hu-outline text")
    cut_off = """() => [...document.querySelectorAll('.hu-photo')].flatMap(photo => {
      const { left, right } = photo.getBoundingClientRect();
      return [...photo.querySelectorAll('text')].map(mark => mark.getBoundingClientRect())
        .filter(box => box.left < left || box.right > right);
    }).length"""
    assert phone.evaluate(cut_off) == 0


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
def test_a_hand_takes_three_taps_and_one_screen(game: Visitor, discarder: str | None) -> None:
    game.evaluate(COUNT_TAPS)
    with game.expect_file_chooser() as chooser:
        game.locator("[data-pick=take]").click()
    chooser.value.set_files(
        {"name": "perfect.jpg", "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()}
    )
    expect(game.locator(".hu-strip")).to_be_visible()
    game.tap_seat("South · Bruno")
    if discarder:
        game.tap_seat(discarder)
    else:
        game.tap_self_drawn()
    game.expect_points(12)
    game.wait_for_selector("[data-focus=save]")
    game.settle()
    assert game.evaluate("window.taps") == 3
    assert game.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    assert game.evaluate(OUTSIDE, ONE_SCREEN) == []


@pytest.mark.parametrize("size", [(320, 568), (375, 553), (390, 664)])
def test_nothing_that_is_saved_lies_under_save(
    server: Server, visitor: Visit, size: tuple[int, int]
) -> None:
    code = server.new_game(names=["Anna", "Bruno", "Donaudampfschifffahrt", "Dario"])
    game = visitor(server.address, game=code, viewport={"width": size[0], "height": size[1]})
    game.win("South · Bruno", "West · Donaudampfschifffahrt")
    game.wait_for_selector("[data-focus=save]")
    game.settle()
    assert game.evaluate(OUTSIDE, ONE_SCREEN) == []
    top_of_save = game.bounds("[data-focus=save]")["top"]
    lower_edges = "parts => parts.map(part => part.getBoundingClientRect().bottom)"
    for part in (".hu-rack .hu-key", ".hu-seat", ".hu-points strong", "[data-focus=self-draw]"):
        assert max(game.locator(part).evaluate_all(lower_edges)) <= top_of_save


def test_a_pattern_opens_to_tell_its_rule(desk: Visitor) -> None:
    desk.win("South", "West")
    rule = desk.locator(".hu-patterns li .hu-rule").first
    expect(rule).not_to_be_visible()
    desk.locator(".hu-pattern").first.click()
    expect(rule).to_contain_text("triplet of dragons or of one's own wind")
    expect(rule).to_contain_text("Zung Jung 3.3, list of patterns, 3.1")
    expect(rule.locator(".hu-tile")).to_have_count(14)


def test_the_winning_tile_is_a_tap_on_the_hand_with_its_points_beneath(phone: Visitor) -> None:
    phone.win("South", "West", "dear.jpg")
    expect(phone.locator(".hu-rack .hu-key.is-choice")).to_have_count(14)
    # The triplets give the same: they are one choice; the pair gives more.
    expect(phone.locator(".hu-rack .is-points")).to_have_count(2)
    points = phone.locator(".hu-key.is-choice:has(.hu-t-9m) .is-points").first.inner_text()
    phone.locator(".hu-key.is-choice:has(.hu-t-9m)").first.click()
    expect(phone.locator(".hu-key.is-winning .hu-t-9m")).to_have_count(1)
    phone.expect_points(int(points))
    expect(phone.locator(".hu-key.is-choice")).to_have_count(0)

"""A bad network: a photo cut off on its way, a server that goes away, what was tapped meanwhile."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from hu.scoring.hand import Hand
from tests.app.page.driving import PHOTO, Visit, Visitor
from tests.app.page.proxies import Proxy
from tests.app.page.servers import Server


def cut_off(proxy: Proxy, visitor: Visit) -> Visitor:
    """A page whose photo is cut off on its way."""
    page = visitor(proxy.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    proxy.bytes_until_cut = 60_000
    page.upload()
    return page


def test_a_photo_cut_off_on_its_way_is_sent_again_by_itself(proxy: Proxy, visitor: Visit) -> None:
    page = cut_off(proxy, visitor)
    expect(page.locator(".hu-away")).to_have_text("Connecting again …")
    expect(page.locator(".hu-kept")).to_be_visible()
    expect(page.locator("[data-focus=stop]")).to_be_visible()
    expect(page.locator("[data-focus=by-hand]")).to_be_visible()
    assert "Streamlit" not in page.inner_text("body")
    proxy.mend()
    page.wait_for_selector(PHOTO)
    expect(page.locator(".hu-away")).to_be_hidden()
    assert len(page.rack()) == 15


def test_a_photo_cut_off_survives_a_reload(proxy: Proxy, visitor: Visit) -> None:
    page = cut_off(proxy, visitor)
    expect(page.locator(".hu-away")).to_be_visible()
    proxy.mend()
    page.reload()
    page.wait_for_selector(PHOTO)
    assert len(page.rack()) == 15


def test_a_photo_is_sent_again_to_a_server_that_was_started_again(
    own_server: Server, visitor: Visit
) -> None:
    with closing(Proxy(own_server.port)) as proxy:
        page = visitor(proxy.address)
        page.wait_for_selector("[data-pick=pick]", state="attached")
        proxy.is_swallowing = True
        page.upload()
        expect(page.locator("[data-focus=stop]")).to_be_visible()
        own_server.kill()
        proxy.cut()
        expect(page.locator(".hu-away")).to_be_visible()
        own_server.start()
        proxy.is_swallowing = False
        proxy.mend()
        expect(page.locator(".hu-away")).to_be_hidden()
        page.wait_for_selector(PHOTO)


def test_a_photo_is_sent_though_a_part_of_the_page_could_not_be_loaded(phone: Visitor) -> None:
    phone.route("**/FileUploader.*.js", lambda route: route.abort(), times=1)
    phone.reload()
    phone.upload()
    phone.wait_for_selector(PHOTO)


def test_a_photo_taken_after_the_server_was_started_again_is_read(
    own_server: Server, visitor: Visit
) -> None:
    page = visitor(own_server.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    page.settle()
    own_server.kill()
    expect(page.locator(".hu-away")).to_be_visible()
    own_server.start()
    expect(page.locator(".hu-away")).to_be_hidden()
    page.upload()
    page.wait_for_selector(PHOTO)


def test_a_page_is_not_loaded_again_without_a_network(phone: Visitor) -> None:
    phone.route("**/FileUploader.*.js", lambda route: route.abort(), times=1)
    phone.reload()
    phone.wait_for_selector("[data-pick=pick]", state="attached")
    phone.settle()
    for address in ("**/_stcore/health", phone.url):
        phone.route(address, lambda route: route.abort())
    phone.upload()
    expect(phone.locator(".hu-away")).to_be_visible()
    phone.unroute_all()
    phone.wait_for_selector(PHOTO)


def test_a_photo_whose_connection_died_on_its_way_is_sent_again(phone: Visitor) -> None:
    phone.settle()
    # Its first sending never ends and never fails, as after a phone has changed its network.
    phone.route("**/_stcore/upload_file/**", lambda _: None, times=1)
    phone.upload()
    phone.route("**/_stcore/health", lambda route: route.abort())
    expect(phone.locator(".hu-away")).to_be_visible()
    phone.unroute("**/_stcore/health")
    phone.wait_for_selector(PHOTO)


@pytest.mark.parametrize("is_in_game", [False, True])
def test_a_network_that_swallows_everything_is_noticed(
    server: Server, proxy: Proxy, visitor: Visit, *, is_in_game: bool
) -> None:
    page = visitor(proxy.address, game=server.new_game() if is_in_game else "")
    page.wait_for_selector("[data-pick=pick]", state="attached")
    page.settle()
    proxy.is_swallowing = True
    expect(page.locator(".hu-away")).to_be_visible()
    page.upload()
    proxy.is_swallowing = False
    expect(page.locator(".hu-away")).to_be_hidden()
    page.wait_for_selector(PHOTO)


def test_waiting_for_a_photo_can_be_cancelled(proxy: Proxy, visitor: Visit) -> None:
    page = cut_off(proxy, visitor)
    expect(page.locator(".hu-away")).to_be_visible()
    page.locator("[data-focus=stop]").click()
    expect(page.locator(".hu-drop")).to_be_visible()
    proxy.mend()
    expect(page.locator(".hu-away")).to_be_hidden()
    page.reload()
    page.wait_for_selector(".hu-drop")
    page.wait_for_timeout(1_000)
    expect(page.locator(PHOTO)).to_have_count(0)


def test_a_tile_changed_without_a_network_stays_changed(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    page.read("misread.jpg")
    proxy.cut()
    expect(page.locator(".hu-away")).to_be_visible()
    page.correct("6s", "5s", ".hu-likely")
    page.expect_tiles("5s", 2)
    page.wait_for_timeout(3_000)
    page.expect_tiles("5s", 2)
    assert "Streamlit" not in page.inner_text("body")
    proxy.mend()
    expect(page.locator(".hu-away")).to_be_hidden()
    page.tap_seat("South")
    page.reload()
    page.wait_for_selector(".hu-rack")
    page.expect_tiles("5s", 2)


def test_answers_given_without_a_network_count_once_it_is_back(
    proxy: Proxy, visitor: Visit
) -> None:
    # Without a game, the page asks the server for nothing by itself.
    page = visitor(proxy.address)
    page.read()
    proxy.cut()
    expect(page.locator(".hu-away")).to_be_visible()
    page.locator("[data-focus=seatS]").click()
    page.locator("[data-focus=self-draw]").click()
    proxy.mend()
    page.expect_points(12)


@pytest.mark.parametrize("last_tap", ["add", "undo"])
def test_the_last_tap_on_a_tile_is_not_repeated_when_the_server_is_started_again(
    own_server: Server, visitor: Visit, last_tap: str
) -> None:
    page = visitor(own_server.address)
    page.locator("[data-focus=by-hand]").click()
    page.locator(".hu-sheet[open]").wait_for()
    for face in Hand.from_text("123456789m 123p 55z").tiles:
        page.locator(f".hu-keyboard [data-face='{face}']").click()
    expect(page.locator(".hu-sheet")).to_be_hidden()
    if last_tap == "undo":
        page.tap("[data-focus=undo]")
    count = 13 if last_tap == "undo" else 14
    assert len(page.rack()) == count
    own_server.kill()
    expect(page.locator(".hu-away")).to_be_visible()
    own_server.start()
    expect(page.locator(".hu-away")).to_be_hidden()
    page.locator(".hu-seating").get_by_role("button", name="South").click()
    expect(page.locator(".hu-seat.is-won")).to_have_count(1)
    page.wait_for_timeout(1_000)
    assert len(page.rack()) == count


@pytest.mark.parametrize("delay", [0.0, 0.25])
def test_what_is_typed_faster_than_the_network_answers_arrives(
    proxy: Proxy, visitor: Visit, delay: float
) -> None:
    page = visitor(proxy.address)
    page.wait_for_selector("[data-pick=pick]", state="attached")
    proxy.delay = delay
    for _ in range(2):
        # The second time the form offers the players of the first game.
        page.begin_game()
        expect(page.locator(".hu-drop")).to_be_visible()
        page.press_button("All games")
    page.locator(".st-key-new-game button").click()
    page.locator(".st-key-same-players button").click()
    page.fill(".st-key-new-title input", "The same again")
    page.locator(".st-key-begin button").click()
    expect(page.get_by_role("heading", name="The same again")).to_be_visible()
    assert "Streamlit" not in page.inner_text("body")
    assert "Connection error" not in page.inner_text("body")


def press_while_the_answer_arrives(page: Visitor, proxy: Proxy, first: str, second: str) -> None:
    """Tap one button, and press another one until the answer to the first has been drawn.

    Args:
        page: shows both buttons.
        proxy: stands between the page and its server, and holds the answer back until the press.
        first: the selector of the button that is tapped.
        second: the selector of the button that is pressed.
    """
    proxy.lets_answers_pass.clear()
    page.locator(first).first.click()
    button = page.bounds(second)
    page.mouse.move(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    page.mouse.down()
    proxy.lets_answers_pass.set()
    page.wait_for_answer()
    # As long as drawing an answer may take.
    page.wait_for_timeout(500)
    page.mouse.up()


def test_a_press_counts_also_while_the_answer_to_an_earlier_tap_arrives(
    server: Server, proxy: Proxy, visitor: Visit
) -> None:
    page = visitor(proxy.address, game=server.new_game())
    page.read()
    page.locator("[data-focus=add]").click()
    press_while_the_answer_arrives(
        page, proxy, ".hu-keyboard [data-face='4g']", "[data-focus=close]"
    )
    expect(page.locator(".hu-sheet")).to_be_hidden()
    page.expect_tiles("4g", 1)
    press_while_the_answer_arrives(
        page, proxy, ".hu-seat[data-name*=Anna]", ".hu-seat[data-name*=Bruno]"
    )
    expect(page.locator(".hu-seat.is-source")).to_have_count(1)
    expect(page.locator(".hu-points")).to_be_visible()
    page.settle()
    press_while_the_answer_arrives(page, proxy, "[data-focus=self-draw]", "[data-focus=save]")
    page.wait_for_selector(".hu-table table")
    page.settle()
    # Another screen ignores taps for a moment, also this press that began before it came.
    press_while_the_answer_arrives(page, proxy, ".st-key-next button", ".st-key-settings button")
    page.wait_for_selector("[data-focus=drawn]")
    page.settle()
    expect(page.locator(".st-key-ask-language")).to_be_hidden()
    # Later than the second tap of a double tap.
    page.wait_for_timeout(600)
    page.locator(".st-key-settings button").click()
    expect(page.locator(".st-key-ask-language")).to_be_visible()


def test_the_tiles_of_a_sheet_that_is_opened_again_at_once_can_be_tapped(phone: Visitor) -> None:
    phone.read()
    phone.locator("[data-focus=add]").click()
    phone.evaluate(
        """() => {
          for (const name of ['close', 'add'])
            document.querySelector(`[data-focus=${name}]`).click();
        }"""
    )
    phone.wait_for_timeout(100)
    phone.locator(".hu-keyboard [data-face='4g']").click()
    phone.expect_tiles("4g", 1)


def test_taps_that_wait_for_a_game_outlast_other_screens(server: Server, game: Visitor) -> None:
    address = game.url
    game.tap("[data-focus=by-hand]")
    game.tap("[data-focus=key1m]")
    game.expect_tiles("1m", 1)
    # From now on the server gets no tap, as if the connection were dead.
    game.evaluate("() => { window.huLog.send = () => {}; }")
    game.locator("[data-focus=key2m]").click()
    game.wait_for_function("() => window.huLog.unsent.length === 1")
    for _ in range(2):
        game.goto(server.address)
        game.wait_for_selector("[data-pick=take]", state="attached")
        game.settle()
    game.goto(address)
    game.expect_tiles("2m", 1)
    game.settle()
    game.reload()
    game.expect_tiles("2m", 1)
    game.expect_tiles("1m", 1)

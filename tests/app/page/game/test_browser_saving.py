"""Save counts exactly once, however often it is tapped and however bad the network is."""

import logging

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import ONE_HAND, Visit, Visitor
from tests.app.page.proxies import Proxy
from tests.app.page.servers import NAMES, SWEEP, Server

_LOG = logging.getLogger(__name__)
SAVE = "[data-focus=save]"


def ready_to_save(page: Visitor) -> None:
    """Bruno won as South by Carla's discard; only Save is left."""
    page.win("South · Bruno", "West · Carla")
    page.wait_for_selector(SAVE)


def expect_saved_once(page: Visitor) -> None:
    """Wait until the page says that the hand is saved, and its sheet has this hand alone."""
    expect(page.locator(".st-key-saved")).to_contain_text("Hand 1 is on the sheet.")
    expect(page.locator(".st-key-saved .hu-tile").first).to_be_visible()
    expect(page.locator(".hu-conflict")).to_have_count(0)
    page.expect_sheet(ONE_HAND)


@pytest.mark.parametrize("delay", [0.0, 0.25])
@pytest.mark.parametrize("pause", [0, 60, 200])
def test_a_double_tap_saves_once(
    server: Server, proxy: Proxy, visitor: Visit, delay: float, pause: int
) -> None:
    page = visitor(proxy.address, game=server.new_game())
    ready_to_save(page)
    proxy.delay = delay
    page.evaluate(
        """([selector, pause]) => {
             const tap = () => document.querySelector(selector)?.click();
             tap(); setTimeout(tap, pause); setTimeout(tap, 2 * pause);
           }""",
        [SAVE, pause],
    )
    expect_saved_once(page)


def test_taps_in_a_stalled_network_save_once(server: Server, proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address, game=server.new_game())
    ready_to_save(page)
    proxy.is_swallowing = True
    for _ in range(3):
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
        expect(page.locator(SAVE)).to_have_text("Saving …")
        page.wait_for_timeout(2_500)
    proxy.is_swallowing = False
    expect_saved_once(page)


def test_a_tap_just_after_a_break_is_sent_once_the_network_is_back(
    server: Server, proxy: Proxy, visitor: Visit
) -> None:
    page = visitor(proxy.address, game=server.new_game())
    ready_to_save(page)
    proxy.cut()
    page.locator(SAVE).click()
    page.wait_for_timeout(2_000)
    proxy.mend()
    expect_saved_once(page)


def test_a_tap_before_the_server_is_killed_counts_once(own_server: Server, visitor: Visit) -> None:
    page = visitor(own_server.address, game=own_server.new_game())
    ready_to_save(page)
    page.evaluate("selector => document.querySelector(selector).click()", SAVE)
    own_server.kill()
    own_server.start()
    expect_saved_once(page)


@pytest.mark.long
@pytest.mark.timeout(3600 if SWEEP else 900)
def test_after_each_kill_in_the_middle_of_save_the_phone_says_that_it_is_saved(
    own_server: Server, visitor: Visit
) -> None:
    page = visitor(own_server.address)
    kills = 40 if SWEEP else 6
    for kill in range(kills):
        page.goto(f"{own_server.address}/?game={own_server.new_game()}")
        page.wait_for_selector("[data-focus=drawn]")
        page.settle()
        ready_to_save(page)
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
        page.wait_for_timeout(400 * kill / kills)
        own_server.kill()
        own_server.start()
        expect_saved_once(page)
        _LOG.info("%d kills: saved once and said so", kill + 1)


@pytest.mark.long
@pytest.mark.timeout(1800 if SWEEP else 600)
def test_after_each_kill_a_hand_with_a_tile_set_aside_is_saved(
    own_server: Server, visitor: Visit
) -> None:
    page = visitor(own_server.address)
    payments = ["+2,600", "−1,300", "−1,300"]
    sheet = [
        ["Start", "35,000", "35,000", "35,000"],
        ["1", *payments],
        ["Round 1", *payments],
        ["Total", "37,600", "33,700", "33,700"],
    ]
    kills = 10 if SWEEP else 2
    for kill in range(kills):
        page.goto(f"{own_server.address}/?game={own_server.new_game('sanma', NAMES[:3])}")
        page.wait_for_selector("[data-focus=drawn]")
        page.settle()
        page.win("East · Anna", None, "north-in-doubt.jpg")
        question = page.get_by_role("group", name="Set aside as dora?")
        question.get_by_role("button", name="Set aside").click()
        page.settle()
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
        page.wait_for_timeout(400 * kill / kills)
        own_server.kill()
        own_server.start()
        expect(page.locator(".st-key-saved")).to_contain_text("Hand 1 is on the sheet.")
        expect(page.locator(".hu-conflict")).to_have_count(0)
        page.expect_sheet(sheet)
        _LOG.info("%d kills: saved once and said so", kill + 1)


def test_of_two_hands_saved_at_two_servers_of_one_ledger_one_is_kept_and_the_other_asked_about(
    machines: tuple[Server, Server], visitor: Visit
) -> None:
    code = machines[0].new_game()
    first, second = (visitor(machine.address, game=code) for machine in machines)
    ready_to_save(first)
    second.win("Anna", "Dario")
    second.wait_for_selector(SAVE)
    for page in (first, second):
        page.evaluate("selector => document.querySelector(selector).click()", SAVE)
    for page in (first, second):
        expect(page.locator(".st-key-saved, .hu-conflict")).to_have_count(1)
    for outcome in (".st-key-saved", ".hu-conflict"):
        assert sum(page.locator(outcome).count() for page in (first, second)) == 1


def test_a_saved_hand_can_be_taken_back_and_saved_again(game: Visitor) -> None:
    ready_to_save(game)
    game.locator(SAVE).click()
    expect_saved_once(game)
    game.press_button("Undo")
    game.wait_for_selector(SAVE)
    game.answer("view", "Sheet")
    expect(game.locator(".hu-table")).to_have_count(0)
    game.answer("view", "Hand")
    game.locator(SAVE).click()
    expect_saved_once(game)
    game.to_hand()
    game.answer("view", "Sheet")
    expect(game.locator(".st-key-saved")).to_have_count(0)

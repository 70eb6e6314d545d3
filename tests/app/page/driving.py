"""What a person does on the page, in the words of the tests."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import PATIENCE

#: The photo, or the strip that it folds to.
PHOTO = ".hu-photo, .hu-strip"
#: What the players pay and are paid stands at their seats.
PAYMENTS = ".hu-seat strong"


_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def follow(page: Any) -> None:
    """Note what a page and its server tell each other from now on: ``settle`` needs it before the page is opened."""
    page.is_answered = False

    def opened(socket: Any) -> None:
        page.is_answered = page.is_asked = False

        def sent(frame: bytes) -> None:
            if BackMsg.FromString(frame).HasField("rerun_script"):
                page.is_asked, page.is_answered = True, False

        def came(frame: bytes) -> None:
            message = ForwardMsg.FromString(frame)
            if message.HasField("new_session"):
                page.is_asked = page.is_answered = False
            elif message.HasField("script_finished"):
                # A run that ends early is followed by another one.
                early = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
                page.is_answered = not page.is_asked and not early

        socket.on("framesent", sent)
        socket.on("framereceived", came)

    page.on("websocket", opened)


def wait_for_answer(page: Any) -> None:
    """Wait until the answer to everything that the page has sent has reached the browser."""
    latest = time.monotonic() + PATIENCE / 1000
    while not page.is_answered:
        if time.monotonic() > latest:
            pytest.fail("the server has not answered")
        page.wait_for_timeout(10)


def settle(page: Any) -> None:
    """Wait until the server has answered everything that the page has sent, and until the answer is drawn in sight."""
    page.evaluate(_DRAWN)
    wait_for_answer(page)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_selector("html:not(.hu-is-deaf)", state="attached")
    page.evaluate(_DRAWN)


def upload(page: Any, name: str = "perfect.jpg", content: bytes | None = None, kind: str = "image/jpeg") -> None:
    """Choose a photo."""
    buffer = SAMPLE.read_bytes() if content is None else content
    page.wait_for_selector("[data-pick=pick]", state="attached")
    page.set_input_files("[data-pick=pick]", {"name": name, "mimeType": kind, "buffer": buffer})


def read(page: Any, name: str = "perfect.jpg") -> None:
    """Choose a photo and wait for its tiles."""
    upload(page, name)
    page.wait_for_selector(PHOTO)
    settle(page)


def bounds(page: Any, selector: str) -> dict[str, float]:
    """Measure an element: ``x``, ``y``, ``width`` and ``height`` in pixels.

    The page may replace it at any time, so it is found and measured in one step.
    """
    page.wait_for_selector(selector)
    found: dict[str, float] = page.evaluate(
        "selector => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
    )
    return found


def unfold(page: Any) -> None:
    """Open the photo that a phone has folded away because nothing is left to correct."""
    page.locator("[data-focus=unfold]").click()
    page.wait_for_selector(".hu-photo")


def press(page: Any, question: str, answer: str) -> None:
    """Answer a question with its large button."""
    page.locator(f".st-key-ask-{question}, .hu-choice-of.is-{question}").get_by_role("radio", name=answer).click()
    settle(page)


def tap_seat(page: Any, who: str) -> None:
    """Tap a player at the table: first who won, then who discarded."""
    page.locator(".hu-seating").get_by_role("button", name=who).click()
    settle(page)


def self_drawn(page: Any) -> None:
    """Say that the winner drew the tile."""
    page.locator("[data-focus=self-draw]").click()
    settle(page)


def winner_of(page: Any) -> Any:
    """Find the seat that is shown as the winner's."""
    return page.locator(".hu-seat.is-won")


def open_settings(page: Any) -> None:
    """Open the settings."""
    page.locator(".st-key-settings button").first.click()
    page.wait_for_selector(".st-key-ask-language")


def press_button(page: Any, name: str) -> None:
    """Press a button of the page."""
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def expect_points(page: Any, points: int) -> None:
    """Wait until these points are shown."""
    expect(page.locator(".hu-points strong").first).to_have_text(str(points))


_SHOWN = """() => Object.fromEntries(
  [...document.querySelectorAll('.hu-seat:has(strong)')].sort((a, b) => (a.dataset.name < b.dataset.name ? -1 : 1))
    .map(seat => [seat.dataset.name, seat.querySelector('strong').textContent]))"""


def payments(page: Any) -> dict[str, str]:
    """Read what each seat pays or is paid."""
    page.wait_for_selector(PAYMENTS)
    found: dict[str, str] = page.evaluate(_SHOWN)
    return found


def expect_payments(page: Any, expected: dict[str, str]) -> None:
    """Wait until exactly these payments are shown."""
    same = f"expected => JSON.stringify(({_SHOWN})()) === JSON.stringify(expected)"
    try:
        page.wait_for_function(same, arg=dict(sorted(expected.items())))
    except PlaywrightTimeout:
        assert payments(page) == expected
        raise


def rack(page: Any) -> list[str]:
    """Read the faces of the tiles below the photo."""
    classes = page.locator(".hu-rack .hu-tile").evaluate_all("tiles => tiles.map(tile => tile.className)")
    return [name.split("hu-t-")[1].split()[0] for name in classes]


def expect_sheet(page: Any, expected: list[list[str]]) -> None:
    """Wait until the score sheet has exactly these rows."""
    expect(page.locator(".hu-table tbody tr")).to_have_count(len(expected))
    for row, cells in enumerate(expected):
        expect(page.locator(".hu-table tbody tr").nth(row).locator("th, td")).to_have_text(cells)


def expect_tiles(page: Any, face: str, count: int) -> None:
    """Wait until ``count`` tiles below the photo show a face."""
    expect(page.locator(f".hu-rack .hu-t-{face}")).to_have_count(count)


def begin_game(page: Any, names: list[str], title: str = "", rules: str = "") -> str:
    """Begin a game, of Zung Jung unless other rules are named; returns its code."""
    settle(page)  # else a form that was left a moment before may still lie there, and takes the first names
    page.locator(".st-key-new-game button").click()
    page.wait_for_selector(".st-key-player-E input")
    if rules:
        page.locator(".st-key-new-rules").get_by_role("radio", name=rules).click()
        settle(page)
    for seat, name in zip("ESWN", names, strict=True):
        page.fill(f".st-key-player-{seat} input", name)
    page.fill(".st-key-new-title input", title)
    page.locator(".st-key-begin button").click()
    page.wait_for_selector("[data-focus=drawn]")
    settle(page)
    return str(page.url).split("game=")[1]


def at_one_table(address: str, visitor: Callable[..., Any], names: list[str]) -> tuple[Any, Any]:
    """Begin a game on one phone and open it on a second one."""
    first = visitor(address)
    code = begin_game(first, names)
    second = visitor(f"{address}/?game={code}")
    second.wait_for_selector("[data-focus=drawn]")
    settle(second)
    return first, second


def win_hand(page: Any, winner: str, source: str | None, name: str = "perfect.jpg") -> None:
    """Score a hand of the game by its photo and put it on the sheet; without a discarder it is self-drawn."""
    read(page, name)
    tap_seat(page, winner)
    if source is None:
        self_drawn(page)
    else:
        tap_seat(page, source)
    page.locator("[data-focus=save]").click()
    page.wait_for_selector(".hu-table table")
    settle(page)


def call_flower_season(page: Any) -> None:
    """Change the first flower into the first season, which is worth the same to South."""
    page.locator(".hu-rack .hu-t-1f").click()
    page.locator(".hu-keyboard [data-face='1g']").click()
    settle(page)


def to_hand(page: Any) -> None:
    """Go from the sheet to the next hand."""
    page.locator(".st-key-next button").click()
    page.wait_for_selector(".hu-drop")
    settle(page)

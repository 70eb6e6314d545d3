"""The second and third tap of a double or triple tap do nothing.

With ``HU_SWEEP=1`` every screen is tapped in three sizes, which takes an hour and a half. Otherwise
three screens are tapped at the size of a phone. ``--log-cli-level INFO`` shows how many buttons
were tapped on each screen.
"""

import logging
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Error

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
from tests.app.page.driving import Visit, Visitor
from tests.app.page.servers import DESKTOP, PHONE, SWEEP, Server

_LOG = logging.getLogger(__name__)
#: Ways to tap a button several times: the number of taps, and the milliseconds between them.
FASHIONS: Final = ((2, 100), (2, 200), (2, 300), (3, 100), (3, 200), (3, 300))
#: Milliseconds. On a busy machine the taps of the test may be farther apart than it means, and
#: then are no double tap.
SLOW: Final = 400
#: Adds ``window.doubleTaps`` to a page that lacks it.
_SCRIPT = (Path(__file__).parent / "double_taps.js").read_text(encoding="utf-8")


@dataclass
class Outcome:
    """The outcome of tapping every button of a screen.

    Attributes:
        tapped: how many buttons were tapped.
        faults: a line for each button of which a further tap reached another button.
    """

    tapped: int = 0
    faults: tuple[str, ...] = ()


def tap_every_button(page: Visitor, prepare: Callable[[], object], most: int = 40) -> Outcome:
    """Tap each button of a screen two or three times in quick succession.

    Args:
        page: the phone.
        prepare: leads to the screen from anywhere.
        most: after as many buttons, the screen is not opened again.
    """
    outcome = Outcome()
    tapped_names: set[str] = set()
    fashions = cycle(FASHIONS)
    while outcome.tapped < most:
        prepare()
        page.settle()
        page.evaluate(_SCRIPT)
        # Each button's name, and whether it may be tapped several times, as keys are.
        buttons = page.evaluate("doubleTaps.buttons()")
        names_before = [name for name, _ in buttons]
        untapped = [button for button in buttons if button[0] and button[0] not in tapped_names]
        if not untapped:
            return outcome
        for name, is_free in untapped:
            tapped_names.add(name)
            count, pause = next(fashions)
            place = page.evaluate("name => doubleTaps.placeOf(name)", name)
            if place is None:
                continue
            page.evaluate("doubleTaps.forget()")
            _tap(page, place, count, pause)
            outcome.tapped += 1
            page.wait_for_timeout(700)
            further_names = [reached for reached, gap in _reached(page)[1:] if gap < SLOW]
            reached_itself_alone = set(further_names) == {name}
            if further_names and not (is_free and reached_itself_alone):
                fault = f"{name}: {count} taps, {pause} ms apart, reached {further_names}"
                outcome.faults += (fault,)
            page.settle()
            page.evaluate(_SCRIPT)
            names_now = [name for name, _ in page.evaluate("doubleTaps.buttons()")]
            # The tap has led to another screen.
            if names_now != names_before:
                break
    return outcome


def _tap(page: Visitor, place: tuple[float, float], count: int, pause: int) -> None:
    """Tap a place ``count`` times, with ``pause`` milliseconds between the taps."""
    for number in range(count):
        if number:
            page.wait_for_timeout(pause)
        page.mouse.click(*place)


def _reached(page: Visitor) -> list[tuple[str, float]]:
    """Return the buttons that the taps reached, each with the time since the tap before.

    The result is empty if the page was left.
    """
    try:
        reached: list[tuple[str, float]] = page.evaluate("window.doubleTaps?.reached() || []")
    except Error:
        return []
    return reached


class Screens:
    """Ways to screens, each from anywhere."""

    def __init__(self, page: Visitor, server: Server) -> None:
        self.page = page
        self.server = server
        #: A hand that was won, as the page has put it on a sheet. None before the first one.
        self._entry: Entry | None = None

    def home(self) -> None:
        self._go("")

    def new_game(self) -> None:
        self.home()
        self.page.locator(".st-key-new-game button").click()
        self.page.wait_for_selector(".st-key-begin")

    def statistics(self) -> None:
        self.home()
        self.page.locator(".st-key-statistics button").click()
        self.page.wait_for_selector(".st-key-leave-statistics")

    def tile_sets(self) -> None:
        self.home()
        self.page.open_settings()
        self.page.locator(".st-key-tile-sets button").click()
        self.page.wait_for_selector(".st-key-leave-tile-sets")

    def settings(self) -> None:
        self.home()
        self.page.open_settings()

    def picker(self) -> None:
        self._go(self.server.new_game())

    def hand(self) -> None:
        self.picker()
        self.page.win("South · Bruno", "West · Carla")
        self.page.wait_for_selector("[data-focus=save]")

    def tile(self) -> None:
        self.picker()
        self.page.read("misread.jpg")
        self.page.locator(".hu-rack .hu-t-6s").first.click()
        self.page.wait_for_selector(".hu-sheet")

    def racks(self) -> None:
        self._go(self.server.new_game("fimj"))
        self.page.win("South · Bruno", "West · Carla")
        self.page.wait_for_selector(".is-rack-E")

    def rack(self) -> None:
        self.racks()
        self.page.tap(".is-rack-E")

    def drawn(self) -> None:
        self._go(self.server.new_game("riichi"))
        self.page.tap("[data-focus=drawn]")

    def sheet(self) -> None:
        code = self.server.new_game()
        with closing(Ledger(self.server.games)) as ledger:
            ledger.add(code, self._won_hand(), 0)
        self._go(code)
        self.page.answer("view", "Sheet")

    def _won_hand(self) -> Entry:
        """A hand on a sheet, as the page has saved it. It is played once."""
        if self._entry is None:
            self.saved()
            code = self.page.url.split("game=")[1]
            with closing(Ledger(self.server.games)) as ledger:
                (self._entry,) = ledger.entries(code)
        return self._entry

    def saved(self) -> None:
        self.hand()
        self.page.save()

    def entry(self) -> None:
        self.saved()
        self.page.open_hand(1)

    def payment(self) -> None:
        self.saved()
        self.page.locator(".st-key-payment button").click()
        self.page.wait_for_selector(".st-key-payer")

    def finished(self) -> None:
        self.sheet()
        self.page.locator(".st-key-finish button").click()
        self.page.settle()

    def _go(self, code: str) -> None:
        self.page.goto(f"{self.server.address}/?game={code}" if code else self.server.address)
        self.page.wait_for_selector("[data-focus=drawn]" if code else ".hu-brand")
        self.page.settle()


SCREENS: Final = (
    "home", "settings", "new_game", "statistics", "tile_sets", "picker", "hand", "tile", "racks",
    "rack", "drawn", "sheet", "saved", "entry", "payment", "finished",
)  # fmt: skip
SIZES: Final[dict[str, dict[str, Any]]] = {
    "phone": PHONE,
    "small": {**PHONE, "viewport": {"width": 320, "height": 568}},
    "desktop": DESKTOP,
}


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("size", SIZES if SWEEP else ("phone",))
@pytest.mark.parametrize("screen", SCREENS if SWEEP else ("sheet", "entry", "finished"))
def test_a_double_or_triple_tap_is_one_tap(
    server: Server, visitor: Visit, screen: str, size: str
) -> None:
    # Chromium without windows lets no page copy texts unless it is allowed to.
    options = {"permissions": ["clipboard-write"], **SIZES[size]}
    page = visitor(server.address, game=server.new_game(), **options)
    outcome = tap_every_button(page, getattr(Screens(page, server), screen))
    assert outcome.tapped > 0
    _LOG.info("%s, %s: %d buttons, %d wrong", screen, size, outcome.tapped, len(outcome.faults))
    for fault in outcome.faults:
        _LOG.info("%s", fault)
    assert not outcome.faults


def tap_then(page: Visitor, selector: str, *, next_selector: str) -> None:
    """Tap a button, and check that a tap on the button that comes next would do nothing yet.

    Args:
        page: the phone.
        selector: the selector of the button.
        next_selector: the selector of a button of the next screen.
    """
    page.evaluate(_SCRIPT)
    page.evaluate("selector => doubleTaps.lookOutFor(selector)", next_selector)
    page.locator(selector).click()
    page.wait_for_function("() => doubleTaps.isReached !== null")
    assert page.evaluate("doubleTaps.isReached") is False
    page.settle()


def test_the_second_tap_on_next_hand_saves_no_drawn_hand(server: Server, visitor: Visit) -> None:
    page = visitor(server.address, game=server.new_game())
    code = page.url.split("game=")[1]
    page.note_drawn()
    tap_then(page, ".st-key-next button", next_selector="[data-focus=drawn]")
    with closing(Ledger(server.games)) as ledger:
        assert len(ledger.entries(code)) == 1


def test_a_button_that_comes_late_takes_no_tap_at_once(tmp_path: Path, visitor: Visit) -> None:
    page_file = Path(__file__).parent / "slow_page.py"
    with Server(tmp_path / "games.sqlite", page_file) as server:
        page = visitor(server.address, game=server.new_game())
        page.note_drawn()
        (tmp_path / "slow").touch()
        tap_then(page, ".st-key-next button", next_selector="[data-focus=drawn]")


# These buttons are below the dialog that Delete closes.
@pytest.mark.parametrize("button_below", ["finish", "remove"])
def test_the_second_tap_on_delete_neither_finishes_nor_removes_the_game(
    server: Server, visitor: Visit, button_below: str
) -> None:
    page = visitor(server.address, game=server.new_game())
    code = page.url.split("game=")[1]
    page.note_drawn()
    page.open_hand(1)
    page.settle()
    tap_then(page, ".st-key-delete button", next_selector=f".st-key-{button_below} button")
    with closing(Ledger(server.games)) as ledger:
        game = ledger.game(code)
        assert game is not None
        assert game.ended is None
        assert ledger.entries(code) == ()
    assert code in page.url


def show_button(page: Visitor, name: str, style: str = "") -> None:
    """Put a button into the corner of the screen, which notes its name when it is tapped.

    Args:
        page: the phone.
        name: the name of the button.
        style: the class of the button, such as that of keys.
    """
    page.evaluate(_SCRIPT)
    page.evaluate("([name, style]) => doubleTaps.addButton(name, style)", [name, style])


def test_a_press_counts_even_if_its_button_goes_before_the_finger_is_lifted(phone: Visitor) -> None:
    session = phone.context.new_cdp_session(phone.page)
    begin = time.time()

    def send(kind: str, seconds: float) -> None:
        event = {"type": kind, "timestamp": begin + seconds, "x": 50, "y": 50}
        session.send("Input.dispatchMouseEvent", {**event, "button": "left", "clickCount": 1})

    show_button(phone, "first")
    send("mousePressed", 0.0)
    send("mouseReleased", 0.01)
    # The second tap has no click, because the first tap exchanges the button under the finger.
    send("mousePressed", 0.3)
    show_button(phone, "second")
    send("mouseReleased", 0.31)
    send("mousePressed", 0.6)
    send("mouseReleased", 0.61)
    assert phone.evaluate("doubleTaps.names") == ["first"]
    send("mousePressed", 1.2)
    send("mouseReleased", 1.21)
    assert phone.evaluate("doubleTaps.names") == ["first", "second"]


def test_the_third_tap_does_not_count_as_the_next_tap_on_a_key(phone: Visitor) -> None:
    session = phone.context.new_cdp_session(phone.page)
    begin = time.time()

    def tap_at(seconds: float) -> None:
        for kind, later in (("mousePressed", 0.0), ("mouseReleased", 0.01)):
            event = {"type": kind, "timestamp": begin + seconds + later, "x": 50, "y": 50}
            session.send("Input.dispatchMouseEvent", {**event, "button": "left", "clickCount": 1})

    # Keys can be tapped again and again. The first tap exchanges the key for another one.
    show_button(phone, "first", "hu-key")
    tap_at(0.0)
    show_button(phone, "second", "hu-key")
    tap_at(0.2)
    tap_at(0.4)
    assert phone.evaluate("doubleTaps.names") == ["first"]
    tap_at(1.2)
    tap_at(1.4)
    assert phone.evaluate("doubleTaps.names") == ["first", "second", "second"]

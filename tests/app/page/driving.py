"""The actions of a person on the page, in the words of the tests."""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import NAMES, PATIENCE

#: The photo, or the strip that it folds to.
PHOTO = ".hu-photo, .hu-strip"
#: The amounts that the players pay or are paid, at their seats.
PAYMENTS = ".hu-seat strong"
#: A sheet with one hand of the sample, won by Bruno as South from Carla.
WON = ["−12", "+36", "−12", "−12"]
ONE_HAND = [["1", *WON], ["Round 1", *WON], ["Total", *WON]]

# ``wait_for_function`` repeats only a function that returns no promise, and repeats it for each
# frame. Frames that show nothing new cost as much as others, so these functions wait by timers.
_NEXT_FRAME = "await new Promise(requestAnimationFrame)"
_PAUSE = "await new Promise(done => setTimeout(done, 25))"
#: True once the browser has drawn the present state, and everything is sent. The second frame
#: begins when the first has been drawn. On a busy machine a tap may not have been sent yet.
_DRAWN_AND_SENT = f"""async () => {{
  {_NEXT_FRAME};
  {_NEXT_FRAME};
  while (window.huLog?.unsent.length) {_PAUSE};
  return true;
}}"""
#: True once no run of the page's script goes on, the page takes taps, and that is drawn.
_READY_AND_DRAWN = f"""async () => {{
  const isReady = () =>
    document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]')
    && !document.documentElement.classList.contains('hu-is-deaf');
  while (!isReady()) {_PAUSE};
  {_NEXT_FRAME};
  {_NEXT_FRAME};
  return true;
}}"""
#: True once the browser has run the timers that were set before, and the timers that these set.
_TIMERS_RAN = """() => new Promise(
  done => setTimeout(() => setTimeout(() => done(true))))"""
#: Whether nothing moves. Endless animations, such as a spinner's, do not count.
_STILL = """() => document.getAnimations().every(animation => animation.playState !== 'running'
  || animation.effect?.getComputedTiming().endTime === Infinity)"""
#: The amounts at the seats, by their players' names.
_SHOWN = """() => Object.fromEntries(
  [...document.querySelectorAll('.hu-seat:has(strong)')]
    .sort((a, b) => (a.dataset.name < b.dataset.name ? -1 : 1))
    .map(seat => [seat.dataset.name, seat.querySelector('strong').textContent]))"""


class Visitor:
    """A person before the page: Playwright's page, and what people do on ours."""

    def __init__(self, page: Any) -> None:
        """Prepare a page that has not been opened yet.

        ``settle`` needs to know the messages between the page and its server.
        """
        self.page = page
        # Whether the page has asked for a run of the script that has not begun yet.
        self._awaits_run = False
        # Whether the last run has ended, and the page has not asked for another run.
        self._is_answered = False
        page.on("websocket", self._follow_messages)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def _follow_messages(self, socket: Any) -> None:
        """Follow the messages of a web socket that the page has just opened.

        The page asks for runs of the script. The server reports the begin and the end of each run.
        """
        self._awaits_run = False
        self._is_answered = False

        def note_sent(frame: bytes) -> None:
            message = BackMsg.FromString(frame)
            if message.HasField("rerun_script"):
                self._awaits_run = True
                self._is_answered = False

        def note_received(frame: bytes) -> None:
            message = ForwardMsg.FromString(frame)
            # Streamlit calls each run of the script a new session.
            begins_run = message.HasField("new_session")
            ends_run = message.HasField("script_finished")
            if begins_run:
                self._awaits_run = False
                self._is_answered = False
            elif ends_run:
                # The server breaks off a run if it begins another run.
                is_broken_off = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
                self._is_answered = not self._awaits_run and not is_broken_off

        socket.on("framesent", note_sent)
        socket.on("framereceived", note_received)

    def wait_for_answer(self) -> None:
        """Wait until the answer to everything that the page has sent has reached the browser."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not self._is_answered:
            if time.monotonic() > deadline:
                pytest.fail("the server has not answered")
            self.wait_for_timeout(10)

    def settle(self) -> None:
        """Wait until the server has answered everything, and until the answer is drawn in sight."""
        self.wait_for_function(_DRAWN_AND_SENT)
        self.wait_for_answer()
        self.wait_for_function(_READY_AND_DRAWN)

    def wait_until_still(self) -> None:
        """Wait until no element moves any more: a tap on a moving button may miss it."""
        self.wait_for_function(_STILL)

    def call(self, function: str, argument: object = None) -> Any:
        """Call an asynchronous function of JavaScript and return its result.

        Unlike ``evaluate``, this fails after ``PATIENCE`` if the function never ends.
        """
        # ``wait_for_function`` waits for a true value, but the result may be 0, empty or null. The
        # object around it is always true, so that the function is called only once.
        wrapped = f"async argument => ({{ result: await ({function})(argument) }})"
        return self.wait_for_function(wrapped, arg=argument).evaluate("wrapper => wrapper.result")

    def upload(
        self, name: str = "perfect.jpg", content: bytes | None = None, kind: str = "image/jpeg"
    ) -> None:
        """Choose a photo.

        Args:
            name: the name of the file, by which the recorded reader knows its tiles.
            content: the file. None for the sample photo.
            kind: the media type of the file.
        """
        buffer = SAMPLE.read_bytes() if content is None else content
        self.wait_for_selector("[data-pick=pick]", state="attached")
        self.set_input_files("[data-pick=pick]", {"name": name, "mimeType": kind, "buffer": buffer})

    def read(self, name: str = "perfect.jpg", content: bytes | None = None) -> None:
        """Choose a photo, as ``upload`` does, and wait for its tiles."""
        self.upload(name, content)
        self.wait_for_selector(PHOTO)
        self.settle()

    def bounds(self, selector: str) -> dict[str, float]:
        """Measure an element: ``x``, ``y``, ``width`` and ``height`` in pixels.

        The page may replace it at any time, so it is found and measured in one step.
        """
        self.wait_for_selector(selector)
        bounds: dict[str, float] = self.evaluate(
            "selector => document.querySelector(selector).getBoundingClientRect().toJSON()",
            selector,
        )
        return bounds

    def click_at(self, selector: str, right: float = 0.5, down: float = 0.5) -> None:
        """Click at a place in an element, in its middle by default.

        Args:
            selector: the selector of the element.
            right: how far from its left edge, as a share of its width.
            down: how far from its upper edge, as a share of its height.
        """
        bounds = self.bounds(selector)
        x = bounds["x"] + bounds["width"] * right
        y = bounds["y"] + bounds["height"] * down
        self.mouse.click(x, y)

    def unfold(self) -> None:
        """Open the photo that a phone has folded away because nothing is left to correct."""
        self.locator("[data-focus=unfold]").click()
        self.wait_for_selector(".hu-photo")

    def answer(self, question: str, answer: str) -> None:
        """Answer a question with its large button."""
        place = self.locator(f".st-key-ask-{question}, .hu-choice-of.is-{question}")
        place.get_by_role("radio", name=answer).click()
        self.settle()

    def tap(self, selector: str) -> None:
        """Tap the first element of a selector, and wait for the answer."""
        self.locator(selector).first.click()
        self.settle()

    def leave_field(self, selector: str) -> None:
        """Leave a field, and wait until its entry was taken in.

        The page sends an entry by a timer that another timer sets. Before that, nothing waits to be
        sent, and ``settle`` alone would be done at once.
        """
        self.locator(selector).blur()
        self.wait_for_function(_TIMERS_RAN)
        self.settle()

    def tap_seat(self, who: str) -> None:
        """Tap a player at the table: first who won, then who discarded."""
        self.locator(".hu-seating").get_by_role("button", name=who).click()
        self.settle()

    def tap_self_drawn(self) -> None:
        """Say that the winner drew the tile."""
        self.tap("[data-focus=self-draw]")

    def correct(self, face: str, right_face: str, keys: str = ".hu-keyboard") -> None:
        """Change the face of the first tile that shows ``face``.

        Args:
            face: the face that was read.
            right_face: the face that the tile has.
            keys: the selector of the part of the sheet in which the right face is tapped.
        """
        self.locator(f".hu-rack .hu-t-{face}").first.click()
        self.locator(f"{keys} [data-face='{right_face}']").click()

    @property
    def winner(self) -> Any:
        """The seat that is shown as the winner's."""
        return self.locator(".hu-seat.is-won")

    def open_settings(self) -> None:
        """Open the settings."""
        self.locator(".st-key-settings button").first.click()
        self.wait_for_selector(".st-key-ask-language")

    def press_button(self, name: str) -> None:
        """Press a button of the page."""
        self.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def expect_points(self, points: int) -> None:
        """Wait until these points are shown, their thousands separated as in English."""
        expect(self.locator(".hu-points strong").first).to_have_text(f"{points:,}")

    def payments(self) -> dict[str, str]:
        """Read the amount that each seat pays or is paid, by the player's name."""
        self.wait_for_selector(PAYMENTS)
        payments: dict[str, str] = self.evaluate(_SHOWN)
        return payments

    def expect_payments(self, expected: dict[str, str]) -> None:
        """Wait until exactly these payments are shown."""
        same = f"expected => JSON.stringify(({_SHOWN})()) === JSON.stringify(expected)"
        try:
            self.wait_for_function(same, arg=dict(sorted(expected.items())))
        except PlaywrightTimeout:
            assert self.payments() == expected
            raise

    def rack(self) -> list[str]:
        """Read the faces of the tiles below the photo."""
        classes = self.locator(".hu-rack .hu-tile").evaluate_all(
            "tiles => tiles.map(tile => tile.className)"
        )
        return [name.split("hu-t-")[1].split()[0] for name in classes]

    def expect_sheet(self, expected: list[list[str]]) -> None:
        """Wait until the score sheet has exactly these rows."""
        expect(self.locator(".hu-table tbody tr")).to_have_count(len(expected))
        for row, cells in enumerate(expected):
            expect(self.locator(".hu-table tbody tr").nth(row).locator("th, td")).to_have_text(
                cells
            )

    def expect_tiles(self, face: str, count: int) -> None:
        """Wait until ``count`` tiles below the photo show a face."""
        expect(self.locator(f".hu-rack .hu-t-{face}")).to_have_count(count)

    def begin_game(self, names: Sequence[str] = NAMES, title: str = "", rules: str = "") -> str:
        """Begin a game with the form and return its code.

        Args:
            names: the names of the players, East first.
            title: the title of the game. Empty for none.
            rules: the rule set by its name on the page. Empty for Zung Jung.
        """
        # Without this, a form that was just closed may still be there and take the first names.
        self.settle()
        self.locator(".st-key-new-game button").click()
        self.wait_for_selector(".st-key-player-E input")
        if rules:
            self.locator(".st-key-new-rules").get_by_role("radio", name=rules).click()
            self.settle()
        self.fill(".st-key-new-title input", title)
        self.begin(names)
        return str(self.url).split("game=")[1]

    def begin(self, names: Sequence[str] = NAMES) -> None:
        """Name the players in the open form of a new game, and begin it."""
        for seat, name in zip("ESWN", names, strict=False):
            self.fill(f".st-key-player-{seat} input", name)
        self.locator(".st-key-begin button").click()
        # The screen of the first hand has a button for a hand that nobody won.
        self.wait_for_selector("[data-focus=drawn]")
        self.settle()

    def win(self, winner: str, source: str | None, name: str = "perfect.jpg") -> None:
        """Score a hand by its photo.

        Args:
            winner: the name of the winner at the table.
            source: the name of the discarder. None for a self-drawn hand.
            name: the name of the photo, by which the recorded reader knows its tiles.
        """
        self.read(name)
        self.tap_seat(winner)
        if source is None:
            self.tap_self_drawn()
        else:
            self.tap_seat(source)

    def save(self) -> None:
        """Put the hand on the sheet."""
        self.locator("[data-focus=save]").click()
        self.wait_for_selector(".hu-table table")
        self.settle()

    def win_hand(self, winner: str, source: str | None, name: str = "perfect.jpg") -> None:
        """Score a hand by its photo, as ``win`` does, and put it on the sheet."""
        self.win(winner, source, name)
        self.save()

    def note_drawn(self) -> None:
        """Note a hand that nobody won."""
        self.locator("[data-focus=drawn]").click()
        self.wait_for_selector(".hu-table table")
        self.settle()

    def to_hand(self) -> None:
        """Go from the sheet to the next hand."""
        self.locator(".st-key-next button").click()
        self.wait_for_selector(".hu-drop")
        self.settle()

    def open_hand(self, number: int) -> None:
        """Look at a hand on the sheet."""
        self.get_by_role("button", name=f"Open hand {number}").click()
        self.wait_for_selector("[role=dialog]")

    def delete_hand(self, number: int) -> None:
        """Delete a hand from the sheet."""
        self.open_hand(number)
        self.get_by_role("button", name="Delete it").click()


#: Opens a page as somebody new: the fixture ``visitor``.
Visit: TypeAlias = Callable[..., Visitor]
#: Two phones at one game: the fixture ``table``.
Table: TypeAlias = tuple[Visitor, Visitor]

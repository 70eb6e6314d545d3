"""Times the page in a real Chromium, as a player sees it: the first screen, a photo, an answer.

    python -m measuring.benchmarks.page_speed [--times 10] [--mbit 40] [--delay 0 100]
        [--streamlit-run] [--keep]

The server runs with the networks, as ``hu app`` does, or with ``--streamlit-run`` as platforms do
that host Streamlit apps. The browser is on the same machine. A proxy between them carries
``--mbit`` megabits a second each way, as a wireless network at home does, and delays each byte by
``--delay`` milliseconds there and back together, as a server far away does.
Chromium's own emulation leaves web sockets out. The medians of ``--times`` runs in seconds are
printed, and the slowest runs:

- first screen: a browser that has never seen the page, from the address to the drawn button "Take a
  photo"
- the same again: a browser that has seen it
- photo: from choosing a photo of 12 megapixels to its drawn tiles
- answer: from the tap on the discarder to the drawn points at the seats

The photo is the rendered sample at 4032 x 3024 pixels with the noise of a camera, turned by EXIF's
orientation alone, about 4 MB.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from measuring.answers import Answer, answer_of
from measuring.benchmarks.processes import SAMPLE, page_server
from measuring.records import keep_benchmark
from training.command import new_parser

_CHROMIUM: Final = "/usr/bin/chromium"
_FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")
_PHONE: Final[Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
}
#: Bytes that the proxy hands on at once.
_PIECE: Final = 8192
#: The button of the first screen that takes a photo.
_TAKE_BUTTON: Final = "[data-pick=take]"
#: The page while the server does not run the page's script.
_IDLE_PAGE: Final = "[data-testid=stApp][data-test-script-state=notRunning]"
#: Milliseconds to wait for an element.
_PATIENCE_MS: Final = 60_000
#: EXIF's tag of the orientation, and its value for a photo that is turned to the left.
_ORIENTATION: Final = 0x0112
_TURNED: Final = 6
#: Measures the milliseconds from an event in the browser to the frame that shows its result. The
#: arguments are the name of the event, a selector of the element that gets it, and a selector of an
#: element that is shown as its result.
_WATCH: Final = """([name, targetSelector, resultSelector]) => {
  window.drawn = null;
  let startTime = null;
  const noteStart = (event) => {
    if (event.target.matches(targetSelector)) startTime = performance.now();
  };
  addEventListener(name, noteStart, true);
  const noteResult = (_changes, observer) => {
    if (startTime === null || !document.querySelector(resultSelector)) return;
    observer.disconnect();
    // The second frame begins when the first has been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      window.drawn = performance.now() - startTime;
    }));
  };
  const observer = new MutationObserver(noteResult);
  observer.observe(document.body, { childList: true, subtree: true });
}"""
#: Waits until the browser has drawn the current content, which is sure after two frames.
_AWAIT_FRAMES: Final = """() => new Promise(
  done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""


def main() -> None:
    """Measure and print."""
    parser = new_parser(__doc__)
    parser.add_argument("--times", type=int, default=10, help="how often each is measured")
    parser.add_argument("--mbit", type=float, default=40.0, help="megabits a second")
    parser.add_argument(
        "--delay",
        type=float,
        nargs="+",
        default=[0.0],
        help="milliseconds of a round trip, in turn",
    )
    parser.add_argument(
        "--streamlit-run", action="store_true", help="serve the page by streamlit run"
    )
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()
    # The figures of each delay, by the title of their row.
    figures_of: dict[str, dict[str, list[float]]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        page_server(Path(folder), is_hosted=options.streamlit_run) as (port, _),
        sync_playwright() as driver,
    ):
        photo = phone_photo(Path(folder))
        browser = driver.chromium.launch(executable_path=_CHROMIUM, args=list(_FLAGS))
        for delay in options.delay:
            bytes_per_s = options.mbit * 1e6 / 8
            # The option is the delay of both directions together, in milliseconds.
            delay_s = delay / 2 / 1000
            with network(port, bytes_per_s, delay_s) as address:
                figures = measure_page(browser, address, photo, options.times)
            title = (
                f"{options.mbit:g} Mbit/s, {delay:.0f} ms there and back, median of {options.times}"
            )
            if options.streamlit_run:
                title = f"streamlit run, {title}"
            figures_of[title] = figures
            _print_figures(title, figures)
        browser.close()
    if options.keep:
        about = "The page in Chromium, from a tap to the drawn answer."
        keep_benchmark("speed-page", about, _answer(figures_of))


def _answer(figures_of: Mapping[str, Mapping[str, Sequence[float]]]) -> Answer:
    """Make an answer with a row of medians for each delay.

    Args:
        figures_of: the seconds of each run, by the names of the figures, for the title of each row.
            The rows have the same figures.
    """
    columns: list[str] = []
    rows: dict[str, list[str]] = {}
    for title, figures in figures_of.items():
        columns = list(figures)
        rows[title] = [f"{statistics.median(seconds):.2f} s" for seconds in figures.values()]
    return answer_of(columns, rows, details=figures_of)


def _print_figures(title: str, figures: Mapping[str, Sequence[float]]) -> None:
    """Print the median and the slowest run of each figure.

    Args:
        title: the heading.
        figures: the seconds of each run, by the names of the figures.
    """
    print(title)
    for name, seconds in figures.items():
        median = statistics.median(seconds)
        print(f"  {name:22} median {median:5.2f} s   slowest {max(seconds):5.2f} s")


def measure_page(
    browser: Browser, address: str, photo: Path, run_count: int
) -> dict[str, list[float]]:
    """Measure a hand several times, each time in a new profile of a browser.

    Args:
        browser: the browser.
        address: the page.
        photo: the photo to send.
        run_count: how often the hand is measured.

    Returns:
        The seconds of each run, by the names of the figures.
    """
    figures: dict[str, list[float]] = {}
    # The server's first session imports the page. That happens once, not for each player.
    _measure_hand(browser, address, photo)
    for _ in range(run_count):
        for name, seconds in _measure_hand(browser, address, photo).items():
            figures.setdefault(name, []).append(seconds)
    return figures


def _measure_hand(browser: Browser, address: str, photo: Path) -> dict[str, float]:
    """Measure a hand in a new profile, and return the seconds of each figure, by its name."""
    context = browser.new_context(**_PHONE)
    page = context.new_page()
    page.set_default_timeout(_PATIENCE_MS)
    seconds: dict[str, float] = {}
    seconds["first screen"] = time_act(page, partial(page.goto, address, wait_until="commit"))
    seconds["first screen, again"] = time_act(page, partial(page.reload, wait_until="commit"))

    # Measure from the event "change". Playwright has then put the file into the browser.
    page.evaluate(_WATCH, ["change", "[type=file]", ".hu-photo, .hu-strip"])
    page.set_input_files("[data-pick=pick]", photo)
    seconds["photo"] = _wait_for_result(page)
    # Let the page come to rest before each tap, as it does while a player thinks.
    page.wait_for_selector(_IDLE_PAGE)
    page.wait_for_timeout(300)

    # Tap the winner, then the discarder. The second tap is measured.
    page.locator(".hu-seat").nth(1).click()
    page.wait_for_selector(_IDLE_PAGE)
    page.wait_for_timeout(500)
    page.evaluate(_WATCH, ["click", "*", ".hu-points strong"])
    page.locator(".hu-seat").nth(2).click()
    seconds["answer"] = _wait_for_result(page)
    context.close()
    return seconds


def _wait_for_result(page: Page) -> float:
    """Wait until the result of the event of ``_WATCH`` is drawn. Return the seconds between."""
    milliseconds: float = page.wait_for_function("() => window.drawn").json_value()
    return milliseconds / 1000


def time_act(page: Page, act: Callable[[], object]) -> float:
    """Do an act, and return the seconds from it to the moment when the first screen is drawn.

    Then wait, untimed, until the server has finished the page.

    Args:
        page: the page.
        act: opens the page, or loads it again.
    """
    start = time.perf_counter()
    act()
    page.wait_for_selector(_TAKE_BUTTON, state="attached")
    page.wait_for_function(_AWAIT_FRAMES)
    seconds = time.perf_counter() - start
    page.wait_for_selector(_IDLE_PAGE)
    return seconds


def phone_photo(folder: Path) -> Path:
    """Write the sample as a phone would take it: 12 megapixels, noisy, and stored on its side.

    EXIF says how to turn it upright.
    """
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize((4032, 3024), Image.Resampling.BICUBIC)
    noise = np.random.default_rng(1).normal(0, 5, (3024, 4032, 1))
    pixels = (np.asarray(large, dtype=np.float64) + noise).clip(0, 255).astype(np.uint8)
    turned = Image.fromarray(pixels).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[_ORIENTATION] = _TURNED
    path = folder / "IMG_0001.jpg"
    turned.save(path, "JPEG", quality=93, exif=exif)
    return path


class _Direction:
    """A direction of a slow network. All connections share its speed.

    Args:
        bytes_per_s: the speed.
        delay_s: the seconds from sending a byte to its arrival.
    """

    def __init__(self, bytes_per_s: float, delay_s: float) -> None:
        self._bytes_per_s = bytes_per_s
        self._delay_s = delay_s
        #: The event loop's time from which more can be sent.
        self._free_at = 0.0

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Pass everything on from ``source`` to ``target``, late.

        ``target`` is closed when everything from a closed ``source`` has arrived.
        """
        loop = asyncio.get_running_loop()
        while True:
            # Empty if the source is closed.
            content = await source.read(_PIECE)
            start = max(loop.time(), self._free_at)
            self._free_at = start + len(content) / self._bytes_per_s
            arrival = self._free_at + self._delay_s
            if not content:
                loop.call_at(arrival, target.close)
                return
            loop.call_at(arrival, target.write, content)
            await asyncio.sleep(self._free_at - loop.time())


@contextmanager
def network(port: int, bytes_per_s: float, delay_s: float) -> Iterator[str]:
    """Run a proxy to the page's server with a limited speed and a delay.

    Args:
        port: the server's port.
        bytes_per_s: the speed of each direction.
        delay_s: the delay of each direction in seconds.

    Yields:
        The proxy's address.
    """
    up = _Direction(bytes_per_s, delay_s)
    down = _Direction(bytes_per_s, delay_s)

    async def connect(from_browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        # A new connection takes a round trip.
        await asyncio.sleep(2 * delay_s)
        from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError):
            await asyncio.gather(
                up.carry(from_browser, to_server), down.carry(from_server, to_browser)
            )

    # Playwright's loop runs in this thread. The proxy's loop needs another thread.
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    starting = asyncio.start_server(connect, "127.0.0.1", 0)
    proxy = asyncio.run_coroutine_threadsafe(starting, loop).result()
    yield f"http://localhost:{proxy.sockets[0].getsockname()[1]}"
    loop.call_soon_threadsafe(proxy.close)


if __name__ == "__main__":
    main()

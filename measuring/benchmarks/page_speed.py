"""Times the page in a real Chromium, as a player sees it: the first screen, a phone's photo, an answer.

    python -m measuring.benchmarks.page_speed [--times 10] [--mbit 40] [--delay 0 100] [--photo FILE] [--json]

The server runs as ``hu app`` does, with the networks, and the browser on the same machine. Between them stands a proxy
that carries ``--mbit`` megabits a second each way, as a wireless network at home does, and each byte ``--delay``
milliseconds there and back together, as for a server far away. Printed are the medians of ``--times`` runs in seconds,
and the slowest:

- first screen: a browser that has never seen the page, from the address to the button "Take a photo", drawn;
- the same again: a browser that has seen it;
- photo: from choosing a photo of 12 megapixels to its tiles, drawn;
- answer: from the tap on who discarded to the points at the seats, drawn.

Without ``--photo`` the photo is the rendered sample at 4032 x 3024 pixels with the noise of a camera, lying on its side
with EXIF's orientation, about 4 MB.
"""

import argparse
import json
import socket
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from measuring.answers import Answer, Row
from measuring.benchmarks.processes import SAMPLE, free_port, page_server
from measuring.records import keep_benchmark

_CHROMIUM: Final = "/usr/bin/chromium"
_FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")
_PHONE: Final[Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB",
}  # fmt: skip
#: Bytes that the proxy hands on at once.
_PIECE: Final = 8192
_READY: Final = "[data-pick=take]"
_SETTLED: Final = "[data-testid=stApp][data-test-script-state=notRunning]"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10, help="how often each is measured")
    parser.add_argument("--mbit", type=float, default=40.0, help="megabits a second; inf for no limit")
    parser.add_argument("--delay", type=float, nargs="+", default=[0.0], help="milliseconds of a round trip, in turn")
    parser.add_argument("--photo", type=Path, help="a photo instead of the sample")
    parser.add_argument("--page", type=Path, help="another page, such as the one with recorded readings")
    parser.add_argument("--json", action="store_true", help="print figures alone")
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()
    rows, kept = [], {}
    with (
        tempfile.TemporaryDirectory() as folder,
        page_server(Path(folder), options.page) as (port, _),
        sync_playwright() as driver,
    ):
        photo = options.photo or phone_photo(Path(folder))
        browser = driver.chromium.launch(executable_path=_CHROMIUM, args=list(_FLAGS))
        for delay in options.delay:
            with network(port, options.mbit, delay / 2000) as address:
                figures = measure_page(browser, address, photo, options.times)
            where = f"{options.mbit:.0f} Mbit/s, {delay:.0f} ms there and back, median of {options.times}"
            rows.append(Row(where, tuple(f"{statistics.median(seconds):.2f} s" for seconds in figures.values())))
            kept[where] = figures
        browser.close()
    if options.keep:
        what = "The page in Chromium, from a tap to the drawn answer."
        keep_benchmark("speed-page", what, Answer(tuple(figures), tuple(rows), kept))
    if options.json:
        print(json.dumps(kept))
        return
    for where, figures in kept.items():
        print(where)
        for name, seconds in figures.items():
            print(f"  {name:22} median {statistics.median(seconds):5.2f} s   slowest {max(seconds):5.2f} s")


def measure_page(browser: Browser, address: str, photo: Path, times: int) -> dict[str, list[float]]:
    """Seconds of each run, by what was measured."""
    figures: dict[str, list[float]] = {}
    # The server's own first session imports the page: that happens once, not to each player.
    for run in range(times + 1):
        context = browser.new_context(**_PHONE)
        page = context.new_page()
        page.set_default_timeout(60_000)
        seconds = {"first screen": time_act(page, partial(page.goto, address, wait_until="commit"), _READY)}
        page.wait_for_selector(_SETTLED)
        seconds["first screen, again"] = time_act(page, partial(page.reload, wait_until="commit"), _READY)
        page.wait_for_selector(_SETTLED)
        seconds["photo"] = time_photo(page, photo)
        page.wait_for_selector(_SETTLED)
        page.wait_for_timeout(300)
        seconds["answer"] = time_answer(page)
        context.close()
        if run:
            for name, value in seconds.items():
                figures.setdefault(name, []).append(value)
        else:
            figures |= {name: [] for name in seconds}
    return figures


def time_act(page: Page, act: Callable[[], object], selector: str) -> float:
    """Seconds from an act to the moment when something is on the screen, drawn."""
    begun = time.perf_counter()
    act()
    page.wait_for_selector(selector, state="attached" if selector == _READY else "visible")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return time.perf_counter() - begun


#: Keeps the time from the browser's choice of a file to the frame that shows its tiles: the time in which Playwright
#: puts the file into the browser does not count.
_WATCH_PHOTO: Final = """() => { window.drawn = new Promise(done => {
  let chosen = null;
  addEventListener("change", event => { if (event.target.type === "file") chosen = performance.now() }, true);
  new MutationObserver((_, watcher) => {
    if (chosen === null || !document.querySelector(".hu-photo, .hu-strip")) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - chosen)));
  }).observe(document.body, { childList: true, subtree: true });
}) }"""


def time_photo(page: Page, photo: Path) -> float:
    """Seconds from the choice of a photo to its tiles."""
    page.evaluate(_WATCH_PHOTO)
    page.set_input_files("[data-pick=pick]", photo)
    return float(page.evaluate("() => window.drawn")) / 1000


#: The time from a tap to the frame that shows the points.
_WATCH_ANSWER: Final = """() => { window.scored = new Promise(done => {
  let tapped = null;
  addEventListener("click", () => { tapped = performance.now() }, true);
  new MutationObserver((_, watcher) => {
    if (tapped === null || !document.querySelector(".hu-points strong")) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - tapped)));
  }).observe(document.body, { childList: true, subtree: true });
}) }"""


def time_answer(page: Page) -> float:
    """Seconds from the tap on who discarded to the points, the winner being known."""
    page.locator(".hu-seat").nth(1).click()
    page.wait_for_selector(_SETTLED)
    page.wait_for_timeout(500)
    page.evaluate(_WATCH_ANSWER)
    page.locator(".hu-seat").nth(2).click()
    return float(page.evaluate("() => window.scored")) / 1000


def phone_photo(folder: Path) -> Path:
    """The sample as a phone would take it: 12 megapixels, noisy, turned by EXIF alone."""
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize((4032, 3024), Image.Resampling.BICUBIC)
    generator = np.random.default_rng(1)
    noise = generator.normal(0, 5, (3024, 4032, 1))
    noisy = Image.fromarray((np.asarray(large, dtype=np.float64) + noise).clip(0, 255).astype(np.uint8))
    lying = noisy.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6
    path = folder / "IMG_0001.jpg"
    lying.save(path, "JPEG", quality=93, exif=exif)
    return path


@contextmanager
def network(port: int, mbit: float, delay_s: float) -> Iterator[str]:
    """An address that leads to the server at a limited speed, and so late each way."""
    door = socket.create_server(("127.0.0.1", free_port()))
    Thread(target=_welcome, args=(door, port, mbit * 1e6 / 8, delay_s), daemon=True).start()
    try:
        yield f"http://localhost:{door.getsockname()[1]}"
    finally:
        door.close()


class _Air:
    """What all lines of one direction share."""

    def __init__(self, bytes_per_s: float) -> None:
        self._rate, self._free_at = bytes_per_s, 0.0

    def carry(self, size: int) -> None:
        """Wait until ``size`` bytes have gone through."""
        now = time.perf_counter()
        self._free_at = max(now, self._free_at) + size / self._rate
        # Short waits are inexact: they add up until they are worth one.
        if self._free_at - now > 0.004:
            time.sleep(self._free_at - now)


def _welcome(door: socket.socket, port: int, bytes_per_s: float, delay_s: float) -> None:
    up, down = _Air(bytes_per_s), _Air(bytes_per_s)
    while True:
        try:
            browser, _ = door.accept()
        except OSError:
            return
        server = socket.create_connection(("127.0.0.1", port))
        for line in (browser, server):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # To open a line takes a round trip.
        Thread(target=_carry, args=(browser, server, up, delay_s, 2 * delay_s), daemon=True).start()
        Thread(target=_carry, args=(server, browser, down, delay_s), daemon=True).start()


def _carry(source: socket.socket, target: socket.socket, air: _Air, delay_s: float, wait_s: float = 0.0) -> None:
    time.sleep(wait_s)
    under_way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
    Thread(target=_arrive, args=(target, under_way), daemon=True).start()
    with suppress(OSError):
        while content := source.recv(_PIECE):
            air.carry(len(content))
            under_way.put((time.perf_counter() + delay_s, content))
    under_way.put((time.perf_counter() + delay_s, b""))


def _arrive(target: socket.socket, under_way: "SimpleQueue[tuple[float, bytes]]") -> None:
    with suppress(OSError):
        while True:
            due, content = under_way.get()
            time.sleep(max(0.0, due - time.perf_counter()))
            if not content:
                target.shutdown(socket.SHUT_RDWR)
                return
            target.sendall(content)


if __name__ == "__main__":
    main()

"""Times the page in a real Chromium, as a player sees it: the first screen, a phone's photo, an answer.

    python -m measuring.benchmarks.page_speed [--times 10] [--mbit 40] [--delay 0 100] [--keep]

The server runs as ``hu app`` does, with the networks, and the browser on the same machine. Between them stands a proxy
that carries ``--mbit`` megabits a second each way, as a wireless network at home does, and each byte ``--delay``
milliseconds there and back together, as for a server far away: Chromium's own emulation leaves web sockets out.
Printed are the medians of ``--times`` runs in seconds, and the slowest:

- first screen: a browser that has never seen the page, from the address to the button "Take a photo", drawn;
- the same again: a browser that has seen it;
- photo: from choosing a photo of 12 megapixels to its tiles, drawn;
- answer: from the tap on who discarded to the points at the seats, drawn.

The photo is the rendered sample at 4032 x 3024 pixels with the noise of a camera, lying on its side with EXIF's
orientation, about 4 MB.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from measuring.answers import Answer, Row
from measuring.benchmarks.processes import SAMPLE, page_server
from measuring.records import keep_benchmark
from training.command import new_parser

_CHROMIUM: Final = "/usr/bin/chromium"
_FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")
_PHONE: Final[Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB",
}  # fmt: skip
#: Bytes that the proxy hands on at once.
_PIECE: Final = 8192
_READY: Final = "[data-pick=take]"
_SETTLED: Final = "[data-testid=stApp][data-test-script-state=notRunning]"
#: Keeps the milliseconds from an event in the browser to the frame that shows what comes of it.
_WATCH: Final = """([event, isIt, shown]) => { window.drawn = new Promise(done => {
  let begun = null;
  addEventListener(event, e => { if (e.target.matches(isIt)) begun = performance.now() }, true);
  new MutationObserver((_, watcher) => {
    if (begun === null || !document.querySelector(shown)) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
  }).observe(document.body, { childList: true, subtree: true });
}) }"""


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
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()
    rows, kept = [], {}
    with (
        tempfile.TemporaryDirectory() as folder,
        page_server(Path(folder)) as (port, _),
        sync_playwright() as driver,
    ):
        photo = phone_photo(Path(folder))
        browser = driver.chromium.launch(executable_path=_CHROMIUM, args=list(_FLAGS))
        for delay in options.delay:
            with network(port, options.mbit * 1e6 / 8, delay / 2000) as address:
                figures = measure_page(browser, address, photo, options.times)
            where = f"{options.mbit:.0f} Mbit/s, {delay:.0f} ms there and back, median of {options.times}"
            rows.append(
                Row(
                    where,
                    tuple(f"{statistics.median(seconds):.2f} s" for seconds in figures.values()),
                )
            )
            kept[where] = figures
            print(where)
            for name, seconds in figures.items():
                print(
                    f"  {name:22} median {statistics.median(seconds):5.2f} s   slowest {max(seconds):5.2f} s"
                )
        browser.close()
    if options.keep:
        what = "The page in Chromium, from a tap to the drawn answer."
        keep_benchmark("speed-page", what, Answer(tuple(figures), tuple(rows), kept))


def measure_page(browser: Browser, address: str, photo: Path, times: int) -> dict[str, list[float]]:
    """Seconds of each run, by what was measured."""
    figures: dict[str, list[float]] = {}
    # The server's own first session imports the page: that happens once, not to each player.
    for run in range(times + 1):
        context = browser.new_context(**_PHONE)
        page = context.new_page()
        page.set_default_timeout(60_000)
        seconds = {"first screen": time_act(page, partial(page.goto, address, wait_until="commit"))}
        seconds["first screen, again"] = time_act(page, partial(page.reload, wait_until="commit"))
        # Until its event the time does not count in which Playwright puts the file into the browser.
        page.evaluate(_WATCH, ["change", "[type=file]", ".hu-photo, .hu-strip"])
        page.set_input_files("[data-pick=pick]", photo)
        seconds["photo"] = page.evaluate("() => window.drawn") / 1000
        page.wait_for_selector(_SETTLED)
        page.wait_for_timeout(300)
        # Who won, then who discarded.
        page.locator(".hu-seat").nth(1).click()
        page.wait_for_selector(_SETTLED)
        page.wait_for_timeout(500)
        page.evaluate(_WATCH, ["click", "*", ".hu-points strong"])
        page.locator(".hu-seat").nth(2).click()
        seconds["answer"] = page.evaluate("() => window.drawn") / 1000
        context.close()
        for name, value in seconds.items():
            figures.setdefault(name, []).extend([value] if run else [])
    return figures


def time_act(page: Page, act: Callable[[], object]) -> float:
    """Seconds from an act to the moment when the first screen is drawn."""
    begun = time.perf_counter()
    act()
    page.wait_for_selector(_READY, state="attached")
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    seconds = time.perf_counter() - begun
    page.wait_for_selector(_SETTLED)
    return seconds


def phone_photo(folder: Path) -> Path:
    """The sample as a phone would take it: 12 megapixels, noisy, turned by EXIF alone."""
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize((4032, 3024), Image.Resampling.BICUBIC)
    noise = np.random.default_rng(1).normal(0, 5, (3024, 4032, 1))
    noisy = Image.fromarray(
        (np.asarray(large, dtype=np.float64) + noise).clip(0, 255).astype(np.uint8)
    )
    exif = Image.Exif()
    exif[0x0112] = 6
    path = folder / "IMG_0001.jpg"
    noisy.transpose(Image.Transpose.ROTATE_90).save(path, "JPEG", quality=93, exif=exif)
    return path


@contextmanager
def network(port: int, bytes_per_s: float, delay_s: float) -> Iterator[str]:
    """An address that leads to the server at a limited speed, and so late each way."""
    loop = asyncio.new_event_loop()
    free_at = {"up": 0.0, "down": 0.0}

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, way: str) -> None:
        content = b"-"
        while content:
            content = await source.read(_PIECE)
            # All lines share the speed of a direction.
            free_at[way] = max(loop.time(), free_at[way]) + len(content) / bytes_per_s
            loop.call_at(
                free_at[way] + delay_s, *((target.write, content) if content else (target.close,))
            )
            await asyncio.sleep(free_at[way] - loop.time())

    async def welcome(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        # To open a line takes a round trip.
        await asyncio.sleep(2 * delay_s)
        answers, requests = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError):
            await asyncio.gather(carry(source, requests, "up"), carry(answers, target, "down"))

    # Playwright's loop runs in this thread.
    Thread(target=loop.run_forever, daemon=True).start()
    door = asyncio.run_coroutine_threadsafe(
        asyncio.start_server(welcome, "127.0.0.1", 0), loop
    ).result()
    yield f"http://localhost:{door.sockets[0].getsockname()[1]}"
    loop.call_soon_threadsafe(door.close)


if __name__ == "__main__":
    main()

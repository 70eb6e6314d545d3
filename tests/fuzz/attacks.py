"""A visitor who sends the worst files to every field of the page, and how long others wait meanwhile."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final
from urllib.request import urlopen

from playwright.sync_api import Error, sync_playwright

from hu.app.i18n import texts
from tests.app.page.servers import CHROMIUM, FLAGS
from tests.fuzz import corpus, outside

_T: Final = texts("en")
#: Milliseconds.
_PATIENCE: Final = 8_000


class Attacker:
    """Sends one bad file after the other."""

    def __init__(self) -> None:
        self._games = cycle(outside.games())
        self._houses, self._photos, self._sets = (
            cycle(made) for made in (corpus.houses(), corpus.photos(), outside.sets())
        )

    def games(self, page: Any) -> None:
        page.get_by_text(_T("game.open_other")).click()
        for _ in range(5):
            _send(page, ".hu-game-file input", "game.json", next(self._games))

    def houses(self, page: Any) -> None:
        page.locator(".st-key-new-game button").click()
        page.get_by_text(_T("game.options")).first.click()
        for _ in range(5):
            field = ".st-key-house-file input.hu-file, .hu-game-file input.hu-file"
            _send(page, field, "house.toml", next(self._houses))

    def sets(self, page: Any) -> None:
        page.locator(".st-key-settings button").first.click()
        page.locator(".st-key-tile-sets button").click()
        page.get_by_text(_T("sets.import")).click()
        for _ in range(5):
            _send(page, ".hu-game-file input.hu-file", "set.huset", next(self._sets))

    def photos(self, page: Any) -> None:
        page.locator("[data-pick=pick]").wait_for(state="attached")
        _send(page, "[data-pick=pick]", "photo.jpg", next(self._photos))


def _send(page: Any, selector: str, name: str, content: bytes) -> None:
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator(selector).last.set_input_files(file)
    page.wait_for_timeout(300)


def attack(address: str) -> None:
    """Attack until the process is ended; each round is a line on the standard output."""
    attacker = Attacker()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for way in cycle((attacker.games, attacker.houses, attacker.sets, attacker.photos)):
            visitor = browser.new_context(locale="en-GB")
            visitor.set_default_timeout(_PATIENCE)
            page = visitor.new_page()
            # A file that is taken after all takes the field away.
            with suppress(Error):
                page.goto(address)
                way(page)
            sys.stdout.write(f"{way.__name__}\n")
            sys.stdout.flush()
            visitor.close()


@contextmanager
def attacked(address: str, log: Path) -> Iterator[None]:
    """Have a browser of another process attack the page meanwhile."""
    line = [sys.executable, "-c", f"from tests.fuzz.attacks import attack; attack({address!r})"]
    with log.open("w") as out:
        process = subprocess.Popen(line, stdout=out, start_new_session=True)
    try:
        yield
        assert process.poll() is None, "the attacker stopped by itself"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Heartbeat:
    """Asks a server all the time whether it answers.

    Attributes:
        longest: seconds that an answer took at most.
    """

    def __init__(self, address: str) -> None:
        self.longest = 0.0
        self._ended = Event()
        self._address = address
        Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while not self._ended.wait(0.05):
            begun = time.monotonic()
            with suppress(OSError):
                urlopen(f"{self._address}/_stcore/health", timeout=60).close()  # noqa: S310
            self.longest = max(self.longest, time.monotonic() - begun)

    def end(self) -> None:
        self._ended.set()

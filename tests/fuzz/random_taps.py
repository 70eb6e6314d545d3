"""Two phones that tap whatever they see, at random: finds what no planned way over the page meets.

    python -m tests.fuzz.random_taps [--seconds 600] [--seed 1]

The page reads recorded photos. Both phones begin games, join each other's, choose photos, type, reload and go back.
A script error in a browser, or a traceback in the server's log, is printed with the taps that came before it; the exit
status is then 1. The same seed taps in the same order, though on a busy machine not at the same moments.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Error, sync_playwright

from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import CHROMIUM, FLAGS, PHONE, Server

PHOTOS: Final = (
    *("perfect.jpg", "misread.jpg", "unmarked.jpg", "open.jpg", "dear.jpg"),
    *("knitted.jpg", "flowerless.jpg", "nothing.jpg", "wall.jpg"),
)
TYPED: Final = (
    "Anna",
    "",
    "é 中",
    "<b>x</b>",
    "=1+1",
    "12",
    "-5",
    "1e9",
    "0.5",
    "x" * 300,
    "  ",
    "\N{MAHJONG TILE RED DRAGON}",
)
TAPPED: Final = ", ".join(
    f"{kind}:visible"
    for kind in ("button", "[role=radio]", "summary", "label", ".hu-photo", "input", "[role=option]", "[role=combobox]")
)
#: Milliseconds; what cannot be tapped is covered by something else.
PATIENCE: Final = 1500


class Phone:
    """One phone in the hands of somebody who taps at random."""

    def __init__(self, page: Any, home: str, chance: random.Random) -> None:
        self.page = page
        self.home = home
        self.chance = chance

    def act(self) -> str:
        """Do one thing, and say what."""
        page, chance = self.page, self.chance
        if not page.url.startswith(self.home):
            page.goto(self.home)
        ways = {
            self._begin: 0.03,
            self._photograph: 0.06,
            self._save: 0.06,
            self._reload: 0.015,
            self._back: 0.015,
            self._key: 0.03,
            self._tap: 0.79,
        }
        [way] = chance.choices(list(ways), list(ways.values()))
        return way() or way.__name__

    def _begin(self) -> str:
        if not self.page.locator(".st-key-new-game button").count():
            return self._tap()
        self.page.locator(".st-key-new-game button").click(timeout=PATIENCE)
        self.page.wait_for_selector(".st-key-player-E input")
        rules = self.page.locator(".st-key-new-rules [role=radio]")
        rules.nth(self.chance.randrange(rules.count())).click(timeout=PATIENCE)
        for seat, name in zip("ESWN", ("Anna", "Bruno", "Carla", "Dario"), strict=True):
            self.page.fill(f".st-key-player-{seat} input", name, timeout=PATIENCE)
        self.page.locator(".st-key-begin button").click(timeout=PATIENCE)
        return "begin"

    def _photograph(self) -> str:
        if not self.page.locator("[data-pick=pick]").count():
            return self._tap()
        name = self.chance.choice(PHOTOS)
        content = SAMPLE.read_bytes() if self.chance.random() < 0.9 else b"no photo"
        photo = {"name": name, "mimeType": "image/jpeg", "buffer": content}
        self.page.set_input_files("[data-pick=pick]", photo, timeout=PATIENCE)
        return f"photo {name}"

    def _save(self) -> str:
        for selector in (".st-key-save button", ".st-key-next button"):
            if self.page.locator(selector).count():
                self.page.locator(selector).click(timeout=PATIENCE)
                return selector
        return self._tap()

    def _reload(self) -> None:
        self.page.reload()

    def _back(self) -> None:
        self.page.go_back()

    def _key(self) -> str:
        key: str = self.chance.choice(("Escape", "Control+z", "Control+Shift+z"))
        self.page.keyboard.press(key)
        return key

    def _tap(self) -> str:
        found = self.page.locator(TAPPED)
        count = found.count()
        if not count:
            self.page.wait_for_timeout(100)
            return "nothing to tap"
        element = found.nth(self.chance.randrange(count))
        kind, name = element.evaluate(
            "e => [e.type || e.tagName, (e.ariaLabel || e.innerText || e.className || '').slice(0, 40)]",
            timeout=PATIENCE,
        )
        if kind == "file":
            return "a file field"
        if kind in ("text", "number"):
            element.fill(self.chance.choice(TYPED), timeout=PATIENCE)
            return f"type into {name}"
        element.click(timeout=PATIENCE)
        return f"tap {name!r}"


def main() -> int:
    """Tap for a while, and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite").start()
        try:
            return _tapped(server, chance, arguments.seconds)
        finally:
            server.kill()


def _tapped(server: Server, chance: random.Random, seconds: float) -> int:
    done, wrong, seen, last = 0, 0, 0, deque[str](maxlen=14)
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        phones = []
        for locale in ("en-GB", "it-IT"):
            page = browser.new_context(**PHONE, locale=locale).new_page()
            page.set_default_timeout(20_000)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(server.address)
            phones.append(Phone(page, server.address, chance))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            number = chance.randrange(2)
            with suppress(Error):
                last.append(f"{number}: {phones[number].act()}")
                done += 1
            if chance.random() < 0.01 and "game=" in phones[number].page.url:
                with suppress(Error):
                    phones[1 - number].page.goto(phones[number].page.url)
            logged = server.log[seen:]
            seen += len(logged)
            if "Traceback" in logged or errors:
                wrong += 1
                sys.stdout.write("\n".join(("WRONG after", *last, *errors, logged[-4000:], "")))
                sys.stdout.flush()
                errors.clear()
        browser.close()
    sys.stdout.write(f"{done} taps, {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Two phones that tap whatever they see, at random: finds what no planned way over the page meets.

    python -m tests.fuzz.random_taps [--seconds 600] [--seed 1] [--bad-network] [--attack]

The page reads recorded photos. Both phones begin games, join each other's games, choose photos,
type, reload and go back. With ``--bad-network``, each connection delays, swallows and cuts data.
With ``--attack``, a third browser sends the worst files meanwhile.

The exit status is 1 after any of these faults, which are printed with the taps before them:
a script error in a browser, a traceback in the server's log, a hand that is missing although the
page reported it as saved, a hand that is saved twice, or more hands than taps on Save.

The same seed taps in the same order, but not at the same moments on a busy machine.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Timer
from typing import Any, Final

from playwright.sync_api import Error, sync_playwright

from tests.app.page.driving import Visitor
from tests.app.page.proxies import Proxy
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import CHROMIUM, FLAGS, PHONE, Server
from tests.fuzz.attacks import attacked

PHOTOS: Final = (
    "perfect.jpg",
    "misread.jpg",
    "open.jpg",
    "dear.jpg",
    "flowerless.jpg",
    "seventeen.jpg",
    "nothing.jpg",
    "wall.jpg",
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
    "🀄",
)
TAPPED: Final = ", ".join(
    f"{kind}:visible"
    for kind in (
        "button",
        "[role=radio]",
        "summary",
        "label",
        ".hu-photo",
        "input",
        "[role=option]",
        "[role=combobox]",
    )
)
#: Milliseconds; what cannot be tapped is covered by something else.
PATIENCE: Final = 1500
#: Every hand that is put on a sheet is noted beside the ledger, for it may be taken off again.
NOTED: Final = """
CREATE TABLE noted (game_id INTEGER, id INTEGER, token TEXT, kind TEXT);
CREATE TRIGGER note AFTER INSERT ON entry BEGIN
  INSERT INTO noted VALUES (new.game_id, new.id, new.token, new.kind); END;
"""
COUNTED: Final = "SELECT count(*) FROM noted JOIN game ON game.id = game_id WHERE code = ?"
TWICE: Final = """
SELECT token, count(DISTINCT id) AS n FROM noted
WHERE token != '' GROUP BY game_id, token HAVING n > 1
"""
TAPS: Final = """addEventListener('click', event => {
  if (event.target.closest('[data-focus=save]')) tapped_save();
}, true)"""


class Phone:
    """One phone in the hands of somebody who taps at random."""

    def __init__(
        self, page: Any, home: str, chance: random.Random, line: Proxy | None = None
    ) -> None:
        self.page = page
        self.home = home
        self.chance = chance
        self.line = line
        #: Games and numbers of the hands that the page called saved.
        self.told: list[tuple[str, int]] = []

    def act(self) -> str:
        """Do one thing, and say what."""
        page, chance = self.page, self.chance
        if not page.url.startswith(self.home):
            page.goto(self.home)
        ways: dict[Callable[[], str | None], float]
        ways = {
            self._begin: 0.03,
            self._photograph: 0.06,
            self._save: 0.06,
            self._play: 0.1,
            self._key: 0.03,
        }
        ways |= {self._reload: 0.015, self._back: 0.015, self._tap: 0.69}
        if self.line:
            ways[self._disturb] = 0.04
        [way] = chance.choices(list(ways), list(ways.values()))
        return way() or way.__name__

    def _begin(self) -> None:
        self.page.locator(".st-key-new-game button").click(timeout=PATIENCE)
        self.page.wait_for_selector(".st-key-new-rules [role=radio]")
        choices = self.page.locator(".st-key-new-rules [role=radio]")
        # Zung Jung, the first of them, is saved in the fewest taps.
        choices.nth(self.chance.choice((0, self.chance.randrange(choices.count())))).click(
            timeout=PATIENCE
        )
        for seat, name in zip("ESWN", ("Anna", "Bruno", "Carla", "Dario"), strict=True):
            self.page.fill(f".st-key-player-{seat} input", name, timeout=PATIENCE)
        self.page.locator(".st-key-begin button").click(timeout=PATIENCE)

    def _photograph(self) -> str:
        name = self.chance.choice(PHOTOS)
        content = SAMPLE.read_bytes() if self.chance.random() < 0.9 else b"no photo"
        photo = {"name": name, "mimeType": "image/jpeg", "buffer": content}
        self.page.set_input_files("[data-pick=pick]", photo, timeout=PATIENCE)
        return f"photo {name}"

    def _play(self) -> None:
        """Play a hand as one should, in a game."""
        page = self.page
        page.set_default_timeout(6 * PATIENCE)
        try:
            if "game=" not in page.url:
                page.goto(self.home)
                page.wait_for_selector(".st-key-new-game button")
                self._begin()
            page.locator(".st-key-next button, [data-focus=save], [data-pick=pick]").first.wait_for(
                state="attached"
            )
            if page.locator("[data-pick=pick]").count():
                Visitor(page).upload()
                for seat in self.chance.sample(range(4), 2):
                    page.locator(".hu-seating .hu-seat").nth(seat).click()
                page.locator("[data-focus=save]").wait_for()
        finally:
            page.set_default_timeout(60_000)
        self._save()

    def _save(self) -> None:
        if self.page.locator(".st-key-next button").count():
            self.page.locator(".st-key-next button").click(timeout=PATIENCE)
            return
        self.page.locator("[data-focus=save]").click(timeout=PATIENCE)
        saved = self.page.locator(".st-key-saved .hu-note p").first
        saved.wait_for(timeout=2 * PATIENCE)
        digits = "".join(filter(str.isdigit, saved.inner_text()))
        self.told += [(self.page.url.split("game=")[1][:8], int(digits))] if digits else []

    def _disturb(self) -> str:
        assert self.line
        way = self.chance.choice(("delay", "swallow", "cut"))
        if way == "delay":
            self.line.delay = self.chance.choice((0.0, 0.05, 0.25))
        elif way == "swallow":
            self.line.swallowing = True
        else:
            self.line.cut()
        Timer(self.chance.uniform(0.2, 6), self._mend).start()
        return way

    def _mend(self) -> None:
        assert self.line
        self.line.swallowing = False
        self.line.mend()

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
            """e => [
                  e.type || e.tagName,
                  (e.ariaLabel || e.innerText || e.className || '').slice(0, 40),
                ]""",
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bad-network", action="store_true")
    parser.add_argument("--attack", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = stack.enter_context(Server(Path(folder) / "games.sqlite"))
        proxies = [
            stack.enter_context(closing(Proxy(server.port)))
            for _ in range(2)
            if arguments.bad_network
        ]
        if arguments.attack:
            stack.enter_context(attacked(server.address))
        return _tapped(server, proxies, random.Random(arguments.seed), arguments.seconds)


def _tapped(server: Server, lines: list[Proxy], chance: random.Random, seconds: float) -> int:
    done, wrong, seen, last = 0, 0, 0, deque[str](maxlen=14)
    errors: list[str] = []
    taps: list[None] = []
    with sync_playwright() as playwright, closing(sqlite3.connect(server.games)) as ledger:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        phones = []
        for number, locale in enumerate(("en-GB", "it-IT")):
            page = browser.new_context(**PHONE, locale=locale).new_page()
            page.set_default_timeout(60_000)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.expose_function("tapped_save", lambda: taps.append(None))
            page.add_init_script(TAPS)
            line = lines[number] if lines else None
            home = line.address if line else server.address
            page.goto(home)
            page.wait_for_selector(".st-key-new-game")
            phones.append(Phone(page, home, chance, line))
        ledger.executescript(NOTED)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            number = chance.randrange(2)
            phone, other = phones[number], phones[1 - number]
            with suppress(Error):
                last.append(f"{number}: {phone.act()}")
                done += 1
            if chance.random() < 0.01 and "game=" in phone.page.url:
                with suppress(Error):
                    other.page.goto(phone.page.url.replace(phone.home, other.home))
            errors += _missing(ledger, phone)
            logged = server.log[seen:]
            seen += len(logged)
            if "Traceback" in logged or errors:
                wrong += 1
                sys.stdout.write("\n".join(("WRONG after", *last, *errors, logged[-4000:], "")))
                sys.stdout.flush()
                errors.clear()
        browser.close()
        twice = ledger.execute(TWICE).fetchall()
        [saved] = ledger.execute(
            "SELECT count(DISTINCT token) FROM noted WHERE kind = 'won' AND token != ''"
        ).fetchone()
    told = sum(len(phone.told) for phone in phones)
    sys.stdout.write(f"{done} taps, {wrong} wrong; {saved} hands saved by {len(taps)} taps on Save")
    sys.stdout.write(f", {told} seen, {len(twice)} saved twice\n")
    return 1 if wrong or twice or saved > len(taps) else 0


def _missing(ledger: sqlite3.Connection, phone: Phone) -> Iterator[str]:
    """Report the last hand that a phone was told is saved, if the ledger never contained it."""
    for code, number in phone.told[-1:]:
        [count] = ledger.execute(COUNTED, (code,)).fetchone()
        if count < number:
            yield f"hand {number} of {code} is not on its sheet"


if __name__ == "__main__":
    sys.exit(main())

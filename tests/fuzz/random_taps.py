"""Two phones that tap at random, to find faults on ways that nobody planned.

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
import re
import sqlite3
import sys
import tempfile
import time
from collections import deque
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error, sync_playwright

from tests.app.page.driving import Visitor
from tests.app.page.proxies import Proxy
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import CHROMIUM, FLAGS, PHONE, Server
from tests.fuzz.attacks import attacked

if TYPE_CHECKING:
    from collections.abc import Callable

#: The photos that phones choose. By a photo's name, the page's recorded reader knows its tiles.
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
#: Texts that are typed into fields.
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
#: The selector of everything that is tapped at random.
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
#: Milliseconds. An element that cannot be tapped by then is covered by another.
PATIENCE: Final = 1500
#: Makes the ledger note every saved hand in a table of its own. The hand may be removed from the
#: sheet, but not from this table.
NOTE_SAVED: Final = """
CREATE TABLE noted (game_id INTEGER, id INTEGER, token TEXT, kind TEXT);
CREATE TRIGGER note AFTER INSERT ON entry BEGIN
  INSERT INTO noted VALUES (new.game_id, new.id, new.token, new.kind); END;
"""
#: How many hands of a game were ever saved.
COUNT_SAVED: Final = "SELECT count(*) FROM noted JOIN game ON game.id = game_id WHERE code = ?"
#: How many hands were ever saved by a tap on Save. Hands that nobody won have another button.
COUNT_SAVED_BY_TAP: Final = (
    "SELECT count(DISTINCT token) FROM noted WHERE kind = 'won' AND token != ''"
)
#: The hands that were saved twice: each hand in work has its own token.
FIND_SAVED_TWICE: Final = """
SELECT token, count(DISTINCT id) AS n FROM noted
WHERE token != '' GROUP BY game_id, token HAVING n > 1
"""
#: Calls ``tapped_save``, a function of this process, after each tap on Save.
REPORT_TAPS_ON_SAVE: Final = """addEventListener('click', event => {
  if (event.target.closest('[data-focus=save]')) tapped_save();
}, true)"""


class Phone:
    """One phone in the hands of somebody who taps at random.

    Attributes:
        page: Playwright's page.
        home: the address of the page.
        chance: chooses the acts.
        proxy: makes the phone's connection bad. None for a good connection.
        saved_hands: games and numbers of the hands that the page reported as saved.
    """

    def __init__(
        self, page: Any, home: str, chance: random.Random, proxy: Proxy | None = None
    ) -> None:
        self.page = page
        self.home = home
        self.chance = chance
        self.proxy = proxy
        self.saved_hands: list[tuple[str, int]] = []

    def act(self) -> str:
        """Do one thing.

        Returns:
            A description of it.
        """
        if not self.page.url.startswith(self.home):
            self.page.goto(self.home)
        weights: dict[Callable[[], str | None], float] = {
            self._begin: 0.03,
            self._photograph: 0.06,
            self._save: 0.06,
            self._play: 0.1,
            self._key: 0.03,
            self._reload: 0.015,
            self._back: 0.015,
            self._tap: 0.69,
        }
        if self.proxy is not None:
            weights[self._disturb] = 0.04
        [action] = self.chance.choices(list(weights), list(weights.values()))
        return action() or action.__name__

    def _begin(self) -> None:
        self.page.locator(".st-key-new-game button").click(timeout=PATIENCE)
        self.page.wait_for_selector(".st-key-new-rules [role=radio]")
        rule_sets = self.page.locator(".st-key-new-rules [role=radio]")
        # Half of the games are of Zung Jung, the first rule set, as it is saved in the fewest taps.
        number = self.chance.choice((0, self.chance.randrange(rule_sets.count())))
        rule_sets.nth(number).click(timeout=PATIENCE)
        for seat, name in zip("ESWN", ("Anna", "Bruno", "Carla", "Dario"), strict=True):
            self.page.fill(f".st-key-player-{seat} input", name, timeout=PATIENCE)
        self.page.locator(".st-key-begin button").click(timeout=PATIENCE)

    def _photograph(self) -> str:
        name = self.chance.choice(PHOTOS)
        content = b"no photo"
        if self.chance.random() < 0.9:
            content = SAMPLE.read_bytes()
        photo = {"name": name, "mimeType": "image/jpeg", "buffer": content}
        self.page.set_input_files("[data-pick=pick]", photo, timeout=PATIENCE)
        return f"photo {name}"

    def _play(self) -> None:
        """Play a hand of a game from its photo to the sheet. From the sheet, only leave it."""
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
        """Save the hand in work or, from the sheet, go on to the next hand."""
        if self.page.locator(".st-key-next button").count():
            self.page.locator(".st-key-next button").click(timeout=PATIENCE)
            return
        self.page.locator("[data-focus=save]").click(timeout=PATIENCE)
        note = self.page.locator(".st-key-saved .hu-note p").first
        note.wait_for(timeout=2 * PATIENCE)
        # The note names the hand by its number within the game.
        number = re.search(r"\d+", note.inner_text())
        if number:
            game = self.page.url.split("game=")[1][:8]
            self.saved_hands.append((game, int(number[0])))

    def _disturb(self) -> str:
        """Disturb the connection for 0.2 to 6 seconds. A delay stays until another is drawn."""
        assert self.proxy is not None
        way = self.chance.choice(("delay", "swallow", "cut"))
        if way == "delay":
            self.proxy.delay = self.chance.choice((0.0, 0.05, 0.25))
        elif way == "swallow":
            self.proxy.is_swallowing = True
        else:
            self.proxy.cut()
        Timer(self.chance.uniform(0.2, 6), self._mend).start()
        return way

    def _mend(self) -> None:
        assert self.proxy is not None
        self.proxy.is_swallowing = False
        self.proxy.mend()

    def _reload(self) -> None:
        self.page.reload()

    def _back(self) -> None:
        self.page.go_back()

    def _key(self) -> str:
        key: str = self.chance.choice(("Escape", "Control+z", "Control+Shift+z"))
        self.page.keyboard.press(key)
        return key

    def _tap(self) -> str:
        elements = self.page.locator(TAPPED)
        count = elements.count()
        if not count:
            self.page.wait_for_timeout(100)
            return "nothing to tap"
        element = elements.nth(self.chance.randrange(count))
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
    """Tap for a while, and print the faults. Returns the exit status."""
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
        proxies = []
        if arguments.bad_network:
            for _ in range(2):
                proxies.append(stack.enter_context(closing(Proxy(server.port))))
        if arguments.attack:
            stack.enter_context(attacked(server.address))
        run = Run(server, random.Random(arguments.seed))
        return run.tap(proxies, arguments.seconds)


class Run:
    """Two phones on one server, and the faults that they found.

    Attributes:
        server: the server.
        chance: draws every tap.
        last_acts: descriptions of the last acts, for a report.
        errors: faults that were not printed yet.
        faults: how many reports were printed.
        acts: how many acts succeeded. The last line of the output calls them taps.
        taps_on_save: how often somebody tapped Save.
    """

    def __init__(self, server: Server, chance: random.Random) -> None:
        self.server = server
        self.chance = chance
        self.last_acts = deque[str](maxlen=14)
        self.errors: list[str] = []
        self.faults = 0
        self.acts = 0
        self.taps_on_save = 0
        self._log_read = 0

    def tap(self, proxies: list[Proxy], seconds: float) -> int:
        """Tap for a while and print the faults.

        Args:
            proxies: the proxy of each phone, or none for good connections.
            seconds: how long to tap.

        Returns:
            The exit status.
        """
        with sync_playwright() as playwright, closing(sqlite3.connect(self.server.games)) as ledger:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            phones = []
            for number, locale in enumerate(("en-GB", "it-IT")):
                page = browser.new_context(**PHONE, locale=locale).new_page()
                proxy = proxies[number] if proxies else None
                phones.append(self._phone(page, proxy))
            ledger.executescript(NOTE_SAVED)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                self._act(phones, ledger)
            browser.close()
            saved_twice = ledger.execute(FIND_SAVED_TWICE).fetchall()
            [saved_count] = ledger.execute(COUNT_SAVED_BY_TAP).fetchone()
        reported_count = sum(len(phone.saved_hands) for phone in phones)
        sys.stdout.write(
            f"{self.acts} taps, {self.faults} wrong; "
            f"{saved_count} hands saved by {self.taps_on_save} taps on Save, "
            f"{reported_count} seen, {len(saved_twice)} saved twice\n"
        )
        has_failed = self.faults > 0 or len(saved_twice) > 0 or saved_count > self.taps_on_save
        return 1 if has_failed else 0

    def _phone(self, page: Any, proxy: Proxy | None) -> Phone:
        """Open the page on a phone, and report its errors and its taps on Save."""
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_function("tapped_save", self._count_tap_on_save)
        page.add_init_script(REPORT_TAPS_ON_SAVE)
        home = proxy.address if proxy else self.server.address
        page.goto(home)
        page.wait_for_selector(".st-key-new-game")
        return Phone(page, home, self.chance, proxy)

    def _count_tap_on_save(self) -> None:
        self.taps_on_save += 1

    def _act(self, phones: list[Phone], ledger: sqlite3.Connection) -> None:
        """Let a phone do one thing, and look for faults."""
        phone_number = self.chance.randrange(2)
        phone = phones[phone_number]
        other_phone = phones[1 - phone_number]
        # Playwright raises an error if an element cannot be tapped.
        with suppress(Error):
            self.last_acts.append(f"{phone_number}: {phone.act()}")
            self.acts += 1
        # Now and then the other phone joins the game.
        if self.chance.random() < 0.01 and "game=" in phone.page.url:
            with suppress(Error):
                other_phone.page.goto(phone.page.url.replace(phone.home, other_phone.home))
        self.errors += _missing(ledger, phone)
        new_lines = self.server.log[self._log_read :]
        self._log_read += len(new_lines)
        if "Traceback" in new_lines or self.errors:
            self.faults += 1
            report = ["WRONG after", *self.last_acts, *self.errors, new_lines[-4000:], ""]
            sys.stdout.write("\n".join(report))
            sys.stdout.flush()
            self.errors.clear()


def _missing(ledger: sqlite3.Connection, phone: Phone) -> list[str]:
    """A fault if the last hand that the page reported as saved was never in the ledger.

    The page reports a hand by its number within the game.
    """
    if not phone.saved_hands:
        return []
    code, number = phone.saved_hands[-1]
    [count] = ledger.execute(COUNT_SAVED, (code,)).fetchone()
    if count >= number:
        return []
    return [f"hand {number} of {code} is not on its sheet"]


if __name__ == "__main__":
    sys.exit(main())

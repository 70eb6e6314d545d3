"""A visitor who sends the worst files to every field of the page, until it is ended."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from typing import Final

from playwright.sync_api import Error, FilePayload, sync_playwright

from hu.app.i18n import texts
from tests.app.page.servers import CHROMIUM, FLAGS
from tests.fuzz import corpus, outside

_T: Final = texts("en")
_GAME: Final = ".hu-game-file input"
#: What is tapped before a field is there, the field, the files, and how many of them a round sends.
_WAYS: Final = (
    ((f"text={_T('game.open_other')}",), _GAME, outside.games, 5),
    (
        (".st-key-new-game button", f"text={_T('game.options')}"),
        f".st-key-house-file input.hu-file, {_GAME}",
        corpus.houses,
        5,
    ),
    (
        (".st-key-settings button", ".st-key-tile-sets button", f"text={_T('sets.import')}"),
        _GAME,
        outside.sets,
        5,
    ),
    ((), "[data-pick=pick]", corpus.photos, 1),
)


def attack(address: str) -> None:
    """Attack for ever; each file sent is a line on the standard output."""
    ways = [(taps, field, cycle(files()), count) for taps, field, files, count in _WAYS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for taps, field, files, count in cycle(ways):
            visitor = browser.new_context(locale="en-GB")
            visitor.set_default_timeout(60_000)
            page = visitor.new_page()
            # A file that is taken after all takes the field away.
            with suppress(Error):
                page.goto(address)
                for tap in taps:
                    page.locator(tap).first.click()
                for content in islice(files, count):
                    file: FilePayload = {
                        "name": "worst",
                        "mimeType": "application/octet-stream",
                        "buffer": content,
                    }
                    page.locator(field).last.set_input_files(file)
                    page.wait_for_timeout(300)
                    print(field, flush=True)  # noqa: T201
            visitor.close()


@contextmanager
def attacked(address: str) -> Iterator[None]:
    """Have another process attack the page meanwhile."""
    line = f"from tests.fuzz.attacks import attack; attack({address!r})"
    with subprocess.Popen(
        [sys.executable, "-c", line], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield
            assert process.poll() is None, "the attacker stopped by itself"
        finally:
            process.terminate()
            assert process.stdout
            sys.stdout.write(f"{len(process.stdout.readlines())} bad files sent\n")

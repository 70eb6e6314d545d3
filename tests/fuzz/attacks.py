"""A visitor who sends the worst files to every field of the page, until the process is ended."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

from playwright.sync_api import Error, FilePayload, sync_playwright

from hu.app.i18n import texts
from tests.app.page.servers import CHROMIUM, FLAGS
from tests.fuzz import corpus, outside

_T: Final = texts("en")
_GAME: Final = ".hu-game-file input"


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of the page for files.

    Attributes:
        taps: the selectors of the elements that are tapped before the field is there.
        selector: the selector of the field.
        files: gives the files that it gets.
        files_per_visit: how many files it gets in one visit.
    """

    taps: tuple[str, ...]
    selector: str
    files: Callable[[], Iterator[bytes]]
    files_per_visit: int


_FIELDS: Final = (
    _Field(
        taps=(f"text={_T('game.open_other')}",),
        selector=_GAME,
        files=outside.games,
        files_per_visit=5,
    ),
    _Field(
        taps=(".st-key-new-game button", f"text={_T('game.options')}"),
        selector=f".st-key-house-file input.hu-file, {_GAME}",
        files=corpus.houses,
        files_per_visit=5,
    ),
    _Field(
        taps=(".st-key-settings button", ".st-key-tile-sets button", f"text={_T('sets.import')}"),
        selector=_GAME,
        files=outside.sets,
        files_per_visit=5,
    ),
    _Field(taps=(), selector="[data-pick=pick]", files=corpus.photos, files_per_visit=1),
)


def attack(address: str) -> None:
    """Attack for ever. For each file that is sent, print a line."""
    # Each visit goes on with the files where the last visit to the same field ended.
    files_of_field = [(field, cycle(field.files())) for field in _FIELDS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for field, files in cycle(files_of_field):
            visitor = browser.new_context(locale="en-GB")
            visitor.set_default_timeout(60_000)
            page = visitor.new_page()
            # If the page accepts a file, the field is gone and Playwright raises an error.
            with suppress(Error):
                page.goto(address)
                for tap in field.taps:
                    page.locator(tap).first.click()
                for content in islice(files, field.files_per_visit):
                    file: FilePayload = {
                        "name": "worst",
                        "mimeType": "application/octet-stream",
                        "buffer": content,
                    }
                    page.locator(field.selector).last.set_input_files(file)
                    page.wait_for_timeout(300)
                    print(field.selector, flush=True)  # noqa: T201
            visitor.close()


@contextmanager
def attacked(address: str) -> Iterator[None]:
    """Have another process attack the page meanwhile, and print how many files it sent."""
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

"""A server with recorded readings, and a real Chromium to open its page."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from recorded import SAMPLE

from app.commands import app as app_command

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """One running page."""

    games: Path
    page: Path = Path(__file__).parent / "recorded_page.py"
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def log(self) -> str:
        return self.games.with_suffix(".log").read_text()

    def start(self) -> "Server":
        options = {**app_command._SERVER, **app_command._THEME, "server.port": str(self.port)}
        options |= {"server.address": "localhost", "browser.serverAddress": "localhost"}
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        line = [sys.executable, "-m", "streamlit", "run", str(self.page), *arguments]
        with self.games.with_suffix(".log").open("ab") as log:
            environment = os.environ | {"HU_GAMES": str(self.games)}
            self.process = subprocess.Popen(line, env=environment, stdout=log, stderr=log)
        self._wait()
        return self

    def _wait(self) -> None:
        for _ in range(150):
            try:
                with urlopen(f"{self.address}/_stcore/health", timeout=1):  # noqa: S310
                    return
            except OSError:
                time.sleep(0.2)
        pytest.fail(f"the server did not start:\n{self.log}")

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, shared by all tests that do not stop it."""
    server = Server(tmp_path_factory.mktemp("games") / "games.sqlite").start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; without one a test skips on a developer's machine and fails in CI."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    if not CHROMIUM.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{CHROMIUM} is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


#: Milliseconds to wait for what must come: a busy machine is no failure.
PATIENCE = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="session")
def contexts(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Browser profiles, used again by later tests with their cookies cleared: what they have cached loads faster."""
    idle: dict[str, list[Any]] = {}

    @contextmanager
    def take(**options: Any) -> Iterator[Any]:
        waiting = idle.setdefault(repr(options), [])
        context = waiting.pop() if waiting else chromium.new_context(**options)
        try:
            yield context
        finally:
            for page in context.pages:
                page.close()
            context.clear_cookies()
            waiting.append(context)

    yield take
    for context in (context for waiting in idle.values() for context in waiting):
        context.close()


@pytest.fixture
def visitor(contexts: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Open pages, each as a person of their own; any error in a page's script fails the test."""
    errors: list[str] = []
    with ExitStack() as stack:

        def visit(address: str, *, desktop: bool = False, locale: str = "en-GB", **options: Any) -> Any:
            context = stack.enter_context(contexts(**(DESKTOP if desktop else PHONE) | {"locale": locale} | options))
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(address)
            page.wait_for_selector(".hu-brand")
            return page

        yield visit
    assert not errors


@pytest.fixture(scope="session")
def sample() -> bytes:
    return SAMPLE.read_bytes()

"""A server with recorded readings, and the browser that opens its page."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import Any, Self
from urllib.request import urlopen

import pytest

from hu.app.ledger.ledger import Ledger
from tests.app.page.server_copies import ServerCopy, start_copy

#: Milliseconds to wait for anything that must come. A busy machine is no failure.
PATIENCE = 60_000
CHROMIUM = Path("/usr/bin/chromium")
#: Chromium without windows. A fresh page takes it a quarter less of a processor's time.
HEADLESS_CHROMIUM = Path("/usr/bin/chromium-headless-shell")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # Each window would load the address bar's own pages beside ours. Playwright itself
    # switches off the other features.
    (
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,"
        "MediaRouter,OptimizationHints"
    ),
    *("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
    # Without windows, Chromium would fit letters to pixels, which makes words wider.
    "--font-render-hinting=none",
    # All pages of a profile share a process. The fixture ``contexts`` uses that.
    "--process-per-site",
]
#: Whether the longest tests try everything, not a sample: ``HU_SWEEP=1``.
SWEEP = os.environ.get("HU_SWEEP") == "1"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
#: The players of a game if a test does not name them.
NAMES = ("Anna", "Bruno", "Carla", "Dario")
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}

_ROOT = Path(__file__).parents[3]


def free_port() -> int:
    """Return a free port below the range that the system assigns to outgoing connections.

    So no connection takes the port while a server restarts. The port is also above those that
    browsers refuse (https://fetch.spec.whatwg.org/#port-blocking).
    """
    while True:
        port = SystemRandom().randrange(11_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_for_port(port: int) -> bool:
    """Wait up to two minutes until a program accepts connections. Returns whether it does."""
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.2)
    return False


def open_stream(port: int, origin: str | None = None) -> socket.socket:
    """Connect to a server and ask for a web socket, as a browser does.

    Args:
        port: of the server on this machine.
        origin: the site whose page asks. None for the server's own page.

    Returns:
        The connection, from which the server's answer has not been read yet.
    """
    if origin is None:
        origin = f"http://localhost:{port}"
    headers = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: localhost:{port}",
        f"Origin: {origin}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Protocol: streamlit",
    ]
    # An empty line ends the headers.
    request = "\r\n".join(headers) + "\r\n\r\n"
    stream = socket.create_connection(("127.0.0.1", port), timeout=60)
    stream.sendall(request.encode())
    return stream


@dataclass
class Server:
    """A server of the page in a process of its own.

    Attributes:
        games: the file of its games. Its log is beside it, with the ending ``.log``.
        page: the script that Streamlit runs as the page. Without effect if ``is_plain``.
        port: the port of the page.
        process: the running server. None before it starts and after it ends.
        database: the address of a database that holds the games in place of that file. Empty for
            none.
        is_plain: whether plain ``streamlit run`` starts it, without the page's own gate, as on a
            platform that hosts Streamlit apps.
        frames: the sites that may show the page in a frame.
    """

    games: Path
    page: Path = Path(__file__).parent / "recorded_page.py"
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | ServerCopy | None = None
    database: str = ""
    is_plain: bool = False
    frames: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def log(self) -> str:
        return self.games.with_suffix(".log").read_text()

    def new_game(
        self, rules: str = "zung-jung", names: Sequence[str] = NAMES, title: str = ""
    ) -> str:
        """Write a game into the server's ledger, and return the game's code."""
        with closing(Ledger(self.database or self.games)) as ledger:
            return ledger.create_game(rules, names, title).code

    def start(self) -> Self:
        """Start the server, again with the same games if it ran before, and wait for it.

        Returns:
            The server itself.
        """
        environment = dict(os.environ)
        environment["HU_GAMES"] = self.database or str(self.games)
        log_file = self.games.with_suffix(".log")
        if self.is_plain:
            app = Path(__file__).parent / "recorded_app.py"
            command = [sys.executable, "-m", "streamlit", "run", str(app)]
            command += ["--server.port", str(self.port), "--server.address", "localhost"]
            environment["HU_FRAME_IN"] = " ".join(self.frames)
            with log_file.open("ab") as log:
                # Streamlit finds the page's options in the folder where it is started.
                self.process = subprocess.Popen(
                    command, cwd=_ROOT, env=environment, stdout=log, stderr=log
                )
        else:
            self.process = start_copy(
                self.page, self.port, self.frames, environment=environment, log=log_file
            )
        self._wait()
        return self

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _wait(self) -> None:
        """Wait until the server answers. The test fails if that takes over two minutes."""
        for _ in range(600):
            try:
                with urlopen(f"{self.address}/_stcore/health", timeout=1):  # noqa: S310
                    return
            except OSError:
                time.sleep(0.2)
        pytest.fail(f"the server did not start:\n{self.log}")

    def kill(self) -> None:
        """End the server without a chance to write anything. Without effect if it does not run."""
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

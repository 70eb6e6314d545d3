"""Processes that benchmarks watch: the memory of one and of those that it has started, and the page's server."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import psutil

SAMPLE: Final = Path(__file__).parents[2] / "datasets" / "samples" / "images" / "hand.jpg"
#: ``hu`` by this interpreter, wherever its script is installed.
HU: Final = (sys.executable, "-c", "from hu.app.cli import main; main()")
_SERVE: Final = """
import sys
from pathlib import Path
from hu.app.page.serving.server import PAGE, serve
address = {"server.address": "localhost", "browser.serverAddress": "localhost"}
serve({"server.port": int(sys.argv[1]), **address}, Path(sys.argv[2]) if len(sys.argv) > 2 else PAGE)
"""


def memory_mb(process: int) -> float:
    """Proportional set size of a process and those that it has started: what ending them would give back."""
    size = 0
    # Some may have ended meanwhile.
    with suppress(psutil.Error):
        parent = psutil.Process(process)
        for member in (parent, *parent.children(recursive=True)):
            with suppress(psutil.Error):
                size += member.memory_full_info().pss
    return size / 1e6


@contextmanager
def page_server(folder: Path, page: Path | None = None) -> Iterator[tuple[int, int]]:
    """The page's server with its games in a folder; gives its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    line = [sys.executable, "-c", _SERVE, str(port), *([str(page)] if page else [])]
    environment = os.environ | {"HU_GAMES": str(folder / "games.sqlite")}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(line, env=environment, stdout=log, stderr=log) as server,  # noqa: S603
    ):
        try:
            for _ in range(300):
                with (
                    suppress(OSError),
                    urlopen(f"http://localhost:{port}/_stcore/health", timeout=1),
                ):
                    break
                time.sleep(0.2)
            else:
                sys.exit((folder / "log").read_text())
            yield port, server.pid
        finally:
            server.terminate()

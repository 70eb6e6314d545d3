"""Processes that benchmarks watch: the memory of a process tree, and the page's server."""

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

_ROOT: Final = Path(__file__).parents[2]
SAMPLE: Final = _ROOT / "datasets" / "samples" / "images" / "hand.jpg"
#: ``hu`` by this interpreter, wherever its script is installed.
HU: Final = (sys.executable, "-c", "from hu.app.cli import main; main()")
_SERVE: Final = """
import sys
from pathlib import Path
from hu.app.page.serving.server import PAGE, serve
address = {"server.address": "localhost", "browser.serverAddress": "localhost"}
page = Path(sys.argv[2]) if len(sys.argv) > 2 else PAGE
serve({"server.port": int(sys.argv[1]), **address}, page)
"""
#: Times to ask a starting server whether it answers.
_ATTEMPTS: Final = 300
#: Seconds between two attempts.
_PAUSE_S: Final = 0.2


def memory_mb(process_id: int) -> float:
    """Return the proportional set size of a process and of all that it has started, in MB.

    This is the memory that would be free if they ended.
    """
    size_bytes = 0
    # Processes may end meanwhile.
    with suppress(psutil.Error):
        parent = psutil.Process(process_id)
        for process in (parent, *parent.children(recursive=True)):
            with suppress(psutil.Error):
                size_bytes += process.memory_full_info().pss
    return size_bytes / 1e6


@contextmanager
def page_server(
    folder: Path, page: Path | None = None, *, is_hosted: bool = False
) -> Iterator[tuple[int, int]]:
    """Run the page's server with its games in a folder.

    Args:
        folder: an existing folder.
        page: another script instead of the page. The hosted server ignores it.
        is_hosted: whether ``streamlit run`` serves the page, as on a platform that hosts Streamlit
            apps. Otherwise the server of ``hu app`` does.

    Yields:
        The server's port, and the id of its process.
    """
    port = _free_port()
    if is_hosted:
        command = [sys.executable, "-m", "streamlit", "run", str(_ROOT / "streamlit_app.py")]
        command += ["--server.port", str(port), "--server.address", "localhost"]
    else:
        command = [sys.executable, "-c", _SERVE, str(port)]
        if page is not None:
            command.append(str(page))
    environment = os.environ | {"HU_GAMES": str(folder / "games.sqlite")}
    with (
        (folder / "log").open("wb") as log,
        # Streamlit finds the page's options in the folder where it is started.
        subprocess.Popen(  # noqa: S603
            command, cwd=_ROOT, env=environment, stdout=log, stderr=log
        ) as server,
    ):
        try:
            if not _wait_for_server(port):
                sys.exit((folder / "log").read_text())
            yield port, server.pid
        finally:
            server.terminate()


def _free_port() -> int:
    """Return a port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for_server(port: int) -> bool:
    """Wait until a server answers, and return whether it did."""
    for _ in range(_ATTEMPTS):
        with suppress(OSError), urlopen(f"http://localhost:{port}/_stcore/health", timeout=1):
            return True
        time.sleep(_PAUSE_S)
    return False

"""Copies of a server of the page that has loaded its modules.

A server in a new process takes 1.4 s of a processor for its modules. A copy of a process that has
loaded them starts without that. This module is also the program of that process.
"""

import atexit
import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[3]
#: The modules that the page's server and the recorded page import.
_MODULES = (
    "hu.app.page.serving.compression",
    "hu.app.page.serving.first_page",
    "hu.app.page.serving.gate",
    "hu.app.page.shell",
    "streamlit.starlette",
    "streamlit.web.server.starlette",
    "tests.app.page.recorded",
    "uvicorn",
)


@dataclass(frozen=True)
class ServerCopy:
    """A running copy."""

    pid: int

    def wait(self) -> None:
        """Wait until the copy has ended."""
        _send({"wait": self.pid})


def start_copy(
    page: Path, port: int, frames: Sequence[str], environment: Mapping[str, str], log: Path
) -> ServerCopy:
    """Start a server that has loaded its modules.

    Args:
        page: the script that Streamlit runs as the page.
        port: of the server, on this machine alone.
        frames: the sites that may show the page in a frame.
        environment: all environment variables of the server.
        log: the file for its outputs. They are added at the end of the file.
    """
    server = {"page": str(page), "port": port, "frames": list(frames), "log": str(log)}
    return ServerCopy(_send({**server, "environment": dict(environment)}))


def _send(order: Mapping[str, Any]) -> int:
    """Send an order to the process that has loaded the modules, and wait until it is done.

    Args:
        order: the values of a server that is to start, or under ``wait`` the id of a copy whose end
            is awaited.

    Returns:
        The id of the copy.
    """
    process = _original()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    return int(process.stdout.readline())


@cache
def _original() -> "subprocess.Popen[str]":
    """Start the process that loads the modules. It ends with this process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.app.page.server_copies"],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.terminate)
    return process


# The process that has loaded the modules


def _main() -> None:
    """Load the modules, and carry out orders until no more can come."""
    for module in _MODULES:
        importlib.import_module(module)
    for line in sys.stdin:
        order = json.loads(line)
        if "wait" in order:
            pid, _ = os.waitpid(order["wait"], 0)
        else:
            pid = os.fork()
            if pid == 0:
                _become_server(order)
        print(pid, flush=True)  # noqa: T201  # the answer to the order


def _become_server(order: Mapping[str, Any]) -> None:
    """Serve the page in this copy, and end the copy with the server."""
    from hu.app.page.serving.server import serve

    with Path(os.devnull).open("rb") as nothing, Path(order["log"]).open("ab") as log:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.environ.clear()
    os.environ.update(order["environment"])
    address = {"server.address": "localhost", "browser.serverAddress": "localhost"}
    status = 1
    try:
        serve(
            {"server.port": order["port"], **address}, Path(order["page"]), frames=order["frames"]
        )
        status = 0
    except BaseException:  # noqa: BLE001  # as at the end of a program
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    _main()

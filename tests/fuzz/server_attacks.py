"""Attacks the page's server with one computer, and measures what that costs the other players.

    python -m tests.fuzz.server_attacks [--attacks drafts sessions ...] [--seconds 60] [--plain]

For each attack: the megabytes of memory that the server took at most and has kept half a minute
after the attack, the megabytes on disk, and the seconds from another player's photo to its tiles,
right before the attack and during it. ``--plain`` attacks ``streamlit run`` in place of ``hu app``.

- drafts: corrections to hands, under a new browser key in each visit, as many and as long as the
  page takes them, and some of 900 kB
- sessions: visits that end as soon as they have begun
- announced: heads of uploads without a body, by eight pages at once
- uploads: a page that sends files of 38 MB
- fragments: web sockets with messages that never end
- files: the worst files in every field of the page, see ``tests.fuzz.attacks``
"""

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from measuring.benchmarks.processes import SAMPLE, memory_mb
from tests.app.page.servers import CHROMIUM, FLAGS, PHONE, free_port, wait_for_port
from tests.fuzz import attacks

_ROOT: Final = Path(__file__).parents[2]
#: Errors of a connection that the server refuses or ends.
_REFUSED: Final = (OSError, WebSocketException, HTTPException, TimeoutError)
_PATIENCE_MS: Final = 120_000
#: Seconds from the end of an attack until the memory that the server has kept is measured.
_AFTER_S: Final = 30.0
#: Seconds from the beginning of an attack to the first photo.
_LEAD_S: Final = 5.0
#: The attacker's address. The other players have 127.0.0.1.
_ATTACKER: Final = ("127.0.0.2", 0)
_FILE_BYTES: Final = 38_000_000
_TILES: Final = "[class*=hu-rack] [class*=hu-t-]"


# What an attacker sends


class Visit:
    """A visit to the page without a browser.

    Args:
        stream: the open web socket.
    """

    def __init__(self, stream: ClientConnection) -> None:
        self._stream = stream
        #: Streamlit's id of the visit.
        self.session = ""
        #: The id of the component through which the page receives gestures.
        self._frame = ""
        #: How many gestures were sent. The page numbers them within a load.
        self._count = 0
        #: A random id of this load of the page.
        self._load = secrets.token_hex(12)

    async def begin(self) -> None:
        """Have the page run for the first time."""
        await self._send({})
        await self._await_run()

    async def tap(self, *gestures: object) -> None:
        """Send gestures in one message, and wait until the page has run."""
        events = []
        for gesture in gestures:
            self._count += 1
            event = {"load": self._load, "n": self._count, "hand": "/", "op": gesture}
            events.append(event)
        await self._send({"log": {"events": events, "sending": self._count}})
        await self._await_run()

    async def _send(self, state: Mapping[str, object]) -> None:
        """Ask for a run of the page. The state is that of the component, empty for no change."""
        message = BackMsg()
        message.rerun_script.SetInParent()
        if state:
            widget = message.rerun_script.widget_states.widgets.add()
            widget.id = self._frame
            widget.json_value = json.dumps(state)
        await self._stream.send(message.SerializeToString())

    async def _await_run(self) -> None:
        """Wait until a run of the page has ended, and note the ids that its messages give."""
        while True:
            message = ForwardMsg.FromString(await self._receive())
            # Streamlit calls each run of the page's script a new session.
            if message.HasField("new_session"):
                self.session = message.new_session.initialize.session_id
            component = message.delta.new_element.bidi_component.id
            if component.endswith("-frame"):
                self._frame = component
            if message.HasField("script_finished"):
                return

    async def _receive(self) -> bytes:
        content = await asyncio.wait_for(self._stream.recv(), 60)
        assert isinstance(content, bytes)
        return content


def _open(port: int) -> connect:
    """Open a web socket as a browser that has never seen the page."""
    return connect(
        f"ws://127.0.0.1:{port}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        additional_headers={"Cookie": f"hu_key={secrets.token_urlsafe(24)}"},
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
        local_addr=_ATTACKER,
        max_size=None,
    )


async def _in_parallel(
    count: int, work: Callable[[], Any], outcomes: Counter[str] | None = None
) -> None:
    """Do some work for ever, several times at once. Work that the server refuses begins again.

    The output says every five seconds how often it was done and refused.

    Args:
        count: how often the work is done at once.
        work: the work.
        outcomes: a counter that the work adds to as well. All of its counts are printed.
    """
    if outcomes is None:
        outcomes = Counter()

    async def repeat() -> None:
        while True:
            try:
                await work()
                outcomes["done"] += 1
            except _REFUSED as error:
                outcomes[type(error).__name__] += 1
            # Without this pause, work that is refused at once would keep the attacker's own
            # processor busy.
            await asyncio.sleep(0.01)

    async def report() -> None:
        while True:
            await asyncio.sleep(5)
            sys.stdout.write(f"{dict(outcomes)}\n")
            sys.stdout.flush()

    await asyncio.gather(report(), *(repeat() for _ in range(count)))


def attack_drafts(port: int) -> None:
    """Send corrections that are kept in drafts."""
    add = ["tile", None, ["add", "1m", None, [1.5, 2.5]]]
    undo = ["tile-undo", None]
    long_names = ["names", dict.fromkeys("ESWN", "x" * 200)]
    huge = ["tile", None, ["add", "1m", None, "x" * 900_000]]

    async def fill() -> None:
        async with _open(port) as stream:
            visit = Visit(stream)
            await visit.begin()
            # The page takes at most 200 gestures of a message.
            await visit.tap(["by-hand"], *[add] * 199)
            await visit.tap(*[undo, add] * 100)
            await visit.tap(long_names, *[add] * 199)
            await visit.tap(huge)

    asyncio.run(_in_parallel(8, fill))


def attack_sessions(port: int) -> None:
    """Begin visits and leave."""

    async def begin_and_leave() -> None:
        async with _open(port) as stream:
            await Visit(stream).begin()

    asyncio.run(_in_parallel(20, begin_and_leave))


def attack_announced(port: int) -> None:
    """Announce uploads that never come.

    The output counts the heads that were sent, and the server's answers by their status.
    """
    outcomes: Counter[str] = Counter()

    async def announce(session: str) -> None:
        path = f"/_stcore/upload_file/{session}/{secrets.token_hex(16)}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=_ATTACKER)
        lines = [
            f"PUT {path} HTTP/1.1",
            f"Host: localhost:{port}",
            f"Content-Length: {_FILE_BYTES}",
            "Content-Type: multipart/form-data; boundary=x",
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        outcomes["heads"] += 1
        # The server answers or closes the connection, although no body follows.
        status_line = (await reader.read(1000)).partition(b"\r\n")[0].decode()
        outcomes[status_line or "closed"] += 1
        writer.close()

    async def begin_and_announce() -> None:
        async with _open(port) as stream:
            visit = Visit(stream)
            await visit.begin()
            await asyncio.gather(*(announce(visit.session) for _ in range(4)))

    asyncio.run(_in_parallel(8, begin_and_announce, outcomes))


def attack_uploads(port: int) -> None:
    """Send large files from one page."""
    statuses: list[int] = []

    def send(session: str) -> None:
        head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
        connection = HTTPConnection("127.0.0.1", port, timeout=60, source_address=_ATTACKER)
        path = f"/_stcore/upload_file/{session}/{secrets.token_hex(16)}"
        headers = {
            "Host": f"localhost:{port}",
            "Content-Type": "multipart/form-data; boundary=x",
        }
        content = head + bytes(_FILE_BYTES) + b"\r\n--x--\r\n"
        with suppress(*_REFUSED):
            connection.request("PUT", path, content, headers)
            statuses.append(connection.getresponse().status)
        connection.close()

    async def begin_and_send() -> None:
        async with _open(port) as stream:
            visit = Visit(stream)
            await visit.begin()
            while True:
                await asyncio.to_thread(send, visit.session)
                # A list of the last status. It is empty as long as the server has refused all.
                sys.stdout.write(f"{statuses[-1:]}\n")
                sys.stdout.flush()
                await asyncio.sleep(0.2)

    asyncio.run(_in_parallel(1, begin_and_send))


def attack_fragments(port: int) -> None:
    """Send messages of which another part always follows."""

    async def parts() -> AsyncIterator[bytes]:
        while True:
            yield bytes(50_000)
            await asyncio.sleep(0.2)

    async def send() -> None:
        async with _open(port) as stream:
            await stream.send(parts())

    asyncio.run(_in_parallel(400, send))


def attack_files(port: int) -> None:
    """Send the worst files to every field."""
    attacks.attack(f"http://localhost:{port}")


ATTACKS: Final[Mapping[str, Callable[[int], None]]] = {
    "drafts": attack_drafts,
    "sessions": attack_sessions,
    "announced": attack_announced,
    "uploads": attack_uploads,
    "fragments": attack_fragments,
    "files": attack_files,
}


def run(name: str, port: int) -> None:
    """Attack until somebody ends this process. The first line of the output is ``begun``."""
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    ATTACKS[name](port)


# What it costs


@dataclass(slots=True)
class Cost:
    """The cost of an attack.

    Attributes:
        memory_mb: the most memory that the server took from the beginning of the attack until half
            a minute after its end, beyond its memory before.
        kept_mb: the memory of the server half a minute after the attack, beyond its memory before.
        disk_mb: by how much the folder of the games and the log grew, in a minute on average.
        before_s: seconds from a photo to its tiles without the attack.
        during_s: the same during the attack, for each photo. Infinite for a photo that failed.
    """

    memory_mb: float = 0.0
    kept_mb: float = 0.0
    disk_mb: float = 0.0
    before_s: list[float] = field(default_factory=list)
    during_s: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        before = ", ".join(f"{seconds:.1f}" for seconds in self.before_s)
        during = ", ".join(f"{seconds:.1f}" for seconds in self.during_s)
        return (
            f"memory +{self.memory_mb:.0f} MB, kept {self.kept_mb:+.0f} MB; "
            f"disk +{self.disk_mb:.1f} MB a minute; photo before {before} s, during {during} s"
        )


@contextmanager
def _server(folder: Path, *, is_plain: bool) -> Iterator[tuple[int, int]]:
    """Serve the page with its networks.

    Args:
        folder: the folder of the games and of the server's log.
        is_plain: whether ``streamlit run`` serves the page, in place of ``hu app``.

    Yields:
        The port, and the id of the server's process.
    """
    port = free_port()
    if is_plain:
        command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
        command += ["--server.port", str(port), "--server.address", "localhost"]
    else:
        command = [sys.executable, "-c", "from hu.app.cli import main; main()"]
        command += ["app", "--port", str(port), "--host", "localhost"]
    environment = os.environ | {"HU_GAMES": str(folder / "games.sqlite")}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            command, cwd=_ROOT, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        ) as server,
    ):
        try:
            if not wait_for_port(port):
                sys.exit("the server did not start")
            yield port, server.pid
        finally:
            server.terminate()


def _time_photo(browser: Browser, port: int) -> float:
    """Return the seconds from a new player's photo to its tiles. Infinite if they never come."""
    context = browser.new_context(**PHONE, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(_PATIENCE_MS)
    try:
        page.goto(f"http://localhost:{port}")
        page.wait_for_selector("[data-pick=pick]", state="attached")
        page.wait_for_timeout(500)
        start = time.perf_counter()
        page.set_input_files("[data-pick=pick]", SAMPLE)
        page.wait_for_selector(_TILES, state="attached")
        return time.perf_counter() - start
    except Exception as error:  # noqa: BLE001  # whatever happens, the player has no tiles
        sys.stdout.write(f"a photo failed: {str(error)[:200]}\n")
        return float("inf")
    finally:
        context.close()


def _folder_mb(folder: Path) -> float:
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            size += path.stat().st_size
    return size / 1e6


@contextmanager
def _peak_memory(cost: Cost, server: int, memory_before: float) -> Iterator[None]:
    """Note in ``cost`` the most memory that the server takes meanwhile, looking every second.

    Args:
        cost: the cost whose ``memory_mb`` is set.
        server: the id of the server's process.
        memory_before: the server's memory before the attack, in megabytes.
    """
    is_over = Event()

    def watch() -> None:
        while not is_over.wait(1):
            cost.memory_mb = max(cost.memory_mb, memory_mb(server) - memory_before)

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()


def _start_attacker(name: str, port: int, output: Path) -> subprocess.Popen[bytes]:
    """Start an attack in another process, and wait until it has begun.

    Args:
        name: the attack.
        port: the port of the server.
        output: the file for the outputs of the process.
    """
    line = f"from tests.fuzz.server_attacks import run; run({name!r}, {port})"
    with output.open("wb") as file:
        attacker = subprocess.Popen(
            [sys.executable, "-c", line], cwd=_ROOT, stdout=file, stderr=file
        )
    # ``run`` writes a line before it attacks.
    while output.stat().st_size == 0:
        time.sleep(0.1)
    return attacker


def _stop_attacker(attacker: subprocess.Popen[bytes], name: str, output: Path) -> None:
    """End an attack, and print its last output. The file of its outputs is deleted."""
    if attacker.poll() is not None:
        sys.stdout.write(f"the attacker stopped: {output.read_text()[-1000:]}\n")
    attacker.terminate()
    attacker.wait()
    last_line = output.read_text().splitlines()[-1]
    sys.stdout.write(f"{name}, by itself: {last_line[:500]}\n")
    output.unlink()


def measure(name: str, seconds: float, *, is_plain: bool) -> Cost:
    """Attack a new server, and return the cost.

    Args:
        name: the attack.
        seconds: how long it goes on.
        is_plain: whether ``streamlit run`` serves the page, in place of ``hu app``.
    """
    cost = Cost()
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as driver:
        folder = Path(temporary)
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        with _server(folder, is_plain=is_plain) as (port, server):
            # The first photo loads the networks.
            _time_photo(browser, port)
            cost.before_s = [_time_photo(browser, port) for _ in range(2)]
            memory_before = memory_mb(server)
            disk_before = _folder_mb(folder)

            with _peak_memory(cost, server, memory_before):
                output = folder / f"{name}.out"
                attacker = _start_attacker(name, port, output)
                start = time.monotonic()
                time.sleep(_LEAD_S)
                # However short the attack is, one photo is sent during it.
                while not cost.during_s or time.monotonic() - start < seconds:
                    cost.during_s.append(_time_photo(browser, port))
                minutes = (time.monotonic() - start) / 60
                # The attacker's output is deleted first, so that it does not count as the server's.
                _stop_attacker(attacker, name, output)
                cost.disk_mb = (_folder_mb(folder) - disk_before) / minutes
                time.sleep(_AFTER_S)

            cost.kept_mb = memory_mb(server) - memory_before
            failures = (folder / "log").read_text(errors="replace").count("Traceback")
            if failures:
                sys.stdout.write(f"the server's log has {failures} tracebacks\n")
        browser.close()
    return cost


def main() -> None:
    """Attack and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--attacks", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=60, help="of each attack")
    parser.add_argument("--plain", action="store_true", help="attack streamlit run")
    options = parser.parse_args()
    for name in options.attacks:
        cost = measure(name, options.seconds, is_plain=options.plain)
        sys.stdout.write(f"{name}: {cost}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

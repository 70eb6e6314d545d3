"""Plays hands on the page over its web socket: errors, seconds per tap, photos a minute, memory.

    python -m measuring.benchmarks.page_soak [--sessions 20] [--minutes 3] [--hands 1] [--think 1.0]

The server runs as ``hu app`` does, with the networks; every session is one browser that photographs a hand, answers
who won and how, corrects a tile and takes it back, and saves the hand or starts over. Four sessions share a game; one
of them keeps its sheet, and begins another game after the last hand. A tap is timed from the message that a browser
sends to the end of the answer, as a browser gets it: what the browser itself draws is not in it. The players run on the
same machine and take part of its time. The figures are printed as JSON.
"""

import argparse
import asyncio
import itertools
import json
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import numpy as np
import psutil
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from hu.app.ledger.ledger import Ledger
from measuring.benchmarks.processes import SAMPLE, memory_mb, page_server
from training.command import new_parser

_TIMEOUT_S = 300


@dataclass
class Figures:
    """What was seen; the memory and the processor time are the server's, while played."""

    taps_s: list[float] = field(default_factory=list)
    photos_s: list[float] = field(default_factory=list)
    saved: int = 0
    errors: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    processor_s: float = 0


class Table:
    """The games that four browsers play, one after the other."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.codes: list[str] = []
        self.begin()

    def begin(self) -> None:
        """Begin another game."""
        self.codes.append(
            self._ledger.create_game("zung-jung", ["Anna", "Bruno", "Carla", "Dario"]).code
        )


class Player:
    """One browser."""

    def __init__(
        self, address: str, table: Table | None, place: int, figures: Figures, think_s: float
    ) -> None:
        self._address, self._table, self._figures, self._think_s = address, table, figures, think_s
        self._place, self._code = place, ""
        self._elements: dict[str, Any] = {}
        self._cached: dict[str, ForwardMsg] = {}
        self._alerts: list[str] = []
        self._uploads = 0
        self._load, self._taps = secrets.token_hex(12), 0

    async def play(self, hands: int, until: float, content: bytes, *, saves: bool) -> None:
        """Play at least ``hands`` hands, and more until a time of the monotonic clock."""
        try:
            options: Any = {
                "subprotocols": ["streamlit"],
                "max_size": None,
                "open_timeout": _TIMEOUT_S,
            }
            async with websockets.connect(
                f"ws://{self._address}/_stcore/stream", **options
            ) as self._socket:
                for number in itertools.count():
                    if number >= hands and time.monotonic() >= until:
                        break
                    await self._hand(content, saves=saves)
        except Exception as error:  # noqa: BLE001  # every failure is a figure
            self._figures.errors.append(f"{type(error).__name__}: {error}"[:300])

    async def _hand(self, content: bytes, *, saves: bool) -> None:
        code = self._table.codes[-1] if self._table else ""
        if code != self._code or not self._elements:
            # Open the page, or the table's next game.
            self._code = code
            await self._run()
        await self._photograph(content)
        first = int(self._part("editor")["groups"][0]["tiles"][0]["id"])
        seats = [seat["seat"] for seat in self._part("seats")["seats"]]
        # Wrong until the last tap: a whole hand like one that another phone has just saved makes way for the sheet.
        await self._emit("tile", None, ["face", first, "1z"])
        for way in (None, seats[self._place - 1]):
            await self._emit("seat", seats[self._place], way)
        await self._emit("tile-undo", None)
        if not (saves and (save := self._part("save"))):
            await self._emit("over")
            return
        await self._emit("save", save["token"])
        self._figures.saved += 1
        if self._table is None or "next" in self._elements:
            await self._tap(WidgetState(id=self._component("next").id, trigger_value=True))
        else:
            self._table.begin()
            await self._emit("view", "hand")

    async def _photograph(self, content: bytes) -> None:
        self._uploads += 1
        name = f"{self._uploads}-perfect.jpg"
        started = time.perf_counter()
        urls = await self._upload_urls(name)
        await asyncio.to_thread(self._put, urls.upload_url, name, content)
        state = WidgetState(id=self._component("snap-file-").id)
        files = state.file_uploader_state_value.uploaded_file_info
        files.add(name=name, size=len(content), file_id=urls.file_id, file_urls=urls)
        await self._run(state)
        if not self._part("editor"):
            raise LookupError(f"no tiles in the photo; {self._alerts}")
        self._figures.photos_s.append(time.perf_counter() - started)
        self._alerts.clear()

    async def _upload_urls(self, name: str) -> Any:
        message = BackMsg()
        message.file_urls_request.request_id = name
        message.file_urls_request.file_names.append(name)
        await self._socket.send(message.SerializeToString())
        async with asyncio.timeout(_TIMEOUT_S):
            while True:
                answer = ForwardMsg.FromString(await self._socket.recv())
                if answer.WhichOneof("type") == "file_urls_response":
                    return answer.file_urls_response.file_urls[0]

    def _put(self, path: str, name: str, content: bytes) -> None:
        """Send a file as a browser's form does, with the token against forged requests."""
        with urlopen(f"http://{self._address}/_stcore/health", timeout=_TIMEOUT_S) as answer:
            token = SimpleCookie(answer.headers["set-cookie"])["_streamlit_xsrf"].value
        head = f'--hu\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'.encode()
        headers = {
            "Content-Type": "multipart/form-data; boundary=hu",
            "X-Xsrftoken": token,
            "Cookie": f"_streamlit_xsrf={token}",
        }
        body = head + content + b"\r\n--hu--\r\n"
        address = f"http://{self._address}/{path.lstrip('/')}"
        with urlopen(Request(address, body, headers, method="PUT"), timeout=_TIMEOUT_S):
            pass

    def _component(self, start: str) -> Any:
        """One of the page's own elements, by the start of its key."""
        found = next(
            (content for key, content in self._elements.items() if key.startswith(start)), None
        )
        if found is None:
            raise LookupError(
                f"nothing to tap: {start}; there are {', '.join(self._elements)}; {self._alerts}"
            )
        return found

    def _part(self, kind: str) -> dict[str, Any]:
        """The part of the hand's screen that is of a kind; empty if none is."""
        columns = (
            json.loads(self._elements["hand"].json)["columns"] if "hand" in self._elements else ()
        )
        return next(
            (part for part in itertools.chain.from_iterable(columns) if part["kind"] == kind), {}
        )

    async def _emit(self, *op: Any) -> None:
        """Tap on the hand: a numbered event in the log of the frame."""
        self._taps += 1
        frame = self._component("frame")
        event = {
            "load": self._load,
            "n": self._taps,
            "hand": json.loads(frame.json)["hand"],
            "op": op,
        }
        log = {"events": [event], "sending": self._taps}
        await self._tap(WidgetState(id=frame.id, json_value=json.dumps({"log": log})))

    async def _tap(self, state: WidgetState) -> None:
        await asyncio.sleep(random.uniform(0.5, 1.5) * self._think_s)
        started = time.perf_counter()
        await self._run(state)
        self._figures.taps_s.append(time.perf_counter() - started)
        if self._alerts:
            self._figures.errors.append("; ".join(self._alerts))
            self._alerts.clear()

    async def _run(self, *states: WidgetState) -> None:
        message = BackMsg()
        client = message.rerun_script
        client.query_string = f"game={self._code}" if self._code else ""
        client.widget_states.widgets.extend(states)
        client.cached_message_hashes.extend(self._cached)
        await self._socket.send(message.SerializeToString())
        self._elements.clear()
        async with asyncio.timeout(_TIMEOUT_S):
            while not self._take(ForwardMsg.FromString(await self._socket.recv())):
                pass

    def _take(self, message: ForwardMsg) -> bool:
        """Take in one message; True at the end of an answer."""
        if message.WhichOneof("type") == "ref_hash":
            message = self._cached[message.ref_hash]
        elif message.metadata.cacheable and message.hash:
            self._cached[message.hash] = message
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._elements.clear()
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element: Any = message.delta.new_element
            what = element.WhichOneof("type")
            content = getattr(element, what)
            if what == "exception":
                self._alerts.append(f"exception: {content.message}")
            elif what == "html" and 'class="hu-alert"' in content.body:
                self._alerts.append(content.body)
            elif name := getattr(content, "id", ""):
                self._elements[name.split("-", 2)[-1]] = content
        return (
            kind == "script_finished"
            and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        )


async def _play(
    address: str, process: int, tables: Sequence[Table], arguments: argparse.Namespace
) -> Figures:
    figures, content = Figures(), SAMPLE.read_bytes()
    # A first hand loads the networks, as the first hand of an evening does; then the memory at the start is measured.
    await Player(address, None, 0, Figures(), 0).play(1, 0, content, saves=False)
    figures.memory_mb.append(memory_mb(process))
    # The server's own times, without those of the processes that read photos.
    before = psutil.Process(process).cpu_times()

    async def watch() -> None:
        while True:
            figures.memory_mb.append(memory_mb(process))
            await asyncio.sleep(1)

    watching = asyncio.create_task(watch())
    until = time.monotonic() + 60 * arguments.minutes
    plays = [
        Player(address, tables[number // 4], number % 4, figures, arguments.think).play(
            arguments.hands, until, content, saves=number % 4 == 0
        )
        for number in range(arguments.sessions)
    ]
    await asyncio.gather(*plays)
    watching.cancel()
    after = psutil.Process(process).cpu_times()
    figures.processor_s = after.user + after.system - before.user - before.system
    return figures


def main() -> None:
    """Play and print the figures; exit status 1 after errors."""
    parser = new_parser(__doc__)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument(
        "--hands", type=int, default=1, help="least hands of each session, whatever --minutes"
    )
    parser.add_argument("--page", type=Path, help="another script in the page's place")
    parser.add_argument(
        "--think", type=float, default=1.0, help="mean seconds between an answer and the next tap"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        ledger = Ledger(Path(name) / "games.sqlite")
        tables = [Table(ledger) for _ in range(-(-arguments.sessions // 4))]
        with page_server(Path(name), arguments.page) as (port, process):
            figures = asyncio.run(_play(f"localhost:{port}", process, tables, arguments))
        saved = sum(len(ledger.entries(code)) for table in tables for code in table.codes)
        ledger.close()
    if saved != figures.saved:
        figures.errors.append(f"{figures.saved} hands were called saved, {saved} are on the sheets")
    taps, photos = (seconds or [float("nan")] for seconds in (figures.taps_s, figures.photos_s))
    table = {
        "taps": len(figures.taps_s),
        "errors": len(figures.errors),
        **{
            f"tap_p{share}_s": round(float(np.percentile(taps, share)), 3) for share in (50, 95, 99)
        },
        "photos_per_minute": round(len(figures.photos_s) / arguments.minutes, 1)
        if arguments.minutes
        else None,
        **{
            f"photo_p{share}_s": round(float(np.percentile(photos, share)), 2) for share in (50, 95)
        },
        "hands_saved": figures.saved,
        "processor_s": round(figures.processor_s, 1),
        "memory_start_mb": round(figures.memory_mb[0]),
        "memory_most_mb": round(max(figures.memory_mb)),
        "memory_end_mb": round(figures.memory_mb[-1]),
        "what": figures.errors[:20],
    }
    print(json.dumps(table, indent=1))
    sys.exit(bool(figures.errors))


if __name__ == "__main__":
    main()

"""Plays hands on the page over its web socket: errors, seconds per tap, photos a minute, memory.

    python -m measuring.benchmarks.page_soak [--sessions 20] [--minutes 3] [--hands 1] [--photo FILE] [--think 1.0]
        [--bombs 0] [--json]

The server runs as ``hu app`` does, with the networks; every session is one browser that photographs a hand, answers
who won and how, corrects a tile and takes it back, and saves the hand or starts over. Four sessions share a game; one
of them keeps its sheet, and begins another game after the last hand. A tap is timed from the message that a browser
sends to the end of the answer, as a browser gets it: what the browser itself draws is not in it. The players run on the
same machine and take part of its time.

With ``--bombs N``, N in 10 + N uploads are a PNG of 56 megapixels, which must be refused from its header. Memory is
watched for another ``--settle`` seconds after the sessions have closed.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn
from urllib.request import Request, urlopen

import websockets
from PIL import Image
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from hu.app.ledger.ledger import Ledger
from measuring.benchmarks.processes import SAMPLE, memory_mb, page_server

_TIMEOUT_S = 300


@dataclass
class Figures:
    """What was seen."""

    taps: list[float] = field(default_factory=list)  # seconds of each tap but photos
    photos: list[float] = field(default_factory=list)  # seconds from a photo's upload to its tiles
    refused: int = 0  # photos that were refused, as they should be
    saved: int = 0  # hands on sheets
    errors: list[str] = field(default_factory=list)  # what went wrong
    # the server's memory at the start, each second while played, and at the end
    megabytes: list[float] = field(default_factory=list)
    # the server's processor time while played; on a busy machine it says more than the taps' seconds
    processor_s: float = 0


class Table:
    """The games that four browsers play, one after the other."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.codes: list[str] = []
        self.begin()

    def begin(self) -> None:
        """Begin another game."""
        self.codes.append(self._ledger.create_game("zung-jung", ["Anna", "Bruno", "Carla", "Dario"]).code)


class Player:
    """One browser."""

    def __init__(self, address: str, table: Table | None, place: int, figures: Figures, think_s: float) -> None:
        self._address, self._table, self._figures, self._think_s = address, table, figures, think_s
        self._place, self._code = place, ""
        self._elements: dict[str, tuple[str, Any]] = {}
        self._cached: dict[str, ForwardMsg] = {}
        self._alerts: list[str] = []
        self._uploads = 0
        self._load, self._taps = secrets.token_hex(12), 0

    async def play(self, hands: int, until: float, contents: Sequence[bytes], *, saves: bool) -> None:
        """Play at least ``hands`` hands, and more until a time of the monotonic clock."""
        try:
            options: Any = {"subprotocols": ["streamlit"], "max_size": None, "open_timeout": _TIMEOUT_S}
            async with websockets.connect(f"ws://{self._address}/_stcore/stream", **options) as self._socket:
                for number in itertools.count():
                    if number >= hands and time.monotonic() >= until:
                        break
                    await self._hand(random.choice(contents) if number else contents[0], saves=saves)
        except Exception as error:  # noqa: BLE001  # every failure is a figure
            self._figures.errors.append(f"{type(error).__name__}: {error}"[:300])

    async def _hand(self, content: bytes, *, saves: bool) -> None:
        await self._sit_down()
        if not await self._photograph(content):
            return
        seats = [seat["seat"] for seat in self._part("seats")["seats"]]
        # Each phone names another winner: a hand saved twice counts once.
        for way in (None, seats[self._place - 1]):
            await self._say(seats[self._place], way)
        for op in (["face", self._first_tile(), "1z"], ["undo"]):
            await self._edit(op)
        if saves and (save := self._part("save")):
            await self._emit("save", save["token"])
            self._figures.saved += 1
            await self._next_hand()
        else:
            await self._emit("over")

    async def _sit_down(self) -> None:
        """Open the page, or the table's next game."""
        code = self._table.codes[-1] if self._table else ""
        if code != self._code or not self._elements:
            self._code = code
            await self._run()

    async def _next_hand(self) -> None:
        if "next" in self._elements or self._table is None:
            await self._press("next")
            return
        self._table.begin()
        await self._emit("view", "hand")

    async def _photograph(self, content: bytes) -> bool:
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
            self._figures.refused += 1
            return False
        self._figures.photos.append(time.perf_counter() - started)
        self._alerts.clear()
        return True

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

    def _missing(self, key: str) -> NoReturn:
        raise LookupError(f"nothing to tap: {key}; there are {', '.join(self._elements)}; {self._alerts}")

    async def _press(self, key: str) -> None:
        if key not in self._elements:
            self._missing(key)
        await self._tap(WidgetState(id=self._elements[key][1].id, trigger_value=True))

    def _component(self, start: str) -> Any:
        """One of the page's own elements, by the start of its key."""
        found = next((key for key in self._elements if key.startswith(start)), None)
        return self._elements[found][1] if found else self._missing(start)

    def _part(self, kind: str) -> dict[str, Any]:
        """The part of the hand's screen that is of a kind; empty if none is."""
        columns = json.loads(self._elements["hand"][1].json)["columns"] if "hand" in self._elements else ()
        return next((part for part in itertools.chain.from_iterable(columns) if part["kind"] == kind), {})

    def _first_tile(self) -> int:
        return int(self._part("editor")["groups"][0]["tiles"][0]["id"])

    async def _say(self, winner: str, way: str | None) -> None:
        """Answer who won, and how."""
        await self._emit("seat", winner, way)

    async def _edit(self, op: list[Any]) -> None:
        await self._emit("tile", None, *op)

    async def _emit(self, *op: Any) -> None:
        """Tap on the hand: a numbered event in the log of the frame."""
        self._taps += 1
        frame = self._component("frame")
        event = {"load": self._load, "n": self._taps, "hand": json.loads(frame.json)["hand"], "op": op}
        log = {"events": [event], "sending": self._taps}
        await self._tap(WidgetState(id=frame.id, json_value=json.dumps({"log": log})))

    async def _tap(self, state: WidgetState) -> None:
        await asyncio.sleep(random.uniform(0.5, 1.5) * self._think_s)
        started = time.perf_counter()
        await self._run(state)
        self._figures.taps.append(time.perf_counter() - started)
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
            self._keep(message.delta.new_element)
        return kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY

    def _keep(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        content = getattr(element, kind)
        if kind == "exception":
            self._alerts.append(f"exception: {content.message}")
        elif kind == "html" and 'class="hu-alert"' in content.body:
            self._alerts.append(content.body)
        elif name := getattr(content, "id", ""):
            self._elements[name.split("-", 2)[-1]] = (kind, content)


def _processor_s(server: int) -> float:
    """The processor time of the server's own process, without those that read photos."""
    fields = Path(f"/proc/{server}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _watch(process: int, figures: Figures) -> None:
    while True:
        figures.megabytes.append(memory_mb(process))
        await asyncio.sleep(1)


async def _play(address: str, process: int, tables: Sequence[Table], arguments: argparse.Namespace) -> Figures:
    figures = Figures()
    contents = [arguments.photo.read_bytes()] * 10 + [_bomb()] * arguments.bombs
    # A first hand loads the networks, as the first hand of an evening does; then the memory at the start is measured.
    await Player(address, None, 0, Figures(), 0).play(1, 0, contents[:1], saves=False)
    figures.megabytes.append(memory_mb(process))
    started_s = _processor_s(process)
    watching = asyncio.create_task(_watch(process, figures))
    until = time.monotonic() + 60 * arguments.minutes
    plays = [
        Player(address, tables[number // 4], number % 4, figures, arguments.think).play(
            arguments.hands, until, contents, saves=number % 4 == 0
        )
        for number in range(arguments.sessions)
    ]
    await asyncio.gather(*plays)
    figures.processor_s = _processor_s(process) - started_s
    await asyncio.sleep(arguments.settle)
    watching.cancel()
    return figures


def _bomb() -> bytes:
    content = BytesIO()
    Image.new("L", (8000, 7000)).save(content, "PNG")
    return content.getvalue()


def _table(figures: Figures, minutes: float) -> dict[str, float]:
    taps, photos = sorted(figures.taps), sorted(figures.photos)
    return {
        "taps": len(taps),
        "errors": len(figures.errors),
        **{f"tap_p{share}_s": round(_quantile(taps, share), 3) for share in (50, 95, 99)},
        "photos_per_minute": round(len(photos) / minutes, 1) if minutes else float("nan"),
        **{f"photo_p{share}_s": round(_quantile(photos, share), 2) for share in (50, 95)},
        "photos_refused": figures.refused,
        "hands_saved": figures.saved,
        "processor_s": round(figures.processor_s, 1),
        "memory_start_mb": round(figures.megabytes[0]),
        "memory_most_mb": round(max(figures.megabytes)),
        "memory_end_mb": round(figures.megabytes[-1]),
    }


def _quantile(values: Sequence[float], share: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1] if len(values) > 1 else float("nan")


def main() -> None:
    """Play and print the figures; exit status 1 after errors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument(
        "--hands", type=int, default=1, help="least number of hands of each session, even beyond --minutes"
    )
    parser.add_argument("--photo", type=Path, default=SAMPLE)
    parser.add_argument("--page", type=Path, help="another script in the page's place")
    parser.add_argument("--think", type=float, default=1.0, help="mean seconds between an answer and the next tap")
    parser.add_argument("--bombs", type=int, default=0, help="uploads in 10 + BOMBS that are bombs")
    parser.add_argument("--settle", type=float, default=0, help="seconds to wait after the sessions have closed")
    parser.add_argument("--json", action="store_true")
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
    table = _table(figures, arguments.minutes)
    print(json.dumps(table | {"what": figures.errors[:20]}) if arguments.json else _as_text(table, figures))
    sys.exit(bool(figures.errors))


def _as_text(table: dict[str, float], figures: Figures) -> str:
    return "\n".join([*(f"{name:20} {value}" for name, value in table.items()), *figures.errors[:20]])


if __name__ == "__main__":
    main()

"""Plays hands on the page over its web socket: errors, seconds per tap, photos a minute, memory.

    python -m measuring.benchmarks.page_soak [--sessions 20] [--minutes 3] [--hands 1] [--think 1.0]

The server runs as ``hu app`` does, with the networks. Every session is a browser. For each hand it
sends the same photo, changes a tile, answers who won and how, undoes the change, and saves the hand
or starts over. Four sessions share a game. The first of them keeps the sheet: it saves its hands,
and begins another game when the game is finished. The others start over.

A tap is timed from the message that a browser sends to the end of the answer, without the time in
which the browser draws. The players run on the same machine and take part of its time. The figures
are printed as JSON.
"""

import argparse
import asyncio
import json
import math
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
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

#: Seconds to wait for an answer.
_TIMEOUT_S: Final = 300
#: Browsers of a game.
_BROWSERS: Final = 4
#: The most errors that are printed.
_SHOWN_ERRORS: Final = 20


@dataclass
class SoakFigures:
    """The figures of all players. Memory and processor time are the server's during play.

    Attributes:
        taps_s: the seconds of each tap.
        photos_s: the seconds of each photo, from sending it to its tiles.
        saved: the number of hands that were saved.
        errors: the failures, in words.
        memory_mb: the memory of the server and its processes, each second.
        processor_s: the processor time of the server, without its processes.
    """

    taps_s: list[float] = field(default_factory=list)
    photos_s: list[float] = field(default_factory=list)
    saved: int = 0
    errors: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    processor_s: float = 0


class GameTable:
    """The games that four browsers play, one after the other."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        #: The codes of the games, the latest last.
        self.codes: list[str] = []
        self.begin()

    def begin(self) -> None:
        """Begin another game."""
        game = self._ledger.create_game("zung-jung", ["Anna", "Bruno", "Carla", "Dario"])
        self.codes.append(game.code)


class SoakPlayer:
    """A browser that plays hands.

    Args:
        address: the server's host and port.
        table: the games to play. None for hands without a game.
        place: the place at the table, from 0. The player at this place wins all hands of the
            browser.
        figures: the figures of all players. Those of this browser are added to them.
        think_s: the mean seconds between an answer and the next tap.
    """

    def __init__(
        self,
        address: str,
        table: GameTable | None,
        place: int,
        figures: SoakFigures,
        think_s: float,
    ) -> None:
        self._address = address
        self._table = table
        self._place = place
        self._figures = figures
        self._think_s = think_s
        #: The code of the game that is open.
        self._code = ""
        #: The content of each element of the page, by its key.
        self._elements: dict[str, Any] = {}
        #: Messages that the server sends only once, by their hash.
        self._cached: dict[str, ForwardMsg] = {}
        #: The page's alerts and exceptions that are not yet among the errors.
        self._alerts: list[str] = []
        #: The number of photos that were sent.
        self._uploads = 0
        #: A random id of this browser's load of the page.
        self._load_id = secrets.token_hex(12)
        #: The number of taps of this load. A tap is sent with its number.
        self._taps = 0

    async def play(self, *, least_hands: int, until: float, photo: bytes, saves: bool) -> None:
        """Play hands. A failure ends the play, and is added to the figures.

        Args:
            least_hands: the least number of hands.
            until: begin more hands until this time of the monotonic clock.
            photo: the content of the photo of every hand.
            saves: save the hands if the page offers it, instead of starting over.
        """
        options: Any = {
            "subprotocols": ["streamlit"],
            "max_size": None,
            "open_timeout": _TIMEOUT_S,
        }
        address = f"ws://{self._address}/_stcore/stream"
        try:
            async with websockets.connect(address, **options) as self._socket:
                hand_count = 0
                while hand_count < least_hands or time.monotonic() < until:
                    await self._play_hand(photo, saves=saves)
                    hand_count += 1
        except Exception as error:  # noqa: BLE001  # every failure is a figure
            self._figures.errors.append(f"{type(error).__name__}: {error}"[:300])

    async def _play_hand(self, photo: bytes, *, saves: bool) -> None:
        """Photograph a hand, change a tile, answer, undo the change, and save or start over.

        Args:
            photo: the content of the photo.
            saves: save the hand if the page offers it, instead of starting over.
        """
        await self._open_page()
        await self._photograph(photo)

        first_tile_id = int(self._part("editor")["groups"][0]["tiles"][0]["id"])
        seats = [seat["seat"] for seat in self._part("seats")["seats"]]
        winner = seats[self._place]
        # The player before the winner. Before the first player sits the last.
        discarder = seats[self._place - 1]
        # All browsers send the same photo. As soon as a hand equals a hand that another browser has
        # just saved, the page shows the sheet instead. A wrong tile makes this hand another hand
        # until all answers are given and the undo is tapped.
        await self._emit("tile", None, ["face", first_tile_id, "1z"])
        await self._emit("seat", winner, None)
        await self._emit("seat", winner, discarder)
        await self._emit("tile-undo", None)

        save_button = self._part("save")
        if not saves or not save_button:
            await self._emit("over")
            return
        await self._emit("save", save_button["token"])
        self._figures.saved += 1
        # The sheet has a button for the next hand until the game is finished.
        is_game_finished = "next" not in self._elements
        if self._table is not None and is_game_finished:
            self._table.begin()
        # Go back from the sheet to the screen of the hand.
        await self._emit("view", "hand")

    async def _open_page(self) -> None:
        """Open the page for the table's latest game, unless it is open already."""
        latest_code = self._table.codes[-1] if self._table else ""
        is_open = bool(self._elements)
        if is_open and latest_code == self._code:
            return
        self._code = latest_code
        await self._run()
        self._count_alerts()

    async def _photograph(self, photo: bytes) -> None:
        """Send a photo, and wait for its tiles.

        Args:
            photo: the content of the photo.
        """
        self._uploads += 1
        # Every photo has a name of its own. A script that replaces the page (option ``--page``) may
        # read no photos: for a name that ends like this it shows recorded tiles that are all right.
        name = f"{self._uploads}-perfect.jpg"
        start = time.perf_counter()
        urls = await self._upload_urls(name)
        await asyncio.to_thread(self._put, urls.upload_url, name, photo)
        state = WidgetState(id=self._component("snap-file-").id)
        files = state.file_uploader_state_value.uploaded_file_info
        files.add(name=name, size=len(photo), file_id=urls.file_id, file_urls=urls)
        await self._run(state)
        if not self._part("editor"):
            raise LookupError(f"no tiles in the photo; {self._alerts}")
        self._figures.photos_s.append(time.perf_counter() - start)
        self._count_alerts()

    async def _upload_urls(self, name: str) -> Any:
        """Ask the server where to upload a file.

        Returns:
            The file's ``upload_url`` and ``file_id``, as Streamlit's protocol has them.
        """
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
        """Send a file as a browser's form does.

        Args:
            path: the path of the upload.
            name: the name of the file.
            content: the file.
        """
        headers = {"Content-Type": "multipart/form-data; boundary=hu"}
        disposition = f'form-data; name="{name}"; filename="{name}"'
        head = f"--hu\r\nContent-Disposition: {disposition}\r\n\r\n"
        body = head.encode() + content + b"\r\n--hu--\r\n"
        address = f"http://{self._address}/{path.lstrip('/')}"
        with urlopen(Request(address, body, headers, method="PUT"), timeout=_TIMEOUT_S):
            pass

    def _component(self, start: str) -> Any:
        """Return the content of an element of the page whose key has this start.

        Raises:
            LookupError: no element has such a key.
        """
        for key, content in self._elements.items():
            if key.startswith(start):
                return content
        raise LookupError(
            f"nothing to tap: {start}; there are {', '.join(self._elements)}; {self._alerts}"
        )

    def _part(self, kind: str) -> dict[str, Any]:
        """Return the first part of a kind on the hand's screen, empty if there is none."""
        if "hand" not in self._elements:
            return {}
        screen = json.loads(self._elements["hand"].json)
        for column in screen["columns"]:
            for part in column:
                if part["kind"] == kind:
                    first_part: dict[str, Any] = part
                    return first_part
        return {}

    async def _emit(self, *op: Any) -> None:
        """Tap on the hand's screen. The page's frame sends the tap as an event in a log.

        Args:
            op: the name of the event, and then its values.
        """
        self._taps += 1
        frame = self._component("frame")
        event = {
            "load": self._load_id,
            "n": self._taps,
            "hand": json.loads(frame.json)["hand"],
            "op": op,
        }
        # Streamlit passes on only values that differ from the last. "sending" makes each differ.
        log = {"events": [event], "sending": self._taps}
        await self._tap(WidgetState(id=frame.id, json_value=json.dumps({"log": log})))

    async def _tap(self, state: WidgetState) -> None:
        """Think, tap and wait for the answer.

        Args:
            state: the state that the tap gives to an element of the page.
        """
        await asyncio.sleep(random.uniform(0.5, 1.5) * self._think_s)
        start = time.perf_counter()
        await self._run(state)
        self._figures.taps_s.append(time.perf_counter() - start)
        self._count_alerts()

    def _count_alerts(self) -> None:
        """Count the page's alerts since the last count as an error."""
        if self._alerts:
            self._figures.errors.append("; ".join(self._alerts))
            self._alerts.clear()

    async def _run(self, *states: WidgetState) -> None:
        """Send the states of elements, and take the whole answer. Without states, open the page."""
        message = BackMsg()
        request = message.rerun_script
        request.query_string = f"game={self._code}" if self._code else ""
        request.widget_states.widgets.extend(states)
        # The server refers to these messages by their hashes, instead of sending them again.
        request.cached_message_hashes.extend(self._cached)
        await self._socket.send(message.SerializeToString())
        self._elements.clear()
        is_whole = False
        async with asyncio.timeout(_TIMEOUT_S):
            while not is_whole:
                is_whole = self._receive(ForwardMsg.FromString(await self._socket.recv()))

    def _receive(self, message: ForwardMsg) -> bool:
        """Keep the content of a message, and return whether the message ends the answer."""
        if message.WhichOneof("type") == "ref_hash":
            # The server refers to a message that it has sent before.
            message = self._cached[message.ref_hash]
        elif message.metadata.cacheable and message.hash:
            self._cached[message.hash] = message
        kind = message.WhichOneof("type")
        if kind == "script_finished":
            # A run that was cut short is followed by another.
            return message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        if kind == "new_session":
            # A run of the page's script begins.
            self._elements.clear()
        if kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._keep_element(message.delta.new_element)
        return False

    def _keep_element(self, element: Any) -> None:
        """Keep an element with a key, and note alerts and exceptions."""
        kind = element.WhichOneof("type")
        content = getattr(element, kind)
        if kind == "exception":
            self._alerts.append(f"exception: {content.message}")
        elif kind == "html" and 'class="hu-alert"' in content.body:
            self._alerts.append(content.body)
        elif getattr(content, "id", ""):
            # The key follows the second hyphen of an element's id.
            key = content.id.split("-", 2)[-1]
            self._elements[key] = content


async def _play(
    address: str, process_id: int, tables: Sequence[GameTable], arguments: argparse.Namespace
) -> SoakFigures:
    """Let all browsers play, and watch the server.

    Args:
        address: the server's host and port.
        process_id: the id of the server's process.
        tables: a table for each four sessions.
        arguments: the options of the command.

    Returns:
        The figures of all browsers.
    """
    figures = SoakFigures()
    photo = SAMPLE.read_bytes()
    # A first hand loads the networks, as the first hand of an evening does. Of its figures only the
    # errors count. The memory at the start is measured after it.
    first_figures = SoakFigures()
    first_player = SoakPlayer(address, table=None, place=0, figures=first_figures, think_s=0)
    await first_player.play(least_hands=1, until=0, photo=photo, saves=False)
    figures.errors += first_figures.errors
    figures.memory_mb.append(memory_mb(process_id))
    # The server's own times, without those of the processes that read photos.
    server = psutil.Process(process_id)
    before = server.cpu_times()

    async def watch() -> None:
        while True:
            figures.memory_mb.append(memory_mb(process_id))
            await asyncio.sleep(1)

    watching = asyncio.create_task(watch())
    until = time.monotonic() + 60 * arguments.minutes
    plays = []
    for number in range(arguments.sessions):
        place = number % _BROWSERS
        table = tables[number // _BROWSERS]
        player = SoakPlayer(address, table, place, figures, arguments.think)
        # The first browser of each table keeps the sheet.
        keeps_sheet = place == 0
        play = player.play(least_hands=arguments.hands, until=until, photo=photo, saves=keeps_sheet)
        plays.append(play)
    await asyncio.gather(*plays)
    watching.cancel()
    after = server.cpu_times()
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
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "games.sqlite")
        tables = [GameTable(ledger) for _ in range(math.ceil(arguments.sessions / _BROWSERS))]
        with page_server(Path(folder), arguments.page) as (port, process_id):
            figures = asyncio.run(_play(f"localhost:{port}", process_id, tables, arguments))
        entry_count = 0
        for table in tables:
            for code in table.codes:
                entry_count += len(ledger.entries(code))
        ledger.close()
    if entry_count != figures.saved:
        figures.errors.append(
            f"{figures.saved} hands were called saved, {entry_count} are on the sheets"
        )
    print(json.dumps(_summary_of(figures, arguments.minutes), indent=1))
    sys.exit(1 if figures.errors else 0)


def _summary_of(figures: SoakFigures, minutes: float) -> dict[str, Any]:
    """Return the figures as they are printed.

    Args:
        figures: the figures of all players.
        minutes: the time of play. 0 if only the number of hands decided when to end.
    """
    # If nothing was timed, the percentiles are not a number (NaN).
    tap_seconds = figures.taps_s or [float("nan")]
    photo_seconds = figures.photos_s or [float("nan")]
    photos_per_minute = None
    if minutes:
        photos_per_minute = round(len(figures.photos_s) / minutes, 1)
    return {
        "taps": len(figures.taps_s),
        "errors": len(figures.errors),
        "tap_p50_s": _percentile(tap_seconds, 50, digits=3),
        "tap_p95_s": _percentile(tap_seconds, 95, digits=3),
        "tap_p99_s": _percentile(tap_seconds, 99, digits=3),
        "photos_per_minute": photos_per_minute,
        "photo_p50_s": _percentile(photo_seconds, 50, digits=2),
        "photo_p95_s": _percentile(photo_seconds, 95, digits=2),
        "hands_saved": figures.saved,
        "processor_s": round(figures.processor_s, 1),
        "memory_start_mb": round(figures.memory_mb[0]),
        "memory_most_mb": round(max(figures.memory_mb)),
        "memory_end_mb": round(figures.memory_mb[-1]),
        "first_errors": figures.errors[:_SHOWN_ERRORS],
    }


def _percentile(values: Sequence[float], percent: int, *, digits: int) -> float:
    return round(float(np.percentile(values, percent)), digits)


if __name__ == "__main__":
    main()

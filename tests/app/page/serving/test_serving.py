"""The server itself: what it compresses, and that the page runs once at a time for each visit."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets import Subprotocol
from websockets.sync.client import connect

from hu.app.page.serving.compression import Compression
from tests.apart import run_apart
from tests.app.page.servers import Server

CONTENT = b"Streamlit's" * 100


def ask(path: str, encoding: str = "gzip") -> tuple[dict[bytes, bytes], bytes]:
    sent: list[Any] = []

    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": CONTENT})

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept-encoding", encoding.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
    run_apart(Compression(streamlit)(scope, None, send))  # type: ignore[arg-type]
    return dict(sent[0]["headers"]), sent[1]["body"]


@pytest.mark.parametrize("path", ["/", "/static/js/index.js"])
def test_the_page_and_its_scripts_come_compressed(path: str) -> None:
    headers, body = ask(path)
    assert headers[b"content-encoding"] == b"gzip"
    assert int(headers[b"content-length"]) == len(body) < len(CONTENT)
    assert gzip.decompress(body) == CONTENT


@pytest.mark.parametrize("path", ["/healthz", "/static/media/a.woff2", "/media/a.csv"])
def test_everything_else_is_streamlits(path: str) -> None:
    assert ask(path) == ({}, CONTENT)
    assert ask("/static/js/index.js", "identity")[1] == CONTENT


_PAGE = """
import builtins, time
running = builtins.__dict__.setdefault("running", [])
running.append(1)
print("runs at a time:", len(running), flush=True)
time.sleep(0.3)
running.pop()
"""


def test_a_tap_waits_for_the_run_before_it(tmp_path: Path) -> None:
    page = tmp_path / "page.py"
    page.write_text(_PAGE)
    rerun = BackMsg()
    rerun.rerun_script.SetInParent()
    ends = 0
    with (
        Server(tmp_path / "games.sqlite", page) as server,
        connect(
            f"ws://localhost:{server.port}/_stcore/stream", subprotocols=[Subprotocol("streamlit")]
        ) as socket,
    ):
        socket.send(rerun.SerializeToString())
        # Streamlit makes one run of two taps that come before the first run begins.
        while not ForwardMsg.FromString(socket.recv(timeout=60)).HasField("new_session"):
            pass
        socket.send(rerun.SerializeToString())
        while ends < 2:
            ends += ForwardMsg.FromString(socket.recv(timeout=60)).HasField("script_finished")
    assert set(server.log.split("\n")) == {"runs at a time: 1", ""}

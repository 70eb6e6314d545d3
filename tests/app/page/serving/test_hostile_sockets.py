"""Web sockets that announce much and stop: the server's memory stays, and it lets go of them."""

import socket
import struct
from typing import Any

import psutil
import pytest
from starlette.websockets import WebSocket, WebSocketState

from hu.app.page.serving.gate import Gate
from tests.apart import run_apart
from tests.app.page.servers import Server, open_stream

#: Each test starts the whole page.
pytestmark = pytest.mark.long

_SOCKETS = 40
_MEGABYTE = 1_000_000


def memory_mb(server: Server) -> float:
    assert server.process is not None
    return float(psutil.Process(server.process.pid).memory_info().rss) / 1e6


def connect(server: Server) -> socket.socket:
    """Open the page's web socket, as far as the server's answer."""
    line = open_stream(server.port)
    assert b"101" in line.recv(4096)
    return line


@pytest.mark.parametrize(("announced", "sent"), [(59, 58), (1.99, 1.9)])
def test_unfinished_messages_fill_no_memory_and_are_dropped(
    own_server: Server, announced: float, sent: float
) -> None:
    connect(own_server).close()
    before = memory_mb(own_server)
    lines = [connect(own_server) for _ in range(_SOCKETS)]
    for line in lines:
        try:
            line.sendall(
                b"\x82\xff" + struct.pack(">Q", round(announced * _MEGABYTE)) + b"\0\0\0\0"
            )
            for _ in range(round(sent * 10)):
                line.sendall(bytes(_MEGABYTE // 10))
        except (BrokenPipeError, ConnectionResetError):
            # It has been closed already.
            assert announced > 2
    assert memory_mb(own_server) - before < 100
    for line in lines:
        try:
            while line.recv(65_536):
                pass
        except ConnectionResetError:
            pass
        line.close()
    connect(own_server).close()


@pytest.mark.parametrize(
    "frame",
    [b"\x82\x84\0\0\0\0\xff\xff\xff\xff", b"\x81\x82\0\0\0\0hi", b"\xff\xff\xff\xff\xff\xff\xff"],
)
def test_garbage_leaves_one_line_in_the_log(own_server: Server, frame: bytes) -> None:
    line = connect(own_server)
    line.sendall(frame)
    while line.recv(65_536):
        pass
    line.close()
    connect(own_server).close()
    assert "Traceback" not in own_server.log
    assert len(own_server.log.splitlines()) <= 1, own_server.log


def test_a_line_that_was_closed_while_it_was_used_leaves_one_line_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        await WebSocket(scope, receive, send).accept()
        line = WebSocket(scope, receive, send)
        line.application_state = WebSocketState.DISCONNECTED
        await line.close()

    async def say(message: Any = None) -> Any:
        return message or {"type": "websocket.connect"}

    scope: Any = {"type": "websocket", "path": "/_stcore/stream", "headers": []}
    run_apart(Gate(streamlit)(scope, say, say))
    assert [(record.exc_info, "closed already" in record.message) for record in caplog.records] == [
        (None, True)
    ]

"""Messages on web sockets that do not end: each has a deadline, and all together a size.

The server puts the parts of a message together before the page's program gets it. A sender that
answers pings could keep its parts in memory for ever. uvicorn bounds only the size of one message.
Tried with uvicorn 0.54.0.
"""

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_LOG: Final = logging.getLogger("hu.page")
#: Seconds for a whole message. The largest has 2 MB, browsers send a few kilobytes.
_WHOLE_S: Final = 30.0
#: Parts of a message. Chromium sends 1 MB in 16 parts.
_MOST_PARTS: Final = 200
#: Bytes of the unfinished messages of all sockets. Beyond that the oldest are dropped.
_MOST_OF_ALL: Final = 20_000_000


class _Waiting:
    """An unfinished message.

    Attributes:
        connection: the web socket on which it comes.
        size: the bytes that have come.
        timer: closes the connection when the message takes too long.
    """

    def __init__(self, connection: WebSocketsSansIOProtocol) -> None:
        self.connection = connection
        self.size = 0
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(_WHOLE_S, self.drop, "took too long")

    def drop(self, reason: str) -> None:
        """Close the connection."""
        forget(self.connection)
        _LOG.warning("a web socket was closed: its message %s", reason)
        self.connection.frames = []
        self.connection.transport.abort()


#: By connection, the oldest first.
_WAITING: Final[dict[WebSocketsSansIOProtocol, _Waiting]] = {}


def bound_messages() -> None:
    """Bound the messages of all web sockets of this process, once."""
    protocol: Any = WebSocketsSansIOProtocol
    if hasattr(protocol, "hu_is_bounded"):
        return
    protocol.hu_is_bounded = True
    receive = protocol.data_received
    lose = protocol.connection_lost

    def data_received(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        receive(self, data)
        _look_at(self)

    def connection_lost(self: WebSocketsSansIOProtocol, exc: Exception | None) -> None:
        forget(self)
        lose(self, exc)

    protocol.data_received = data_received
    protocol.connection_lost = connection_lost


def _look_at(connection: WebSocketsSansIOProtocol) -> None:
    """Note whether a connection has an unfinished message, and close those that are too many.

    A message of too many parts is closed. If all unfinished messages together are too large, the
    oldest are closed.
    """
    size = _unfinished_bytes(connection)
    # A part may be empty.
    is_unfinished = size > 0 or bool(connection.frames)
    if not is_unfinished:
        forget(connection)
        return
    waiting = _WAITING.get(connection)
    if waiting is None:
        waiting = _Waiting(connection)
        _WAITING[connection] = waiting
    waiting.size = size
    if len(connection.frames) > _MOST_PARTS:
        waiting.drop("has too many parts")
    while sum(each.size for each in _WAITING.values()) > _MOST_OF_ALL:
        oldest, *_newer = _WAITING.values()
        oldest.drop("waited while others had no room")


def _unfinished_bytes(connection: WebSocketsSansIOProtocol) -> int:
    """Count the bytes of whole parts, and of the part that is just coming."""
    arriving: Any = connection.conn.reader
    return sum(len(part) for part in connection.frames) + len(arriving.buffer)


def forget(connection: WebSocketsSansIOProtocol) -> None:
    """Forget a connection after its message is complete or the connection is closed."""
    waiting = _WAITING.pop(connection, None)
    if waiting is not None:
        waiting.timer.cancel()

"""Limits unfinished messages on web sockets: the time of each, and the size of all together.

uvicorn collects the parts of a message until the message is complete. It limits only the size of a
single message. A sender that answers pings, but never completes its message, could keep the parts
in memory for ever. Tried with uvicorn 0.54.0.
"""

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_LOG: Final = logging.getLogger("hu.page")
#: The most seconds for a whole message. Browsers send a few kilobytes, and never more than 2 MB.
_WHOLE_S: Final = 30.0
#: The most parts of a message. Chromium sends 1 MB in 16 parts.
_MOST_PARTS: Final = 200
#: The most bytes of the unfinished messages of all web sockets. Beyond that the oldest are dropped.
_MOST_OF_ALL: Final = 20_000_000


class _UnfinishedMessage:
    """An unfinished message.

    Attributes:
        connection: the web socket on which it comes.
        size: the number of bytes that have come.
        timer: closes the connection if the message takes too long.
    """

    def __init__(self, connection: WebSocketsSansIOProtocol) -> None:
        self.connection = connection
        self.size = 0
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(_WHOLE_S, self.drop, "took too long")

    def drop(self, reason: str) -> None:
        """Close the connection and free the parts of the message.

        Args:
            reason: completes the sentence "its message ..." in the log.
        """
        forget(self.connection)
        _LOG.warning("a web socket was closed: its message %s", reason)
        self.connection.frames = []
        self.connection.transport.abort()


#: The unfinished messages by their connections, the oldest first.
_UNFINISHED: Final[dict[WebSocketsSansIOProtocol, _UnfinishedMessage]] = {}


def bound_messages() -> None:
    """Limit the unfinished messages of all web sockets of this process.

    This replaces two methods of uvicorn's protocol class. A second call changes nothing.
    """
    protocol: Any = WebSocketsSansIOProtocol
    if hasattr(protocol, "hu_is_bounded"):
        return
    protocol.hu_is_bounded = True
    uvicorn_receive = protocol.data_received
    uvicorn_lose = protocol.connection_lost

    def data_received(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        uvicorn_receive(self, data)
        _look_at(self)

    def connection_lost(self: WebSocketsSansIOProtocol, exc: Exception | None) -> None:
        forget(self)
        uvicorn_lose(self, exc)

    protocol.data_received = data_received
    protocol.connection_lost = connection_lost


def _look_at(connection: WebSocketsSansIOProtocol) -> None:
    """Note whether a connection has an unfinished message, and drop messages beyond the limits.

    The message of the connection is dropped if it has too many parts. If the unfinished messages of
    all connections together are too large, the oldest are dropped.
    """
    size = _unfinished_bytes(connection)
    # A message whose parts are all empty has the size 0, but it has parts.
    is_unfinished = size > 0 or bool(connection.frames)
    if not is_unfinished:
        forget(connection)
        return
    message = _UNFINISHED.get(connection)
    if message is None:
        message = _UnfinishedMessage(connection)
        _UNFINISHED[connection] = message
    message.size = size
    if len(connection.frames) > _MOST_PARTS:
        message.drop("has too many parts")
    while sum(each.size for each in _UNFINISHED.values()) > _MOST_OF_ALL:
        oldest, *_newer = _UNFINISHED.values()
        oldest.drop("waited while others had no room")


def _unfinished_bytes(connection: WebSocketsSansIOProtocol) -> int:
    """Count the bytes of an unfinished message, with those of the part that is coming now."""
    # The buffer of the connection's reader has the bytes of the part that is coming now.
    reader: Any = connection.conn.reader
    return sum(len(part) for part in connection.frames) + len(reader.buffer)


def forget(connection: WebSocketsSansIOProtocol) -> None:
    """Forget a connection after its message is complete or the connection is closed."""
    message = _UNFINISHED.pop(connection, None)
    if message is not None:
        message.timer.cancel()

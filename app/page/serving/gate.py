"""ASGI middleware in front of Streamlit.

It refuses requests of other sites, and lets the page load nothing from them.

Streamlit asks an outside service for this computer's address before it refuses a foreign origin;
here such requests are refused before it sees them.
"""

import logging
import re
import socket
from collections.abc import Collection, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from hu.app.page.parts.internals import uploaded_bytes
from hu.app.page.photos.photo import LIMIT_MB

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG: Final = logging.getLogger("hu.page")
#: Figures about the server.
_CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent")
#: Photos and files of open pages.
_UPLOADS: Final = "/_stcore/upload_file"
_MOST_DIGITS: Final = 12
#: Bytes of a file, of the files of a page, and of all pages: the one place where uploads are
#: bounded.
_MOST_OF_A_FILE: Final = LIMIT_MB * 1_000_000
_MOST_OF_A_PAGE: Final = 60_000_000
_MOST_OF_ALL: Final = 300_000_000
#: The page's scripts and styles stand in the page and in blobs; nothing comes from another server.
#: Web sockets are named for browsers that do not count them as the page's own server.
_POLICY: Final = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self' data: blob: ws: wss:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    # A game's code stands in the page's address.
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
#: A name or an address, the longer ones in brackets, and perhaps a port.
_HOST: Final = re.compile(rb"(?P<name>\[[0-9a-f:.]+\]|[0-9a-z_.-]+)(:[0-9]{1,5})?")
#: ASGI's close of a web socket before it was accepted: the browser sees status 403.
_POLICY_VIOLATION: Final = 1008


class Compression(GZipMiddleware):
    """ASGI middleware that compresses Streamlit's scripts and styles.

    Streamlit sends them as they are.

    The first screen needs 96 of them, 2.4 MB, compressed 0.6 MB: that is 0.36 s less at 40 Mbit/s
    (2026-11-26).
    """

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request, compressed where it asks for one of these files."""
        is_file = scope["type"] == "http" and scope["path"].startswith(
            ("/static/js/", "/static/css/")
        )
        await (super().__call__ if is_file else self.app)(scope, receive, send)


class Gate:
    """ASGI middleware that lets only requests of this page pass.

    ``hosts`` are the server's names beside ``localhost``, addresses and the machine's own name.
    """

    def __init__(self, app: "ASGIApp", hosts: Collection[str] = ()) -> None:
        own = socket.gethostname()
        #: The files that are on their way: their pages and sizes.
        self._coming: list[tuple[str, int]] = []
        self._app, self._hosts = (
            app,
            {host.lower() for host in (*hosts, own, own.partition(".")[0])},
        )

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a request of this page pass, refuse any other."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if not is_own_host(headers.get(b"host", b"localhost"), self._hosts):
            await _refuse(
                scope,
                send,
                403,
                b"This server goes by another name; start it with: hu app --host NAME\n",
            )
        elif not is_own_origin(headers):
            await _refuse(scope, send, 403)
        elif scope["path"].startswith(_CLOSED):
            await _refuse(scope, send, 404)
        elif scope["path"].startswith(_UPLOADS):
            await self._upload(scope, receive, send)
        elif scope["type"] == "websocket":
            try:
                await self._app(scope, receive, send)
            except (KeyError, TypeError) as error:
                # Text, where Streamlit speaks binary messages alone.
                _LOG.warning("a web socket was closed: it sent text (%r)", error)
            except RuntimeError as error:
                # Starlette's word for a line that was closed while Streamlit still used it.
                _LOG.warning("a web socket had been closed already (%s)", error)
        else:
            await self._app(scope, receive, _guard(scope, send))

    async def _upload(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a file of an open page pass; its size is known before."""
        page = scope["path"].removeprefix(_UPLOADS).strip("/").partition("/")[0]
        size = dict(scope["headers"]).get(b"content-length", b"")
        if scope["type"] == "http" and scope["method"] == "DELETE":
            await self._app(scope, receive, _guard(scope, send))
        elif (
            scope["type"] != "http"
            or scope["method"] != "PUT"
            or not (size.isdigit() and len(size) < _MOST_DIGITS)
        ):
            await _refuse(scope, send, 404)
        elif not self._has_room(page, int(size)):
            await _refuse(scope, send, 413)
        else:
            upload = (page, int(size))
            self._coming.append(upload)
            try:
                # Streamlit would write a traceback for each phone that loses its network.
                with suppress(ClientDisconnect):
                    await self._app(scope, receive, _guard(scope, send))
            finally:
                self._coming.remove(upload)

    def _has_room(self, page: str, size: int) -> bool:
        """Return whether a page may upload this many more bytes.

        Streamlit keeps uploads until the page is closed.
        """
        there = [*uploaded_bytes().items(), *self._coming]
        mine = sum(count for owner, count in there if owner == page)
        return (
            size <= _MOST_OF_A_FILE
            and mine + size <= _MOST_OF_A_PAGE
            and sum(count for _, count in there) + size <= _MOST_OF_ALL
        )


def is_own_host(host: bytes, names: Collection[str]) -> bool:
    """Return whether a request's ``Host`` names this server.

    The name of another site may lead to this server as well.
    """
    parts = _HOST.fullmatch(host.lower())
    if parts is None:
        return False
    name = parts["name"].decode("ascii", "replace").strip("[]").rstrip(".")
    if name == "localhost" or name.endswith(".local") or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a request comes from a page of this server or from no page at all.

    Its ``Origin`` header decides.
    """
    origin = headers.get(b"origin")
    try:
        return (
            origin is None or urlsplit(origin).netloc.lower() == headers.get(b"host", b"").lower()
        )
    except ValueError:
        return False


async def _refuse(scope: "Scope", send: "Send", status: int, reason: bytes = b"") -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        return
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-length", b"%d" % len(reason))],
        }
    )
    await send({"type": "http.response.body", "body": reason})


def _guard(scope: "Scope", send: "Send") -> "Send":
    secure = scope["scheme"] in ("https", "wss")

    async def send_on(message: "Message") -> None:
        if message["type"] == "http.response.start":
            headers = list(_HEADERS)
            for name, value in message.get("headers", ()):
                # Where the page came over HTTPS, its cookies go that way alone.
                exposed = (
                    secure and name.lower() == b"set-cookie" and b"secure" not in value.lower()
                )
                headers.append((name, value + b"; Secure" if exposed else value))
            message["headers"] = headers
        await send(message)

    return send_on

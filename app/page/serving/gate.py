"""ASGI middleware in front of Streamlit: it refuses requests of other sites and lets the page load nothing from them.

Streamlit asks an outside service for this computer's address before it refuses a foreign origin; here such requests are
refused before it sees them.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Figures about the server.
_CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent")
#: Photos of hands come another way; photos of faces and files of tile sets come here, from open pages alone.
_UPLOADS: Final = "/_stcore/upload_file"
_LARGEST_UPLOAD: Final = 64_000_000
#: The page's scripts and styles stand in the page and in blobs; nothing comes from another server. Web sockets are
#: named for browsers that do not count them as the page's own server.
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
#: ASGI's close of a web socket before it was accepted: the browser sees status 403.
_POLICY_VIOLATION: Final = 1008


class Gate:
    """ASGI middleware around the page's server."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a request of this page pass, refuse any other."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not is_own_origin(dict(scope["headers"])):
            await _refuse(scope, send, 403)
        elif scope["path"].startswith(_CLOSED) or _is_bad_upload(scope):
            await _refuse(scope, send, 404)
        else:
            await self._app(scope, receive, _guarded(scope, send))


def _is_bad_upload(scope: "Scope") -> bool:
    """Return whether a request for the uploads is one that the page does not make, or larger than it may be."""
    if not scope["path"].startswith(_UPLOADS):
        return False
    size = dict(scope["headers"]).get(b"content-length", b"")
    small = size.isdigit() and int(size) <= _LARGEST_UPLOAD
    return scope["type"] != "http" or not (scope["method"] == "DELETE" or (scope["method"] == "PUT" and small))


def is_own_origin(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a request comes from a page of this server or from no page at all, by its ``Origin`` header."""
    origin = headers.get(b"origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get(b"host", b"").lower()


async def _refuse(scope: "Scope", send: "Send", status: int) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        return
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


def _guarded(scope: "Scope", send: "Send") -> "Send":
    secure = scope["scheme"] in ("https", "wss")

    async def sent(message: "Message") -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*_secured(message.get("headers", ()), secure=secure), *_HEADERS]
        await send(message)

    return sent


def _secured(headers: Iterable[tuple[bytes, bytes]], *, secure: bool) -> Iterable[tuple[bytes, bytes]]:
    """The headers, with cookies that are sent over HTTPS only where the page came that way."""
    for name, value in headers:
        exposed = secure and name.lower() == b"set-cookie" and b"secure" not in value.lower()
        yield name, value + b"; Secure" if exposed else value

"""Sends Streamlit's scripts and styles compressed; Streamlit itself sends them as they are.

The first screen needs 96 of them, 2.4 MB, compressed 0.6 MB: that is 0.36 s less at 40 Mbit/s (2026-11-26).
"""

import gzip
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_FOLDER: Final = files("streamlit").joinpath("static")
_KINDS: Final = {"js": b"text/javascript", "css": b"text/css"}


class Compression:
    """ASGI middleware that answers for the scripts and styles of browsers that take gzip."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer with a file, or hand the request on."""
        asks = scope["type"] == "http" and scope["method"] == "GET"
        if (
            not asks
            or scope["path"] not in _paths()
            or b"gzip" not in dict(scope["headers"]).get(b"accept-encoding", b"")
        ):
            await self._app(scope, receive, send)
            return
        body = _compress(scope["path"])
        headers = [
            (b"content-type", _KINDS[scope["path"].rpartition(".")[2]]),
            (b"content-length", b"%d" % len(body)),
            (b"content-encoding", b"gzip"),
            (b"vary", b"accept-encoding"),
            # A file's name changes with its content.
            (b"cache-control", b"public, immutable, max-age=31536000"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@cache
def _paths() -> frozenset[str]:
    folders = {kind: _FOLDER.joinpath("static", kind) for kind in _KINDS}
    return frozenset(f"/static/{kind}/{file.name}" for kind, folder in folders.items() for file in folder.iterdir())


@cache
def _compress(path: str) -> bytes:
    """One file, compressed once: their number is limited."""
    return gzip.compress(_FOLDER.joinpath(*path.split("/")[1:]).read_bytes(), 6)

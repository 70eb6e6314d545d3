"""Compresses Streamlit's page, scripts and styles. Streamlit sends them uncompressed."""

from typing import TYPE_CHECKING, Final

from starlette.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

_FOLDERS: Final = ("/static/js/", "/static/css/")


class Compression(GZipMiddleware):
    """ASGI middleware that compresses Streamlit's page, scripts and styles.

    The first screen needs 96 such files of 2.4 MB. Compressed they have 0.6 MB, and arrive 0.36 s
    earlier at 40 Mbit/s (2026-11-26).
    """

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request, compressed if it asks for the page, a script or a style."""
        is_http = scope["type"] == "http"
        is_text = is_http and (scope["path"] == "/" or scope["path"].startswith(_FOLDERS))
        if is_text:
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)

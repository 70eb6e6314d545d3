"""Streamlit's scripts and styles, compressed.

Streamlit sends them as they are.
"""

from typing import TYPE_CHECKING

from starlette.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


class Compression(GZipMiddleware):
    """ASGI middleware that compresses Streamlit's scripts and styles.

    The first screen needs 96 of them, 2.4 MB, compressed 0.6 MB: that is 0.36 s less at 40 Mbit/s
    (2026-11-26).
    """

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request, compressed if it asks for a script or a style."""
        is_file = scope["type"] == "http" and scope["path"].startswith(
            ("/static/js/", "/static/css/")
        )
        await (super().__call__ if is_file else self.app)(scope, receive, send)

"""What lets a phone put the page on its home screen: a manifest and an icon, served beside the page."""

import json
from functools import cache
from typing import TYPE_CHECKING, Final

from hu.app.tiles.svg import tile_svg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_MANIFEST: Final = {
    "name": "Hu!",
    "short_name": "Hu!",
    "start_url": "./",
    "display": "standalone",
    "background_color": "#faf9f5",
    "theme_color": "#0b6b47",
    "icons": [{"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"}],
}


class Installable:
    """ASGI middleware that answers for the manifest and the icon."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer with a file of its own, or hand the request on."""
        name = scope["path"].rsplit("/", 1)[-1] if scope["type"] == "http" else ""
        if name not in ("manifest.webmanifest", "icon.svg"):
            await self._app(scope, receive, send)
            return
        kind, body = _file(name)
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@cache
def _file(name: str) -> tuple[bytes, bytes]:
    if name == "icon.svg":
        return b"image/svg+xml", tile_svg("7z").encode()
    return b"application/manifest+json", json.dumps(_MANIFEST).encode()

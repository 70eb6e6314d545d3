"""The page's shell: what a browser gets before Streamlit speaks, and what a phone needs to keep the page like an app.

Streamlit serves its own document, nothing to install, and its scripts uncompressed; this middleware answers for the
document, the style sheet, manifest, icons, font and service worker, and compresses Streamlit's scripts once each.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from functools import cache
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from hu.app.i18n import LANGUAGES, best_language
from hu.app.page.parts.document import (
    SCRIPTS_COOKIE,
    STATIC,
    asset,
    away,
    document,
    preloaded,
    scripts,
    scripts_name,
    service_worker,
    style_name,
    style_sheet,
)
from hu.app.tiles.icon import icon_svg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

#: The cookie that keeps the language that a browser chose.
LANGUAGE_COOKIE: Final = "hu_language"
_MANIFEST: Final = {
    "name": "Hu!",
    "short_name": "Hu!",
    "id": "./",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#faf9f5",
    "theme_color": "#0b6b47",
    "icons": [
        {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {"src": "icon-192.png", "type": "image/png", "sizes": "192x192", "purpose": "any"},
        {"src": "icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any"},
        {"src": "icon-maskable-512.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
    ],
}
_PICTURES: Final = ("icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
_HTML: Final = "text/html"
_STATIC_KINDS: Final = {"js": "text/javascript", "css": "text/css"}
#: A file whose name changes with its content may be kept; any other is asked for again each time.
_FOR_EVER: Final = "public, immutable, max-age=31536000"
_ASK_AGAIN: Final = "no-cache"


def _file(kind: str, body: bytes, caching: str = _ASK_AGAIN, *, gzipped: bool = False) -> Response:
    """One file as it is sent: its media type and content, and how long a browser may keep it."""
    compressed = {"content-encoding": "gzip", "vary": "accept-encoding"} if gzipped else {}
    return Response(body, headers={"cache-control": caching, **compressed}, media_type=kind)


class Shell:
    """ASGI middleware that answers for the page's own files and hands every other request on."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer with a file, or hand the request on."""
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        answer = _answer(scope["path"], dict(scope["headers"])) if asks else None
        if answer is None:
            await self._app(scope, receive, send)
            return
        body = b"" if scope["method"] == "HEAD" else answer.body
        await send({"type": "http.response.start", "status": 200, "headers": answer.raw_headers})
        await send({"type": "http.response.body", "body": body})


def warm() -> None:
    """Make what a first visitor asks for, so that nobody waits for compression."""
    for path in ("/", f"/{style_name()}", f"/{scripts_name()}", *(f"/{name}" for name in preloaded())):
        _answer(path, {b"accept-encoding": b"gzip"})


def _answer(path: str, headers: Mapping[bytes, bytes]) -> Response | None:
    gzipped = b"gzip" in headers.get(b"accept-encoding", b"")
    if path == "/":
        cookies = _cookies(headers)
        return _document(_language(headers, cookies), known=cookies.get(SCRIPTS_COOKIE) == scripts_name())
    if path == f"/{style_name()}":
        return _kept(_STATIC_KINDS["css"], style_sheet, gzipped=gzipped)
    if path == f"/{scripts_name()}":
        return _kept("application/json", scripts, gzipped=gzipped)
    if gzipped and path in _static_paths():
        return _compressed(path)
    return _named_files().get(path)


def _cookies(headers: Mapping[bytes, bytes]) -> Mapping[str, str]:
    try:
        return {name: one.value for name, one in SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).items()}
    except CookieError:
        return {}


def _language(headers: Mapping[bytes, bytes], cookies: Mapping[str, str]) -> str:
    """The language that the browser chose, or its owner's."""
    chosen = cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return best_language(headers.get(b"accept-language", b"").decode("latin-1").split(",")[0].split(";")[0])


@cache
def _document(language: str, *, known: bool) -> Response | None:
    content = document(language, known=known)
    return None if content is None else _file(_HTML, content)


@cache
def _kept(kind: str, made: Callable[[], bytes], *, gzipped: bool) -> Response:
    return _file(kind, gzip.compress(made()) if gzipped else made(), _FOR_EVER, gzipped=gzipped)


@cache
def _static_paths() -> frozenset[str]:
    folders = {kind: STATIC.joinpath("static", kind) for kind in _STATIC_KINDS}
    return frozenset(f"/static/{kind}/{file.name}" for kind, folder in folders.items() for file in folder.iterdir())


@cache
def _compressed(path: str) -> Response:
    """One of Streamlit's scripts; their number is limited, and only compressed ones are kept."""
    content = STATIC.joinpath(*path.split("/")[1:]).read_bytes()
    return _file(_STATIC_KINDS[path.split("/")[2]], gzip.compress(content, 6), _FOR_EVER, gzipped=True)


@cache
def _named_files() -> Mapping[str, Response]:
    font = _file("font/woff2", asset("parts/names.woff2"), _FOR_EVER)
    pictures = {name: _file("image/png", asset(f"parts/{name}")) for name in _PICTURES}
    made = {
        "names.woff2": font,
        "icon.svg": _file("image/svg+xml", icon_svg().encode()),
        "manifest.webmanifest": _file("application/manifest+json", json.dumps(_MANIFEST).encode()),
        "service-worker.js": _file(_STATIC_KINDS["js"], service_worker()),
        "away.html": _file(_HTML, away()),
    }
    return {f"/{name}": answer for name, answer in (pictures | made).items()}

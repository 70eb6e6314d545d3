"""The page's shell: what a browser gets before Streamlit speaks, and what a phone needs to keep the page like an app.

Streamlit serves its own document, nothing to install, and its scripts uncompressed; this middleware answers for the
document, the style sheet, manifest, icons, font and service worker, and compresses Streamlit's scripts once each.
"""

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from hu.app.i18n import LANGUAGES, best_language
from hu.app.page.parts.document import STATIC, away, document, preloaded, service_worker, style_name, style_sheet
from hu.app.tiles.icon import icon_svg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

#: The cookie that keeps the language that a browser chose.
LANGUAGE_COOKIE: Final = "hu_language"
_ASSETS: Final = files("hu.app.page").joinpath("assets")
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
_HTML: Final = "text/html; charset=utf-8"
_STATIC_KINDS: Final = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
_STATIC_PATH: Final = re.compile(r"/static/(js|css)/[\w.-]+")
#: A file whose name changes with its content may be kept; any other is asked for again each time.
_FOR_EVER: Final = "public, immutable, max-age=31536000"
_ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True, slots=True)
class Answer:
    """One file as it is sent.

    Attributes:
        kind: its media type.
        body: its content, compressed if so said.
        caching: how long a browser may keep it.
        gzipped: whether the content is compressed.
    """

    kind: str
    body: bytes
    caching: str = _ASK_AGAIN
    gzipped: bool = False

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """Its headers."""
        headers = {"content-type": self.kind, "content-length": str(len(self.body)), "cache-control": self.caching}
        if self.gzipped:
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        return [(name.encode(), value.encode()) for name, value in headers.items()]


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
        await send({"type": "http.response.start", "status": 200, "headers": answer.headers})
        await send({"type": "http.response.body", "body": body})


def warm() -> None:
    """Make what a first visitor asks for, so that nobody waits for compression."""
    for path in ("/", f"/{style_name()}", *(f"/{name}" for name in preloaded())):
        _answer(path, {b"accept-encoding": b"gzip"})


def _answer(path: str, headers: Mapping[bytes, bytes]) -> Answer | None:
    gzipped = b"gzip" in headers.get(b"accept-encoding", b"")
    if path == "/":
        return _document(_language(headers))
    if path == f"/{style_name()}":
        return _style(gzipped=gzipped)
    if _STATIC_PATH.fullmatch(path):
        return _compressed(path) if gzipped and path in _static_paths() else None
    return _named_files().get(path)


def _language(headers: Mapping[bytes, bytes]) -> str:
    """The language that the browser chose, or its owner's."""
    try:
        chosen = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(LANGUAGE_COOKIE)
    except CookieError:
        chosen = None
    if chosen is not None and chosen.value in LANGUAGES:
        return chosen.value
    return best_language(headers.get(b"accept-language", b"").decode("latin-1").split(",")[0].split(";")[0])


@cache
def _document(language: str) -> Answer | None:
    content = document(language)
    return None if content is None else Answer(_HTML, content)


@cache
def _style(*, gzipped: bool) -> Answer:
    body = gzip.compress(style_sheet()) if gzipped else style_sheet()
    return Answer(_STATIC_KINDS["css"], body, _FOR_EVER, gzipped)


@cache
def _static_paths() -> frozenset[str]:
    folders = {kind: STATIC.joinpath("static", kind) for kind in _STATIC_KINDS}
    return frozenset(f"/static/{kind}/{file.name}" for kind, folder in folders.items() for file in folder.iterdir())


@cache
def _compressed(path: str) -> Answer:
    """One of Streamlit's scripts; their number is limited, and only compressed ones are kept."""
    content = STATIC.joinpath(*path.split("/")[1:]).read_bytes()
    return Answer(_STATIC_KINDS[path.split("/")[2]], gzip.compress(content, 6), _FOR_EVER, gzipped=True)


@cache
def _named_files() -> Mapping[str, Answer]:
    font = Answer("font/woff2", _ASSETS.joinpath("names.woff2").read_bytes(), _FOR_EVER)
    pictures = {name: Answer("image/png", _ASSETS.joinpath(name).read_bytes()) for name in _PICTURES}
    made = {
        "names.woff2": font,
        "icon.svg": Answer("image/svg+xml", icon_svg().encode()),
        "manifest.webmanifest": Answer("application/manifest+json", json.dumps(_MANIFEST).encode()),
        "service-worker.js": Answer(_STATIC_KINDS["js"], service_worker()),
        "away.html": Answer(_HTML, away()),
    }
    return {f"/{name}": answer for name, answer in (pictures | made).items()}

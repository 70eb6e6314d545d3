"""Photos while their hand is worked on: on disk, in nameless files that the system deletes with the process.

Only the browser that sent a photo can get it back, for two hours at most. It gets the preview from an address that
nobody can guess, so that the page names the picture after every tap instead of sending it.
"""

import re
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, TYPE_CHECKING, Final

from hu.app.page.photos.photo import SeenPhoto

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_ADDRESS: Final = re.compile(r"/(photo-[\w-]+\.jpg)")
_PHOTOS_KEPT: Final = 256
_BYTES_KEPT: Final = 1_000_000_000
_SECONDS_KEPT: Final = 2 * 3600


@dataclass(frozen=True, slots=True)
class _Kept:
    """A photo on disk: its pictures and what was seen of its tiles stand one after the other in a file."""

    since: float
    photo: SeenPhoto
    file: IO[bytes]
    sizes: tuple[int, ...]

    def read(self) -> SeenPhoto:
        """Return the photo with its pictures."""
        self.file.seek(0)
        data, preview, looks = (self.file.read(size) for size in self.sizes)
        return replace(self.photo, data=data, preview=preview, looks=looks)


class PhotoStore:
    """The photos of all browsers; the oldest go first."""

    def __init__(self) -> None:
        self._photos: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._lock = Lock()

    def put(self, browser: str, photo: SeenPhoto) -> None:
        """Keep a photo, and with it the other hands on it."""
        for other in photo.table:
            self.put(browser, other)
        kept = _kept(photo)
        with self._lock:
            self._photos[browser, photo.key] = kept
            self._photos.move_to_end((browser, photo.key))
            self._forget_old()

    def get(self, browser: str, key: str | None) -> SeenPhoto | None:
        """Find one of a browser's own photos; its pictures stay on disk."""
        kept = self._find(browser, key)
        return kept.photo if kept else None

    def opened(self, browser: str, key: str | None) -> SeenPhoto | None:
        """Find one of a browser's own photos, with its pictures."""
        kept = self._find(browser, key)
        with self._lock:
            return kept.read() if kept else None

    def preview(self, address: str) -> bytes | None:
        """Return the preview that has an address."""
        with self._lock:
            self._forget_old()
            kept = next((kept for kept in self._photos.values() if kept.photo.address == address), None)
            return kept.read().preview if kept else None

    def _find(self, browser: str, key: str | None) -> _Kept | None:
        with self._lock:
            self._forget_old()
            return self._photos.get((browser, key or ""))

    def drop(self, browser: str, key: str | None) -> None:
        """Forget a photo."""
        with self._lock:
            self._photos.pop((browser, key or ""), None)

    def _forget_old(self) -> None:
        while self._photos and (self._is_full() or self._oldest() < time.monotonic() - _SECONDS_KEPT):
            self._photos.popitem(last=False)

    def _oldest(self) -> float:
        return next(iter(self._photos.values())).since

    def _is_full(self) -> bool:
        return len(self._photos) > _PHOTOS_KEPT or sum(sum(kept.sizes) for kept in self._photos.values()) > _BYTES_KEPT


def _kept(photo: SeenPhoto) -> _Kept:
    parts = (photo.data, photo.preview, photo.looks)
    file = TemporaryFile(prefix="hu-photo-")  # noqa: SIM115  # open, and on disk, as long as the photo is kept
    for part in parts:
        file.write(part)
    file.flush()
    # Beside the page, so that no proxy need know of it.
    stored = replace(
        photo, data=b"", preview=b"", looks=b"", table=(), address=f"photo-{secrets.token_urlsafe(18)}.jpg"
    )
    return _Kept(time.monotonic(), stored, file, tuple(map(len, parts)))


#: The photos of this server.
PHOTOS: Final = PhotoStore()


class Previews:
    """ASGI middleware that answers with the previews of stored photos and hands every other request on."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer with a preview, or hand the request on."""
        asked = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if asked is None:
            await self._app(scope, receive, send)
            return
        body = PHOTOS.preview(asked[1])
        headers = [(b"content-type", b"image/jpeg"), (b"content-length", str(len(body or b"")).encode())]
        if body is not None:
            # Nobody but this browser may keep it, and it never changes.
            headers.append((b"cache-control", f"private, immutable, max-age={_SECONDS_KEPT}".encode()))
        await send({"type": "http.response.start", "status": 404 if body is None else 200, "headers": headers})
        await send({"type": "http.response.body", "body": body or b""})

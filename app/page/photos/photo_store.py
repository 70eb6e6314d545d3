"""Stores photos while players work on their hands.

The pictures are on disk, in nameless files, which the system deletes when the server ends. Only the
browser that sent a photo can get it back, for two hours at most.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Final

from hu.app.page.photos.photo import SeenPhoto

#: The most photos that are kept, the most bytes of their files, and for how many seconds.
_PHOTOS_KEPT: Final = 256
_BYTES_KEPT: Final = 1_000_000_000
_SECONDS_KEPT: Final = 2 * 3600


@dataclass(frozen=True, slots=True)
class _StoredPhoto:
    """A photo on disk.

    Attributes:
        since: when it was stored, in seconds of the monotonic clock.
        photo: the photo without its file, preview and detections.
        file: holds the bytes of the photo's file, its preview and its packed detections, one after
            the other.
        sizes: how many bytes each of these three has, in this order.
    """

    since: float
    photo: SeenPhoto
    file: IO[bytes]
    sizes: tuple[int, int, int]


class PhotoStore:
    """The photos of all browsers. It forgets the oldest first. Safe to use from several threads."""

    def __init__(self) -> None:
        self._photos: OrderedDict[tuple[str, str], _StoredPhoto] = OrderedDict()
        self._lock = Lock()

    def put(self, browser: str, photo: SeenPhoto) -> None:
        """Store a photo of a browser. Each of its other hands is stored as a photo of its own."""
        for other in photo.other_hands:
            self.put(browser, other)
        file = TemporaryFile(prefix="hu-photo-")  # noqa: SIM115  # open, and on disk, as long as the photo is kept
        contents = (photo.data, photo.preview, photo.packed_detections)
        file.write(b"".join(contents))
        file.flush()
        photo_in_memory = replace(
            photo, data=b"", preview=b"", packed_detections=b"", other_hands=()
        )
        sizes = (len(photo.data), len(photo.preview), len(photo.packed_detections))
        stored = _StoredPhoto(since=time.monotonic(), photo=photo_in_memory, file=file, sizes=sizes)
        with self._lock:
            self._photos[browser, photo.key] = stored
            self._photos.move_to_end((browser, photo.key))
            self._forget_old()

    def get(self, browser: str, key: str | None) -> SeenPhoto | None:
        """Find a photo of a browser. The result lacks its file, preview and detections."""
        stored = self._find(browser, key)
        return stored.photo if stored else None

    def load(self, browser: str, key: str | None) -> SeenPhoto | None:
        """Find a photo of a browser, with its file, preview and detections."""
        stored = self._find(browser, key)
        if stored is None:
            return None
        data_size, preview_size, detections_size = stored.sizes
        with self._lock:
            stored.file.seek(0)
            data = stored.file.read(data_size)
            preview = stored.file.read(preview_size)
            packed_detections = stored.file.read(detections_size)
        return replace(
            stored.photo, data=data, preview=preview, packed_detections=packed_detections
        )

    def preview(self, browser: str, key: str | None) -> bytes | None:
        """Read the preview of a photo of a browser. None if the photo is not stored."""
        stored = self._find(browser, key)
        if stored is None:
            return None
        data_size, preview_size, _detections_size = stored.sizes
        with self._lock:
            stored.file.seek(data_size)
            return stored.file.read(preview_size)

    def _find(self, browser: str, key: str | None) -> _StoredPhoto | None:
        """Find a photo of a browser that is not too old. The key None finds none."""
        with self._lock:
            self._forget_old()
            return self._photos.get((browser, key or ""))

    def drop(self, browser: str, key: str | None) -> None:
        """Forget a photo of a browser. The other hands on it are photos of their own, and stay."""
        with self._lock:
            self._photos.pop((browser, key or ""), None)

    def _forget_old(self) -> None:
        """Forget the photos that are too old, and the oldest others until the rest fits.

        The caller holds the lock.
        """
        oldest_allowed = time.monotonic() - _SECONDS_KEPT
        total_bytes = sum(sum(stored.sizes) for stored in self._photos.values())
        # The oldest photo comes first.
        for browser_and_key, stored in list(self._photos.items()):
            are_too_many = len(self._photos) > _PHOTOS_KEPT or total_bytes > _BYTES_KEPT
            is_too_old = stored.since < oldest_allowed
            if not are_too_many and not is_too_old:
                return
            del self._photos[browser_and_key]
            total_bytes -= sum(stored.sizes)

"""The line of photos that wait to be read: a few are read at once, the others in order of arrival."""

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Final

from hu.app.page.photos.photo import SeenPhoto, UploadError

#: More at once than this need more memory than they save time.
_MOST_AT_ONCE: Final = 4
#: A photo that nobody has asked about for this long is dropped: its browser was closed.
_LEFT_AFTER_S: Final = 10.0
#: Seconds between two looks at a photo that is being read.
_LOOK_S: Final = 0.1
#: When this many wait, newcomers are asked to try again later.
_MOST_WAITING: Final = 40


def at_once() -> int:
    """Return how many photos are read at a time on this machine."""
    return min(os.cpu_count() or 1, _MOST_AT_ONCE)


@dataclass(eq=False, slots=True)
class PhotoInLine:
    """A photo in the line, and once it has been read what it shows; a run that a tap interrupts leaves it there."""

    read: Callable[[], SeenPhoto]
    asked: float
    seen: "Future[SeenPhoto]" = field(default_factory=Future)


class PhotoLine:
    """The line; ``most`` are read at a time, by default one per processor, four at most."""

    def __init__(self, most: int | None = None) -> None:
        self._free = most or at_once()
        self._waiting: list[PhotoInLine] = []
        self._lock = Lock()

    def join(self, read: Callable[[], SeenPhoto]) -> PhotoInLine:
        """Have a photo read when its turn has come.

        Raises:
            UploadError: too many wait already.
        """
        reading = PhotoInLine(read, time.monotonic())
        with self._lock:
            if len(self._waiting) >= _MOST_WAITING:
                raise UploadError("snap.busy")
            self._waiting.append(reading)
        self._start()
        return reading

    def ahead(self, reading: PhotoInLine) -> int:
        """Count the photos that are read before this one; asking keeps its place in the line."""
        reading.asked = time.monotonic()
        with self._lock:
            # A photo that was dropped rejoins at the end.
            if not (reading in self._waiting or reading.seen.running() or reading.seen.done()):
                self._waiting.append(reading)
        # Those before it may have left, so that it can begin.
        self._start()
        with self._lock:
            return self._waiting.index(reading) + 1 if reading in self._waiting else 0

    def wait(self, reading: PhotoInLine, look: Callable[[int], None] = lambda _: None) -> SeenPhoto:
        """Return what a photo shows once it has been read; until then ``look`` gets what ``ahead`` counts."""
        while not wait([reading.seen], _LOOK_S).done:
            look(self.ahead(reading))
        return reading.seen.result()

    def _start(self) -> None:
        with self._lock:
            left = time.monotonic() - _LEFT_AFTER_S
            self._waiting = [reading for reading in self._waiting if reading.asked > left]
            while self._free and self._waiting:
                self._free -= 1
                reading = self._waiting.pop(0)
                reading.seen.set_running_or_notify_cancel()
                # Not an executor's thread: those keep a stopping server alive until they are done.
                Thread(target=self._work, args=(reading,), name="reading", daemon=True).start()

    def _work(self, reading: PhotoInLine) -> None:
        try:
            reading.seen.set_result(reading.read())
        except Exception as error:  # noqa: BLE001  # whoever waits for the photo handles it
            reading.seen.set_exception(error)
        finally:
            with self._lock:
                self._free += 1
            self._start()

"""The line of photos that wait to be read.

A few are read at once, the others in order of arrival.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for_futures
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Lock, Thread
from typing import Final

from hu.app.page.photos.photo import SeenPhoto, UploadError

#: The most photos that are read at a time. More need much more memory and save little time.
_MOST_AT_ONCE: Final = 4
#: A waiting photo is dropped if nobody has asked about it for this many seconds. Its browser was
#: probably closed.
_DROPPED_AFTER_S: Final = 10.0
#: A photo and its reading are forgotten if nobody has asked about them for this many seconds.
_FORGOTTEN_AFTER_S: Final = 2 * 3600.0
#: Whoever waits for a photo gets a report every this many seconds.
_REPORT_EVERY_S: Final = 0.1
#: The most photos that wait. Any further photo is refused.
_MOST_WAITING: Final = 40


def at_once() -> int:
    """Return how many photos are read at a time on this machine."""
    return min(os.cpu_count() or 1, _MOST_AT_ONCE)


@dataclass(eq=False, slots=True)
class PhotoInLine:
    """A photo in the line. It stays there when a tap interrupts the run that waits for it.

    Attributes:
        read: the function that reads it.
        asked_at: when somebody asked about it last, in seconds of the monotonic clock.
        ticket: a random name, by which the line finds it.
        future: its reading, or the error of reading it, as soon as it has been read.
    """

    read: Callable[[], SeenPhoto]
    asked_at: float
    ticket: str = field(default_factory=lambda: token_urlsafe(9))
    future: "Future[SeenPhoto]" = field(default_factory=Future)


class PhotoLine:
    """The line of photos.

    Args:
        most: how many photos are read at a time. None for the number of processors, four at most.
    """

    def __init__(self, most: int | None = None) -> None:
        # How many more photos may be read at the moment.
        self._free = most or at_once()
        self._waiting: list[PhotoInLine] = []
        self._by_ticket: dict[str, PhotoInLine] = {}
        self._lock = Lock()

    def join(self, read: Callable[[], SeenPhoto]) -> PhotoInLine:
        """Put a photo at the end of the line. It is read when its turn has come.

        Args:
            read: the function that reads it. It runs in a thread of its own.

        Raises:
            UploadError: too many photos wait already.
        """
        photo = PhotoInLine(read, time.monotonic())
        with self._lock:
            if len(self._waiting) >= _MOST_WAITING:
                raise UploadError("snap.busy")
            self._waiting.append(photo)
            self._by_ticket[photo.ticket] = photo
        self._start()
        return photo

    def find(self, ticket: str) -> PhotoInLine | None:
        """Find the photo with a ticket. None if it was forgotten, or if no photo has the ticket."""
        with self._lock:
            return self._by_ticket.get(ticket)

    def forget(self, ticket: str) -> None:
        """Forget a photo that was read, or for which nobody waits any more.

        A photo that still waits stays among the waiting photos until it is read, or until nobody
        has asked about it for ten seconds.
        """
        with self._lock:
            self._by_ticket.pop(ticket, None)

    def position_of(self, photo: PhotoInLine) -> int:
        """Return the position of a photo among the waiting photos, from 1.

        Whoever asks again and again keeps the photo in the line. A photo that was dropped joins the
        end of the line again.

        Returns:
            The position. 0 if the photo is being read or has been read.
        """
        photo.asked_at = time.monotonic()
        with self._lock:
            has_begun = photo.future.running() or photo.future.done()
            was_dropped = not has_begun and photo not in self._waiting
            if was_dropped:
                self._waiting.append(photo)
        # This drops photos that nobody has asked about, and the photo may begin to be read.
        self._start()
        with self._lock:
            if photo not in self._waiting:
                return 0
            return self._waiting.index(photo) + 1

    def wait(self, photo: PhotoInLine, report: Callable[[int], None] = lambda _: None) -> SeenPhoto:
        """Wait until a photo has been read.

        Args:
            photo: the photo.
            report: is called again and again with the photo's position among the waiting photos,
                which is 0 while it is being read. If it raises an exception, the photo stays in the
                line.

        Returns:
            The reading of the photo.

        Raises:
            Exception: the error for which the photo could not be read.
        """
        self.wait_until_read(photo, report)
        return photo.future.result()

    def wait_until_read(self, photo: PhotoInLine, report: Callable[[int], None]) -> None:
        """Wait until a photo has been read, or could not be read.

        Args:
            photo: the photo.
            report: is called again and again with the photo's position among the waiting photos,
                which is 0 while it is being read. If it raises an exception, the photo stays in the
                line.
        """
        while not wait_for_futures([photo.future], timeout=_REPORT_EVERY_S).done:
            report(self.position_of(photo))

    def _start(self) -> None:
        """Begin to read as many photos as may be read now.

        Before that, drop and forget the photos that nobody has asked about for too long.
        """
        with self._lock:
            now = time.monotonic()
            dropped_before = now - _DROPPED_AFTER_S
            self._waiting = [photo for photo in self._waiting if photo.asked_at > dropped_before]
            forgotten_before = now - _FORGOTTEN_AFTER_S
            for ticket, photo in list(self._by_ticket.items()):
                if photo.asked_at < forgotten_before:
                    del self._by_ticket[ticket]

            while self._free > 0 and self._waiting:
                self._free -= 1
                photo = self._waiting.pop(0)
                # This marks the future as running. Nobody ever cancels it.
                photo.future.set_running_or_notify_cancel()
                # The threads of an executor would keep a stopping server alive until they are done.
                Thread(target=self._work, args=(photo,), name="reading", daemon=True).start()

    def _work(self, photo: PhotoInLine) -> None:
        """Read a photo in its thread, then begin with the next."""
        try:
            photo.future.set_result(photo.read())
        except Exception as error:  # noqa: BLE001  # whoever waits for the photo handles it
            photo.future.set_exception(error)
        finally:
            with self._lock:
                self._free += 1
            self._start()

"""What teaching photos show, while a player answers which faces are in doubt."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import Final

from hu.vision.taught.lessons import Lesson

#: Lessons that are kept at once, of all players of the server.
_MOST_LESSONS: Final = 20


class Lessons:
    """Lessons by their tickets; the oldest go first. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lessons: OrderedDict[str, Lesson] = OrderedDict()
        self._lock = Lock()

    def put(self, lesson: Lesson) -> str:
        """Keep a lesson and return its ticket."""
        ticket = token_urlsafe(9)
        with self._lock:
            self._lessons[ticket] = lesson
            while len(self._lessons) > _MOST_LESSONS:
                self._lessons.popitem(last=False)
        return ticket

    def find(self, ticket: str) -> Lesson | None:
        """Find a lesson that is kept."""
        return self._lessons.get(ticket)

    def forget(self, ticket: str) -> None:
        """Forget a lesson that was learned, or for which nobody waits any more."""
        with self._lock:
            self._lessons.pop(ticket, None)

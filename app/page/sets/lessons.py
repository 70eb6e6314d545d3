"""Stores the photos and the faces of new tile sets while players teach them."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import Final, Generic, TypeVar

from hu.vision.taught.lessons import Lesson

#: Lessons that are kept at once, of all players of the server.
_MOST_LESSONS: Final = 20
#: Photos that are kept at once. The tiles of a photo take up to 2 MB.
_MOST_PHOTOS: Final = 40

Value = TypeVar("Value")


class TicketStore(Generic[Value]):
    """A store of values. Each value gets a ticket, a random name by which it is found.

    If the store has more than ``most`` values, it forgets the oldest. Safe to use from several
    threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._lock = Lock()

    def put(self, value: Value) -> str:
        """Store a value and return its ticket."""
        ticket = token_urlsafe(9)
        with self._lock:
            self._values[ticket] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return ticket

    def find(self, ticket: str) -> Value | None:
        """Return the value of a ticket. None if it was forgotten."""
        return self._values.get(ticket)

    def forget(self, ticket: str) -> None:
        """Forget a value that nobody needs any more."""
        with self._lock:
            self._values.pop(ticket, None)


class Lessons:
    """The photos and the faces of the tile sets that players of the server teach at the moment.

    Attributes:
        photos: the tiles of each photo, as ``app.sets.packing`` writes them.
        in_doubt: the faces on the photos of each tile set of which some faces are in doubt.
    """

    def __init__(self) -> None:
        self.photos = TicketStore[bytes](_MOST_PHOTOS)
        self.in_doubt = TicketStore[Lesson](_MOST_LESSONS)

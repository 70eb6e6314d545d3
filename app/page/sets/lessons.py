"""Photos and faces of a new tile set, kept while a player teaches it."""

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
    """Values by their tickets.

    Beyond ``most`` values, the oldest is forgotten. Several threads may use a store.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._lock = Lock()

    def put(self, value: Value) -> str:
        """Keep a value and return its ticket."""
        ticket = token_urlsafe(9)
        with self._lock:
            self._values[ticket] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return ticket

    def find(self, ticket: str) -> Value | None:
        """Find a value that is kept."""
        return self._values.get(ticket)

    def forget(self, ticket: str) -> None:
        """Forget a value for which nobody waits any more."""
        with self._lock:
            self._values.pop(ticket, None)


class Lessons:
    """Photos and faces of the tile sets that the players of the server teach at the moment.

    Attributes:
        photos: the tiles that each photo shows, as ``app.sets.packing`` writes them.
        in_doubt: the faces on a tile set's photos, while a player settles the doubtful faces.
    """

    def __init__(self) -> None:
        self.photos = TicketStore[bytes](_MOST_PHOTOS)
        self.in_doubt = TicketStore[Lesson](_MOST_LESSONS)

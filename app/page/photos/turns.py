"""A queue in front of expensive work: a few pieces run at once, the others wait in order of arrival."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition
from typing import TYPE_CHECKING, Final

from hu.app.page.photos.photo import SeenPhoto, UploadError

if TYPE_CHECKING:
    from concurrent.futures import Future

#: More at once than this need more memory than they save time.
_MOST_AT_ONCE: Final = 4
#: A turn that nobody has asked about for this long is dropped: its browser was closed.
_LEFT_AFTER_S: Final = 10.0
#: When this many wait, newcomers are asked to try again later.
_MOST_WAITING: Final = 40


def at_once() -> int:
    """Return how many pieces of expensive work run at a time on this machine."""
    return min(os.cpu_count() or 1, _MOST_AT_ONCE)


class Turn:
    """One piece of work that waits for its turn; ``refused`` where too many wait already."""

    def __init__(self, *, refused: bool = False) -> None:
        self.asked = time.monotonic()
        self.refused = refused


@dataclass(slots=True)
class WaitingPhoto:
    """A photo that waits to be read.

    Attributes:
        shows: whose tiles it shows: the seat of a rack, None for the winner's; or the id of the question it answers.
        number: counts the photos of this browser.
        name: its file name.
        content: the file.
        turn: its position in the line.
        reading: its reading, once it has begun; a run that a tap interrupts leaves it to the next one.
    """

    shows: str | None
    number: int
    name: str
    content: bytes
    turn: Turn
    reading: "Future[SeenPhoto] | None" = None


class Turns:
    """The line in front of some work.

    Args:
        most: how many pieces may run at a time; by default one per processor, four at most.
    """

    def __init__(self, most: int | None = None) -> None:
        self._free = most or at_once()
        self._line: list[Turn] = []
        self._changed = Condition()

    def join(self) -> Turn:
        """Stand at the end of the line."""
        with self._changed:
            turn = Turn(refused=len(self._line) >= _MOST_WAITING)
            if not turn.refused:
                self._line.append(turn)
        return turn

    def ahead(self, turn: Turn) -> int:
        """Count the pieces that must end before this one can begin; 0 if it can begin now."""
        with self._changed:
            self._stay(turn)
            return max(self._line.index(turn) + 1 - self._free, 0)

    @contextmanager
    def at(self, turn: Turn, waiting: Callable[[int], None] | None = None) -> Iterator[None]:
        """Run the block when the turn has come.

        Args:
            turn: from ``join``; it keeps its position when this is left early and entered again soon.
            waiting: called again and again with what ``ahead`` counts while others are first.

        Raises:
            UploadError: too many waited when it joined the line.
        """
        if turn.refused:
            raise UploadError("snap.busy")
        while not self._came(turn):
            if waiting:
                waiting(self.ahead(turn))
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _came(self, turn: Turn, timeout_s: float = 0.5) -> bool:
        with self._changed:
            if not self._changed.wait_for(lambda: self._is_next(turn), timeout_s):
                return False
            self._line.remove(turn)
            self._free -= 1
            return True

    def _is_next(self, turn: Turn) -> bool:
        self._stay(turn)
        return self._line.index(turn) < self._free

    def _stay(self, turn: Turn) -> None:
        turn.asked = time.monotonic()
        if turn not in self._line:
            self._line.append(turn)
        self._line = [other for other in self._line if other.asked > turn.asked - _LEFT_AFTER_S]

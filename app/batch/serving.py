"""The loop of one reading process: while the networks read some photos, others are opened and others finished."""

import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from math import prod
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final

from hu.app.batch.model import Outcome, Settings
from hu.app.memory import give_back_memory
from hu.scoring.errors import HuError

if TYPE_CHECKING:
    from hu.app.batch.reading import InWork, Worker

#: The message of a process that can take photos.
READY: Final = "ready"
#: Photos of more pixels than this leave enough freed memory behind for giving it back to be worth the time.
_LARGE: Final = 4_000_000


def serve(connection: Connection, settings: Settings) -> None:
    """Answer every photo that comes through a connection, until that closes.

    Args:
        connection: lists of tasks come in; ``READY``, then an outcome for each task go out, or an error that ends
            the batch.
        settings: of the batch.
    """
    from hu.app.batch.reading import Worker  # noqa: PLC0415  # only this process needs the networks

    server = _Server(connection, Worker(settings))
    # A closed connection means that the batch has ended; nobody is left to answer.
    with suppress(EOFError, OSError):
        server.run()


class _Server:
    def __init__(self, connection: Connection, worker: "Worker") -> None:
        self._connection, self._worker = connection, worker
        self._lock = threading.Lock()

    def run(self) -> None:
        self._send(READY)
        opening: deque[Future[list[InWork]]] = deque()
        finishing: Future[None] | None = None
        with ThreadPoolExecutor(1, "open") as opener, ThreadPoolExecutor(1, "finish") as finisher:
            while True:
                while not opening or self._connection.poll():
                    opening.append(opener.submit(self._worker.open, self._connection.recv()))
                try:
                    seen = self._worker.see(opening.popleft().result())
                except HuError as error:
                    self._send(error)
                    return
                if finishing is not None:
                    finishing.result()
                finishing = finisher.submit(self._finish, seen)
                if any(prod(photo.reading.photo.size) > _LARGE for photo in seen if photo.reading):
                    give_back_memory()

    def _finish(self, seen: Sequence["InWork"]) -> None:
        for photo in seen:
            try:
                (outcome,) = self._worker.finish([photo])
            except HuError as error:
                self._send(error)
                return
            self._send(outcome)

    def _send(self, message: Outcome | HuError | str) -> None:
        with self._lock:
            self._connection.send(message)

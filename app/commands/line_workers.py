"""Batches of lines shared among processes; the results come in order, and memory stays flat."""

import multiprocessing
import os
import select
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import BinaryIO, Final

from hu.app.commands.line_batches import Batch

#: Few lines are done before processes could be started for them.
_ALONE: Final = 2_000
_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Written:
    """What comes of a batch: its output, and how many lines failed among how many."""

    content: bytes
    lines: int
    failed: int


#: Does the work for a batch.
Work = Callable[[Batch], Written]


def work_off(batches: Iterator[Batch], stream: BinaryIO, work: Work, flush: Callable[[], None]) -> Iterator[Written]:
    """Work off batches, with a process for each processor where there are many lines.

    A result waits for earlier ones, never for lines that have not come yet.

    Args:
        batches: read from ``stream``.
        stream: tells if there is more to read at once.
        work: what to do; it runs in copies of this process.
        flush: empties the buffers of the output, which the copies would inherit.
    """
    lines = 0
    for batch in batches:
        yield work(batch)
        lines += len(batch.lines)
        if lines > _ALONE and (count := _processes(stream)) > 1:
            flush()
            yield from _shared(batches, stream, work, count)


def _processes(stream: BinaryIO) -> int:
    """Count the processes that can help: one where a process cannot be copied or the stream is no file."""
    try:
        stream.fileno()
        processors = len(os.sched_getaffinity(0))
    except (OSError, AttributeError):
        return 1
    return min(processors, _MOST) if sys.platform == "linux" else 1


def _shared(batches: Iterator[Batch], stream: BinaryIO, work: Work, count: int) -> Iterator[Written]:
    idle, busy = [_Worker(work) for _ in range(count)], deque[_Worker]()
    while True:
        if busy and not select.select([stream], [], [], 0)[0]:
            yield from _results(busy, idle)
        batch = next(batches, None)
        if batch is None:
            break
        if not batch.lines:
            # A line that is too long goes on, perhaps for ever.
            yield from _results(busy, idle)
            continue
        if not idle:
            idle.append(busy.popleft())
            yield idle[0].result()
        worker = idle.pop()
        worker.take(batch)
        busy.append(worker)
    yield from _results(busy, idle)
    for worker in idle:
        worker.end()


def _results(busy: "deque[_Worker]", idle: "list[_Worker]") -> Iterator[Written]:
    while busy:
        idle.append(busy.popleft())
        yield idle[-1].result()


class _Worker:
    """A copy of this process that works off one batch at a time."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._batch = Batch(0, [])
        context = multiprocessing.get_context("fork")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._connection, work), daemon=True)
        self._process.start()
        theirs.close()

    def take(self, batch: Batch) -> None:
        """Begin with a batch; the result of the one before must have been taken."""
        self._batch = batch
        # If the process has ended, waiting for its result will show it.
        with suppress(OSError):
            self._connection.send(batch)

    def result(self) -> Written:
        """Wait for the result of the batch; it is worked off here if the process has ended."""
        try:
            result: Written = self._connection.recv()
        except (EOFError, OSError):
            return self._work(self._batch)
        return result

    def end(self) -> None:
        """Let the process end."""
        # Closing the connection would not tell it: processes started after it hold the same end.
        with suppress(OSError):
            self._connection.send(None)
        self._process.join()


def _serve(connection: Connection, other_end: Connection, work: Work) -> None:
    # Ctrl+C is for the process that reads and writes; this one ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    with suppress(EOFError, OSError):
        while (batch := connection.recv()) is not None:
            connection.send(work(batch))

"""Batches of lines shared among processes; the results come in order, and memory stays flat."""

import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import BinaryIO, Final

from hu.app.commands.line_batches import LineBatch
from hu.app.pool import Pool, WorkerEndedError

#: Few lines are done before processes could be started for them.
_ALONE: Final = 2_000
_MOST: Final = 8
#: No batch of lines takes as long, nor as much memory.
_LONGEST_S: Final = 120.0
_MEGABYTES: Final = 2_000


@dataclass(frozen=True, slots=True)
class Written:
    """What comes of a batch: its output, and how many lines failed among how many."""

    content: bytes
    lines: int
    failed: int


#: Does the work for a batch.
Work = Callable[[LineBatch], Written]


def work_off(batches: Iterator[LineBatch], stream: BinaryIO, work: Work) -> Iterator[Written]:
    """Work off batches, with a process for each processor where there are many lines.

    A result waits for earlier ones, never for lines that have not come yet.

    Args:
        batches: read from ``stream``.
        stream: tells if there is more to read at once.
        work: what to do, a function that can be pickled.
    """
    lines = 0
    for batch in batches:
        yield work(batch)
        lines += len(batch.lines)
        if lines > _ALONE and (count := _processes(stream)) > 1:
            yield from _shared(batches, stream, work, count)


def _processes(stream: BinaryIO) -> int:
    """Count the processes that can help: one where the stream is no file or cannot be waited for."""
    try:
        stream.fileno()
        processors = len(os.sched_getaffinity(0))
    except (OSError, AttributeError):
        return 1
    return min(processors, _MOST) if sys.platform == "linux" else 1


def _shared(batches: Iterator[LineBatch], stream: BinaryIO, work: Work, count: int) -> Iterator[Written]:
    busy = deque[Future[Written]]()
    # The pool is closed first: its threads wait for workers, which may hang.
    with ThreadPoolExecutor(count) as threads, closing(Pool(megabytes=_MEGABYTES)) as pool:
        while True:
            if busy and not select.select([stream], [], [], 0)[0]:
                yield from _results(busy)
            batch = next(batches, None)
            if batch is None:
                break
            if not batch.lines:
                # A line that is too long goes on, perhaps for ever.
                yield from _results(busy)
                continue
            if len(busy) == count:
                yield busy.popleft().result()
            busy.append(threads.submit(_done, pool, work, batch))
        yield from _results(busy)


def _results(busy: deque[Future[Written]]) -> Iterator[Written]:
    while busy:
        yield busy.popleft().result()


def _done(pool: Pool, work: Work, batch: LineBatch) -> Written:
    """Have a batch worked off, by another process if one ends."""
    with suppress(WorkerEndedError):
        return pool.run(_LONGEST_S, work, batch)
    return pool.run(_LONGEST_S, work, batch)

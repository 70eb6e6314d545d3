"""Reading by processes of this machine; a dead one costs time, and the photo that kills it gets its row."""

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from hu.app.batch.model import Outcome, Settings, Task
from hu.app.batch.rows import outcome_of, unread
from hu.app.batch.serving import serve
from hu.scoring.errors import HuError
from hu.scoring.lines import one_line

#: Photos that go to a process at once.
CHUNK: Final = 4
#: Chunks that a process holds: the one at work, and one to open meanwhile.
_AHEAD: Final = 2
#: The most photos between the first unfinished one and the last one handed out.
_WINDOW: Final = 256
#: A photo that was alone in a process that died this often is to blame.
_DEATHS: Final = 2
#: After this many processes in a row that died before they were ready, no other is started.
_STILLBORN: Final = 3


def read_locally(
    tasks: Sequence[Task], settings: Settings, workers: int, stopped: Callable[[], bool]
) -> Generator[Outcome, None, None]:
    """Read photos with several processes.

    Args:
        tasks: photos in the order of their rows.
        settings: what the processes need to know.
        workers: how many processes.
        stopped: whether to stop; asked at least twice a second.

    Yields:
        One outcome for each task, in any order.

    Raises:
        HuError: the processes cannot work at all, or cannot write.
    """
    pool = Pool(settings, workers)
    try:
        yield from pool.run(tasks, stopped)
    finally:
        pool.close()


@dataclass(slots=True, eq=False)
class _Process:
    """A reading process: ``tasks`` are those it has yet to answer, by index; ``ready`` once it has said so."""

    process: BaseProcess
    connection: Connection
    ready: bool = False
    tasks: dict[int, Task] = field(default_factory=dict)


class Pool:
    """Reading processes that are started when there is work for them, and again when they die.

    Args:
        settings: what they need to know.
        workers: how many there are at most.
    """

    def __init__(self, settings: Settings, workers: int) -> None:
        # Forked processes would share locks and connections with this one; spawned ones start clean.
        self._context = multiprocessing.get_context("spawn")
        self._settings, self._workers = settings, workers
        self._waiting: deque[Task] = deque()
        self._chunk = CHUNK
        self._processes: list[_Process] = []
        #: Photos whose process died: they are tried alone. Their deaths since, by index.
        self._suspects: deque[Task] = deque()
        self._deaths: dict[int, int] = {}
        self._stillborn = 0

    def run(self, tasks: Sequence[Task], stopped: Callable[[], bool]) -> Iterator[Outcome]:
        """Read photos, see ``read_locally``; the processes then wait for more."""
        self._waiting.extend(tasks)
        self._chunk = max(1, min(CHUNK, len(tasks) // (self._workers * _AHEAD)))
        while not stopped():
            self._hand_out()
            if not any(process.tasks for process in self._processes):
                return
            connections = [process.connection for process in self._processes]
            ready = wait(connections, timeout=0.5)
            for process in [process for process in self._processes if process.connection in ready]:
                yield from self._receive(process)

    def close(self) -> None:
        """End the processes at once."""
        for process in self._processes:
            process.connection.close()
            process.process.terminate()
        for process in self._processes:
            process.process.join()

    def _hand_out(self) -> None:
        wanted = min(self._workers, -(-len(self._waiting) // self._chunk) + len(self._suspects))
        while len(self._processes) < wanted:
            self._processes.append(self._start())
        for ahead in range(_AHEAD):
            for process in self._processes:
                if len(process.tasks) <= ahead * self._chunk and (chunk := self._chunk_for(process)):
                    process.tasks |= {task.index: task for task in chunk}
                    # If it is dead, reading from the connection will show it.
                    with suppress(OSError):
                        process.connection.send(chunk)

    def _chunk_for(self, process: _Process) -> list[Task]:
        """The next photos for a process; a suspect goes to an idle process, alone."""
        if self._suspects:
            return [] if process.tasks else [self._suspects.popleft()]
        if process.tasks.keys() & self._deaths.keys():
            return []
        unfinished = [index for other in self._processes for index in other.tasks]
        chunk: list[Task] = []
        while self._waiting and len(chunk) < self._chunk:
            if unfinished and self._waiting[0].index >= min(unfinished) + _WINDOW:
                break
            chunk.append(self._waiting.popleft())
        return chunk

    def _start(self) -> _Process:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, self._settings), daemon=True)
        with _deaf_to_interrupts():
            process.start()
        theirs.close()
        return _Process(process, ours)

    def _receive(self, process: _Process) -> Iterator[Outcome]:
        try:
            message = process.connection.recv()
        except (EOFError, OSError):
            yield from self._bury(process)
            return
        if isinstance(message, HuError):
            raise message
        if isinstance(message, Outcome):
            del process.tasks[message.index]
            yield message
        else:
            process.ready, self._stillborn = True, 0

    def _bury(self, process: _Process) -> Iterator[Outcome]:
        """Requeue a dead process's photos one at a time, to find the one that kills it."""
        process.connection.close()
        process.process.join()
        self._processes.remove(process)
        status = process.process.exitcode
        if not process.ready:
            self._stillborn += 1
            if self._stillborn >= _STILLBORN:
                raise HuError(f"the reading processes end as soon as they start (exit status {status})")
        alone = process.ready and len(process.tasks) == 1
        for index, task in process.tasks.items():
            self._deaths[index] = self._deaths.get(index, 0) + alone
            if self._deaths[index] < _DEATHS:
                self._suspects.append(task)
                continue
            error = f"{one_line(task.photo)}: reading it ends the process (exit status {status}); damaged or too large?"
            yield outcome_of(index, unread(task.photo, error, task.problem))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C: the batch ends them itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

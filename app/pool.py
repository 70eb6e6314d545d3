"""Worker processes for what may take long, need much memory or end its process: photos, and long lists of hands.

A worker is another Python process that answers one request after another. It ends when its requests do, so none
outlives the process that started it, however that ended.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread, Timer
from typing import IO, Any, Final, ParamSpec, TypeVar, cast

from hu.scoring.errors import HuError

#: No photo takes as long as this.
LONGEST_PHOTO_S: Final = 60.0
#: Memory for one photo on top of what a worker has once it is ready.
PHOTO_MEGABYTES: Final = 4_000
#: One worker stays for the next request; others end when they have had nothing to do for this long.
_IDLE_S: Final = 60.0
#: A worker that is not ready for its first request by then is ended.
_READY_S: Final = 120.0
_START: Final = "from hu.app.pool import serve; serve()"

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class WorkerError(HuError):
    """A worker failed; the message is its traceback."""


class WorkerEndedError(WorkerError):
    """A worker ended, or did not answer in time and was ended.

    Attributes:
        ready: whether it had got ready for requests before.
    """

    ready = True


class Pool:
    """Workers, started as requests come in: one for each request at a time, and a new one for each that has ended.

    Args:
        begin: gets a worker ready; like all work a function that can be pickled.
        megabytes: memory that work may take on top of what a worker has once it is ready.
        niceness: how far the workers stand back where there are not enough processors for everything.
    """

    def __init__(
        self,
        begin: Callable[[], object] | None = None,
        megabytes: int = PHOTO_MEGABYTES,
        niceness: int = 0,
    ) -> None:
        self._setup = (begin, megabytes, niceness)
        self._lock = Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    def run(
        self,
        seconds: float,
        work: Callable[Arguments, Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Do some work in a worker and wait for its result.

        Args:
            seconds: until the worker is ended, from when it is ready.
            work: what to do.
            args: its arguments.
            kwargs: its arguments.

        Raises:
            HuError: what the work raised.
            WorkerEndedError: the worker ended, or had to be ended, or the pool is closed.
            WorkerError: the work raised another exception.
        """
        worker = self._hand_over(seconds, (work, args, kwargs))
        try:
            done, answer = worker.answer()
        except BaseException:
            worker.end()
            raise
        finally:
            with self._lock:
                self._busy.discard(worker)
        self._put_back(worker)
        if done:
            return cast("Result", answer)
        raise answer if isinstance(answer, HuError) else WorkerError(str(answer))

    def warm(self) -> None:
        """Let one worker get ready before there is work."""
        self._put_back(_Worker(self._setup))

    @property
    def idle(self) -> tuple[int, ...]:
        """The system's numbers of the workers that wait for work."""
        with self._lock:
            return tuple(worker.number for worker in self._idle)

    def close(self) -> None:
        """Kill all workers, busy or idle, and start no more."""
        with self._lock:
            self._closed = True
            ended, self._idle = [*self._idle, *self._busy], []
        for worker in ended:
            worker.end()

    def _hand_over(self, seconds: float, request: object) -> "_Worker":
        """Hand a request to an idle worker, or to a new one."""
        while True:
            with self._lock:
                if self._closed:
                    raise WorkerEndedError("the worker processes have been ended")
                worker = self._idle.pop() if self._idle else None
                new = worker is None
                worker = worker or _Worker(self._setup)
                self._busy.add(worker)
            with suppress(OSError, ValueError):
                worker.hand(seconds, request)
                return worker
            # An idle worker may have ended unnoticed; the end of any other shows by its missing answer.
            if new or worker.overdue:
                return worker
            with self._lock:
                self._busy.discard(worker)
            worker.end()

    def _put_back(self, worker: "_Worker") -> None:
        with self._lock:
            closed = self._closed
            if not closed:
                self._idle.append(worker)
            surplus = len(self._idle) > 1
        if closed:
            worker.end()
        elif surplus:
            timer = Timer(_IDLE_S, self._end_surplus)
            timer.daemon = True
            timer.start()

    def _end_surplus(self) -> None:
        """End one worker unless it is the last; the one that has been idle longest lies at the front."""
        with self._lock:
            worker = self._idle.pop(0) if len(self._idle) > 1 else None
        if worker is not None:
            worker.end()


class _Worker:
    """One worker as the process that started it sees it; ``overdue`` once it was ended for taking too long."""

    def __init__(self, setup: object) -> None:
        # What this process imports from, that one must find too.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        line = [sys.executable, "-c", _START]
        self._process = subprocess.Popen(  # noqa: S603
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self._requests, self._answers = (
            cast("IO[bytes]", self._process.stdin),
            cast("IO[bytes]", self._process.stdout),
        )
        self._watch = Timer(0, self._end_overdue)
        self._ready, self._seconds, self.overdue = False, 0.0, False
        with suppress(OSError):
            _send(self._requests, setup)

    @property
    def number(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    def hand(self, seconds: float, request: object) -> None:
        """Send a request.

        Raises:
            OSError: the process has ended.
            ValueError: it was ended from here.
        """
        self._seconds = seconds
        self._end_after(seconds if self._ready else _READY_S)
        _send(self._requests, request)

    def answer(self) -> tuple[bool, object]:
        """Wait for the answer to the last request: the result, or what went wrong.

        Raises:
            WorkerEndedError: the process has ended, or had to be ended.
        """
        try:
            if not self._ready:
                self._ready = bool(pickle.load(self._answers))  # noqa: S301  # from our own process
                self._end_after(self._seconds)
            answer: tuple[bool, object] = pickle.load(self._answers)  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.end()
            ended = WorkerEndedError(
                f"a worker process ended (exit status {self._process.returncode})"
            )
            ended.ready = self._ready
            raise ended from None
        self._watch.cancel()
        return answer

    def _end_after(self, seconds: float) -> None:
        self._watch.cancel()
        self._watch = Timer(seconds, self._end_overdue)
        self._watch.daemon = True
        self._watch.start()

    def _end_overdue(self) -> None:
        self.overdue = True
        self._process.kill()

    def end(self) -> None:
        """Kill the process, busy or idle. Several threads may call this at once."""
        self._watch.cancel()
        self._process.kill()
        self._process.wait()
        for pipe in (self._requests, self._answers):
            # This waits for a thread that still uses the pipe. Popen.communicate would not: it would go on with the
            # number of a pipe that another thread has closed, and wait for whatever has got that number since.
            with suppress(OSError, ValueError):
                pipe.close()


def _send(pipe: IO[bytes], message: object) -> None:
    pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()


def serve() -> None:
    """Answer requests from the standard input until it closes; then end at once, even in the middle of work."""
    # Ctrl+C in a terminal is for the process that started this one, which ends it in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What a library prints belongs in a log, not among the answers.
    os.dup2(2, 1)
    requests: queue.Queue[Any] = queue.Queue()
    source = sys.stdin.buffer
    with suppress(EOFError, pickle.UnpicklingError):
        setup = pickle.load(source)  # noqa: S301  # from the process that started this one
        Thread(target=_work, args=(setup, requests, answers), daemon=True).start()
        while True:
            requests.put(pickle.load(source))  # noqa: S301
    os._exit(0)


def _work(setup: Any, requests: "queue.Queue[Any]", answers: IO[bytes]) -> None:
    begin, megabytes, niceness = setup
    with suppress(OSError, AttributeError):
        os.nice(niceness)
    try:
        if begin is not None:
            begin()
    except Exception:  # noqa: BLE001  # the process that started this one sees it end
        traceback.print_exc()
        os._exit(1)
    _limit(megabytes)
    with suppress(OSError):
        _send(answers, True)
        while True:
            work, args, kwargs = requests.get()
            try:
                answer: tuple[bool, object] = (True, work(*args, **kwargs))
            except HuError as error:
                answer = (False, error)
            except Exception:  # noqa: BLE001  # whoever asked writes it to a log
                answer = (False, traceback.format_exc())
            _send(answers, answer)


def _limit(megabytes: int) -> None:
    """Bound this process's memory, where the system can: what asks for more fails, and the others go on."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  # not on every system

        pages = int(open("/proc/self/statm").read().split()[0])  # noqa: PTH123, SIM115
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(
            resource.RLIMIT_AS, (pages * resource.getpagesize() + megabytes * 1_000_000, hard)
        )

"""Worker processes for work that may take long, need much memory or end the process that does it.

Photos are such work, and long lists of hands. A worker is another Python process that answers one
request after another. It ends when its input closes, so it never outlives the process that started
it, however that ended.
"""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer, current_thread
from typing import IO, Final, ParamSpec, TypeVar, cast

from hu.app.pool_process import WorkerSetup, send_message
from hu.scoring.errors import HuError

#: Seconds for one photo. A worker that takes longer is ended.
LONGEST_PHOTO_S: Final = 60.0
#: Memory for one photo on top of what a worker has once it is ready.
PHOTO_MEGABYTES: Final = 4_000
#: One worker stays for the next request. Whenever another worker becomes idle, the worker that has
#: been idle longest ends this many seconds later.
_IDLE_S: Final = 60.0
#: A worker that is not ready this many seconds after its first request was sent is ended.
_READY_S: Final = 120.0
#: How often the process of a busy worker is checked, in seconds.
_CHECK_S: Final = 2.0
#: A worker that is stopped (SIGSTOP) at this many checks in a row is ended. One check would not be
#: enough: after Ctrl+Z a terminal continues this process before its workers.
_STOPPED_CHECKS: Final = 3
_START: Final = "from hu.app.pool_process import serve_requests; serve_requests()"

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class WorkerError(HuError):
    """A worker failed. The message is its traceback."""


class WorkerEndedError(WorkerError):
    """A worker ended, or did not answer in time and was ended.

    Attributes:
        ready: whether the worker had been ready for requests. True also if the pool is closed.
    """

    ready = True


class Pool:
    """Workers, which are started as requests come in. Each answers one request at a time.

    Args:
        begin: gets a worker ready. Like all work, it is a function that can be pickled.
        megabytes: memory that work may take on top of what a worker has once it is ready.
        niceness: how far the workers yield the processors to other programs, from 0 to 19.
    """

    def __init__(
        self,
        begin: Callable[[], object] | None = None,
        megabytes: int = PHOTO_MEGABYTES,
        niceness: int = 0,
    ) -> None:
        self._setup = WorkerSetup(begin, megabytes, niceness)
        self._lock = Lock()
        # The worker that has been idle longest comes first.
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    def run(
        self,
        seconds: float,
        work: Callable[_Arguments, _Result],
        *args: _Arguments.args,
        **kwargs: _Arguments.kwargs,
    ) -> _Result:
        """Do some work in a worker and wait for its result.

        Args:
            seconds: how long the worker may take once it is ready.
            work: the function to call.
            args: its arguments.
            kwargs: its arguments.

        Raises:
            HuError: the error that the work raised.
            WorkerEndedError: the worker ended, or had to be ended, or the pool is closed.
            WorkerError: the work raised another exception.
        """
        worker = self._send_request(seconds, (work, args, kwargs))
        try:
            is_done, answer = worker.receive()
        except BaseException:
            # An answer that nobody has read would count as the answer to the next request.
            worker.end()
            raise
        finally:
            with self._lock:
                self._busy.discard(worker)
        self._put_back(worker)
        if is_done:
            return cast("_Result", answer)
        if isinstance(answer, HuError):
            raise answer
        raise WorkerError(str(answer))

    def warm(self) -> None:
        """Let one worker get ready before there is work."""
        self._put_back(_Worker(self._setup))

    @property
    def idle(self) -> tuple[int, ...]:
        """The process ids of the workers that wait for work."""
        with self._lock:
            return tuple(worker.process_id for worker in self._idle)

    def close(self) -> None:
        """Kill all workers, busy or idle, and start no more."""
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._busy]
            self._idle = []
        for worker in workers:
            worker.end()

    def _send_request(self, seconds: float, request: object) -> "_Worker":
        """Send a request to an idle worker or a new worker, and return that worker.

        Args:
            seconds: how long the worker may take once it is ready.
            request: the request.

        Raises:
            WorkerEndedError: the pool is closed.
        """
        while True:
            with self._lock:
                if self._closed:
                    raise WorkerEndedError("the worker processes have been ended")
                is_new = not self._idle
                worker = _Worker(self._setup) if is_new else self._idle.pop()
                self._busy.add(worker)
            had_ended = False
            try:
                worker.send(seconds, request)
            except (OSError, ValueError):
                # A worker is overdue if it was alive, but did not take the whole request in time.
                had_ended = not worker.overdue
            if is_new or not had_ended:
                # ``receive`` reports the end of a new worker and of an overdue worker.
                return worker
            # The worker ended while it was idle. Try another worker.
            with self._lock:
                self._busy.discard(worker)
            worker.end()

    def _put_back(self, worker: "_Worker") -> None:
        """Let a worker wait for the next request, or end it if the pool is closed.

        If several workers wait, the worker that waits longest is ended after a while.
        """
        with self._lock:
            is_closed = self._closed
            if not is_closed:
                self._idle.append(worker)
            has_surplus = len(self._idle) > 1
        if is_closed:
            worker.end()
        elif has_surplus:
            timer = Timer(_IDLE_S, self._end_surplus)
            timer.daemon = True
            timer.start()

    def _end_surplus(self) -> None:
        """End the worker that has been idle longest, unless no other worker is idle."""
        with self._lock:
            worker = self._idle.pop(0) if len(self._idle) > 1 else None
        if worker is not None:
            worker.end()


class _Worker:
    """One worker, as the process that started it knows it.

    Attributes:
        overdue: whether it was ended because it took too long.

    Args:
        setup: how the worker is set up.
    """

    def __init__(self, setup: WorkerSetup) -> None:
        # The worker must find the same modules as this process.
        search_path = os.pathsep.join(folder for folder in sys.path if folder)
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": search_path},
        )
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._answers = cast("IO[bytes]", self._process.stdout)
        self._timer_lock = Lock()
        # While the worker is idle, this is a timer that is never started.
        self._timer = Timer(0, self._check)
        self._deadline = 0.0
        self._stopped_checks = 0
        self._ready = False
        # How long the worker may take for the last request once it is ready.
        self._seconds = 0.0
        self.overdue = False
        # A process that has ended already is noticed at the first request.
        with suppress(OSError):
            send_message(self._requests, setup)

    @property
    def process_id(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, seconds: float, request: object) -> None:
        """Send a request.

        Args:
            seconds: how long the worker may take once it is ready.
            request: the request.

        Raises:
            OSError: the process has ended.
            ValueError: the process was ended from here.
        """
        self._seconds = seconds
        self._end_after(seconds if self._ready else _READY_S)
        send_message(self._requests, request)

    def receive(self) -> tuple[bool, object]:
        """Wait for the answer to the last request.

        Returns:
            Whether the work was done, and its result, or otherwise the error.

        Raises:
            WorkerEndedError: the process has ended, or had to be ended.
        """
        try:
            if not self._ready:
                # The first message of a process only says that it is ready.
                self._ready = bool(pickle.load(self._answers))  # noqa: S301  # from our own process
                self._end_after(self._seconds)
            answer: tuple[bool, object] = pickle.load(self._answers)  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.end()
            status = self._process.returncode
            error = WorkerEndedError(f"a worker process ended (exit status {status})")
            error.ready = self._ready
            raise error from None
        self._cancel_timer()
        return answer

    def _end_after(self, seconds: float) -> None:
        """End the process if it does not answer within some seconds, or is stopped for a while."""
        with self._timer_lock:
            self._deadline = time.monotonic() + seconds
            self._stopped_checks = 0
            self._timer.cancel()
            self._start_timer()

    def _cancel_timer(self) -> None:
        with self._timer_lock:
            self._timer.cancel()
            self._timer = Timer(0, self._check)

    def _start_timer(self) -> None:
        remaining = max(0.0, self._deadline - time.monotonic())
        self._timer = Timer(min(remaining, _CHECK_S), self._check)
        self._timer.daemon = True
        self._timer.start()

    def _check(self) -> None:
        """End a busy process that is late or stays stopped. Otherwise check it again later."""
        with self._timer_lock:
            # Each timer is a thread, which runs this check. While it waited for the lock, the timer
            # may have been cancelled or replaced.
            if current_thread() is not self._timer:
                return
            if _is_stopped(self._process.pid):
                self._stopped_checks += 1
            else:
                self._stopped_checks = 0
            is_late = time.monotonic() >= self._deadline
            stays_stopped = self._stopped_checks >= _STOPPED_CHECKS
            if is_late or stays_stopped:
                self.overdue = True
                self._process.kill()
            else:
                self._start_timer()

    def end(self) -> None:
        """Kill the process, busy or idle. Several threads may call this at once."""
        self._cancel_timer()
        self._process.kill()
        self._process.wait()
        for pipe in (self._requests, self._answers):
            # This waits for a thread that still uses the pipe. Popen.communicate would not. It
            # would continue with the number of a pipe that another thread has closed, and wait for
            # whatever has that number by then.
            with suppress(OSError, ValueError):
                pipe.close()


def _is_stopped(process_id: int) -> bool:
    """Whether a signal has stopped a process. On other systems than Linux it counts as running."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    # The state follows the name of the program, which is in parentheses.
    state = status.rpartition(")")[2].split()[0]
    return state == "T"

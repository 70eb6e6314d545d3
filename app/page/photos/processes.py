"""Photos are read in processes of their own.

In the server's own process a photo that is being read would hold up every tap, whatever the number of processors:
Python runs one thread of a process at a time. A photo that ends the process that reads it ends nothing else.
"""

import os
import pickle
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock, Thread, Timer
from typing import IO, Any, Final, cast

from hu.app.memory import give_back_memory
from hu.app.page.photos.photo import Adjustment, Note, SeenPhoto, UploadError, see
from hu.app.page.photos.photo_store import shrunk
from hu.app.page.photos.turns import at_once
from hu.app.sets.choice import NO_SETS, SetChoice
from hu.scoring.errors import HuError

#: No photo takes as long as this: the process has lost its way and is ended.
_LONGEST_S: Final = 120.0
#: One process stays for the next photo; others end when they have had nothing to do for this long.
_IDLE_S: Final = 60.0
#: Taps go first where there are not enough processors for everything.
_NICENESS: Final = 5
_START: Final = "from hu.app.page.photos.processes import serve; serve()"


@dataclass(frozen=True, slots=True)
class _Request:
    data: bytes
    name: str
    rules: str
    adjustment: Adjustment
    sets: SetChoice


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a process says instead of a photo: what to tell the player, or what went wrong."""

    note: Note | None
    report: str = ""


class ReadingError(HuError):
    """A process that reads photos failed or ended."""


class ReadingProcesses:
    """Reads photos, each in one of several processes; as many run as photos are read at once.

    Args:
        weights: the folder of the networks.
    """

    def __init__(self, weights: Path) -> None:
        self._weights = weights
        self._lock = Lock()
        self._idle: list[_Process] = []
        # It loads the networks while the first player takes a photo.
        self._put_back(_Process(weights))

    def __call__(
        self, data: bytes, name: str, rules: str, adjustment: Adjustment, sets: SetChoice = NO_SETS
    ) -> SeenPhoto:
        """Decode and read one photo, as ``hu.app.page.photos.photo.see`` does.

        Raises:
            UploadError: it cannot be read; the note says why.
            ReadingError: the process failed, or it ended.
        """
        request = _Request(data, name, rules, adjustment, sets)
        process = self._handed(request)
        try:
            answer = process.answer()
        except BaseException:
            process.end()
            raise
        self._put_back(process)
        if isinstance(answer, SeenPhoto):
            return answer if answer.data else replace(answer, data=data)
        if answer.note is None:
            raise ReadingError(answer.report)
        raise UploadError(answer.note.key, **answer.note.values)

    @property
    def idle(self) -> tuple[int, ...]:
        """The system's numbers of the processes that wait for a photo."""
        with self._lock:
            return tuple(process.number for process in self._idle)

    def close(self) -> None:
        """End the processes that have nothing to do."""
        with self._lock:
            ended, self._idle = self._idle, []
        for process in ended:
            process.end()

    def _handed(self, request: _Request) -> "_Process":
        """Hand a request to an idle process, or to a new one."""
        while process := self._take():
            # It may have ended while it was idle.
            with suppress(OSError):
                process.hand(request)
                return process
            process.end()
        process = _Process(self._weights)
        with suppress(OSError):
            process.hand(request)
        return process

    def _take(self) -> "_Process | None":
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _put_back(self, process: "_Process") -> None:
        with self._lock:
            self._idle.append(process)
            surplus = len(self._idle) > 1
        if surplus:
            timer = Timer(_IDLE_S, self._end_surplus)
            timer.daemon = True
            timer.start()

    def _end_surplus(self) -> None:
        """End one process unless it is the last; the one that has been idle longest lies at the front."""
        with self._lock:
            process = self._idle.pop(0) if len(self._idle) > 1 else None
        if process is not None:
            process.end()


class _Process:
    """One process that reads photos, one at a time."""

    def __init__(self, weights: Path) -> None:
        # What this process imports from, that one must find too.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        line = [sys.executable, "-c", _START, str(weights)]
        self._process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)  # noqa: S603
        self._watch = Timer(_LONGEST_S, self._process.kill)
        self._requests, self._answers = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)

    @property
    def number(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    def hand(self, request: _Request) -> None:
        """Send a request.

        Raises:
            OSError: the process has ended.
        """
        self._watch = Timer(_LONGEST_S, self._process.kill)
        self._watch.daemon = True
        self._watch.start()
        _send(self._requests, request)

    def answer(self) -> SeenPhoto | _Failure:
        """Wait for the answer to the last request.

        Raises:
            ReadingError: the process has ended, or had to be ended.
        """
        try:
            answer: SeenPhoto | _Failure = pickle.load(self._answers)  # noqa: S301  # from our own process
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise ReadingError(f"the process that reads photos ended: {error or 'no answer'}") from error
        self._watch.cancel()
        return answer

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        self._watch.cancel()
        self._process.kill()
        with suppress(OSError):
            self._process.communicate()


def _send(pipe: IO[bytes], message: object) -> None:
    pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()


def serve() -> None:
    """Answer requests from the standard input, until that is closed; then end at once, whatever is being read."""
    with suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    # Ctrl+C in a terminal is for the server, which ends this process in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What a library prints belongs in the server's log, not among the answers.
    os.dup2(2, 1)
    reader = _Worker(Path(sys.argv[1]), answers)
    requests: Any = sys.stdin.buffer
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            reader.start(pickle.load(requests))  # noqa: S301  # from the server that started this process
    os._exit(0)


class _Worker:
    """The other side of ``_Process``: loads the networks, then reads photos, beside the thread that watches the input.

    Args:
        weights: the folder of the networks.
        answers: where answers go.
    """

    def __init__(self, weights: Path, answers: IO[bytes]) -> None:
        self._weights, self._answers = weights, answers
        self._reader: Any = None
        self._thread = Thread(target=self._load)
        self._thread.start()

    def start(self, request: _Request) -> None:
        """Read a photo once the one before it is done."""
        self._thread.join()
        self._thread = Thread(target=self._answer, args=(request,))
        self._thread.start()

    def _load(self) -> None:
        from hu.app.page.photos.reader import network_reader  # noqa: PLC0415  # loads the inference engine

        # More threads than processors would wait for each other.
        self._reader = network_reader(self._weights, max((os.cpu_count() or 1) // at_once(), 1))

    def _answer(self, request: _Request) -> None:
        with suppress(OSError):
            _send(self._answers, self._read(request))
        give_back_memory()

    def _read(self, request: _Request) -> SeenPhoto | _Failure:
        try:
            seen = see(request.data, request.name, request.rules, self._reader, request.adjustment, request.sets)
        except UploadError as error:
            return _Failure(error.note)
        except Exception:  # noqa: BLE001  # the server writes it to its log
            return _Failure(None, traceback.format_exc())
        kept = shrunk(request.data, request.name)
        # The server has the file itself.
        return replace(seen, data=b"" if kept is request.data else kept)

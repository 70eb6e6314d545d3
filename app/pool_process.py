"""The process of a worker of ``hu.app.pool``. It answers one request after another."""

import os
import pickle
import queue
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import IO, Any

from hu.scoring.errors import HuError


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """How a worker is set up.

    Attributes:
        begin: gets the worker ready, or None.
        megabytes: memory that work may take on top of what a worker has once it is ready.
        niceness: the operating system's niceness of the worker.
    """

    begin: Callable[[], object] | None
    megabytes: int
    niceness: int


def send_message(pipe: IO[bytes], message: object) -> None:
    """Send a message to the process at the other end of a pipe."""
    pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()


def ignore_terminal() -> None:
    """Ignore the signals that a terminal sends to all of its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Windows has no such signal.
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def serve_requests() -> None:
    """Answer requests from the standard input until it closes.

    The process then ends at once, even in the middle of work.
    """
    # Ctrl+C and the end of the terminal are for the process that started this worker. That process
    # ends this worker.
    ignore_terminal()
    answers = os.fdopen(os.dup(1), "wb")
    # The output of libraries belongs in a log, not among the answers.
    os.dup2(2, 1)
    requests: queue.Queue[Any] = queue.Queue()
    source = sys.stdin.buffer
    with suppress(EOFError, pickle.UnpicklingError):
        setup = pickle.load(source)  # noqa: S301  # from the process that started this one
        Thread(target=_work, args=(setup, requests, answers), daemon=True).start()
        while True:
            requests.put(pickle.load(source))  # noqa: S301
    os._exit(0)


def _work(setup: WorkerSetup, requests: "queue.Queue[Any]", answers: IO[bytes]) -> None:
    """Get ready, and answer one request after another.

    Args:
        setup: how the worker is set up.
        requests: functions with their arguments.
        answers: a pipe to the process that started this one.
    """
    # Windows has no such function.
    with suppress(OSError, AttributeError):
        os.nice(setup.niceness)
    try:
        if setup.begin is not None:
            setup.begin()
    except Exception:  # noqa: BLE001  # the process that started this one sees it end
        traceback.print_exc()
        os._exit(1)
    _limit_memory(setup.megabytes)
    # If the pipe is closed, nobody waits for the answer.
    with suppress(OSError):
        # The first message only says that the process is ready.
        is_ready = True
        send_message(answers, is_ready)
        while True:
            send_message(answers, _answer(*requests.get()))


# The arguments by name are untyped, because the work can be any function.
def _answer(
    work: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[bool, object]:
    """Do the work of a request.

    Returns:
        Whether it was done, and its result, or otherwise the error. A ``HuError`` is returned as it
        is, any other as its traceback.
    """
    try:
        return True, work(*args, **kwargs)
    except HuError as error:
        return False, error
    except Exception:  # noqa: BLE001  # the process that asked writes it to a log
        return False, traceback.format_exc()


def _limit_memory(megabytes: int) -> None:
    """Limit this process's memory, if the system can. Work that asks for more fails alone.

    Args:
        megabytes: on top of what the process has now.
    """
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return
    with suppress(OSError, ValueError):
        # The first number is the size of the address space, in pages.
        page_count = int(Path("/proc/self/statm").read_text().split()[0])
        limit = page_count * resource.getpagesize() + megabytes * 1_000_000
        _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard_limit))

"""Read photos on a Ray cluster, or on a Ray of this machine. Tasks and rows are the same."""

import json
import logging
import os
import pickle
import signal
import socket
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import asdict
from math import ceil
from typing import Any, Final, TypedDict

from hu.app.batch.local import ReadingProcesses, read_locally
from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Task
from hu.app.batch.settings import BatchSettings
from hu.scoring.errors import HuError, one_line

#: Photos that an actor gets at once, at most.
_MOST_TASKS: Final = 16
#: Seconds for Ray Data's threads to end once nobody asks for rows. A tenth is usual.
_PATIENCE_S: Final = 5.0
#: Seconds until a cluster's address counts as not reachable.
_CONNECT_S: Final = 10.0
#: Ray Data's thread that never ends by itself once nobody asks for rows.
_ENDLESS_THREAD: Final = "Prefetcher"


def read_on_ray(
    tasks: Sequence[Task],
    settings: BatchSettings,
    workers: int,
    is_stopped: Callable[[], bool],
    address: str | None = None,
) -> Generator[TaskOutcome, None, None]:
    """Read photos with actors of Ray Data, each of which keeps the networks loaded.

    Photos, networks and the results' folder must have the same paths on every machine. Photos that
    the cluster gives no answer about are read on this machine.

    Args:
        tasks: the photos in the order of their rows.
        settings: the settings of the batch.
        workers: the number of actors. 0: one for each of the cluster's processors.
        is_stopped: whether to stop. It is asked after each photo.
        address: the address of the cluster. None starts Ray on this machine.

    Yields:
        One outcome for each task.

    Raises:
        HuError: the cluster cannot be reached, or the actors cannot work at all, or cannot write.
    """
    missing = {task.index: task for task in tasks}
    with closing(_ray_rows(tasks, settings, workers, address)) as rows:
        for row in rows:
            message = pickle.loads(row["message"])  # noqa: S301  # it comes from this program's own actors
            if isinstance(message, HuError):
                raise message
            del missing[message.index]
            yield message
            if is_stopped():
                return
    if missing:
        yield from read_locally(list(missing.values()), settings, workers or 1, is_stopped)


class _RayRow(TypedDict):
    """A row of Ray's table of results: a pickled outcome, or an error that ends the batch."""

    message: bytes


class _RayBatch(TypedDict):
    """Columns of Ray's table of tasks, each task as JSON."""

    task: Sequence[str]


def _ray_rows(
    tasks: Sequence[Task], settings: BatchSettings, workers: int, address: str | None
) -> Generator[_RayRow, None, None]:
    """Yield Ray's table of results row by row, see ``read_on_ray``."""
    # Ray would otherwise report its use to its makers, and its progress to the user.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    import ray  # noqa: PLC0415  # an extra, and slow to import
    import ray.data  # noqa: PLC0415

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    is_our_session = not ray.is_initialized()
    terminate_handler = signal.getsignal(signal.SIGTERM)
    if is_our_session:
        _connect(ray, address, workers)
    earlier_threads = set(threading.enumerate())
    try:
        dataset = _make_dataset(ray, tasks, settings, workers)
        with closing(iter(dataset.iter_rows())) as rows:
            for row in rows:
                # Ray sets a handler of SIGTERM at any time. It would end the batch without table
                # and page.
                if threading.current_thread() is threading.main_thread():
                    signal.signal(signal.SIGTERM, terminate_handler)
                yield row
    except Exception as error:
        raise HuError(f"--engine ray: {_first_line(error)}; run it again with --resume") from error
    finally:
        _join_threads(set(threading.enumerate()) - earlier_threads)
        if is_our_session:
            ray.shutdown()


def _join_threads(threads: set[threading.Thread]) -> None:
    """Wait for Ray Data's threads. A thread that calls Ray after its shutdown ends the process."""
    deadline = time.monotonic() + _PATIENCE_S
    for thread in threads:
        if thread.name != _ENDLESS_THREAD:
            thread.join(max(0.0, deadline - time.monotonic()))


def _connect(ray: Any, address: str | None, workers: int) -> None:
    """Connect to a cluster, or start Ray on this machine.

    Args:
        ray: the module.
        address: the address of the cluster, or None.
        workers: the number of processors that a Ray on this machine may use.

    Raises:
        HuError: that failed.
    """
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address is None:
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
        else:
            _check_address(address)
            ray.init(address=address, **quiet)
    except HuError:
        raise
    except Exception as error:  # noqa: BLE001  # Ray's errors have no common base
        place = address or "this machine"
        raise HuError(f"--engine ray: no Ray at {place}: {_first_line(error)}") from None


def _check_address(address: str) -> None:
    """Connect to an address once. Ray's own retry takes minutes.

    Raises:
        HuError: nobody answers.
    """
    host, separator, port = address.removeprefix("ray://").rpartition(":")
    if not separator or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_S).close()
    except OSError as error:
        raise HuError(f"--engine ray: no Ray at {address}: {error.strerror or error}") from None


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return one_line(lines[0] if lines else type(error).__name__)


def _make_dataset(ray: Any, tasks: Sequence[Task], settings: BatchSettings, workers: int) -> Any:
    """Describe to Ray Data how the tasks are read.

    Args:
        ray: the module.
        tasks: the photos in the order of their rows.
        settings: the settings of the batch.
        workers: the number of actors. 0: one for each of the cluster's processors.
    """
    if not workers:
        workers = max(1, int(ray.cluster_resources().get("CPU", 0)))
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    # A block that cannot be finished is left out, and its photos are then read here.
    context.max_errored_blocks = -1
    # Two blocks for each actor, so that none is without work for long.
    block_size = max(1, min(_MOST_TASKS, len(tasks) // (2 * workers)))
    # As JSON, because names of files need not be text, and Ray's tables hold nothing else.
    items = [{"task": json.dumps(asdict(task))} for task in tasks]
    blocks = ray.data.from_items(items, override_num_blocks=ceil(len(items) / block_size))
    return blocks.map_batches(
        ReadingActor,
        fn_constructor_args=(settings,),
        batch_size=block_size,
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=1,
    )


class ReadingActor:
    """Runs in each of Ray's processes, with one reading process that keeps the networks loaded.

    Ray would start an actor again for ever that a photo ends. The reading process can end instead,
    and the photo gets a row that says so.

    Args:
        settings: the settings of the batch.
    """

    def __init__(self, settings: BatchSettings) -> None:
        self._processes = ReadingProcesses(settings, 1)

    def __call__(self, batch: _RayBatch) -> dict[str, list[bytes]]:
        """Read some photos. An error that ends the batch becomes the last message."""
        tasks = [Task(**json.loads(text)) for text in batch["task"]]
        messages: list[bytes] = []
        try:
            for outcome in self._processes.read(tasks, lambda: False):
                messages.append(pickle.dumps(outcome))  # noqa: PERF401  # those before an error count
        except HuError as error:
            messages.append(pickle.dumps(error))
        return {"message": messages}

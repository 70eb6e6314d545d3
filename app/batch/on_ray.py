"""Reading on a Ray cluster, or on a Ray of this machine: the same tasks, rows and resuming, other processes."""

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
from typing import Any, Final, TypedDict

from hu.app.batch.local import Readers, read_locally
from hu.app.batch.plan import Settings, Task
from hu.app.batch.rows import Outcome
from hu.scoring.errors import HuError, one_line

#: Photos that go to an actor at once, at most.
_BLOCK: Final = 16
#: Seconds for Ray Data's threads to end once nobody asks for rows; a tenth is usual.
_PATIENCE: Final = 5.0
#: Ray Data's thread that sleeps for ever once nobody asks for rows.
_ASLEEP: Final = "Prefetcher"


def read_on_ray(
    tasks: Sequence[Task],
    settings: Settings,
    workers: int,
    stopped: Callable[[], bool],
    address: str | None = None,
) -> Generator[Outcome, None, None]:
    """Read photos with actors of Ray Data, each of which holds the networks.

    Photos, weights and the results' folder must have the same paths on every machine. Photos that the
    cluster gives no answer about are read on this machine.

    Args:
        tasks: photos in the order of their rows.
        settings: what the actors need to know.
        workers: how many actors; 0 for one on each of the cluster's processors.
        stopped: whether to stop; asked after each photo.
        address: of the cluster; None starts Ray on this machine.

    Yields:
        One outcome for each task.

    Raises:
        HuError: the cluster cannot be reached, or the actors cannot work at all, or cannot write.
    """
    missing = {task.index: task for task in tasks}
    with closing(_rows(tasks, settings, workers, address)) as rows:
        for row in rows:
            message = pickle.loads(row["message"])  # noqa: S301  # it comes from this program's own actors
            if isinstance(message, HuError):
                raise message
            del missing[message.index]
            yield message
            if stopped():
                return
    if missing:
        yield from read_locally(list(missing.values()), settings, workers or 1, stopped)


class _RayRow(TypedDict):
    """A row of Ray's table of results: a pickled outcome, or an error that ends the batch."""

    message: bytes


class _RayBatch(TypedDict):
    """Columns of Ray's table of tasks, each task as JSON."""

    task: Sequence[str]


def _rows(
    tasks: Sequence[Task], settings: Settings, workers: int, address: str | None
) -> Generator[_RayRow, None, None]:
    # Ray would otherwise report its use to its makers, and its progress to the user.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    import ray  # noqa: PLC0415  # an extra, and slow to import
    import ray.data  # noqa: PLC0415

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    started = not ray.is_initialized()
    asked = signal.getsignal(signal.SIGTERM)
    if started:
        _connect(ray, address, workers)
    others = set(threading.enumerate())
    try:
        with closing(iter(_dataset(ray, tasks, settings, workers).iter_rows())) as rows:
            for row in rows:
                # Ray's own handler of SIGTERM, set at any time, would end the batch without table and page.
                if threading.current_thread() is threading.main_thread():
                    signal.signal(signal.SIGTERM, asked)
                yield row
    except Exception as error:
        raise HuError(f"--engine ray: {_first_line(error)}; go on with --resume") from error
    finally:
        # A thread of Ray Data that calls Ray after its shutdown ends the whole process.
        last = time.monotonic() + _PATIENCE
        for thread in set(threading.enumerate()) - others:
            if thread.name != _ASLEEP:
                thread.join(max(0.0, last - time.monotonic()))
        if started:
            ray.shutdown()


def _connect(ray: Any, address: str | None, workers: int) -> None:
    if address is not None:
        _reach(address)
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address is None:
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except Exception as error:  # noqa: BLE001  # Ray's errors have no common base
        raise HuError(
            f"--engine ray: no Ray at {address or 'this machine'}: {_first_line(error)}"
        ) from None


def _reach(address: str) -> None:
    """Check the address first; Ray's own retry takes minutes."""
    host, mark, port = address.removeprefix("ray://").rpartition(":")
    if not mark or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except OSError as error:
        raise HuError(f"--engine ray: no Ray at {address}: {error.strerror or error}") from None


def _first_line(error: Exception) -> str:
    return one_line((str(error).strip().splitlines() or [type(error).__name__])[0])


def _dataset(ray: Any, tasks: Sequence[Task], settings: Settings, workers: int) -> Any:
    workers = workers or max(1, int(ray.cluster_resources().get("CPU", 0)))
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    # A block that cannot be finished is left out, and its photos are then read here.
    context.max_errored_blocks = -1
    block = max(1, min(_BLOCK, len(tasks) // (2 * workers)))
    # As JSON, since names of files need not be text, and Ray's tables hold nothing else.
    items = [{"task": json.dumps(asdict(task))} for task in tasks]
    return ray.data.from_items(items, override_num_blocks=-(-len(items) // block)).map_batches(
        Actor,
        fn_constructor_args=(settings,),
        batch_size=block,
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=1,
    )


class Actor:
    """Runs in each of Ray's processes: a pool of one reading process that keeps the networks loaded.

    Ray retries forever what killed an actor; the pool survives a photo that kills its reader, and names it.

    Args:
        settings: of the batch.
    """

    def __init__(self, settings: Settings) -> None:
        self._readers = Readers(settings, 1)

    def __call__(self, batch: _RayBatch) -> dict[str, list[bytes]]:
        """Read a chunk of tasks; an error that ends the batch travels as one of its messages."""
        tasks = [Task(**json.loads(text)) for text in batch["task"]]
        messages: list[bytes] = []
        try:
            for outcome in self._readers.run(tasks, lambda: False):
                messages.append(pickle.dumps(outcome))  # noqa: PERF401  # those before an error count
        except HuError as error:
            messages.append(pickle.dumps(error))
        return {"message": messages}

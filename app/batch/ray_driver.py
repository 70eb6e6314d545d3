"""The driver of a batch on Ray: a process of its own that gives tasks to the cluster's actors."""

import json
import logging
import os
import pickle
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import ceil
from threading import Lock, Thread
from typing import Any, Final, TypedDict

from hu.app.batch.local import BatchProcesses
from hu.app.batch.plan import Task
from hu.app.batch.settings import BatchSettings
from hu.app.pool_process import ignore_terminal, send_message
from hu.scoring.errors import HuError, one_line

#: Photos that an actor gets at once, at most.
_MOST_TASKS: Final = 16
#: The message to the user if the cluster is lost.
CLUSTER_LOST: Final = (
    "--engine ray: the connection to the cluster was lost; run it again with --resume"
)
#: Seconds until a cluster's address counts as not reachable.
_CONNECT_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class DriverJob:
    """The job of a driver.

    Attributes:
        tasks: the photos in the order of their rows.
        settings: the settings of the batch.
        workers: the number of actors. 0: one for each of the cluster's processors.
        address: the address of the cluster. None starts Ray on this machine.
    """

    tasks: Sequence[Task]
    settings: BatchSettings
    workers: int
    address: str | None


@dataclass(frozen=True, slots=True)
class JobDone:
    """The last message of a driver that has finished. Ray lost the photos without an outcome."""


class ClusterLostError(HuError):
    """The cluster was lost before all photos were read."""


class _RayBatch(TypedDict):
    """Columns of Ray's table of tasks, each task as JSON."""

    task: Sequence[str]


def main() -> None:
    """Read a job from the standard input, and write its outcomes to the standard output.

    The messages are pickled: outcomes, followed by ``JobDone`` or the error that ended the job. The
    process ends when its input closes.
    """
    ignore_terminal()
    messages = os.fdopen(os.dup(1), "wb")
    # The output of libraries does not belong among the messages.
    os.dup2(2, 1)
    # Without these settings Ray reports its use to its makers, and its progress to the user.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    job = pickle.load(sys.stdin.buffer)  # noqa: S301  # from the process that started this one
    import ray  # noqa: PLC0415  # an extra, and slow to import
    import ray.data  # noqa: PLC0415

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    leave_lock = Lock()
    Thread(target=_leave_at_end_of_input, args=(ray, leave_lock), daemon=True).start()
    try:
        _connect(ray, job.address, job.workers)
        message_count = 0
        for row in _make_dataset(ray, job).iter_rows():
            # The actors have pickled the messages.
            messages.write(row["message"])
            messages.flush()
            message_count += 1
        if message_count < len(job.tasks):
            _refuse_lost_cluster(job.address)
        send_message(messages, JobDone())
    except HuError as error:
        send_message(messages, error)
    except Exception as error:  # noqa: BLE001  # Ray's errors have no common base
        reason = f"--engine ray: {_first_line(error)}; run it again with --resume"
        send_message(messages, HuError(reason))
    _leave(ray, leave_lock)


def _leave_at_end_of_input(ray: Any, leave_lock: Lock) -> None:
    sys.stdin.buffer.read()
    _leave(ray, leave_lock)


def _leave(ray: Any, leave_lock: Lock) -> None:
    """Leave the cluster and end the process at once.

    Otherwise Ray Data's threads could call Ray after its shutdown, and the process would end with
    an error.

    Args:
        ray: the module.
        leave_lock: is held until the process has ended, so that only one thread leaves.
    """
    with leave_lock:
        with suppress(Exception):
            ray.shutdown()
        os._exit(0)


def _connect(ray: Any, address: str | None, workers: int) -> None:
    """Connect to a cluster, or start Ray on this machine.

    Args:
        ray: the module.
        address: the address of the cluster, or None.
        workers: the number of processors that a Ray on this machine may use. A cluster has its own
            number.

    Raises:
        HuError: there is no such cluster, or Ray does not start.
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
        place = f"at {address}" if address else "on this machine"
        raise HuError(f"--engine ray: no Ray {place}: {_first_line(error)}") from None


def _check_address(address: str) -> None:
    """Check that something answers at an address. Ray's own attempts take minutes to fail.

    Raises:
        HuError: nothing answers.
    """
    host, separator, port = address.removeprefix("ray://").rpartition(":")
    if not separator or not port.isdecimal():
        # Ray itself finds the host and port of an address such as ``auto``.
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_S).close()
    except OSError as error:
        raise HuError(f"--engine ray: no Ray at {address}: {error.strerror or error}") from None


def _refuse_lost_cluster(address: str | None) -> None:
    """Raise an error if the cluster was lost. The caller has found photos without an outcome.

    Ray Data leaves out lost blocks without an error. If a single actor was lost, this machine reads
    the photos of the actor's blocks. If the whole cluster was lost, this machine would have to read
    all remaining photos, so the batch ends instead.

    Args:
        address: the address of the cluster. None for a Ray on this machine, which is not lost.

    Raises:
        ClusterLostError: nothing answers at the cluster's address any more.
    """
    if address is None:
        return
    try:
        _check_address(address)
    except HuError:
        raise ClusterLostError(CLUSTER_LOST) from None


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return one_line(lines[0] if lines else type(error).__name__)


def _make_dataset(ray: Any, job: DriverJob) -> Any:
    """Make Ray's data set of the results. Each row of it holds one pickled message."""
    workers = job.workers
    if not workers:
        workers = max(1, int(ray.cluster_resources().get("CPU", 0)))
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    # Outcomes come in the order of the tasks.
    context.execution_options.preserve_order = True
    # A block that cannot be finished is left out. ``read_on_ray`` then reads its photos on this
    # machine.
    context.max_errored_blocks = -1
    # At least two blocks for each actor, so that no actor is without work for long.
    block_size = max(1, min(_MOST_TASKS, len(job.tasks) // (2 * workers)))
    # The tasks are JSON, because Ray's tables hold no names of files that are not text. JSON
    # escapes such names.
    task_rows = [{"task": json.dumps(asdict(task))} for task in job.tasks]
    blocks = ray.data.from_items(task_rows, override_num_blocks=ceil(len(task_rows) / block_size))
    return blocks.map_batches(
        ReadingActor,
        fn_constructor_args=(job.settings,),
        batch_size=block_size,
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=1,
    )


class ReadingActor:
    """Runs in each of Ray's processes, with one reading process that keeps the networks loaded.

    If a photo ended the actor itself, Ray would start the actor again for ever. A photo can end
    only the reading process, and then gets a row that names the fault.

    Args:
        settings: the settings of the batch.
    """

    def __init__(self, settings: BatchSettings) -> None:
        self._processes = BatchProcesses(settings, workers=1)

    def __call__(self, batch: _RayBatch) -> dict[str, list[bytes]]:
        """Read the photos of a block. An error that ends the batch becomes the last message."""
        tasks = [Task(**json.loads(text)) for text in batch["task"]]
        messages: list[bytes] = []
        # The driver stops a batch by leaving the cluster, which ends the actors.
        try:
            for outcome in self._processes.read(tasks, is_stopped=lambda: False):
                messages.append(pickle.dumps(outcome))  # the outcomes before an error are kept
        except HuError as error:
            messages.append(pickle.dumps(error))
        return {"message": messages}

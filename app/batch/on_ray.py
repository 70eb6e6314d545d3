"""Read photos on a Ray cluster, or on a Ray of this machine.

If Ray loses a cluster, it ends the process that is connected to the cluster. So this process starts
another process, the driver, which connects to the cluster in its place. Tasks and rows are the same
as on this machine alone.
"""

import os
import pickle
import queue
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from threading import Thread
from typing import IO, Final, cast

from hu.app.batch.local import read_locally
from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Task
from hu.app.batch.ray_driver import CLUSTER_LOST, ClusterLostError, DriverJob, JobDone
from hu.app.batch.settings import BatchSettings
from hu.app.pool_process import send_message
from hu.scoring.errors import HuError

#: The program of the driver's process.
DRIVER: Final = "from hu.app.batch.ray_driver import main; main()"
#: Seconds for the driver to leave the cluster before it is killed.
_PATIENCE_S: Final = 10.0
#: Seconds between two calls of ``is_stopped``, at most.
_STOP_CHECK_S: Final = 0.5


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
        is_stopped: returns whether to stop. It is called at least twice a second.
        address: the address of the cluster. None starts Ray on this machine.

    Yields:
        One outcome for each task, in any order, until ``is_stopped`` returns true.

    Raises:
        ClusterLostError: the cluster was lost. The outcomes before are valid.
        HuError: the cluster cannot be reached, or the actors cannot work at all, or cannot write.
    """
    tasks_without_outcome = {task.index: task for task in tasks}
    with closing(_Driver(DriverJob(tasks, settings, workers, address))) as driver:
        while True:
            if is_stopped():
                return
            message = driver.receive(_STOP_CHECK_S)
            if message is None:
                continue
            if isinstance(message, JobDone):
                break
            if isinstance(message, HuError):
                raise message
            del tasks_without_outcome[message.index]
            yield message
    if tasks_without_outcome:
        # 0 asks for all processors of the cluster. This machine then reads with one process.
        local_workers = max(1, workers)
        remaining_tasks = list(tasks_without_outcome.values())
        yield from read_locally(remaining_tasks, settings, local_workers, is_stopped)


class _Driver:
    """The driver's process.

    Args:
        job: its job.
    """

    def __init__(self, job: DriverJob) -> None:
        # The driver must find the same modules as this process.
        search_path = os.pathsep.join(folder for folder in sys.path if folder)
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", DRIVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ray writes pages about a lost cluster. The error is one line.
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": search_path},
        )
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._messages: queue.Queue[TaskOutcome | HuError | JobDone] = queue.Queue()
        Thread(target=self._receive_all, daemon=True).start()
        # If the process has ended already, ``_receive_all`` reports that.
        with suppress(OSError):
            send_message(self._requests, job)

    def _receive_all(self) -> None:
        source = cast("IO[bytes]", self._process.stdout)
        with source:
            try:
                while True:
                    self._messages.put(pickle.load(source))  # noqa: S301  # from our own process
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                # The driver has ended. If it was not done, Ray ended it, because Ray lost the
                # cluster. Otherwise nobody receives this message.
                self._messages.put(ClusterLostError(CLUSTER_LOST))

    def receive(self, seconds: float) -> TaskOutcome | HuError | JobDone | None:
        """Return the next message, or None if none came within some seconds."""
        try:
            return self._messages.get(timeout=seconds)
        except queue.Empty:
            return None

    def close(self) -> None:
        """Let the driver leave the cluster, and end it."""
        with suppress(OSError):
            self._requests.close()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

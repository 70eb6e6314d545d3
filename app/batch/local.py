"""Read photos with processes of this machine.

A photo whose process ends is read again. If its process ends twice, its row says so.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Task
from hu.app.batch.rows import unread_row
from hu.app.batch.settings import BatchSettings
from hu.app.memory import MemoryReturner
from hu.app.pool import Pool, WorkerEndedError
from hu.scoring.errors import HuError, one_line

if TYPE_CHECKING:
    from hu.app.batch.worker import PhotoWorker

#: Seconds for one photo. A process that takes longer is ended.
_PHOTO_S: Final = 25.0
#: Photos that are handed out for each process at a time. It reads the first, and the second waits.
_TASKS_PER_WORKER: Final = 2
#: A photo is not read again once its process has ended this often.
_MOST_DEATHS: Final = 2
#: The batch ends once this many processes in a row have ended before they were ready.
_MOST_FAILED_STARTS: Final = 3
#: Seconds between two calls of ``is_stopped``, at most.
_STOP_CHECK_S: Final = 0.5

#: A reading process may grow by this many bytes before it returns freed memory.
_MOST_GROWTH: Final = 16_000_000

#: The single worker of a reading process. Empty in other processes.
_workers: Final[list["PhotoWorker"]] = []
_memory: Final = MemoryReturner(_MOST_GROWTH)


def read_locally(
    tasks: Sequence[Task],
    settings: BatchSettings,
    workers: int,
    is_stopped: Callable[[], bool],
) -> Generator[TaskOutcome, None, None]:
    """Read photos with several processes.

    Args:
        tasks: the photos in the order of their rows.
        settings: the settings of the batch.
        workers: the number of processes.
        is_stopped: returns whether to stop. It is called at least twice a second.

    Yields:
        One outcome for each task, in any order, until ``is_stopped`` returns true.

    Raises:
        HuError: the processes cannot work at all, or cannot write.
    """
    with closing(BatchProcesses(settings, workers)) as processes:
        yield from processes.read(tasks, is_stopped)


class BatchProcesses:
    """Processes that read photos and keep the networks loaded.

    Args:
        settings: the settings of the batch.
        workers: the number of processes.
    """

    def __init__(self, settings: BatchSettings, workers: int) -> None:
        self._pool = Pool(partial(begin_worker, settings))
        self._most_tasks = workers * _TASKS_PER_WORKER
        self._threads = ThreadPoolExecutor(workers)
        # How many processes in a row have ended before they were ready.
        self._failed_starts = 0

    def read(self, tasks: Sequence[Task], is_stopped: Callable[[], bool]) -> Iterator[TaskOutcome]:
        """Read photos. Afterwards the processes wait for more photos.

        Args:
            tasks: the photos.
            is_stopped: returns whether to stop. It is called at least twice a second.

        Yields:
            One outcome for each task, in any order, until ``is_stopped`` returns true.

        Raises:
            HuError: the processes cannot work at all, or cannot write.
        """
        remaining_tasks = iter(tasks)
        running: set[Future[TaskOutcome]] = set()
        while not is_stopped():
            for task in islice(remaining_tasks, self._most_tasks - len(running)):
                running.add(self._threads.submit(self._read_task, task))
            if not running:
                return
            done, running = wait(running, timeout=_STOP_CHECK_S, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()

    def close(self) -> None:
        """End the processes at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()

    def _read_task(self, task: Task) -> TaskOutcome:
        """Read a photo, and read it again if the process ends.

        Raises:
            HuError: several processes in a row ended before they were ready, the networks cannot be
                loaded, or a picture cannot be written.
        """
        deaths = 0
        while True:
            try:
                outcome = self._pool.run(_PHOTO_S, read_in_process, task)
            except WorkerEndedError as error:
                if error.ready:
                    # The process ended while it read the photo.
                    self._failed_starts = 0
                    deaths += 1
                else:
                    # The process ended before it got the photo.
                    self._failed_starts += 1
                if self._failed_starts >= _MOST_FAILED_STARTS:
                    raise HuError(
                        f"the reading processes end as soon as they start: {error}"
                    ) from None
                if deaths >= _MOST_DEATHS:
                    return _blame_photo(task, error)
            else:
                self._failed_starts = 0
                return outcome


def _blame_photo(task: Task, error: WorkerEndedError) -> TaskOutcome:
    """Make the outcome of a photo whose reading ended several processes."""
    reason = (
        f"{one_line(task.photo)}: reading it ends the process or takes too long ({error}); "
        "damaged or too large?"
    )
    return TaskOutcome.of_row(task.index, unread_row(task.photo, reason, task.problem))


def begin_worker(settings: BatchSettings) -> None:
    """Get a reading process ready."""
    from hu.app.batch.worker import PhotoWorker  # noqa: PLC0415  # only reading processes load networks

    _workers.append(PhotoWorker(settings))


def read_in_process(task: Task) -> TaskOutcome:
    """Read a photo in a reading process."""
    outcome = _workers[0].read(task)
    _memory.give_back_after_growth()
    return outcome

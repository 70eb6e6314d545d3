"""Reading by processes of this machine; a dead one costs time, and the photo that kills it gets its row."""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from hu.app.batch.plan import Settings, Task
from hu.app.batch.rows import Outcome, unread
from hu.app.memory import give_back_memory
from hu.app.pool import Pool, WorkerEndedError
from hu.scoring.errors import HuError, one_line

if TYPE_CHECKING:
    from hu.app.batch.worker import PhotoWorker

#: A process that takes longer for one photo has stopped.
_PHOTO_S: Final = 25.0
#: Photos that are handed out at a time for each process: the one at work, and one that waits for it.
_AHEAD: Final = 2
#: A photo whose process ended this often is to blame.
_DEATHS: Final = 2
#: After this many processes that ended before they were ready, no other is started.
_STILLBORN: Final = 3
_workers: Final[list["PhotoWorker"]] = []


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
    with closing(Readers(settings, workers)) as readers:
        yield from readers.run(tasks, stopped)


class Readers:
    """Reading processes that keep the networks loaded.

    Args:
        settings: what they need to know.
        workers: how many there are at most.
    """

    def __init__(self, settings: Settings, workers: int) -> None:
        self._pool = Pool(partial(_begin, settings))
        self._most = workers * _AHEAD
        self._threads = ThreadPoolExecutor(workers)
        self._stillborn = 0

    def run(self, tasks: Sequence[Task], stopped: Callable[[], bool]) -> Iterator[Outcome]:
        """Read photos, see ``read_locally``; the processes then wait for more."""
        left, running = iter(tasks), set[Future[Outcome]]()
        while not stopped():
            running |= {
                self._threads.submit(self._read, task)
                for task in islice(left, self._most - len(running))
            }
            if not running:
                return
            done, running = wait(running, 0.5, FIRST_COMPLETED)
            for future in done:
                yield future.result()

    def close(self) -> None:
        """End the processes at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()

    def _read(self, task: Task) -> Outcome:
        deaths = 0
        while deaths < _DEATHS:
            try:
                return self._pool.run(_PHOTO_S, _read_one, task)
            except WorkerEndedError as error:
                reason = error
                deaths += error.ready
                self._stillborn = 0 if error.ready else self._stillborn + 1
                if self._stillborn >= _STILLBORN:
                    raise HuError(
                        f"the reading processes end as soon as they start: {error}"
                    ) from None
        why = f"reading it ends the process or takes too long ({reason}); damaged or too large?"
        return Outcome.of(
            task.index, unread(task.photo, f"{one_line(task.photo)}: {why}", task.problem)
        )


def _begin(settings: Settings) -> None:
    from hu.app.batch.worker import PhotoWorker  # noqa: PLC0415  # only the processes that read need the networks

    _workers.append(PhotoWorker(settings))


def _read_one(task: Task) -> Outcome:
    outcome = _workers[0].read(task)
    give_back_memory()
    return outcome

"""Run a batch: plan it, read the photos, write each row, and publish the table and the page."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Final, Literal, Never

from tqdm import tqdm

from hu.app.batch.finishing import finish_row
from hu.app.batch.local import read_locally
from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Plan, Task, make_plan
from hu.app.batch.publish import publish
from hu.app.batch.results import OVERLAYS, PAGE_FILE, THUMBNAILS, OutputError, Results
from hu.app.batch.settings import BatchSettings
from hu.scoring.errors import InputError, one_line
from hu.scoring.lines import quantity
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.registry import DEFAULT_RULES

#: Photos are read by processes of this machine, or by actors of a Ray cluster.
Engine = Literal["local", "ray"]
_INTERRUPTED_STATUS: Final = 130
#: Windows has no such signal.
_SIGHUP: Final[signal.Signals | None] = getattr(signal, "SIGHUP", None)


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch to run.

    Attributes:
        folder: the folder of the photos.
        settings: how the photos are read, and the folder of the results.
        manifest: a CSV file, or None.
        rules: the rule set of photos whose line in the manifest names none.
        workers: the number of processes that read. 0 with Ray: one for each processor of the
            cluster.
        resume: whether to continue the results of an earlier run.
        house: options for the photos of one rule set. The manifest's own options take precedence.
        engine: whether processes of this machine or a Ray cluster read the photos.
        address: the address of the Ray cluster. None starts Ray on this machine.
    """

    folder: Path
    settings: BatchSettings
    manifest: Path | None = None
    rules: str = DEFAULT_RULES
    workers: int = 1
    resume: bool = False
    house: HouseRules | None = None
    engine: Engine = "local"
    address: str | None = None


@dataclass(slots=True)
class Summary:
    """How a batch ended.

    Attributes:
        photos: the number of photos.
        done: the number of photos whose rows this run wrote or kept.
        kept: the number of these photos that an earlier run read, and this run did not.
        failed: the number of photos that were not read or whose hands were not scored.
        to_check: the number of photos that somebody should look at, failed ones included.
        dropped: the number of photos that an earlier run read and that have no row in this batch.
            Their rows are dropped unless the run is interrupted.
        problems: problems that do not belong to one photo.
        moved_table: the new path of a table that somebody had edited, or None.
    """

    photos: int
    done: int = 0
    kept: int = 0
    failed: int = 0
    to_check: int = 0
    dropped: int = 0
    problems: list[str] = field(default_factory=list)
    moved_table: Path | None = None

    @property
    def is_interrupted(self) -> bool:
        """Whether the run ended before it got to all photos."""
        return self.done < self.photos

    @property
    def exit_status(self) -> int:
        """130 if the batch was interrupted, 1 if something went wrong, otherwise 0."""
        if self.is_interrupted:
            return _INTERRUPTED_STATUS
        if self.failed or self.problems:
            return 1
        return 0

    def text(self, out: Path) -> str:
        """Write the summary in a few lines.

        Args:
            out: the folder of the results.
        """
        lines = []
        if self.is_interrupted:
            photos = quantity(self.photos, "photo")
            lines.append(
                f"interrupted: {self.done} of {photos} are done; run it again with --resume"
            )
        done = quantity(self.done, "photo")
        page = one_line(str(out / PAGE_FILE))
        lines.append(
            f"{done}, {self.failed} not read or not scored, {self.to_check} to check; see {page}"
        )
        if self.kept == 1:
            lines.append("1 of them was read before")
        elif self.kept > 1:
            lines.append(f"{self.kept} of them were read before")
        if self.moved_table:
            lines.append(
                f"results.csv was changed by hand: it is now {self.moved_table}; "
                "apply it with --corrections"
            )
        return "\n".join(lines)


def run_batch(batch: Batch) -> Summary:
    """Run a batch.

    Returns:
        How it ended.

    Raises:
        InputError: there is nothing to read, the manifest cannot be read, or there are results and
            ``resume`` is not set.
        OutputError: the results cannot be written. The rows that were written before are kept.
        HuError: the networks, the reading processes or the Ray cluster cannot be used.
    """
    settings = batch.settings
    out = settings.out
    plan = make_plan(
        batch.folder, out, manifest=batch.manifest, rules=batch.rules, house=batch.house
    )
    with Results(out) as results:
        if results.exist and not batch.resume:
            raise InputError(
                f"{out}: has results already; continue them with --resume, or name another --out"
            )
        results.open()
        tasks = [_with_earlier_row(task, results, settings.reader) for task in plan.tasks]
        photos = [task.photo for task in tasks]
        summary = Summary(photos=len(tasks), problems=plan.problems)
        summary.dropped = len(results.earlier.keys() - set(photos))
        if settings.overlays:
            _make_picture_folders(out)
        # Without a terminal there is no bar, only messages.
        bar: tqdm[Never] = tqdm(
            total=len(tasks), unit="photo", disable=None, dynamic_ncols=True, file=sys.stderr
        )
        with closing(bar), stop_request() as is_stopped:
            for message in _first_messages(plan, results, summary):
                bar.write(one_line(message), file=sys.stderr)
            with closing(read_tasks(batch, tasks, is_stopped)) as outcomes:
                _write_rows(outcomes, tasks, results, bar, summary)
        results.sort(photos, drop_others=not summary.is_interrupted)
        summary.moved_table = publish(out)
    return summary


def read_tasks(
    batch: Batch, tasks: Sequence[Task], is_stopped: Callable[[], bool]
) -> Generator[TaskOutcome, None, None]:
    """Read photos with the batch's engine, in any order, until it is asked to stop.

    Args:
        batch: names the engine, its address, and the number of processes.
        tasks: the photos in the order of their rows.
        is_stopped: returns whether to stop.
    """
    if batch.engine == "local":
        return read_locally(tasks, batch.settings, batch.workers, is_stopped)
    from hu.app.batch.on_ray import read_on_ray  # noqa: PLC0415  # Ray is optional

    return read_on_ray(tasks, batch.settings, batch.workers, is_stopped, address=batch.address)


def _with_earlier_row(task: Task, results: Results, reader: str) -> Task:
    """Add the facts about the earlier run's row to a task, if there is such a row.

    Args:
        task: the task of a photo.
        results: holds the earlier run's rows.
        reader: the digest of the program, networks and settings that read photos in this run.
    """
    earlier = results.earlier.get(task.photo)
    if earlier is None:
        return task
    has_same_settings = earlier.reader == reader and earlier.rules == task.rules
    return replace(
        task,
        earlier_digest=earlier.digest,
        # Only a reading process can read the photos that answers name. Those photos may have
        # changed too.
        earlier_holds=has_same_settings and not task.names_photos,
        corrections=earlier.corrected,
    )


def _make_picture_folders(out: Path) -> None:
    for name in (OVERLAYS, THUMBNAILS):
        folder = out / name
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError.at(folder, error) from None


def _first_messages(plan: Plan, results: Results, summary: Summary) -> list[str]:
    """List what the user should know before the photos are read."""
    messages = [*plan.notes, *plan.problems]
    if results.damaged:
        lines = quantity(results.damaged, "damaged line")
        messages.append(f"the earlier results have {lines}; those photos are read again")
    if results.older:
        rows = quantity(results.older, "row")
        messages.append(
            f"{rows} of an older version: the photos are read again, corrections are kept"
        )
    if summary.dropped:
        messages.append(f"rows dropped, because their photos are gone: {summary.dropped}")
    return messages


def _write_rows(
    outcomes: Iterator[TaskOutcome],
    tasks: Sequence[Task],
    results: Results,
    bar: "tqdm[Never]",
    summary: Summary,
) -> None:
    """Write rows as they come, and count them.

    Args:
        outcomes: from the engine, in any order.
        tasks: the tasks by their indices.
        results: gets the rows.
        bar: shows the progress, and the errors of photos that failed.
        summary: gets the counts.
    """
    for outcome in outcomes:
        task = tasks[outcome.index]
        if not outcome.line:
            # The photo was not read again, but its answers may have changed.
            summary.kept += 1
            row = results.row(task.photo)
            row = finish_row(row, task.answers, task.problem, task.corrections)
            outcome = TaskOutcome.of_row(task.index, row)  # noqa: PLW2901
        results.append(task.photo, outcome.line)
        summary.done += 1
        if outcome.needs_check:
            summary.to_check += 1
        if outcome.error:
            summary.failed += 1
            bar.write(one_line(_with_name(outcome.error, task.photo)), file=sys.stderr)
        bar.update(1)


def _with_name(error: str, photo: str) -> str:
    """Put the photo's name before an error that does not begin with it."""
    name = one_line(photo)
    if error.startswith(f"{name}: "):
        return error
    return f"{name}: {error}"


@contextmanager
def stop_request() -> Iterator[Callable[[], bool]]:
    """Note the first Ctrl-C, SIGTERM or SIGHUP, so that the batch can end in order.

    After that signal, Ctrl-C and SIGTERM raise ``KeyboardInterrupt``. SIGHUP does not, because a
    terminal that is closed may send it several times.

    Yields:
        A function that returns whether to stop.
    """
    request = threading.Event()
    had_terminal = sys.stderr.isatty()

    def handle_signal(number: int, frame: FrameType | None) -> None:
        del frame
        is_hangup = number == _SIGHUP
        is_terminal_gone = had_terminal and not sys.stderr.isatty()
        if is_hangup and is_terminal_gone:
            _discard_messages()
        if request.is_set() and not is_hangup:
            raise KeyboardInterrupt
        request.set()

    earlier_handlers = {}
    # Only the main thread can set handlers.
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM, _SIGHUP):
            if number is None:
                continue
            # nohup ignores SIGHUP, so that a batch continues after its terminal was closed.
            if signal.getsignal(number) is signal.SIG_IGN:
                continue
            earlier_handlers[number] = signal.signal(number, handle_signal)
    try:
        yield request.is_set
    finally:
        for number, handler in earlier_handlers.items():
            signal.signal(number, handler)


def _discard_messages() -> None:
    """Write no more messages, because the terminal is gone. Writing would end the batch."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stderr.fileno())
    os.close(null_device)

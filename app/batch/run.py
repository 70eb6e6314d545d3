"""A batch from start to end: plan, read, write each row in its turn, publish the table and the page."""

import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Never

from tqdm import tqdm

from hu.app.batch.local import read_locally
from hu.app.batch.plan import Settings, Task, plan
from hu.app.batch.publish import PAGE, publish
from hu.app.batch.results import OVERLAYS, THUMBNAILS, OutputError, Results
from hu.app.batch.rows import Outcome, finish_row
from hu.scoring.errors import InputError, one_line
from hu.scoring.lines import quantity
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.registry import DEFAULT_RULES


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch to run."""

    folder: Path  # of the photos
    settings: Settings  # for reading them, the folder of the results among them
    manifest: Path | None = None  # a CSV file, or None
    rules: str = DEFAULT_RULES  # the rule set where the manifest names none
    workers: int = 1  # how many processes read
    resume: bool = False  # whether to go on with the results of an earlier run
    house: HouseRules | None = (
        None  # options for hands of their rule set; the manifest's own come first
    )
    # Reads tasks with a number of processes, in any order, until it is asked to stop.
    read: Callable[
        [Sequence[Task], Settings, int, Callable[[], bool]], Generator[Outcome, None, None]
    ] = read_locally


@dataclass(slots=True)
class Summary:
    """How a batch ended."""

    photos: int  # number of photos
    done: int = 0  # photos that have their row
    kept: int = 0  # of these, photos that an earlier run read
    failed: int = 0  # photos that were not read, or whose hands were not scored
    check: int = 0  # photos that somebody should look at, the failed ones included
    dropped: int = 0  # rows of the earlier run whose photos are gone
    problems: list[str] = field(default_factory=list)  # problems that do not belong to one photo
    aside: Path | None = (
        None  # where a table was put that somebody had changed since it was written
    )

    @property
    def exit_status(self) -> int:
        """130 when the batch was asked to stop, 1 when something went wrong, else 0."""
        if self.done < self.photos:
            return 130
        return 1 if self.failed or self.problems else 0

    def text(self, out: Path) -> str:
        """The summary in a few lines."""
        page = one_line(str(out / PAGE))
        photos = quantity(self.done, "photo")
        lines = [
            f"{photos}, {self.failed} not read or not scored, {self.check} to check; see {page}"
        ]
        if self.kept:
            lines.append(f"{self.kept} of them {'was' if self.kept == 1 else 'were'} read before")
        if self.done < self.photos:
            lines.insert(
                0,
                f"interrupted: {self.done} of {quantity(self.photos, 'photo')} are done; go on with --resume",
            )
        if self.aside:
            lines.append(
                f"results.csv was changed by hand: it is now {self.aside}; apply it with --corrections"
            )
        return "\n".join(lines)


def run(batch: Batch) -> Summary:
    """Run a batch.

    Returns:
        How it ended; with fewer rows ``done`` than ``photos`` it was asked to stop.

    Raises:
        InputError: there is nothing to read, or there are results already and it is not to go on with them.
        OutputError: the results cannot be written; what was written before is whole.
        HuError: the networks cannot be used.
    """
    settings, out = batch.settings, batch.settings.out
    planned = plan(batch.folder, out, batch.manifest, batch.rules, batch.house)
    with Results(out) as results:
        if results.exist and not batch.resume:
            raise InputError(
                f"{out}: holds results already; go on with --resume or name another --out"
            )
        results.open()
        tasks = [_with_earlier(task, results, settings.reader) for task in planned.tasks]
        summary = Summary(len(tasks), problems=planned.problems)
        summary.dropped = len(results.earlier.keys() - {task.photo for task in tasks})
        for name in (OVERLAYS, THUMBNAILS) if settings.overlays else ():
            try:
                (out / name).mkdir(exist_ok=True)
            except OSError as error:
                raise OutputError.at(out / name, error) from None
        messages = [*planned.notes, *planned.problems]
        if results.damaged:
            lines = quantity(results.damaged, "damaged line")
            messages.append(f"the earlier results have {lines}; those photos are read again")
        if summary.dropped:
            messages.append(f"rows dropped, because their photos are gone: {summary.dropped}")
        # Without a terminal there is no bar, only messages.
        bar: tqdm[Never] = tqdm(
            total=len(tasks), unit="photo", disable=None, dynamic_ncols=True, file=sys.stderr
        )
        with closing(bar), stop_request() as stopped:
            for message in messages:
                bar.write(one_line(message), file=sys.stderr)
            with closing(batch.read(tasks, settings, batch.workers, stopped)) as outcomes:
                _write(outcomes, tasks, results, bar, summary)
        results.sort([task.photo for task in tasks], drop_others=summary.done == summary.photos)
        summary.aside = publish(out)
    return summary


def _with_earlier(task: Task, results: Results, reader: str) -> Task:
    """A task with what an earlier run read under its name, and the corrections since."""
    known = results.earlier.get(task.photo)
    if known is None:
        return task
    valid = known.reader == reader and known.rules == task.rules
    return replace(task, known=known.digest, valid=valid, corrections=known.corrected)


def _write(
    outcomes: Iterator[Outcome],
    tasks: Sequence[Task],
    results: Results,
    bar: "tqdm[Never]",
    summary: Summary,
) -> None:
    """Write rows as they come."""
    for outcome in outcomes:
        task, done = tasks[outcome.index], outcome
        if outcome.line is None:
            summary.kept += 1
            row = finish_row(results.row(task.photo), task.answers, task.problem, task.corrections)
            done = Outcome.of(outcome.index, row)
        results.append(task.photo, done.line or b"")
        summary.done += 1
        summary.failed += bool(done.error)
        summary.check += done.check
        if done.error:
            name = one_line(task.photo)
            error = done.error if done.error.startswith(f"{name}: ") else f"{name}: {done.error}"
            bar.write(one_line(error), file=sys.stderr)
        bar.update(1)


@contextmanager
def stop_request() -> Iterator[Callable[[], bool]]:
    """Note the first Ctrl-C or SIGTERM, for the batch to stop where it can; a second one interrupts as usual.

    Yields:
        Whether to stop.
    """
    asked = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        del number, frame
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    in_main = threading.current_thread() is threading.main_thread()
    before = {
        number: signal.signal(number, note)
        for number in ((signal.SIGINT, signal.SIGTERM) if in_main else ())
    }
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

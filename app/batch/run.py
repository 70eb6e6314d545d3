"""A batch from start to end: plan, read, write each row in its turn, publish the table and the page."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.app.batch.local import read_locally
from hu.app.batch.model import Outcome, OutputError, Settings, Task
from hu.app.batch.planning import plan, with_known
from hu.app.batch.progress import Progress, StopRequest
from hu.app.batch.publishing import PAGE, publish
from hu.app.batch.results import Results
from hu.app.batch.rows import finish_row, outcome_of
from hu.scoring.errors import InputError
from hu.scoring.house import HouseRules
from hu.scoring.lines import counted, one_line
from hu.scoring.rules import DEFAULT

PICTURES: Final = ("overlays", "thumbnails")


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch to run.

    Attributes:
        folder: of the photos.
        settings: for reading them, the folder of the results among them.
        manifest: a CSV file, or None.
        rules: the rule set where the manifest names none.
        house: what hands by the same rules are scored with, where the manifest says nothing else.
        workers: how many processes read.
        resume: whether to go on with the results of an earlier run.
        read: reads tasks with a number of processes, in any order, until it is asked to stop.
    """

    folder: Path
    settings: Settings
    manifest: Path | None = None
    rules: str = DEFAULT
    workers: int = 1
    resume: bool = False
    house: HouseRules | None = None
    read: Callable[[Sequence[Task], Settings, int, Callable[[], bool]], Generator[Outcome, None, None]] = read_locally


@dataclass(slots=True)
class Summary:
    """How a batch ended.

    Attributes:
        photos: number of photos.
        done: photos that have their row.
        kept: of these, photos that an earlier run read.
        failed: photos that were not read, or whose hands were not scored.
        check: photos that somebody should look at, the failed ones included.
        dropped: rows of the earlier run whose photos are gone.
        problems: problems that do not belong to one photo.
        aside: where a table was put that somebody had changed since it was written.
    """

    photos: int
    done: int = 0
    kept: int = 0
    failed: int = 0
    check: int = 0
    dropped: int = 0
    problems: list[str] = field(default_factory=list)
    aside: Path | None = None

    @property
    def exit_status(self) -> int:
        """130 when the batch was asked to stop, 1 when something went wrong, else 0."""
        if self.done < self.photos:
            return 130
        return 1 if self.failed or self.problems else 0

    def text(self, out: Path) -> str:
        """The summary in a few lines."""
        page = one_line(str(out / PAGE))
        photos = counted(self.done, "photo")
        lines = [f"{photos}, {self.failed} not read or not scored, {self.check} to check; see {page}"]
        if self.kept:
            lines.append(f"{self.kept} of them {'was' if self.kept == 1 else 'were'} read before")
        if self.done < self.photos:
            lines.insert(
                0, f"interrupted: {self.done} of {counted(self.photos, 'photo')} are done; go on with --resume"
            )
        if self.aside:
            lines.append(f"results.csv was changed by hand: it is now {self.aside}; apply it with --corrections")
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
    settings = batch.settings
    planned = plan(batch.folder, settings.out, batch.manifest, batch.rules, batch.house)
    with Results(settings.out) as results:
        if results.exist and not batch.resume:
            raise InputError(f"{settings.out}: holds results already; go on with --resume or name another --out")
        results.open()
        summary = Summary(len(planned.tasks), problems=planned.problems)
        summary.dropped = len(results.earlier.keys() - {task.photo for task in planned.tasks})
        tasks = with_known(planned.tasks, results.earlier, settings.reader)
        if settings.overlays:
            _make_folders(settings.out)
        with Progress(len(tasks)) as progress, StopRequest() as stopped:
            for message in (*planned.notes, *planned.problems, *_about_earlier(results, summary)):
                progress.say(message)
            with closing(batch.read(tasks, settings, batch.workers, stopped)) as outcomes:
                _write(outcomes, tasks, results, progress, summary)
        results.sort([task.photo for task in tasks], drop_others=summary.done == summary.photos)
        summary.aside = publish(settings.out)
    return summary


def _make_folders(out: Path) -> None:
    for name in PICTURES:
        try:
            (out / name).mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError.at(out / name, error) from None


def _about_earlier(results: Results, summary: Summary) -> Iterator[str]:
    if results.damaged:
        yield f"the earlier results have {counted(results.damaged, 'damaged line')}; those photos are read again"
    if summary.dropped:
        yield f"rows dropped, because their photos are gone: {summary.dropped}"


def _write(
    outcomes: Iterator[Outcome], tasks: Sequence[Task], results: Results, progress: Progress, summary: Summary
) -> None:
    """Write rows as they come."""
    for outcome in outcomes:
        task, done = tasks[outcome.index], outcome
        if outcome.line is None:
            summary.kept += 1
            read = results.row(task.photo).read
            assert read is not None  # noqa: S101  # only photos that were read are known
            row = finish_row(task.photo, read, task.answers, task.problem, task.corrections)
            done = outcome_of(outcome.index, row)
        results.append(task.photo, done.line or b"")
        summary.done += 1
        summary.failed += bool(done.error)
        summary.check += done.check
        if done.error:
            name = one_line(task.photo)
            progress.say(done.error if done.error.startswith(f"{name}: ") else f"{name}: {done.error}")
        progress.advance(1)

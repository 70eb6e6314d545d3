"""A batch from start to end: plan, read, write each row in its turn, publish the table and the page."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.app.batch.model import Engine, Outcome, OutputError, Settings, Task
from hu.app.batch.planning import plan, with_known
from hu.app.batch.progress import Progress, StopRequest
from hu.app.batch.publishing import PAGE, publish
from hu.app.batch.results import Results
from hu.app.batch.rows import finished, outcome_of
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
        engine: where they run.
        resume: whether to go on with the results of an earlier run.
    """

    folder: Path
    settings: Settings
    engine: Engine
    manifest: Path | None = None
    rules: str = DEFAULT
    workers: int = 1
    resume: bool = False
    house: HouseRules | None = None


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
        results.begin()
        summary = Summary(len(planned.tasks), problems=planned.problems)
        summary.dropped = len(results.earlier.keys() - {task.photo for task in planned.tasks})
        tasks = with_known(planned.tasks, results.earlier, settings.reader)
        if settings.overlays:
            _make_folders(settings.out)
        with Progress(len(tasks)) as progress, StopRequest() as stopped:
            for message in (*planned.notes, *planned.problems, *_about_earlier(results, summary)):
                progress.say(message)
            with closing(batch.engine(tasks, settings, batch.workers, stopped)) as outcomes:
                _write(outcomes, tasks, results, progress, summary)
        if summary.done == summary.photos:
            results.finish([task.photo for task in tasks])
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
    """Write rows in the order of their photos, whatever order they come in."""
    held: dict[int, Outcome] = {}
    for outcome in outcomes:
        held[outcome.index] = outcome
        ready = list(_next(held, summary.done))
        if ready:
            whole = [_taken_over(outcome, tasks[outcome.index], results) for outcome in ready]
            results.append([outcome.line for outcome in whole if outcome.line is not None])
            summary.kept += sum(outcome.line is None for outcome in ready)
            _count(whole, tasks, progress, summary)


def _next(held: dict[int, Outcome], index: int) -> Iterator[Outcome]:
    while index in held:
        yield held.pop(index)
        index += 1


def _taken_over(outcome: Outcome, task: Task, results: Results) -> Outcome:
    if outcome.line is not None:
        return outcome
    read = results.earlier_row(task.photo).read
    assert read is not None  # noqa: S101  # only photos that were read are known
    return outcome_of(outcome.index, finished(task.photo, read, task.answers, task.problem, task.corrections))


def _count(outcomes: Sequence[Outcome], tasks: Sequence[Task], progress: Progress, summary: Summary) -> None:
    for outcome in outcomes:
        summary.failed += bool(outcome.error)
        summary.check += outcome.check
        if outcome.error:
            name = one_line(tasks[outcome.index].photo)
            progress.say(outcome.error if outcome.error.startswith(f"{name}: ") else f"{name}: {outcome.error}")
    summary.done += len(outcomes)
    progress.advance(len(outcomes))

"""A batch from start to end: plan, read, write each row in its turn, publish the table and the page."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.app.batch.model import Outcome, OutputError, Rules, Settings, Task
from hu.app.batch.names import shown
from hu.app.batch.planning import plan, with_known
from hu.app.batch.progress import Progress, StopRequest
from hu.app.batch.publishing import PAGE, publish
from hu.app.batch.results import Results
from hu.app.batch.rows import finished, outcome_of
from hu.scoring.errors import InputError

#: Reads tasks, in any order, until it is asked to stop.
Engine = Callable[[Sequence[Task], Settings, int, Callable[[], bool]], Generator[Outcome, None, None]]

PICTURES: Final = ("overlays", "thumbnails")


@dataclass(frozen=True, slots=True)
class Batch:
    """What a batch is to do.

    Attributes:
        folder: of the photos.
        settings: for reading them, the folder of the results among them.
        manifest: a CSV file, or None.
        rules: the rule set of photos of which the manifest does not say.
        workers: how many processes read.
        engine: where they run.
        resume: whether to go on with what an earlier run left.
    """

    folder: Path
    settings: Settings
    engine: Engine
    manifest: Path | None = None
    rules: Rules = "zung-jung"
    workers: int = 1
    resume: bool = False


@dataclass(slots=True)
class Summary:
    """How a batch ended.

    Attributes:
        photos: how many there are.
        done: how many have their row.
        kept: how many rows an earlier run had read.
        failed: how many photos were not read, or their hands not scored.
        check: how many somebody should look at, the failed ones among them.
        dropped: how many rows of the earlier run are about photos that are no longer there.
        problems: what is wrong apart from single photos.
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

    def told(self, out: Path) -> str:
        """The summary in a few lines."""
        lines = [f"{self.done} photos, {self.failed} not read or not scored, {self.check} to check; see {out / PAGE}"]
        if self.kept:
            lines.append(f"{self.kept} of them had been read before")
        if self.done < self.photos:
            lines.insert(0, f"interrupted: {self.done} of {self.photos} photos are done; go on with --resume")
        if self.aside:
            lines.append(f"results.csv had been changed by hand: it is now {self.aside}; take it in with --corrections")
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
    planned = plan(batch.folder, settings.out, batch.manifest, batch.rules)
    with Results(settings.out) as results:
        if results.exist and not batch.resume:
            raise InputError(
                f"{shown(str(settings.out))}: holds results already; go on with --resume or name another --out"
            )
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
            results.finish()
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
        yield f"{results.damaged} lines of the earlier results are cut short or damaged; those photos are read again"
    if summary.dropped:
        yield f"{summary.dropped} photos of the earlier results are no longer there; their rows are dropped"


def _write(
    outcomes: Iterator[Outcome], tasks: Sequence[Task], results: Results, progress: Progress, summary: Summary
) -> None:
    """Write rows in the order of their places, whatever order they come in."""
    held: dict[int, Outcome] = {}
    for outcome in outcomes:
        held[outcome.place] = outcome
        ready = list(_next(held, summary.done))
        if ready:
            whole = [_taken_over(one, tasks[one.place], results) for one in ready]
            results.append([one.line for one in whole if one.line is not None])
            summary.kept += sum(one.line is None for one in ready)
            _count(whole, tasks, progress, summary)


def _next(held: dict[int, Outcome], place: int) -> Iterator[Outcome]:
    while place in held:
        yield held.pop(place)
        place += 1


def _taken_over(outcome: Outcome, task: Task, results: Results) -> Outcome:
    if outcome.line is not None:
        return outcome
    row = results.earlier_row(task.photo)
    return outcome_of(outcome.place, finished(row, task.answers, task.problem, task.corrections))


def _count(outcomes: Sequence[Outcome], tasks: Sequence[Task], progress: Progress, summary: Summary) -> None:
    for outcome in outcomes:
        summary.failed += bool(outcome.error)
        summary.check += outcome.check
        if outcome.error:
            name = shown(tasks[outcome.place].photo)
            progress.say(outcome.error if outcome.error.startswith(f"{name}: ") else f"{name}: {outcome.error}")
    summary.done += len(outcomes)
    progress.advance(len(outcomes))

"""Photos a second: ``hu batch``, and the same networks through Ultralytics' ``predict``.

    python -m measuring.benchmarks.batch --photos 300 --ultralytics PYTHON [--side 4032]

Both read the same photos on the same cores in one run, after reading some to warm up. ``hu batch``
alone makes overlays and thumbnails. ``--ultralytics`` is an interpreter with the extra ``train``;
without it that row is left out. ``--side`` first enlarges the photos, squares of 640 pixels, to a
phone's size and shape (4 to 3).

``--memory 100 10000`` measures instead how much memory ``hu batch`` and its processes take at most
(their proportional set size), reading the same photos under many names.
"""

import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image

from hu.app.batch.local import read_locally
from hu.app.batch.plan import Task, make_plan
from hu.app.batch.settings import BatchSettings, make_settings
from measuring.answers import Answer, answer_of
from measuring.benchmarks.processes import HU, memory_mb
from measuring.records import keep_benchmark
from measuring.records import table as markdown
from training.command import SHARED, new_parser

#: Outcomes before the clock starts.
_WARM: Final = 16
#: Seconds between two looks at the memory.
_WATCH_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class Course:
    """A folder of photos as tasks.

    Attributes:
        folder: the photos.
        tasks: the tasks of a batch that reads them.
        settings: the settings of the batch.
    """

    folder: Path
    tasks: Sequence[Task]
    settings: BatchSettings


def make_course(work: Path, number: int, side: int) -> Course:
    """Copy photos for a batch, and plan the batch.

    Args:
        work: an empty folder, for the photos and the results of the batch.
        number: the number of photos.
        side: the width of the copies in pixels. Their height is three quarters of it. 0 leaves the
            photos as they are.
    """
    folder = work / "photos"
    folder.mkdir()
    for index, path in enumerate(_choose_photos(number)):
        copy = folder / f"{index:05}.jpg"
        if side:
            _enlarge(path, copy, side)
        else:
            copy.write_bytes(path.read_bytes())
    results = work / "out"
    for name in ("overlays", "thumbnails"):
        (results / name).mkdir(parents=True)
    plan = make_plan(folder, results, manifest=None, rules="zung-jung")
    return Course(folder, plan.tasks, make_settings(results))


def _choose_photos(number: int) -> list[Path]:
    """Choose photos evenly over the whole set, which is sorted by kind, or all of them in turn."""
    folder = SHARED / "photos" / "val" / "images"
    photos = sorted(path for path in folder.iterdir() if path.is_file())
    if number <= len(photos):
        return [photos[index * len(photos) // number] for index in range(number)]
    return [photos[index % len(photos)] for index in range(number)]


def _enlarge(path: Path, copy: Path, side: int) -> None:
    with Image.open(path, formats=("JPEG", "PNG")) as image:
        large = image.convert("RGB").resize((side, side * 3 // 4), Image.Resampling.BICUBIC)
        large.save(copy, quality=92)


def batch(course: Course, workers: int) -> float:
    """Return the photos a second of ``hu batch``'s own engine."""

    def is_stopped() -> bool:
        return False

    outcomes = read_locally(course.tasks, course.settings, workers, is_stopped)
    # The moment at which each photo was ready.
    times = [time.perf_counter() for _ in outcomes]
    if len(times) <= _WARM:
        raise SystemExit(f"more than {_WARM} photos are needed to measure")
    start = times[_WARM - 1]
    return (len(times) - _WARM) / (times[-1] - start)


def ultralytics(course: Course, python: str) -> float:
    """Return the photos a second of the competitor, in an interpreter of its own."""
    script = Path(__file__).with_name("ultralytics_predict.py")
    command = [python, str(script), str(course.folder)]
    environment = os.environ | {"PYTHONPATH": str(script.parents[2])}
    process = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
    figures = json.loads(process.stdout.splitlines()[-1])
    return float(figures["rate"])


def measure_rates(course: Course, python: str | None, repeats: int) -> Answer:
    """Measure the photos a second on one core and on two.

    Args:
        course: the photos.
        python: an interpreter with Ultralytics, if the competitor is measured too.
        repeats: rounds, in which both take turns. The median is taken.
    """
    rates: dict[str, dict[int, list[float]]] = {"batch": {1: [], 2: []}}
    if python:
        rates["ultralytics"] = {1: [], 2: []}
    usable_cores = os.sched_getaffinity(0)
    for _ in range(repeats):
        for cores in (1, 2):
            # The processes that this process starts are limited to the same cores.
            os.sched_setaffinity(0, set(sorted(usable_cores)[:cores]))
            rates["batch"][cores].append(batch(course, cores))
            if python:
                rates["ultralytics"][cores].append(ultralytics(course, python))
    os.sched_setaffinity(0, usable_cores)

    # The medians on one core and on two.
    medians: dict[str, tuple[float, float]] = {}
    for name, rounds in rates.items():
        medians[name] = (statistics.median(rounds[1]), statistics.median(rounds[2]))
    competitors = [name for name in medians if name != "batch"]
    rows: dict[str, list[str]] = {}
    for name, (one_core, two_cores) in medians.items():
        figures = [one_core, two_cores, two_cores / one_core]
        for competitor in competitors:
            _, competitor_two_cores = medians[competitor]
            figures.append(two_cores / competitor_two_cores)
        rows[name] = [f"{figure:.2f}" for figure in figures]
    columns = ["one core", "two cores", "two to one"]
    columns += [f"to {competitor}" for competitor in competitors]
    return answer_of(columns, rows).with_targets({"batch": "1.8 two to one, 3 to ultralytics"})


def measure_memory(course: Course, number: int) -> tuple[float, float]:
    """Run ``hu batch`` and watch its memory.

    Args:
        course: the photos.
        number: names under which the photos are read.

    Returns:
        The most memory of the batch and its processes in MB, and the seconds of the run.
    """
    with tempfile.TemporaryDirectory() as folder:
        photos = sorted(course.folder.iterdir())
        (Path(folder) / "photos").mkdir()
        for index in range(number):
            link = Path(folder) / "photos" / f"{index:06}.jpg"
            link.symlink_to(photos[index % len(photos)])
        command = [*HU, "batch", f"{folder}/photos", "--out", f"{folder}/out"]
        start = time.perf_counter()
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603
        most = 0.0
        while running.poll() is None:
            most = max(most, memory_mb(running.pid))
            time.sleep(_WATCH_S)
        return most, time.perf_counter() - start


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("--photos", type=int, default=300)
    parser.add_argument(
        "--side", type=int, default=0, help="enlarge the photos to this many pixels"
    )
    parser.add_argument("--ultralytics", metavar="PYTHON", help="an interpreter with Ultralytics")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument(
        "--memory", type=int, nargs="*", default=[], metavar="N", help="measure memory for N photos"
    )
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hu-batch-") as work:
        course = make_course(Path(work), options.photos, options.side)
        if options.memory:
            answer = _memory_of(course, options.memory)
            name = "batch-memory"
            about = "Memory of `hu batch` and its processes (proportional set size)."
        else:
            answer = measure_rates(course, options.ultralytics, options.repeats)
            print("\n".join(markdown(answer)))
            name = f"batch-{options.side}" if options.side else "batch"
            about = "Photos per second: `hu batch` and Ultralytics' `predict`."
        if options.keep:
            keep_benchmark(name, about, answer)


def _memory_of(course: Course, numbers: Sequence[int]) -> Answer:
    """Measure the memory for several numbers of photos, and print it."""
    figures = []
    for number in numbers:
        most, seconds = measure_memory(course, number)
        figures.append(f"{most:.0f} MB")
        print(
            f"{number:>7} photos: {most:.0f} MB at most, {seconds:.0f} s, "
            f"{number / seconds:.1f} photos/s"
        )
    number_list = ", ".join(f"{number:,}" for number in numbers)
    row = f"{number_list} photos"
    return answer_of(["at most"], {row: [", ".join(figures)]}).with_targets({row: "700 MB"})


if __name__ == "__main__":
    main()

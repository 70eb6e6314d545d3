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

#: Outcomes before the clock starts. The competitor leaves out as many (``ultralytics_predict.py``).
_WARM: Final = 16
#: Seconds between two looks at the memory.
_WATCH_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class PlannedBatch:
    """A folder of photos, and the plan of a batch that reads them.

    Attributes:
        folder: the photos.
        tasks: the tasks of the batch.
        settings: the settings of the batch.
    """

    folder: Path
    tasks: Sequence[Task]
    settings: BatchSettings


def plan_batch(work: Path, *, photo_count: int, side: int) -> PlannedBatch:
    """Copy photos for a batch, and plan the batch.

    Args:
        work: an empty folder, for the photos and the results of the batch.
        photo_count: the number of photos.
        side: the width of the copies in pixels. Their height is three quarters of the width. 0
            leaves the photos as they are.
    """
    folder = work / "photos"
    folder.mkdir()
    for index, path in enumerate(_choose_photos(photo_count)):
        copy = folder / f"{index:05}.jpg"
        if side:
            _enlarge(path, copy, side)
        else:
            copy.write_bytes(path.read_bytes())
    results = work / "out"
    # ``hu batch`` makes these folders before it reads photos.
    for name in ("overlays", "thumbnails"):
        (results / name).mkdir(parents=True)
    plan = make_plan(folder, results, manifest=None, rules="zung-jung")
    return PlannedBatch(folder, plan.tasks, make_settings(results))


def _choose_photos(count: int) -> list[Path]:
    """Choose photos evenly from a folder whose names sort the photos by kind.

    If the folder has fewer photos than ``count``, they are repeated.
    """
    folder = SHARED / "photos" / "val" / "images"
    photos = sorted(path for path in folder.iterdir() if path.is_file())
    if count <= len(photos):
        return [photos[index * len(photos) // count] for index in range(count)]
    return [photos[index % len(photos)] for index in range(count)]


def _enlarge(path: Path, copy: Path, side: int) -> None:
    with Image.open(path, formats=("JPEG", "PNG")) as image:
        large = image.convert("RGB").resize((side, side * 3 // 4), Image.Resampling.BICUBIC)
        large.save(copy, quality=92)


def rate_of_hu(planned: PlannedBatch, workers: int) -> float:
    """Return the photos a second of ``hu batch``'s own engine, without the first photos.

    Args:
        planned: the batch.
        workers: the number of processes that read photos.

    Raises:
        SystemExit: a photo cannot be read, or there are too few photos.
    """

    def is_stopped() -> bool:
        return False

    outcomes = read_locally(planned.tasks, planned.settings, workers, is_stopped)
    # The moment at which each photo was ready.
    times = []
    for outcome in outcomes:
        if outcome.error:
            raise SystemExit(
                f"a photo was not read, so the rate would be too high: {outcome.error}"
            )
        times.append(time.perf_counter())
    if len(times) <= _WARM:
        raise SystemExit(f"more than {_WARM} photos are needed to measure")
    seconds = times[-1] - times[_WARM - 1]
    return (len(times) - _WARM) / seconds


def rate_of_ultralytics(folder: Path, python: str) -> float:
    """Return the photos a second of Ultralytics, in an interpreter of its own.

    Args:
        folder: the photos.
        python: the interpreter.
    """
    script = Path(__file__).with_name("ultralytics_predict.py")
    command = [python, str(script), str(folder)]
    environment = os.environ | {"PYTHONPATH": str(script.parents[2])}
    process = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
    figures = json.loads(process.stdout.splitlines()[-1])
    return float(figures["rate"])


def measure_rates(planned: PlannedBatch, python: str | None, repeats: int) -> Answer:
    """Measure the photos a second on one core and on two.

    Args:
        planned: the batch.
        python: an interpreter with Ultralytics. None leaves the competitor out.
        repeats: rounds, in which Hu! and the competitor take turns. The median is taken.
    """
    # The rates of each round, by the reader and the number of cores.
    rates: dict[str, dict[int, list[float]]] = {"batch": {1: [], 2: []}}
    if python:
        rates["ultralytics"] = {1: [], 2: []}
    usable_cores = os.sched_getaffinity(0)
    for _ in range(repeats):
        for cores in (1, 2):
            # The processes that this process starts are limited to the same cores.
            os.sched_setaffinity(0, set(sorted(usable_cores)[:cores]))
            rates["batch"][cores].append(rate_of_hu(planned, workers=cores))
            if python:
                rates["ultralytics"][cores].append(rate_of_ultralytics(planned.folder, python))
    os.sched_setaffinity(0, usable_cores)

    one_core: dict[str, float] = {}
    two_cores: dict[str, float] = {}
    for name, rates_by_cores in rates.items():
        one_core[name] = statistics.median(rates_by_cores[1])
        two_cores[name] = statistics.median(rates_by_cores[2])
    competitors = [name for name in rates if name != "batch"]
    rows: dict[str, list[str]] = {}
    for name in rates:
        figures = [one_core[name], two_cores[name], two_cores[name] / one_core[name]]
        for competitor in competitors:
            figures.append(two_cores[name] / two_cores[competitor])
        rows[name] = [f"{figure:.2f}" for figure in figures]
    columns = ["one core", "two cores", "two to one"]
    columns += [f"to {competitor}" for competitor in competitors]
    return answer_of(columns, rows).with_targets({"batch": "1.8 two to one, 3 to ultralytics"})


def measure_memory(folder: Path, photo_count: int) -> tuple[float, float]:
    """Run ``hu batch`` and watch its memory.

    Args:
        folder: the photos to read in turn.
        photo_count: the number of photos to read, each under a name of its own.

    Returns:
        The most memory of the batch and its processes in MB, and the seconds of the run.

    Raises:
        SystemExit: the batch did not come to its end.
    """
    with tempfile.TemporaryDirectory() as work:
        photos = sorted(folder.iterdir())
        (Path(work) / "photos").mkdir()
        for index in range(photo_count):
            link = Path(work) / "photos" / f"{index:06}.jpg"
            link.symlink_to(photos[index % len(photos)])
        command = [*HU, "batch", f"{work}/photos", "--out", f"{work}/out"]
        start = time.perf_counter()
        batch = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603
        most_mb = 0.0
        while batch.poll() is None:
            most_mb = max(most_mb, memory_mb(batch.pid))
            time.sleep(_WATCH_S)
        seconds = time.perf_counter() - start
        # A batch that could not read or score every photo fails, but has a row for each.
        results = Path(work) / "out" / "results.jsonl"
        row_count = len(results.read_bytes().splitlines()) if results.exists() else 0
        if row_count != photo_count:
            raise SystemExit(
                f"hu batch ended with exit status {batch.returncode} and {row_count} of "
                f"{photo_count} rows"
            )
        return most_mb, seconds


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
        planned = plan_batch(Path(work), photo_count=options.photos, side=options.side)
        if options.memory:
            answer = _memory_of(planned.folder, options.memory)
            name = "batch-memory"
            about = "Memory of `hu batch` and its processes (proportional set size)."
        else:
            answer = measure_rates(planned, options.ultralytics, options.repeats)
            print("\n".join(markdown(answer)))
            name = f"batch-{options.side}" if options.side else "batch"
            about = "Photos per second: `hu batch` and Ultralytics' `predict`."
        if options.keep:
            keep_benchmark(name, about, answer)


def _memory_of(folder: Path, photo_counts: Sequence[int]) -> Answer:
    """Measure the memory for several numbers of photos from a folder, and print each result."""
    figures = []
    for photo_count in photo_counts:
        most_mb, seconds = measure_memory(folder, photo_count)
        figures.append(f"{most_mb:.0f} MB")
        print(
            f"{photo_count:>7} photos: {most_mb:.0f} MB at most, {seconds:.0f} s, "
            f"{photo_count / seconds:.1f} photos/s"
        )
    count_list = ", ".join(f"{photo_count:,}" for photo_count in photo_counts)
    row = f"{count_list} photos"
    return answer_of(["at most"], {row: [", ".join(figures)]}).with_targets({row: "700 MB"})


if __name__ == "__main__":
    main()

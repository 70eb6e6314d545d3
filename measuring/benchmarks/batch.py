"""Photos a second: ``hu batch``, and the same networks through Ultralytics' ``predict``.

    python -m measuring.benchmarks.batch --photos 300 --ultralytics PYTHON [--side 4032]

Both read the same photos on the same cores in one run, after reading some to warm up; overlays and thumbnails are made
by ``hu batch`` alone. ``--ultralytics`` is an interpreter with the extra ``train``; without it that row is left out.
``--side`` enlarges the photos to a phone's size and shape (4 to 3) first; they are squares of 640 pixels.

``--memory 100 10000`` measures instead how much memory ``hu batch`` and its processes take at most (their
proportional set size), reading the same photos under many names.
"""

import itertools
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
_WARM = 16


@dataclass(frozen=True, slots=True)
class Course:
    """What is read: a folder of photos, as tasks."""

    folder: Path
    tasks: Sequence[Task]
    settings: BatchSettings


def make_course(work: Path, number: int, side: int) -> Course:
    """Copy photos, enlarged to ``side`` pixels where that is not 0."""
    folder = work / "photos"
    folder.mkdir()
    photos = sorted(
        path for path in (SHARED / "photos" / "val" / "images").iterdir() if path.is_file()
    )
    # Evenly over the whole set, which is sorted by kind.
    for k in range(number):
        path = photos[
            k * len(photos) // number % len(photos) if number <= len(photos) else k % len(photos)
        ]
        if side:
            with Image.open(path, formats=("JPEG", "PNG")) as image:
                large = image.convert("RGB").resize((side, side * 3 // 4), Image.Resampling.BICUBIC)
                large.save(folder / f"{k:05}.jpg", quality=92)
        else:
            (folder / f"{k:05}.jpg").write_bytes(path.read_bytes())
    for name in ("overlays", "thumbnails"):
        (work / "out" / name).mkdir(parents=True)
    settings = make_settings(work / "out")
    return Course(folder, make_plan(folder, work / "out", None, "zung-jung").tasks, settings)


def batch(course: Course, workers: int) -> float:
    """Photos a second by ``hu batch``'s own engine."""
    outcomes = read_locally(course.tasks, course.settings, workers, lambda: False)
    times = [time.perf_counter() for _ in outcomes]
    if len(times) <= _WARM:
        raise SystemExit(f"more than {_WARM} photos are needed to measure")
    return (len(times) - _WARM) / (times[-1] - times[_WARM - 1])


def ultralytics(course: Course, python: str) -> float:
    """Photos a second by the competitor, in an interpreter of its own."""
    script = Path(__file__).with_name("ultralytics_predict.py")
    command = [python, str(script), str(course.folder)]
    environment = os.environ | {"PYTHONPATH": str(script.parents[2])}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
    return float(json.loads(done.stdout.splitlines()[-1])["rate"])


def measure_rates(course: Course, python: str | None, repeats: int) -> Answer:
    """Photos a second of both on one core and on two, the median of some rounds in which they take turns."""
    rates: dict[str, dict[int, list[float]]] = {"batch": {1: [], 2: []}}
    if python:
        rates["ultralytics"] = {1: [], 2: []}
    usable = os.sched_getaffinity(0)
    for _, cores in itertools.product(range(repeats), (1, 2)):
        # Holds for the processes that this one starts, too.
        os.sched_setaffinity(0, set(sorted(usable)[:cores]))
        rates["batch"][cores].append(batch(course, cores))
        if python:
            rates["ultralytics"][cores].append(ultralytics(course, python))
    os.sched_setaffinity(0, usable)
    median = {
        name: [statistics.median(rounds) for rounds in each.values()]
        for name, each in rates.items()
    }
    columns = ["one core", "two cores", "two to one", *(f"to {name}" for name in [*median][1:])]
    rows = {
        name: [
            f"{cell:.2f}"
            for cell in (one, two, two / one, *(two / other[1] for other in [*median.values()][1:]))
        ]
        for name, (one, two) in median.items()
    }
    return answer_of(columns, rows).with_targets({"batch": "1.8 two to one, 3 to ultralytics"})


def measure_memory(course: Course, number: int) -> tuple[float, float]:
    """Most memory of ``hu batch`` and its processes in MB, and seconds, for ``number`` names of the same photos."""
    with tempfile.TemporaryDirectory() as folder:
        photos = sorted(course.folder.iterdir())
        (Path(folder) / "photos").mkdir()
        for k in range(number):
            (Path(folder) / "photos" / f"{k:06}.jpg").symlink_to(photos[k % len(photos)])
        command = [*HU, "batch", f"{folder}/photos", "--out", f"{folder}/out"]
        started = time.perf_counter()
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603
        most = 0.0
        while running.poll() is None:
            most = max(most, memory_mb(running.pid))
            time.sleep(0.25)
        return most, time.perf_counter() - started


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
            sizes = []
            for number in options.memory:
                most, seconds = measure_memory(course, number)
                sizes.append(f"{most:.0f} MB")
                print(
                    f"{number:>7} photos: {most:.0f} MB at most, {seconds:.0f} s, {number / seconds:.1f} photos/s"
                )
            row = f"{', '.join(f'{number:,}' for number in options.memory)} photos"
            answer = answer_of(["at most"], {row: [", ".join(sizes)]}).with_targets({row: "700 MB"})
            name, about = (
                "batch-memory",
                "Memory of `hu batch` and its processes (proportional set size).",
            )
        else:
            answer = measure_rates(course, options.ultralytics, options.repeats)
            print("\n".join(markdown(answer)))
            name = f"batch-{options.side}" if options.side else "batch"
            about = "Photos per second: `hu batch` and Ultralytics' `predict`."
        if options.keep:
            keep_benchmark(name, about, answer)


if __name__ == "__main__":
    main()

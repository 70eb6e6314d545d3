"""Photos a second: ``hu batch``, the same networks through Ultralytics' ``predict``, and one photo at a time.

    python -m measuring.benchmarks.batch --photos 300 --ultralytics PYTHON [--side 4032] [--weights models]

All of them read the same photos on the same cores in one run, after reading some to warm up. ``--ultralytics`` is an
interpreter with the extra ``train``; without it that row is left out. ``--side`` enlarges the photos to a phone's
size and shape (4 to 3) first; they are 640 pixels wide, squeezed to squares. The rows:

- ``batch``: this pipeline as ``hu batch`` runs it, overlays and thumbnails included; ``bare`` leaves those out, as all
  the others do.
- ``threads``: the same work by threads of one process.
- ``one``: ``hu.app.reading.read.read_photo`` for one photo after the other, the engine taking all cores.

``--memory 100 10000`` measures instead how much memory ``hu batch`` and its processes take at most (their
proportional set size), reading the same photos under many names.
"""

import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from hu.app.batch.local import read_locally
from hu.app.batch.model import Outcome, Settings, Task
from hu.app.batch.planning import MODELS, plan, read_by_networks, reader_digest
from measuring.answers import Answer, Row
from measuring.records import keep_benchmark
from measuring.records import table as markdown

_HERE = Path(__file__).parent
_VAL = Path(os.environ.get("HU_SHARED", _HERE.parents[2] / "shared")) / "photos" / "val" / "images"
_ABOUT = "Photos per second: `hu batch`, one photo after the other, and Ultralytics' `predict`."
_TARGETS = {"batch": "1.8 two to one, 3 to ultralytics", "one": "2.9 (stretch 6.7) at 12 megapixels"}
#: Rows that the record keeps and the page leaves out.
_DETAILS = ("bare", "threads")
#: Outcomes before the clock starts.
_WARM = 16


@dataclass(frozen=True, slots=True)
class Course:
    """What is read: a folder of photos, as tasks, and with which networks."""

    folder: Path
    tasks: Sequence[Task]
    settings: Settings


def prepared(work: Path, source: Path, number: int, side: int, weights: Path) -> Course:
    """Copy photos, enlarged to ``side`` pixels where that is not 0."""
    from PIL import Image  # noqa: PLC0415

    folder = work / "photos"
    folder.mkdir()
    photos = sorted(path for path in source.iterdir() if path.is_file())
    # Evenly over the whole set, which is sorted by kind.
    for k in range(number):
        path = photos[k * len(photos) // number % len(photos)] if number <= len(photos) else photos[k % len(photos)]
        if side:
            with Image.open(path, formats=("JPEG", "PNG")) as image:
                large = image.convert("RGB").resize((side, side * 3 // 4), Image.Resampling.BICUBIC)
                large.save(folder / f"{k:05}.jpg", quality=92)
        else:
            (folder / f"{k:05}.jpg").write_bytes(path.read_bytes())
    for name in ("overlays", "thumbnails"):
        (work / "out" / name).mkdir(parents=True)
    settings = Settings(read_by_networks, weights, work / "out", reader_digest(weights))
    return Course(folder, plan(folder, work / "out", None, "zung-jung").tasks, settings)


@contextmanager
def on_cores(count: int) -> Iterator[None]:
    """Confine this process and those it starts to the first ``count`` cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(sorted(before)[:count]))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _rate(outcomes: Iterator[object]) -> float:
    times = [time.perf_counter() for _ in outcomes]
    if len(times) <= _WARM:
        raise SystemExit(f"more than {_WARM} photos are needed to measure")
    return (len(times) - _WARM) / (times[-1] - times[_WARM - 1])


def by_processes(course: Course, workers: int) -> float:
    """``hu batch``'s own engine."""
    return _rate(read_locally(course.tasks, course.settings, workers, lambda: False))


def bare(course: Course, workers: int) -> float:
    """The same without overlays."""
    return by_processes(replace(course, settings=replace(course.settings, overlays=False)), workers)


def by_threads(course: Course, workers: int) -> float:
    """The same work without overlays, by threads of one process."""
    return _measured_apart("threads", course, workers)


def one_by_one(course: Course, workers: int) -> float:
    """One photo after the other, each network run on all cores."""
    return _measured_apart("one", course, workers)


def _measured_apart(kind: str, course: Course, workers: int) -> float:
    """In a process of its own: the engine counts the cores when it is loaded."""
    command = [
        sys.executable,
        "-m",
        "measuring.benchmarks.batch",
        "--apart",
        kind,
        str(course.folder),
        str(course.settings.weights),
        str(workers),
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return float(done.stdout)


def _apart(kind: str, folder: Path, weights: Path, workers: int) -> float:
    settings = Settings(read_by_networks, weights, folder / "out", "", overlays=False)
    tasks = plan(folder, folder / "out", None, "zung-jung").tasks
    return _rate(_threaded(tasks, settings, workers) if kind == "threads" else _single(tasks, weights, workers))


def _threaded(tasks: Sequence[Task], settings: Settings, workers: int) -> Iterator[Outcome]:
    from hu.app.batch.reading import PhotoWorker  # noqa: PLC0415

    own = [PhotoWorker(settings) for _ in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda numbered: own[numbered[0] % workers].read(numbered[1]), enumerate(tasks))


def _single(tasks: Sequence[Task], weights: Path, threads: int) -> Iterator[object]:
    from hu.app.reading.read import read_photo  # noqa: PLC0415
    from hu.vision.reader import Reader  # noqa: PLC0415

    reader = Reader(weights, threads=threads)
    for task in tasks:
        yield read_photo(Path(task.path), reader)


def ultralytics(python: str, detector: Path | None) -> Callable[[Course, int], float]:
    """The competitor, in an interpreter of its own."""

    def measured(course: Course, workers: int) -> float:
        del workers
        command = [python, str(_HERE / "ultralytics_predict.py"), str(course.folder), "--weights"]
        command += [str(course.settings.weights), *(["--detector", str(detector)] if detector else [])]
        environment = os.environ | {"PYTHONPATH": str(_HERE.parents[1])}
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603
        return float(json.loads(done.stdout.splitlines()[-1])["rate"])

    return measured


def table(
    course: Course, runners: dict[str, Callable[[Course, int], float]], repeats: int
) -> dict[str, dict[str, float]]:
    """Photos a second of each runner, on one core and on two, the median of some rounds in which they take turns."""
    found: dict[str, dict[str, list[float]]] = {name: {"1": [], "2": []} for name in runners}
    for _, cores, (name, runner) in itertools.product(range(repeats), (1, 2), runners.items()):
        with on_cores(cores):
            found[name][str(cores)].append(runner(course, cores))
            print(f"  {name} on {cores}: {found[name][str(cores)][-1]:.2f}", file=sys.stderr)
    return {
        name: {cores: statistics.median(rates) for cores, rates in by_cores.items()} for name, by_cores in found.items()
    }


def memory(course: Course, number: int) -> tuple[float, float]:
    """Most memory of ``hu batch`` and its processes in MB, and seconds, for ``number`` names of the same photos."""
    with tempfile.TemporaryDirectory() as folder:
        photos = sorted(course.folder.iterdir())
        (Path(folder) / "photos").mkdir()
        for k in range(number):
            (Path(folder) / "photos" / f"{k:06}.jpg").symlink_to(photos[k % len(photos)])
        command = [sys.executable, "-c", "from hu.app.cli import main; main()", "batch", f"{folder}/photos"]
        command += ["--out", f"{folder}/out", "--weights", str(course.settings.weights)]
        started = time.perf_counter()
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603
        most = 0.0
        while running.poll() is None:
            most = max(most, _family_size(running.pid))
            time.sleep(0.25)
        return most, time.perf_counter() - started


def _family_size(root: int) -> float:
    """Proportional set size in MB of a process and its descendants; shared pages count once."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    family, size = {root}, 0.0
    for _ in range(3):
        family |= {pid for pid, parent in parents.items() if parent in family}
    for pid in family:
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            size += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return size


def main() -> None:
    """Run from the command line."""
    if sys.argv[1:2] == ["--apart"]:
        print(_apart(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]), int(sys.argv[5])))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=300)
    parser.add_argument("--side", type=int, default=0, help="enlarge the photos to this many pixels")
    parser.add_argument("--source", type=Path, default=_VAL)
    parser.add_argument("--weights", type=Path, default=MODELS)
    parser.add_argument("--ultralytics", metavar="PYTHON", help="an interpreter with Ultralytics")
    parser.add_argument("--detector", type=Path, help="the detector's .pt weights, for a row of Ultralytics on PyTorch")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--memory", type=int, nargs="*", default=[], metavar="N", help="measure memory for N photos")
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hu-batch-") as work:
        course = prepared(Path(work), args.source, args.photos, args.side, args.weights.absolute())
        sizes = []
        for number in args.memory:
            most, seconds = memory(course, number)
            sizes.append(f"{most:.0f} MB")
            print(f"{number:>7} photos: {most:.0f} MB at most, {seconds:.0f} s, {number / seconds:.1f} photos/s")
        if args.memory and args.keep:
            names = ", ".join(f"{number:,}" for number in args.memory)
            answer = Answer(("at most",), (Row(f"{names} photos", (", ".join(sizes),), "700 MB"),))
            keep_benchmark("batch-memory", "Memory of `hu batch` and its processes (proportional set size).", answer)
        if not args.memory:
            answer = _answer(table(course, _runners(args), args.repeats))
            print("\n".join(markdown(answer)))
            if args.keep:
                rows = tuple(row for row in answer.rows if row.measure not in _DETAILS)
                details = {row.measure: row.figures for row in answer.rows}
                name = f"batch-{args.side}" if args.side else "batch"
                keep_benchmark(name, _ABOUT, Answer(answer.columns, rows, details))


def _runners(args: argparse.Namespace) -> dict[str, Callable[[Course, int], float]]:
    runners: dict[str, Callable[[Course, int], float]] = {
        "batch": by_processes,
        "bare": bare,
        "threads": by_threads,
        "one": one_by_one,
    }
    if args.ultralytics:
        runners["ultralytics"] = ultralytics(args.ultralytics, None)
        if args.detector:
            runners["ultralytics on PyTorch"] = ultralytics(args.ultralytics, args.detector)
    return runners


def _answer(rates: dict[str, dict[str, float]]) -> Answer:
    others = [name for name in rates if name.startswith("ultralytics")]
    columns = ("one core", "two cores", "two to one", *(f"to {name}" for name in others))
    rows = []
    for name, by_cores in rates.items():
        cells = (by_cores["1"], by_cores["2"], by_cores["2"] / by_cores["1"])
        ratios = (by_cores["2"] / rates[other]["2"] for other in others)
        rows.append(Row(name, tuple(f"{cell:.2f}" for cell in (*cells, *ratios)), _TARGETS.get(name, "")))
    return Answer(columns, tuple(rows))


if __name__ == "__main__":
    main()

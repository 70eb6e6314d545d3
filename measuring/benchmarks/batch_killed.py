"""Kill a batch at random moments, resume it, and compare with an undisturbed run, byte by byte.

``python -m measuring.benchmarks.batch_killed --photos 1000 --damaged 50 --kills 3`` copies photos under other names,
mixes damaged files in, runs ``hu batch`` once undisturbed and once with kills (SIGKILL, no warning), and compares
``results.jsonl``, ``results.csv``, ``index.html`` and every overlay. Exit status 1 if anything differs.
"""

import filecmp
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from measuring.answers import answer_of
from measuring.benchmarks.processes import HU
from measuring.records import keep_benchmark
from training.command import SHARED, new_parser


@dataclass(frozen=True, slots=True)
class Trial:
    """What to do: how many photos, damaged files and kills, with which ``hu`` (options included)."""

    photos: int
    damaged: int
    kills: int
    hu: Sequence[str] = HU
    options: Sequence[str] = ()

    def command(self, photos: Path, out: Path) -> list[str]:
        """The batch, which goes on where an earlier one ended."""
        return [*self.hu, "batch", str(photos), "--out", str(out), "--resume", *self.options]


def lay_out_photos(source: Path, folder: Path, trial: Trial) -> None:
    """Copy photos under other names, in subfolders too, and mix damaged ones in."""
    photos = sorted(path for path in source.iterdir() if path.is_file())
    if not photos:
        raise SystemExit(f"{source}: no photos to copy")
    rng = random.Random(1)
    for number in range(7):
        (folder / str(number)).mkdir(parents=True)
    for number in range(trial.photos):
        content = photos[number % len(photos)].read_bytes()
        (folder / f"{number % 7}/photo {number:05}.jpg").write_bytes(content)
    for number in range(trial.damaged):
        content = rng.choice(photos).read_bytes()
        cut = content[: rng.randrange(len(content) - 50)]
        damaged = (cut, b"", rng.randbytes(999), b"no photo")[number % 4]
        (folder / f"{number % 7}/damaged {number:05}.jpg").write_bytes(damaged)


def run_killed(trial: Trial, photos: Path, out: Path) -> list[int]:
    """Run a batch, kill it when a random number of rows is on disk, resume it, and so on.

    Returns:
        How many lines each kill found in ``results.jsonl``.
    """
    rng, found = random.Random(1), []
    results = out / "results.jsonl"

    def state() -> tuple[int, int]:
        with suppress(OSError):
            return results.stat().st_mtime_ns, results.read_bytes().count(b"\n")
        return 0, 0

    for _ in range(trial.kills):
        running = subprocess.Popen(trial.command(photos, out), stderr=subprocess.DEVNULL)  # noqa: S603
        target = rng.randrange(1, trial.photos + trial.damaged)
        # The last run's rows are still there until this one sets them aside.
        before = state()
        while running.poll() is None and ((now := state()) == before or now[1] < target):
            time.sleep(0.02)
        time.sleep(rng.random() / 10)
        readers = []
        with suppress(psutil.NoSuchProcess):  # the batch may have ended before its kill
            readers = psutil.Process(running.pid).children(recursive=True)
        running.kill()
        running.wait()
        # The reading processes end by themselves when nobody listens; two runs must not write the same overlays.
        if alive := psutil.wait_procs(readers, timeout=20)[1]:
            raise SystemExit(f"reading processes outlive their batch: {alive}")
        found.append(state()[1])
    subprocess.run(trial.command(photos, out), check=False, stderr=subprocess.DEVNULL)  # noqa: S603
    return found


def compare(trial: Trial, source: Path, work: Path) -> list[str]:
    """Run a trial in a folder, print how it goes, and return what differs."""
    photos, undisturbed, killed = work / "photos", work / "undisturbed", work / "killed"
    lay_out_photos(source, photos, trial)
    started = time.perf_counter()
    status = subprocess.run(  # noqa: S603
        trial.command(photos, undisturbed), check=False, stderr=subprocess.DEVNULL
    ).returncode
    seconds = time.perf_counter() - started
    rows = (undisturbed / "results.jsonl").read_bytes().count(b"\n")
    print(
        f"undisturbed: {rows} rows of {trial.photos + trial.damaged} files in {seconds:.1f} s, exit status {status}"
    )
    found = run_killed(trial, photos, killed)
    print(f"killed {trial.kills} times; lines on disk then: {', '.join(map(str, found))}")
    folders = (undisturbed, killed)
    files = {
        path.relative_to(folder)
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }
    names = sorted(str(name) for name in files if name.name != ".lock")
    _, different, missing = filecmp.cmpfiles(undisturbed, killed, names, shallow=False)
    different += missing
    if rows != trial.photos + trial.damaged:
        different.insert(0, f"{rows} rows")
    return different


def main() -> int:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--damaged", type=int, default=50)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    args = parser.parse_args()
    trial = Trial(args.photos, args.damaged, args.kills)
    with tempfile.TemporaryDirectory(prefix="hu-killed-") as work:
        different = compare(trial, SHARED / "photos" / "val" / "images", Path(work))
    if args.keep:
        row = f"killed {args.kills} times with {args.photos + args.damaged} files"
        about = "A batch killed at random and resumed, against an undisturbed one."
        answer = answer_of(["files that differ"], {row: [str(len(different))]}).with_targets(
            {row: "0"}
        )
        keep_benchmark("batch-killed", about, answer)
    print(
        "equal row by row, file by file"
        if not different
        else f"DIFFERENT: {', '.join(different[:20])}"
    )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

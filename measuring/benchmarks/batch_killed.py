"""Kill a batch at random moments, resume it, and compare with an undisturbed run, byte by byte.

``python -m measuring.benchmarks.batch_killed --photos 1000 --damaged 50 --kills 3`` copies photos
under other names, mixes damaged files in, runs ``hu batch`` once undisturbed and once with kills
(SIGKILL, no warning), and compares ``results.jsonl``, ``results.csv``, ``index.html`` and every
overlay. Exit status 1 if anything differs.
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
from typing import Final

import psutil

from measuring.answers import answer_of
from measuring.benchmarks.processes import HU
from measuring.records import keep_benchmark
from training.command import SHARED, new_parser

#: Folders of the photos.
_FOLDERS: Final = 7
#: Seconds between two looks at the results.
_WATCH_S: Final = 0.02
#: Seconds in which the processes of a killed batch must end.
_ENDING_S: Final = 20


@dataclass(frozen=True, slots=True)
class Trial:
    """A batch that is run undisturbed, and again with kills.

    Attributes:
        photo_count: the number of photos.
        damaged_count: the number of damaged files.
        kill_count: the number of kills.
        hu: the command of ``hu``.
        options: options of the batch.
    """

    photo_count: int
    damaged_count: int
    kill_count: int
    hu: Sequence[str] = HU
    options: Sequence[str] = ()

    def command(self, photos: Path, out: Path) -> list[str]:
        """Return the command of the batch. It goes on from the results that are in ``out``."""
        return [*self.hu, "batch", str(photos), "--out", str(out), "--resume", *self.options]


def lay_out_photos(source: Path, folder: Path, trial: Trial) -> None:
    """Fill subfolders with copies of photos under other names, and with damaged files.

    Args:
        source: the folder of the photos to copy in turn.
        folder: the folder of the subfolders.
        trial: the numbers of copies and of damaged files.
    """
    source_photos = sorted(path for path in source.iterdir() if path.is_file())
    if not source_photos:
        raise SystemExit(f"{source}: no photos to copy")
    rng = random.Random(1)
    for number in range(_FOLDERS):
        (folder / str(number)).mkdir(parents=True)

    for number in range(trial.photo_count):
        content = source_photos[number % len(source_photos)].read_bytes()
        (folder / f"{number % _FOLDERS}/photo {number:05}.jpg").write_bytes(content)

    for number in range(trial.damaged_count):
        whole_photo = rng.choice(source_photos).read_bytes()
        # At least the last 51 bytes are missing.
        cut_length = rng.randrange(len(whole_photo) - 50)
        # Damaged files of four kinds take turns. The contents of all kinds are drawn for each file.
        contents = (whole_photo[:cut_length], b"", rng.randbytes(999), b"no photo")
        content = contents[number % len(contents)]
        (folder / f"{number % _FOLDERS}/damaged {number:05}.jpg").write_bytes(content)


def run_killed(trial: Trial, photos: Path, out: Path) -> list[int]:
    """Run a batch, kill it when a random number of rows is on disk, resume it, and so on.

    The last run is not killed.

    Args:
        trial: the number of kills, and the batch.
        photos: the photos.
        out: the folder of the results.

    Returns:
        The number of lines in ``results.jsonl`` after each kill.
    """
    rng = random.Random(1)
    line_counts = []
    results = out / "results.jsonl"
    file_count = trial.photo_count + trial.damaged_count
    for _ in range(trial.kill_count):
        batch = subprocess.Popen(trial.command(photos, out), stderr=subprocess.DEVNULL)  # noqa: S603
        row_count = rng.randrange(1, file_count)
        _wait_for_rows(batch, results, row_count)
        # The kill may come between two rows, or within a row.
        time.sleep(rng.uniform(0, 0.1))
        _kill(batch)
        line_counts.append(_count_lines(results))
    subprocess.run(trial.command(photos, out), check=False, stderr=subprocess.DEVNULL)  # noqa: S603
    return line_counts


def _wait_for_rows(batch: subprocess.Popen[bytes], results: Path, row_count: int) -> None:
    """Wait until a batch has added a row and its results have enough rows, or until it has ended.

    Args:
        batch: the process of the batch.
        results: the file ``results.jsonl`` of the batch.
        row_count: how many rows are enough, those of earlier runs included.
    """
    old_line_count = _count_lines(results)
    while batch.poll() is None:
        line_count = _count_lines(results)
        if line_count > old_line_count and line_count >= row_count:
            return
        time.sleep(_WATCH_S)


def _count_lines(path: Path) -> int:
    """Return the number of a file's lines, 0 if there is no file."""
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0


def _kill(batch: subprocess.Popen[bytes]) -> None:
    """Kill a batch, and wait until its reading processes have ended.

    They end by themselves when their batch has ended. The next run must not begin before that,
    because both would write the same overlays.
    """
    readers: list[psutil.Process] = []
    # The batch may have ended before its kill.
    with suppress(psutil.NoSuchProcess):
        readers = psutil.Process(batch.pid).children(recursive=True)
    batch.kill()
    batch.wait()
    _, alive = psutil.wait_procs(readers, timeout=_ENDING_S)
    if alive:
        raise SystemExit(f"reading processes outlive their batch: {alive}")


def compare(trial: Trial, source: Path, work: Path) -> list[str]:
    """Run a trial and print its course.

    Args:
        trial: the trial.
        source: the folder of the photos to copy.
        work: an empty folder.

    Returns:
        The files that differ, or that only one of the runs wrote. If the undisturbed run does not
        have a row for each photo and damaged file, the number of its rows comes first.
    """
    photos = work / "photos"
    undisturbed = work / "undisturbed"
    killed = work / "killed"
    lay_out_photos(source, photos, trial)
    start = time.perf_counter()
    process = subprocess.run(  # noqa: S603
        trial.command(photos, undisturbed), check=False, stderr=subprocess.DEVNULL
    )
    seconds = time.perf_counter() - start
    row_count = _count_lines(undisturbed / "results.jsonl")
    file_count = trial.photo_count + trial.damaged_count
    print(
        f"undisturbed: {row_count} rows of {file_count} files in {seconds:.1f} s, "
        f"exit status {process.returncode}"
    )
    line_counts = run_killed(trial, photos, killed)
    print(
        f"killed {trial.kill_count} times; lines on disk then: {', '.join(map(str, line_counts))}"
    )

    paths = sorted(_relative_paths(undisturbed) | _relative_paths(killed))
    _equal, different, missing = filecmp.cmpfiles(undisturbed, killed, paths, shallow=False)
    differences = different + missing
    if row_count != file_count:
        differences.insert(0, f"{row_count} rows")
    return differences


def _relative_paths(folder: Path) -> set[str]:
    """Return the paths of a batch's files below its folder, without the lock."""
    paths = set()
    for path in folder.rglob("*"):
        if path.is_file() and path.name != ".lock":
            paths.add(str(path.relative_to(folder)))
    return paths


def main() -> int:
    """Run from the command line, and return the exit status."""
    parser = new_parser(__doc__)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--damaged", type=int, default=50)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()
    trial = Trial(
        photo_count=options.photos, damaged_count=options.damaged, kill_count=options.kills
    )
    with tempfile.TemporaryDirectory(prefix="hu-killed-") as work:
        differences = compare(trial, SHARED / "photos" / "val" / "images", Path(work))
    if options.keep:
        row = f"killed {options.kills} times with {options.photos + options.damaged} files"
        about = "A batch killed at random and resumed, against an undisturbed one."
        answer = answer_of(["files that differ"], {row: [str(len(differences))]})
        keep_benchmark("batch-killed", about, answer.with_targets({row: "0"}))
    if differences:
        print(f"DIFFERENT: {', '.join(differences[:20])}")
        return 1
    print("equal row by row, file by file")
    return 0


if __name__ == "__main__":
    sys.exit(main())

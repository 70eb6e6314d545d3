"""Plants small faults in the code, runs the quick tests, and lists the faults that no test notices.

A fault flips a comparison, drops a condition or shifts a constant. Faults are drawn by a seed, and
planted one at a time in a copy of the checkout. A fault is caught if a test of its area fails, or
does not end. With ``--out`` the results are kept in a file, one a line, and a run that was stopped
goes on from there.

mutmut and cosmic-ray do not fit: they trace the tests inside one process, and ours start others.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hu.scoring.errors import HuError
from measuring.mutation.areas import AREAS, Area
from measuring.mutation.mutants import Mutant, find_mutants
from training.command import new_parser, run

_ROOT: Final = Path(__file__).resolve().parents[2]
_QUICK: Final = "not browser and not database and not long"
#: A fault that makes the tests this many times slower is caught.
_SLOWER: Final = 3.0
#: Seconds that every run of tests may take on top.
_START_S: Final = 30.0
#: Exit status of pytest.
_PASSED: Final = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of the tests with a fault.

    Attributes:
        area: the area of the fault.
        mutant: the fault.
        outcome: ``caught``, ``endless`` (caught by time) or ``survived``.
        seconds: the duration of the tests.
    """

    area: str
    mutant: Mutant
    outcome: str
    seconds: float


class Workshop:
    """A copy of the checkout, in which the faults are planted.

    Args:
        folder: an empty folder for the copy.
        workers: the number of processes that run the tests.
    """

    def __init__(self, folder: Path, workers: int) -> None:
        self._root = folder / "checkout"
        self._workers = workers
        # The seconds that the tests of an area may take, by the name of the area.
        self._limits: dict[str, float] = {}
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "*_cache", "local")
        shutil.copytree(_ROOT, self._root, symlinks=True, ignore=ignored)

    def try_mutant(self, area: str, mutant: Mutant) -> Result:
        """Plant a fault, run the tests of its area and take the fault out again.

        Raises:
            HuError: the tests fail without a fault too.
        """
        limit = self._limit_of(area)
        path = self._root / mutant.path
        content = path.read_bytes()
        path.write_bytes(mutant.apply(content))
        begin = time.monotonic()
        try:
            status = self._run_tests(AREAS[area], limit)
        finally:
            path.write_bytes(content)
        if status is None:
            outcome = "endless"
        elif status == _PASSED:
            outcome = "survived"
        else:
            outcome = "caught"
        return Result(area, mutant, outcome, round(time.monotonic() - begin, 1))

    def _limit_of(self, area: str) -> float:
        """Return the seconds that the tests of an area may take, from a run without a fault."""
        if area not in self._limits:
            begin = time.monotonic()
            status = self._run_tests(AREAS[area], None)
            if status != _PASSED:
                raise HuError(f"the tests of {area} fail without a fault (exit status {status})")
            self._limits[area] = (time.monotonic() - begin) * _SLOWER + _START_S
        return self._limits[area]

    def _run_tests(self, area: Area, limit: float | None) -> int | None:
        """Run tests until the first fails; return pytest's exit status, or None after the limit."""
        command = [sys.executable, "-m", "pytest", "--quiet", "--exitfirst"]
        command += ["-p", "no:cacheprovider", "-m", _QUICK]
        if self._workers > 1:
            command += ["-n", str(self._workers)]
        command += area.tests
        # The copy comes before the installed checkout, also for the programs that tests start.
        environment = os.environ | {
            "PYTHONPATH": str(self._root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HU_SHARED": os.environ.get("HU_SHARED", str(_ROOT.parent / "shared")),
        }
        with subprocess.Popen(
            command,
            cwd=self._root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as tests:
            try:
                return tests.wait(limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end_group(tests)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and everything that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def draw_mutants(areas: Sequence[str], count: int, seed: int) -> list[tuple[str, Mutant]]:
    """Draw faults of areas by a seed.

    Args:
        areas: the names of the areas.
        count: the number of faults.
        seed: of the draw.

    Returns:
        Each fault with the name of its area, in the order of the areas.
    """
    mutants: list[tuple[str, Mutant]] = []
    for area in areas:
        for source in AREAS[area].sources:
            for path in sorted((_ROOT / source).rglob("*.py")):
                name = str(path.relative_to(_ROOT))
                faults = find_mutants(name, path.read_bytes())
                mutants += [(area, mutant) for mutant in faults]
    indices = random.Random(seed).sample(range(len(mutants)), min(count, len(mutants)))
    return [mutants[index] for index in sorted(indices)]


def _read_results(path: Path | None) -> list[Result]:
    if path is None or not path.exists():
        return []
    results = []
    for line in path.read_text(encoding="utf-8").splitlines():
        values = json.loads(line)
        values["mutant"] = Mutant(**values["mutant"])
        results.append(Result(**values))
    return results


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("--count", type=int, default=10, help="the number of faults")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--workers", type=int, default=1, help="processes that run the tests")
    parser.add_argument("--area", action="append", choices=AREAS, help="all by default")
    parser.add_argument("--out", type=Path, help="a file for the results, to go on after a stop")
    options = parser.parse_args(arguments)

    results = _read_results(options.out)
    tried_mutants = {result.mutant for result in results}
    mutants = draw_mutants(options.area or list(AREAS), options.count, options.seed)
    with TemporaryDirectory(prefix="hu-mutation-") as folder:
        workshop = Workshop(Path(folder), options.workers)
        for area, mutant in mutants:
            if mutant in tried_mutants:
                continue
            result = workshop.try_mutant(area, mutant)
            results.append(result)
            print(f"{result.outcome:8} {result.seconds:6} s  {mutant}", flush=True)
            if options.out:
                with options.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(result)) + "\n")

    survivors = [result.mutant for result in results if result.outcome == "survived"]
    print(f"\n{len(results) - len(survivors)} of {len(results)} caught; survivors:")
    for mutant in survivors:
        print(mutant)


if __name__ == "__main__":
    run(main)

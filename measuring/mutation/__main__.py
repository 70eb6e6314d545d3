"""Plants small faults in the code, runs the quick tests, and lists the faults that no test notices.

A fault flips a comparison, drops a condition or shifts a constant. Faults are drawn by a seed, and
planted one at a time in a copy of the checkout. A fault is caught if a test of its area fails, or
does not end. With ``--out`` the results are kept in a file, one a line, and a run that was stopped
goes on from there. A larger ``--count`` adds faults to those that were drawn with the same seed.
``trials.py`` describes how a fault is tried.

mutmut and cosmic-ray do not fit: they trace the tests inside one process, and ours start others.
"""

import compileall
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory
from typing import Final

from hu.scoring.errors import HuError
from measuring.mutation.areas import AREAS
from measuring.mutation.job import Job, Result
from measuring.mutation.mutants import Mutant, find_mutants
from training.command import new_parser, run

_ROOT: Final = Path(__file__).resolve().parents[2]


def copy_checkout(folder: Path) -> Path:
    """Copy the checkout into an empty folder and return the root of the copy."""
    root = folder / "checkout"
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "*_cache", "local")
    shutil.copytree(_ROOT, root, symlinks=True, ignore=ignored)
    # By default Python compiles a file again if its time or size has changed. A fault may change
    # neither. With checked hashes Python compares the contents instead.
    for name in ("app", "hu", "scoring", "tests", "vision"):
        compileall.compile_dir(
            root / name, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH
        )
    return root


def try_area(job: Job, log: Path) -> Iterator[Result]:
    """Try the faults of an area in a process of its own, and yield each result.

    Args:
        job: the faults and tests.
        log: a file for the output of the tests. The output is added to it.

    Raises:
        HuError: the process fails, or does not try all faults.
    """
    # The copy comes before the installed checkout, also for the programs that tests start.
    environment = os.environ | {
        "PYTHONPATH": str(job.root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HU_SHARED": os.environ.get("HU_SHARED", str(_ROOT.parent / "shared")),
    }
    command = [sys.executable, "-m", "measuring.mutation.trials"]
    with (
        log.open("ab") as log_file,
        subprocess.Popen(
            command,
            cwd=job.root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log_file,
        ) as process,
    ):
        if process.stdin is None or process.stdout is None:
            raise AssertionError("Popen makes the pipes that it is asked for")
        pickle.dump(job, process.stdin)
        process.stdin.close()
        result_count = 0
        while True:
            try:
                yield pickle.load(process.stdout)  # noqa: S301
            except EOFError:
                break
            result_count += 1
    if process.returncode:
        raise HuError(f"the tests of {job.area} ended with an error: {_last_line(log)}")
    if result_count != len(job.mutants):
        raise HuError(
            f"{result_count} of {len(job.mutants)} faults of {job.area} were tried; "
            f"the last output: {_last_line(log)}"
        )


def _last_line(log: Path) -> str:
    """Return the last line of a log, with the advice to keep the log."""
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() or ["nothing"]
    return f"{lines[-1]} (keep all of it with --log)"


def draw_mutants(
    areas: Sequence[str], *, count: int, seed: int, root: Path = _ROOT
) -> list[tuple[str, Mutant]]:
    """Draw faults of areas by a seed.

    Args:
        areas: the names of the areas.
        count: the number of faults. For the same areas and seed, a larger number adds faults to
            those of a smaller number.
        seed: the seed of the draw.
        root: the root of a checkout.

    Returns:
        The name of the area and the fault, for each fault, in the order of the areas. All faults if
        there are fewer than ``count``.
    """
    mutants: list[tuple[str, Mutant]] = []
    for area in areas:
        for source in AREAS[area].sources:
            for path in sorted((root / source).rglob("*.py")):
                name = str(path.relative_to(root))
                for mutant in find_mutants(name, path.read_bytes()):
                    mutants.append((area, mutant))
    rng = random.Random(seed)
    indices: set[int] = set()
    # ``Random.sample`` draws large samples in another way, so they do not hold the smaller samples.
    while len(indices) < min(count, len(mutants)):
        indices.add(rng.randrange(len(mutants)))
    return [mutants[index] for index in sorted(indices)]


def _read_results(path: Path | None) -> list[Result]:
    """Read the results of earlier runs, none without a file."""
    if path is None or not path.exists():
        return []
    results = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        fields["mutant"] = Mutant(**fields["mutant"])
        results.append(Result(**fields))
    return results


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("--count", type=int, default=10, help="the number of faults")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--area", action="append", choices=AREAS, help="all by default")
    parser.add_argument("--out", type=Path, help="a file for the results, to go on after a stop")
    parser.add_argument("--log", type=Path, help="a file for the output of the tests")
    parser.add_argument(
        "--trial", type=float, default=60.0, metavar="SECONDS", help="of tests for a fault, at most"
    )
    options = parser.parse_args(arguments)

    results = _read_results(options.out)
    tried_mutants = {result.mutant for result in results}
    with TemporaryDirectory(prefix="hu-mutation-") as temporary_folder:
        folder = Path(temporary_folder)
        root = copy_checkout(folder)
        areas = options.area or list(AREAS)
        mutants = draw_mutants(areas, count=options.count, seed=options.seed, root=root)
        log = options.log or folder / "log"
        # The faults to try, by their area.
        mutants_of: dict[str, list[Mutant]] = {}
        for area, mutant in mutants:
            if mutant not in tried_mutants:
                mutants_of.setdefault(area, []).append(mutant)
        for area, area_mutants in mutants_of.items():
            job = Job(
                area=area,
                root=root,
                tests=AREAS[area].tests,
                mutants=tuple(area_mutants),
                folder=folder,
                trial_s=options.trial,
            )
            for result in try_area(job, log):
                results.append(result)
                _report(result, options.out)

    print(f"\n{summarize(results)}")


def _report(result: Result, path: Path | None) -> None:
    """Print a result, and add it to the file of results if there is one."""
    print(f"{result.outcome:8} {result.seconds:6} s  {result.mutant}", flush=True)
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


def summarize(results: Sequence[Result]) -> str:
    """Write how many faults were caught in each area, and a line for each that survived.

    An endless fault counts as caught.
    """
    lines = []
    for area in AREAS:
        outcomes = [result.outcome for result in results if result.area == area]
        if outcomes:
            caught_count = len(outcomes) - outcomes.count("survived")
            lines.append(f"{area}: {caught_count} of {len(outcomes)} caught")
    survivors = [result for result in results if result.outcome == "survived"]
    lines.append(f"{len(results) - len(survivors)} of {len(results)} caught; survivors:")
    for result in survivors:
        line = str(result.mutant)
        if not result.is_covered:
            line += " (no test executes it)"
        if result.untried_count:
            line += f" ({result.untried_count} tests were not run)"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    run(main)

"""The input and output of a process that tries faults."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from measuring.mutation.mutants import Mutant

_OPTIONS: Final = (
    "--quiet",
    "--hypothesis-seed=1",
    "-p",
    "no:cacheprovider",
    "-m",
    "not browser and not database and not long",
)


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of the tests with a fault.

    Attributes:
        area: the area of the fault.
        mutant: the fault.
        outcome: ``caught``, ``endless`` (caught by time or memory) or ``survived``.
        test: the id of the test that failed, or ``import`` if the process failed before a test did.
            Empty if no test failed.
        is_covered: whether a test evaluates the faulty expression. False if only the import does.
        seconds: the duration of all runs of the tests for this fault.
        untried_count: if the fault survived, the number of tests that might notice it and were not
            run, because the others took all the time of a trial.
    """

    area: str
    mutant: Mutant
    outcome: str
    test: str
    is_covered: bool
    seconds: float
    untried_count: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """The faults of an area that are to be tried, and its tests.

    Attributes:
        area: the name of the area.
        root: the root of a copy of the checkout, in which the faults are planted.
        tests: files and folders with tests, relative to the root.
        mutants: the faults.
        folder: a folder for messages between the processes.
        spare_cpu_s: seconds of a processor that a test with a fault may use on top of three times
            the seconds that it uses without.
        trial_s: for each fault, tests are run that together take up to this many seconds without a
            fault.
    """

    area: str
    root: Path
    tests: tuple[str, ...]
    mutants: tuple[Mutant, ...]
    folder: Path
    spare_cpu_s: float = 20.0
    trial_s: float = 60.0

    @property
    def options(self) -> list[str]:
        """The options of pytest."""
        return [*_OPTIONS, f"--basetemp={self.folder / 'temporary'}", *self.tests]

    @property
    def record_path(self) -> Path:
        """The file with the record of the tests."""
        return self.folder / "record"

    @property
    def failure_path(self) -> Path:
        """The file with the id of the test that failed."""
        return self.folder / "failure"

    @property
    def hits_path(self) -> Path:
        """The file with the probes that were evaluated."""
        return self.folder / "hits"

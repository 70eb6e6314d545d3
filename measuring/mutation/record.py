"""The tests of an area without a fault: their duration, and the expressions that they evaluate."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from measuring.mutation.mutants import Mutant
from measuring.mutation.probes import probe_of

#: A test whose file names the faulty module is tried as if it took this share of its seconds.
_NAMING_SHARE: Final = 0.1


@dataclass(slots=True)
class Record:
    """The tests of an area without a fault.

    Attributes:
        seconds: the seconds of each test, by the test's id, in the order of the tests.
        cpu_seconds: the seconds of processor time of each test, by the test's id. Programs that the
            test starts are left out.
        tests_of_probe: the ids of the tests that evaluate an expression, by the name of its probe.
        import_probes: the names of the probes of the expressions that the import evaluates.
        unplantable_mutants: the faults that could not be planted after the import.
        failures: the ids of the tests that fail without a fault, when they are recorded or later.
        trusted_tests: the ids of tests that caught a fault and pass without it.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    cpu_seconds: dict[str, float] = field(default_factory=dict)
    tests_of_probe: dict[str, set[str]] = field(default_factory=dict)
    import_probes: set[str] = field(default_factory=set)
    unplantable_mutants: set[Mutant] = field(default_factory=set)
    failures: set[str] = field(default_factory=set)
    trusted_tests: set[str] = field(default_factory=set)

    def needs_import(self, mutant: Mutant) -> bool:
        """Return whether a fault must be on the disk before the import."""
        if not mutant.in_function or probe_of(mutant) in self.import_probes:
            return True
        return mutant in self.unplantable_mutants

    def covering_tests(self, mutant: Mutant) -> set[str]:
        """Return the ids of the tests that evaluate the faulty expression."""
        return self.tests_of_probe.get(probe_of(mutant), set())

    def choose_tests(self, mutant: Mutant, naming_files: Collection[str] = ()) -> list[str]:
        """Return the ids of the tests that can notice a fault, in the order to try them.

        If the fault needs an import, all tests can notice it, and the tests about the module come
        first. Otherwise the tests that evaluate the expression come first, then the tests that may
        share its value. Within both groups the cheapest tests come first. Tests that fail without a
        fault are left out.

        Args:
            mutant: the fault.
            naming_files: the files of tests that name the faulty module.
        """
        if self.needs_import(mutant):
            first_tests = self._tests_about(mutant.path, naming_files)
            other_tests = self.seconds.keys() - first_tests
        else:
            first_tests = self.covering_tests(mutant)
            other_tests = self._tests_that_share_values(first_tests)
        chosen_tests = self._order_by_cost(first_tests, naming_files)
        chosen_tests += self._order_by_cost(other_tests, naming_files)
        return [test for test in chosen_tests if test not in self.failures]

    def tests_within(self, tests: Sequence[str], seconds: float) -> list[str]:
        """Return the first of some tests: as many as fit into a time.

        Args:
            tests: the ids of tests.
            seconds: the time for all of them, by their durations without a fault. The first test is
                returned even if it takes longer.
        """
        total_seconds = 0.0
        for count, test in enumerate(tests):
            total_seconds += self.seconds[test]
            if count > 0 and total_seconds > seconds:
                return list(tests[:count])
        return list(tests)

    def merge(self, part: "Record") -> None:
        """Add the record of other tests, made before any fault is tried."""
        self.seconds |= part.seconds
        self.cpu_seconds |= part.cpu_seconds
        for probe, tests in part.tests_of_probe.items():
            self.tests_of_probe.setdefault(probe, set()).update(tests)
        self.import_probes |= part.import_probes
        self.failures |= part.failures

    def _tests_about(self, path: str, naming_files: Collection[str]) -> set[str]:
        """Return the ids of the tests that are probably about a module.

        Their files name it, or are in a folder of the same name as the module's folder.

        Args:
            path: the module's file, relative to the root.
            naming_files: the files of tests that name the module.
        """
        folder_name = Path(path).parent.name
        tests = set()
        for test in self.seconds:
            file = file_of(test)
            if file in naming_files or Path(file).parent.name == folder_name:
                tests.add(test)
        return tests

    def _tests_that_share_values(self, covering_tests: set[str]) -> set[str]:
        """Return the ids of the tests that may use values which other tests computed.

        If a single test of a file evaluates an expression, a fixture or a cache may keep the value
        for the other tests of the file.

        Args:
            covering_tests: the ids of the tests that evaluate the expression.
        """
        covering_counts = Counter(file_of(test) for test in covering_tests)
        tests = set()
        for test in self.seconds:
            if test not in covering_tests and covering_counts[file_of(test)] == 1:
                tests.add(test)
        return tests

    def _order_by_cost(self, tests: set[str], naming_files: Collection[str]) -> list[str]:
        """Order tests by cost, the cheapest first.

        The cost is a test's duration. It is reduced if the test's file names the faulty module.

        Args:
            tests: the ids of the tests.
            naming_files: the files of tests that name the module.
        """

        def cost(test: str) -> tuple[float, str]:
            seconds = self.seconds[test]
            if file_of(test) in naming_files:
                seconds *= _NAMING_SHARE
            return seconds, test

        return sorted(tests, key=cost)


def find_naming_files(root: Path, tests: Collection[str], path: str) -> set[str]:
    """Find the files of tests that mention a module, or whose names contain the module's name.

    Args:
        root: the root of the checkout.
        tests: the ids of tests.
        path: the module's file, relative to the root.
    """
    module = Path(path).with_suffix("")
    imported_name = f"hu.{'.'.join(module.parts)}"
    naming_files = set()
    for file in {file_of(test) for test in tests}:
        name_of_file = Path(file).stem.removeprefix("test_")
        is_named_alike = f"_{module.name}_" in f"_{name_of_file}_"
        if is_named_alike or imported_name in (root / file).read_text(encoding="utf-8"):
            naming_files.add(file)
    return naming_files


def file_of(test: str) -> str:
    """Return the file of a test, from its id."""
    return test.split("::", maxsplit=1)[0]

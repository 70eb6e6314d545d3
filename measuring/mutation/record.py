"""The tests of an area without a fault: their duration, and the lines that they execute."""

from dataclasses import dataclass, field

from measuring.mutation.mutants import Mutant
from measuring.mutation.recording import Line


@dataclass(slots=True)
class Record:
    """The tests of an area without a fault.

    Attributes:
        seconds: the seconds of each test, by its id, in the order of the tests.
        cpu_seconds: the seconds of a processor that its process uses.
        tests_of_line: the ids of the tests that execute a line of interest.
        sources_of_file: the source files that a file of tests uses, by its path.
        files_with_processes: the files of tests that start processes.
        failures: the ids of the tests that fail, and of those that once failed without a fault.
        import_lines: the lines of interest that the import executes.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    cpu_seconds: dict[str, float] = field(default_factory=dict)
    tests_of_line: dict[Line, set[str]] = field(default_factory=dict)
    sources_of_file: dict[str, set[str]] = field(default_factory=dict)
    files_with_processes: set[str] = field(default_factory=set)
    failures: set[str] = field(default_factory=set)
    import_lines: set[Line] = field(default_factory=set)

    def needs_import(self, mutant: Mutant) -> bool:
        """Return whether the import evaluates the faulty expression."""
        return not mutant.in_function or bool(lines_of(mutant) & self.import_lines)

    def covering_tests(self, mutant: Mutant) -> set[str]:
        """Return the ids of the tests that execute the faulty statement."""
        tests: set[str] = set()
        for line in lines_of(mutant):
            tests |= self.tests_of_line.get(line, set())
        return tests

    def choose_tests(self, mutant: Mutant) -> list[str]:
        """Return the ids of the tests that can notice a fault, the likeliest and cheapest first.

        The first test that needs a value may execute the faulty line and keep the value for other
        tests. So all tests of a file that uses the module follow those that execute the line.
        If no test executes it, a program that a test starts may do so.
        """
        covering_tests = self.covering_tests(mutant)
        chosen_tests = self._order_by_cost(covering_tests)

        files = set()
        if not covering_tests:
            files |= self.files_with_processes
        for path, sources in self.sources_of_file.items():
            if mutant.path in sources:
                files.add(path)
        tests_of_files = {test for test in self.seconds if file_of(test) in files}
        chosen_tests += self._order_by_cost(tests_of_files - covering_tests)

        if self.needs_import(mutant):
            chosen_tests += self._order_by_cost(set(self.seconds) - set(chosen_tests))
        return [test for test in chosen_tests if test not in self.failures]

    def merge(self, part: "Record") -> None:
        """Add the record of other tests."""
        self.seconds |= part.seconds
        self.cpu_seconds |= part.cpu_seconds
        for line, tests in part.tests_of_line.items():
            self.tests_of_line.setdefault(line, set()).update(tests)
        self.sources_of_file |= part.sources_of_file
        self.files_with_processes |= part.files_with_processes
        self.failures |= part.failures
        self.import_lines |= part.import_lines

    def _order_by_cost(self, tests: set[str]) -> list[str]:
        """Order tests by the cost of all tests of their files, and keep the files together."""
        cost_of_file: dict[str, float] = {}
        for test in tests:
            path = file_of(test)
            cost_of_file[path] = cost_of_file.get(path, 0.0) + self.seconds[test]
        ordered_tests = [test for test in self.seconds if test in tests]
        ordered_tests.sort(key=lambda test: (cost_of_file[file_of(test)], file_of(test)))
        return ordered_tests


def lines_of(mutant: Mutant) -> set[Line]:
    """Return the lines of the faulty statement."""
    return {(mutant.path, line) for line in range(mutant.first_line, mutant.last_line + 1)}


def file_of(test: str) -> str:
    """Return the file of a test, from its id."""
    return test.split("::", maxsplit=1)[0]

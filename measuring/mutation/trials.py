"""Tries faults of an area: runs the tests that can notice them, each time in a new process.

First the tests run once without a fault, with a probe at each expression that is to be changed.
Each file of tests runs in a process of its own, so that no value is kept from another file. Then
the tests are collected anew, and a process is forked for each fault. In this process the functions
get their faulty code. The process runs the tests that evaluate the expression, then the tests that
may share its value, until a test fails. Programs that tests start read the fault from the disk.

A fault outside functions, or in a function that the import calls, needs an import of its own. Its
process collects the tests again. If that fails, the fault is caught. Otherwise the process runs the
tests about the module, then the others, until a test fails.

A trial has a limited time. Tests for which no time is left are counted, and not run.

When a test catches a fault for the first time, the tests that ran up to this test run again without
the fault. If one of them fails, the test that caught the fault is left out.

This module and those that it imports must import nothing of ``hu``, which is imported anew.
"""

import os
import pickle
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from measuring.mutation.job import Job, Result
from measuring.mutation.mutants import Mutant
from measuring.mutation.planting import plant
from measuring.mutation.probes import HITS_VARIABLE, Probes, pop_hits
from measuring.mutation.record import Record, file_of, find_naming_files

#: With a fault, a test may use this many times the processor's seconds that it uses without, and
#: ``Job.spare_cpu_s`` on top.
_SLOWER: Final = 3
#: Seconds of a processor until the first test: the import and the collection.
_IMPORT_S: Final = 120
#: Seconds after which a process ends, whatever it waits for.
_LONGEST_S: Final = 600
#: Bytes that a process may allocate.
_MEMORY: Final = 6 << 30

# Exit statuses of a process.
#: All of its tests passed, or it only had to record them.
_PASSED: Final = 0
#: A test failed, or the process itself.
_FAILED: Final = 1
#: The fault cannot be planted into a module that is imported already, so it needs an import of its
#: own.
_NEEDS_IMPORT: Final = 2
#: A signal ended the process, mostly because it took too much time. Code in C that gets no memory
#: may end a process so too.
_ENDLESS: Final = 3


#: Runs tests, given by their ids, in the process that calls it, with a fault or without. Returns
#: the exit status.
_Run = Callable[[Sequence[str], Mutant | None], int]


def try_mutants(job: Job, report: Callable[[Result], None]) -> Record:
    """Try the faults of an area, from a process that has not imported ``hu``.

    Args:
        job: the faults and tests.
        report: gets each result.

    Returns:
        The record of the tests, with those that were left out.
    """
    _record_tests(job)
    _try_planted_mutants(job, report)
    # Both steps have written the record: the tests, those to leave out, and the faults that need an
    # import.
    record = _read_record(job.record_path)
    _try_imported_mutants(job, record, report)
    return record


def _record_tests(job: Job) -> None:
    """Run the tests without a fault, with probes, and write the record."""
    os.environ[HITS_VARIABLE] = str(job.hits_path)
    job.hits_path.unlink(missing_ok=True)
    job.record_path.unlink(missing_ok=True)
    probes = Probes(job.root, job.mutants)
    probes.insert()
    try:
        _fork(partial(_run_pytest, job, _Recording(job)), is_bounded=False)
    finally:
        probes.remove()


def _try_planted_mutants(job: Job, report: Callable[[Result], None]) -> None:
    """Try the faults that can be planted into imported modules, all after a single import."""
    record = _read_record(job.record_path)
    _fork(partial(_run_pytest, job, _Trials(job, record, report)), is_bounded=False)


def _try_imported_mutants(job: Job, record: Record, report: Callable[[Result], None]) -> None:
    """Try the faults that need an import of their own."""

    def run(tests: Sequence[str], _mutant: Mutant | None) -> int:
        # The import finds the fault on the disk.
        return _run_pytest(job, _Selection(job, record, tests))

    for mutant in job.mutants:
        if record.needs_import(mutant):
            result = _try_mutant(job, record, mutant, run)
            if result is not None:
                report(result)


def _run_pytest(job: Job, plugin: object) -> int:
    """Collect the tests and let a plugin run them. Return an exit status.

    Args:
        job: the tests.
        plugin: has a loop over the tests, which takes the place of pytest's own.
    """
    return _FAILED if pytest.main(job.options, plugins=[plugin]) else _PASSED


class _Recording:
    """A plugin of pytest that records which tests evaluate the expressions with probes."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run each file of tests in a process of its own."""
        # Pytest has collected the tests, so the probes evaluated so far are those of the imports.
        import_probes = pop_hits(self._job.hits_path)
        record = Record(import_probes=import_probes)
        items_of_file: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            items_of_file.setdefault(file_of(item.nodeid), []).append(item)

        for path, items in items_of_file.items():
            part_path = self._job.folder / "part"
            part_path.unlink(missing_ok=True)
            _fork(partial(self._record_file, items, part_path), is_bounded=False)
            if part_path.exists():
                record.merge(_read_record(part_path))
            else:
                print(f"{path}: the tests end their process", file=sys.stderr)
        _save_record(record, self._job.record_path)
        return True

    def _record_file(self, items: Sequence[pytest.Item], part_path: Path) -> int:
        """Run all tests of a file and write their record to ``part_path``.

        Tests that fail are named in the record, and change nothing else.
        """
        record = Record()
        failures = _Failures()
        items[0].config.pluginmanager.register(failures)
        # Forget the probes that the import evaluated, so that the tests note them again.
        pop_hits(self._job.hits_path)
        for item, next_item in _with_next(items):
            begin = time.monotonic()
            cpu_begin = time.process_time()
            _run_item(item, next_item)
            record.seconds[item.nodeid] = time.monotonic() - begin
            record.cpu_seconds[item.nodeid] = time.process_time() - cpu_begin
            for probe in pop_hits(self._job.hits_path):
                record.tests_of_probe.setdefault(probe, set()).add(item.nodeid)
        record.failures = failures.tests
        _save_record(record, part_path)
        return _PASSED


class _Trials:
    """A plugin of pytest that tries the faults that need no import of their own."""

    def __init__(self, job: Job, record: Record, report: Callable[[Result], None]) -> None:
        self._job = job
        self._record = record
        self._report = report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the faults, each in a process of its own."""
        item_of = {item.nodeid: item for item in session.items}
        # The source of each file, by its path.
        sources = {
            mutant.path: (self._job.root / mutant.path).read_bytes() for mutant in self._job.mutants
        }

        def run(tests: Sequence[str], mutant: Mutant | None) -> int:
            # Give the functions that are imported already their faulty code.
            if mutant is not None:
                path = self._job.root / mutant.path
                source = sources[mutant.path]
                is_planted = plant(path, before=source, after=mutant.apply(source))
                if not is_planted:
                    return _NEEDS_IMPORT
            return _run_items(self._job, self._record, [item_of[test] for test in tests])

        for mutant in self._job.mutants:
            if not self._record.needs_import(mutant):
                result = _try_mutant(self._job, self._record, mutant, run)
                if result is not None:
                    self._report(result)
        return True


class _Selection:
    """A plugin of pytest that runs chosen tests in their order, until the first fails."""

    def __init__(self, job: Job, record: Record, tests: Sequence[str]) -> None:
        self._job = job
        self._record = record
        self._tests = tests

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the chosen tests, or fail if the collection fails or lacks a chosen test."""
        item_of = {item.nodeid: item for item in session.items}
        # A fault can make tests vanish or change their ids. That counts as a failed collection.
        is_missing_tests = not item_of.keys() >= set(self._tests)
        if session.testsfailed or is_missing_tests:
            session.testsfailed += 1
        else:
            _run_items(self._job, self._record, [item_of[test] for test in self._tests])
        return True


class _Failures:
    """A plugin of pytest that notes the tests that fail."""

    def __init__(self) -> None:
        self.tests: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tests.add(report.nodeid)


def _run_items(job: Job, record: Record, items: Sequence[pytest.Item]) -> int:
    """Run tests until the first fails, and write its id into a file. Return an exit status."""
    if not items:
        return _PASSED
    failures = _Failures()
    items[0].config.pluginmanager.register(failures)
    for item, next_item in _with_next(items):
        _limit_cpu(record.cpu_seconds[item.nodeid] * _SLOWER + job.spare_cpu_s)
        _run_item(item, next_item)
        if failures.tests:
            job.failure_path.write_text(item.nodeid, encoding="utf-8")
            return _FAILED
    return _PASSED


def _with_next(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Yield each test with the test that follows it, None after the last test.

    Pytest keeps the fixtures that both tests use.
    """
    for index, item in enumerate(items):
        is_last = index == len(items) - 1
        yield item, None if is_last else items[index + 1]


def _run_item(item: pytest.Item, next_item: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)


def _run_with_fault(job: Job, mutant: Mutant, tests: Sequence[str], run: _Run) -> tuple[int, str]:
    """Run tests in a new process, with a fault on the disk, until a test fails.

    Args:
        job: has the root of the checkout.
        mutant: the fault.
        tests: the ids of the tests.
        run: runs the tests.

    Returns:
        The exit status, and the id of the test that failed. The id is empty if no test failed.
    """
    job.failure_path.unlink(missing_ok=True)
    with _plant_on_disk(job.root / mutant.path, mutant):
        status = _fork(partial(run, tests, mutant))
    if status == _FAILED and job.failure_path.exists():
        return status, job.failure_path.read_text(encoding="utf-8")
    return status, ""


def _passes_without_fault(
    failed_test: str, tests: Sequence[str], record: Record, run: _Run
) -> bool:
    """Return whether a test that fails with a fault passes without the fault.

    Also False if an earlier test fails without the fault. A trusted test does not run again.

    Args:
        failed_test: the id of the test.
        tests: the ids of the tests that were to run with the fault, in order. Those up to
            ``failed_test`` run again, because one of them may make it fail.
        record: the record of the tests. A test that passes is added to ``trusted_tests``.
        run: runs tests.
    """
    if failed_test in record.trusted_tests:
        return True
    tests_so_far = tests[: tests.index(failed_test) + 1]
    if _fork(partial(run, tests_so_far, None)) != _PASSED:
        return False
    record.trusted_tests.add(failed_test)
    return True


def _try_mutant(job: Job, record: Record, mutant: Mutant, run: _Run) -> Result | None:
    """Run the tests that can notice a fault, until a test fails.

    If that test fails without the fault too, the test is left out, and the others run again.

    Args:
        job: the faults and tests.
        record: the record of the tests. Tests that are left out are added to it, and the fault if
            it needs an import of its own.
        mutant: the fault.
        run: runs tests.

    Returns:
        The result. None if the fault needs an import of its own.
    """
    begin = time.monotonic()
    naming_files = find_naming_files(job.root, record.seconds, mutant.path)
    while True:
        all_tests = record.choose_tests(mutant, naming_files)
        tests = record.tests_within(all_tests, job.trial_s)
        status, failed_test = _run_with_fault(job, mutant, tests, run)
        if status == _NEEDS_IMPORT:
            record.unplantable_mutants.add(mutant)
            _save_record(record, job.record_path)
            return None
        if not failed_test or _passes_without_fault(failed_test, tests, record, run):
            break
        # The test fails without the fault too. Leave it out, and run the others again.
        record.failures.add(failed_test)
        _save_record(record, job.record_path)

    untried_count = 0
    if status == _PASSED:
        outcome = "survived"
        untried_count = len(all_tests) - len(tests)
    elif status == _ENDLESS:
        outcome = "endless"
    else:
        outcome = "caught"
        if not failed_test:
            # The process failed before a test did.
            failed_test = "import"
    return Result(
        area=job.area,
        mutant=mutant,
        outcome=outcome,
        test=failed_test,
        is_covered=bool(record.covering_tests(mutant)),
        seconds=round(time.monotonic() - begin, 1),
        untried_count=untried_count,
    )


@contextmanager
def _plant_on_disk(path: Path, mutant: Mutant) -> Iterator[None]:
    """Have a fault in a file within the context. Afterwards the file is as it was."""
    content = path.read_bytes()
    path.write_bytes(mutant.apply(content))
    try:
        yield
    finally:
        path.write_bytes(content)


def _fork(action: Callable[[], int], *, is_bounded: bool = True) -> int:
    """Run a function in a new process and end everything that it started.

    Args:
        action: returns an exit status.
        is_bounded: whether the time and memory of the process are limited. A process that records
            tests, or that only starts other processes, needs no limit.

    Returns:
        The status that the function returned, ``_FAILED`` if it raised an exception, or
        ``_ENDLESS`` if a signal ended the process.
    """
    # Hypothesis keeps examples that failed in this folder, to repeat them. They failed because of
    # another fault.
    shutil.rmtree(".hypothesis", ignore_errors=True)
    process = os.fork()
    if process == 0:
        status = _FAILED
        try:
            os.setsid()
            if is_bounded:
                # This limit holds until the first test begins. Each test sets a limit of its own.
                _limit_cpu(_IMPORT_S)
                resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
                signal.alarm(_LONGEST_S)
            status = action()
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
        finally:
            os._exit(status)

    _, wait_status = os.waitpid(process, 0)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    if os.WIFSIGNALED(wait_status):
        return _ENDLESS
    return os.WEXITSTATUS(wait_status)


def _limit_cpu(seconds: float) -> None:
    """End this process when it has used so many more seconds of a processor."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard_limit))


def _save_record(record: Record, path: Path) -> None:
    path.write_bytes(pickle.dumps(record))


def _read_record(path: Path) -> Record:
    record: Record = pickle.loads(path.read_bytes())  # noqa: S301
    return record


def main() -> None:
    """Try the faults of the job that is read from standard input, and write the results.

    The results are pickled, one after the other. The output of the tests goes to standard error.
    The standard input of the tests is empty.
    """
    job: Job = pickle.load(sys.stdin.buffer)  # noqa: S301
    with os.fdopen(os.dup(1), "wb") as result_file:
        os.dup2(2, 1)
        with Path(os.devnull).open(encoding="utf-8") as null_device:
            os.dup2(null_device.fileno(), 0)

        def report(result: Result) -> None:
            pickle.dump(result, result_file)
            result_file.flush()

        record = try_mutants(job, report)
    for test in sorted(record.failures):
        print(f"left out: {test}", file=sys.stderr)


if __name__ == "__main__":
    main()

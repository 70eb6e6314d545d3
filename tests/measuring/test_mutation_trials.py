"""Mutation: faults of a small project are caught by its tests, or survive."""

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from measuring.mutation.job import Job, Result
from measuring.mutation.mutants import Mutant, find_mutants
from measuring.mutation.planting import plant
from measuring.mutation.probes import insert_probes, probe_of
from measuring.mutation.record import Record, find_naming_files
from measuring.mutation.trials import _NEEDS_IMPORT, _try_mutant

_SOURCE = """
LIMIT = 3


def is_large(value):
    return value > LIMIT


def double(value):
    return value * 2


def count_down(value):
    while value != 0:
        value = value - 1
    return "over"


FOUR = double(2)
SECOND = "ab"[1]


def limited(limit):
    def is_within(value):
        return value and limit

    return is_within


is_limited = limited(3)
"""
_TESTS = """
import subprocess
import sys

import pytest

import small


def test_that_has_nothing_to_do_with_it():
    assert True


def test_large():
    assert small.is_large(5)
    assert not small.is_large(LIMIT - 1)


def test_four():
    assert small.FOUR == 4


def test_count_down():
    assert small.count_down(3) == "over"


@pytest.mark.long
def test_that_is_not_quick():
    assert False


def test_that_always_fails():
    assert False
""".replace("LIMIT", "3")
_CONFIGURATION = """
[pytest]
markers =
    browser
    database
    long
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The root of a small project."""
    root = tmp_path / "project"
    (root / "tests").mkdir(parents=True)
    (root / "small.py").write_text(_SOURCE)
    (root / "tests" / "test_small.py").write_text(_TESTS)
    (root / "pytest.ini").write_text(_CONFIGURATION)
    return root


@pytest.mark.long
def test_faults_are_caught_or_survive(project: Path, tmp_path: Path) -> None:
    mutants = tuple(find_mutants("small.py", _SOURCE.encode()))
    job = Job("small", project, ("tests",), mutants, tmp_path, spare_cpu_s=2.0)
    checkout = Path(__file__).resolve().parents[2]
    trials = subprocess.run(
        [sys.executable, "-m", "measuring.mutation.trials"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": f"{project}:{checkout}", "PYTHONDONTWRITEBYTECODE": "1"},
        input=pickle.dumps(job),
        capture_output=True,
        check=True,
    )
    results = list(_read_results(trials.stdout))
    outcomes = {}
    for result in results:
        change = f"{result.mutant.before} -> {result.mutant.after}"
        outcomes[change, result.mutant.line] = (result.outcome, result.test)

    test = "tests/test_small.py::test_{}".format
    assert outcomes == {
        ("3 -> 4", 2): ("survived", ""),
        ("value > LIMIT -> value >= LIMIT", 6): ("survived", ""),
        ("2 -> 3", 10): ("caught", test("four")),
        ("value != 0 -> value == 0", 14): ("survived", ""),
        ("0 -> 1", 14): ("survived", ""),
        ("1 -> 2", 15): ("endless", ""),
        ("2 -> 3", 19): ("caught", test("four")),
        # The module cannot be imported.
        ("1 -> 2", 20): ("caught", "import"),
        # The function keeps its closure, so the second fault needs an import.
        ("value and limit -> limit", 25): ("survived", ""),
        ("value and limit -> value", 25): ("survived", ""),
        ("3 -> 4", 30): ("survived", ""),
    }
    assert len(results) == len(mutants)
    assert "left out: tests/test_small.py::test_that_always_fails" in trials.stderr.decode()
    assert (project / "small.py").read_text() == _SOURCE


def test_a_fault_that_only_a_flaky_test_notices_survives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test that is left out does not count as the test that failed."""
    monkeypatch.chdir(tmp_path)
    source = "def double(value):\n    return value * 2\n"
    (tmp_path / "small.py").write_text(source)
    test = "test_small.py::test_double"
    (tmp_path / "test_small.py").touch()
    (mutant,) = find_mutants("small.py", source.encode())
    job = Job("small", tmp_path, ("test_small.py",), (mutant,), tmp_path)
    record = Record(
        seconds={test: 0.1}, cpu_seconds={test: 0.1}, tests_of_probe={probe_of(mutant): {test}}
    )

    def run(tests: Sequence[str], _mutant: Mutant | None) -> int:
        """Fail with the first test, with the fault and without."""
        if not tests:
            return 0
        job.failure_path.write_text(tests[0])
        return 1

    result = _try_mutant(job, record, mutant, run)
    assert result is not None
    assert (result.outcome, result.test) == ("survived", "")
    assert record.failures == {test}


def test_faults_of_an_expression_need_an_import_each_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = "def is_within(value):\n    return value and limit\n"
    (tmp_path / "small.py").write_text(source)
    first, second = find_mutants("small.py", source.encode())
    assert probe_of(first) == probe_of(second)
    job = Job("small", tmp_path, ("test_small.py",), (first, second), tmp_path)
    record = Record()

    def run(_tests: Sequence[str], _mutant: Mutant | None) -> int:
        return _NEEDS_IMPORT

    assert _try_mutant(job, record, second, run) is None
    assert record.needs_import(second)
    assert not record.needs_import(first)


def _read_results(content: bytes) -> list[Result]:
    stream = BytesIO(content)
    results = []
    while stream.tell() < len(content):
        results.append(pickle.load(stream))  # noqa: S301
    return results


def test_a_fault_is_planted_in_a_module_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "planted_module.py"
    module = _import_source(path, _SOURCE)
    assert module.double(2) == 4
    after = _SOURCE.replace("value * 2", "value * 3").encode()
    assert plant(path, _SOURCE.encode(), after)
    assert module.double(2) == 6


def test_a_fault_that_only_the_import_evaluates_is_not_planted(tmp_path: Path) -> None:
    path = tmp_path / "planted_module.py"
    module = _import_source(path, _SOURCE)
    after = _SOURCE.replace("LIMIT = 3", "LIMIT = 4").encode()
    assert not plant(path, _SOURCE.encode(), after)
    assert module.LIMIT == 3


def _import_source(path: Path, content: str) -> Any:
    path.write_text(content)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_probes_surround_expressions_and_keep_the_lines(tmp_path: Path) -> None:
    source = b"def judge(a, b):\n    return (a < 3 and\n        not b == 4)\n"
    content = insert_probes(source, find_mutants("a.py", source)).decode()
    assert content.count("\n") == source.count(b"\n")
    module = _import_source(tmp_path / "judging.py", content.replace("hu_mutation_probe", "fake"))
    names: list[str] = []
    sys.modules["fake"] = SimpleNamespace(hit=names.append)  # type: ignore[assignment]
    try:
        assert not module.judge(5, 4)
        assert module.judge(2, 5)
    finally:
        del sys.modules["fake"]
    evaluated = []
    for name in names:
        _, start, end = name.split(":")
        evaluated.append(source[int(start) : int(end)].decode())
    assert evaluated[:3] == ["a < 3 and\n        not b == 4", "a < 3", "3"]
    assert evaluated[5:] == ["3", "not b == 4", "b == 4", "4"]


def test_the_cheapest_tests_that_evaluate_the_expression_come_first() -> None:
    (mutant, *_) = find_mutants("a.py", b"def f(x):\n    return x == 2\n")
    record = Record(
        seconds={
            "t.py::slow": 3.0,
            "t.py::quick": 1.0,
            "t.py::of_something_else": 1.0,
            "u.py::failing": 1.0,
            "u.py::alone": 1.0,
            "u.py::with_the_same_value": 1.0,
            "v.py::two": 1.0,
        },
        tests_of_probe={probe_of(mutant): {"t.py::slow", "t.py::quick", "u.py::alone"}},
        failures={"u.py::failing"},
    )
    assert record.choose_tests(mutant) == [
        "t.py::quick",
        "u.py::alone",
        "t.py::slow",
        "u.py::with_the_same_value",
    ]


def test_tests_that_name_the_module_come_before_cheaper_tests() -> None:
    record = Record(seconds={"t.py::cheap": 0.1, "u.py::naming": 0.5, "u.py::slow": 9.0})
    (mutant,) = find_mutants("app/a.py", b"LIMIT = 3\n")
    assert record.choose_tests(mutant) == ["t.py::cheap", "u.py::naming", "u.py::slow"]
    assert record.choose_tests(mutant, {"u.py"}) == ["u.py::naming", "u.py::slow", "t.py::cheap"]
    (mutant, *_) = find_mutants("app/a.py", b"def f(x):\n    return x == 2\n")
    record.tests_of_probe = {probe_of(mutant): set(record.seconds)}
    assert record.choose_tests(mutant, {"u.py"}) == ["u.py::naming", "t.py::cheap", "u.py::slow"]


def test_tests_in_a_folder_of_the_same_name_come_before_cheaper_tests() -> None:
    record = Record(seconds={"tests/a/t.py::cheap": 0.1, "tests/b/t.py::slow": 5.0})
    (mutant,) = find_mutants("app/b/module.py", b"LIMIT = 3\n")
    assert record.choose_tests(mutant) == ["tests/b/t.py::slow", "tests/a/t.py::cheap"]


def test_a_trial_ends_with_its_time() -> None:
    record = Record(seconds={"t.py::a": 1.0, "t.py::b": 2.0, "t.py::c": 4.0})
    assert record.tests_within(list(record.seconds), 3.0) == ["t.py::a", "t.py::b"]
    assert record.tests_within(list(record.seconds), 7.0) == list(record.seconds)
    assert record.tests_within(["t.py::c", "t.py::a"], 3.0) == ["t.py::c"]


def test_tests_name_a_module_by_importing_it_or_in_their_own_name(tmp_path: Path) -> None:
    contents = {
        "test_deals.py": "from hu.scoring.waits import waits",
        "test_waits_of_hands.py": "",
        "test_other.py": "from hu.scoring.deal import Deal",
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    tests = [f"{name}::test_it" for name in contents]
    naming_files = find_naming_files(tmp_path, tests, "scoring/waits.py")
    assert naming_files == {"test_deals.py", "test_waits_of_hands.py"}

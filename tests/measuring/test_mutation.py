"""Mutation: the faults that are planted, and that a draw is repeatable."""

import ast
from pathlib import Path

import pytest

from hu.scoring.errors import HuError
from measuring.mutation.__main__ import draw_mutants, summarize, try_area
from measuring.mutation.job import Job, Result
from measuring.mutation.mutants import Mutant, find_mutants

_SOURCE = '''
LIMIT: Final = 3


def judge(value: "int | None", limit: int = LIMIT) -> bool:
    """Return 1 or 2."""
    if value is None or not value > 1.0 and f"{value < 5}":
        return False
    return "ß" in names if (value
        == limit) else 0
'''


def test_comparisons_conditions_and_constants_are_changed() -> None:
    mutants = list(find_mutants("a.py", _SOURCE.encode()))
    changes = {(mutant.line, mutant.before, mutant.after) for mutant in mutants}
    assert {
        (2, "3", "4"),
        (7, "value is None", "value is not None"),
        (7, "not value > 1.0", "value > 1.0"),
        (7, "value > 1.0", "value >= 1.0"),
        (7, "1.0", "1.5"),
        (8, "False", "True"),
        (9, "'ß' in names", "'ß' not in names"),
        (9, "value == limit", "value != limit"),
        (10, "0", "1"),
    } <= changes
    assert len({before for line, before, _ in changes if line == 7 and " or " in before}) == 1
    assert not any("5" in before for _, before, _ in changes if before.isdigit())


def test_a_fault_takes_the_place_of_its_expression_alone() -> None:
    for mutant in find_mutants("a.py", _SOURCE.encode()):
        content = mutant.apply(_SOURCE.encode()).decode()
        ast.parse(content)
        assert content != _SOURCE
        assert content.startswith(_SOURCE.encode()[: mutant.start].decode())
        assert content.endswith(_SOURCE.encode()[mutant.end :].decode())


def test_a_draw_is_repeatable_and_covers_the_areas() -> None:
    drawn = draw_mutants(["ledger", "batch"], count=40, seed=3)
    assert drawn == draw_mutants(["ledger", "batch"], count=40, seed=3)
    assert drawn != draw_mutants(["ledger", "batch"], count=40, seed=4)
    assert {area for area, _ in drawn} == {"ledger", "batch"}


def test_a_larger_draw_holds_the_smaller_one() -> None:
    areas = ["ledger", "batch"]
    drawn: set[tuple[str, Mutant]] = set()
    # The last count is more than there are faults.
    for count in (20, 60, 300, 100_000):
        larger = set(draw_mutants(areas, count=count, seed=3))
        assert drawn < larger
        drawn = larger


def test_faults_that_were_not_tried_are_an_error(tmp_path: Path) -> None:
    package = tmp_path / "measuring" / "mutation"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package.parent / "__init__.py").touch()
    # The process of the trials ends without a result, as if a process that it started was killed.
    (package / "trials.py").write_text("import sys\nsys.stdin.buffer.read()\n")
    (mutant,) = find_mutants("small.py", b"LIMIT = 3\n")
    job = Job("small", tmp_path, ("tests",), (mutant,), tmp_path)
    with pytest.raises(HuError, match="0 of 1 faults of small were tried"):
        list(try_area(job, tmp_path / "log"))


def test_the_error_of_a_process_is_told_before_its_log_is_deleted(tmp_path: Path) -> None:
    (mutant,) = find_mutants("missing.py", b"LIMIT = 3\n")
    job = Job("small", tmp_path, ("tests",), (mutant,), tmp_path)
    with pytest.raises(HuError, match=r"No such file or directory.*missing\.py"):
        list(try_area(job, tmp_path / "log"))


def test_the_summary_counts_each_area_and_lists_survivors() -> None:
    (mutant,) = find_mutants("app/ledger/a.py", b"LIMIT = 3\n")
    results = [
        Result("ledger", mutant, "caught", "t.py::a", is_covered=True, seconds=1.0),
        Result("ledger", mutant, "survived", "", is_covered=False, seconds=1.0),
        Result("batch", mutant, "endless", "", is_covered=True, seconds=1.0),
        Result("batch", mutant, "survived", "", is_covered=True, seconds=1.0, untried_count=7),
    ]
    assert summarize(results).splitlines() == [
        "ledger: 1 of 2 caught",
        "batch: 1 of 2 caught",
        "2 of 4 caught; survivors:",
        "app/ledger/a.py:1: 3  ->  4 (no test executes it)",
        "app/ledger/a.py:1: 3  ->  4 (7 tests were not run)",
    ]

"""The examples in the docstrings of the scoring core."""

import doctest
import importlib
import pkgutil

import pytest

import hu.scoring

MODULES = [
    module.name for module in pkgutil.walk_packages(hu.scoring.__path__, prefix="hu.scoring.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_the_results_that_they_show(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def test_modules_with_examples_are_among_them() -> None:
    assert {"hu.scoring.waits", "hu.scoring.riichi.payments"}.issubset(MODULES)

"""The examples in the docstrings of the package."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def modules_with_examples() -> list[str]:
    """Return the names of the modules that have an example, such as ``hu.scoring.waits``."""
    names = []
    for room in ("app", "scoring", "vision"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if ">>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(ROOT).with_suffix("").parts
                names.append(".".join(("hu", *parts)))
    return names


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_give_the_results_that_they_show(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0


def test_the_modules_are_found_by_their_names() -> None:
    assert {"hu.scoring.waits", "hu.app.front_door"}.issubset(modules_with_examples())

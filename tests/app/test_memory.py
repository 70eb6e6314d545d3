"""Handing memory back, where that can be done and where it cannot."""

import ctypes
from typing import Any

import pytest

from hu.app.memory import give_back_memory, share_memory


def test_memory_is_given_back_through_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []

    class Library:
        def __init__(self, name: Any) -> None:
            assert name is None

        malloc_trim = staticmethod(kept.append)

    monkeypatch.setattr(ctypes, "CDLL", Library)
    give_back_memory()
    assert kept == [0]


@pytest.mark.parametrize("error", [TypeError, OSError, AttributeError])
def test_systems_without_that_function_go_on(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def library(_: Any) -> Any:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", library)
    give_back_memory()
    share_memory()

"""Freed memory is returned to the system once a process has grown."""

from collections.abc import Iterator

import pytest

from hu.app import memory


def test_memory_is_returned_only_after_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    # After the first call the process has 90 bytes, and after the third call 95.
    sizes = iter([100, 90, 100, 101, 95, 105])
    calls = _count_calls(monkeypatch, sizes)
    returner = memory.MemoryReturner(most_growth=10)
    counts = []
    for _ in range(4):
        returner.give_back_after_growth()
        counts.append(len(calls))
    assert counts == [1, 1, 2, 2]


def test_memory_is_returned_each_time_if_the_size_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = _count_calls(monkeypatch, iter([None] * 4))
    returner = memory.MemoryReturner(most_growth=10)
    returner.give_back_after_growth()
    returner.give_back_after_growth()
    assert len(calls) == 2


def _count_calls(monkeypatch: pytest.MonkeyPatch, sizes: Iterator[int | None]) -> list[str]:
    """Let the process have these sizes, and list the calls that return memory."""
    calls: list[str] = []
    monkeypatch.setattr(memory, "_resident_bytes", lambda: next(sizes))
    monkeypatch.setattr(memory, "give_back_memory", lambda: calls.append("returned"))
    return calls

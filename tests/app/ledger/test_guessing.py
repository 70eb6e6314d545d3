"""Guessing games' codes: ten wrong ones a minute from one address, no more."""

import pytest

from hu.app.ledger.guessing import GuessLimit


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_the_eleventh_guess_waits_for_a_minute(clock: list[float]) -> None:
    limit = GuessLimit()
    for _ in range(10):
        assert limit.may_guess("192.0.2.7")
        limit.count_wrong("192.0.2.7")
        clock[0] += 1
    assert not limit.may_guess("192.0.2.7")
    assert limit.may_guess("192.0.2.8")
    assert limit.may_guess(None)
    clock[0] = 1060.5
    assert limit.may_guess("192.0.2.7")
    limit.count_wrong("192.0.2.7")
    assert not limit.may_guess("192.0.2.7")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        (None, "127.0.0.1", True),
        ("unknown", "unknown", True),
    ],
)
def test_addresses_of_one_household_count_together(
    clock: list[float], first: str | None, second: str | None, same: bool
) -> None:
    del clock
    limit = GuessLimit()
    for _ in range(10):
        limit.count_wrong(first)
    assert limit.may_guess(second) is not same


def test_addresses_are_forgotten_after_a_minute(clock: list[float]) -> None:
    limit = GuessLimit()
    for number in range(1000):
        limit.count_wrong(f"10.0.{number // 250}.{number % 250}")
    clock[0] += 61
    limit.may_guess(None)
    assert not limit._times

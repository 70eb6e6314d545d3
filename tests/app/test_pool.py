"""Workers answer or are ended: none that hangs, stops or grows holds up those who wait."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from hu.app.pool import Pool, WorkerEndedError, WorkerError
from hu.scoring.errors import InputError


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = Pool(megabytes=200)
    yield pool
    pool.close()


def _grow(megabytes: int) -> int:
    """Take memory in a worker, and return the number of bytes."""
    return len(bytes(megabytes * 1_000_000))


def _refuse() -> None:
    raise InputError("no such tile")


def test_a_result_and_what_was_raised_come_back(pool: Pool) -> None:
    assert pool.run(20, divmod, 7, 2) == (3, 1)
    with pytest.raises(InputError, match="no such tile"):
        pool.run(20, _refuse)
    with pytest.raises(WorkerError, match="ZeroDivisionError"):
        pool.run(20, divmod, 7, 0)
    # One worker has answered all.
    assert len(pool.idle) == 1


@pytest.mark.parametrize("signal_number", [signal.SIGSTOP, signal.SIGKILL])
def test_a_worker_that_was_stopped_or_ended_while_idle_costs_a_request_at_most(
    signal_number: int, pool: Pool
) -> None:
    worker = pool.run(20, os.getpid)
    os.kill(worker, signal_number)
    time.sleep(0.5)
    is_stopped = signal_number == signal.SIGSTOP
    try:
        assert pool.run(2 if is_stopped else 20, os.getpid) != worker
    except WorkerEndedError:
        # That a worker has stopped shows only in that it does not answer.
        assert is_stopped
    assert pool.run(20, os.getpid) != worker


def test_a_worker_that_takes_no_request_is_ended_in_time(pool: Pool) -> None:
    os.kill(pool.run(20, os.getpid), signal.SIGSTOP)
    time.sleep(0.5)
    with pytest.raises(WorkerEndedError):
        # A pipe holds less than this.
        pool.run(1, len, bytes(1_000_000))
    assert pool.run(20, divmod, 7, 2) == (3, 1)


@pytest.mark.long
def test_a_worker_that_is_stopped_at_work_is_ended_long_before_its_time(pool: Pool) -> None:
    worker = pool.run(20, os.getpid)
    with ThreadPoolExecutor(1) as threads:
        work = threads.submit(pool.run, 3_600, time.sleep, 3_600)
        time.sleep(0.2)
        os.kill(worker, signal.SIGSTOP)
        with pytest.raises(WorkerEndedError):
            work.result(timeout=30)
    assert pool.run(20, divmod, 7, 2) == (3, 1)


def test_work_that_takes_too_long_is_ended(pool: Pool) -> None:
    worker = pool.run(20, os.getpid)
    with pytest.raises(WorkerEndedError):
        pool.run(0.5, time.sleep, 3_600)
    assert not psutil.pid_exists(worker)
    assert pool.run(20, divmod, 7, 2) == (3, 1)


def test_a_worker_that_ends_at_work_is_told_of_and_another_one_works(pool: Pool) -> None:
    worker = pool.run(20, os.getpid)
    with ThreadPoolExecutor(1) as threads:
        work = threads.submit(pool.run, 60, time.sleep, 3_600)
        time.sleep(0.2)
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(WorkerEndedError):
            work.result(timeout=60)
    assert pool.run(20, divmod, 7, 2) == (3, 1)


def test_of_idle_workers_only_one_stays(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hu.app.pool._IDLE_S", 0.5)
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda _: pool.run(20, time.sleep, 0.2), range(3)))
    deadline = time.monotonic() + 60
    while len(pool.idle) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(pool.idle) == 1


def test_work_that_asks_for_too_much_memory_fails_alone(pool: Pool) -> None:
    assert pool.run(20, _grow, 50) == 50_000_000
    with pytest.raises(WorkerError, match="MemoryError"):
        pool.run(20, _grow, 500)
    assert pool.run(20, _grow, 50) == 50_000_000


def _ask_twice(pool: Pool) -> None:
    """Ask for long work, and again when its worker is ended."""
    for _ in range(2):
        with pytest.raises(WorkerEndedError):
            pool.run(7_200, time.sleep, 3_600)


def test_a_pool_that_is_closed_ends_whatever_is_running_and_starts_nothing(pool: Pool) -> None:
    pool.run(20, os.getpid)
    with ThreadPoolExecutor(3) as threads:
        askers = [threads.submit(_ask_twice, pool) for _ in range(3)]
        time.sleep(0.5)
        pool.close()
        for asker in askers:
            asker.result(timeout=60)
    assert pool.idle == ()

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import register, rule_set, unregister
from tests.needs import skip_or_fail
from tests.scoring.tiny_rule_set import Tiny

# A busy machine is no reason to fail: the time that an example takes says nothing about its result.
settings.register_profile("hu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hu")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every worker of pytest-xdist begin with files of long tests.

    Each worker begins with an equal part of the list. At the end it takes over tests from others,
    but a long test that has just begun keeps all waiting.
    """
    worker_count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if worker_count == 1:
        return
    items_by_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        items_by_file.setdefault(item.path, []).append(item)
    limit_by_file = {path: max(map(_time_limit, group)) for path, group in items_by_file.items()}
    long_files = [path for path in items_by_file if limit_by_file[path] > 0]
    long_files.sort(key=lambda path: -limit_by_file[path])
    other_items = [item for item in items if limit_by_file[item.path] == 0]

    ordered: list[pytest.Item] = []
    for worker in range(worker_count):
        # The size of its part, as pytest-xdist reckons it.
        size = (len(items) - len(ordered)) // (worker_count - worker)
        part = []
        for path in long_files[worker::worker_count]:
            part += items_by_file[path]
        other_count = max(0, size - len(part))
        part += other_items[:other_count]
        del other_items[:other_count]
        ordered += part
    items[:] = ordered


def _time_limit(item: pytest.Item) -> float:
    """Return a test's own limit in seconds. 0 for a test that has the limit of all."""
    marker = item.get_closest_marker("timeout")
    return 0 if marker is None else float(marker.args[0])


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared data folder."""
    folder = Path(os.environ.get("HU_SHARED", Path(__file__).parents[2] / "shared"))
    if not folder.is_dir():
        skip_or_fail(f"the shared data folder is missing at {folder}: set HU_SHARED")
    return folder


@pytest.fixture
def tiny() -> Iterator[RuleSet]:
    """A rule set of somebody else's, registered."""
    register(Tiny())
    yield rule_set("tiny")
    unregister("tiny")

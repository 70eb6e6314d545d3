import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import register, rule_set, unregister
from tests.needs import skip_or_fail
from tests.scoring.tiny_rule_set import Tiny

# A slow example is no failure, because the machine may be busy.
settings.register_profile("hu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hu")


#: The markers of tests that take seconds.
_SLOW_MARKERS = ("browser", "database", "long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that every worker of pytest-xdist begins with slow ones.

    pytest-xdist cuts the list into equal parts, one for each worker. A worker that has finished its
    part takes over tests from others. A long test that begins at the end keeps all waiting. So each
    part has files of long tests first, then other slow tests, and quick tests at the end.

    A file is long if one of its tests has a time limit of its own.
    """
    worker_count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if worker_count == 1:
        return
    items_by_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        items_by_file.setdefault(item.path, []).append(item)
    # The longest time limit in each file, in seconds. 0 for a file that is not long.
    limit_of_file = {path: max(map(_time_limit, group)) for path, group in items_by_file.items()}
    long_files = [path for path in items_by_file if limit_of_file[path] > 0]
    long_files.sort(key=lambda path: limit_of_file[path], reverse=True)
    slow_items: list[pytest.Item] = []
    quick_items: list[pytest.Item] = []
    for item in items:
        if limit_of_file[item.path] > 0:
            continue
        if any(item.get_closest_marker(name) for name in _SLOW_MARKERS):
            slow_items.append(item)
        else:
            quick_items.append(item)

    ordered: list[pytest.Item] = []
    for worker in range(worker_count):
        workers_left = worker_count - worker
        # The number of tests in this worker's part, as pytest-xdist cuts the list.
        part_size = (len(items) - len(ordered)) // workers_left
        # The long files are dealt to the workers in turn, the longest first.
        part = []
        for path in long_files[worker::worker_count]:
            part += items_by_file[path]
        # An equal share of the other slow tests follows.
        slow_count = len(slow_items) // workers_left
        part += slow_items[:slow_count]
        del slow_items[:slow_count]
        # Quick tests fill the part up.
        quick_count = max(0, part_size - len(part))
        part += quick_items[:quick_count]
        del quick_items[:quick_count]
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
    """A rule set that is not part of Hu!, registered during the test."""
    register(Tiny())
    yield rule_set("tiny")
    unregister("tiny")

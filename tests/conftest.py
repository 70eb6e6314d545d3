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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that every worker of pytest-xdist begins with files of long tests.

    pytest-xdist cuts the list into equal parts, one for each worker. A worker that has finished its
    part takes over tests from others. A long test that begins at the end keeps all waiting.

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
    short_items = [item for item in items if limit_of_file[item.path] == 0]

    ordered: list[pytest.Item] = []
    for worker in range(worker_count):
        # The number of tests in this worker's part, as pytest-xdist cuts the list.
        remaining_count = len(items) - len(ordered)
        part_size = remaining_count // (worker_count - worker)
        # The long files are dealt to the workers in turn, the longest first.
        part = []
        for path in long_files[worker::worker_count]:
            part += items_by_file[path]
        # Tests of short files fill the part up.
        short_count = max(0, part_size - len(part))
        part += short_items[:short_count]
        del short_items[:short_count]
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

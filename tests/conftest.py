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

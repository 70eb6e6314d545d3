"""``benchmarks/batch_killed.py`` on a small scale: killed without warning and resumed, nothing differs."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.app.batch import fake_networks
from tests.app.batch.workshop import Workshop

_HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def script() -> Any:
    path = _HERE.parents[2] / "benchmarks" / "batch_killed.py"
    spec = importlib.util.spec_from_file_location("batch_killed", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Its dataclass looks its module up.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_a_batch_that_is_killed_and_resumed_equals_an_undisturbed_one(
    shop: Workshop, script: Any, tmp_path: Path
) -> None:
    shop.fill(8)
    shop.add("slow.jpg", fake_networks.SLOW)
    hu = (sys.executable, str(_HERE / "hu_with_fake_networks.py"))
    trial = script.Trial(120, 8, 3, hu=hu, options=("--weights", str(shop.weights)))
    assert script.compare(trial, shop.photos, tmp_path / "trial") == []

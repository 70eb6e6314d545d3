"""``measuring.benchmarks.batch_killed`` on a small scale: killed without warning and resumed, nothing differs."""

import sys
from pathlib import Path

import pytest

from measuring.benchmarks.batch_killed import Trial, compare
from tests.app.batch import fake_networks
from tests.app.batch.workshop import Workshop


@pytest.mark.long
def test_a_batch_that_is_killed_and_resumed_equals_an_undisturbed_one(shop: Workshop, tmp_path: Path) -> None:
    shop.fill(8)
    shop.add("slow.jpg", fake_networks.SLOW)
    hu = (sys.executable, str(Path(__file__).parent / "hu_with_fake_networks.py"))
    trial = Trial(120, 8, 3, hu=hu, options=("--weights", str(shop.weights)))
    assert compare(trial, shop.photos, tmp_path / "trial") == []

from pathlib import Path

import pytest

from tests.app.batch import fake_networks
from tests.app.batch.workshop import Workshop


@pytest.fixture(autouse=True)
def _fake_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_networks.install(monkeypatch.setattr)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)

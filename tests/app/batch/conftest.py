import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.batch import fake_networks
from tests.app.batch.workshop import Workshop


@pytest.fixture(autouse=True)
def _fake_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_networks.install(monkeypatch.setattr)


@pytest.fixture(autouse=True)
def _signals_of_a_terminal() -> Iterator[None]:
    """Let Ctrl-C and a hangup arrive, also if ``nohup`` or a shell's ``&`` has switched them off.

    The commands that the tests start inherit this.
    """
    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGHUP, hangup)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)

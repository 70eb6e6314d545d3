"""The soak of the page counts every failure that the page shows."""

import os
from argparse import Namespace
from types import SimpleNamespace

import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.WidgetStates_pb2 import WidgetState

from measuring.benchmarks.page_soak import SoakFigures, SoakPlayer, _play
from tests.apart import run_apart

#: Nobody listens to this port.
CLOSED_ADDRESS = "localhost:1"


def test_an_alert_while_a_photo_is_read_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = SoakFigures()
    player = SoakPlayer(CLOSED_ADDRESS, table=None, place=0, figures=figures, think_s=0)

    async def upload_urls(name: str) -> FileURLs:
        return FileURLs(file_id=name)

    async def run(*_states: WidgetState) -> None:
        player._alerts.append("That tap failed.")

    monkeypatch.setattr(player, "_upload_urls", upload_urls)
    monkeypatch.setattr(player, "_put", lambda *_: None)
    monkeypatch.setattr(player, "_component", lambda start: SimpleNamespace(id=start))
    monkeypatch.setattr(player, "_part", lambda kind: {"kind": kind})
    monkeypatch.setattr(player, "_run", run)
    run_apart(player._photograph(b"photo"))
    assert len(figures.photos_s) == 1
    assert figures.errors == ["That tap failed."]


def test_an_alert_while_the_page_is_opened_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = SoakFigures()
    player = SoakPlayer(CLOSED_ADDRESS, table=None, place=0, figures=figures, think_s=0)

    async def run(*_states: WidgetState) -> None:
        player._alerts.append("The page failed.")

    monkeypatch.setattr(player, "_run", run)
    run_apart(player._open_page())
    assert figures.errors == ["The page failed."]


def test_a_failure_of_the_hand_that_loads_the_networks_is_an_error() -> None:
    arguments = Namespace(sessions=0, minutes=0, hands=1, think=0)
    figures = run_apart(_play(CLOSED_ADDRESS, os.getpid(), [], arguments))
    (error,) = figures.errors
    assert "refused" in error or "connect" in error.lower()
    assert figures.taps_s == []

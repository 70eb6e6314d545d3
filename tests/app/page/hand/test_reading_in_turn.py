"""A photo that is being read does not make taps wait, and a tap does not have it read once more."""

from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from hu.app.page.draft.state import Draft
from hu.app.page.hand import photos
from hu.app.page.photos.turns import Turns


class _Tapped(BaseException):
    """Streamlit's way of leaving a run."""


def test_a_tap_interrupts_the_wait_and_not_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, readings, looks = Event(), [], []

    def read(*arguments: object) -> str:
        readings.append(arguments)
        ready.wait(60)
        return "seen"

    def let_taps_in() -> None:
        looks.append(1)
        if len(looks) == 2:
            raise _Tapped

    monkeypatch.setattr(photos, "let_taps_in", let_taps_in)
    monkeypatch.setattr(photos, "draft_of", lambda _: Draft())
    monkeypatch.setattr(photos, "set_choice", lambda visit: visit)
    visit: Any = SimpleNamespace(turns=Turns(1), reader=read, t=None)
    photo = photos.WaitingPhoto(None, 1, "x.jpg", b"", visit.turns.join())
    with pytest.raises(_Tapped):
        photos.read_in_turn(visit, photo, pytest.fail)
    ready.set()
    taken: list[Any] = []
    assert photos.read_in_turn(visit, photo, taken.append) is None
    assert (taken, len(readings)) == (["seen"], 1)

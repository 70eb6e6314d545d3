"""Files that the browser sends: the numbers before a name, and names of any length."""

from types import SimpleNamespace
from typing import Any

import pytest
import streamlit

from hu.app.page import files
from hu.app.page.events.page import FileCame
from hu.app.page.sent_files import SentFile
from hu.app.page.state import Screen, State
from tests.app.page.view.drawn import drawn

DIGITS = "1" * 15


@pytest.mark.parametrize(
    ("name", "sent_file"),
    [
        ("12x4032-IMG_1.jpg", SentFile("IMG_1.jpg", b"x", number=12, original_px=4032)),
        ("3-a-b.jpg", SentFile("a-b.jpg", b"x", number=3, original_px=0)),
        ("x-a.jpg", SentFile("a.jpg", b"x", number=0, original_px=0)),
        ("-1x+2-a.jpg", SentFile("1x+2-a.jpg", b"x", number=0, original_px=0)),
        ("²x٣-a.jpg", SentFile("a.jpg", b"x", number=0, original_px=0)),
        (f"{DIGITS}-a.jpg", SentFile("a.jpg", b"x", number=int(DIGITS), original_px=0)),
        (f"{DIGITS}1-a.jpg", SentFile("a.jpg", b"x", number=0, original_px=0)),
        ("4-", SentFile("file", b"x", number=4, original_px=0)),
        ("5-" + "a" * 81, SentFile("a" * 80, b"x", number=5, original_px=0)),
    ],
)
def test_a_sent_file_is_taken_in(
    name: str, sent_file: SentFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = SimpleNamespace(name=name, getvalue=lambda: b"x")
    widgets = []

    def file_uploader(label: str, *, key: str, **_: Any) -> object:
        widgets.append((label, key))
        return upload

    events: list[object] = []
    forgotten: list[object] = []
    taken: list[SentFile] = []
    monkeypatch.setattr(streamlit, "file_uploader", file_uploader)
    monkeypatch.setattr(streamlit, "rerun", lambda: events.append("rerun"))
    monkeypatch.setattr(files, "dispatch", events.append)
    monkeypatch.setattr(files, "forget_file", forgotten.append)
    state = State(Screen(files={"snap": 2}))
    drawn(state, lambda: files.receive_files("snap", taken.append))
    assert taken == [sent_file]
    assert widgets == [("snap", "snap-file-2")]
    assert events == [FileCame("snap"), "rerun"]
    assert forgotten == [upload]

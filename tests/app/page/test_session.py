"""What a tap's work needs is reached whole, whatever comes meanwhile."""

from typing import NoReturn

import pytest
from streamlit.runtime.state import session_state_proxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from hu.app.page.parts.components import browser_value
from hu.app.page.screen import Session, let_taps_in, once, screen, session, tell


class NextTapError(Exception):
    """What Streamlit raises, in other words, where a run may be left."""


def test_the_next_tap_cannot_come_between_while_a_visit_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    def left() -> NoReturn:
        raise NextTapError

    state = SessionState()
    monkeypatch.setattr(session_state_proxy, "get_session_state", lambda: SafeSessionState(state, lambda: None))
    assert session() == Session(screen())
    state["saver"] = {"tap": 7}
    monkeypatch.setattr(session_state_proxy, "get_session_state", lambda: SafeSessionState(state, left))
    tell("page", "a hand")
    assert once("page") == "a hand"
    assert browser_value("saver", "tap") == 7
    assert browser_value("gone", "tap") is None
    with pytest.raises(NextTapError):
        let_taps_in()

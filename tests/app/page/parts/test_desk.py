"""What a tap's work needs is reached whole, whatever comes meanwhile."""

from typing import NoReturn

import pytest
from streamlit.runtime.state import session_state_proxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from hu.app.page.parts.components import sent
from hu.app.page.parts.desk import desk, let_taps_in


class NextTapError(Exception):
    """What Streamlit raises, in other words, where a run may be left."""


def test_the_next_tap_cannot_come_between_while_the_desk_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def left() -> NoReturn:
        raise NextTapError

    state = SessionState()
    monkeypatch.setattr(session_state_proxy, "get_session_state", lambda: SafeSessionState(state, lambda: None))
    desk().saving = "a hand"
    state["saver"] = {"tap": 7}
    monkeypatch.setattr(session_state_proxy, "get_session_state", lambda: SafeSessionState(state, left))
    assert desk().pop("saving") == "a hand"
    assert sent("saver", "tap") == 7
    assert sent("gone", "tap") is None
    with pytest.raises(NextTapError):
        let_taps_in()

"""The data that this server keeps of a visit, in Streamlit's session.

It is one frozen state, replaced after every event.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final

import streamlit as st

from hu.app.page.photos.photo import Note
from hu.app.page.state import Screen, State, with_notice

#: The name of the visit in Streamlit's session.
_KEY: Final = "visit"


@dataclass(slots=True)
class Session:
    """One visit.

    Attributes:
        state: the screen and the hand in work.
        browser: the browser's key.
        last_game_code: the code of the game that was opened last.
        wrong_code: the last code that led to no game. It is counted once as a wrong guess.
        visit: a ``services.Visit``: the services of the visit. Set at the start of each run. Its
            type is ``object`` because ``services`` imports this module.
    """

    state: State = field(default_factory=State)
    browser: str = ""
    last_game_code: str = ""
    wrong_code: str = ""
    visit: object = None


# The values are of any type, because widgets of every kind keep theirs in Streamlit's session.
def copy_session_values() -> dict[str, Any]:
    """Return a copy of Streamlit's session. The next tap cannot interrupt the copying."""
    return st.session_state.to_dict()


def session() -> Session:
    """Return this visit. The first call creates it.

    When the next tap comes, Streamlit aborts the current run at the run's next access to
    ``st.session_state``. The work for the tap before would then be lost. Therefore the session is a
    plain object: that work reads and changes it without such an access, and is always completed.
    """
    visit: Session | None = copy_session_values().get(_KEY)
    if visit is None:
        visit = Session()
        # Only this access can be interrupted by the next tap.
        st.session_state[_KEY] = visit
    return visit


def let_taps_in() -> None:
    """Let a tap that has come interrupt this run.

    Streamlit aborts a run only when it accesses ``st.session_state``.
    """
    _ = _KEY in st.session_state


def screen() -> Screen:
    """Return the screen that this visit shows."""
    return session().state.screen


def take_notice(place: str) -> Note | None:
    """Return the message for a place of the page, and forget it."""
    state = session().state
    note = state.screen.notices.get(place)
    if note is not None:
        session().state = replace(state, screen=with_notice(state.screen, place, note=None))
    return note

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
        wrong_code: the code that was counted last as a wrong one.
        visit: the services of the visit, see ``services.Visit``. Set at the start of each run.
    """

    state: State = field(default_factory=State)
    browser: str = ""
    last_game_code: str = ""
    wrong_code: str = ""
    visit: object = None


# Untyped, because fields and components of every kind keep their values in Streamlit's session.
def copy_session_values() -> dict[str, Any]:
    """Return a copy of Streamlit's session. Copying cannot be interrupted by the next tap."""
    return st.session_state.to_dict()


def session() -> Session:
    """Return this visit. The first call creates it.

    When the next tap comes, Streamlit aborts the run at its next access to ``st.session_state``.
    The tap that the run was working on is then lost. The visit is a plain object, so that the work
    of a tap can read and change it without such an access, and is completed once it has begun.
    """
    visit: Session | None = copy_session_values().get(_KEY)
    if visit is None:
        visit = Session()
        # Only this access can be interrupted by the next tap.
        st.session_state[_KEY] = visit
    return visit


def let_taps_in() -> None:
    """Let a tap that has come interrupt this run."""
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

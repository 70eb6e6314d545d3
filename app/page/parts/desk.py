"""What lies on one visitor's desk: the hand in work, which screen shows it, what is to be told about it."""

from typing import Any

import streamlit as st


class Desk(dict[str, Any]):
    """A visit's own values by name, as attributes too.

    Streamlit leaves a run wherever it uses the session's state once the next tap has come. These values are plain, so
    that a tap's work, once begun, is done whole.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def desk() -> Desk:
    """Return the visit's desk; the only step at which the next tap can interrupt."""
    state = st.session_state
    if "desk" not in state:
        state.desk = Desk()
    found: Desk = state.desk
    return found

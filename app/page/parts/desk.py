"""What lies on one visitor's desk: the hand in work, which screen shows it, what is to be told about it."""

from typing import Any

import streamlit as st


class Desk(dict[str, Any]):
    """A visit's own values by name, as attributes too.

    Streamlit leaves a run wherever it uses the session's state once the next tap has come, and a tap's function that is
    left there is never called again. These values are plain, so that a tap's work, once begun, is done whole.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def state_now() -> dict[str, Any]:
    """Return a copy of the session's state; to take it is no step at which the next tap can interrupt."""
    return st.session_state.to_dict()


def desk() -> Desk:
    """Return the visit's desk; only the first time can the next tap interrupt."""
    found: Desk | None = state_now().get("desk")
    if found is None:
        found = st.session_state.desk = Desk()
    return found


def let_taps_in() -> None:
    """Let a tap that has come interrupt this run."""
    _ = "desk" in st.session_state

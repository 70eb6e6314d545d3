"""The result of an event: the next state, and the effects to perform."""

from dataclasses import replace

from hu.app.page.effects.effect import Effect
from hu.app.page.state import State

#: A state and the effects to perform.
Transition = tuple[State, tuple[Effect, ...]]


def with_screen(state: State, **changes: object) -> State:
    """Return the state with other values on its screen."""
    return replace(state, screen=replace(state.screen, **changes))  # type: ignore[arg-type]  # the fields of Screen

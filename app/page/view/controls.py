"""Fields, controlled by the state of the visit.

A field shows a value of the state. An entry becomes a gesture, which changes the state, and the
field shows the new value. Streamlit keeps no value of its own from one run to the next.

Fields of text are parts of our own panels. The browser keeps their entries until the server has
taken them in. An entry in a field of Streamlit's was sometimes lost if somebody typed while the
server drew the screen.
"""

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st

from hu.app.page.dispatch import dispatch, show_parts
from hu.app.page.gestures import Refused, parse_gesture
from hu.app.page.parts.panel import EventStart, TextPart

_Choice = TypeVar("_Choice", str, int)


def text_field(
    key: str,
    label: str,
    value: str,
    *,
    op: EventStart,
    most: int,
    hint: str = "",
) -> None:
    """Show a field for a line of text.

    Args:
        key: names the field.
        label: its question.
        value: the text in it.
        op: begins the gesture that sends the entry.
        most: letters of the longest text.
        hint: the text of an empty field.
    """
    show_parts(key, [TextPart(op=op, label=label, value=value, longest=most, hint=hint)])


def switch(key: str, label: str, *, value: bool, op: EventStart) -> None:
    """Show a switch.

    Args:
        key: names the switch.
        label: its text.
        value: whether it is on.
        op: begins the gesture that sends whether it is on.
    """
    _show_value(key, value)
    st.toggle(label, key=key, on_change=_dispatch_entry, args=(key, op))


def number_field(
    key: str,
    label: str,
    value: int | None,
    *,
    op: EventStart,
    least: int,
    most: int,
    step: int,
) -> None:
    """Show a field for a whole number.

    Args:
        key: names the field.
        label: its question.
        value: the number in it. None for an empty field.
        op: begins the gesture that sends the entry.
        least: the smallest number.
        most: the largest number.
        step: the number that its buttons add or take away.
    """
    _show_value(key, value)
    st.number_input(
        label,
        key=key,
        min_value=least,
        max_value=most,
        value=None if value is None else "min",
        step=step,
        on_change=_dispatch_entry,
        args=(key, op),
    )


def choice_field(
    key: str,
    label: str,
    names: Mapping[_Choice, str],
    value: object,
    *,
    op: EventStart,
    required: bool = True,
    hint: str | None = None,
) -> None:
    """Show buttons for several values, of which a player can choose a single value.

    Args:
        key: names the field.
        label: its question.
        names: the text of each button, by its value.
        value: the value that is chosen. None for none.
        op: begins the gesture that sends the value.
        required: whether a value is always chosen.
        hint: explains the question.
    """
    _show_value(key, value)
    st.segmented_control(
        label,
        list(names),
        format_func=lambda choice: names.get(choice, str(choice)),
        key=key,
        width="stretch",
        required=required,
        help=hint,
        on_change=_dispatch_entry,
        args=(key, op),
    )


def pills_field(
    key: str,
    label: str,
    names: Mapping[str, str],
    value: str | None,
    *,
    op: EventStart,
    disabled: bool,
) -> None:
    """Show small buttons for several values. The player can choose a value or none.

    Args:
        key: names the field.
        label: its question.
        names: the text of each button, by its value.
        value: the value that is chosen. None for none.
        op: begins the gesture that sends the value.
        disabled: whether the choice is only shown.
    """
    _show_value(key, value)
    st.pills(
        label,
        list(names),
        format_func=lambda choice: names[choice],
        key=key,
        disabled=disabled,
        width="stretch",
        on_change=_dispatch_entry,
        args=(key, op),
    )


def _show_value(key: str, value: object) -> None:
    """Make a field show the value of the state.

    A field that shows it already is not set again, because somebody may be typing.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def _dispatch_entry(key: str, op: EventStart) -> None:
    """Dispatch an entry as a gesture. An entry that only a forged message can hold is ignored."""
    gesture = parse_gesture([*op, st.session_state[key]])
    if not isinstance(gesture, Refused):
        dispatch(gesture)

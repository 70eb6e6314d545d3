"""Streamlit's fields, controlled by the state of the visit.

A field shows what the state holds. What a person enters is a gesture, and the state that follows is
shown. Streamlit keeps no value of its own beyond the way there and back.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from hu.app.page.dispatch import dispatch
from hu.app.page.gestures import Refused, parse_gesture


def text_field(
    key: str,
    label: str,
    now: str,
    *,
    op: Sequence[Any],
    most: int,
    hint: str = "",
) -> None:
    """Show a field for a line of text.

    Args:
        key: names the field.
        label: its question.
        now: what stands in it.
        op: begins the gesture that says what was entered.
        most: letters of the longest text.
        hint: what an empty field shows.
    """
    _show_state(key, now)
    st.text_input(
        label,
        key=key,
        max_chars=most,
        autocomplete="off",
        placeholder=hint,
        on_change=_say,
        args=(key, op),
    )


def switch(key: str, label: str, *, now: bool, op: Sequence[str]) -> None:
    """Show a switch.

    Args:
        key: names the switch.
        label: what it switches.
        now: whether it is on.
        op: begins the gesture that says how it was set.
    """
    _show_state(key, now)
    st.toggle(label, key=key, on_change=_say, args=(key, op))


def number_field(
    key: str,
    label: str,
    now: int | None,
    *,
    op: Sequence[str],
    least: int,
    most: int,
    step: int,
) -> None:
    """Show a field for a whole number.

    Args:
        key: names the field.
        label: its question.
        now: what stands in it; None for nothing.
        op: begins the gesture that says what was entered.
        least: the smallest number.
        most: the largest number.
        step: what its buttons add or take away.
    """
    _show_state(key, now)
    st.number_input(
        label,
        key=key,
        min_value=least,
        max_value=most,
        value=None if now is None else "min",
        step=step,
        on_change=_say,
        args=(key, op),
    )


def choice_field(
    key: str,
    label: str,
    names: Mapping[Any, str],
    now: object,
    *,
    op: Sequence[Any],
    required: bool = True,
    hint: str | None = None,
) -> None:
    """Show buttons of which one is chosen.

    Args:
        key: names the field.
        label: its question.
        names: what each choice is called.
        now: the choice; None for none.
        op: begins the gesture that says what was chosen.
        required: whether there is always a choice.
        hint: explains the question.
    """
    _show_state(key, now)
    st.segmented_control(
        label,
        list(names),
        format_func=lambda choice: names.get(choice, str(choice)),
        key=key,
        width="stretch",
        required=required,
        help=hint,
        on_change=_say,
        args=(key, op),
    )


def pills_field(
    key: str,
    label: str,
    names: Mapping[str, str],
    now: str | None,
    *,
    op: Sequence[Any],
    disabled: bool,
) -> None:
    """Show small buttons of which one may be chosen.

    Args:
        key: names the field.
        label: its question.
        names: what each choice is called.
        now: the choice; None for none.
        op: begins the gesture that says what was chosen.
        disabled: whether it only shows the choice.
    """
    _show_state(key, now)
    st.pills(
        label,
        list(names),
        format_func=lambda choice: names[choice],
        key=key,
        disabled=disabled,
        width="stretch",
        on_change=_say,
        args=(key, op),
    )


def _show_state(key: str, now: object) -> None:
    """Make a field show the value of the state.

    A field that shows it already is left alone, because somebody may be typing.
    """
    if key not in st.session_state or st.session_state[key] != now:
        st.session_state[key] = now


def _say(key: str, op: Sequence[Any]) -> None:
    """Take in what was entered in a field. Anything that a person cannot enter changes nothing."""
    gesture = parse_gesture([*op, st.session_state[key]])
    if not isinstance(gesture, Refused):
        dispatch(gesture)

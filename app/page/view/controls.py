"""Shows panels, buttons, fields and dialogs. Each tap on them and each entry is a gesture.

A field shows a value of the state. An entry becomes a gesture, which changes the state, and then
the field shows the new value. The browser keeps an entry until the server has processed it.
Streamlit's own fields are not used, because they sometimes lost an entry that was typed while the
server drew the screen.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, TypeVar

import streamlit as st

from hu.app.page.dispatch import dispatch, log_data
from hu.app.page.gestures.tap import Gesture
from hu.app.page.parts.components import show_panel
from hu.app.page.parts.panel import (
    ButtonPart,
    ChoicePart,
    EventStart,
    NumberPart,
    PanelPart,
    SwitchPart,
    TextPart,
)
from hu.app.page.session import session

_Choice = TypeVar("_Choice", str, int)


def show_parts(key: str, *columns: Sequence[PanelPart]) -> None:
    """Show a panel of parts whose taps are events of the hand in work."""
    show_panel(key, log_data(session().state), *columns)


def show_button(
    key: str,
    label: str,
    gesture: Gesture,
    *,
    look: Literal["primary", "secondary", "tertiary"] = "secondary",
    width: Literal["stretch", "content"] = "stretch",
    note: str = "",
    hint: str = "",
    disabled: bool = False,
) -> None:
    """Show a button that makes a gesture.

    Args:
        key: names the button.
        label: its text.
        gesture: the gesture that a tap makes.
        look: how it is drawn.
        width: ``stretch`` if it is as wide as its column, ``content`` if it is as wide as its text.
        note: a small line below its text.
        hint: the effect of a tap, in a line.
        disabled: whether it cannot be tapped yet.
    """
    part = ButtonPart(
        op=gesture,
        name=key,
        label=label,
        note=note,
        hint=hint,
        look=look,
        width=width,
        disabled=disabled,
    )
    show_parts(key, [part])


def show_dialog(title: str, draw: Callable[[], None], *, closing: Gesture) -> None:
    """Show a dialog over the screen.

    Args:
        title: its heading.
        draw: draws its contents.
        closing: the gesture of a player who closes the dialog without tapping on a button in it.
    """

    @st.dialog(title, on_dismiss=partial(dispatch, closing))
    def dialog() -> None:
        draw()

    dialog()


def show_text_field(
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
        op: the first fields of the gesture that sends the entry.
        most: letters of the longest text.
        hint: the text of an empty field.
    """
    show_parts(key, [TextPart(op=op, label=label, value=value, longest=most, hint=hint)])


def show_switch(key: str, label: str, *, value: bool, op: EventStart) -> None:
    """Show a switch.

    Args:
        key: names the switch.
        label: its text.
        value: whether it is on.
        op: the first fields of the gesture that sends whether it is on.
    """
    show_parts(key, [SwitchPart(op=op, label=label, on=value)])


def show_number_field(
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
        op: the first fields of the gesture that sends the entry.
        least: the smallest number.
        most: the largest number.
        step: the number that its buttons add or take away.
    """
    part = NumberPart(op=op, label=label, value=value, least=least, most=most, step=step)
    show_parts(key, [part])


def show_choice_field(
    key: str,
    label: str,
    names: Mapping[_Choice, str],
    value: _Choice | None,
    *,
    op: EventStart,
    required: bool = True,
    hint: str = "",
) -> None:
    """Show buttons for several values, of which a player can choose a single value.

    Args:
        key: names the field.
        label: its question.
        names: the text of each button, by its value.
        value: the value that is chosen. None for none.
        op: the first fields of the gesture that sends the value.
        required: whether a value is always chosen.
        hint: explains the question, in a line below it.
    """
    part = ChoicePart(
        op=op,
        question=label,
        options=tuple(names.items()),
        chosen=() if value is None else (value,),
        many=False,
        required=required,
        hint=hint,
    )
    show_parts(key, [part])

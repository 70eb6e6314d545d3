"""Fields of a form, each a panel of its own.

A field shows a value of the state. An entry becomes a gesture, which changes the state, and the
field shows the new value. The browser keeps an entry until the server has taken it in. Streamlit's
own fields sometimes lost an entry that was typed while the server drew the screen.
"""

from collections.abc import Mapping
from typing import TypeVar

from hu.app.page.dispatch import show_parts
from hu.app.page.parts.panel import ChoicePart, EventStart, NumberPart, SwitchPart, TextPart

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
    show_parts(key, [SwitchPart(op=op, label=label, on=value)])


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
    part = NumberPart(op=op, label=label, value=value, least=least, most=most, step=step)
    show_parts(key, [part])


def choice_field(
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
        op: begins the gesture that sends the value.
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

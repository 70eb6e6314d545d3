"""Checks of arguments from outside: a wrong type is named with its argument."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

#: Characters of a wrong value that a message repeats.
_SHOWN: Final = 40
_Value = TypeVar("_Value")


def check_type(argument: str, value: object, *kinds: type) -> None:
    """Refuse an argument of a wrong type.

    >>> check_type("rules", 3, str)
    Traceback (most recent call last):
        ...
    TypeError: rules: expected str, not 3

    Args:
        argument: the argument's name.
        value: its value.
        kinds: the types that it may have.

    Raises:
        TypeError: it has another type.
    """
    if isinstance(value, kinds):
        return
    names = [kind.__name__ for kind in kinds if kind is not type(None)]
    expected = " or ".join(names)
    if type(None) in kinds:
        expected += " or None"
    raise TypeError(f"{argument}: expected {expected}, not {shown(value)}")


def check_texts(argument: str, values: object) -> tuple[str, ...]:
    """Return texts as a tuple. A single text becomes a tuple of one text.

    >>> check_texts("circumstances", "last-tile")
    ('last-tile',)

    Args:
        argument: the argument's name.
        values: a text, or texts.

    Raises:
        TypeError: they are no texts.
    """
    if isinstance(values, str):
        return (values,)
    if not isinstance(values, Iterable):
        raise TypeError(f"{argument}: expected texts, not {shown(values)}")
    texts = tuple(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{argument}: expected texts, not {shown(text)} among them")
    return texts


def check_names(argument: str, values: Mapping[str, _Value]) -> Mapping[str, _Value]:
    """Check that the keys of a mapping are texts, and return the mapping.

    Args:
        argument: the argument's name.
        values: a mapping with texts as keys.

    Raises:
        TypeError: they are no such mapping.
    """
    check_type(argument, values, Mapping)
    for name in values:
        if not isinstance(name, str):
            raise TypeError(f"{argument}: expected texts as names, not {shown(name)}")
    return values


def shown(value: object) -> str:
    """Write a wrong value for a message, cut if it is long."""
    text = repr(value)
    if len(text) > _SHOWN:
        return f"{text[:_SHOWN]}..."
    return text

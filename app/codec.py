"""The one way in for JSON from outside: bounded, valid Unicode, typed; whatever else it holds is an ``InputError``."""

from typing import Any, TypeVar

import msgspec

from hu.scoring.errors import InputError

Value = TypeVar("Value")


def decoded(content: bytes | str, kind: type[Value], *, most: int) -> Value:
    """Read JSON as a value of a type whose annotations bound its texts, lists, numbers and times.

    Args:
        content: the JSON text, UTF-8.
        kind: the type, such as a dataclass; ``dict`` for an object that is looked into later.
        most: bytes (or characters) of the longest content that is read.

    Raises:
        InputError: it is longer, no JSON, nested too deeply, or no such value; one line that names the place.
    """
    if len(content) > most:
        raise InputError(
            f"larger than {most // 1_000_000} MB" if most >= 1_000_000 else f"longer than {most} characters"
        )
    try:
        return msgspec.json.decode(content, type=kind)
    except RecursionError:
        raise InputError("nested too deeply") from None
    except msgspec.ValidationError as error:
        raise InputError(_in_one_line(error)) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InputError(f"not JSON, or cut short: {_in_one_line(error)}") from None


def encoded(value: Any) -> bytes:
    """Write a value as one line of JSON.

    Raises:
        InputError: a text in it is no valid Unicode.
    """
    try:
        return msgspec.json.encode(value)
    except (UnicodeError, msgspec.MsgspecError, RecursionError) as error:
        raise InputError(_in_one_line(error)) from None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200].replace("`", "'")

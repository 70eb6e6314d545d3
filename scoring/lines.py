"""Text for messages and output: foreign text as one safe line, JSON as one safe line, numbers with their nouns."""

import json
from typing import Final

# Made once: making one costs as much as a line of JSON.
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def json_line(value: object) -> str:
    r"""Write a value as one line of JSON that is safe to print: what ``one_line`` escapes is written as ``\uXXXX``.

    >>> json_line({"photo": "\x9b2J 中.jpg"})
    '{"photo": "\\u009b2J 中.jpg"}'
    """
    text = _ENCODER.encode(value)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


def quantity(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    Args:
        number: of things.
        noun: the singular.
        plural: for nouns that do not take an "s".

    >>> quantity(1, "photo"), quantity(0, "photo")
    ('1 photo', '0 photos')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"

"""Lines of output: JSON that is safe to print, and numbers with their nouns."""

import json
from typing import Final

# Made once, because making an encoder costs as much as writing a line.
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def json_line(value: object) -> str:
    r"""Write a value as one line of JSON that is safe to print.

    Characters that ``hu.scoring.errors.one_line`` would escape are written as ``\uXXXX``.

    >>> json_line({"photo": "\x9b2J 中.jpg"})
    '{"photo": "\\u009b2J 中.jpg"}'
    """
    text = _ENCODER.encode(value)
    if text.isprintable():
        return text
    parts = []
    for character in text:
        if character.isprintable():
            parts.append(character)
        else:
            parts.append(json.dumps(character)[1:-1])
    return "".join(parts)


def quantity(number: int, noun: str, plural: str = "") -> str:
    """Write a number with its noun.

    >>> quantity(1, "photo"), quantity(0, "photo")
    ('1 photo', '0 photos')

    Args:
        number: how many things there are.
        noun: the singular.
        plural: the plural, for nouns that do not take an "s".
    """
    if number == 1:
        return f"1 {noun}"
    if not plural:
        plural = f"{noun}s"
    return f"{number} {plural}"

"""What is said of a name that does not exist: the nearest one that does."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: Longer lists of names are no help in a message of one line.
_MOST: Final = 12
#: Characters of a foreign name that are repeated.
_SHOWN: Final = 60


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name that is most like ``name``, case and separators aside; None where none is like it."""
    plain = {_plain(candidate): candidate for candidate in known}
    found = get_close_matches(_plain(name[:_SHOWN]), plain, n=1)
    return plain[found[0]] if found else None


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """One line that says that a name does not exist, with the nearest that does, or with all where none is like it.

    >>> unknown("seat", "Est", ["east", "south"])
    "unknown seat 'Est': did you mean 'east'?"
    """
    names = list(known)
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
    near = nearest(name, names)
    if near is not None:
        return f"unknown {what} {shown!r}: did you mean {near!r}?"
    listed = ", ".join(names[:_MOST]) + (", ..." if len(names) > _MOST else "")
    return f"unknown {what} {shown!r}: there is {listed or 'none'}"


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")

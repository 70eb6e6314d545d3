"""What is said of a name that does not exist: the nearest one that does."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

#: Longer lists of names are no help in a message of one line.
_MOST: Final = 12
#: Characters of a foreign name that are compared and repeated.
_LONGEST: Final = 40


def nearest_name(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The name most like another, case and separators aside; None where none is.

    Args:
        name: that was given.
        known: the names that exist.
        likeness: from when on names are alike, as ``difflib`` measures it.
    """
    plain = {_plain(candidate): candidate for candidate in known}
    found = get_close_matches(_plain(name[:_LONGEST]), plain, n=1, cutoff=likeness)
    return plain[found[0]] if found else None


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Say in one line that a name does not exist, with the nearest that does, or with all where none is like it.

    >>> unknown("option", "minimun", ["minimum", "half_flowers"])
    "unknown option 'minimun': did you mean 'minimum'?"
    >>> unknown("option", "uma", ["minimum", "half_flowers"])
    "unknown option 'uma': known are minimum, half_flowers"
    """
    return f"unknown {what} {name[:_LONGEST]!r}: {hint(name, known)}"


def hint(name: str, known: Iterable[str]) -> str:
    """Name the nearest of the names that exist, or all where none is near."""
    names = list(known)
    near = nearest_name(name, names)
    return f"did you mean {near!r}?" if near else all_of(names)


def all_of(names: Sequence[str]) -> str:
    """The names that exist, at most a line of them."""
    return f"known are {', '.join(names[:_MOST]) or 'none'}{', ...' if len(names) > _MOST else ''}"


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")


def normalise_name(name: str) -> str:
    """A name as the tables have it.

    >>> plain("Round-Wind")
    'round_wind'
    """
    return name.strip().casefold().replace("-", "_").replace(" ", "_")

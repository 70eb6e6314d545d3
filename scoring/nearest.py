"""Names that people write: as the tables spell them, and the nearest that exists."""

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

#: A message of one line names at most this many names.
_MAX_NAMES: Final = 12
#: Characters of an unknown name that are compared with other names, and that a message repeats.
_MAX_CHARACTERS: Final = 40


def normalise_name(name: str) -> str:
    """Spell a name without capitals and accents, with underscores for hyphens and spaces.

    >>> normalise_name("Round-Wind"), normalise_name("Médaille d'or")
    ('round_wind', "medaille_d'or")
    """
    if not name.isascii():
        decomposed = unicodedata.normalize("NFKD", name)
        characters = [character for character in decomposed if not unicodedata.combining(character)]
        name = "".join(characters)
    words = name.casefold().replace("-", " ").replace("_", " ").split()
    return "_".join(words)


def find_name(name: str, names: Collection[str]) -> str | None:
    """Find the name that a person means, whose case, accents, hyphens and spaces may differ.

    >>> find_name("Zung Jung", ["zung-jung", "fimj"])
    'zung-jung'

    Args:
        name: a name as a person writes it.
        names: the names that exist.

    Returns:
        One of the names that exist. None if the person means none of them.
    """
    if name in names:
        return name
    key = normalise_name(name)
    for existing_name in names:
        if normalise_name(existing_name) == key:
            return existing_name
    return None


def nearest_name(name: str, existing_names: Iterable[str], likeness: float = 0.6) -> str | None:
    """Find the existing name that is most similar to a name, such as a name with a typing mistake.

    Case, hyphens, underscores and spaces make no difference.

    Args:
        name: a name that does not exist.
        existing_names: the names that exist.
        likeness: the least similarity of two names, from 0 to 1, as ``difflib`` measures it.

    Returns:
        One of the names that exist. None if none is similar enough.
    """
    return _find_nearest(name[:_MAX_CHARACTERS], tuple(existing_names), likeness)


# A page asks for the same name many times while it scores one hand.
@lru_cache(maxsize=256)
def _find_nearest(name: str, existing_names: tuple[str, ...], likeness: float) -> str | None:
    """Find the existing name that is most similar to a name. None if none is similar enough.

    Args:
        name: a name that does not exist.
        existing_names: the names that exist, in a tuple, so that the result can be cached.
        likeness: the least similarity of two names, from 0 to 1.
    """
    name_of_key: dict[str, str] = {}
    for existing_name in existing_names:
        name_of_key[_comparison_key(existing_name)] = existing_name
    key = _comparison_key(name)
    matches = get_close_matches(key, name_of_key, n=1, cutoff=likeness)
    if not matches:
        return None
    return name_of_key[matches[0]]


def describe_unknown(kind: str, name: str, existing_names: Iterable[str]) -> str:
    """Write a line about a name that does not exist, with the nearest name that does.

    >>> describe_unknown("option", "minimun", ["minimum", "half_flowers"])
    "unknown option 'minimun': did you mean 'minimum'?"
    >>> describe_unknown("option", "uma", ["minimum", "half_flowers"])
    "unknown option 'uma': known are minimum, half_flowers"

    Args:
        kind: the kind of thing that has such names, such as ``option``.
        name: the name that does not exist.
        existing_names: the names that exist.
    """
    return f"unknown {kind} {name[:_MAX_CHARACTERS]!r}: {suggest_name(name, existing_names)}"


def suggest_name(name: str, existing_names: Iterable[str]) -> str:
    """Ask whether the nearest existing name was meant, or list the names if none is near.

    >>> suggest_name("minimun", ["minimum", "uma"]), suggest_name("rate", ["minimum", "uma"])
    ("did you mean 'minimum'?", 'known are minimum, uma')
    """
    names = list(existing_names)
    near = nearest_name(name, names)
    if near is None:
        return list_names(names)
    return f"did you mean {near!r}?"


def list_names(names: Sequence[str]) -> str:
    """List the names that exist, as far as they fit on a line."""
    if not names:
        return "known are none"
    line = f"known are {', '.join(names[:_MAX_NAMES])}"
    if len(names) > _MAX_NAMES:
        line += ", ..."
    return line


def _comparison_key(name: str) -> str:
    """Write a name as ``nearest_name`` compares it: in lower case, with hyphens and its accents."""
    return name.casefold().replace("_", "-").replace(" ", "-")

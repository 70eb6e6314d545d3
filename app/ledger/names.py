"""Players' names: tidied, without invisible signs, and told apart."""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hu.app.ledger.values import NAME_LENGTH, LedgerError

#: Signs that take room or none but show nothing, although Unicode counts them among letters and symbols.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: Cyrillic and Greek letters and figures beside the Latin letters that they look like; compared in lower case.
_LOOK_ALIKES: Final = str.maketrans(
    "аеорсухіјѕԁԛԝһӏԍпгвмнткαβεικνορτυχγ015|ıɑɡ!",
    "aeopcyxijsdqwhlgnrbmhtkabeiknoptuxyoisliagi",
)


def tidied(text: str) -> str:
    r"""Return text in its usual form (NFKC), on one line, without invisible signs and without needless blanks.

    >>> tidied(" Ann\u200ba \n  Rossi ")
    'Anna Rossi'
    """
    usual = unicodedata.normalize("NFKC", " ".join(text.split()))
    return " ".join("".join(sign for sign in usual if _is_visible(sign)).split())


def _is_visible(sign: str) -> bool:
    # Cc, Cf, Cs, Co, Cn: control and format signs, halves of signs, private and unassigned ones; variation selectors
    # only choose among pictures of the sign before them.
    selector = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
    return sign == " " or not (unicodedata.category(sign)[0] in "CZ" or sign in _BLANK or selector)


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """Tidy the players' names.

    Raises:
        LedgerError: fewer than three or more than four, or a name is empty, too long, used twice or looks like another.
    """
    names = tuple(map(tidied, players))
    if not 3 <= len(names) <= 4:
        raise LedgerError("players-count", "{count} players; a game has four, or three", count=len(names))
    for name in names:
        if not name:
            raise LedgerError("name-empty", "a player has no name; write one for each seat")
        if len(name) > NAME_LENGTH:
            sentence = "the name {name}... is too long; use at most {most} letters"
            raise LedgerError("name-long", sentence, name=name[:12], most=NAME_LENGTH)
    for first, second in combinations(names, 2):
        _check_apart(first, second)
    return names


def _check_apart(first: str, second: str) -> None:
    if first == second:
        raise LedgerError("name-twice", "two players are called {name}; tell them apart", name=first)
    if _skeleton(first) == _skeleton(second):
        sentence = "the names {first} and {second} look alike; tell them apart"
        raise LedgerError("names-alike", sentence, first=first, second=second)


def _skeleton(name: str) -> str:
    """What a reader at arm's length sees of a name: names with one skeleton look alike."""
    return "".join(_base_signs(name)).replace("l", "i").replace("rn", "m").replace("vv", "w") or name


def _base_signs(name: str) -> Iterator[str]:
    for sign in unicodedata.normalize("NFKD", name.casefold().translate(_LOOK_ALIKES)):
        # Accents and punctuation are overlooked; pictures are not.
        if not unicodedata.combining(sign) and unicodedata.category(sign)[0] in "LNS":
            yield sign.translate(_LOOK_ALIKES)

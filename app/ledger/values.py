"""What the ledger keeps, games and the entries of their sheets, and why it refuses something."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta

from hu.app.i18n import texts
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS

# What comes from files and other servers is held to these bounds; see ``hu.app.codec``.
Kind = Literal["won", "drawn", "payment"]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=20_000)]
Time = Annotated[datetime, Meta(tz=True)]
SeatName = Annotated[str, Meta(pattern="^[ESWN]$")]
Option = Text | Number | bool | None
#: Within these years a time of any zone can be shown in any other.
YEARS: Final = range(1970, 9000)

#: Letters in the longest name.
NAME_LENGTH: Final = 40
#: Signs that take room or none but show nothing, although Unicode counts them among letters and symbols.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

#: Where a game keeps what the table calls its rules, among the options.
HOUSE_TITLE: Final = "house_title"
#: Set among a game's options once it goes on after its last hand.
GOES_ON: Final = "goes_on"
#: Options that are no rules.
NO_RULES: Final = frozenset((HOUSE_TITLE, GOES_ON))

#: Why the ledger refuses something; each is ``problem.<kind>`` in the message catalogues.
Refusal = Literal[
    "players-count",
    "players-change",
    "name-empty",
    "name-long",
    "name-twice",
    "amounts-count",
    "amounts-total",
    "entry-nonsense",
    "code-unknown",
    "codes-guessed",
    "hand-changed",
    "hand-deleted",
    "game-changed",
    "game-ended",
    "sheet-changed",
    "not-saved",
    "sheet-damaged",
]


class LedgerError(InputError):
    """Something that the sheet does not take; the message is the catalogues' English one.

    Attributes:
        key: the kind of problem, ``problem.<key>`` in the message catalogues.
        values: what fills the places of its sentence.
    """

    def __init__(self, key: Refusal, **values: str | int) -> None:
        super().__init__(texts("en")(f"problem.{key}", **values))
        self.key: Refusal = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its table."""

    code: Annotated[
        str, Meta(pattern="^[A-Z0-9]{4,20}$")
    ]  # its unguessable name; who knows it may open the game
    rules: Name  # the name of the rule set
    title: Name  # the table's or the evening's name; may be empty
    # Three or four names; the first began as East, and so on.
    players: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...],
        Meta(min_length=3, max_length=4),
    ]
    options: Annotated[Mapping[Name, Option], Meta(max_length=200)]  # the rule set's options
    started: Time  # when it was begun
    ended: Time | None = None  # when it was closed; None while it is played
    version: Count = (
        1  # how often it has been saved; a change is refused when it was made from an earlier one
    )
    tile_set: Name = ""  # the taught tile set that it is played with; empty for none


@dataclass(frozen=True, slots=True)
class Entry:
    """One column of the sheet: a hand, or a payment entered by hand."""

    kind: Kind  # ``won``, ``drawn`` (nobody won) or ``payment`` (no hand: the winds stay)
    amounts: Annotated[tuple[Number, ...], Meta(max_length=4)]  # what each player gets
    # Each player's seat in that hand; None for one who sat out.
    seats: Annotated[tuple[SeatName | None, ...], Meta(max_length=4)]
    round: Count = 1  # the round's number, from 1
    round_wind: SeatName | None = None  # its wind, in rules that have one
    winners: Annotated[tuple[Count, ...], Meta(max_length=4)] = ()  # who won, counted from 0
    points: Number | None = None  # the winning hand's points; None with several winners or none
    note: Text = ""  # the hand in the notation, the payment's reason, or the name of why nobody won
    draft: Annotated[str, Meta(max_length=2_000_000)] = (
        ""  # what the page needs to open the hand again
    )
    id: int = 0  # the ledger's number for it; 0 before it is saved
    saved: Time | None = None  # when it was first saved
    version: Count = (
        1  # how often it has been saved; a change is refused when it was made from an earlier one
    )
    pot: Number = 0  # what the players left on the table (negative: took from it); amounts and pot add up to 0
    # Each player's status, such as an irregularity, where the rules need it to go on; else empty.
    statuses: Annotated[tuple[Name | None, ...], Meta(max_length=4)] = ()
    token: Name = ""  # names the hand from its photo to the sheet, so that it is saved once however often it is sent


class Conflict(LedgerError):  # noqa: N818  # a value that the page shows, not only an error
    """Somebody else has changed the same hand or game since the version that a change was made from.

    Attributes:
        theirs: what the ledger holds now. To save one's own over it, give that the version of ``theirs``.
    """

    def __init__(self, key: Refusal, theirs: Entry | Game) -> None:
        super().__init__(key)
        self.theirs = theirs


def check_entry(entry: Entry, players: int) -> None:
    """Check that an entry fits a game: amounts that add up to 0 with what lies on the table, seats, winners, times.

    Raises:
        LedgerError: it does not.
    """
    if len(entry.amounts) != players or len(entry.seats) != players:
        raise LedgerError("amounts-count")
    if total := sum(entry.amounts) + entry.pot:
        raise LedgerError("amounts-total", total=total)
    seated = [seat for seat in entry.seats if seat]
    for what, fits in (
        (
            "seats",
            len(set(seated)) == len(seated) >= 3 and set(seated) == set(SEATS[: len(seated)]),
        ),
        ("winners", all(winner < players and entry.seats[winner] for winner in entry.winners)),
        ("statuses", len(entry.statuses) in (0, players)),
        ("saved", entry.saved is None or entry.saved.year in YEARS),
    ):
        if not fits:
            raise LedgerError("entry-nonsense", what=what)


def normalise_text(text: str) -> str:
    r"""Return text in its usual form (NFKC), on one line, without invisible signs and without needless blanks.

    >>> normalise_text(" Ann\u200ba \n  Rossi ")
    'Anna Rossi'
    """

    # Cc, Cf, Cs, Co, Cn: control and format signs, halves of signs, private and unassigned ones; variation selectors
    # only choose among pictures of the sign before them.
    def is_visible(sign: str) -> bool:
        selector = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
        return sign == " " or not (
            unicodedata.category(sign)[0] in "CZ" or sign in _BLANK or selector
        )

    usual = unicodedata.normalize("NFKC", " ".join(text.split()))
    return " ".join("".join(filter(is_visible, usual)).split())


def check_names(players: Sequence[str]) -> tuple[str, ...]:
    """Normalise the players' names.

    Raises:
        LedgerError: fewer than three or more than four, or a name is empty, too long or used twice
            (capitals aside).
    """
    names = tuple(map(normalise_text, players))
    if not 3 <= len(names) <= 4:
        raise LedgerError("players-count", count=len(names))
    for number, name in enumerate(names):
        if not name:
            raise LedgerError("name-empty")
        if len(name) > NAME_LENGTH:
            raise LedgerError("name-long", name=name[:12], most=NAME_LENGTH)
        if name.casefold() in map(str.casefold, names[:number]):
            raise LedgerError("name-twice", name=name)
    return names

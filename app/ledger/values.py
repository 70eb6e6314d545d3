"""The values that the ledger keeps, games and the entries of their sheets, and its refusals."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta

from hu.app.i18n import texts
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS

# Bounds for values that come from files and other servers. See ``hu.app.codec``.
EntryKind = Literal["won", "drawn", "payment"]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
ShortText = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=20_000)]
ZonedTime = Annotated[datetime, Meta(tz=True)]
SeatName = Annotated[str, Meta(pattern="^[ESWN]$")]
GameCode = Annotated[str, Meta(pattern="^[A-Z0-9]{4,20}$")]
PlayerName = Annotated[str, Meta(min_length=1, max_length=200)]
DraftText = Annotated[str, Meta(max_length=2_000_000)]
Option = LongText | Number | bool | None
#: Within these years a time of any zone can be shown in any other zone.
YEARS: Final = range(1970, 9000)

#: Letters in the longest name of a player or a game.
LONGEST_NAME: Final = 40
#: Signs that show nothing, although Unicode counts them among letters and symbols.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

#: The option with the table's name for its rules.
HOUSE_TITLE: Final = "house_title"
#: The option that is set once a game goes on after its last hand.
GOES_ON: Final = "goes_on"
#: The options of a game that belong to no rule set.
NON_RULE_OPTIONS: Final = frozenset((HOUSE_TITLE, GOES_ON))

#: The ledger's reasons to refuse something. Each is ``problem.<reason>`` in the message catalogues.
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
    "drafts-full",
    "hand-changed",
    "hand-deleted",
    "game-changed",
    "game-ended",
    "sheet-changed",
    "not-saved",
    "sheet-damaged",
]


class LedgerError(InputError):
    """The ledger refuses something. The message is the sentence of the English catalogue.

    Attributes:
        key: the reason, which is ``problem.<key>`` in the message catalogues.
        values: the values that fill the places of the catalogue's sentence.
    """

    def __init__(self, key: Refusal, **values: str | int) -> None:
        super().__init__(texts("en")(f"problem.{key}", **values))
        self.key: Refusal = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its table.

    Attributes:
        code: its unguessable name. Everybody who knows it may open the game.
        rules: the id of the rule set.
        title: the table's or the evening's name. May be empty.
        players: three or four names. The first began as East, and so on.
        options: the rule set's options, and those of ``NON_RULE_OPTIONS``.
        started: when it was begun.
        ended: when it was closed. None while it is played.
        version: how often it has been saved. A change made from an earlier version is refused.
        tile_set: the taught tile set that it is played with. Empty for none.
    """

    code: GameCode
    rules: ShortText
    title: ShortText
    players: Annotated[tuple[PlayerName, ...], Meta(min_length=3, max_length=4)]
    options: Annotated[Mapping[ShortText, Option], Meta(max_length=200)]
    started: ZonedTime
    ended: ZonedTime | None = None
    version: Count = 1
    tile_set: ShortText = ""

    @property
    def heading(self) -> str:
        """Its title if the table gave it one, or the names of the players."""
        return self.title or ", ".join(self.players)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the sheet: a hand, or a payment that somebody typed in.

    Attributes:
        kind: ``won``, ``drawn`` (nobody won) or ``payment`` (no hand: the winds stay).
        amounts: the points that each player gets. Negative if the player pays.
        seats: each player's seat in that hand. None for a player who sat out.
        round: the round's number, from 1.
        round_wind: the round's wind, in rules that have one.
        winners: the players who won, counted from 0.
        points: the winning hand's points. None with several winners or none.
        note: the hand in the notation, the payment's reason, or the id of why nobody won.
        draft: the page's own text, to open the hand again.
        id: the ledger's number of the entry. 0 before it is saved.
        saved: when it was first saved.
        version: how often it has been saved. A change made from an earlier version is refused.
        pot: the points that the players left on the table, negative if they took them from it.
            Amounts and pot add up to 0.
        statuses: each player's status, such as an irregularity, if the rules need it to go on.
            Empty otherwise.
        token: names the hand from its photo to the sheet, so that it is saved once however often
            it is sent.
    """

    kind: EntryKind
    amounts: Annotated[tuple[Number, ...], Meta(max_length=4)]
    seats: Annotated[tuple[SeatName | None, ...], Meta(max_length=4)]
    round: Count = 1
    round_wind: SeatName | None = None
    winners: Annotated[tuple[Count, ...], Meta(max_length=4)] = ()
    points: Number | None = None
    note: LongText = ""
    draft: DraftText = ""
    id: int = 0
    saved: ZonedTime | None = None
    version: Count = 1
    pot: Number = 0
    statuses: Annotated[tuple[ShortText | None, ...], Meta(max_length=4)] = ()
    token: ShortText = ""


class Conflict(LedgerError):  # noqa: N818  # a value that the page shows, not only an error
    """Somebody else has changed the same hand or game since the version a change was made from.

    Attributes:
        theirs: the hand or game that the ledger holds now. To save over it, give the own hand or
            game the version of ``theirs``.
    """

    def __init__(self, key: Refusal, theirs: Entry | Game) -> None:
        super().__init__(key)
        self.theirs = theirs


def check_entry(entry: Entry, players: int) -> None:
    """Check that an entry fits a game.

    Its amounts and its pot must add up to 0, and its seats, winners, statuses and time must make
    sense.

    Args:
        entry: the hand or payment.
        players: the number of players of its game.

    Raises:
        LedgerError: it does not fit.
    """
    if len(entry.amounts) != players or len(entry.seats) != players:
        raise LedgerError("amounts-count")
    total = sum(entry.amounts) + entry.pot
    if total:
        raise LedgerError("amounts-total", total=total)
    if not _are_seats(entry.seats):
        raise LedgerError("entry-nonsense", what="seats")
    for winner in entry.winners:
        if winner >= players or not entry.seats[winner]:
            raise LedgerError("entry-nonsense", what="winners")
    if len(entry.statuses) not in (0, players):
        raise LedgerError("entry-nonsense", what="statuses")
    if entry.saved is not None and entry.saved.year not in YEARS:
        raise LedgerError("entry-nonsense", what="saved")


def _are_seats(seats: Sequence[str | None]) -> bool:
    """Whether players have the seats of a hand. A player who sat out has None.

    Four players have all seats. Three of four players have E, S and W. Three players without a
    fourth may have any three seats, because in FIMJ their empty seat moves on with the winds.
    """
    taken_seats = [seat for seat in seats if seat]
    if len(taken_seats) < 3:
        return False
    if len(seats) == 3:
        return len(set(taken_seats)) == 3 and set(taken_seats) <= set(SEATS)
    first_seats = SEATS[: len(taken_seats)]
    return sorted(taken_seats) == sorted(first_seats)


def normalise_text(text: str) -> str:
    r"""Return text in its usual form (NFKC), on one line, without invisible signs and extra blanks.

    >>> normalise_text(" Ann\u200ba \n  Rossi ")
    'Anna Rossi'
    """
    usual_form = unicodedata.normalize("NFKC", " ".join(text.split()))
    visible_signs = [sign for sign in usual_form if sign == " " or _is_visible(sign)]
    # Signs that were removed may leave several blanks together.
    return " ".join("".join(visible_signs).split())


def _is_visible(sign: str) -> bool:
    # Categories C and Z: control and format signs, halves of signs, private and unassigned signs,
    # blanks.
    if unicodedata.category(sign)[0] in "CZ":
        return False
    # Variation selectors only choose among pictures of the sign before them.
    if "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef":
        return False
    return sign not in _BLANK


def check_player_names(players: Sequence[str]) -> tuple[str, ...]:
    """Normalise the players' names.

    Raises:
        LedgerError: fewer than three or more than four, or a name is empty, too long or used twice
            (capitals aside).
    """
    names = tuple(normalise_text(player) for player in players)
    if not 3 <= len(names) <= 4:
        raise LedgerError("players-count", count=len(names))
    used_names: set[str] = set()
    for name in names:
        if not name:
            raise LedgerError("name-empty")
        if len(name) > LONGEST_NAME:
            raise LedgerError("name-long", name=name[:12], most=LONGEST_NAME)
        if name.casefold() in used_names:
            raise LedgerError("name-twice", name=name)
        used_names.add(name.casefold())
    return names

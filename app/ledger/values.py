"""What the ledger keeps, games and the entries of their sheets, and why it refuses something."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta

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
_YEARS: Final = range(1970, 9000)

#: Letters in the longest name.
NAME_LENGTH: Final = 40

#: Where a game keeps what the table calls its rules, among the options.
HOUSE_TITLE: Final = "house_title"

#: Why the ledger refuses something; each is ``problem.<kind>`` in the message catalogues.
Refusal = Literal[
    "players-count",
    "players-change",
    "name-empty",
    "name-long",
    "name-twice",
    "names-alike",
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
    """Something that the sheet does not take.

    Attributes:
        key: the kind of problem, also its name in the message catalogues.
        values: what fills the places of its sentence.
    """

    def __init__(self, key: Refusal, sentence: str, **values: str | int) -> None:
        super().__init__(sentence.format(**values))
        self.key: Refusal = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its table.

    Attributes:
        code: its unguessable name; who knows it may open the game.
        rules: the name of the rule set.
        title: the table's or the evening's name; may be empty.
        players: three or four names; the first began as East, and so on.
        options: the rule set's options.
        started: when it was begun.
        ended: when it was closed; None while it is played.
        version: how often it has been saved; a change is refused when it was made from an earlier one.
        tile_set: the taught tile set that it is played with; empty for none.
    """

    code: Annotated[str, Meta(pattern="^[A-Z0-9]{4,20}$")]
    rules: Name
    title: Name
    players: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(min_length=3, max_length=4)]
    options: Annotated[Mapping[Name, Option], Meta(max_length=200)]
    started: Time
    ended: Time | None = None
    version: Count = 1
    tile_set: Name = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One column of the sheet: a hand, or a payment entered by hand.

    Attributes:
        kind: ``won``, ``drawn`` (nobody won) or ``payment`` (no hand: the winds stay).
        amounts: what each player gets.
        seats: each player's seat in that hand; None for one who sat out.
        round: the round's number, from 1.
        round_wind: its wind, in rules that have one.
        winners: who won, counted from 0.
        points: the winning hand's points; None with several winners or none.
        note: the hand in the notation, the payment's reason, or the name of why nobody won.
        draft: what the page needs to open the hand again.
        id: the ledger's number for it; 0 before it is saved.
        saved: when it was first saved.
        version: how often it has been saved; a change is refused when it was made from an earlier one.
        pot: what the players left on the table (negative: took from it); amounts and pot add up to 0.
        statuses: each player's status, such as an irregularity, where the rules need it to go on; else empty.
        token: names the hand from its photo to the sheet, so that it is saved once however often it is sent.
    """

    kind: Kind
    amounts: Annotated[tuple[Number, ...], Meta(max_length=4)]
    seats: Annotated[tuple[SeatName | None, ...], Meta(max_length=4)]
    round: Count = 1
    round_wind: SeatName | None = None
    winners: Annotated[tuple[Count, ...], Meta(max_length=4)] = ()
    points: Number | None = None
    note: Text = ""
    draft: Annotated[str, Meta(max_length=2_000_000)] = ""
    id: int = 0
    saved: Time | None = None
    version: Count = 1
    pot: Number = 0
    statuses: Annotated[tuple[Name | None, ...], Meta(max_length=4)] = ()
    token: Name = ""


class Conflict(LedgerError):  # noqa: N818  # a value that the page shows, not only an error
    """Somebody else has changed the same hand or game since the version that a change was made from.

    Attributes:
        theirs: what the ledger holds now. To save one's own over it, give that the version of ``theirs``.
    """

    def __init__(self, key: Refusal, sentence: str, theirs: Entry | Game) -> None:
        super().__init__(key, sentence)
        self.theirs = theirs


def check_entry(entry: Entry, players: int) -> None:
    """Check that an entry fits a game: amounts that add up to 0 with what lies on the table, seats, winners, times.

    Raises:
        LedgerError: it does not.
    """
    if len(entry.amounts) != players or len(entry.seats) != players:
        sentence = "{count} amounts for {players} players"
        raise LedgerError("amounts-count", sentence, count=len(entry.amounts), players=players)
    if total := sum(entry.amounts) + entry.pot:
        sentence = "the payments add up to {total}; what some get, others must pay"
        raise LedgerError("amounts-total", sentence, total=total)
    seated = [seat for seat in entry.seats if seat]
    for what, fits in (
        ("seats", len(set(seated)) == len(seated) >= 3 and set(seated) == set(SEATS[: len(seated)])),
        ("winners", all(winner < players and entry.seats[winner] for winner in entry.winners)),
        ("statuses", len(entry.statuses) in (0, players)),
        ("saved", entry.saved is None or entry.saved.year in _YEARS),
    ):
        if not fits:
            raise LedgerError("entry-nonsense", "{what}: no such hand can be played", what=what)


def check_game(game: Game) -> None:
    """Check a game's times; its other values are bounded by their types.

    Raises:
        InputError: a year is out of range.
    """
    if any(time is not None and time.year not in _YEARS for time in (game.started, game.ended)):
        raise InputError("started, ended: a year is out of range")

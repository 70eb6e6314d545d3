"""What the ledger keeps, games and the entries of their sheets, and why it refuses something."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from hu.scoring.errors import InputError

Kind = Literal["won", "drawn", "payment"]
Option = str | int | bool | None

#: Letters in the longest name.
NAME_LENGTH: Final = 40

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
    "code-unknown",
    "codes-guessed",
    "hand-changed",
    "hand-deleted",
    "game-changed",
    "game-ended",
    "sheet-changed",
    "not-saved",
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

    code: str
    rules: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, Option]
    started: datetime
    ended: datetime | None = None
    version: int = 1
    tile_set: str = ""


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
        note: the hand in the notation, or the payment's reason.
        draft: what the page needs to open the hand again.
        id: the ledger's number for it; 0 before it is saved.
        saved: when it was first saved.
        version: how often it has been saved; a change is refused when it was made from an earlier one.
        pot: what the players left on the table (negative: took from it); amounts and pot add up to 0.
        statuses: each player's status, such as an irregularity, where the rules need it to go on; else empty.
        token: names the hand from its photo to the sheet, so that it is saved once however often it is sent.
    """

    kind: Kind
    amounts: tuple[int, ...]
    seats: tuple[str | None, ...]
    round: int = 1
    round_wind: str | None = None
    winners: tuple[int, ...] = ()
    points: int | None = None
    note: str = ""
    draft: str = ""
    id: int = 0
    saved: datetime | None = None
    version: int = 1
    pot: int = 0
    statuses: tuple[str | None, ...] = ()
    token: str = ""


class Conflict(LedgerError):  # noqa: N818  # a value that the page shows, not only an error
    """Somebody else has changed the same hand or game since the version that a change was made from.

    Attributes:
        theirs: what the ledger holds now. To save one's own over it, give that the version of ``theirs``.
    """

    def __init__(self, key: Refusal, sentence: str, theirs: Entry | Game) -> None:
        super().__init__(key, sentence)
        self.theirs = theirs


def check_amounts(entry: Entry, players: int) -> None:
    """Check that an entry has one amount for each player and that they add up to 0, what lies on the table included.

    Raises:
        LedgerError: they do not.
    """
    if len(entry.amounts) != players or len(entry.seats) != players:
        sentence = "{count} amounts for {players} players"
        raise LedgerError("amounts-count", sentence, count=len(entry.amounts), players=players)
    if total := sum(entry.amounts) + entry.pot:
        sentence = "the payments add up to {total}; what some get, others must pay"
        raise LedgerError("amounts-total", sentence, total=total)

"""What the ledger keeps: games and the entries of their sheets, checked, and as rows of its tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import Row

from hu.scoring.errors import InputError

Kind = Literal["won", "drawn", "payment"]
Option = str | int | bool | None

NAME_LENGTH: Final = 40


class LedgerError(InputError):
    """Something that the sheet does not take.

    Attributes:
        key: its name in the message catalogues.
        values: what fills the places of its sentence.
    """

    def __init__(self, key: str, sentence: str, **values: str | int) -> None:
        super().__init__(sentence.format(**values))
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its table.

    Attributes:
        code: its unguessable name; who knows it may open the game.
        rules: ``zung-jung`` or ``fimj``.
        title: the table's or the evening's name; may be empty.
        players: three or four names; the first began as East, and so on.
        options: the rule set's options.
        started: when it was begun.
        ended: when it was closed; None while it is played.
    """

    code: str
    rules: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, Option]
    started: datetime
    ended: datetime | None = None


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
        saved: when it was saved.
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


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """Tidy the players' names.

    Raises:
        LedgerError: fewer than three or more than four, or a name is empty, too long or used twice.
    """
    names = tuple(" ".join(name.split()) for name in players)
    if not 3 <= len(names) <= 4:
        raise LedgerError("players-count", "{count} players; a game has four, or three", count=len(names))
    for name in names:
        if not name:
            raise LedgerError("name-empty", "a player has no name; write one for each seat")
        if len(name) > NAME_LENGTH:
            sentence = "the name {name}... is too long; use at most {most} letters"
            raise LedgerError("name-long", sentence, name=name[:12], most=NAME_LENGTH)
        if names.count(name) > 1:
            raise LedgerError("name-twice", "two players are called {name}; tell them apart", name=name)
    return names


def check_amounts(entry: Entry, players: int) -> None:
    """Refuse an entry whose amounts are not one for each player, or do not add up to 0."""
    if len(entry.amounts) != players or len(entry.seats) != players:
        sentence = "{count} amounts for {players} players"
        raise LedgerError("amounts-count", sentence, count=len(entry.amounts), players=players)
    if sum(entry.amounts):
        sentence = "the payments add up to {total}; what some get, others must pay"
        raise LedgerError("amounts-total", sentence, total=sum(entry.amounts))


def game_values(game: Game) -> dict[str, Any]:
    """Return the columns of a game."""
    return {
        "code": game.code,
        "rules": game.rules,
        "title": game.title,
        "players": json.dumps(game.players, ensure_ascii=False),
        "options": json.dumps(dict(game.options)),
        "started": game.started.isoformat(),
        "ended": game.ended.isoformat() if game.ended else None,
    }


def game_of(row: Row[Any]) -> Game:
    """Read a game's row."""
    ended = datetime.fromisoformat(row.ended) if row.ended else None
    started = datetime.fromisoformat(row.started)
    names = tuple(json.loads(row.players))
    return Game(row.code, row.rules, row.title, names, json.loads(row.options), started, ended)


def entry_values(entry: Entry) -> dict[str, Any]:
    """Return the columns of an entry, all but its number, its game and its time."""
    return {
        "kind": entry.kind,
        "amounts": json.dumps(entry.amounts),
        "seats": json.dumps(entry.seats),
        "round": entry.round,
        "round_wind": entry.round_wind,
        "winners": json.dumps(entry.winners),
        "points": entry.points,
        "note": entry.note,
        "draft": entry.draft,
    }


def entry_of(row: Row[Any]) -> Entry:
    """Read an entry's row."""
    return Entry(
        row.kind,
        tuple(json.loads(row.amounts)),
        tuple(json.loads(row.seats)),
        row.round,
        row.round_wind,
        tuple(json.loads(row.winners)),
        row.points,
        row.note,
        row.draft,
        row.id,
        datetime.fromisoformat(row.saved),
    )

"""Games as text that any version and any database can take in.

All games are JSON Lines, one game with its sheet a line; a single game is one JSON object that lists it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import IO, Any, Final, TypeVar, get_args

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game, Kind, check_amounts
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS

_FORMAT: Final = "hu-games"
_VERSION: Final = 1
#: A sheet of a thousand hands with all that the page keeps of each is far below this.
_LONGEST_LINE: Final = 50_000_000
Value = TypeVar("Value")
#: A game and what its sheet holds.
Sheet = tuple[Game, tuple[Entry, ...]]


def export_games(ledger: Ledger, file: IO[bytes]) -> int:
    """Write every game, the oldest first, and count them.

    Browsers' drafts and the games that each has opened stay behind.
    """
    games = list(reversed(ledger.games()))
    _write_line(file, {"format": _FORMAT, "version": _VERSION, "games": len(games)})
    for game in games:
        _write_line(file, _sheet_to_json(game, ledger.entries(game.code)))
    return len(games)


def game_file(game: Game, entries: Sequence[Entry]) -> bytes:
    """Write one game with its sheet, to be kept or to be taken in by another server."""
    head = {"format": _FORMAT, "version": _VERSION, "games": [_sheet_to_json(game, entries)]}
    return json.dumps(head, ensure_ascii=False).encode() + b"\n"


def _sheet_to_json(game: Game, entries: Sequence[Entry]) -> dict[str, Any]:
    return {"game": _to_json(game), "entries": [_to_json(entry) for entry in entries]}


def _write_line(file: IO[bytes], value: Mapping[str, Any]) -> None:
    file.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")


def _to_json(value: Game | Entry) -> dict[str, Any]:
    content = {field.name: getattr(value, field.name) for field in fields(value) if field.name != "id"}
    return {name: part.isoformat() if isinstance(part, datetime) else part for name, part in content.items()}


def import_games(ledger: Ledger, file: IO[bytes]) -> tuple[int, int]:
    """Take in games that ``export_games`` or ``game_file`` wrote; nothing is taken in unless all of it can be read.

    Returns:
        How many games were added, and how many were there already, by their codes, and have been left as they are.

    Raises:
        InputError: it is another file, it is cut short, or a game in it makes no sense; the line is named.
    """
    games = read_games(file)
    added = sum(ledger.take_in(game, entries) for game, entries in games)
    return added, len(games) - added


def read_games(file: IO[bytes]) -> tuple[Sheet, ...]:
    """Read games with their sheets.

    Raises:
        InputError: see ``import_games``.
    """
    return tuple(_games(file))


def _games(file: IO[bytes]) -> Iterator[Sheet]:
    lines = _lines(file)
    head = next(lines, {})
    if head.get("format") != _FORMAT or head.get("version") != _VERSION:
        raise InputError("line 1: not a file that 'hu games export' wrote")
    if isinstance(listed := head.get("games"), list):
        lines, head = iter(listed), {"games": len(listed)}
    count = 0
    for count, line in enumerate(lines, 1):  # counted to its end
        try:
            yield _game_of(line)
        except (KeyError, TypeError, ValueError, InputError) as error:
            raise InputError(f"line {count + 1}: {_reason(error)}") from error
    if count != head.get("games"):
        raise InputError(f"{count} of {head.get('games')} games: the file was cut short")


def _reason(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _lines(file: IO[bytes]) -> Iterator[Mapping[str, Any]]:
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"line {number}: not JSON, or cut short") from error
        if not isinstance(value, Mapping):
            raise InputError(f"line {number}: expected an object")
        yield value


def _game_of(line: Mapping[str, Any]) -> Sheet:
    game = _game(line["game"])
    entries = tuple(map(_entry, _of(list, line["entries"], "entries")))
    for entry in entries:
        check_amounts(entry, len(game.players))
    return game, entries


def _game(data: Mapping[str, Any]) -> Game:
    players = _many(str, data["players"], "players")
    if not 3 <= len(players) <= 4 or not all(players):
        raise InputError(f"players: expected three or four names, got {len(players)}")
    return Game(
        code=_of(str, data["code"], "code"),
        rules=_of(str, data["rules"], "rules"),
        title=_of(str, data["title"], "title"),
        players=players,
        options=_of(dict, data["options"], "options"),
        started=datetime.fromisoformat(data["started"]),
        ended=datetime.fromisoformat(data["ended"]) if data["ended"] is not None else None,
        version=_of(int, data["version"], "version"),
        tile_set=_of(str, data.get("tile_set", ""), "tile_set"),
    )


def _entry(data: Mapping[str, Any]) -> Entry:
    kind = data["kind"]
    if kind not in get_args(Kind):
        raise InputError(f"kind: expected one of {', '.join(get_args(Kind))}, got {kind!r}")
    return Entry(
        kind=kind,
        amounts=_many(int, data["amounts"], "amounts"),
        seats=tuple(_maybe(_seat, seat) for seat in _of(list, data["seats"], "seats")),
        round=_of(int, data["round"], "round"),
        round_wind=_maybe(_seat, data["round_wind"]),
        winners=_many(int, data["winners"], "winners"),
        points=_maybe(lambda points: _of(int, points, "points"), data["points"]),
        note=_of(str, data["note"], "note"),
        draft=_of(str, data["draft"], "draft"),
        saved=_maybe(datetime.fromisoformat, data["saved"]),
        version=_of(int, data["version"], "version"),
        # Files of earlier versions know neither.
        pot=_of(int, data.get("pot", 0), "pot"),
        token=_of(str, data.get("token", ""), "token"),
        statuses=tuple(
            _maybe(lambda status: _of(str, status, "statuses"), status)
            for status in _of(list, data.get("statuses", []), "statuses")
        ),
    )


def _seat(value: object) -> str:
    if value not in SEATS:
        raise InputError(f"seat: expected one of {', '.join(SEATS)}, got {value!r}")
    return str(value)


def _maybe(read: Callable[[Any], Value], value: object) -> Value | None:
    return None if value is None else read(value)


def _many(kind: type[Value], values: object, name: str) -> tuple[Value, ...]:
    return tuple(_of(kind, value, name) for value in _of(list, values, name))


def _of(kind: type[Value], value: object, name: str) -> Value:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InputError(f"{name}: expected {kind.__name__}, got {value!r}"[:200])
    return value

"""Games as files that any version and any database can take in, and what is wrong with a ledger.

All games are JSON Lines, one game with its sheet a line; a single game is one JSON object that lists it.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import IO, Annotated, Final

from msgspec import Meta

from hu.app.codec import decode_json, encode_json
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.opening import connect_read_only
from hu.app.ledger.values import NO_RULES, YEARS, Entry, Game, LedgerError, check_entry, check_names
from hu.scoring.answers.from_json import check_options
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_set
from hu.vision.photo.files import whole_file

_FORMAT: Final = "hu-games"
_VERSION: Final = 1
#: Bytes of a line; a sheet of a thousand hands with all that the page keeps of each is far below.
_LONGEST_LINE: Final = 50_000_000
#: The largest file that the page takes from a browser.
LARGEST_BYTES: Final = 5_000_000
#: Games of a file that the page takes in: each is written to the disk while other players wait.
_MOST_SENT: Final = 100
#: A game and what its sheet holds.
Sheet = tuple[Game, tuple[Entry, ...]]


@dataclass(frozen=True, slots=True)
class _Line:
    game: Game
    entries: Annotated[tuple[Entry, ...], Meta(max_length=10_000)]


@dataclass(frozen=True, slots=True)
class _Head:
    format: str
    version: int
    games: Annotated[list[_Line], Meta(max_length=10_000)] | int


def export_games(ledger: Ledger, file: IO[bytes]) -> tuple[int, tuple[str, ...]]:
    """Write every game, the oldest first.

    Browsers' drafts and the games that each has opened stay behind.

    Returns:
        How many games were written, and a line for each that cannot be: no game keeps the others back.
    """
    lines, left_out = [], [f"game {code}: {problem}" for code, problem in ledger.unreadable()]
    for game in reversed(ledger.games()):
        try:
            lines.append(sheet_line(game, ledger.entries(game.code)))
        except InputError as error:
            left_out.append(f"game {game.code}: {error}")
    for line in (
        encode_json({"format": _FORMAT, "version": _VERSION, "games": len(lines)}),
        *lines,
    ):
        file.write(line + b"\n")
    return len(lines), tuple(left_out)


def game_file(game: Game, entries: Sequence[Entry]) -> bytes:
    """Write one game with its sheet, to be kept or to be taken in by another server."""
    return (
        encode_json({"format": _FORMAT, "version": _VERSION, "games": [_sheet(game, entries)]})
        + b"\n"
    )


def _sheet(game: Game, entries: Sequence[Entry]) -> _Line:
    # An entry's number is its ledger's own.
    return _Line(game, tuple(replace(entry, id=0) for entry in entries))


def sheet_line(game: Game, entries: Sequence[Entry]) -> bytes:
    """Write one game with its sheet as a line of an export.

    Raises:
        InputError: it is not sound: what another server would refuse is not written.
    """
    line = encode_json(_sheet(game, entries))
    _check(line)
    return line


def import_games(ledger: Ledger, sheets: Iterable[Sheet]) -> int:
    """Add games with their sheets and return how many were added; those with a code that is there stay as they are.

    Raises:
        LedgerError: the ledger cannot be written, or does not give back what was written to it.
    """
    added = 0
    for game, entries in sheets:
        if ledger.take_in(game, entries):
            added += 1
            if ledger.game(game.code) != game or len(ledger.entries(game.code)) != len(entries):
                raise LedgerError(
                    "sheet-damaged", code=game.code, reason="it is not as it was written"
                )
    return added


def read_games(file: IO[bytes]) -> tuple[Sheet, ...]:
    """Read games with their sheets, as ``export_games`` or ``game_file`` wrote them.

    Raises:
        InputError: it is another file, it is cut short, or a game in it makes no sense; the line is named.
    """
    try:
        head = decode_json(file.readline(_LONGEST_LINE + 1), _Head, most=_LONGEST_LINE)
    except InputError as error:
        raise InputError(
            f"line 1: not a file that 'hu games export' wrote, or damaged: {error}"
        ) from None
    if (head.format, head.version) != (_FORMAT, _VERSION):
        raise InputError("line 1: not a file that 'hu games export' wrote")
    lines: Iterable[bytes | _Line] = iter(lambda: file.readline(_LONGEST_LINE + 1), b"")
    first, count = 2, head.games
    if isinstance(head.games, list):
        lines, first, count = head.games, 1, len(head.games)
    sheets = []
    for number, line in enumerate(lines, first):
        try:
            sheets.append(_check(line))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
    if len(sheets) != count:
        raise InputError(f"{len(sheets)} of {count} games: the file was cut short")
    return tuple(sheets)


def _check(line: bytes | _Line) -> Sheet:
    known = line if isinstance(line, _Line) else decode_json(line, _Line, most=_LONGEST_LINE)
    if any(
        time is not None and time.year not in YEARS
        for time in (known.game.started, known.game.ended)
    ):
        raise InputError("started, ended: a year is out of range")
    for entry in known.entries:
        check_entry(entry, len(known.game.players))
    return known.game, tuple(replace(entry, id=0) for entry in known.entries)


def read_sent_games(content: bytes) -> tuple[Sheet, ...]:
    """Read the games of a file that somebody sent, which may hold anything.

    Raises:
        InputError: it is another file, or a game in it cannot be played on this server.
    """
    if len(content) > LARGEST_BYTES:
        raise InputError(f"larger than {LARGEST_BYTES // 1_000_000} MB")
    sheets = read_games(BytesIO(content))
    if len(sheets) > _MOST_SENT:
        raise InputError(
            f"{len(sheets)} games, more than {_MOST_SENT}; take them in with 'hu games import'"
        )
    for game, _ in sheets:
        check_names(game.players)
        options = {name: value for name, value in game.options.items() if name not in NO_RULES}
        check_options(options, rule_set(game.rules))
    return sheets


def damage(path: Path) -> Iterator[str]:
    """Yield what SQLite finds wrong with a file, which is read only: pages, indices, rows without their game."""
    try:
        with closing(connect_read_only(path)) as connection:
            for (line,) in connection.execute("PRAGMA integrity_check(20)"):
                if line != "ok":
                    yield str(line)
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                yield f"table {table}, row {row}: its {parent} is missing"
    except sqlite3.Error as error:
        yield str(error)


def inconsistent_games(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Yield codes of games and what is wrong with them: what could not be exported and taken in elsewhere."""
    yield from ledger.unreadable()
    for game in ledger.games():
        try:
            entries = ledger.entries(game.code)
            sheet_line(game, ())
        except LedgerError as error:
            yield game.code, f"its sheet cannot be read: {error.values['reason']}"
        except InputError as error:
            yield game.code, str(error)
        else:
            for number, entry in enumerate(entries, 1):
                try:
                    sheet_line(game, (entry,))
                except InputError as error:
                    yield game.code, f"entry {number}: {error}"


def set_apart(ledger: Ledger, codes: Iterable[str], path: Path) -> None:
    """Move games into a file, one a line as they stand in the tables; nothing is deleted before the file is on disk.

    Raises:
        OSError: the file cannot be written.
    """
    codes = list(codes)
    with whole_file(path, durable=True) as file:
        for code in codes:
            file.write(json.dumps(ledger.raw(code), default=str).encode() + b"\n")
    for code in codes:
        ledger.drop(code)

"""What is wrong with a ledger: damage that the database finds, and rows that make no sense."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from hu.app.ledger.exchange import sheet_line
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Game, LedgerError
from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file


def damage(path: Path) -> Iterator[str]:
    """Yield what SQLite finds wrong with a file, which is read only: pages, indices, rows without their game."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            for (line,) in connection.execute("PRAGMA integrity_check(20)"):
                if line != "ok":
                    yield str(line)
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                yield f"table {table}, row {row}: its {parent} is missing"
    except sqlite3.Error as error:
        yield str(error)


def nonsense(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Yield codes of games and what is wrong with them: what could not be exported and taken in elsewhere."""
    yield from ledger.unreadable()
    for game in ledger.games():
        for problem in _problems(ledger, game):
            yield game.code, problem


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


def _problems(ledger: Ledger, game: Game) -> Iterator[str]:
    try:
        entries = ledger.entries(game.code)
    except LedgerError as error:
        yield f"its sheet cannot be read: {error.values['reason']}"
        return
    try:
        sheet_line(game, ())
    except InputError as error:
        yield str(error)
        return
    for number, entry in enumerate(entries, 1):
        try:
            sheet_line(game, (entry,))
        except InputError as error:
            yield f"entry {number}: {error}"

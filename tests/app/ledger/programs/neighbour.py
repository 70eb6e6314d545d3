"""A second program: exports, checks and imports beside a server until it is told to end.

It sends ``round`` after each round, or why a command has failed.
"""

import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

from click.testing import CliRunner

# The commands of ``hu games``, which ``hu`` imports when they are needed.
import hu.app.commands.games  # noqa: F401
from hu.app.cli import cli
from hu.app.ledger.exchange import game_file, read_games
from hu.app.ledger.ledger import Ledger, new_code

_MOST_TRIALS = 10


def main(games: Path, test: Connection) -> None:
    is_over = Event()
    Thread(target=_wait_for_end, args=(test, is_over), daemon=True).start()
    while not is_over.is_set():
        try:
            _play_round(games)
        except Exception as error:
            test.send(str(error))
            raise
        test.send("round")


def _wait_for_end(test: Connection, is_over: Event) -> None:
    """Wait until the test tells this program to end, or is gone."""
    with suppress(EOFError):
        test.recv()
    is_over.set()


def _play_round(games: Path) -> None:
    export = games.with_name("export.jsonl")
    sent = games.with_name("sent.json")
    _run("export", export, "--games", games)
    _run("check", games)
    with export.open("rb") as file:
        game, entries = read_games(file)[0]
    sent.write_bytes(game_file(replace(game, code=new_code()), entries[:1]))
    _run("import", sent, "--games", games)
    _save_and_checkpoint(games)


def _run(*arguments: object) -> None:
    """Run a command of ``hu games``.

    On a busy machine the server may write so often that a command waits in vain. Then it is run
    again, as its message advises.

    Raises:
        AssertionError: the command fails.
    """
    for _ in range(_MOST_TRIALS):
        result = CliRunner().invoke(cli, ["games", *map(str, arguments)])
        if "another program is writing to it" not in str(result.exception):
            break
    if result.exit_code != 0:
        raise AssertionError(f"{arguments[0]}: {result.exception}\n{result.output}")


def _save_and_checkpoint(games: Path) -> None:
    with closing(Ledger(games)) as ledger:
        ledger.save_draft("neighbour", "", "content")
    with closing(sqlite3.connect(games, timeout=10)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

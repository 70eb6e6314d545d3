"""A second program: exports, checks and imports beside a server until its input is closed."""

import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import click
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.ledger.exchange import game_file, read_games
from hu.app.ledger.ledger import Ledger, new_code

_MOST_TRIALS = 10


def main() -> None:
    games = Path(sys.argv[1])
    export = games.with_name("export.jsonl")
    sent = games.with_name("sent.json")
    is_over = Event()
    Thread(target=_wait_for_end, args=(is_over,), daemon=True).start()
    while not is_over.is_set():
        _run("export", export, "--games", games)
        _run("check", games)
        with export.open("rb") as file:
            game, entries = read_games(file)[0]
        sent.write_bytes(game_file(replace(game, code=new_code()), entries[:1]))
        _run("import", sent, "--games", games)
        _save_and_checkpoint(games)
        click.echo("round")


def _wait_for_end(is_over: Event) -> None:
    sys.stdin.read()
    is_over.set()


def _run(*arguments: object) -> None:
    """Run a command of ``hu games``.

    On a busy machine the server may write so often that a command waits in vain. Then it is run
    again, as its message advises.
    """
    for _ in range(_MOST_TRIALS):
        result = CliRunner().invoke(cli, ["games", *map(str, arguments)])
        if "another program is writing to it" not in str(result.exception):
            break
    if result.exit_code != 0:
        sys.exit(f"{arguments[0]}: {result.exception}\n{result.output}")


def _save_and_checkpoint(games: Path) -> None:
    with closing(Ledger(games)) as ledger:
        ledger.save_draft("neighbour", "", "content")
    with closing(sqlite3.connect(games, timeout=10)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


main()

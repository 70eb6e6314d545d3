"""``hu games``: games to a file and back, and whether the games file is sound."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from hu.app.ledger.checking import damage, nonsense
from hu.app.ledger.exchange import export_games, import_games
from hu.app.ledger.ledger import Ledger, default_path, place_named
from hu.app.ledger.opening import shown_place
from hu.scoring.errors import HuError, InputError
from hu.scoring.lines import counted
from hu.vision.files import whole_file

_GAMES = click.option("--games", help="File of the games (SQLite), or a database's address (postgresql+psycopg://...).")
_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group("games")
def command() -> None:
    """Export, import or check the games."""


@command.command("export")
@_FILE
@_GAMES
def export(file: Path, games: str | None) -> None:
    """Write every game and its sheet to FILE, as JSON Lines; the page may go on meanwhile."""
    with _opened(_place(games)) as ledger, _in_one_line(file), whole_file(file, durable=True) as content:
        count = export_games(ledger, content)
    click.echo(f"{file}: {counted(count, 'game')}")


@command.command("import")
@_FILE
@_GAMES
def import_(file: Path, games: str | None) -> None:
    """Take in the games of FILE; those that are there already stay as they are."""
    place = _place(games, new=True)
    with _in_one_line(file), file.open("rb") as content, _opened(place) as ledger:
        try:
            added, known = import_games(ledger, content)
        except InputError as error:
            raise InputError(f"{file}: {error}") from error
    click.echo(f"{shown_place(place)}: {counted(added, 'game')} added, {known} there already")


@command.command("check")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def check(file: Path | None) -> None:
    """Check a games file, the usual one by default, or a copy of it: one line for each problem, exit status 1."""
    place = _place(str(file) if file else None)
    problems = list(_problems(place))
    for problem in problems:
        click.echo(f"{shown_place(place)}: {problem}")
    if problems:
        raise HuError(f"{shown_place(place)}: {counted(len(problems), 'problem')}; restore a copy or an export")
    with _opened(place) as ledger:
        click.echo(f"{shown_place(place)}: sound, {counted(len(ledger.games()), 'game')}")


def _problems(place: Path | str) -> Iterator[str]:
    if isinstance(place, Path) and (found := list(damage(place))):
        yield from found
        return
    with _opened(place) as ledger:
        yield from nonsense(ledger)


def _place(named: str | None, *, new: bool = False) -> Path | str:
    """Return the ledger that an option named; unless it may be new, it must be there."""
    place = place_named(named) if named else default_path()
    if not new and isinstance(place, Path) and not place.exists():
        raise HuError(f"games file {place}: No such file; name another with --games")
    return place


@contextmanager
def _opened(place: Path | str) -> Iterator[Ledger]:
    with closing(Ledger(place)) as ledger:
        yield ledger


@contextmanager
def _in_one_line(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HuError(f"{file}: {error.strerror or error}") from error

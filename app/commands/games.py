"""``hu games``: games to a file and back, and whether the games file is sound."""

from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path

import click

from hu.app.ledger.exchange import (
    damage,
    export_games,
    import_games,
    inconsistent_games,
    read_games,
    set_apart,
)
from hu.app.ledger.ledger import Ledger, default_path, parse_location
from hu.app.ledger.opening import in_one_line, refuse_foreign, shown_location
from hu.app.ledger.values import LedgerError
from hu.scoring.errors import HuError, InputError
from hu.scoring.lines import quantity
from hu.vision.photo.files import contents, whole_file

_GAMES = click.option(
    "--games",
    help="File of the games (SQLite), or a database's address (postgresql+psycopg://...).",
)
_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group("games")
def command() -> None:
    """Export, import or check the games."""


@command.command("export")
@_FILE
@_GAMES
def export(file: Path, games: str | None) -> None:
    """Write every game and its sheet to FILE, as JSON Lines; the page may go on meanwhile."""
    with (
        _open_ledger(_location(games)) as ledger,
        _in_one_line(file),
        whole_file(file, durable=True) as content,
    ):
        count, left_out = export_games(ledger, content)
    for problem in left_out:
        click.echo(f"{file}: left out: {problem}", err=True)
    click.echo(f"{file}: {quantity(count, 'game')}")
    if left_out:
        raise HuError(
            f"{file}: {quantity(len(left_out), 'game')} left out; 'hu games check' says more"
        )


@command.command("import")
@_FILE
@_GAMES
def import_(file: Path, games: str | None) -> None:
    """Take in the games of FILE; those that are there already stay as they are."""
    location = _location(games, new=True)
    shown = shown_location(location)
    try:
        sheets = read_games(BytesIO(contents(file, str(file), InputError)))
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    # SQLite may add to a damaged file without noticing.
    _check_file(location)
    with _open_ledger(location) as ledger:
        try:
            added = import_games(ledger, sheets)
        except LedgerError as error:
            reason = error.values.get("reason", error)
            raise HuError(f"{shown}: {reason}; the remaining games were not added") from error
    _check_file(location)
    click.echo(f"{shown}: {quantity(added, 'game')} added, {len(sheets) - added} there already")


@command.command("check")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--repair", is_flag=True, help="Move games that make no sense into a file beside it.")
def check(file: Path | None, repair: bool) -> None:
    """Check a games file, the usual one by default, or a copy of it: one line for each problem, exit status 1."""
    location = _location(str(file) if file else None)
    shown = shown_location(location)
    faults: list[str] = []
    if isinstance(location, Path):
        refuse_foreign(location)
        faults += damage(location)
    problems: list[tuple[str, str]] = []
    if not faults:
        with _open_ledger(location) as ledger:
            problems, games = list(inconsistent_games(ledger)), len(ledger.games())
    for problem in [*faults, *(f"game {code}: {problem}" for code, problem in problems)]:
        click.echo(f"{shown}: {problem}")
    if problems and repair:
        _set_apart(location, {code for code, _ in problems})
    elif faults or problems:
        hint = "restore a copy or an export" + "; --repair sets these games apart" * bool(problems)
        raise HuError(f"{shown}: {quantity(len(faults) + len(problems), 'problem')}; {hint}")
    else:
        click.echo(f"{shown}: sound, {quantity(games, 'game')}")


def _set_apart(location: Path | str, codes: Collection[str]) -> None:
    stem = location.name if isinstance(location, Path) else "games"
    folder = location.parent if isinstance(location, Path) else Path()
    number = 1
    while (apart := folder / f"{stem}.damaged-{number}.jsonl").exists():
        number += 1
    with _open_ledger(location) as ledger, _in_one_line(apart):
        set_apart(ledger, codes, apart)
    click.echo(f"{apart}: {quantity(len(codes), 'game')} set apart; the others are sound")


def _check_file(location: Path | str) -> None:
    if isinstance(location, Path) and location.exists() and location.stat().st_size:
        refuse_foreign(location)
        if fault := next(damage(location), ""):
            raise HuError(f"games file {location}: damaged: {fault}; restore a copy or an export")


def _location(named: str | None, *, new: bool = False) -> Path | str:
    """Return the ledger that an option named; unless it may be new, it must be there."""
    location = parse_location(named) if named else default_path()
    if not new and isinstance(location, Path) and not location.exists():
        raise HuError(f"games file {location}: No such file; name another with --games")
    return location


@contextmanager
def _open_ledger(location: Path | str) -> Iterator[Ledger]:
    title = f"games file {shown_location(location)}"
    with in_one_line(title, "restore a copy or an export"), closing(Ledger(location)) as ledger:
        yield ledger


@contextmanager
def _in_one_line(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HuError(f"{file}: {error.strerror or error}") from error

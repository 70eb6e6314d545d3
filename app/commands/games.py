"""``hu games``: games to a file and back, and whether the games file is sound."""

from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path

import click

from hu.app.commands import options
from hu.app.ledger.checking import inconsistent_games, set_apart
from hu.app.ledger.exchange import export_games, import_games, read_games
from hu.app.ledger.failures import as_hu_error
from hu.app.ledger.games_file import find_damage, is_part_of, refuse_foreign
from hu.app.ledger.ledger import Ledger, default_path, parse_location
from hu.app.ledger.opening import shown_location
from hu.app.ledger.values import LedgerError
from hu.scoring.errors import HuError, InputError
from hu.scoring.lines import quantity
from hu.vision.photo.files import contents, whole_file

_REMEDY = "restore a copy or an export"
_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group("games")
def command() -> None:
    """Export, import or check the games."""


@command.command("export")
@_FILE
@options.games
def export_to_file(file: Path, games: str | None) -> None:
    """Write every game and its sheet to FILE.

    FILE has JSON Lines. The page may go on meanwhile.
    """
    location = _existing_location(games)
    if isinstance(location, Path) and is_part_of(file, location):
        raise HuError(f"{file}: belongs to the games file; name another file for the export")
    with (
        _open_ledger(location) as ledger,
        _system_errors_about(file),
        whole_file(file, is_durable=True) as target,
    ):
        count, problems = export_games(ledger, target)
    for problem in problems:
        click.echo(f"{file}: left out: {problem}", err=True)
    click.echo(f"{file}: {quantity(count, 'game')}")
    if problems:
        games_left_out = quantity(len(problems), "game")
        raise HuError(f"{file}: {games_left_out} left out; 'hu games check' shows why")


@command.command("import")
@_FILE
@options.games
def import_from_file(file: Path, games: str | None) -> None:
    """Add the games of FILE.

    Games that are there already stay as they are.
    """
    location = _location(games)
    name = shown_location(location)
    content = contents(file, str(file), InputError)
    try:
        sheets = read_games(BytesIO(content))
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    # SQLite may write to a damaged file without noticing the damage. So the games file is checked
    # before the games are added, and afterwards.
    _refuse_damaged(location)
    with _open_ledger(location) as ledger:
        try:
            added = import_games(ledger, sheets)
        except LedgerError as error:
            # Some messages are whole sentences for the page, which quote a reason. Here the reason
            # alone is enough.
            reason = error.values.get("reason", str(error))
            raise HuError(f"{name}: {reason}; the remaining games were not added") from error
    _refuse_damaged(location)
    already_there = len(sheets) - added
    click.echo(f"{name}: {quantity(added, 'game')} added, {already_there} there already")


@command.command("check")
@click.argument("games", required=False, metavar="[FILE]", envvar="HU_GAMES")
@click.option("--repair", is_flag=True, help="Move games that make no sense into a file beside it.")
def check(games: str | None, repair: bool) -> None:
    """Check a games file or a database. Default: HU_GAMES, or a file in the user's data folder.

    Prints one line for each problem. The exit status is 1 if there is one.
    """
    location = _existing_location(games)
    name = shown_location(location)
    faults = _file_faults(location)
    for fault in faults:
        click.echo(f"{name}: {fault}")
    if faults:
        raise HuError(f"{name}: {quantity(len(faults), 'problem')}; {_REMEDY}")
    with _open_ledger(location) as ledger:
        problems = list(inconsistent_games(ledger))
        game_count = len(ledger.games())
    for code, problem in problems:
        click.echo(f"{name}: game {code}: {problem}")
    if not problems:
        click.echo(f"{name}: sound, {quantity(game_count, 'game')}")
    elif repair:
        _move_apart(location, {code for code, _ in problems})
    else:
        count = quantity(len(problems), "problem")
        raise HuError(f"{name}: {count}; {_REMEDY}; --repair sets these games apart")


def _file_faults(location: Path | str) -> list[str]:
    """List the faults of a games file itself. A database checks itself.

    Raises:
        HuError: the file belongs to another program, or cannot be read.
    """
    if not isinstance(location, Path):
        return []
    refuse_foreign(location)
    return list(find_damage(location))


def _move_apart(location: Path | str, codes: Collection[str]) -> None:
    """Move games into a new file beside the games file, or in the current folder for a database.

    Args:
        location: the ledger's file or address.
        codes: the codes of the games.
    """
    folder = Path()
    name = "games"
    if isinstance(location, Path):
        folder = location.parent
        name = location.name
    number = 1
    while (folder / f"{name}.damaged-{number}.jsonl").exists():
        number += 1
    file = folder / f"{name}.damaged-{number}.jsonl"
    with _open_ledger(location) as ledger, _system_errors_about(file):
        set_apart(ledger, codes, file)
    click.echo(f"{file}: {quantity(len(codes), 'game')} set apart; the others are sound")


def _refuse_damaged(location: Path | str) -> None:
    """Check a games file. A file that is missing or empty is not damaged.

    Args:
        location: the file, or the address of a database, which checks itself.

    Raises:
        HuError: the file is damaged, or not a games file.
    """
    if not isinstance(location, Path):
        return
    if not location.exists() or not location.stat().st_size:
        return
    refuse_foreign(location)
    first_fault = next(find_damage(location), None)
    if first_fault is not None:
        raise HuError(f"games file {location}: damaged: {first_fault}; {_REMEDY}")


def _location(option: str | None) -> Path | str:
    """Return the games file or the database's address that an option names, or the usual file."""
    return parse_location(option) if option else default_path()


def _existing_location(option: str | None) -> Path | str:
    """Return the games file or the database's address that an option names, or the usual file.

    Raises:
        HuError: there is no such file.
    """
    location = _location(option)
    if isinstance(location, Path) and not location.exists():
        raise HuError(f"games file {location}: No such file; name another with --games")
    return location


@contextmanager
def _open_ledger(location: Path | str) -> Iterator[Ledger]:
    title = f"games file {shown_location(location)}"
    with as_hu_error(title, _REMEDY), closing(Ledger(location)) as ledger:
        yield ledger


@contextmanager
def _system_errors_about(file: Path) -> Iterator[None]:
    """Turn the system's errors into errors that name a file."""
    try:
        yield
    except OSError as error:
        raise HuError(f"{file}: {error.strerror or error}") from error

"""Games as files that any version and any database can import.

An export of all games is JSON Lines: a head, then a line for each game with its sheet. The file of
a single game is one JSON object, a head that lists the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import IO, Annotated, Final

from msgspec import Meta

from hu.app.codec import decode_json, encode_json
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import (
    NON_RULE_OPTIONS,
    YEARS,
    Entry,
    Game,
    LedgerError,
    check_entry,
    check_player_names,
)
from hu.scoring.answers.from_json import check_options
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_set

_FORMAT: Final = "hu-games"
_VERSION: Final = 1
#: Bytes of a line. A sheet of a thousand hands with all that the page keeps of each is far below.
_LONGEST_LINE: Final = 50_000_000
#: The largest file that the page takes from a browser.
LARGEST_BYTES: Final = 5_000_000
#: The most games of a file that the page imports: each is written while other players wait.
_MOST_SENT: Final = 100
#: A game and its entries.
Sheet = tuple[Game, tuple[Entry, ...]]


@dataclass(frozen=True, slots=True)
class _Line:
    """A game with the entries of its sheet, as a line of a file holds them."""

    game: Game
    entries: Annotated[tuple[Entry, ...], Meta(max_length=10_000)]


@dataclass(frozen=True, slots=True)
class _Head:
    """The first line of a file: with the games, or with the number of games that follow."""

    format: str
    version: int
    games: Annotated[list[_Line], Meta(max_length=10_000)] | int


def export_games(ledger: Ledger, file: IO[bytes]) -> tuple[int, tuple[str, ...]]:
    """Write every game with its sheet, the oldest first.

    A game that cannot be written is left out. Drafts are not written, nor which browser has opened
    which game.

    Returns:
        The number of games that were written, and a line for each game that was left out.
    """
    lines: list[bytes] = []
    problems: list[str] = []
    for code, problem in ledger.unreadable_games():
        problems.append(f"game {code}: {problem}")
    newest_first = ledger.games()
    for game in reversed(newest_first):
        try:
            lines.append(game_line(game, ledger.entries(game.code)))
        except InputError as error:
            problems.append(f"game {game.code}: {error}")

    head = encode_json({"format": _FORMAT, "version": _VERSION, "games": len(lines)})
    file.write(head + b"\n")
    for line in lines:
        file.write(line + b"\n")
    return len(lines), tuple(problems)


def game_file(game: Game, entries: Sequence[Entry]) -> bytes:
    """Write one game with its sheet, for the players, or for another server."""
    line = _to_line(game, entries)
    return encode_json({"format": _FORMAT, "version": _VERSION, "games": [line]}) + b"\n"


def game_line(game: Game, entries: Sequence[Entry]) -> bytes:
    """Write one game with its sheet as a line of an export.

    Raises:
        InputError: it is not sound, so that another server would refuse it.
    """
    content = encode_json(_to_line(game, entries))
    # Check the line as a server that imports it would.
    _check_sheet(_read_line(content))
    return content


def import_games(ledger: Ledger, sheets: Iterable[Sheet]) -> int:
    """Add games with their sheets, except those whose code is in the ledger already.

    Returns:
        The number of games that were added.

    Raises:
        LedgerError: the ledger cannot be written, or does not return the game that was written.
    """
    count = 0
    for game, entries in sheets:
        if not ledger.import_game(game, entries):
            continue
        count += 1
        # A damaged file can lose a part of what is written to it.
        is_same_game = ledger.game(game.code) == game
        has_all_entries = len(ledger.entries(game.code)) == len(entries)
        if not is_same_game or not has_all_entries:
            raise LedgerError("sheet-damaged", code=game.code, reason="it is not as it was written")
    return count


def read_games(file: IO[bytes]) -> tuple[Sheet, ...]:
    """Read games with their sheets, as ``export_games`` or ``game_file`` wrote them.

    Raises:
        InputError: it is another file, it is cut short, or a game in it makes no sense. The line
            is named.
    """
    head = _read_head(file)
    sheets: list[Sheet] = []
    if isinstance(head.games, list):
        # The first line holds the games.
        for line in head.games:
            with _naming_line(1):
                sheets.append(_check_sheet(line))
        return tuple(sheets)

    # Each game follows in a line of its own.
    for number, content in enumerate(_lines_of(file), start=2):
        with _naming_line(number):
            sheets.append(_check_sheet(_read_line(content)))
    if len(sheets) != head.games:
        raise InputError(f"{len(sheets)} of {head.games} games: the file was cut short")
    return tuple(sheets)


@contextmanager
def _naming_line(number: int) -> Iterator[None]:
    """Name the line in the message of an error."""
    try:
        yield
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


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
        check_player_names(game.players)
        # The ledger keeps the rules and their options as the file has them. So only the usual
        # spelling of their names and values is accepted, although the rule set would understand
        # others. An option without a value is refused too.
        options = {
            name: value for name, value in game.options.items() if name not in NON_RULE_OPTIONS
        }
        rules = rule_set(game.rules)
        if rules.name != game.rules:
            raise InputError(f"rules: {game.rules!r} is written {rules.name!r}")
        usual_options = check_options(options, rules)
        for name, value in options.items():
            if name not in usual_options:
                raise InputError(f"options.{name}: an option of {rules.name} is spelled otherwise")
            if isinstance(value, str) and value != usual_options[name]:
                raise InputError(f"options.{name}: {value[:40]!r} is spelled otherwise")
    return sheets


def _read_head(file: IO[bytes]) -> _Head:
    """Read the first line of a file.

    Raises:
        InputError: it is not the head of an export.
    """
    try:
        head = decode_json(_read_bounded_line(file), _Head, most=_LONGEST_LINE)
    except InputError as error:
        raise InputError(
            f"line 1: not a file that 'hu games export' wrote, or damaged: {error}"
        ) from None
    if head.format != _FORMAT or head.version != _VERSION:
        raise InputError("line 1: not a file that 'hu games export' wrote")
    return head


def _lines_of(file: IO[bytes]) -> Iterator[bytes]:
    while line := _read_bounded_line(file):
        yield line


def _read_bounded_line(file: IO[bytes]) -> bytes:
    """Read a line, or the beginning of a line that is too long and will be refused."""
    return file.readline(_LONGEST_LINE + 1)


def _to_line(game: Game, entries: Sequence[Entry]) -> _Line:
    """Make the line of a game, in which the entries have no numbers."""
    return _Line(game, _without_numbers(entries))


def _read_line(content: bytes) -> _Line:
    """Parse a line of an export. The values in it are not checked yet."""
    return decode_json(content, _Line, most=_LONGEST_LINE)


def _check_sheet(line: _Line) -> Sheet:
    """Return a game and its entries, without their numbers, if they are sound.

    Raises:
        InputError: they are not.
    """
    for time in (line.game.started, line.game.ended):
        if time is not None and time.year not in YEARS:
            raise InputError("started, ended: a year is out of range")
    for entry in line.entries:
        check_entry(entry, len(line.game.players))
    return line.game, _without_numbers(line.entries)


def _without_numbers(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Drop the entries' numbers, which mean something in their own ledger only."""
    return tuple(replace(entry, id=0) for entry in entries)

"""Games of a ledger that make no sense: finding them, and moving them into a file."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from hu.app.ledger.exchange import game_line
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Game, LedgerError
from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file


def inconsistent_games(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Yield the codes of games that could not be exported and imported, each with a problem.

    A game with several problems is yielded once for each of them.
    """
    yield from ledger.unreadable_games()
    for game in ledger.games():
        for problem in _problems_of(ledger, game):
            yield game.code, problem


def _problems_of(ledger: Ledger, game: Game) -> Iterator[str]:
    """Yield the problems of a game and its sheet."""
    try:
        entries = ledger.entries(game.code)
        # ``game_line`` checks the values that it writes. The lines are not needed.
        game_line(game, ())
    except LedgerError as error:
        # A code that is damaged finds no game. That refusal has no reason among its values.
        reason = error.values.get("reason", str(error))
        yield f"its sheet cannot be read: {reason}"
        return
    except InputError as error:
        yield str(error)
        return
    for number, entry in enumerate(entries, 1):
        try:
            game_line(game, (entry,))
        except InputError as error:
            yield f"entry {number}: {error}"


def set_apart(ledger: Ledger, codes: Iterable[str], path: Path) -> None:
    """Move games into a file, one game a line, as the tables hold them.

    No game is deleted before the file is on disk.

    Raises:
        OSError: the file cannot be written.
    """
    codes = list(codes)
    with whole_file(path, is_durable=True) as file:
        for code in codes:
            line = json.dumps(asdict(ledger.raw_rows(code)), default=str)
            file.write(line.encode() + b"\n")
    for code in codes:
        ledger.delete_game(code)

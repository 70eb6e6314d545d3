"""Takes in games that were exported elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hu.app.ledger.exchange import Sheet
from hu.app.ledger.ledger import Ledger, new_code
from hu.app.ledger.values import Game


def take_in_games(ledger: Ledger, browser: str, sheets: Sequence[Sheet]) -> Iterator[Game]:
    """Add games to the ledger and to a browser's games, each under a code of its own.

    A file must not tell which codes exist, or open games by guessing them: only who knows a game's
    players and the moment when it was begun gets the game that is there already.

    Args:
        ledger: the games.
        browser: the browser's key.
        sheets: the games of the file, with their entries.

    Returns:
        The games as they are in the ledger.
    """
    by_identity = {_identity(game): game for game in ledger.games_of(browser)}
    for game, entries in sheets:
        identity = _identity(game)
        namesake = ledger.game(game.code)
        if namesake is not None and _identity(namesake) == identity:
            same = namesake
        elif identity in by_identity:
            same = by_identity[identity]
        else:
            same = replace(game, code=new_code())
            by_identity[identity] = same
            ledger.import_game(same, entries)
        ledger.visit(browser, same.code)
        yield same


def _identity(game: Game) -> tuple[object, ...]:
    """Return what tells a game from any other, but for its code."""
    return game.players, game.started, game.rules

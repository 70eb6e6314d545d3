"""Adds games from a file that was exported elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hu.app.ledger.exchange import Sheet
from hu.app.ledger.ledger import Ledger, new_code
from hu.app.ledger.values import Game


def take_in_games(ledger: Ledger, browser: str, sheets: Sequence[Sheet]) -> Iterator[Game]:
    """Add games to the ledger and to a browser's games.

    A game that is in the ledger already is only added to the browser's games. Any other game gets a
    new code.

    A code in the file may be guessed, so a matching code alone must not open a game or show that
    the game exists. A game of the file counts as a game of the ledger only if its players, its
    rules and the time of its beginning are the same.

    Args:
        ledger: the games.
        browser: the browser's key.
        sheets: the games of the file, with their entries.

    Yields:
        Each game as it is in the ledger. A game is added only when the caller asks for it.
    """
    by_identity = {_identity(game): game for game in ledger.games_of(browser)}
    for game, entries in sheets:
        identity = _identity(game)
        game_of_code = ledger.game(game.code)
        if game_of_code is not None and _identity(game_of_code) == identity:
            stored_game = game_of_code
        elif identity in by_identity:
            # The game was added before, and got another code.
            stored_game = by_identity[identity]
        else:
            stored_game = replace(game, code=new_code())
            by_identity[identity] = stored_game
            ledger.import_game(stored_game, entries)
        ledger.visit(browser, stored_game.code)
        yield stored_game


def _identity(game: Game) -> tuple[object, ...]:
    """Return the values by which a game is recognised even if it has another code."""
    return game.players, game.started, game.rules

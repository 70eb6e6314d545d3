"""Takes in games that were exported elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hu.app.ledger.exchange import Sheet
from hu.app.ledger.ledger import Ledger, new_code
from hu.app.ledger.values import Game


def take_in_games(ledger: Ledger, browser: str, sheets: Sequence[Sheet]) -> Iterator[Game]:
    """Add games to the ledger and to a browser's games.

    A game that is in the ledger already is only added to the browser's games. Any other game gets a
    new code.

    A file must not show which codes exist, or open games by guessed codes. So the code alone is not
    enough: a game counts as the same only with the same players and the same moment of its
    beginning.

    Args:
        ledger: the games.
        browser: the browser's key.
        sheets: the games of the file, with their entries.

    Yields:
        Each game as it is in the ledger. It is added when it is asked for.
    """
    by_identity = {_identity(game): game for game in ledger.games_of(browser)}
    for game, entries in sheets:
        identity = _identity(game)
        with_same_code = ledger.game(game.code)
        if with_same_code is not None and _identity(with_same_code) == identity:
            stored_game = with_same_code
        elif identity in by_identity:
            # It was taken in before, under another code.
            stored_game = by_identity[identity]
        else:
            stored_game = replace(game, code=new_code())
            by_identity[identity] = stored_game
            ledger.import_game(stored_game, entries)
        ledger.visit(browser, stored_game.code)
        yield stored_game


def _identity(game: Game) -> tuple[object, ...]:
    """Return the values by which a game is recognised under any code."""
    return game.players, game.started, game.rules

"""Taking in games from a file that the page or ``hu games export`` wrote."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from hu.app.ledger.exchange import LARGEST_BYTES, Sheet, read_sent_games
from hu.app.ledger.ledger import Ledger, new_code
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.parts.components import FILE_PICKER, html, tag, words
from hu.app.page.parts.outside import read_apart
from hu.app.page.screen import change_screen, once
from hu.app.page.visit import Visit, open_game
from hu.scoring.errors import InputError


def show_import(visit: Visit) -> None:
    """Offer to open a game from a file."""
    t = visit.t
    data = {
        "key": "game-file",
        "text": t("game.file"),
        "hint": t("game.file_hint"),
        "limit": LARGEST_BYTES,
    }
    FILE_PICKER("game-file", data, partial(_picked, visit))
    if problem := once("file_problem"):
        html(tag("p", "hu-alert", words(problem)))


def _picked(visit: Visit, number: int, name: str, content: bytes) -> None:
    del number
    try:
        sheets = read_apart(InputError, read_sent_games, content)
        for game in take_in_games(visit.ledger, visit.browser, sheets):
            open_game(game.code)
    except LedgerError as error:
        change_screen(file_problem=visit.t(f"problem.{error.key}", **error.values))
    except InputError as error:
        change_screen(file_problem=visit.t("problem.file", name=name[:40], reason=str(error)))


def take_in_games(ledger: Ledger, browser: str, sheets: Sequence[Sheet]) -> Iterator[Game]:
    """Add games to the ledger and to the browser's games, each under a code of its own.

    A file must not tell which codes exist, or open games by guessing them: only who knows a game's players and the
    moment when it was begun gets the one that is there already.
    """
    known = {_identity(game): game for game in ledger.games_of(browser)}
    for game, entries in sheets:
        there = ledger.game(game.code)
        same = there if there and _identity(there) == _identity(game) else known.get(_identity(game))
        if same is None:
            same = known[_identity(game)] = replace(game, code=new_code())
            ledger.take_in(same, entries)
        ledger.visit(browser, same.code)
        yield same


def _identity(game: Game) -> tuple[object, ...]:
    return game.players, game.started, game.rules

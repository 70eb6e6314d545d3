"""Taking in games from a file that the page or ``hu games export`` wrote."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from hu.app.ledger.exchange import LARGEST_BYTES, Sheet, read_sent_games
from hu.app.ledger.ledger import Ledger, new_code
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.game.house import FILE_PICKER
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.outside import read_apart
from hu.app.page.visit import Visit, open_game
from hu.scoring.errors import InputError


def show_import(visit: Visit) -> None:
    """Offer to open a game from a file."""
    t, state = visit.t, st.session_state
    data = {
        "key": "game-file",
        "text": t("game.file"),
        "hint": t("game.file_hint"),
        "limit": LARGEST_BYTES,
    }
    FILE_PICKER("game-file", data, partial(_picked, visit))
    if problem := state.pop("file_problem", None):
        html(tag("p", "hu-alert", words(problem)))


def _picked(visit: Visit, number: int, name: str, content: bytes) -> None:
    del number
    state = st.session_state
    try:
        _take_in(visit, read_apart(InputError, read_sent_games, content))
    except LedgerError as error:
        state.file_problem = visit.t(f"problem.{error.key}", **error.values)
    except InputError as error:
        state.file_problem = visit.t("problem.file", name=name[:40], reason=str(error))


def _take_in(visit: Visit, sheets: tuple[Sheet, ...]) -> None:
    for game, entries in sheets:
        open_game(taken_in(visit.ledger, visit.browser, game, entries).code)


def taken_in(ledger: Ledger, browser: str, game: Game, entries: Sequence[Entry]) -> Game:
    """Add a game to the ledger and to the browser's games, under a code of its own.

    A file must not tell which codes exist, or open games by guessing them: only who knows a game's players and the
    moment when it was begun gets the one that is there already.
    """
    here = (ledger.game(game.code), *ledger.games_of(browser))
    same = next((other for other in here if other and _told_apart_by(other) == _told_apart_by(game)), None)
    if same is None:
        same = replace(game, code=new_code())
        ledger.take_in(same, entries)
    ledger.visit(browser, same.code)
    return same


def _told_apart_by(game: Game) -> tuple[object, ...]:
    return game.players, game.started, game.rules

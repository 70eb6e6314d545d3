"""The services of a visit: the games, the photos, the tile sets, and who the visitor is."""

import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.draft_limits import DraftLimit
from hu.app.ledger.guessing import GuessLimit
from hu.app.ledger.ledger import Ledger, default_path, parse_location
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.draft.next_hand import next_draft
from hu.app.page.draft.state import Draft, draft_from_json, draft_to_json
from hu.app.page.photos.line import PhotoLine
from hu.app.page.photos.photo import Note, PhotoReader, SeenPhoto, UploadError
from hu.app.page.photos.photo_store import PhotoStore
from hu.app.page.session import session
from hu.app.page.sets.lessons import Lessons
from hu.app.page.state import Screen, State
from hu.app.page.table_offers import TableOffers
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import InputError
from hu.vision.taught.tile_set import TileSetError

_LOG: Final = logging.getLogger("hu.page")
#: The ledgers that must be closed when the server ends.
_OPEN_LEDGERS: Final[list[Ledger]] = []
#: Counts the wrong codes of games that come from each network address.
_WRONG_CODES: Final = GuessLimit()
#: Limits the unfinished hands that come from each network address.
_DRAFTS: Final = DraftLimit()


@dataclass(frozen=True, slots=True)
class Visit:
    """The services that every part of the page needs.

    Attributes:
        browser: the browser's key.
        t: the words of its language.
        ledger: the games.
        photos: the photos of all browsers.
        line: the photos that wait to be read.
        reader: decodes photos and reads their tiles.
        tile_sets: the taught tile sets, shared by all players of the server.
        lessons: the readings of photos of new tile sets, while players settle their doubts.
        offers: the action that the phones of each table can undo.
        given_folder: the folder for photos that players give for training.
        game: the game that is open. None without a game.
    """

    browser: str
    t: Texts
    ledger: Ledger
    photos: PhotoStore
    line: PhotoLine
    reader: PhotoReader
    tile_sets: TileSetStore
    lessons: Lessons
    offers: TableOffers
    given_folder: Path
    game: Game | None

    @property
    def game_code(self) -> str:
        """The code of the game that is open. Empty without a game."""
        return self.game.code if self.game else ""

    def find_photo(self, key: str | None) -> SeenPhoto | None:
        """Find one of this browser's photos by its key, without its file, preview and detections.

        None if the server has forgotten the photo, and for the key None.
        """
        return self.photos.get(self.browser, key)

    def load_photo(self, key: str | None) -> SeenPhoto | None:
        """Find one of this browser's photos by its key, with its file, preview and detections.

        None if the server has forgotten the photo, and for the key None.
        """
        return self.photos.load(self.browser, key)


def visit_now() -> Visit:
    """Return the services of this visit. Each run of the page sets them at its start."""
    return cast("Visit", session().visit)


def name_of_tile_set_in_use(visit: Visit, state: State) -> str:
    """Return the name of the tile set that is in use.

    A game has a tile set of its own. For hands without a game, each visit chooses a tile set. Empty
    if no tile set is in use.
    """
    if visit.game is not None:
        return visit.game.tile_set
    return state.screen.tile_set


@st.cache_resource(show_spinner=False)
def open_ledger(location: Path | str) -> Ledger:
    """Open the games, once for the whole server.

    Args:
        location: the games file, or the address of a database.
    """
    ledger = Ledger(location)
    _OPEN_LEDGERS.append(ledger)
    return ledger


def close_ledgers() -> None:
    """Write all waiting changes, and close the games. The server calls this at its end."""
    while _OPEN_LEDGERS:
        _OPEN_LEDGERS.pop().close()


def games_location() -> Path | str:
    """Return the games that ``hu app --games`` named, or the default file.

    Returns:
        The path of the games file, or the address of a database.
    """
    location = os.environ.get("HU_GAMES")
    return parse_location(location) if location else default_path()


def find_game(ledger: Ledger, code: str) -> Game | None:
    """Find a game by its code.

    So that nobody guesses codes, a network address from which ten wrong codes have come within a
    minute must wait. Games that the browser has opened before are found even then.

    Raises:
        LedgerError: too many wrong codes have come from this network address.
    """
    this_session = session()
    address = st.context.ip_address
    if not _WRONG_CODES.may_guess(address) and not ledger.has_visited(this_session.browser, code):
        raise LedgerError("codes-guessed")
    game = ledger.game(code)
    # The page's address holds the code, and the page runs again after every tap. So a wrong code
    # counts only once.
    if game is None and this_session.wrong_code != code:
        _WRONG_CODES.count_wrong(address)
        this_session.wrong_code = code
    return game


def go_to_game(code: str) -> None:
    """Go to a game, or home for an empty code. The address of the page names the game."""
    if code:
        st.query_params["game"] = code
    else:
        st.query_params.pop("game", None)


def stored_draft(visit: Visit, game_code: str) -> Draft | None:
    """Return the unfinished hand that the browser left in a game, or without a game.

    Args:
        visit: the visit.
        game_code: the code of the hand's game. Empty for the hand without a game.

    Returns:
        The hand. None if the browser left none, or if it cannot be read.
    """
    content = visit.ledger.draft(visit.browser, game_code)
    if not content:
        return None
    try:
        return draft_from_json(content)
    except InputError:
        return None


def keep_draft(visit: Visit, game_code: str, draft: Draft) -> None:
    """Store a browser's unfinished hand, so that a reload or a restart of the server keeps it.

    Args:
        visit: the visit.
        game_code: the code of the hand's game. Empty for a hand without a game.
        draft: the hand.

    Raises:
        LedgerError: too many unfinished hands came from this network address.
        InputError: the hand is too long, or a text in it is no valid Unicode.
    """
    content = draft_to_json(draft)
    _DRAFTS.admit(st.context.ip_address, visit.browser, game_code, len(content))
    visit.ledger.save_draft(visit.browser, game_code, content)


def fresh_draft(visit: Visit, screen: Screen) -> Draft:
    """Return an empty hand by the rules of the open game.

    Without a game, the hand has the rules and options that the player chose for such hands.
    """
    draft = next_draft(visit.ledger, visit.game, screen.rules)
    if visit.game is not None:
        # The draft has the options of the game already.
        return draft
    return replace(draft, options=screen.options_alone.get(draft.rules, {}))


def refusal_of(error: Exception) -> Note | None:
    """Return the message for players about a refusal. None if an error is no refusal.

    A refusal is an error that the player can understand, such as a damaged file.
    """
    if isinstance(error, UploadError):
        return error.note
    if isinstance(error, TileSetError):
        return Note(f"problem.set-{error.key}", error.values)
    if isinstance(error, LedgerError):
        return Note(f"problem.{error.key}", error.values)
    return None


def failure_of(error: Exception) -> Note:
    """Return the message for players about an error. Unexpected errors go to the log too."""
    note = refusal_of(error)
    if note is None:
        _LOG.error("a tap or a photo failed", exc_info=error)
        return Note("app.tap_failed")
    return note

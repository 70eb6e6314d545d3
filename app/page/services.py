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
        lessons: the readings of teaching photos, while players answer about them.
        offers: the action that the phones of each table can undo.
        given_folder: the folder for photos that players give for training.
        game: the game that is open.
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
    def place(self) -> str:
        """The code of the game, or nothing for a hand without a game."""
        return self.game.code if self.game else ""

    def find_photo(self, key: str | None) -> SeenPhoto | None:
        """Find one of this browser's photos. Its pictures stay on disk."""
        return self.photos.get(self.browser, key)

    def load_photo(self, key: str | None) -> SeenPhoto | None:
        """Find one of this browser's photos, with its pictures."""
        return self.photos.load(self.browser, key)


def visit_now() -> Visit:
    """Return the services of this visit, as the latest run of the page has set them."""
    return cast("Visit", session().visit)


def name_of_tile_set_in_use(visit: Visit, state: State) -> str:
    """Return the name of the tile set that is in use.

    A game has its own tile set. A hand without a game has the browser's. Empty if there is none.
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

    An address from which ten wrong codes have come waits for a minute, so that nobody guesses
    codes. A game that the browser has opened before is found all the same.

    Raises:
        LedgerError: too many wrong codes have come from this address.
    """
    this_session = session()
    address = st.context.ip_address
    if not _WRONG_CODES.may_guess(address) and not ledger.has_visited(this_session.browser, code):
        raise LedgerError("codes-guessed")
    game = ledger.game(code)
    # The page runs again after every tap: a wrong code in its address counts once.
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


def stored_draft(visit: Visit, place: str) -> Draft | None:
    """Return the unfinished hand that the browser left in a place.

    Args:
        visit: the visit.
        place: the code of the hand's game. Empty for the hand without a game.

    Returns:
        The hand. None if the browser left no hand there, or if the hand cannot be read.
    """
    content = visit.ledger.draft(visit.browser, place)
    if not content:
        return None
    try:
        return draft_from_json(content)
    except InputError:
        return None


def keep_draft(visit: Visit, place: str, draft: Draft) -> None:
    """Keep a browser's unfinished hand, for a reload or a restart of the server.

    Args:
        visit: the visit.
        place: the code of the hand's game, or nothing.
        draft: the hand.

    Raises:
        LedgerError: too many unfinished hands came from this address.
    """
    content = draft_to_json(draft)
    _DRAFTS.admit(st.context.ip_address, visit.browser, place, len(content))
    visit.ledger.save_draft(visit.browser, place, content)


def fresh_draft(visit: Visit, screen: Screen) -> Draft:
    """Return an empty hand by the game's rules, or by those that the browser chose last."""
    draft = next_draft(visit.ledger, visit.game, screen.rules)
    if visit.game is not None:
        # It has the options of the game.
        return draft
    return replace(draft, options=screen.options_alone.get(draft.rules, {}))


def refusal_of(error: Exception) -> Note | None:
    """Return why something was refused, in a line for players. None for any other failure."""
    if isinstance(error, UploadError):
        return error.note
    if isinstance(error, TileSetError):
        return Note(f"problem.set-{error.key}", error.values)
    if isinstance(error, LedgerError):
        return Note(f"problem.{error.key}", error.values)
    return None


def failure_of(error: Exception) -> Note:
    """Return why something failed, in a line for players. Unexpected errors go to the log."""
    note = refusal_of(error)
    if note is None:
        _LOG.error("a tap or a photo failed", exc_info=error)
        return Note("app.tap_failed")
    return note

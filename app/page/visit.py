"""One browser's visit: who it is, its language, its game, and the hand it works on.

What belongs to a browser lies in its session, in the photo store under its key, or in the ledger under its key's
fingerprint.
"""

import logging
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from hu.app.i18n import LANGUAGES, Texts, best_language, texts
from hu.app.ledger.guessing import GuessLimit
from hu.app.ledger.ledger import Ledger, default_path, parse_location
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.draft.next_hand import next_draft
from hu.app.page.draft.state import Draft, draft_from_json, draft_to_json, with_taken
from hu.app.page.events import Event, name_of
from hu.app.page.parts.components import Part, show_alert, show_panel
from hu.app.page.photos.line import PhotoLine
from hu.app.page.photos.photo import PhotoReader, SeenPhoto, UploadError
from hu.app.page.photos.photo_store import PHOTOS, PhotoStore
from hu.app.page.screen import change_screen, screen, session, tell
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import InputError
from hu.vision.taught.tile_set import TileSetError

_LOG: Final = logging.getLogger("hu.page")
#: The cookie with the browser's own key; beside it stands the language that it chose.
KEY_COOKIE: Final = "hu_key"
LANGUAGE_COOKIE: Final = "hu_language"


@dataclass(frozen=True, slots=True)
class Visit:
    """What every part of the page needs."""

    browser: str  # the browser's key
    t: Texts  # the words of its language
    ledger: Ledger  # the games
    photos: PhotoStore  # the photos of all browsers
    line: PhotoLine  # the photos that wait to be read
    reader: PhotoReader  # decodes photos and reads their tiles
    sets: TileSetStore  # the taught tile sets, shared by all players of the server
    keep: Path  # the folder for photos that players give for training
    game: Game | None  # the game that is open

    @property
    def place(self) -> str:
        """Where this browser's draft belongs: the game's code, or nothing for a hand without a game."""
        return self.game.code if self.game else ""

    def photo(self, key: str | None) -> SeenPhoto | None:
        """Find one of this browser's photos; its pictures stay on disk."""
        return self.photos.get(self.browser, key)

    def load_photo(self, key: str | None) -> SeenPhoto | None:
        """Find one of this browser's photos, with its pictures."""
        return self.photos.load(self.browser, key)


#: What must be closed when the server ends.
_OPEN_LEDGERS: Final[list[Ledger]] = []
_LINE: Final = PhotoLine()
_WRONG_CODES: Final = GuessLimit()


@st.cache_resource(show_spinner=False)
def _ledger(location: Path | str) -> Ledger:
    ledger = Ledger(location)
    _OPEN_LEDGERS.append(ledger)
    return ledger


def close_ledgers() -> None:
    """Write what still waits, and let go of the games; for the end of the server."""
    while _OPEN_LEDGERS:
        _OPEN_LEDGERS.pop().close()


def games_location() -> Path | str:
    """Return the ledger that ``hu app --games`` named, or the default one."""
    named = os.environ.get("HU_GAMES")
    return parse_location(named) if named else default_path()


def enter(reader: PhotoReader) -> Visit:
    """Recognise the browser and open its game.

    Raises:
        HuError: the games file cannot be used.
    """
    state = session()
    if not state.browser:
        state.browser = _cookie(KEY_COOKIE) or secrets.token_urlsafe(24)
    location = games_location()
    ledger = _ledger(location)
    code = st.query_params.get("game")
    game = find_game(ledger, code) if code else None
    if game is not None and state.visited != game.code:
        ledger.visit(state.browser, game.code)
        state.visited = game.code
    # Beside the games, on this machine even where a database server keeps those.
    folder = (location if isinstance(location, Path) else default_path()).parent
    sets, keep = TileSetStore(folder / "sets"), folder / "photos"
    return Visit(state.browser, texts(language()), ledger, PHOTOS, _LINE, reader, sets, keep, game)


def language() -> str:
    """Return the language that the player has chosen, now or earlier, or that of the browser."""
    chosen = screen().language or _cookie(LANGUAGE_COOKIE)
    return chosen if chosen and chosen in LANGUAGES else best_language(st.context.locale)


def time_zone() -> tzinfo:
    """Return the browser's time zone, UTC if it is unknown."""
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def find_game(ledger: Ledger, code: str) -> Game | None:
    """Find a game by its code, but not for those who guess codes: after ten wrong ones they wait for a minute.

    A game that the browser has opened before is always found.

    Raises:
        LedgerError: too many wrong codes have come from this address.
    """
    state, address, limit = session(), st.context.ip_address, _WRONG_CODES
    if not limit.may_guess(address) and not ledger.has_visited(state.browser, code):
        raise LedgerError("codes-guessed")
    game = ledger.game(code)
    # The page runs again after every tap; one wrong code in its address counts once.
    if game is None and state.wrong_code != code:
        limit.count_wrong(address)
        state.wrong_code = code
    return game


def _cookie(name: str) -> str | None:
    value = st.context.cookies.get(name)
    return value if isinstance(value, str) and 0 < len(value) <= 64 else None


def refusal_text(t: Texts, error: Exception) -> str | None:
    """Say in one line why something was refused; None for any other failure."""
    if isinstance(error, UploadError):
        return t(error.note.key, **error.note.values)
    if isinstance(error, TileSetError):
        values = {
            name: t.tile(str(value)) if name == "face" else value
            for name, value in error.values.items()
        }
        return t(f"problem.set-{error.key}", **values)
    if isinstance(error, LedgerError):
        return t(f"problem.{error.key}", **error.values)
    return None


def failure_text(t: Texts, error: Exception) -> str:
    """Say in one line why something failed: a refusal has a reason that helps a player, all else goes to the log."""
    refusal = refusal_text(t, error)
    if refusal is None:
        _LOG.error("a tap or a photo failed", exc_info=error)
    return refusal or t("app.tap_failed")


@contextmanager
def alert_on_failure(t: Texts) -> Iterator[None]:
    """Say here on the page why something failed."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # what fails must leave the page usable
        show_alert(failure_text(t, error))


def do(visit: Visit, work: Callable[..., object], *args: object, place: str = "page") -> None:
    """Do what a button asks for and show the page again; where it fails, with a line at ``place`` that says so."""
    try:
        work(*args)
    except Exception as error:  # noqa: BLE001  # a button that fails must leave the page usable
        tell(place, failure_text(visit.t, error))
    st.rerun()


def show_button(
    visit: Visit,
    key: str,
    label: str,
    work: Callable[..., object],
    *args: object,
    look: Literal["primary", "secondary", "tertiary"] = "secondary",
    width: Literal["stretch", "content"] = "stretch",
    hint: str | None = None,
) -> None:
    """Show a button; see ``do`` for what it asks for."""
    # Done before the page is drawn: a drawing that the next tap cuts short may never reach the button.
    st.button(
        label, key=key, on_click=do, args=(visit, work, *args), type=look, width=width, help=hint
    )


def draft_of(visit: Visit) -> Draft:
    """Return the hand that the browser works on here; after a reload or a restart the one it left."""
    state = session()
    if state.place != visit.place or state.draft is None:
        state.place, state.draft = visit.place, stored_draft(visit) or fresh_draft(visit)
        change_screen(rack=None)
    return state.draft


def stored_draft(visit: Visit) -> Draft | None:
    """Return the hand that the browser left here, if there is one."""
    content = visit.ledger.draft(visit.browser, visit.place)
    with suppress(InputError):
        return draft_from_json(content) if content else None
    return None


def fresh_draft(visit: Visit) -> Draft:
    """Return an empty hand by the game's rules, or by those that the browser chose last."""
    draft = next_draft(visit.ledger, visit.game, screen().rules)
    return (
        draft if visit.game else replace(draft, options=screen().options_alone.get(draft.rules, {}))
    )


def log_state(visit: Visit, draft: Draft) -> dict[str, Any]:
    """What the browser's log of events needs to know: the hand that is shown, and the last events taken in."""
    return {"hand": name_of(visit.place, draft), "taken": dict(draft.taken)}


def show_parts(visit: Visit, key: str, *columns: Sequence[Part]) -> None:
    """Show a panel of parts whose taps are events of the hand in work."""
    show_panel(key, log_state(visit, draft_of(visit)), *columns)


def save_draft(visit: Visit, draft: Draft) -> None:
    """Take over a changed hand and keep it safe from reloads and restarts.

    It is written with the events that have been taken in, and with the one that is being taken in.
    """
    draft = with_taken(with_taken(draft, draft_of(visit).taken), session().taking)
    # First what can fail: a tap that fails changes nothing.
    visit.ledger.save_draft(visit.browser, visit.place, draft_to_json(draft))
    state = session()
    state.place, state.draft = visit.place, draft


@contextmanager
def taking_in(visit: Visit, event: Event) -> Iterator[None]:
    """Note an event as taken in, together with what it changes.

    What the next tap interrupts is not noted, so the browser sends it once more. What fails is noted and told: the
    browser then shows what the server holds, the taps after it are taken in, and this one can be done again.
    """
    state, noted = session(), {event.load: event.number}
    state.taking = noted
    try:
        yield
        if draft_of(visit).taken.get(event.load, 0) < event.number:
            save_draft(visit, draft_of(visit))
    except Exception as error:  # noqa: BLE001  # a tap that fails must not hold up the taps after it
        state.draft = with_taken(draft_of(visit), noted)
        tell("page", failure_text(visit.t, error))
    finally:
        state.taking = {}


def open_game(code: str | None) -> None:
    """Go to a game, or home."""
    if code:
        st.query_params["game"] = code
    else:
        st.query_params.pop("game", None)

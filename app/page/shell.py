"""The web page: photograph a hand, correct it with a tap, see points and payments, keep the game.

Streamlit runs this file from top to bottom after every tap, under ``hu app`` as under ``streamlit
run``. It takes in the browser's log of events and shows the screen that the visit's state asks for.
"""

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import streamlit as st

from hu.app.i18n import texts
from hu.app.ledger.ledger import Stamp, default_path
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.dispatch import dispatch, follow_address, log_data, open_draft
from hu.app.page.draft.next_hand import is_finished, is_playable, next_seating
from hu.app.page.draft.scoring import assess
from hu.app.page.effects.games import ListGame
from hu.app.page.events.hand import SheetRead
from hu.app.page.facts import Facts, read_facts
from hu.app.page.gestures.parsing import parse_log
from hu.app.page.gestures.sheet import ClosePanel
from hu.app.page.gestures.tap import Tap
from hu.app.page.parts.components import (
    FRAME,
    PICTURE,
    FrameData,
    browser_value,
    html,
    load_scripts,
    note_text,
    show_alert,
    show_notice,
    tag,
    words,
)
from hu.app.page.parts.internals import is_fragment_run
from hu.app.page.parts.panel import ActionPart, PanelPart
from hu.app.page.parts.style import fonts, style_sheet
from hu.app.page.perform import perform
from hu.app.page.photo_files import receive_originals, receive_photos
from hu.app.page.photos.line import PhotoLine
from hu.app.page.photos.photo import PhotoReader, TileReader, read_upload
from hu.app.page.photos.photo_store import PhotoStore
from hu.app.page.photos.processes import ReadingProcesses
from hu.app.page.services import (
    Visit,
    failure_of,
    find_game,
    games_location,
    open_ledger,
    refusal_of,
)
from hu.app.page.session import screen, session
from hu.app.page.sets.learning import weights_folder
from hu.app.page.sets.lessons import Lessons
from hu.app.page.state import Screen, is_picking, rack_on_screen, seat_on_screen
from hu.app.page.table_offers import TableOffers
from hu.app.page.view.answers import relevant_questions
from hu.app.page.view.conflict import in_conflict, show_conflict
from hu.app.page.view.controls import show_parts
from hu.app.page.view.finish import show_standing
from hu.app.page.view.game import head_parts, names_by_seat, players_at
from hu.app.page.view.giving import learning_parts
from hu.app.page.view.hand import hand_columns
from hu.app.page.view.home import (
    offer_games,
    show_games,
    show_photo_hint,
    show_rules,
    show_settings,
    show_ways_in,
)
from hu.app.page.view.new_game import show_new_game
from hu.app.page.view.problems import to_do
from hu.app.page.view.sheet import show_sheet, show_sheet_without_rules
from hu.app.page.view.shown import Shown
from hu.app.page.view.standings import show_statistics
from hu.app.page.view.tile_sets import show_missing_set, show_tile_sets
from hu.app.page.view.undo import show_undo
from hu.app.page.visitor import KEY_COOKIE, LANGUAGE_COOKIE, browser_key, language
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import HuError

_LOG: Final = logging.getLogger("hu.page")
#: Seconds between two looks for the changes of other phones. A hand that is saved on a phone shows
#: on the others within 2 seconds.
_LOOK_EVERY_S: Final = 1.2
#: The state of a game that other phones can change: the stamp of the game and its sheet, whether
#: its tile set is there, and the key of the action that can be undone.
_Stamp = tuple[Stamp, bool, str]


def main(reader: TileReader | None = None) -> None:
    """Show the page.

    Args:
        reader: reads the tiles of photos. None for the networks, in processes of their own.
    """
    st.set_page_config(
        page_title="Hu!", page_icon="🀄", layout="wide", initial_sidebar_state="collapsed"
    )
    st.html(f"<style>{style_sheet()}</style>")
    load_scripts()
    t = texts(language())
    try:
        photo_reader = partial(read_upload, reader) if reader else _networks()
        visit = _enter(photo_reader)
        # A tap may lead to another game, or choose another language.
        if _dispatch_new_taps():
            visit = _enter(photo_reader)
        t = visit.t
        _show(visit)
    except LedgerError as error:
        show_alert(note_text(t, failure_of(error)))
        # A link, because a tap may get lost: the component that sends taps may not be drawn yet.
        with st.container(key="leave-refused"):
            html(f'<a class="hu-button" href="?">{words(t("game.leave"))}</a>')
    except HuError as error:
        st.error(t("app.no_ledger", reason=str(error)))
    except Exception:  # noqa: BLE001  # a failure must not put a traceback in front of players; the log has it
        _LOG.exception("the page failed")
        show_alert(t("app.failed"))
    # Last, because the fonts take a second on a slow network.
    st.html(f"<style>{fonts()}</style>")


def tell_failure(error: Exception) -> bool:
    """Report in one line that a part of the page failed.

    Streamlit has written the traceback to the server's log.

    Returns:
        True, so that Streamlit does not show the error itself.
    """
    t = texts(language())
    note = refusal_of(error)
    show_alert(note_text(t, note) if note else t("app.tap_failed"))
    return True


# Not functools.cache: if several visits begin at once, it could make a reader for each of them.
@st.cache_resource(show_spinner=False)
def _networks() -> PhotoReader:
    """Return the reader that all visits of this server share: the networks in their processes."""
    return ReadingProcesses(weights_folder())


@st.cache_resource(show_spinner=False)
def _shared() -> tuple[PhotoStore, PhotoLine, Lessons, TableOffers]:
    """Return the services that all visits of this server share beside the games."""
    return PhotoStore(), PhotoLine(), Lessons(), TableOffers()


def _enter(reader: PhotoReader) -> Visit:
    """Recognise the browser, and open its game and its hand in work.

    Raises:
        HuError: the games file cannot be used.
    """
    browser = browser_key()
    follow_address()
    location = games_location()
    ledger = open_ledger(location)
    code = st.query_params.get("game")
    game = find_game(ledger, code) if code else None
    # Tile sets and photos are kept beside the games file. If a database server keeps the games,
    # they are where the games file would be by default.
    games_file = location if isinstance(location, Path) else default_path()
    folder = games_file.parent
    photos, line, lessons, offers = _shared()
    visit = Visit(
        browser=browser,
        t=texts(language()),
        ledger=ledger,
        photos=photos,
        line=line,
        reader=reader,
        tile_sets=TileSetStore(folder / "sets"),
        lessons=lessons,
        offers=offers,
        given_folder=folder / "photos",
        game=game,
    )
    session().visit = visit
    open_draft(visit)
    # A game that is opened becomes the first in the browser's list of games.
    if game is not None and session().last_game_code != game.code:
        perform(ListGame(game.code), visit, session().state)
        session().last_game_code = game.code
    return visit


def _show(visit: Visit) -> None:
    """Bring the visit up to date and show the screen."""
    # There is no stamp without a game, nor for a game whose rules are not installed.
    stamp = None
    if visit.game is not None and is_playable(visit.game):
        # The stamp is read first, so that the watch notices each change that others save after it.
        stamp = _stamp_of(visit, visit.game)
        dispatch(SheetRead(visit.game, visit.ledger.entries(visit.game.code)))
    facts = read_facts(visit, session().state)
    _show_frame(visit)
    _show_bar(facts)
    show_notice(facts.t, "page")
    _show_conflict_notice(facts)
    show_undo(facts)
    _show_page(visit, facts, stamp)


def _show_page(visit: Visit, facts: Facts, stamp: _Stamp | None) -> None:
    """Show the page that the player has chosen, or else the open game or the home screen.

    Args:
        visit: the services of the visit.
        facts: the contents of the screen.
        stamp: the stamp of the open game. None without a game, and if the rules of the game are not
            installed.
    """
    page = screen().page
    game = facts.game
    if page in ("new game", "move"):
        with st.container(key="narrow"):
            show_new_game(facts)
    elif page == "tile sets":
        with st.container(key="narrow"):
            show_tile_sets(facts)
    elif page == "statistics" and game is None:
        with st.container(key="wide"):
            show_statistics(facts)
    elif game is None:
        _show_home(visit, facts)
    elif stamp is None:
        with st.container(key="narrow"):
            show_sheet_without_rules(facts, game)
    else:
        _show_game(visit, facts, game)
        _watch_game(visit, game, stamp)


def _show_frame(visit: Visit) -> None:
    """Tell the browser which screen this is."""
    state = session().state
    screen_state = state.screen
    cookies = {KEY_COOKIE: visit.browser}
    if screen_state.language:
        cookies[LANGUAGE_COOKIE] = screen_state.language
    # These values name the screen, so that the browser shows each new screen from its top.
    screen_values = (
        visit.game_code,
        visit.game is not None and visit.game.ended is not None,
        screen_state.page,
        screen_state.view,
        screen_state.rack,
        is_picking(screen_state, state.draft),
        state.draft.is_drawn,
    )
    # The number with which the browser asks whether the connection is alive goes back to it.
    alive = browser_value("frame", "alive")
    log = log_data(state)
    data = FrameData(
        cookies=cookies,
        screen=" ".join(map(str, screen_values)),
        dialog=_dialog_name(screen_state),
        alive=alive if isinstance(alive, int | float) else None,
        language=visit.t.language,
        title=visit.t("app.title"),
        away=visit.t("app.away"),
        forgets=visit.t("app.forgets"),
        hand=log.hand,
        taken=log.taken,
    )
    # The browser sends two values: its log of events and the number of its question. Each makes
    # the page run again, and that run reads them. So there is nothing to call when they change.
    FRAME("frame", data, log=lambda: None, alive=lambda: None)
    # A server that was started again gets the taps that wait only once the frame has been drawn.
    if _new_taps():
        st.rerun()


def _dialog_name(screen_state: Screen) -> str:
    """Name the dialog that is open, by which the browser notices another dialog. Empty for none.

    It is a dialog of the sheet, or the form that teaches a tile set.
    """
    if screen_state.dialog is not None:
        return f"entry {screen_state.dialog}"
    if screen_state.teaching is not None:
        return f"teaching {screen_state.teaching.ticket}"
    return ""


def _dispatch_new_taps() -> bool:
    """Take in the taps that have come from the browser, before anything is drawn.

    Returns:
        Whether there were any.
    """
    taps = _new_taps()
    for tap in taps:
        dispatch(tap)
    return bool(taps)


def _new_taps() -> list[Tap]:
    """Return the taps that have come from the browser and have not been taken in."""
    return parse_log(browser_value("frame", "log"), session().state.draft.taken)


def _show_bar(facts: Facts) -> None:
    """Show the top of the page: its name, the way home, the settings."""
    t = facts.t
    with st.container(
        horizontal=True, key="bar", vertical_alignment="center", horizontal_alignment="distribute"
    ):
        mark = '<span class="hu-tile is-small hu-t-7z"></span>'
        html(tag("div", "hu-brand", mark, tag("h1", "", words(t("app.title")))))
        if facts.game is not None:
            leave = ActionPart(("leave",), "leave", t("game.leave"), look="quiet")
            show_parts("leave", [leave])
        # The settings lead to the screen of the tile sets. They would stay open and cover it.
        if screen().page != "tile sets":
            show_settings(facts)


def _show_conflict_notice(facts: Facts) -> None:
    """Say why a hand in conflict was not saved at once: what the hand still lacks."""
    if screen().notices.get("conflict") is None:
        return
    draft = session().state.draft
    t = facts.t.with_players(players_at(draft.seating, facts.game))
    next_step, _anchor = to_do(t, draft, assess(draft), names_by_seat(facts, draft))
    show_notice(facts.t, "conflict", "hu-note is-warning", missing=next_step)


def _close_dialog() -> None:
    """Close the sheet's dialog on any other screen.

    The dialog stays open when another phone's change draws the page again.
    """
    if screen().dialog is not None:
        dispatch(ClosePanel())


def _show_home(visit: Visit, facts: Facts) -> None:
    """Show home: a hand without a game beside the browser's games, or a begun hand alone."""
    _close_dialog()
    state = session().state
    is_begun = not state.draft.is_empty or state.screen.rack is not None
    # The player may have begun to tap in the tiles, although there is none yet.
    is_tapping = not is_picking(state.screen, state.draft)
    if is_begun or is_tapping:
        _show_hand(visit, facts)
        return
    with st.container(key="home"):
        code = st.query_params.get("game")
        if code:
            # The link or the code in the page's address leads to no game.
            show_alert(facts.t("problem.code-unknown", code=code[:12]))
        hand, games = st.columns([11, 9], gap="large")
        with hand:
            html(tag("p", "hu-tagline", words(facts.t("app.tagline"))))
            _show_hand(visit, facts)
            show_ways_in(facts)
            show_photo_hint(facts)
            # The draft may have changed, because photos are taken in while the hand is shown.
            show_rules(facts, session().state.draft)
        with games:
            show_games(facts)


def _show_game(visit: Visit, facts: Facts, game: Game) -> None:
    """Show the hand or the sheet of a game. A finished game has its sheet alone."""
    show_missing_set(facts)
    seating = next_seating(game, facts.entries)
    is_game_finished = is_finished(game, facts.entries)
    head = head_parts(
        facts, game, seating, session().state.draft, is_game_finished=is_game_finished
    )
    if screen().view == "sheet" or is_game_finished:
        with st.container(key="narrow"):
            show_parts("head", head)
            show_sheet(facts, game)
    else:
        _close_dialog()
        _show_hand(visit, facts, head)


def _show_hand(visit: Visit, facts: Facts, head: Sequence[PanelPart] = ()) -> None:
    """Show the hand in work, and take in its photos.

    Args:
        visit: the visit.
        facts: the contents of the screen.
        head: the parts above the hand, which show the progress of the game.
    """
    state = session().state
    draft = state.draft
    outcome = assess(draft)
    who = names_by_seat(facts, draft)
    is_conflicting = facts.game is not None and in_conflict(draft, facts.entries)
    if facts.game is not None and is_conflicting:
        # The head comes above the conflict, and so not above the hand.
        show_parts("head", head)
        head = ()
        show_conflict(facts, facts.game, draft, outcome, facts.entries)
    shown = Shown(
        t=facts.t.with_players(players_at(draft.seating, facts.game)),
        game=facts.game,
        draft=draft,
        outcome=outcome,
        who=who,
        screen=state.screen,
        photo=facts.photo,
        other_hands=facts.other_hands,
        is_conflicting=is_conflicting,
    )
    seat = seat_on_screen(state.screen, draft)
    rack = rack_on_screen(state.screen, draft)
    columns = hand_columns(shown, head, learning_parts(facts, rack, facts.photo))
    with st.container(key="narrow-hand" if len(columns) == 1 else "wide-hand"):
        show_parts("hand", *columns)
        # After the tiles: on a slow network the picture takes three seconds.
        if facts.preview:
            PICTURE(f"picture-{rack.photo}", facts.preview)
        show_notice(facts.t, "save")
        # Questions about the deal are asked beside the winner's tiles.
        tile_questions = relevant_questions(draft, outcome, ["tiles"]) if seat is None else ()
        receive_photos(visit, tile_questions, accepts_rack_photo=is_picking(state.screen, draft))
        receive_originals(visit)
        if seat is None and facts.game is not None:
            show_standing(facts, facts.game)
        elif seat is None and outcome.has_payments and not draft.is_drawn:
            offer_games(facts, draft)


def _stamp_of(visit: Visit, game: Game) -> _Stamp:
    """Return values that are different after any change that others have made to a game."""
    is_set_there = game.tile_set in visit.tile_sets.names()
    return visit.ledger.stamp(game.code), is_set_there, visit.offers.key_of(game.code)


@st.fragment(run_every=_LOOK_EVERY_S)
def _watch_game(visit: Visit, game: Game, stamp: _Stamp) -> None:
    """Show the page again as soon as somebody else has changed a game since its stamp was read."""
    # On a full run there is nothing to poll yet.
    if is_fragment_run() and _stamp_of(visit, game) != stamp:
        st.rerun()


if __name__ == "__main__":
    main()

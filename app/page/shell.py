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
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import Draft
from hu.app.page.effects.games import ListGame
from hu.app.page.events.hand import SheetRead
from hu.app.page.facts import Facts, read_facts
from hu.app.page.gestures.parsing import parse_log
from hu.app.page.gestures.sheet import CloseDialog
from hu.app.page.gestures.tap import Tap
from hu.app.page.parts.components import (
    FRAME,
    PICTURE,
    FrameData,
    browser_value,
    escape_text,
    load_scripts,
    note_text,
    show_alert,
    show_html,
    show_notice,
    tag,
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
from hu.app.page.state import Screen, State, asks_for_photo, rack_on_screen, seat_on_screen
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
#: Seconds between two checks for changes by other phones. A hand that is saved on a phone shows on
#: the others within 2 seconds.
_LOOK_EVERY_S: Final = 1.2
#: Values that change when another phone changes a game: the ledger's stamp of the game and its
#: sheet, whether its tile set exists, and the key of the action that its table can undo.
_GameStamp = tuple[Stamp, bool, str]


def main(reader: TileReader | None = None) -> None:
    """Show the page.

    Args:
        reader: reads the tiles of photos. None to read them with the networks, in processes of
            their own.
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
        # A tap may have led to another game, or chosen another language.
        if _dispatch_new_taps():
            visit = _enter(photo_reader)
        t = visit.t
        _show(visit)
    except LedgerError as error:
        show_alert(note_text(t, failure_of(error)))
        # A link works even if the component that sends taps has not been drawn yet.
        with st.container(key="leave-refused"):
            show_html(f'<a class="hu-button" href="?">{escape_text(t("game.leave"))}</a>')
    except HuError as error:
        # The games file cannot be used.
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


# functools.cache could make several readers if several visits begin at the same time.
@st.cache_resource(show_spinner=False)
def _networks() -> PhotoReader:
    """Return the reader of photos that all visits of this server share."""
    return ReadingProcesses(weights_folder())


@st.cache_resource(show_spinner=False)
def _shared() -> tuple[PhotoStore, PhotoLine, Lessons, TableOffers]:
    """Return the services, other than the games, that all visits of this server share."""
    return PhotoStore(), PhotoLine(), Lessons(), TableOffers()


def _enter(reader: PhotoReader) -> Visit:
    """Find out which browser this is, and open its game and its hand in work.

    Raises:
        HuError: the games file cannot be used, or too many wrong codes have come from this address.
    """
    browser = browser_key()
    follow_address()
    location = games_location()
    ledger = open_ledger(location)
    code = st.query_params.get("game")
    game = find_game(ledger, code) if code else None
    # Tile sets and photos are in the folder of the games file. If the games are in a database, it
    # is the folder of the default games file.
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
    # The game that was opened last comes first in the browser's list of games.
    if game is not None and session().last_game_code != game.code:
        perform(ListGame(game.code), visit, session().state)
        session().last_game_code = game.code
    return visit


def _show(visit: Visit) -> None:
    """Bring the visit up to date and show the screen."""
    # None without a game, and for a game whose rules are not installed.
    stamp = None
    if visit.game is not None and is_playable(visit.game):
        # The stamp is read before the sheet. ``_watch_game`` then also notices a change that comes
        # between the two.
        stamp = _stamp_of(visit, visit.game)
        dispatch(SheetRead(visit.game, visit.ledger.entries(visit.game.code)))
    facts = read_facts(visit, session().state)
    _show_frame(visit)
    _show_bar(facts)
    show_notice(facts.t, "page")
    _show_conflict_notice(facts)
    show_undo(facts)
    _show_page(visit, facts, stamp)


def _show_page(visit: Visit, facts: Facts, stamp: _GameStamp | None) -> None:
    """Show the page that the player has chosen, or else the open game or the home screen.

    Args:
        visit: the services of the visit.
        facts: the contents of the screen.
        stamp: the stamp of the open game. None without a game, and for a game whose rules are not
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
    """Show the frame: send the browser the cookies, the page's title and the name of the screen."""
    state = session().state
    cookies = {KEY_COOKIE: visit.browser}
    if state.screen.language:
        cookies[LANGUAGE_COOKIE] = state.screen.language
    # The browser's last ping is sent back to it, which shows that the connection is alive.
    alive = browser_value("frame", "alive")
    log = log_data(state)
    data = FrameData(
        cookies=cookies,
        screen=_screen_name(visit, state),
        dialog=_dialog_name(state.screen),
        alive=alive if isinstance(alive, int | float) else None,
        language=visit.t.language,
        title=visit.t("app.title"),
        away=visit.t("app.away"),
        forgets=visit.t("app.forgets"),
        hand=log.hand,
        taken=log.taken,
    )
    # The browser sends two values: its log of events, and its ping. Each of them makes the page run
    # again, and that run reads it. So there is nothing to call when a value changes.
    FRAME("frame", data, log=lambda: None, alive=lambda: None)
    # After a restart of the server, the taps that the browser still has to send come only when the
    # frame has been drawn.
    if _new_taps():
        st.rerun()


def _screen_name(visit: Visit, state: State) -> str:
    """Return a name for the screen. The browser shows a screen of another name from its top."""
    is_game_ended = visit.game is not None and visit.game.ended is not None
    differences = (
        visit.game_code,
        is_game_ended,
        state.screen.page,
        state.screen.view,
        state.screen.rack,
        asks_for_photo(state.screen, state.draft),
        state.draft.is_drawn,
    )
    return " ".join(map(str, differences))


def _dialog_name(screen_state: Screen) -> str:
    """Return a name for the open dialog, by which the browser notices another dialog.

    It is a dialog of the sheet, or the dialog that teaches a tile set. Empty without a dialog.
    """
    if screen_state.dialog is not None:
        return f"entry {screen_state.dialog}"
    if screen_state.teaching is not None:
        return f"teaching {screen_state.teaching.ticket}"
    return ""


def _dispatch_new_taps() -> bool:
    """Dispatch the taps that have come from the browser.

    Returns:
        Whether any tap has come.
    """
    taps = _new_taps()
    for tap in taps:
        dispatch(tap)
    return bool(taps)


def _new_taps() -> list[Tap]:
    """Return the taps that have come from the browser and have not been processed yet."""
    return parse_log(browser_value("frame", "log"), session().state.draft.taken)


def _show_bar(facts: Facts) -> None:
    """Show the top of the page: its name, the way home, the settings."""
    t = facts.t
    with st.container(
        horizontal=True, key="bar", vertical_alignment="center", horizontal_alignment="distribute"
    ):
        mark = '<span class="hu-tile is-small hu-t-7z"></span>'
        show_html(tag("div", "hu-brand", mark, tag("h1", "", escape_text(t("app.title")))))
        if facts.game is not None:
            leave = ActionPart(("leave",), "leave", t("game.leave"), look="quiet")
            show_parts("leave", [leave])
        # A button in the settings leads to the screen of the tile sets. The open settings would
        # cover that screen.
        if screen().page != "tile sets":
            show_settings(facts)


def _show_conflict_notice(facts: Facts) -> None:
    """Show why a hand that the player keeps in a conflict was not saved at once.

    The notice names the next thing that the hand lacks.
    """
    if screen().notices.get("conflict") is None:
        return
    draft = session().state.draft
    t = facts.t.with_players(players_at(draft.seating, facts.game))
    next_step, _anchor = to_do(t, draft, assess(draft), names_by_seat(facts, draft))
    show_notice(facts.t, "conflict", "hu-note is-warning", missing=next_step)


def _close_dialog() -> None:
    """Close the dialog of the sheet, if it is open, before the hand or the home screen is shown."""
    if screen().dialog is not None:
        dispatch(CloseDialog())


def _show_home(visit: Visit, facts: Facts) -> None:
    """Show the hand without a game. Until it is begun, show the browser's games beside it."""
    _close_dialog()
    state = session().state
    is_begun = not state.draft.is_empty
    # The player has opened the rack of another player, or begins to tap in the winner's tiles.
    has_other_rack = state.screen.rack is not None
    is_tapping = not asks_for_photo(state.screen, state.draft)
    if is_begun or has_other_rack or is_tapping:
        _show_hand(visit, facts)
        return
    with st.container(key="home"):
        code = st.query_params.get("game")
        if code:
            # No game has the code in the page's address. Otherwise the game would be shown.
            show_alert(facts.t("problem.code-unknown", code=code[:12]))
        hand_column, games_column = st.columns([11, 9], gap="large")
        with hand_column:
            show_html(tag("p", "hu-tagline", escape_text(facts.t("app.tagline"))))
            _show_hand(visit, facts)
            show_ways_in(facts)
            show_photo_hint(facts)
            # ``_show_hand`` receives photos, so the draft may be another one by now.
            show_rules(facts, session().state.draft)
        with games_column:
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
    """Show the hand in work, and receive its photos.

    Args:
        visit: the services of the visit.
        facts: the contents of the screen.
        head: the parts above the hand, which show the progress of the game.
    """
    state = session().state
    draft = state.draft
    outcome = assess(draft)
    is_conflicting = facts.game is not None and in_conflict(draft, facts.entries)
    shown = Shown(
        t=facts.t.with_players(players_at(draft.seating, facts.game)),
        game=facts.game,
        draft=draft,
        outcome=outcome,
        who=names_by_seat(facts, draft),
        screen=state.screen,
        photo=facts.photo,
        other_hands=facts.other_hands,
        is_conflicting=is_conflicting,
    )
    if facts.game is not None and is_conflicting:
        # The head is shown here, above the conflict, and not a second time above the hand.
        show_parts("head", head)
        head = ()
        show_conflict(facts, facts.game, draft, outcome, facts.entries)

    is_winners_rack = seat_on_screen(state.screen, draft) is None
    rack = rack_on_screen(state.screen, draft)
    columns = hand_columns(shown, head, learning_parts(facts, rack, facts.photo))
    with st.container(key="narrow-hand" if len(columns) == 1 else "wide-hand"):
        show_parts("hand", *columns)
        # The picture takes three seconds on a slow network, so it comes after the tiles.
        if facts.preview:
            PICTURE(f"picture-{rack.photo}", facts.preview)
        show_notice(facts.t, "save")
        # Questions about tiles, such as the dora indicators, can be answered by a photo. They are
        # shown beside the winner's rack alone.
        tile_questions = relevant_questions(draft, outcome, ["tiles"]) if is_winners_rack else ()
        receive_photos(
            visit, tile_questions, accepts_rack_photo=asks_for_photo(state.screen, draft)
        )
        receive_originals(visit)
        if is_winners_rack:
            _show_standing_or_games(facts, draft, outcome)


def _show_standing_or_games(facts: Facts, draft: Draft, outcome: Outcome) -> None:
    """Show the standing of the open game. Without a game, offer games that can take a won hand.

    Args:
        facts: the contents of the screen.
        draft: the hand in work.
        outcome: its score. Without payments, no game is offered.
    """
    if facts.game is not None:
        show_standing(facts, facts.game)
    elif outcome.has_payments and not draft.is_drawn:
        offer_games(facts, draft)


def _stamp_of(visit: Visit, game: Game) -> _GameStamp:
    """Return values that change when another phone changes a game."""
    tile_set_exists = game.tile_set in visit.tile_sets.names()
    return visit.ledger.stamp(game.code), tile_set_exists, visit.offers.key_of(game.code)


@st.fragment(run_every=_LOOK_EVERY_S)
def _watch_game(visit: Visit, game: Game, stamp: _GameStamp) -> None:
    """Run the page again as soon as another phone has changed a game since its stamp was read.

    Streamlit calls this function again and again while the page is open.
    """
    # On a run of the whole page, the stamp has just been read.
    if is_fragment_run() and _stamp_of(visit, game) != stamp:
        st.rerun()


if __name__ == "__main__":
    main()

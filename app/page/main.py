"""The web page: photograph a hand, correct it with a tap, see points and payments, keep the game.

Streamlit runs this file from top to bottom after every tap, under ``hu app`` as under ``streamlit run``.
"""

import logging
from collections.abc import Sequence
from functools import partial

import streamlit as st

from hu.app.i18n import texts
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.draft.next_hand import is_finished, is_playable, next_seating
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Draft
from hu.app.page.events import Event, is_for, is_picking, new_events, other_hands, rack_on_screen
from hu.app.page.game.conflict import in_conflict, show_conflict
from hu.app.page.game.finish import show_standing
from hu.app.page.game.game import (
    bring_up_to_date,
    head_parts,
    leave,
    names_by_seat,
    seen_of,
    watch_game,
)
from hu.app.page.game.home import (
    offer_games,
    show_games,
    show_photo_hint,
    show_rules,
    show_settings,
    show_ways_in,
)
from hu.app.page.game.new_game import show_new_game
from hu.app.page.game.saving import (
    begin_next,
    find_same,
    finish_saving,
    handle_save,
    open_sheet_of,
    save_drawn_hand,
    start_over,
)
from hu.app.page.game.sheet import close_dialog, show_kept_sheet, show_sheet
from hu.app.page.game.standings import show_statistics
from hu.app.page.hand.answers_view import Shown, tiles_questions
from hu.app.page.hand.photos import receive_photos
from hu.app.page.hand.taps import take_in_tap
from hu.app.page.parts.components import (
    FRAME,
    PICTURE,
    Part,
    action,
    browser_value,
    html,
    show_alert,
    show_notice,
    tag,
    words,
)
from hu.app.page.parts.style import style_sheet
from hu.app.page.parts.undo import show_undo, undo
from hu.app.page.photos.photo import PhotoReader, TileReader, read_upload
from hu.app.page.photos.processes import ReadingProcesses
from hu.app.page.screen import screen
from hu.app.page.sets.learning import learning_parts, weights_folder
from hu.app.page.sets.tile_sets import show_missing_set, show_tile_sets
from hu.app.page.view import view
from hu.app.page.visit import (
    KEY_COOKIE,
    LANGUAGE_COOKIE,
    Visit,
    draft_of,
    enter,
    failure_text,
    language,
    log_state,
    refusal_text,
    show_parts,
    taking_in,
)
from hu.scoring.errors import HuError

_LOG = logging.getLogger("hu.page")


def main(reader: TileReader | None = None) -> None:
    """Show the page; without a reader of tiles the networks read them, in processes of their own."""
    st.set_page_config(
        page_title="Hu!", page_icon="🀄", layout="wide", initial_sidebar_state="collapsed"
    )
    st.html(f"<style>{style_sheet()}</style>")
    t = texts(language())
    try:
        visit = enter(partial(read_upload, reader) if reader else _networks())
        t = visit.t
        _show(visit)
    except LedgerError as error:
        show_alert(failure_text(t, error))
        # The bar above may hold its own already.
        st.button(t("game.leave"), key="leave-refused", on_click=leave)
    except HuError as error:
        st.error(t("app.no_ledger", reason=str(error)))
    except Exception:  # noqa: BLE001  # a failure must not put a traceback in front of players; the log has it
        _LOG.exception("the page failed")
        show_alert(t("app.failed"))


def tell_failure(error: Exception) -> bool:
    """Say in one line that a part of the page failed; Streamlit has written the traceback to the server's log."""
    t = texts(language())
    show_alert(refusal_text(t, error) or t("app.tap_failed"))
    return True


# Many may come at once: unlike functools.cache this makes one reader for all of them.
@st.cache_resource(show_spinner=False)
def _networks() -> PhotoReader:
    return ReadingProcesses(weights_folder())


def _show(visit: Visit) -> None:
    t = visit.t
    _show_frame(visit)
    _bar(visit)
    show_notice("page")
    show_notice("told", "hu-note is-warning")
    show_undo(t, visit.place, visit.browser, log_state(visit, draft_of(visit)))
    if screen().page in ("new game", "move"):
        with st.container(key="narrow"):
            show_new_game(visit)
    elif screen().page == "tile sets":
        with st.container(key="narrow"):
            show_tile_sets(visit)
    elif visit.game is None and screen().page == "statistics":
        with st.container(key="wide"):
            show_statistics(visit)
    elif visit.game is None:
        _home(visit)
    elif is_playable(visit.game):
        _game(visit, visit.game)
    else:
        with st.container(key="narrow"):
            show_kept_sheet(visit, visit.game)


def _show_frame(visit: Visit) -> None:
    """Tell the browser which screen this is, and take in what it says has been tapped."""
    if visit.game is not None and is_playable(visit.game):
        # Where the server ended just after a hand was put on the sheet, the next one has not been begun.
        finish_saving(visit, visit.game, draft_of(visit).token)
    log = log_state(visit, draft_of(visit))
    now = screen()
    cookies = {KEY_COOKIE: visit.browser} | (
        {LANGUAGE_COOKIE: now.language} if now.language else {}
    )
    # Names the screen, so that the browser shows each new one from its top.
    facts = (
        *(visit.place, visit.game is not None and visit.game.ended is not None),
        *(now.page, now.view, now.rack, is_picking(now, draft_of(visit))),
    )
    words_of_page = {
        "language": visit.t.language,
        "title": visit.t("app.title"),
        "away": visit.t("app.away"),
    }
    alive = browser_value("frame", "alive")
    data = {
        "cookies": cookies,
        "screen": " ".join(map(str, facts)),
        "alive": alive,
        **words_of_page,
        **log,
    }
    FRAME("frame", data, log=partial(_take_in, visit), alive=lambda: None)
    # Nobody was called for taps that came before the page was drawn, as after a restart of the server.
    if _take_in(visit):
        st.rerun()


def _take_in(visit: Visit) -> bool:
    """Do what taps ask for that have come from the browser; whether there were any."""
    fresh = new_events(browser_value("frame", "log"), draft_of(visit).taken)
    for event in fresh:
        with taking_in(visit, event):
            _do(visit, event)
    return bool(fresh)


def _do(visit: Visit, event: Event) -> None:
    """Do what a tap asks for: what concerns the sheet or another screen is done here, the rest by the hand."""
    if not is_for(event, visit.place, draft_of(visit)):
        # A late tap on another hand, or the last message of another game, which Streamlit keeps.
        return
    game = visit.game if visit.game is not None and is_playable(visit.game) else None
    match event.op:
        case ["save", str(token)] if game is not None:
            handle_save(visit, game, token)
        case ["undo", str(key)]:
            undo(key, visit.place, visit.browser)
        case ["leave"]:
            leave()
        case ["over"]:
            start_over(visit)
        case ["drawn", int(known)] if game is not None:
            save_drawn_hand(visit, game, known)
        case _:
            take_in_tap(visit, event)


def _bar(visit: Visit) -> None:
    """The top of the page: its name, the way home, the settings."""
    t = visit.t
    with st.container(
        horizontal=True, key="bar", vertical_alignment="center", horizontal_alignment="distribute"
    ):
        mark = '<span class="hu-tile is-small hu-t-7z"></span>'
        html(tag("div", "hu-brand", mark, tag("h1", "", words(t("app.title")))))
        if visit.game is not None:
            show_parts(visit, "leave", [action(["leave"], "leave", t("game.leave"), "quiet")])
        # Once it led here, the open settings would cover the screen of the sets.
        if screen().page != "tile sets":
            show_settings(visit)


def _home(visit: Visit) -> None:
    close_dialog()
    draft = draft_of(visit)
    if draft.empty and is_picking(screen(), draft) and screen().rack is None:
        with st.container(key="home"):
            if code := st.query_params.get("game"):
                # The link or code in the page's address leads to no game.
                show_alert(visit.t("problem.code-unknown", code=code[:12]))
            hand, games = st.columns([11, 9], gap="large")
            with hand:
                html(tag("p", "hu-tagline", words(visit.t("app.tagline"))))
                _work(visit, draft)
                show_ways_in(visit)
                show_photo_hint(visit)
                show_rules(visit, draft)
            with games:
                show_games(visit)
    else:
        _work(visit, draft)


def _game(visit: Visit, game: Game) -> None:
    # The stamp first: what others save from here on is seen by the watch.
    stamp, entries = seen_of(visit, game), visit.ledger.entries(game.code)
    show_missing_set(visit)
    seating = next_seating(game, entries)
    draft = bring_up_to_date(visit, game, entries)
    if same := find_same(draft, entries):
        open_sheet_of(visit, game, same)
        begin_next(visit)
        st.rerun()
    finished = is_finished(game, entries)
    sheet = screen().view == "sheet" or finished
    head = head_parts(visit, game, seating, draft, finished=finished)
    if sheet:
        with st.container(key="narrow"):
            show_parts(visit, "head", head)
            show_sheet(visit, game)
    else:
        close_dialog()
        _work(visit, draft, entries, head)
    watch_game(visit, game, stamp)


def _work(
    visit: Visit, draft: Draft, entries: Sequence[Entry] = (), head: Sequence[Part] = ()
) -> None:
    """Show the hand in work."""
    outcome, who = assess(draft), names_by_seat(visit, draft)
    conflicting = visit.game is not None and in_conflict(draft, entries)
    if visit.game is not None and conflicting:
        show_parts(visit, "head", head)
        head = ()
        show_conflict(visit, visit.game, draft, outcome, entries, who)
    seat, rack = rack_on_screen(screen(), draft)
    photo = visit.photo(rack.photo)
    table = () if seat else other_hands(photo, visit.photo)
    shown = Shown(visit.t, visit.game, draft, outcome, who, screen(), photo, table, conflicting)
    columns = view(shown, head, learning_parts(visit, rack, photo))
    with st.container(key="narrow-hand" if len(columns) == 1 else "wide-hand"):
        if picture := visit.photos.preview(visit.browser, rack.photo):
            PICTURE(f"picture-{rack.photo}", picture)
        show_parts(visit, "hand", *columns)
        show_notice("save")
        questions = () if seat else tiles_questions(draft, outcome)
        receive_photos(visit, questions, picking=is_picking(screen(), draft))
        if seat is None and visit.game is not None:
            show_standing(visit, visit.game)
        elif seat is None and outcome.final and not draft.drawn:
            offer_games(visit, draft)


if __name__ == "__main__":
    main()

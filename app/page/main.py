"""The web page: photograph a hand, correct it with a tap, see points and payments, keep the game.

Streamlit runs this file from top to bottom after every tap, under ``hu app`` as under ``streamlit run``.
"""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st

from hu.app.i18n import best_language, texts
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.draft.next_hand import is_finished, is_playable, next_seating
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import Draft
from hu.app.page.events import name_of, new_events
from hu.app.page.game.conflict import in_conflict, show_conflict
from hu.app.page.game.game import bring_up_to_date, leave, names_by_seat, seats_now, show_head
from hu.app.page.game.home import show_games, show_photo_hint, show_rules, show_ways_in
from hu.app.page.game.new_game import show_new_game
from hu.app.page.game.saving import (
    find_same,
    finish_saving,
    save_part,
    save_tapped,
    show_drawn,
    show_same,
    start_over,
)
from hu.app.page.game.settings import show_settings
from hu.app.page.game.sheet import close_dialog, show_kept_sheet, show_sheet
from hu.app.page.game.standings import show_statistics
from hu.app.page.game.watching import seen_of, watch_game
from hu.app.page.hand.answers_view import Shown, hand_parts, rack_parts, tiles_questions, way_back
from hu.app.page.hand.indicators import receive_tiles
from hu.app.page.hand.result import floating_html
from hu.app.page.hand.screen import rack_of, show_editor, show_picker, take_in_tap
from hu.app.page.hand.share import SHARER, as_picture, as_text, summary
from hu.app.page.parts.components import Component, dress, frame, html, sent, tag, words
from hu.app.page.parts.internals import is_fragment_run
from hu.app.page.parts.undo import show_undo
from hu.app.page.photos.photo import Adjustment, PhotoReader, SeenPhoto, TileReader, read_upload
from hu.app.page.photos.processes import ReadingProcesses
from hu.app.page.screen import change_screen, once, screen
from hu.app.page.sets.tile_sets import show_missing_set, show_tile_sets
from hu.app.page.visit import KEY_COOKIE, LANGUAGE_COOKIE, Visit, draft_of, enter, log_state, taking_in
from hu.app.sets.store import SetChoice
from hu.scoring.errors import HuError
from hu.vision.reader import MODELS

_LOG = logging.getLogger("hu.page")
#: What stands beside the tiles.
_ANSWERS = Component("answers", "parts/log.js", "hand/faces.js", "hand/seats.js", "hand/tapped.js", "hand/answers.js")


def main(reader: TileReader | None = None) -> None:
    """Show the page.

    Args:
        reader: reads the tiles of a decoded photo; by default the networks do, in processes of their own.
    """
    st.set_page_config(page_title="Hu!", page_icon="🀄", layout="wide", initial_sidebar_state="collapsed")
    dress()
    t = texts(best_language(st.context.locale))
    try:
        visit = enter(partial(_read_here, reader) if reader else _networks())
        t = visit.t
        _show(visit)
    except LedgerError as error:
        html(tag("p", "hu-alert", words(t(f"problem.{error.key}", **error.values))))
        # The bar above may hold its own already.
        st.button(t("game.leave"), key="leave-refused", on_click=leave)
    except HuError as error:
        st.error(t("app.no_ledger", reason=str(error)))
    except Exception:  # noqa: BLE001  # whatever it is, the game must go on
        # A traceback on the screen helps no player; the owner finds it in the server's log.
        _LOG.exception("the page failed")
        html(tag("p", "hu-alert", words(t("app.failed"))))


def tell_failure(error: Exception) -> bool:
    """Say in one line that a tap failed; Streamlit has written the traceback to the server's log.

    Returns:
        Whether the line shows once the page's script runs again; False where it shows at once, in a dialog.
    """
    t = texts(screen().language or best_language(st.context.locale))
    problem = t(f"problem.{error.key}", **error.values) if isinstance(error, LedgerError) else t("app.tap_failed")
    if is_fragment_run():
        html(tag("p", "hu-alert", words(problem)))
        return False
    change_screen(tap_problem=problem)
    return True


def _read_here(  # as ``PhotoReader``
    reader: TileReader, data: bytes, name: str, rules: str, adjustment: Adjustment, sets: SetChoice
) -> SeenPhoto:
    return read_upload(data, name, rules, reader, adjustment, sets)


# Many may come at once: unlike functools.cache this makes one reader for all of them.
@st.cache_resource(show_spinner=False)
def _networks() -> PhotoReader:
    return ReadingProcesses(Path(os.environ.get("HU_WEIGHTS") or MODELS))


def _show(visit: Visit) -> None:
    t = visit.t
    _show_frame(visit)
    _bar(visit)
    if problem := once("tap_problem"):
        html(f'<p class="hu-alert" role="alert">{words(problem)}</p>')
    if told := once("told"):
        html(f'<p class="hu-note is-warning" role="alert">{words(told)}</p>')
    show_undo(t, visit.place, visit.browser)
    if screen().page == "new game":
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
    frame({KEY_COOKIE: visit.browser, **_chosen_language()}, visit.t, _screen(visit), log, partial(_take_in, visit))
    # Nobody was called for taps that came before the page was drawn, as after a restart of the server.
    if _take_in(visit):
        st.rerun()


def _take_in(visit: Visit) -> bool:
    """Do what taps ask for that have come from the browser; whether there were any."""
    fresh = new_events(sent("frame", "log"), draft_of(visit).taken)
    for event in fresh:
        try:
            with taking_in(visit, event):
                match event.op:
                    case ["save", str(token)]:
                        if visit.game is not None and is_playable(visit.game):
                            save_tapped(visit, visit.game, token)
                    case _ if event.hand == name_of(visit.place, draft_of(visit)):
                        take_in_tap(visit, event)
        except Exception as error:  # noqa: BLE001  # what follows must not wait for it
            _LOG.exception("a tap failed")
            tell_failure(error)
    return bool(fresh)


def _screen(visit: Visit) -> str:
    """Name the screen, so that the browser can show each new one from its top."""
    now = screen()
    game = (visit.place, visit.game is not None and visit.game.ended is not None)
    return " ".join(map(str, (*game, now.page, now.set_shown, now.view, now.rack, _picking(draft_of(visit)))))


def _chosen_language() -> dict[str, str]:
    return {LANGUAGE_COOKIE: screen().language} if screen().language_chosen else {}


def _bar(visit: Visit) -> None:
    """The top of the page: its name, the way home, the settings."""
    t = visit.t
    with st.container(horizontal=True, key="bar", vertical_alignment="center", horizontal_alignment="distribute"):
        mark = '<span class="hu-tile is-small hu-t-7z"></span>'
        html(tag("div", "hu-brand", mark, tag("h1", "", words(t("app.title")))))
        if visit.game is not None:
            st.button(t("game.leave"), key="leave", type="tertiary", on_click=leave)
        # Once it led here, the open settings would cover the screen of the sets.
        if screen().page != "tile sets":
            show_settings(visit)


def _home(visit: Visit) -> None:
    close_dialog()
    draft = draft_of(visit)
    if draft.empty and _picking(draft) and screen().rack is None:
        with st.container(key="home"):
            _unknown_game(visit)
            show_ways_in(visit)
            hand, games = st.columns([11, 9], gap="large")
            with hand:
                html(tag("p", "hu-tagline", words(visit.t("app.tagline"))))
                show_rules(visit, draft)
                show_picker(visit)
                show_photo_hint(visit)
            with games:
                show_games(visit)
    else:
        _work(visit, draft)


def _unknown_game(visit: Visit) -> None:
    """Say that the link or code in the page's address leads to no game."""
    if code := st.query_params.get("game"):
        html(f'<p class="hu-alert" role="alert">{words(visit.t("problem.code-unknown", code=code[:12]))}</p>')


def _game(visit: Visit, game: Game) -> None:
    # The stamp first: what others save from here on is seen by the watch.
    stamp, entries = seen_of(visit, game), visit.ledger.entries(game.code)
    show_missing_set(visit)
    seating = next_seating(game, entries)
    draft = bring_up_to_date(visit, game, entries)
    if same := find_same(draft, entries):
        show_same(visit, game, same)
        st.rerun()
    finished = is_finished(game, entries)
    sheet = screen().view == "sheet" or finished
    if not sheet:
        close_dialog()
    working = not sheet and not (draft.empty and _picking(draft))
    head = partial(show_head, visit, game, seating, draft, finished=finished)
    if working:
        _work(visit, draft, entries, head)
    else:
        with st.container(key="narrow"):
            head()
            _sheet_or_picker(visit, game, draft, sheet=sheet)
    watch_game(visit, game, stamp)


def _sheet_or_picker(visit: Visit, game: Game, draft: Draft, *, sheet: bool) -> None:
    if sheet:
        show_sheet(visit, game)
        return
    show_picker(visit)
    show_drawn(visit, game)
    if draft.entry:
        _cancel(visit, draft)


def _picking(draft: Draft) -> bool:
    seat, rack = rack_of(draft)
    empty = draft.empty if seat is None else not rack.history.now.groups and rack.photo is None
    return screen().retaking or (empty and not screen().tapping)


def _work(visit: Visit, draft: Draft, entries: Sequence[Entry] = (), head: Callable[[], None] | None = None) -> None:
    """The head and the hand on the left, the questions and the result on the right; on a phone below each other."""
    outcome = assess(draft)
    who = names_by_seat(visit, draft)
    shown = Shown(visit.t, visit.game, draft, outcome, who, screen().indicators_problem)
    conflicting = visit.game is not None and in_conflict(draft, entries)
    if visit.game is not None and conflicting:
        _show_head(head)
        head = None
        show_conflict(visit, visit.game, draft, outcome, entries, who)
    seat, _ = rack_of(draft)
    if draft.drawn and seat is None:
        with st.container(key="narrow-drawn"):
            _show_head(head)
            html(tag("h2", "hu-heading", words(visit.t("game.drawn"))))
            _answers(visit, shown, conflicting=conflicting)
        return
    hand, answers = st.columns([11, 9], gap="large")
    with hand:
        _show_head(head)
        if seat is not None:
            html(tag("h2", "hu-heading", words(visit.t("others.of", who=who[seat]))))
            _ANSWERS("back", {"parts": [way_back(shown)], **log_state(visit, draft)})
        if _picking(draft):
            show_picker(visit)
        else:
            show_editor(visit, draft, outcome)
        if seat is None and not conflicting and (line := floating_html(visit.t, draft, outcome, who)):
            html(line)
    with answers:
        html('<div id="hu-answers" class="hu-anchor"></div>')
        if seat is None:
            _answers(visit, shown, conflicting=conflicting)
        else:
            _ANSWERS("answers", {"parts": rack_parts(shown, seat), **log_state(visit, draft)})


def _show_head(head: Callable[[], None] | None) -> None:
    if head is not None:
        with st.container(key="head"):
            head()


def _answers(visit: Visit, shown: Shown, *, conflicting: bool) -> None:
    draft, outcome, who = shown.draft, shown.outcome, shown.who
    save = save_part(visit, draft, outcome, who) if visit.game is not None and not conflicting else None
    _ANSWERS("answers", {"parts": hand_parts(shown, save), **log_state(visit, draft)})
    for question in tiles_questions(draft, outcome):
        receive_tiles(visit, question)
    if problem := once("save_problem"):
        html(tag("p", "hu-alert", words(problem)))
    if outcome.final and not draft.drawn:
        _share(visit, draft, outcome, who)
    _cancel(visit, draft)


def _cancel(visit: Visit, draft: Draft) -> None:
    label = visit.t("result.cancel_changes" if draft.entry else "hand.start_over")
    st.button(label, key="over", type="tertiary", width="stretch", on_click=start_over, args=(visit,))


def _share(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    t = visit.t
    title = (visit.game.title if visit.game else "") or t("result.title")
    if outcome.score is None:
        return
    if visit.game is not None:
        who = {seat: visit.game.players[player] for player, seat in enumerate(seats_now(visit, draft)) if seat}
    shared = summary(t, outcome.score, draft, who, title)
    shared = replace(shared, reading=outcome.counted(shared.reading))
    texts = {"picture": "share_picture", "text": "share_text", "saved": "share_saved", "copied": "share_copied"}
    data = {
        **as_picture(t, shared, visit.photo(draft.rack.photo)),
        "text": as_text(shared),
        "name": "hu.png",
        "texts": {name: t(f"result.{key}") for name, key in texts.items()},
    }
    SHARER("share", data)


if __name__ == "__main__":
    main()

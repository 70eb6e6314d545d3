"""The settings, in one quiet place: language, tile set in use, giving the photo on the screen to improve the reader."""

import streamlit as st

from hu.app.i18n import LANGUAGES
from hu.app.page.hand.taps import keeping_parts
from hu.app.page.screen import change_screen, state_now
from hu.app.page.sets.learning import choose_set, set_in_use, set_names
from hu.app.page.sets.tile_sets import open_tile_sets
from hu.app.page.visit import Visit, show_parts


def show_settings(visit: Visit) -> None:
    """Show a button that opens the settings."""
    t = visit.t
    with st.popover(t("app.settings"), icon=":material/settings:", key="settings"):
        st.session_state["ask-language"] = t.language
        st.segmented_control(
            t("app.language"),
            list(LANGUAGES),
            format_func=lambda code: LANGUAGES[code],
            key="ask-language",
            on_change=_language_chosen,
            required=True,
        )
        _ask_set(visit)
        if keeping := keeping_parts(visit):
            show_parts(visit, "keeping", keeping)


def _ask_set(visit: Visit) -> None:
    """Choose the tile set in use, and open the screen of the sets."""
    t = visit.t
    known, chosen = set_names(), set_in_use(visit)
    if known:
        st.session_state["ask-tile-set"] = chosen if chosen in known else ""
        st.selectbox(
            t("sets.in_use"),
            ["", *known],
            format_func=lambda name: name or t("sets.no_set"),
            key="ask-tile-set",
            on_change=_set_chosen,
            args=(visit,),
        )
    st.button(t("sets.title"), key="tile-sets", width="stretch", on_click=open_tile_sets)


def _set_chosen(visit: Visit) -> None:
    choose_set(visit, state_now()["ask-tile-set"] or "")


def _language_chosen() -> None:
    chosen = state_now()["ask-language"]
    if chosen in LANGUAGES:
        change_screen(language=chosen, language_chosen=True)

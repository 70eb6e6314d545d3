"""The settings, in one quiet place: the language, the tile sets, giving the photo on the screen for training."""

import streamlit as st

from hu.app.i18n import LANGUAGES
from hu.app.page.hand.taps import keeping_parts
from hu.app.page.screen import change_screen
from hu.app.page.visit import Visit, show_parts


def show_settings(visit: Visit) -> None:
    """Show a button that opens the settings."""
    t = visit.t
    with st.popover(t("app.settings"), icon=":material/settings:", key="settings"):
        chosen = st.segmented_control(
            t("app.language"),
            list(LANGUAGES),
            default=t.language,
            format_func=lambda code: LANGUAGES[code],
            key="ask-language",
            required=True,
        )
        if chosen in LANGUAGES and chosen != t.language:
            change_screen(language=chosen, language_chosen=True)
            st.rerun()
        if st.button(t("sets.title"), key="tile-sets", width="stretch"):
            change_screen(page="tile sets")
            st.rerun()
        if keeping := keeping_parts(visit):
            show_parts(visit, "keeping", keeping)

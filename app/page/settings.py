"""The settings, in one quiet place: the language, and giving the photo on the screen to improve the reader."""

import streamlit as st

from hu.app.i18n import LANGUAGES
from hu.app.page.hand import show_keeping
from hu.app.page.visit import Visit, draft_of


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
        show_keeping(visit, draft_of(visit))


def _language_chosen() -> None:
    chosen = st.session_state["ask-language"]
    if chosen in LANGUAGES:
        st.session_state.language = st.session_state.language_chosen = chosen

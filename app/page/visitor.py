"""Who visits the page: the browser's key, its language, its time zone."""

import secrets
from datetime import UTC, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from hu.app.i18n import LANGUAGES, best_language
from hu.app.page.session import screen, session

#: The cookie with the browser's own key, and the cookie with the language that it chose.
KEY_COOKIE: Final = "hu_key"
LANGUAGE_COOKIE: Final = "hu_language"
#: The most characters of a cookie. A longer cookie is ignored.
_LONGEST_COOKIE: Final = 64


def browser_key() -> str:
    """Return the browser's key, under which its drafts, photos and games are kept."""
    current = session()
    if not current.browser:
        current.browser = _cookie(KEY_COOKIE) or secrets.token_urlsafe(24)
    return current.browser


def language() -> str:
    """Return the language that the player has chosen. Without a choice, that of the browser."""
    # A choice of an earlier visit is in the cookie.
    chosen = screen().language or _cookie(LANGUAGE_COOKIE)
    return chosen if chosen and chosen in LANGUAGES else best_language(st.context.locale)


def time_zone() -> tzinfo:
    """Return the browser's time zone, UTC if it is unknown."""
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _cookie(name: str) -> str | None:
    """Return the value of a cookie. None if it is missing, empty or too long."""
    value = st.context.cookies.get(name)
    if not isinstance(value, str):
        return None
    return value if 0 < len(value) <= _LONGEST_COOKIE else None

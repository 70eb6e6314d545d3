"""The browser's key, language, time zone and address, from what the browser sends."""

from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import streamlit

from hu.app.i18n import texts
from hu.app.page import session as sessions
from hu.app.page import visitor
from hu.app.page.session import Session
from hu.app.page.state import Screen, State
from hu.app.page.view.sheet import code_html
from tests.app.page.view.shown_hands import game_of


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The cookies, language and time zone that the browser reports."""
    browser = SimpleNamespace(cookies={}, locale="de-CH", timezone=None)
    monkeypatch.setattr(streamlit, "context", browser)
    return browser


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """The visit of a browser that has chosen nothing."""
    session = Session()
    monkeypatch.setattr(sessions, "copy_session_values", lambda: {"visit": session})
    return session


@pytest.mark.parametrize(
    ("sent", "zone"),
    [
        ("Asia/Tokyo", "Asia/Tokyo"),
        (None, "UTC"),
        ("", "UTC"),
        ("Nowhere/City", "UTC"),
        ("../../etc/passwd", "UTC"),
    ],
)
def test_times_are_in_the_browsers_zone(sent: str | None, zone: str, browser: Any) -> None:
    browser.timezone = sent
    found = visitor.time_zone()
    assert found == ZoneInfo(zone) if zone != "UTC" else str(found) == "UTC"


@pytest.mark.parametrize(
    ("chosen", "cookie", "language"),
    [
        ("", None, "de"),
        ("", "it", "it"),
        ("fr", "it", "fr"),
        ("", "klingon", "de"),
        ("klingon", None, "de"),
        ("", "", "de"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_browsers(
    chosen: str, cookie: str | None, language: str, browser: Any, session: Session
) -> None:
    session.state = State(Screen(language=chosen))
    browser.cookies["hu_language"] = cookie
    assert visitor.language() == language


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("https://hu.example/club/?lang=it", "https://hu.example/club/?game=CODE2345"),
        ("http://localhost:8501", "http://localhost:8501?game=CODE2345"),
        (None, "?game=CODE2345"),
    ],
)
def test_the_code_of_a_game_leads_to_the_page(page: str | None, address: str, browser: Any) -> None:
    browser.url = page
    assert f'alt="{address}"' in code_html(game_of("fimj"), texts("en"))


@pytest.mark.parametrize("length", [1, 64])
def test_a_browser_keeps_its_key(length: int, browser: Any, session: Session) -> None:
    browser.cookies["hu_key"] = "a" * length
    assert visitor.browser_key() == "a" * length
    browser.cookies["hu_key"] = "other"
    assert visitor.browser_key() == session.browser == "a" * length


@pytest.mark.parametrize("cookie", [None, "", "a" * 65, 7])
def test_a_browser_without_a_key_gets_one(cookie: Any, browser: Any, session: Session) -> None:
    browser.cookies["hu_key"] = cookie
    key = visitor.browser_key()
    # 24 random bytes.
    assert len(key) == 32
    session.browser = ""
    assert visitor.browser_key() != key

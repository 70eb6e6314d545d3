"""Parts of the page: foreign files are read apart, the style sheet and each visit are whole."""

import time
from base64 import b64encode
from datetime import UTC, datetime
from typing import NoReturn

import pytest
from streamlit.runtime.state import session_state_proxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from hu.app.ledger.exchange import game_file, read_sent_games
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.parts import outside
from hu.app.page.parts.components import browser_value
from hu.app.page.parts.outside import read_apart
from hu.app.page.parts.style import asset, fonts, style_sheet
from hu.app.page.photos.photo import Note
from hu.app.page.session import Session, let_taps_in, session, take_notice
from hu.app.page.state import State, with_notice
from hu.app.sets.set_files import parse_tile_set
from hu.scoring.errors import InputError
from hu.scoring.rule_set.house import read_house
from hu.vision.taught.tile_set import TileSetError
from tests.app.page.recorded import ROOT


def test_what_the_reader_says_comes_through() -> None:
    assert (
        read_apart(InputError, read_house, 'rules = "zung-jung"\ntitle = "Club"', "club.toml").title
        == "Club"
    )
    with pytest.raises(InputError, match=r"club\.toml, line 1: rules: give the name"):
        read_apart(InputError, read_house, "", "club.toml")
    with pytest.raises(TileSetError, match=r"a\.huset: no tile set") as refused:
        read_apart(TileSetError, parse_tile_set, b"x" * 1_000, "a.huset")
    assert refused.value.key == "file"
    game = Game("AAAA", "fimj", "", ("{A}", "B", "C", "{A}"), {}, datetime.now(UTC))
    with pytest.raises(LedgerError, match=r"Two players are called \{A\}") as twice:
        read_apart(InputError, read_sent_games, game_file(game, ()))
    assert (twice.value.key, twice.value.values) == ("name-twice", {"name": "{A}"})


def test_a_file_that_takes_too_long_or_too_much_memory_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outside, "_SECONDS", 0.2)
    with pytest.raises(InputError, match="too long or too much memory"):
        read_apart(InputError, time.sleep, 60)
    with pytest.raises(TileSetError, match="too long or too much memory"):
        read_apart(TileSetError, bytes, 2_000_000_000)


def test_the_style_sheet_has_every_tile_and_the_letters_of_each_language() -> None:
    assert ".hu-t-9s" in style_sheet()
    assert ":root:lang(it){--hu-3z:" in style_sheet()
    # It is sent as one message, of which Streamlit's configuration allows two megabytes.
    assert len(style_sheet()) < 150_000
    assert "</style" not in style_sheet()


def test_the_font_has_every_chinese_name_of_the_sources() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("app", "scoring")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js") or path.name == "rules.toml" or path.match("names.*.toml")
    ]
    signs = {
        sign
        for text in texts
        for sign in text
        if "\u2e80" <= sign <= "\u9fff" or "\uff00" <= sign <= "\uffef"
    }
    kept = asset("parts/names.txt").decode().strip()
    assert signs <= set(kept), "run scripts/make_names_font.py"
    font = asset("parts/names.woff2")
    assert font.startswith(b"wOF2")
    assert b64encode(font).decode() in fonts()


class NextTapError(Exception):
    """What Streamlit raises, in other words, where a run may be left."""


def test_the_next_tap_cannot_come_between_while_a_visit_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def left() -> NoReturn:
        raise NextTapError

    state = SessionState()
    monkeypatch.setattr(
        session_state_proxy, "get_session_state", lambda: SafeSessionState(state, lambda: None)
    )
    assert session() == Session(session().state)
    state["saver"] = {"tap": 7}
    monkeypatch.setattr(
        session_state_proxy, "get_session_state", lambda: SafeSessionState(state, left)
    )
    note = Note("hand.started_over")
    session().state = State(with_notice(session().state.screen, "page", note))
    assert take_notice("page") == note
    assert take_notice("page") is None
    assert browser_value("saver", "tap") == 7
    assert browser_value("gone", "tap") is None
    with pytest.raises(NextTapError):
        let_taps_in()

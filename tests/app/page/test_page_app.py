"""The page without a browser: its states, and what it says when something outside fails."""

import sys
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.i18n import texts
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.sheet import to_csv
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page import main as page
from hu.app.page import visit as page_visit
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Claim, Draft, Rack, draft_from_json
from hu.app.page.game.scored_hand import pattern_names
from hu.app.page.screen import Screen
from hu.app.page.serving.server import PAGE
from hu.scoring.hand import Hand
from tests.app.page.laid import from_hand
from tests.app.page.page_apps import draft_of, markup, parts, save, save_drawn_hand, saving_offered, tap, visit_of
from tests.app.page.recorded import TRUTH

RECORDED = Path(__file__).parent / "recorded_page.py"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], AppTest]:
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()
    return lambda: AppTest.from_file(str(RECORDED), default_timeout=120)


def drafted(app: AppTest, **fields: object) -> AppTest:
    visit_of(app).draft = Draft(rack=Rack(History(from_hand(Hand.from_text(TRUTH)))), **fields)  # type: ignore[arg-type]
    visit_of(app).place = ""
    return app.run()


def test_the_first_screen(app: Callable[[], AppTest]) -> None:
    shown = app().run()
    assert not shown.exception
    assert [button.label for button in shown.button] == ["Tile sets", "New game", "Open"]


def test_the_questions_come_one_after_another(app: Callable[[], AppTest]) -> None:
    shown = drafted(app(), winner="S")
    assert not [part for part in parts(shown) if part["kind"] == "choice"]
    shown = drafted(app(), winner="S", claim=Claim("discard", "E"))
    assert [part["question"] for part in parts(shown) if part["kind"] == "choice"] == ["Anything special?"]
    assert not shown.exception


def test_answers_are_kept_in_the_ledger(app: Callable[[], AppTest], tmp_path: Path) -> None:
    shown = drafted(app(), winner="S", claim=Claim("discard", "W"))
    tap(shown, "ask", "special", ["last-tile"])
    assert draft_of(shown).claim.circumstances == {"last-tile"}
    page_visit.close_ledgers()
    ledger = Ledger(tmp_path / "games.sqlite")
    content = ledger.draft(visit_of(shown).browser, "")
    ledger.close()
    assert content is not None
    assert draft_from_json(content).claim.circumstances == {"last-tile"}


def test_a_games_file_that_cannot_be_used_is_named(app: Callable[[], AppTest], tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database, but as long as one " * 40)
    shown = app().run()
    assert not shown.exception
    assert "games.sqlite" in shown.error[0].value


def test_an_unforeseen_error_is_logged_and_told_in_one_line(
    app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(page, "_home", fail)
    shown = app().run()
    assert not shown.exception
    assert "secret detail" in caplog.text
    assert not [text for text in shown.markdown if "secret detail" in text.value]


def test_an_unknown_game_in_the_address_shows_the_first_screen(app: Callable[[], AppTest]) -> None:
    shown = app()
    shown.query_params["game"] = "<script>"
    assert not shown.run().exception
    assert any(button.label == "New game" for button in shown.button)


def test_a_game_that_vanishes_while_it_is_shown_is_told_and_left(
    app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = app().run()
    shown.button(key="new-game").click().run()
    for seat, name in zip("ESWN", ["Anna", "Bruno", "Carla", "Dario"], strict=True):
        shown.text_input(key=f"player-{seat}").set_value(name)
    shown.button(key="begin").click().run()

    def fail(*_: object) -> None:
        raise LedgerError("code-unknown", code="GONE")

    monkeypatch.setattr(page, "_game", fail)
    shown.run()
    assert not shown.exception
    shown.button(key="leave-refused").click().run()
    assert any(button.label == "New game" for button in shown.button)


def test_a_three_player_game_of_fimj(app: Callable[[], AppTest]) -> None:
    shown = app().run()
    shown.button(key="new-game").click().run()
    shown.button_group(key="new-rules").set_value("fimj").run()
    shown.toggle(key="new-three").set_value(True).run()
    for seat, name in zip("ESW", ["Anna", "Bruno", "Carla"], strict=True):
        shown.text_input(key=f"player-{seat}").set_value(name)
    shown.button(key="begin").click().run()
    assert not shown.exception
    save_drawn_hand(shown)
    save(shown)
    assert not shown.exception
    assert draft_of(shown).seats == ("E", "S", "W")
    assert draft_of(shown).round_wind == "E"


def test_the_sheet_keeps_why_nobody_won(app: Callable[[], AppTest], tmp_path: Path) -> None:
    shown = app().run()
    shown.button(key="new-game").click().run()
    shown.button_group(key="new-rules").set_value("fimj").run()
    for seat, name in zip("ESWN", ["Anna", "Bruno", "Carla", "Dario"], strict=True):
        shown.text_input(key=f"player-{seat}").set_value(name)
    shown.button(key="begin").click().run()
    save_drawn_hand(shown)
    save(shown)

    def entries() -> tuple[Game, tuple[Entry, ...]]:
        ledger = Ledger(tmp_path / "games.sqlite")
        (game,) = ledger.games()
        found = game, ledger.entries(game.code)
        ledger.close()
        return found

    game, (entry,) = entries()
    assert entry.note == ""
    for answer in ("first-winds", None, "first-winds"):
        visit_of(shown).screen = Screen(view="sheet", dialog=entry.id)
        shown.run()
        shown.button_group(key=f"why-{entry.id}-{entry.version}").set_value(answer).run()
        assert not shown.exception
        game, (entry,) = entries()
        assert entry.note == (answer or "")
    shown.button(key="change").click().run()
    save(shown)
    assert entries()[1][0].note == "first-winds"
    table = to_csv(game, [entry], texts("en"), UTC, patterns=pattern_names(texts("en"), game))
    assert "Everybody's first discard was the same wind" in table


def test_the_differences_of_a_drawn_hand_of_fimj_are_paid_where_the_table_says_so(
    app: Callable[[], AppTest], tmp_path: Path
) -> None:
    shown = app().run()
    shown.button(key="new-game").click().run()
    shown.button_group(key="new-rules").set_value("fimj").run()
    for seat, name in zip("ESWN", ["Anna", "Bruno", "Carla", "Dario"], strict=True):
        shown.text_input(key=f"player-{seat}").set_value(name)
    shown.toggle(key="new-settle_without_winner").set_value(True)
    shown.button(key="begin").click().run()
    save_drawn_hand(shown)
    tap(shown, "open", "E", False)
    for seat, points in zip("ESWN", (16, 8, 0, 0), strict=True):
        assert not saving_offered(shown)
        tap(shown, "rack", seat, "points", points)
        (way_on,) = [part for part in parts(shown) if part.get("name") == "next-rack"]
        tap(shown, *way_on["op"])
    save(shown)
    assert not shown.exception
    ledger = Ledger(tmp_path / "games.sqlite")
    entries = ledger.entries(ledger.games()[0].code)
    ledger.close()
    # East is paid twice the difference: 16 by South, 32 by each of the others; South 8 by each of those; in tens.
    assert [(entry.kind, entry.amounts) for entry in entries] == [("drawn", (80, 0, -40, -40))]


def test_wrong_names_are_told_and_nothing_is_begun(app: Callable[[], AppTest]) -> None:
    shown = app().run()
    shown.button(key="new-game").click().run()
    shown.text_input(key="player-E").set_value("Anna")
    shown.text_input(key="player-W").set_value("Anna")
    shown.button(key="begin").click().run()
    assert "Two players are called Anna: tell them apart." in markup(shown)


def test_no_module_of_the_page_hides_one_of_python() -> None:
    # Streamlit puts the page's folder first on the path.
    names = {path.stem for path in PAGE.parent.iterdir()}
    assert not names & sys.stdlib_module_names


def test_a_hand_of_13_shows_what_it_waits_for_and_a_tap_wins_with_it(app: Callable[[], AppTest]) -> None:
    shown = app()
    visit_of(shown).draft = Draft(rack=Rack(History(from_hand(Hand.from_text("234567m 13p 55s [777z]")))), winner="S")
    visit_of(shown).place = ""
    shown.run()
    (waits,) = [part for part in parts(shown) if part["kind"] == "waits"]
    assert [wait["label"] for wait in waits["waits"]] == ["2 of dots: 10 (4 left)"]
    tap(shown, "wait", "2p")
    assert not shown.exception
    assert str(to_hand(draft_of(shown).rack.history.now)) == "234567m 13p 55s [777z] +2p"
    assert not [part for part in parts(shown) if part["kind"] == "waits"]

"""House rules on the page, and games whose rules are not installed."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.i18n import texts
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
from hu.app.page import visit as page_visit
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.game.house import house_html
from hu.scoring.hand import Hand
from hu.scoring.house import read_house
from tests.app.page.laid import from_hand
from tests.app.page.page_apps import draft_of, markup, tap, visit_of
from tests.app.page.recorded import TRUTH

RECORDED = Path(__file__).parents[1] / "recorded_page.py"
CLUB = (Path(__file__).parents[4] / "docs" / "house" / "tuesday-club.toml").read_text(encoding="utf-8")
NAMES = ["Anna", "Bruno", "Carla", "Dario"]


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()
    return tmp_path / "games.sqlite"


@pytest.fixture
def app() -> Callable[[], AppTest]:
    return lambda: AppTest.from_file(str(RECORDED), default_timeout=120)


def test_a_game_whose_rules_are_missing_keeps_its_sheet(games: Path, app: Callable[[], AppTest]) -> None:
    ledger = Ledger(games)
    game = ledger.create_game("poker", NAMES, "An old evening", {"limit": 3})
    ledger.add(game.code, Entry("won", (12, -4, -4, -4), tuple("ESWN"), winners=(0,), points=4, note="55z"), 0)
    ledger.close()
    page = app()
    page.query_params["game"] = game.code
    page.run()
    assert not page.exception
    assert "This game is played by the rules “poker”, which are not installed here." in markup(page)
    assert "An old evening · poker" in markup(page)
    assert [button.proto.label for button in page.get("download_button")] == ["Download as CSV", "Download the game"]
    tap(page, "leave")
    assert not page.exception
    labels = [button.label for button in page.button]
    assert any("An old evening" in label and "poker" in label for label in labels), labels
    page.button(key="statistics").click().run()
    assert not page.exception
    ledger = Ledger(games)
    kept = ledger.game(game.code)
    assert kept is not None
    assert (kept.rules, dict(kept.options), len(ledger.entries(game.code))) == ("poker", {"limit": 3}, 1)
    ledger.close()


def test_a_game_is_played_by_house_rules_and_its_sheet_says_so(games: Path, app: Callable[[], AppTest]) -> None:
    page = app()
    page.run()
    page.button(key="new-game").click().run()
    visit_of(page).screen = replace(visit_of(page).screen, house=read_house(CLUB))
    page.run()
    assert "House rules: Tuesday club" in markup(page)
    for seat, name in zip("ESWN", NAMES, strict=True):
        page.text_input(key=f"player-{seat}").set_value(name)
    page.button(key="begin").click().run()
    draft = draft_of(page)
    rack = Rack(History(from_hand(Hand.from_text(TRUTH))))
    visit_of(page).draft = Draft("zung-jung", draft.options, rack, "S", seats=draft.seats, seating=draft.seating)
    page.run()
    assert not page.exception
    ledger = Ledger(games)
    game = ledger.games()[0]
    ledger.close()
    assert game.options["minimum"] == 5
    assert "3.1" in str(game.options["house"])
    for language, line in (("en", "Value Honor (3.1): 15 instead of 10"), ("it", "Minimo per vincere: 5")):
        assert line in house_html(game, texts(language))


def test_a_game_by_the_published_rules_says_nothing(games: Path) -> None:
    ledger = Ledger(games)
    game = ledger.create_game("zung-jung", NAMES)
    ledger.close()
    assert house_html(game, texts("en")) == ""


def test_options_of_one_name_do_not_mix_between_rules(games: Path, app: Callable[[], AppTest]) -> None:
    page = app()
    page.run()
    page.button(key="new-game").click().run()
    page.toggle(key="new-minimum").set_value(True).run()
    page.button_group(key="new-rules").set_value("mcr").run()
    assert not page.exception
    assert page.number_input(key="new-minimum").value == 8
    page.number_input(key="new-minimum").set_value(6)
    for seat, name in zip("ESWN", NAMES, strict=True):
        page.text_input(key=f"player-{seat}").set_value(name)
    page.button(key="begin").click().run()
    assert not page.exception
    ledger = Ledger(games)
    game = ledger.games()[0]
    ledger.close()
    assert (game.rules, game.options["minimum"]) == ("mcr", 6)
    assert "Minimum to win: 6" in house_html(game, texts("en"))


@pytest.mark.usefixtures("games")
def test_a_missing_library_is_told_beside_the_hand(app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MahjongGB", None)
    page = app()
    rack = Rack(History(from_hand(Hand.from_text("147m 258p 39s 12346z +5z"))))
    visit_of(page).draft = Draft("mcr", {}, rack, "S", claim=Claim("self-draw"), round_wind="E")
    visit_of(page).place = ""
    page.run()
    assert not page.exception
    assert "PyMahjongGB, which is not installed" in markup(page)

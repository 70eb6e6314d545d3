"""A saved game whose rules this installation lacks is told, and nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.ledger.ledger import Ledger
from hu.app.page import visit as page_visit
from hu.scoring.rules import register, unregister
from tests.app.page.page_apps import markup, tap
from tests.scoring.tiny_rule_set import Tiny

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game whose rule set is gone."""
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()
    register(Tiny())
    ledger = Ledger(tmp_path / "games.sqlite")
    game = ledger.create_game("tiny", NAMES)
    ledger.close()
    unregister("tiny")
    yield game.code
    page_visit.close_ledgers()


def test_it_is_told_in_one_line_and_the_way_home_stays(code: str, tmp_path: Path) -> None:
    app = AppTest.from_file(str(Path(__file__).parents[1] / "recorded_page.py"), default_timeout=120)
    app.query_params["game"] = code
    app.run()
    assert not app.exception
    told = markup(app)
    assert "tiny" in told
    assert "hu-alert" in told
    tap(app, "leave")
    assert not app.exception
    assert app.button(key="new-game")
    ledger = Ledger(tmp_path / "games.sqlite")
    assert ledger.game(code) is not None
    ledger.close()

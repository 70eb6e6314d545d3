"""What lies on the table is asked for where the rules need it, paid, and carried from hand to hand."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game
from hu.app.page import visit as page_visit
from hu.app.page.editing.hand import History, from_hand
from hu.app.page.state import Claim, Draft, Rack
from hu.scoring.notation import parse_hand

NAMES = ["Anna", "Bruno", "Carla", "Dario"]
HAND = "234m 45789p 45688s +3p"


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()  # type: ignore[attr-defined]
    app = AppTest.from_file(str(Path(__file__).parent / "recorded_page.py"), default_timeout=120)
    app.run()
    app.button(key="new-game").click().run()
    app.button_group(key="new-rules").set_value("riichi").run()
    for seat, name in zip("ESWN", NAMES, strict=True):
        app.text_input(key=f"player-{seat}").set_value(name)
    app.button(key="begin").click().run()
    yield app
    page_visit.close_ledgers()


def _entries(tmp_path: Path) -> tuple[Game, tuple[Entry, ...]]:
    ledger = Ledger(tmp_path / "games.sqlite")
    game = ledger.games()[0]
    entries = tuple(ledger.entries(game.code))
    ledger.close()
    return game, entries


def _drawn(app: AppTest, tenpai: list[str], declared: list[str]) -> None:
    app.button(key="drawn").click().run()
    app.button_group(key="ask-status-tenpai").set_value(tenpai).run()
    app.button_group(key="ask-declared").set_value(declared).run()
    app.button(key="save").click().run()
    assert not app.exception


def test_a_drawn_hand_pays_those_who_wait_and_leaves_the_sticks(shown: AppTest, tmp_path: Path) -> None:
    _drawn(shown, ["E", "W"], ["W"])
    _, (entry,) = _entries(tmp_path)
    assert (entry.kind, entry.amounts, entry.pot) == ("drawn", (1500, -1500, 500, -1500), 1000)
    assert entry.statuses == ("tenpai", None, "tenpai", None)


def test_the_next_winner_takes_the_sticks_and_the_counters(shown: AppTest, tmp_path: Path) -> None:
    _drawn(shown, ["E", "W"], ["W"])
    shown.button(key="next").click().run()
    draft: Draft = shown.session_state["draft"]
    assert draft.counters == {"honba": 1, "sticks": 1}
    assert draft.seating == ("E", "S", "W", "N")
    rack = Rack(History(from_hand(parse_hand(HAND))))
    shown.session_state["draft"] = replace(draft, rack=rack, winner="S", claim=Claim("discard", "W"))
    shown.run()
    shown.button_group(key="ask-special").set_value(["riichi"]).run()
    shown.button_group(key="ask-declared").set_value(["N"]).run()
    shown.button(key="save").click().run()
    assert not shown.exception
    _, (_, entry) = _entries(tmp_path)
    # Riichi and pinfu 2,000, one honba 300, three sticks of which one is the winner's own.
    assert entry.amounts == (0, 2000 + 300 + 2000, -2300, -1000)
    assert entry.pot == -1000
    assert entry.points == 2300


def test_riichi_without_a_waiting_hand_is_told(shown: AppTest) -> None:
    shown.button(key="drawn").click().run()
    shown.button_group(key="ask-declared").set_value(["W"]).run()
    assert any("declared riichi and must show a waiting hand" in block.body for block in shown.get("html"))

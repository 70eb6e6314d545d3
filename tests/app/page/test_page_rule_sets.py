"""Any rule set of the registry is played on the page, without a word of the page about it."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.ledger.ledger import Ledger
from hu.app.page import visit as page_visit
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.scoring.hand import Hand
from hu.scoring.rules import register, rule_names, rule_set, unregister
from hu.scoring.unknowns import candidates
from tests.app.page.laid import from_hand
from tests.app.page.page_apps import draft_of, parts, save, visit_of
from tests.app.page.recorded import TRUTH
from tests.scoring.tiny_rule_set import Tiny

PAGE = Path(__file__).parents[3] / "app" / "page"


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    register(Tiny())
    yield
    unregister("tiny")


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()
    return AppTest.from_file(str(Path(__file__).parent / "recorded_page.py"), default_timeout=120)


def test_a_third_rule_set_scores_a_hand(shown: AppTest) -> None:
    rack = Rack(History(from_hand(Hand.from_text(TRUTH))))
    visit_of(shown).draft = Draft("tiny", rack=rack, winner="S", claim=Claim("discard", "W"))
    visit_of(shown).place = ""
    shown.run()
    assert not shown.exception
    assert [part["question"] for part in parts(shown) if part["kind"] == "choice"] == ["Anything special?"]


def test_a_third_rule_set_plays_a_game(shown: AppTest, tmp_path: Path) -> None:
    shown.run()
    shown.button(key="new-game").click().run()
    shown.button_group(key="new-rules").set_value("tiny").run()
    for seat, name in zip("ESWN", ["Anna", "Bruno", "Carla", "Dario"], strict=True):
        shown.text_input(key=f"player-{seat}").set_value(name)
    shown.toggle(key="new-double").set_value(True)
    shown.button(key="begin").click().run()
    draft = draft_of(shown)
    rack = Rack(History(from_hand(Hand.from_text(TRUTH))))
    visit_of(shown).draft = replace(draft, rack=rack, winner="S", claim=Claim("self-draw"))
    shown.run()
    save(shown)
    assert not shown.exception
    ledger = Ledger(tmp_path / "games.sqlite")
    entries = ledger.entries(ledger.games()[0].code)
    ledger.close()
    # A win and one flower, 3 points, counted twice.
    assert [(entry.points, entry.amounts) for entry in entries] == [(6, (-6, 18, -6, -6))]


@pytest.mark.parametrize(
    "hand", ["234567m 13p 55s [777z] +2p", "234567m 123p 55s [777z]", "111222333m 44p [555z]", "11122345678999m"]
)
@pytest.mark.parametrize("rules", [*rule_names()])
def test_a_tap_weighs_the_hand_once_with_each_tile_that_may_have_won(
    shown: AppTest, monkeypatch: pytest.MonkeyPatch, rules: str, hand: str
) -> None:
    edited = from_hand(Hand.from_text(hand))
    open_ = tuple(tile.id for group in edited.groups if group.kind == "exposed" for tile in group.tiles)
    rack = Rack(History(replace(edited, unsettled=(open_,))))
    visit_of(shown).draft = Draft(rules, rack=rack, winner="S", claim=Claim("discard", "W"), round_wind="E")
    visit_of(shown).place = ""
    weighed: list[str] = []

    def counting(name: str) -> Callable[..., object]:
        counted = getattr(type(rule_set(rules)), name)

        def count(*args: object, **named: object) -> object:
            inner = sys._getframe(1).f_globals["__name__"].startswith(f"hu.scoring.{rules.replace('-', '_')}")
            weighed.extend([] if inner else [name])
            return counted(*args, **named)

        return count

    for name in ("score", "problems", "hand_problems"):
        monkeypatch.setattr(type(rule_set(rules)), name, counting(name))
    shown.run()
    assert not shown.exception
    assert 1 <= len(weighed) <= 5 + len(candidates(Hand.from_text(hand))), weighed


def test_the_page_names_no_rule_set() -> None:
    named = re.compile("|".join(f"[\"']{re.escape(name)}[\"']" for name in rule_names()))
    assert not [path.name for path in PAGE.rglob("*.py") if named.search(path.read_text(encoding="utf-8"))]

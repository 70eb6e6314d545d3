"""What lies on the table is asked for where the rules need it, paid, and carried from hand to hand."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.i18n import texts
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.sheet import to_csv
from hu.app.ledger.values import Entry, Game
from hu.app.page import visit as page_visit
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.game.finish import summary_html, summary_of
from hu.app.page.hand.result import with_sign
from hu.scoring.hand import Hand
from tests.app.page.laid import from_hand
from tests.app.page.page_apps import draft_of, markup, save, save_drawn_hand, tap, visit_of

NAMES = ["Anna", "Bruno", "Carla", "Dario"]

HAND = "234m 45789p 45688s +3p"


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """The form of a new game of Riichi."""
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()
    app = AppTest.from_file(str(Path(__file__).parents[1] / "recorded_page.py"), default_timeout=120)
    app.run()
    app.button(key="new-game").click().run()
    app.button_group(key="new-rules").set_value("riichi").run()
    yield app
    page_visit.close_ledgers()


@pytest.fixture
def shown(begun: AppTest) -> AppTest:
    """The first hand of that game."""
    for seat, name in zip("ESWN", NAMES, strict=True):
        begun.text_input(key=f"player-{seat}").set_value(name)
    return begun.button(key="begin").click().run()


def _entries(tmp_path: Path) -> tuple[Game, tuple[Entry, ...]]:
    ledger = Ledger(tmp_path / "games.sqlite")
    game = ledger.games()[0]
    entries = tuple(ledger.entries(game.code))
    ledger.close()
    return game, entries


def _drawn(app: AppTest, tenpai: list[str], declared: list[str]) -> None:
    save_drawn_hand(app)
    tap(app, "ask", "status-tenpai", tenpai)
    tap(app, "ask", "declared", declared)
    assert "On the table" in markup(app)
    save(app)
    assert not app.exception


def test_a_drawn_hand_pays_those_who_wait_and_leaves_the_sticks(shown: AppTest, tmp_path: Path) -> None:
    _drawn(shown, ["E", "W"], ["W"])
    _, (entry,) = _entries(tmp_path)
    assert (entry.kind, entry.amounts, entry.pot) == ("drawn", (1500, -1500, 500, -1500), 1000)
    assert entry.statuses == ("tenpai", None, "tenpai", None)


def test_the_next_winner_takes_the_sticks_and_the_counters(shown: AppTest, tmp_path: Path) -> None:
    _drawn(shown, ["E", "W"], ["W"])
    shown.button(key="next").click().run()
    draft: Draft = draft_of(shown)
    assert draft.asked == {"honba": 1, "sticks": 1}
    assert draft.seating == ("E", "S", "W", "N")
    rack = Rack(History(from_hand(Hand.from_text(HAND))))
    visit_of(shown).draft = replace(draft, rack=rack, winner="S", claim=Claim("discard", "W"))
    shown.run()
    tap(shown, "ask", "special", ["riichi"])
    tap(shown, "ask", "declared", ["N"])
    save(shown)
    assert not shown.exception
    _, (_, entry) = _entries(tmp_path)
    # Riichi and pinfu 2,000, one honba 300, three sticks of which one is the winner's own.
    assert entry.amounts == (0, 2000 + 300 + 2000, -2300, -1000)
    assert entry.pot == -1000
    assert entry.points == 2300


def test_riichi_without_a_waiting_hand_is_told(shown: AppTest) -> None:
    save_drawn_hand(shown)
    tap(shown, "ask", "declared", ["W"])
    assert "On the table" not in markup(shown)
    assert "declared riichi and must show a waiting hand" in markup(shown)


RIICHI_GAME = Game("CODE2345", "riichi", "", tuple(NAMES), {"preset": "tenhou"}, datetime(2026, 5, 1, 18, tzinfo=UTC))
DRAWN = Entry(
    "drawn", (1500, -1500, 500, -1500), ("E", "S", "W", "N"), 1, "E", pot=1000,
    statuses=("tenpai", None, "tenpai", None), saved=RIICHI_GAME.started,
)  # fmt: skip


def ranked(game: Game, entry: Entry) -> list[tuple[str, str]]:
    """Each player's place and result at the end of a game of one hand."""
    summary = summary_of(game, [entry])
    assert summary is not None
    return [(f"{place}. {game.players[player]}", with_sign(final)) for place, player, _, final in summary.ranking]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_table_shows_what_lies_there_and_who_waits(language: str) -> None:
    row = to_csv(RIICHI_GAME, [DRAWN], texts(language), UTC).splitlines()[1].split(",")
    assert row[9:] == ["1500", "-1500", "500", "-1500", "1000", "Anna:tenpai Carla:tenpai", "", "", ""]


def test_the_final_ranking_adds_uma_and_oka() -> None:
    ended = replace(RIICHI_GAME, ended=RIICHI_GAME.started)
    assert summary_of(RIICHI_GAME, [DRAWN]) is None
    # 25,000 at the start, 30,000 to return: Anna 26,500 + 20,000 oka + 20,000 uma + the stick that is left.
    assert ranked(ended, DRAWN) == [
        ("1. Anna", "+37500"),
        ("2. Carla", "+5500"),
        ("3. Bruno", "−16500"),
        ("4. Dario", "−26500"),
    ]
    summary = summary_of(ended, [DRAWN])
    assert summary is not None
    assert [course for _, course in summary.courses] == [(0, 1500), (0, -1500), (0, 500), (0, -1500)]
    assert '<small>26500</small> <span class="">+37500</span>' in summary_html(ended, summary, texts("en"))


def test_players_who_tie_share_their_place() -> None:
    game = replace(RIICHI_GAME, ended=RIICHI_GAME.started, options={"preset": "ema"})
    shown = ranked(game, replace(DRAWN, amounts=(1000, 1000, -1000, -1000), pot=0))
    assert [place for place, _ in shown] == ["1. Anna", "1. Bruno", "3. Carla", "3. Dario"]


def test_a_chombo_is_settled_after_the_game() -> None:
    game = replace(RIICHI_GAME, ended=RIICHI_GAME.started, options={"preset": "wrc"})
    chombo = replace(DRAWN, amounts=(0, 0, 0, 0), pot=0, statuses=(None, None, "chombo", None))
    assert [result for _, result in ranked(game, chombo)] == ["0", "0", "0", "−30000"]


def test_an_option_that_is_as_the_preset_has_it_says_what_that_is(begun: AppTest) -> None:
    assert begun.button_group(key="new-start").options[0] == "as above: 30000"
    begun.button_group(key="new-uma").set_value("20-10").run()
    begun.button_group(key="new-preset").set_value("m-league").run()
    assert begun.button_group(key="new-red_fives").options[0] == "as above: three"
    assert begun.button_group(key="new-open_tanyao").options[0] == "as above: yes"
    assert begun.button_group(key="new-uma").options[0] == "as above: 30-10"
    assert begun.button_group(key="new-uma").value == "20-10"

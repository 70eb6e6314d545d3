"""A game on the page, without a browser: what ends it, and what can be undone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from streamlit.testing.v1 import AppTest

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import GOES_ON, Entry, Game
from hu.app.page import main
from hu.app.page import visit as page_visit
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.next_hand import is_finished
from hu.app.page.draft.state import Claim, Rack
from hu.app.page.screen import Screen
from hu.scoring.hand import Hand
from tests.app.page.laid import from_hand
from tests.app.page.page_apps import draft_of, drawn_offered, markup, parts, save, save_drawn_hand, tap, undo, visit_of

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """The first hand of a game of Zung Jung."""
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    page_visit._ledger.clear()
    app = AppTest.from_file(str(Path(__file__).parents[1] / "recorded_page.py"), default_timeout=120)
    app.run()
    app.button(key="new-game").click().run()
    for seat, name in zip("ESWN", NAMES, strict=True):
        app.text_input(key=f"player-{seat}").set_value(name)
    yield app.button(key="begin").click().run()
    page_visit.close_ledgers()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """The same games, as another phone changes them."""
    ledger = Ledger(tmp_path / "games.sqlite")
    yield ledger
    ledger.close()


def test_leaving_one_game_leaves_no_other(shown: AppTest, ledger: Ledger) -> None:
    left = {"load": "test", "n": 7, "hand": "ANOTHER/x", "op": ["leave"]}
    with patch.object(main, "browser_value", lambda *_: {"events": [left]}):
        shown.run()
    assert drawn_offered(shown)
    assert ledger.games()


def labels(app: AppTest) -> list[str]:
    assert not app.exception
    tapped = [part["label"] for part in parts(app) if part["kind"] == "action"]
    return [*(button.label for button in app.button), *tapped]


def begun(app: AppTest, rules: str) -> AppTest:
    """The first hand of a game by other rules, begun without typing."""
    tap(app, "leave")
    app.button(key="new-game").click().run()
    app.get("button_group")  # the rules are the form's own
    app.session_state["new-rules"] = rules
    app.run()
    return app.button(key="begin").click().run()


def won_hand(app: AppTest) -> AppTest:
    """South has won by West's discard."""
    visit = visit_of(app)
    rack = Rack(History(from_hand(Hand.from_text("234567m 13p 55s [777z] +2p"))))
    visit.draft = replace(draft_of(app), rack=rack, winner="S", claim=Claim("discard", "W"))
    return app.run()


def test_a_game_that_has_been_played_out_is_finished_until_it_is_opened_again(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    for number in range(16):
        save_drawn_hand(shown)
        if number < 15:
            shown.button(key="next").click().run()
    entries = ledger.entries(game.code)
    assert len(entries) == 16
    assert is_finished(game, entries)
    assert "next" not in [button.key for button in shown.button]
    tap(shown, "leave")
    assert "go-on" not in [button.key for button in shown.button]
    shown.button(key=f"open-{game.code}").click().run()
    assert not drawn_offered(shown)
    shown.button(key="finish").click().run()
    opened = ledger.game(game.code)
    assert opened is not None
    assert opened.options[GOES_ON]
    assert not is_finished(opened, entries)
    assert drawn_offered(shown)


def test_the_end_of_a_game_can_be_undone(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    save_drawn_hand(shown)
    shown.button(key="finish").click().run()
    assert _game(ledger, game).ended is not None
    undo(shown)
    assert _game(ledger, game).ended is None


def _game(ledger: Ledger, game: Game) -> Game:
    found = ledger.game(game.code)
    assert found is not None
    return found


def test_a_hand_that_was_given_up_for_another_phones_can_be_had_back(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    won_hand(shown)
    ledger.add(game.code, Entry("drawn", (0,) * 4, ("E", "S", "W", "N"), 1, "E", token="theirs"), 0)  # noqa: S106
    shown.run()
    shown.button(key="discard-mine").click().run()
    assert draft_of(shown).empty
    undo(shown)
    assert draft_of(shown).winner is not None
    assert "discard-mine" in [button.key for button in shown.button]


def test_one_undo_stands_at_a_time_the_latest(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    save(won_hand(shown))
    visit_of(shown).screen = Screen(view="sheet", dialog=ledger.entries(game.code)[0].id)
    shown.run()
    shown.button(key="delete").click().run()
    assert labels(shown).count("Undo") == 1
    shown.button(key="next").click().run()
    save(won_hand(shown))
    assert [button.key for button in shown.button if button.label == "Undo"] == ["undo-saved"]
    assert len(ledger.entries(game.code)) == 1


def test_undoing_the_clearing_of_a_hand_keeps_the_one_that_was_begun_since(shown: AppTest) -> None:
    won_hand(shown)
    tap(shown, "over")
    rack = Rack(History(from_hand(Hand.from_text("11m"))))
    visit_of(shown).draft = replace(draft_of(shown), rack=rack)
    shown.run()
    undo(shown)
    assert draft_of(shown).winner == "S"
    undo(shown)
    assert len(draft_of(shown).rack.history.now.tiles) == 2


def test_the_same_hand_saved_on_two_phones_is_not_asked_about(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    won_hand(shown)
    theirs = Entry(
        "won", (-10, 30, -10, -10), ("E", "S", "W", "N"), 1, None, (1,), 10, "[777z] 234567m 13p 55s +2p",
        token="theirs",  # noqa: S106
    )  # fmt: skip
    ledger.add(game.code, theirs, 0)
    shown.run()
    assert draft_of(shown).empty
    assert "discard-mine" not in [button.key for button in shown.button]
    assert "Hand 1 is on the sheet." in markup(shown)
    assert len(ledger.entries(game.code)) == 1


def keys(app: AppTest) -> list[str | None]:
    assert not app.exception
    return [button.key for button in app.button]


def to_sheet(app: AppTest, **more: int) -> AppTest:
    visit_of(app).screen = Screen(view="sheet", **more)  # type: ignore[arg-type]
    return app.run()


def test_a_game_begins_without_typing_and_says_what_lies_on_the_table(shown: AppTest, ledger: Ledger) -> None:
    begun(shown, "riichi")
    game = ledger.games()[0]
    assert (game.rules, game.players) == ("riichi", ("East", "South", "West", "North"))
    ledger.add(game.code, Entry("drawn", (-1_000, 0, 0, 0), ("E", "S", "W", "N"), 1, "E", pot=1_000), 0)
    shown.run()
    assert "Honba: 1 · Riichi sticks on the table: 1" in markup(shown)
    assert "Honba: 1 · Riichi sticks on the table: 1" in markup(to_sheet(shown))


def test_the_end_says_which_figure_has_the_uma_and_the_list_shows_the_same(shown: AppTest, ledger: Ledger) -> None:
    begun(shown, "riichi")
    game = ledger.games()[0]
    ledger.add(game.code, Entry("won", (8_000, -8_000, 0, 0), ("E", "S", "W", "N"), 1, "E", (0,)), 0)
    tap(shown, "leave")
    label = shown.button(key=f"open-{game.code}").label
    assert f"{game.started:%Y\\-%m\\-%d %H\\:%M}" in label
    assert "East 38000" in label
    shown.button(key=f"open-{game.code}").click().run()
    to_sheet(shown).button(key="finish").click().run()
    said = markup(shown)
    assert '<small>Total</small> <span class="">With uma</span>' in said
    first = said.split('class="is-first"')[1].split('<span class="">')[2].split("<")[0]
    tap(shown, "leave")
    assert f"East {first}".replace("+", "\\+") in shown.button(key=f"open-{game.code}").label


def test_a_finished_game_takes_no_payment_and_no_change(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    save(won_hand(shown))
    assert "payment" in keys(shown)
    (entry,) = ledger.entries(game.code)
    assert "change" in keys(to_sheet(shown, dialog=entry.id))
    to_sheet(shown).button(key="finish").click().run()
    assert "payment" not in keys(shown)
    assert not {"change", "delete"} & set(keys(to_sheet(shown, dialog=entry.id)))


def test_a_game_can_be_removed_from_the_list_and_had_back(shown: AppTest, ledger: Ledger) -> None:
    (game,) = ledger.games()
    to_sheet(shown).button(key="remove").click().run()
    assert f"open-{game.code}" not in keys(shown)
    assert ledger.game(game.code) is not None
    undo(shown)
    assert f"open-{game.code}" in keys(shown)


def test_the_standing_fills_the_screen_of_the_next_hand(shown: AppTest) -> None:
    save(won_hand(shown))
    shown.button(key="next").click().run()
    standing = markup(shown).split("hu-standing")[1]
    assert standing.index("Bruno") < standing.index("Anna")
    assert "hu-standing" in markup(won_hand(shown))


def test_a_hand_without_a_game_is_saved_to_a_game_that_is_played_or_to_a_new_one(
    shown: AppTest, ledger: Ledger
) -> None:
    (game,) = ledger.games()
    tap(shown, "leave")
    visit_of(shown).draft = replace(draft_of(shown), round_wind="E")
    won_hand(shown)
    shown.button(key=f"move-{game.code}").click().run()
    assert visit_of(shown).place == game.code
    assert draft_of(shown).winner == "S"
    save(shown)
    assert [entry.winners for entry in ledger.entries(game.code)] == [(1,)]
    tap(shown, "leave")
    assert draft_of(shown).empty
    won_hand(shown)
    shown.button(key="move-new").click().run()
    shown.button(key="begin").click().run()
    save(shown)
    (new,) = (found for found in ledger.games() if found.code != game.code)
    assert [entry.winners for entry in ledger.entries(new.code)] == [(1,)]

"""The page without a browser: its states, its messages about outside failures, each rule set."""

import re
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from hu.app.i18n import texts
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.sheet_csv import to_csv
from hu.app.ledger.values import LedgerError
from hu.app.page import services, visitor
from hu.app.page import shell as page
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.state import Claim, draft_from_json
from hu.app.page.view.home import choice_name
from hu.app.page.view.scored_hand import sheet_facts
from hu.scoring.rule_set.registry import rule_set
from tests.app.page.laid import rack_of
from tests.app.page.page_apps import App
from tests.app.page.recorded import TRUTH
from tests.app.page.servers import NAMES

DISCARD = Claim("discard", "W")


def test_the_first_screen(app: App) -> None:
    assert app.run().button_keys() == ["tile-sets", "new-game"]
    assert app.offers("entry")


def test_circumstances_are_asked_for_once_it_is_known_how_a_hand_was_won(app: App) -> None:
    assert app.work_on(winner="S").questions() == []
    assert app.work_on(winner="S", claim=Claim("discard", "E")).questions() == ["Anything special?"]


def test_the_earlier_discarder_of_a_dear_hand_is_asked_for(app: App) -> None:
    app.work_on("123456789m 22p 55z +5z", winner="S", claim=DISCARD)
    (earlier,) = [part for part in app.parts() if part.get("op") == ["ask", "earlier"]]
    assert len(earlier["options"]) == 4


def test_the_rules_of_a_hand_are_asked_once(app: App) -> None:
    assert count_ops(app.run(), "rules") == 1
    assert count_ops(app.tap("by-hand"), "rules") == 1


def count_ops(app: App, op: str) -> int:
    """The number of parts with which a gesture without a parameter is made."""
    return [part.get("op") for part in app.parts()].count([op])


def test_the_table_asks_about_a_win_once_it_says_how(app: App) -> None:
    open_tiles = "555z 666z 222p 333s 9m 9m"
    assert part_of(app.work_on(open_tiles, winner="S"), "seats")["open"] is None
    question = part_of(app.work_on(open_tiles, winner="S", claim=DISCARD), "seats")["open"]
    assert question == texts("en")("ask.which")


def part_of(app: App, kind: str) -> dict[str, Any]:
    """The only part of a kind."""
    (part,) = [part for part in app.parts() if part["kind"] == kind]
    return part


def test_the_camera_opens_for_the_rack_after_one_that_was_photographed(app: App) -> None:
    hand = "111z 555p 234m 678s 9m +9m"
    rack = rack_of(hand, photo="photo-0")
    fimj: dict[str, Any] = {
        "rules": "fimj",
        "round_wind": "E",
        "winner": "S",
        "claim": Claim("self-draw"),
    }
    app.work_on(**fimj, rack=rack).next_rack()
    assert part_of(app, "snap")["open"]
    # A player who goes to a rack without that is not sent to the camera.
    assert not part_of(app.tap("open", "W", False), "snap")["open"]
    # Neither is a player who taps in the tiles.
    app.work_on(hand, **fimj).next_rack()
    assert not part_of(app, "snap")["open"]


def test_a_begun_hand_without_a_game_has_a_heading_for_screen_readers(app: App) -> None:
    heading = texts("en")("game.nav_hand")
    assert heading not in app.run().markup()
    assert heading in app.work_on(winner="S").markup()


def test_a_rack_says_whether_its_player_won_too(app: App) -> None:
    claim = Claim("discard", "N")
    app.work_on(rules="fimj", round_wind="E", winner="S", claim=claim, claims={"E": claim})
    for seat, has_won in (("E", True), ("W", False)):
        app.tap("open", seat, False)
        (switch,) = [part for part in app.parts() if part.get("op") == ["rack", seat, "won-too"]]
        assert switch["on"] is has_won


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": "234567m 13p 55s [777z] 1f"},
        {"hand": "234567m 13p 55s [777z] 99s +2p", "winner": "S", "claim": Claim("self-draw")},
        {"winner": "S"},
        {"winner": "S", "claim": Claim("self-draw")},
        {"rules": "fimj", "round_wind": "E", "winner": "S", "claim": Claim("discard", "N")},
        # Two players won with the same discard. The tiles of one of them are missing.
        {
            "rules": "riichi",
            "round_wind": "E",
            "winner": "S",
            "claim": Claim("discard", "N"),
            "claims": {"E": Claim("discard", "N")},
        },
    ],
)
def test_the_floating_line_leads_to_a_place_on_the_page(app: App, fields: dict[str, Any]) -> None:
    app.work_on(**fields)
    markup = app.markup()
    (anchor,) = re.findall(r'hu-floating [^>]*href="#([^"]+)"', markup)
    assert f'id="{anchor}"' in markup


def test_points_among_the_choices_of_an_option_have_their_thousands_separated() -> None:
    (start,) = [option for option in rule_set("riichi").options if option.name == "start"]
    assert choice_name(texts("en"), start, "25000") == "25,000"
    assert choice_name(texts("de"), start, str(start.default), "30000") == "wie oben: 30.000"


def test_players_without_names_are_not_offered_for_the_next_game(app: App) -> None:
    app.run().begin(names=("", "", "", "")).tap("leave").click("new-game")
    offers = [key for key in app.button_keys() if key.startswith(("known-", "same-"))]
    assert offers == []


def test_the_keyboard_is_open_for_the_first_tile_alone(app: App) -> None:
    assert part_of(app.run().tap("by-hand"), "editor")["begins"]
    app.tap("tile", None, ["add", "1m", None, None])
    (tile,) = app.draft.rack.history.now.tiles
    app.tap("tile", None, ["remove", tile.id])
    assert app.draft.rack.history.now.groups == ()
    assert not part_of(app, "editor")["begins"]


def test_answers_are_kept_in_the_ledger(app: App, ledger: Ledger) -> None:
    app.work_on(winner="S", claim=DISCARD).tap("ask", "special", ["last-tile"])
    assert app.draft.claim.circumstances == {"last-tile"}
    services.close_ledgers()
    content = ledger.draft(app.visit.browser, "")
    assert content is not None
    assert draft_from_json(content).claim.circumstances == {"last-tile"}


def test_a_games_file_that_cannot_be_used_is_named(app: App, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database, but as long as one " * 40)
    assert "games.sqlite" in app.run().error[0].value


def test_an_unforeseen_error_is_logged_and_its_details_are_not_shown(
    app: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(page, "_show_home", fail)
    app.run()
    assert "secret detail" in caplog.text
    assert not [text for text in app.markdown if "secret detail" in text.value]


def test_a_failed_part_is_reported_without_a_second_traceback(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        page.tell_failure(RuntimeError("secret detail"))

    # Streamlit logs the traceback itself. The fixture ``nothing_fails`` refuses another.
    monkeypatch.setattr(page, "_show_home", fail)
    app.run()
    assert texts("en")("app.tap_failed") in app.markup()
    assert "secret detail" not in app.markup()


@pytest.mark.parametrize(
    ("code", "shown"), [("<script>", "&lt;script&gt;"), ("NOSUCHXX", "NOSUCHXX")]
)
def test_an_unknown_game_in_the_address_is_reported_on_the_first_screen(
    app: App, code: str, shown: str
) -> None:
    app.query_params["game"] = code
    app.run()
    assert f"No game has the code {shown}" in app.markup()
    assert "New game" in app.labels()


def test_a_game_that_vanishes_while_it_is_shown_has_a_link_to_all_games(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LedgerError("code-unknown", code="GONE")

    app.run().begin()
    monkeypatch.setattr(page, "_show_game", fail)
    assert '<a class="hu-button" href="?">All games</a>' in app.run().markup()


def test_a_language_that_is_no_longer_there_is_not_spoken(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "_cookie", {visitor.LANGUAGE_COOKIE: "xx"}.get)
    assert app.run().button_keys() == ["tile-sets", "new-game"]


def test_a_hand_whose_photo_is_taken_again_has_the_screen_for_itself(app: App) -> None:
    assert "new-game" not in app.work_on(winner="S").button_keys()
    app.put(screen=replace(app.state.screen, taking="again"))
    assert app.run().offers("snap")
    assert "new-game" not in app.button_keys()


def test_the_file_of_house_rules_is_a_single_file(app: App) -> None:
    app.run().click("new-game")
    assert not part_of(app, "file")["many"]


def test_a_game_of_fimj_can_have_three_players(app: App) -> None:
    app.run().begin("fimj", ("Anna", "Bruno", "Carla"), "new-three").note_drawn().save()
    assert app.draft.seats == ("E", "S", "W")
    assert app.draft.round_wind == "E"


def test_three_players_of_fimj_play_a_round_in_which_the_empty_seat_moves(
    app: App, ledger: Ledger
) -> None:
    app.run().begin("fimj", ("Anna", "Bruno", "Carla"), "new-three", "fimj-tournament")
    # The seats of Anna, Bruno and Carla in each hand. Bruno wins all of them from Carla.
    all_seats = [("E", "S", "W"), ("N", "E", "S"), ("W", "N", "E"), ("S", "W", "N")]
    for anna, bruno, carla in all_seats:
        app.change(
            "111m 555p 234m 678s 9m +9m",
            winner=bruno,
            claim=Claim("discard", carla),
            others={
                anna: rack_of("147m 147p 147s 258m 2p"),
                carla: rack_of("147m 258p 369s 1234z"),
            },
        )
        app.save()
    entries = ledger.entries(ledger.games()[0].code)
    assert [entry.seats for entry in entries] == all_seats
    # Bruno has 32 points, the others none. East pays and is paid double. All is rounded to tens.
    amounts = [entry.amounts for entry in entries]
    assert amounts == [(-60, 90, -30), (-60, 120, -60), (-30, 90, -60), (-30, 60, -30)]


def test_the_sheet_keeps_the_reason_why_nobody_won(app: App, ledger: Ledger) -> None:
    app.run().begin("fimj").note_drawn().save()
    (game,) = ledger.games()
    (entry,) = ledger.entries(game.code)
    assert entry.note == ""
    for answer in ("first-winds", None, "first-winds"):
        app.show(dialog=entry.id)
        app.enter(f"why-{entry.id}-{entry.version}", answer)
        (entry,) = ledger.entries(game.code)
        assert entry.note == (answer or "")
    app.click("change").save()
    assert ledger.entries(game.code)[0].note == "first-winds"
    table = to_csv(game, [entry], texts("en"), UTC, sheet_facts(texts("en"), game, [entry]))
    assert "Everybody's first discard was the same wind" in table


def test_the_differences_of_a_drawn_hand_of_fimj_are_paid_by_an_option(
    app: App, ledger: Ledger
) -> None:
    app.run().begin("fimj", NAMES, "fimj-settle_without_winner").note_drawn()
    assert "Still missing: East · Anna, South · Bruno, West · Carla, North · Dario" in app.markup()
    app.tap("open", "E", False)
    for seat, points in zip("ESWN", (16, 8, 0, 0), strict=True):
        assert not app.offers("save")
        app.tap("rack", seat, "points", points).next_rack()
    app.save()
    (entry,) = ledger.entries(ledger.games()[0].code)
    assert entry.kind == "drawn"
    # Amounts are in tens. East is paid twice the difference: 16 by South, 32 by West and by North.
    # South is paid 8 by West and by North.
    assert entry.amounts == (80, 0, -40, -40)


def test_two_players_of_one_name_begin_no_game(app: App) -> None:
    app.run().begin(names=("Anna", "", "Anna", ""))
    assert "Two players are called Anna: give them different names." in app.markup()


def test_a_hand_that_has_just_begun_has_no_problems(app: App) -> None:
    markup = app.run().tap("by-hand").markup()
    assert "Tap “Add a tile”" in markup
    assert 'class="hu-problems' not in markup


@pytest.mark.parametrize(
    ("tiles", "line"),
    [("258p 36s", "Hands of this size win in: Taiwanese"), ("258p 3s", "Too many: 2")],
)
def test_a_hand_of_too_many_tiles_names_their_number_or_other_rules(
    app: App, tiles: str, line: str
) -> None:
    assert line in app.work_on(f"147m 147p 147s 258m {tiles}").markup()


def test_another_rack_of_too_many_tiles_is_named_by_its_seat_or_its_player(app: App) -> None:
    win = {"winner": "S", "claim": Claim("self-draw")}
    others = {"E": rack_of("147m 147p 147s 258m 25p")}
    hand = "111z 555p 234m 678s 9m +9m"
    app.work_on(hand, rules="fimj", round_wind="E", others=others, **win)
    assert "East: 14 tiles instead of 13" in app.markup()
    app.tap("over").begin("fimj").change(hand, others=others, **win)
    assert "Anna: 14 tiles instead of 13" in app.markup()


def test_the_points_for_each_tile_that_may_have_won_have_separated_thousands(app: App) -> None:
    claim = Claim("discard", "S")
    app.work_on("111m 777p 222777s 33z", rules="riichi", round_wind="E", winner="W", claim=claim)
    choices = part_of(app, "editor")["choices"]
    assert {points for points, _ in choices.values()} == {"8,000", "32,000"}


def test_a_liable_player_is_asked_for_and_pays(app: App) -> None:
    app.work_on("234m 5p [555z] [666z] [777z] +5p", rules="riichi", round_wind="E", winner="S")
    assert ["ask", "liable"] not in [part.get("op") for part in app.parts()]
    app.change(claim=DISCARD)
    assert ["ask", "liable"] in [part.get("op") for part in app.parts()]
    assert app.amounts()["S"] == "+32,000"
    assert app.amounts()["W"] == "−32,000"
    app.tap("ask", "liable", "N")
    assert app.amounts()["W"] == "−16,000"
    assert app.amounts()["N"] == "−16,000"


def test_a_hand_of_13_shows_what_it_waits_for_and_a_tap_wins_with_it(app: App) -> None:
    app.work_on("234567m 13p 55s [777z]", winner="S")
    (waits,) = [part for part in app.parts() if part["kind"] == "waits"]
    assert [wait["label"] for wait in waits["waits"]] == ["2 of dots: 10 (4 left)"]
    app.tap("wait", "2p")
    assert str(to_hand(app.draft.rack.history.now)) == "234567m 13p 55s [777z] +2p"
    assert not app.offers("waits")


@pytest.mark.usefixtures("tiny")
def test_a_rule_set_of_somebody_else_s_scores_a_hand_and_plays_a_game(
    app: App, ledger: Ledger
) -> None:
    assert app.work_on(rules="tiny", winner="S", claim=DISCARD).questions() == ["Anything special?"]
    app.tap("over").begin("tiny", NAMES, "tiny-double")
    app.change(TRUTH, winner="S", claim=Claim("self-draw")).save()
    (entry,) = ledger.entries(ledger.games()[0].code)
    # A win and one flower, 3 points, counted twice.
    assert entry.points == 6
    assert entry.amounts == (-6, 18, -6, -6)

"""Deals of Riichi with several winners or none, as lines of ``hu hands``."""

import io
import json
from dataclasses import replace
from typing import Any

import pytest

import hu
from hu.app.commands.hands import answers
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import InvalidHandError
from hu.scoring.requests import write_deal
from hu.scoring.riichi.rule_set import RULE_SET as RIICHI
from hu.scoring.rule_set import Deal, Played, Player

CLOSED = "234m 567p 55s 345s 68m +7m"
OTHER = "123p 456p 789s 55z 68m +7m"


def _answer(**request: object) -> dict[str, Any]:
    line = json.dumps({"rules": "riichi", "round_wind": "E", **request})
    (found,) = answers(io.BytesIO(line.encode()))
    found.pop("id")
    return found


def test_a_drawn_deal_pays_those_who_wait() -> None:
    found = _answer(others={"E": {"status": "tenpai"}, "N": {"status": "tenpai"}}, declared=["E"])
    assert found == {"players": {}, "payments": {"E": 500, "S": -1500, "W": -1500, "N": 1500}, "pot": 1000}


def test_a_drawn_deal_without_waiting_hands_pays_nobody() -> None:
    assert _answer(winners={})["payments"] == dict.fromkeys(SEATS, 0)


def test_a_chombo_is_told_as_a_note_where_it_is_settled_later() -> None:
    found = _answer(others={"W": {"status": "chombo"}})
    assert found["payments"] == dict.fromkeys(SEATS, 0)
    assert found["notes"]["W"]["en"] == "chombo, 20000 points less after the game"
    paid = _answer(others={"W": {"status": "chombo"}}, options={"preset": "tenhou"})
    assert paid == {"players": {}, "payments": {"E": 4000, "S": 2000, "W": -8000, "N": 2000}, "pot": 0}


def test_two_winners_of_one_discard() -> None:
    win = {"hand": CLOSED, "win": "discard", "from": "W", "circumstances": ["riichi"]}
    found = _answer(winners={"S": win, "N": win | {"hand": OTHER}}, counters={"honba": 1, "sticks": 2})
    assert {seat: part["points"] for seat, part in found["players"].items()} == {"S": 2900, "N": 1600}
    assert found["payments"] == {"E": 0, "S": 2900, "W": -4500, "N": 3600}
    assert found["pot"] == -2000


def test_who_fed_the_last_dragon_is_told_beside_the_win() -> None:
    request = {"hand": "[555z] [666z] [777z] 23m 99p +4m", "win": "self-draw", "liable": "E"}
    assert _answer(winner="S", **request)["payments"] == {"E": -32_000, "S": 32_000, "W": 0, "N": 0}
    (line,) = [hu.from_json(json.dumps({"rules": "riichi", "winner": "S", "round_wind": "E", **request}))]
    assert isinstance(line, hu.Request)
    assert json.loads(hu.to_json(line))["liable"] == "E"


def _won(seat: str, hand: str | None, how: str = "discard", source: str | None = "W") -> Player:
    return Player(None if hand is None else Hand.from_text(hand), Win(seat, how, source))


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (_won("S", CLOSED), _won("N", "19m 19p 19s 123456z 7z +7z"), "won with different tiles: 7m 7z"),
        (_won("S", CLOSED), _won("N", CLOSED, source="E"), "only with one and the same discard"),
        (
            _won("S", CLOSED, "self-draw", None),
            _won("N", CLOSED, "self-draw", None),
            "only with one and the same discard",
        ),
        (_won("S", CLOSED), _won("N", "19m 19p 19s 123456z +7m"), "N: 13 tiles where 14 are needed"),
        (_won("S", CLOSED), _won("N", "[123p] 456p 789s 55z 68m +7m"), "N: no yaku"),
    ],
)
def test_what_is_wrong_with_one_of_several_winners_names_its_seat(first: Player, second: Player, message: str) -> None:
    deal = Deal(dict.fromkeys(SEATS, Player()) | {"S": first, "N": second}, "E")
    assert any(message in problem.text for problem in RIICHI.problems(deal))
    with pytest.raises(InvalidHandError, match=message):
        RIICHI.score(deal)


def test_nobody_is_paid_while_a_winner_s_hand_is_unknown() -> None:
    deal = Deal(dict.fromkeys(SEATS, Player()) | {"S": _won("S", CLOSED), "N": _won("N", None)}, "E")
    found = RIICHI.score(deal)
    assert (found.missing, found.payments) == (("N",), None)
    assert found.players["S"].points == 1300


def test_sticks_that_a_winner_takes_are_told() -> None:
    found = _answer(hand=CLOSED, winner="S", win="self-draw", counters={"sticks": 2})
    assert found["pot"] == -2000
    assert sum(found["payments"].values()) + found["pot"] == 0


def test_deals_of_every_kind_are_written_as_they_are_read() -> None:
    win = Win("S", "discard", "W")
    won = Player(Hand.from_text(CLOSED), win)
    both = {"S": won, "N": Player(Hand.from_text(CLOSED), Win("N", "discard", "W"))}
    everybody = dict.fromkeys(SEATS, Player())
    for players in ({}, {"E": Player(status="tenpai")}, {"S": won}, both):
        deal = Deal(everybody | players, "E", {"preset": "ema"}, asked={"honba": 1, "dora_indicators": ("1z",)})
        line = json.dumps({"rules": "riichi", **write_deal(deal, RIICHI)})
        read = hu.from_json(line)
        assert isinstance(read, hu.Request)
        assert read.deal == deal
        assert json.loads(hu.to_json(read)) == json.loads(line)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"others": {"X": {}}}, "'X' is no seat"),
        ({"others": {"E": {"status": "asleep"}}}, "E: unknown status 'asleep'; known are tenpai, chombo"),
        ({"others": {"E": {"statuss": "tenpai"}}}, "unknown key; did you mean 'status'?"),
        ({"others": []}, "others: expected an object"),
        ({"winners": {"E": {}}}, "winners.E.hand is missing"),
        ({"winners": {"E": {"win": "self-draw", "hand": "9x"}}}, "E: "),
        ({"winners": {"E": {"win": "self-draw", "hand": CLOSED}}, "others": {"E": {}}}, "E: sits at the table twice"),
        ({"winners": {}, "declared": ["E"]}, "E declared riichi and must show a waiting hand"),
        ({"winners": {}, "counters": {"sticks": 10**30}}, "sticks cannot be 1000"),
        ({"winners": {}, "winner": "E"}, "winner: belongs to a winner: write winners and others by seat"),
        ({}, "hand is missing"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(request_: dict[str, Any], message: str) -> None:
    error = str(_answer(**request_)["error"])
    assert message in error
    assert "\n" not in error


def test_a_red_five_among_the_indicators_shows_its_five() -> None:
    red, plain = (_answer(hand=CLOSED, winner="S", win="self-draw", dora_indicators=[tile]) for tile in ("0m", "5m"))
    assert red == plain
    assert {"id": "dora", "points": 1, "count": 1} in red["patterns"]
    held = _answer(
        hand=CLOSED.replace("5", "0", 1),
        winner="S",
        win="self-draw",
        dora_indicators=["0p"],
        options={"preset": "tenhou"},
    )
    assert "2 red fives 0p in the hands and among the indicators" in str(held["error"])


def test_an_abortive_draw_does_not_end_the_game() -> None:
    seats = ("S", "W", "N", "E")
    before = [Played(frozenset("S"), totals=(0, 0, 0, 0), seats=seats)] * 7
    totals = (-5_000, -5_000, -5_000, 15_000)
    tenpai = dict.fromkeys(SEATS, "tenpai")
    for preset in ("tenhou", "mahjong-soul"):
        for statuses in ({}, tenpai):
            void = Played(statuses=statuses, totals=totals, seats=seats, void="nine-terminals")
            following = RIICHI.seating({"preset": preset}, [*before, void], 4)
            assert (following.over, following.east) == (False, 3)
        assert RIICHI.seating({"preset": preset}, [*before, replace(void, void="")], 4).over


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": 27000, "target": 27000, "uma": "12-4", "rounds": 1}, ""),
        ({"uma": "40,10,-20,-30"}, ""),
        ({"start": 50_000}, ""),
        ({"uma": "40,10,-20,-20"}, "uma: 40,10,-20,-20 does not add up to zero"),
        ({"start": 19_000}, "option start"),
        ({"start": 50_100}, "option start"),
    ],
)
def test_points_at_the_start_and_uma_are_free(options: dict[str, Any], message: str) -> None:
    error = str(_answer(hand=CLOSED, winner="S", win="self-draw", options=options).get("error", ""))
    assert message in error if message else not error


def test_a_game_of_the_east_round_ends_after_four_dealers() -> None:
    passed = [Played(frozenset("S"))] * 4
    assert RIICHI.seating({"rounds": "1"}, passed, 4).over
    assert not RIICHI.seating({}, passed, 4).over
    close = [Played(frozenset("S"), totals=(0, 0, 0, 0), seats=("S", "W", "N", "E"))] * 4
    assert not RIICHI.seating({"preset": "tenhou", "rounds": "1"}, close, 4).over
    assert RIICHI.seating({"preset": "tenhou", "rounds": "1"}, close * 2, 4).over
    assert RIICHI.final_totals({"uma": "40,10,-20,-30"}, (3, 2, -1, -4), []) == (40_003, 10_002, -20_001, -30_004)

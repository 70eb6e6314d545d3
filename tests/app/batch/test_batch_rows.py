"""What follows from a reading and the answers: the hand that counts, its score, what to check."""

from typing import Any

import pytest

from hu.app.batch.rows import finished
from hu.app.reading.winning_tile import WHICH_TILE_WON

WON = {"winner": "S", "win": "self-draw"}


def row(hand: str, *doubts: str, rules: str = "zung-jung") -> dict[str, Any]:
    told = [{"tile": None, "why": why} for why in doubts]
    return {"photo": "a.jpg", "size": [4, 3], "rules": rules, "hand": hand, "tiles": [], "doubts": told}


def test_without_answers_a_hand_is_only_read() -> None:
    made = finished(row("222m 123789p 55777z"), {})
    assert made == row("222m 123789p 55777z") | {"check": False}


def test_with_answers_it_is_scored() -> None:
    made = finished(row("222m 123789p 55777z", WHICH_TILE_WON), WON)
    assert made["score"]["points"] == 20
    assert not made["check"]


def test_a_winning_tile_that_matters_is_asked_for() -> None:
    made = finished(row("234m 567m 55s [777z] 123p", WHICH_TILE_WON), WON | {"circumstances": "last-tile"})
    assert made["score"]["points"] > 0
    other = finished(row("111222333444p 55z", WHICH_TILE_WON), WON | {"win": "discard", "from": "E"})
    assert "mark it in the hand with +" in other["error"]
    assert other["check"]


def test_a_given_hand_takes_the_read_ones_place_and_settles_its_doubts() -> None:
    made = finished(row("222m 123789p 55677z", "tile 3"), WON | {"hand": "222m 123789p 5577z +7z"})
    assert (made["hand"], made["read"]) == ("222m 123789p 5577z +7z", "222m 123789p 55677z")
    assert (made["check"], made["score"]["points"]) == (False, 20)
    assert finished(made, {})["hand"] == "222m 123789p 55677z"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"winner": "S"}, "win is missing"),
        ({"win": "self-draw"}, "winner is missing"),
        (WON | {"win": "discard"}, "from is missing"),
        (WON | {"hand": "12x"}, "not scored: "),
        (WON | {"hand": "12m"}, "not scored: "),
        (WON | {"circumstances": "moonlight"}, "moonlight"),
    ],
)
def test_what_cannot_be_scored_says_why(answers: dict[str, str], message: str) -> None:
    made = finished(row("222m 123789p 55777z"), answers)
    assert message in made["error"]
    assert made["check"]
    assert "score" not in made


def test_a_problem_with_the_answers_is_the_rows_until_somebody_corrects_them() -> None:
    made = finished(row("222m 123789p 55777z"), {"winner": "X", "win": "self-draw"}, "line 3: no seat")
    assert (made["error"], made["check"]) == ("line 3: no seat", True)
    corrected = finished(made, {"winner": "X", "win": "self-draw"}, "line 3: no seat", {"winner": "S"})
    assert corrected["score"]["points"] == 20
    assert corrected["corrected"] == {"winner": "S"}


def test_fimj_gives_the_winners_points_and_no_payments() -> None:
    answers = WON | {"round_wind": "E", "hand": "111z 555p 234m 678s 9m +9m"}
    made = finished(row("111z 555p 234m 678s 99m", rules="fimj"), answers)
    assert made["score"]["points"] == 128
    assert "payments" not in made["score"]
    assert "round_wind is missing" in finished(row("111z 555p 234m 678s 99m", rules="fimj"), WON)["error"]


def test_finishing_twice_is_finishing_once() -> None:
    once = finished(row("222m 123789p 55777z", "tile 3"), WON, "", {"hand": "222m 123789p 5577z +7z"})
    assert finished(once, WON, "", once["corrected"]) == once

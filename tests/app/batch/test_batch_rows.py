"""What follows from a reading and the answers: the hand that counts, its score, what to check."""

import json

import pytest

from hu.app.batch.model import Cells
from hu.app.batch.rows import ReadPhoto, Row, finish_row, line_of, row_of_line
from hu.scoring.unknowns import WHICH_TILE_WON

WON = {"winner": "S", "win": "self-draw"}


def read(hand: str, *doubts: str, rules: str = "zung-jung") -> ReadPhoto:
    return ReadPhoto((4, 3), rules, hand, (), tuple({"tile": None, "why": why} for why in doubts))


def finished(photo: ReadPhoto, answers: Cells, problem: str = "", corrections: Cells | None = None) -> Row:
    return finish_row("a.jpg", photo, answers, problem, corrections)


def test_without_answers_a_hand_is_only_read() -> None:
    made = finished(read("222m 123789p 55777z"), {})
    assert made == Row("a.jpg", read("222m 123789p 55777z"), "222m 123789p 55777z", check=False)


def test_with_answers_it_is_scored() -> None:
    made = finished(read("222m 123789p 55777z", WHICH_TILE_WON), WON)
    assert points(made) == 20
    assert not made.check


def test_a_winning_tile_that_matters_is_asked_for() -> None:
    made = finished(read("234m 567m 55s [777z] 123p", WHICH_TILE_WON), WON | {"circumstances": "last-tile"})
    assert points(made) > 0
    other = finished(read("111222333444p 55z", WHICH_TILE_WON), WON | {"win": "discard", "from": "E"})
    assert "mark it in the hand with +" in other.error
    assert other.check


def test_a_given_hand_takes_the_read_ones_place_and_settles_its_doubts() -> None:
    made = finished(read("222m 123789p 55677z", "tile 3"), WON | {"hand": "222m 123789p 5577z +7z"})
    assert (made.hand, made.read and made.read.hand) == ("222m 123789p 5577z +7z", "222m 123789p 55677z")
    assert (made.check, points(made)) == (False, 20)
    assert finished(read("222m 123789p 55677z"), {}).hand == "222m 123789p 55677z"


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
    made = finished(read("222m 123789p 55777z"), answers)
    assert message in made.error
    assert made.check
    assert made.score is None


def test_a_problem_with_the_answers_is_the_rows_until_somebody_corrects_them() -> None:
    made = finished(read("222m 123789p 55777z"), {"winner": "X", "win": "self-draw"}, "line 3: no seat")
    assert (made.error, made.check) == ("line 3: no seat", True)
    corrected = finished(
        read("222m 123789p 55777z"), {"winner": "X", "win": "self-draw"}, "line 3: no seat", {"winner": "S"}
    )
    assert points(corrected) == 20
    assert corrected.corrected == {"winner": "S"}


def test_fimj_gives_the_winners_points_and_no_payments() -> None:
    answers = WON | {"round_wind": "E", "hand": "111z 555p 234m 678s 9m +9m"}
    made = finished(read("111z 555p 234m 678s 99m", rules="fimj"), answers)
    assert points(made) == 128
    assert made.score is not None
    assert (made.score.payments, "payments" in made.score.details) == ({}, False)
    assert "round_wind is missing" in finished(read("111z 555p 234m 678s 99m", rules="fimj"), WON).error


def test_finishing_twice_is_finishing_once() -> None:
    photo = read("222m 123789p 55777z", "tile 3")
    once = finished(photo, WON, "", {"hand": "222m 123789p 5577z +7z"})
    assert finished(photo, once.answers, "", once.corrected) == once


@pytest.mark.parametrize(
    "row",
    [
        Row("cut.jpg", error="cut.jpg: damaged"),
        finished(read("222m 123789p 55777z", "tile 3"), {}),
        finished(read("222m 123789p 55677z", "tile 3"), WON, "", {"hand": "222m 123789p 5577z +7z"}),
        finished(read("12m"), WON),
    ],
)
def test_a_row_comes_back_from_its_line(row: Row) -> None:
    assert row_of_line(line_of(row)) == row


@pytest.mark.parametrize(
    "change",
    [
        {"photo": 3}, {"check": "yes"}, {"tiles": None}, {"size": [1]}, {"hand": 1}, {"doubts": [{}]}, {"score": []},
        {"score": {"points": "many"}}, {"answers": "none"},
    ],
)  # fmt: skip
def test_a_line_that_is_no_row_is_none(change: dict[str, object]) -> None:
    data = json.loads(line_of(finished(read("222m 123789p 55777z"), WON)))
    line = json.dumps(data | change).encode() + b"\n"
    assert row_of_line(line) is None
    assert row_of_line(line_of(Row("a.jpg"))[:-1]) is None


def points(row: Row) -> int:
    assert row.score is not None
    return row.score.points


def test_a_hand_of_thirteen_tells_what_it_waits_for() -> None:
    row = finished(read("123m 456p 56789s 11z"), {})
    assert [(wait["tile"], wait["left"]) for wait in row.waits] == [("4s", 4), ("7s", 3)]
    assert row_of_line(line_of(row)) == row
    assert finished(read("222m 123789p 55777z"), {}).waits == ()
    assert finished(read("11111m 456p 789s 11z"), {}).waits == ()
    assert finished(read("123m 456p 56789s 11z"), {"options": "nonsense=1"}).waits == ()

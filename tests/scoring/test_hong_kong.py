"""What holds for every hand of Hong Kong, and for its games."""

import io
import json
import random
from typing import Any

import pytest

from hu.app.commands.hands import answer_lines
from hu.scoring.deal import Deal, Player
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import Played
from tests.scoring import reference_hong_kong as reference
from tests.scoring.hand_strategies import random_win

HK = rule_set("hong-kong")
HANDS = 4_000
HAND = "[234m] 678p 345s 12s 99p +3s"


def _win(draw: random.Random, win: Win, hand: Hand) -> Win:
    """A win with circumstances that Hong Kong knows."""
    told = set(win.circumstances)
    if "kong-replacement" in told and hand.quads > 1 and draw.random() < 0.3:
        told = told - {"kong-replacement"} | {"double-kong"}
    return Win(win.winner, win.how, win.source, frozenset(told))


def _deal(hand: Hand, win: Win, **about: Any) -> Deal:
    return Deal(
        dict.fromkeys(SEATS, Player()) | {win.winner: Player(hand, win)},
        **{"round_wind": "E"} | about,
    )


def test_random_hands_are_worth_what_the_reference_says() -> None:
    draw, scored = random.Random("hong kong"), 0
    for _ in range(HANDS):
        hand, win = random_win(draw)
        win, round_wind = _win(draw, win, hand), draw.choice(SEATS)
        limit, full, spicy = draw.choice((8, 10, 13)), draw.random() < 0.3, draw.random() < 0.3
        options: dict[str, bool | int | str] = {
            "minimum": 0, "limit": limit, "responsibility": "full" if full else "half",
            "rise": "spicy" if spicy else "half-spicy",
        }  # fmt: skip
        expected = reference.faan(hand, win, round_wind, limit)
        deal = _deal(hand, win, round_wind=round_wind, options=options)
        if expected is None:
            with pytest.raises(InvalidHandError):
                HK.score(deal)
            continue
        score = HK.score(deal)
        assert score.players[win.winner].points == expected, (str(hand), win)
        assert score.payments == reference.payments(expected, win, full=full, spicy=spicy), (
            str(hand),
            win,
        )
        scored += 1
    assert scored > HANDS * 0.9


def test_what_earns_a_pattern_is_shown() -> None:
    line = {"rules": "hong-kong", "hand": "[222z] [777z] 234m 67m 99m 2f +8m", "winner": "S", "win": "discard",
            "from": "W", "round_wind": "E"}  # fmt: skip
    answer: Any
    (answer,) = answer_lines(io.BytesIO(json.dumps(line).encode()), explain=True)
    why = {item["id"]: item["why"] for item in answer["patterns"]}
    assert why == {
        "mixed-one-suit": [],
        "dragon": ["[777z]"],
        "seat-wind": ["[222z]"],
        "own-flower": ["2f"],
    }
    assert answer["remarks"][0]["en"] == "6 faan: a unit is 32."


def test_several_winners_are_paid_by_the_discarder_each() -> None:
    other = Player(Hand.from_text("[777z] 12s 44s 456p 789m +3s"), Win("N", "discard", "W"))
    players = dict.fromkeys(SEATS, Player()) | {
        "S": Player(Hand.from_text(HAND), Win("S", "discard", "W")),
        "N": other,
    }
    told: dict[str, bool | int | str] = {"minimum": 0, "several_winners": True}
    found = HK.score(Deal(players, "E", told))
    # Two faan each: four units, eight from the discarder.
    assert found.payments == {"E": -8, "S": 12, "W": -16, "N": 12}
    with pytest.raises(
        InvalidHandError, match="2 players won; at this table the next after the discarder"
    ):
        HK.score(Deal(players, "E", {"minimum": 0}))


def test_a_false_win_pays_the_others_for_the_limit() -> None:
    players = dict.fromkeys(SEATS, Player()) | {"N": Player(status="false-win")}
    assert HK.score(Deal(players, "E", {"limit": 10})).payments == {
        "E": 256,
        "S": 256,
        "W": 256,
        "N": -768,
    }
    assert set((HK.score(Deal(dict.fromkeys(SEATS, Player()), "E")).payments or {}).values()) == {0}


def test_east_stays_after_winning_and_after_a_drawn_deal() -> None:
    deals = [Played(frozenset(won)) for won in ("E", "", "S")]
    place = HK.seating({}, deals, 4)
    assert (place.number, place.seats, place.round_wind) == (4, ("N", "E", "S", "W"), "E")
    passed = [Played(frozenset("S"))]
    assert [HK.seating({}, passed * count, 4).round_wind for count in (3, 4, 15)] == ["E", "S", "N"]
    assert [HK.seating({"rounds": rounds}, passed * 4, 4).over for rounds in (1, 2)] == [
        True,
        False,
    ]
    assert HK.seating({}, passed * 16, 4).over


def test_a_guarantor_is_asked_for_where_claimed_sets_show_the_hand() -> None:
    question = HK.questions[0]
    win = Win("S", "self-draw")
    for text, asked in (
        ("[555z] [777z] 234m 67p 99p +8p", True),
        ("[555z] 777z 234m 67p 99p +8p", False),
        ("[123m] [345m] [567m] [789m] 2m +2m", True),
        ("[123m] [345m] [567m] 789m 2m +2m", False),
        ("[111z] [222z] [333z] 234m 5m +5m", True),
    ):
        assert HK.asks(question, _deal(Hand.from_text(text), win), None) is asked, text

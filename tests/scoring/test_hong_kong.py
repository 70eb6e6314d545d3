"""Hong Kong: random hands beside the reference, payments, games."""

import io
import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from hu.app.batch.scoring import score_cells
from hu.app.cli import cli
from hu.scoring.answers.from_json import check_options
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hong_kong.units import units
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set.house import read_house
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import PlayedDeal
from tests.answers import answer_lines, answer_request
from tests.scoring import reference_hong_kong as reference
from tests.scoring.hand_strategies import random_win

HK = rule_set("hong-kong")
HANDS = 4_000
HAND = "[234m] 678p 345s 12s 99p +3s"


def _with_double_kong(draw: random.Random, hand: Hand, win: Win) -> Win:
    """Now and then say that the replacement tile was for a second quad in a row.

    Args:
        draw: the random choices.
        hand: the hand that won. It needs two quads.
        win: its win.
    """
    circumstances = set(win.circumstances)
    if "kong-replacement" in circumstances and hand.quads > 1 and draw.random() < 0.3:
        circumstances.remove("kong-replacement")
        circumstances.add("double-kong")
    return Win(win.winner, win.how, win.source, frozenset(circumstances))


def _deal(hand: Hand, win: Win, **fields: Any) -> Deal:
    """A deal that a hand won, in the East round unless ``fields`` say otherwise."""
    players = dict.fromkeys(SEATS, Player())
    players[win.winner] = Player(hand, win)
    return Deal(players, **{"round_wind": "E"} | fields)


def test_random_hands_are_worth_the_reference_s_faan() -> None:
    draw = random.Random("hong kong")
    winning_hands = 0
    for _ in range(HANDS):
        hand, win = random_win(draw)
        win = _with_double_kong(draw, hand, win)
        round_wind = draw.choice(SEATS)
        limit = draw.choice((8, 10, 13))
        is_full = draw.random() < 0.3
        is_spicy = draw.random() < 0.3
        options: dict[str, bool | int | str] = {
            "minimum": 0,
            "limit": limit,
            "responsibility": "full" if is_full else "half",
            "rise": "spicy" if is_spicy else "half-spicy",
        }
        deal = _deal(hand, win, round_wind=round_wind, options=options)
        faan = reference.faan(hand, win, round_wind, limit)
        if faan is None:
            with pytest.raises(InvalidHandError):
                HK.score(deal)
            continue
        winning_hands += 1
        score = HK.score(deal)
        assert score.players[win.winner].points == faan, (str(hand), win)
        payments = reference.payments(faan, win, pays_for_all=is_full, is_spicy=is_spicy)
        assert score.payments == payments, (str(hand), win)
    assert winning_hands > HANDS * 0.9


def test_the_tiles_that_earn_a_pattern_are_shown() -> None:
    line = {
        "rules": "hong-kong",
        "hand": "[222z] [777z] 234m 67m 99m 2f +8m",
        "winner": "S",
        "win": "discard",
        "from": "W",
        "round_wind": "E",
    }
    answer: Any
    (answer,) = answer_lines(io.BytesIO(json.dumps(line).encode()), explain=True)
    tiles_of_pattern = {item["id"]: item["why"] for item in answer["patterns"]}
    assert tiles_of_pattern == {
        "mixed-one-suit": [],
        "dragon": ["[777z]"],
        "seat-wind": ["[222z]"],
        "own-flower": ["2f"],
    }
    assert answer["remarks"][0]["text"]["en"] == "6 faan: a unit is 32."


def test_several_winners_are_paid_by_the_discarder_each() -> None:
    other = Player(Hand.from_text("[777z] 12s 44s 456p 789m +3s"), Win("N", "discard", "W"))
    players = dict.fromkeys(SEATS, Player()) | {
        "S": Player(Hand.from_text(HAND), Win("S", "discard", "W")),
        "N": other,
    }
    options: dict[str, bool | int | str] = {"minimum": 0, "several_winners": True}
    score = HK.score(Deal(players, "E", options))
    # Two faan each: four units, eight from the discarder.
    assert score.payments == {"E": -8, "S": 12, "W": -16, "N": 12}
    with pytest.raises(
        InvalidHandError, match="2 players won; at this table the next after the discarder"
    ):
        HK.score(Deal(players, "E", {"minimum": 0}))


def test_several_players_cannot_draw_the_winning_tile() -> None:
    win = Win("S", "self-draw")
    players = dict.fromkeys(SEATS, Player()) | {
        "S": Player(Hand.from_text(HAND), win),
        "N": Player(Hand.from_text("[777z] 12s 44s 456p 789m +3s"), replace(win, winner="N")),
    }
    with pytest.raises(InvalidHandError, match="only with one and the same discard"):
        HK.score(Deal(players, "E", {"minimum": 0, "several_winners": True}))


def test_a_false_win_pays_the_others_for_the_limit() -> None:
    players = dict.fromkeys(SEATS, Player()) | {"N": Player(status="false-win")}
    assert HK.score(Deal(players, "E", {"limit": 10})).payments == {
        "E": 256,
        "S": 256,
        "W": 256,
        "N": -768,
    }
    drawn_deal = Deal(dict.fromkeys(SEATS, Player()), "E")
    assert HK.score(drawn_deal).payments == dict.fromkeys(SEATS, 0)


def test_east_stays_after_winning_and_after_a_drawn_deal() -> None:
    deals = [PlayedDeal(frozenset(won)) for won in ("E", "", "S")]
    place = HK.seating({}, deals, 4)
    assert (place.number, place.seats, place.round_wind) == (4, ("N", "E", "S", "W"), "E")
    passed = [PlayedDeal(frozenset("S"))]
    assert [HK.seating({}, passed * count, 4).round_wind for count in (3, 4, 15)] == ["E", "S", "N"]
    assert HK.seating({"rounds": 1}, passed * 4, 4).is_over
    assert not HK.seating({"rounds": 2}, passed * 4, 4).is_over
    assert HK.seating({}, passed * 16, 4).is_over


def test_a_guarantor_is_asked_for_if_claimed_melds_show_the_hand() -> None:
    for text, asked in (
        ("[555z] [777z] 234m 67p 99p +8p", True),
        ("[555z] 777z 234m 67p 99p +8p", False),
        ("[123m] [345m] [567m] [789m] 2m +2m", True),
        ("[123m] [345m] [567m] 789m 2m +2m", False),
        ("[123m] [345p] [567p] [789p] 2m +2m", False),
        ("[111z] [222z] [333z] 234m 5m +5m", True),
    ):
        assert _asks_for_guarantor(text, Win("S", "self-draw")) is asked, text


def _asks_for_guarantor(hand: str, win: Win) -> bool:
    (question,) = HK.questions
    return HK.asks(question, _deal(Hand.from_text(hand), win), None)


@pytest.mark.parametrize(
    ("hand", "win", "guarantors"),
    [
        ("[123m] [345m] [567m] [789m] 2m +2m", Win("S", "self-draw"), {"E", "W", "N"}),
        ("[123m] [345m] [567m] [789m] 2m +2m", Win("S", "discard", "W"), {"E", "W", "N"}),
        # Three claimed melds of a suit warn the player who discards the winning tile, and only of
        # their suit. Nobody fed a tile that was drawn.
        ("[123m] [345m] [567m] 78m 22m +9m", Win("S", "discard", "W"), {"W"}),
        ("[123m] [345m] [567m] 78m 22m +9m", Win("S", "robbed-kong", "E"), {"E"}),
        ("[123m] [345m] [567m] 78m 22m +9m", Win("S", "self-draw"), set()),
        ("[123m] [345m] [567m] 22m 77z +7z", Win("S", "discard", "W"), set()),
        ("[123m] [345m] [567m] 78m 77z +9m", Win("S", "discard", "W"), {"W"}),
        # A hand of two suits is small.
        ("[123m] [345m] [567m] 456p 2m +2m", Win("S", "discard", "W"), set()),
        ("[123m] [345m] 567m 78m 22m +9m", Win("S", "discard", "W"), set()),
    ],
)
def test_a_guarantor_is_asked_for_whenever_one_is_accepted(
    hand: str, win: Win, guarantors: set[str]
) -> None:
    accepted = set()
    for seat in SEATS:
        deal = _deal(Hand.from_text(hand), replace(win, liable=seat), options={"minimum": 0})
        try:
            HK.score(deal)
        except InvalidHandError:
            continue
        accepted.add(seat)
    assert accepted == guarantors
    assert _asks_for_guarantor(hand, win) is bool(guarantors)


@pytest.mark.parametrize(
    ("win", "responsibility", "paid"),
    [
        # Eight faan, a unit of 64: the own discard costs four units, everything else six.
        (Win("S", "discard", "W", liable="W"), "half", {"S": 256, "W": -256}),
        (Win("S", "discard", "W", liable="W"), "full", {"S": 256, "W": -256}),
        (Win("S", "discard", "W", liable="N"), "half", {"S": 384, "N": -384}),
        (Win("S", "self-draw", liable="N"), "half", {"S": 576, "N": -576}),
    ],
)
def test_a_guarantor_pays_alone(win: Win, responsibility: str, paid: dict[str, int]) -> None:
    hand = Hand.from_text("[123m] [456m] [789m] [222m] 5m +5m")
    score = HK.score(_deal(hand, win, options={"responsibility": responsibility}))
    assert score.payments == dict.fromkeys(SEATS, 0) | paid


@pytest.mark.parametrize(
    "hand",
    [
        "3456m 234p 567s 678s +3m",
        "[777z] 345s 12s 99p 678p +3s",
        "[123m] [456m] 789m 22m 55m +2m",
        "[111z] [222z] 345s 99p 67s +8s",
        "[123m] [345p] [567p] 22s 789s +2s",
    ],
)
def test_nobody_guarantees_a_hand_that_did_not_warn(hand: str) -> None:
    win = Win("S", "discard", "W", liable="N")
    with pytest.raises(InvalidHandError, match="N cannot guarantee the hand"):
        HK.score(_deal(Hand.from_text(hand), win, options={"minimum": 0}))


def test_the_hand_of_earth_is_not_won_with_a_robbed_tile() -> None:
    win = Win("S", "robbed-kong", "E", frozenset({"earth"}))
    with pytest.raises(InvalidHandError, match="earth is another seat's"):
        HK.score(_deal(Hand.from_text("123m 567p 222s 44z 79s +8s"), win))


def test_winners_of_unequal_faan_are_paid_for_their_own_hands() -> None:
    players = dict.fromkeys(SEATS, Player())
    # Three faan, a unit of 8, and two faan, a unit of 4.
    hand = Hand.from_text("[222z] [777z] 44z 456p 12s +3s")
    players["S"] = Player(hand, Win("S", "discard", "W"))
    players["N"] = Player(Hand.from_text(HAND), Win("N", "discard", "W"))
    options: dict[str, bool | int | str] = {"minimum": 0, "several_winners": True}
    score = HK.score(Deal(players, "E", options))
    # The discarder pays two units for each hand, the only other loser one.
    assert score.payments == {"E": -12, "S": 24, "W": -24, "N": 12}


def test_a_flower_s_replacement_needs_a_flower() -> None:
    win = Win("S", "self-draw", circumstances=frozenset({"kong-replacement"}))
    options = {"minimum": 0, "flower_replacement": True}
    with_flower = _deal(Hand.from_text(f"{HAND[:-4]} 1f +3s"), win, options=options)
    items = HK.score(with_flower).players["S"].items
    assert "kong-replacement" in [item.pattern.id for item in items]
    with pytest.raises(InvalidHandError, match="replacement"):
        HK.score(replace(with_flower, options={"minimum": 0}))
    with pytest.raises(InvalidHandError, match="replacement"):
        HK.score(_deal(Hand.from_text(HAND), win, options=options))


@pytest.mark.parametrize(
    ("rise", "expected"),
    [
        # One unit, doubled at each of the three numbers.
        ("4-7-10", [1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 8]),
        ("3:1/4:2/7:5/10:12", [1, 2, 2, 2, 5, 5, 5, 12, 12, 12, 12]),
    ],
)
def test_a_house_has_units_of_its_own(rise: str, expected: list[int]) -> None:
    options = check_options({"rise": rise}, rule_set("hong-kong"))
    assert [units(faan, options) for faan in range(3, 14)] == expected


def test_units_of_ones_own_at_every_door() -> None:
    hand = "[123m] [456m] [789m] 22m 55m +2m"
    won = {"winner": "S", "win": "discard", "from": "W", "round_wind": "E"}
    expected = {"E": -4, "S": 16, "W": -8, "N": -4}
    line = {"rules": "hong-kong", "hand": hand, **won, "options": {"rise": "4-7-10"}}
    assert answer_request(line)["payments"] == expected
    house = read_house('rules = "hong-kong"\n[options]\nrise = "4-7-10"\n')
    assert answer_request({**line, "options": dict(house.options)})["payments"] == expected
    cells = {**won, "options": "rise=3:1/4:2/7:4"}
    assert score_cells(Hand.from_text(hand), cells, "hong-kong").payments == expected
    words = ["--option", "rise=3:1/4:2/7:4"]
    for name, value in won.items():
        words += [f"--{name.replace('_', '-')}", value]
    result = CliRunner().invoke(cli, ["score", "--rules", "hong-kong", "--hand", hand, *words])
    assert "East pays 4, West pays 8, North pays 4; South receives 16" in result.output


@pytest.mark.parametrize(
    ("rise", "fault"),
    [
        ("4", "'4' is not one of half-spicy, spicy, 4-7-10"),
        ("7-4", "7-4 does not name rising faan"),
        ("4-4", "4-4 does not name rising faan"),
        ("3:2/4:1", "3:2/4:1 gives a hand of more faan fewer units, or none"),
        ("3:0/4:1", "3:0/4:1 gives a hand of more faan fewer units, or none"),
        ("4:1/7:2", "4:1/7:2 has no units for 3 faan; begin with 3:1"),
    ],
)
def test_a_table_of_units_rises(rise: str, fault: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"option rise: {fault}")):
        check_options({"rise": rise}, rule_set("hong-kong"))
    assert check_options({"rise": "4:1/7:2", "minimum": 4}, rule_set("hong-kong"))

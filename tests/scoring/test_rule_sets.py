"""Every rule set keeps to the interface; a third one needs nothing but its own class and the registry."""

import ast
import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.commands.hands import answers as answer_lines
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set import DealScore, Player, RuleSet
from hu.scoring.rules import register, rule_names, rule_set, unregister
from hu.scoring.unknowns import (
    Answers,
    WhichTile,
    candidates,
    may_be_robbed,
    possible_circumstances,
    score_hand,
    unanswered,
    winners_points,
    with_winning,
)
from tests.scoring.hand_strategies import random_win
from tests.scoring.tiny_rule_set import Tiny

HAND = Hand.from_text("234m 567m 55s [777z] 13p +2p")


@pytest.fixture
def tiny() -> Iterator[RuleSet]:
    register(Tiny())
    yield rule_set("tiny")
    unregister("tiny")


@pytest.mark.parametrize("name", rule_names())
def test_a_rule_set_describes_itself(name: str) -> None:
    rules = rule_set(name)
    assert rules.name == name
    assert {"en", "it"} <= rules.names.keys()
    assert len({pattern.id for pattern in rules.patterns}) == len(rules.patterns) > 0
    assert all("en" in pattern.names and "en" in pattern.condition for pattern in rules.patterns)
    assert rules.seating({}, [], rules.seat_counts[0]).number == 1
    for option in rules.options:
        assert not option.choices or option.default in option.choices
        assert {"en", "it"} <= option.names.keys()


def test_a_third_rule_set_scores_lines_and_deals(tiny: RuleSet) -> None:
    line = {"id": 1, "rules": "tiny", "hand": "234m 567m 55s [777z] 13p 1f +2p", "winner": "S", "win": "self-draw"}
    (answer,) = answer_lines(io.BytesIO(json.dumps(line).encode()))
    patterns = [{"id": "win", "points": 1, "count": 1}, {"id": "flower", "points": 2, "count": 1}]
    payments = {"E": -3, "S": 9, "W": -3, "N": -3}
    reading = str(Hand.from_text(str(line["hand"])))
    assert answer == {"id": 1, "points": 3, "patterns": patterns, "reading": reading, "payments": payments}
    found = score_hand(tiny, Answers("S", "self-draw"), Hand.from_text("234m 567m 55s [777z] 123p"))
    assert isinstance(found, DealScore)
    assert found.players["S"].points == 1


def test_a_name_is_taken_once(tiny: RuleSet) -> None:
    with pytest.raises(InputError, match="exists already"):
        register(tiny)
    with pytest.raises(InputError, match=f"rule set 'none': known are {', '.join(rule_names())}"):
        rule_set("none")


def test_what_must_be_answered_first() -> None:
    assert unanswered(rule_set("zung-jung"), Answers()) == ("winner", "how")
    assert unanswered(rule_set("zung-jung"), Answers("S", "discard")) == ("source",)
    assert unanswered(rule_set("fimj"), Answers("S", "self-draw")) == ("round_wind",)
    assert unanswered(rule_set("fimj"), Answers("S", "discard", "W", round_wind="E")) == ()


def test_an_unknown_rack_holds_back_the_payments_alone() -> None:
    answers = Answers("S", "self-draw", round_wind="E")
    unknown = score_hand(rule_set("fimj"), answers, HAND)
    racks = {seat: Player(Hand.from_text("147m 258p 369s 1234z")) for seat in "EWN"}
    known = score_hand(rule_set("fimj"), replace(answers, others=racks), HAND)
    assert isinstance(unknown, DealScore)
    assert isinstance(known, DealScore)
    assert unknown.players["S"] == known.players["S"]
    assert unknown.payments is None
    assert unknown.missing == ("E", "W", "N")
    assert known.payments is not None
    assert sum(known.payments.values()) == 0
    assert not known.missing


def test_points_that_players_counted_themselves_settle_the_hand() -> None:
    answers = Answers("S", "self-draw", round_wind="E", others={seat: Player(points=10) for seat in "EWN"})
    found = score_hand(rule_set("fimj"), answers, HAND)
    assert isinstance(found, DealScore)
    assert found.payments is not None
    assert found.payments["W"] == -((found.players["S"].points + 5) // 10 * 10)
    assert found.players["W"].points == 10


def test_the_winning_tile_is_asked_for_where_it_matters() -> None:
    answers = Answers("S", "discard", "W")
    found = score_hand(rule_set("zung-jung"), answers, Hand.from_text("111m 222p 345s 678s 99s"))
    assert isinstance(found, WhichTile)
    assert found.points["1m"] < found.points["9s"]


def test_circumstances_are_asked_for_where_they_can_apply() -> None:
    rules = rule_set("zung-jung")
    assert possible_circumstances(rules, Answers("S", "self-draw"), HAND) == ("last-tile",)
    quad = Hand.from_text("234m 567m 55s (7777z) 13p +2p")
    assert "kong-replacement" in possible_circumstances(rules, Answers("S", "self-draw"), quad)
    closed = Hand.from_text("234m 567m 55s 777z 123p")
    assert "heaven" in possible_circumstances(rules, Answers("E", "self-draw"), closed)
    assert may_be_robbed(rules, Answers("S", "discard", "W"), HAND)
    assert not may_be_robbed(rules, Answers("S", "self-draw"), HAND)


@given(st.integers(0, 2**32), st.sampled_from(rule_names()))
def test_winning_tiles_of_one_class_give_the_same(seed: int, name: str) -> None:
    hand, win = random_win(random.Random(seed))
    rules = rule_set(name)
    circumstances = frozenset(win.circumstances & set(rules.circumstances))
    answers = Answers(win.winner, win.how, win.source, circumstances, round_wind="E")
    answers = replace(answers, recent_discards=win.recent_discards if name == "zung-jung" else ())
    bare = Hand((*hand.concealed, str(hand.winning)), hand.melds, hand.bonus)
    results: dict[object, object] = {}
    for candidate in candidates(bare):
        try:
            found = rules.score(answers.deal(candidate))
        except InvalidHandError:
            result: object = None
        else:
            result = (winners_points(answers, found), found.payments)
        same = rules.winning_class(answers.deal(bare), bare, str(candidate.winning))
        assert results.setdefault(same, result) == result, (str(candidate), win)


@given(st.integers(0, 2**32), st.sampled_from(rule_names()))
def test_at_most_five_scorings_settle_most_hands(seed: int, name: str) -> None:
    hand, win = random_win(random.Random(seed))
    bare = Hand((*hand.concealed, str(hand.winning)), hand.melds, hand.bonus)
    answers = Answers(win.winner, win.how, win.source, round_wind="E")
    deal = answers.deal(bare)
    if len({tile[1] for tile in bare.standing}) > 1:
        classes = {rule_set(name).winning_class(deal, bare, tile) for tile in bare.standing}
        assert len(classes) <= 5


def test_a_tile_that_does_not_stand_cannot_win() -> None:
    with pytest.raises(InputError, match="9m cannot be the winning tile"):
        with_winning(HAND, "9m")


def test_every_seat_is_paid_for() -> None:
    found = score_hand(rule_set("zung-jung"), Answers("S", "discard", "W"), HAND)
    assert isinstance(found, DealScore)
    assert found.payments is not None
    assert tuple(found.payments) == SEATS


#: Rooms in which no rule set is named; what renders tiles for training may choose for which rules.
ROOMS = ("app", "vision", "scoring")
OUTSIDE = {"registry": ("scoring", "rules.py"), "renderer": ("vision", "training")}


@pytest.mark.parametrize("name", rule_names())
def test_nothing_but_the_registry_names_a_rule_set(name: str) -> None:
    root, folder = Path(__file__).parents[2], name.replace("-", "_")
    paths = {path: path.relative_to(root).parts for room in ROOMS for path in (root / room).rglob("*.py")}
    named = [
        (str(path.relative_to(root)), node.lineno)
        for path, parts in paths.items()
        if parts[:2] not in (*OUTSIDE.values(), ("scoring", folder))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and node.value == name)
        or (isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"hu.scoring.{folder}"))
    ]
    assert named == []

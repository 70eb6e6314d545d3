"""Waits against a slow reference: each of the 34 tiles tried by the rule set itself."""

import json
import os
import random
from dataclasses import replace
from typing import Any

import pytest
from mahjong.shanten import Shanten

from hu.app.records.schema import record_to_json
from hu.app.records.waits import make_waits_record
from hu.scoring.answers.value import Answers
from hu.scoring.hand import Hand
from hu.scoring.problems import InvalidHandError, tile_problems
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.shanten import Missing, find_missing
from hu.scoring.shapes import THIRTEEN_ORPHANS, ListedHands, MeldsAndPair, SevenPairs, TilePool
from hu.scoring.tiles import KINDS, RANK
from hu.scoring.waits import find_waits
from tests.scoring.hand_strategies import random_hand

#: Hands for each rule set; HU_WAITS=2000 for the full comparison.
HANDS = int(os.environ.get("HU_WAITS", "60"))
#: Problems of a hand that has a winning shape.
WORTH_ONLY = {"no-yaku", "below-minimum", "flowers-apart"}
WALL = [tile for tile in KINDS for _ in range(4)]


def drawn(draw: random.Random, name: str) -> Hand:
    """Draw a hand of tiles and melds that a rule set has, without its winning tile."""
    while True:
        hand = any_drawn(draw, name)
        if not any(tile_problems(hand, rule_set(name).hand_shape)):
            return hand


def any_drawn(draw: random.Random, name: str) -> Hand:
    """Draw a hand without its winning tile.

    It waits, is a few tiles off, has few suits, or has any tiles.
    """
    kind = draw.randrange(4)
    size = rule_set(name).hand_shape.waiting_size
    if kind == 3:
        suits = draw.choice(("m", "mz", "mp", "mpsz"))
        return Hand(tuple(draw.sample([tile for tile in WALL if tile[1] in suits], size)))
    shapes = rule_set(name).winning_shapes({}, (), None, None)
    listed_hands: list[tuple[str, ...]] = []
    for shape in shapes:
        if isinstance(shape, ListedHands):
            listed_hands.extend(shape.hands)
    pools = [shape for shape in shapes if isinstance(shape, TilePool) and shape.melds is None]
    hand = replace(random_hand(draw), bonus=(), winning=None)
    if listed_hands and draw.random() < 0.2:
        hand = Hand(tuple(draw.sample(draw.choice(listed_hands), size)))
    elif pools and draw.random() < 0.3:
        hand = Hand(tuple(draw.sample(draw.choice(pools).tiles, size)))
    standing = list(hand.concealed)
    while len(standing) + 3 * len(hand.melds) < size:
        # A hand of more than four melds has further triplets.
        standing += [draw.choice(KINDS)] * 3
    for _ in range(kind):
        standing[draw.randrange(len(standing))] = draw.choice(KINDS)
    return replace(hand, concealed=tuple(standing))


def wins(name: str, hand: Hand, tile: str, answers: Answers) -> bool:
    """Whether a hand wins with a self-drawn tile, apart from a yaku or enough points.

    Args:
        name: the rule set.
        hand: the hand without its winning tile.
        tile: the tile.
        answers: the winner, the seats and the round's wind.
    """
    rules = rule_set(name)
    problems = rules.problems(replace(answers, how="self-draw").deal(replace(hand, winning=tile)))
    return {problem.id for problem in problems} <= WORTH_ONLY


@pytest.mark.parametrize("name", rule_names())
def test_waits_are_the_tiles_that_the_rule_set_accepts(name: str) -> None:
    draw = random.Random(f"waits of {name}")
    waiting_hands = 0
    for _ in range(HANDS):
        hand = drawn(draw, name)
        seats = rule_set(name).seats
        answers = Answers(draw.choice(seats), round_wind=draw.choice(seats), seats=seats)
        waits = find_waits(rule_set(name), hand, answers)
        expected = [tile for tile in KINDS if wins(name, hand, tile, answers)]
        assert [wait.tile for wait in waits.waits] == expected, hand
        is_waiting = len(expected) > 0
        assert (waits.away == 0) == is_waiting, hand
        if is_waiting:
            waiting_hands += 1
    assert waiting_hands > HANDS / 4


@pytest.mark.parametrize("name", rule_names())
def test_accepted_tiles_are_those_that_bring_a_hand_nearer(name: str) -> None:
    draw = random.Random(f"accepted tiles of {name}")
    for _ in range(HANDS // 4):
        hand = drawn(draw, name)
        shapes = rule_set(name).winning_shapes({}, hand.melds, None, None)
        before = find_missing(hand.standing, hand.melds, shapes)
        # How many tiles are missing after each tile that can be drawn.
        missing_after = {}
        for tile in KINDS:
            if hand.tiles.count(tile) < 4:
                tiles = (*hand.standing, tile)
                missing_after[tile] = find_missing(tiles, hand.melds, shapes).missing
        assert min(missing_after.values()) == before.missing - 1, hand
        nearer = {tile for tile, missing in missing_after.items() if missing < before.missing}
        assert before.tiles == nearer, hand


def test_a_hand_of_a_pool_needs_tiles_that_can_be_drawn() -> None:
    pool = TilePool(("1m", "4m", "7m", "2p"), count=3)
    nearest = find_missing(["1m"], (), (pool,), ["4m"] * 4)
    assert nearest == Missing(2, frozenset({"7m", "2p"}))
    assert not find_missing(["1m"], (), (pool,), ["4m", "7m"] * 4).tiles


def test_a_complete_hand_of_a_pool_lacks_no_tiles() -> None:
    pool = TilePool(("1m", "4m", "7m", "2p"), count=3)
    assert find_missing(["1m", "4m", "7m"], (), (pool,)) == Missing(0, frozenset())


def test_shanten_is_that_of_the_library_mahjong() -> None:
    draw = random.Random("shanten")
    library = Shanten()
    shapes = (MeldsAndPair(), SevenPairs(allows_equal_pairs=False), THIRTEEN_ORPHANS)
    for _ in range(HANDS):
        tiles = drawn(draw, "riichi").concealed
        if len(tiles) == 13:
            counts = [tiles.count(kind) for kind in KINDS]
            shanten = library.calculate_shanten(counts)
            assert find_missing(tiles, (), shapes).missing == shanten + 1, tiles


def waits_record(name: str, text: str, **answers: str) -> dict[str, Any]:
    """The record of a hand's waits, as ``hu waits --json`` prints it.

    Args:
        name: the rule set.
        text: the hand.
        answers: the fields of ``Answers``.
    """
    rules = rule_set(name)
    waits = find_waits(rules, Hand.from_text(text), Answers(**answers))  # type: ignore[arg-type]
    record: dict[str, Any] = json.loads(record_to_json(make_waits_record(waits, rules)))
    return record


def test_a_wait_has_its_points_by_a_discard_and_self_drawn() -> None:
    points = {"points": 10}
    assert waits_record("zung-jung", "123m 456p 789s 11z 56s")["waits"] == [
        {"tile": "4s", "left": 4, "discard": points, "self-draw": points},
        {"tile": "7s", "left": 3, "discard": points, "self-draw": points},
    ]


def test_a_wait_below_the_minimum_is_marked() -> None:
    below = {"points": 0, "below_minimum": True}
    wait = {"tile": "4s", "left": 4, "discard": below, "self-draw": {"points": 1_100}}
    record = waits_record("riichi", "123m 456p 789s 11z 56s", winner="S", round_wind="E")
    assert wait in record["waits"]


def test_a_wait_has_no_points_if_they_depend_on_the_unknown_seat() -> None:
    # A triplet of South counts for South alone.
    assert waits_record("zung-jung", "222z 456p 789s 11m 56s")["waits"] == [
        {"tile": "4s", "left": 4, "discard": {}, "self-draw": {}},
        {"tile": "7s", "left": 3, "discard": {}, "self-draw": {}},
    ]


def test_fourteen_tiles_have_the_best_discards_first() -> None:
    text = "123m 3456p 578s 1122z"
    waits = find_waits(rule_set("zung-jung"), Hand.from_text(text))
    assert waits.away == 1
    accepted_tiles = ["6s", "9s", "1z", "2z"]
    best = {"tile": "3p", "away": 1, "accepts": accepted_tiles, "left": 12}
    assert waits_record("zung-jung", text)["discards"][0] == best
    order = [(choice.away, -choice.left, RANK[choice.tile]) for choice in waits.discards]
    assert order == sorted(order)


def test_a_complete_hand_is_past_waiting() -> None:
    hand = Hand.from_text("123m 456p 789s 11z 56s +4s")
    assert find_waits(rule_set("zung-jung"), hand).away == -1


def test_tiles_that_lie_open_are_not_left() -> None:
    hand = Hand.from_text("123m 456p 789s 11z 56s")
    waits = find_waits(rule_set("zung-jung"), hand, seen=("4s", "4s", "4s", "4s", "7s", "9m"))
    assert [(wait.tile, wait.left) for wait in waits.waits] == [("4s", 0), ("7s", 2)]


def test_a_fifth_copy_is_no_wait() -> None:
    hand = Hand.from_text("1111m 456p 789s 123s")
    assert find_waits(rule_set("zung-jung"), hand).away == 1


@pytest.mark.parametrize(
    ("text", "seen", "message"),
    [
        ("123m 456p 789s 11z 5s", (), "12 tiles where 13 wait"),
        ("123m 456p 789s 111z 567s", (), "15 tiles where 13 wait"),
        ("11111m 456p 789s 11z", (), "5 copies of 1m"),
        ("[124m] 456p 789s 11z 56s", (), "no sequence, triplet or quad"),
        ("123m 456p 789s 11z 56s", ("1z",) * 3, "5 copies of 1z, 2 of them in the hand"),
    ],
)
def test_a_hand_that_cannot_wait_is_refused_in_one_line(
    text: str, seen: tuple[str, ...], message: str
) -> None:
    with pytest.raises(InvalidHandError, match=message) as error:
        find_waits(rule_set("zung-jung"), Hand.from_text(text), seen=seen)
    assert "\n" not in str(error.value)


def test_a_hand_that_the_rules_refuse_with_any_tile_is_refused() -> None:
    with pytest.raises(InvalidHandError, match="without flowers"):
        find_waits(rule_set("riichi"), Hand.from_text("123m 456p 789s 11z 56s 1f"))


@pytest.mark.parametrize(
    "hand",
    [
        "123m 456p 79s 11z 3z [777z]",
        "123m 79s 11z 3z [777z] (1111p)",
        "1z 3z [777z] (1111p) [234m] [555p]",
    ],
)
def test_a_tile_too_many_beside_melds_is_discarded(hand: str) -> None:
    waits = find_waits(rule_set("zung-jung"), Hand.from_text(hand))
    assert waits.away == 0
    assert "3z" in [choice.tile for choice in waits.discards]


def test_seven_pairs_have_no_melds_beside_them() -> None:
    pairs = Hand.from_text("1133m 5577p 99s 2255z").concealed
    assert SevenPairs().fits(pairs, 0)
    assert not SevenPairs().fits(pairs, 1)

"""From a draft to its score: problems, questions, points and payments.

Only choices that can apply are offered.
"""

import json
import re
from dataclasses import replace

import pytest

from hu.app.i18n import texts
from hu.app.page.draft.answers import Reply, answer, answer_rack
from hu.app.page.draft.editing.hand import Group, PlaceQuestion, Tile
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import (
    NOBODY,
    Claim,
    Draft,
    Rack,
    draft_from_json,
    draft_to_json,
    reseat,
    with_claim,
    with_rack,
    with_winner,
    without_steps,
)
from hu.app.page.reduce import apply
from hu.app.page.state import State
from hu.app.page.view.problems import floating_html
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import rule_names, rule_set
from tests.app.page.laid import add, from_hand, gesture, rack_of, step


def won(hand: str, winner: str, win: str, source: str | None = None, **fields: object) -> Draft:
    draft = with_winner(Draft(rack=rack_of(hand)), winner)
    return replace(with_claim(draft, win, source), **fields)  # type: ignore[arg-type]


def ids(draft: Draft) -> list[str]:
    return [each.id for each in assess(draft).problems]


def test_the_points_and_payments_of_a_discard() -> None:
    outcome = assess(won("234567m 13p 55s [777z] 1f +2p", "S", "discard", "W"))
    assert outcome.score is not None
    assert outcome.score.players["S"].points == 12
    assert outcome.score.payments == {"E": -12, "S": 36, "W": -12, "N": -12}
    assert outcome.has_payments


def test_without_answers_the_page_asks_and_tells_what_is_wrong_with_the_tiles() -> None:
    outcome = assess(Draft(rack=rack_of("123m 456m 789m 11s 99p")))
    assert outcome.open_questions == ("winner", "win")
    assert [each.id for each in outcome.problems] == ["tile-count"]
    counts = {"count": 13, "expected": 14, "waiting": 13, "complete": 14}
    assert dict(outcome.problems[0].parameters) == counts


def test_a_hand_without_tiles_is_asked_for_and_not_wrong() -> None:
    asked = assess(Draft())
    assert (asked.open_questions, asked.problems) == (("winner", "win", "tiles"), ())
    answered = assess(with_claim(with_winner(Draft(), "S"), "self-draw"))
    assert (answered.open_questions, answered.problems, answered.score) == (("tiles",), (), None)


def test_tiles_face_down_are_told() -> None:
    edited = add(from_hand(Hand.from_text("11111m [124s] 22z 33z 44z 5z")), ("back",))
    found = ids(with_claim(with_winner(Draft(rack=Rack(History(edited))), "S"), "self-draw"))
    assert {"face-down", "fifth-copy", "illegal-meld"} <= set(found)


@pytest.mark.parametrize(
    ("draft", "offered", "robbable"),
    [
        (won("234567m 13p 55s [777z] +2p", "S", "self-draw"), ("last-tile",), False),
        (
            won("234567m 55s 13p [7777z] +2p", "S", "self-draw"),
            ("last-tile", "kong-replacement"),
            False,
        ),
        (won("234567m 55s 777z 13p +2p", "E", "self-draw"), ("last-tile", "heaven"), False),
        (won("234567m 55s 777z 13p +2p", "S", "discard", "E"), ("last-tile", "earth"), True),
        (won("234567m 55s 777z 13p +2p", "S", "discard", "W"), ("last-tile",), True),
        (won("234567m 77z 555z 22p +2p", "S", "discard", "W"), ("last-tile",), False),
    ],
)
def test_only_what_can_apply_is_offered(
    draft: Draft, offered: tuple[str, ...], robbable: bool
) -> None:
    outcome = assess(draft)
    assert outcome.circumstances == offered
    assert outcome.can_be_robbed == robbable


def test_the_winning_tile_is_asked_only_when_it_matters() -> None:
    same = assess(won("123m 456m 789m 22s 555s", "S", "self-draw"))
    assert same.score is not None
    assert not same.choices
    differs = assess(won("555z 666z 222p 333s 9m 9m", "S", "discard", "W"))
    assert differs.open_questions == ("winning-tile",)
    assert dict(differs.choices)["9m"] > dict(differs.choices)["5z"]
    assert differs.score is None


def test_earlier_discards_matter_above_25_points_on_a_discard_only() -> None:
    dear = "234567m 789m 22z 13m +2m"
    assert assess(won(dear, "S", "discard", "W")).asks_for_earlier_discarder
    assert not assess(won(dear, "S", "self-draw")).asks_for_earlier_discarder
    assert not assess(
        won("234567m 13p 55s [777z] +2p", "S", "discard", "W")
    ).asks_for_earlier_discarder


def test_who_discarded_the_tile_before_is_responsible() -> None:
    dear = "234567m 789m 22z 13m +2m"
    plain = assess(won(dear, "S", "discard", "W", earlier=NOBODY)).score
    moved = assess(won(dear, "S", "discard", "W", earlier="N")).score
    own = assess(won(dear, "S", "discard", "W", earlier="S")).score
    assert plain is not None
    assert moved is not None
    assert own is not None
    points = plain.players["S"].points
    assert plain.payments == {"E": -25, "S": 3 * points, "W": 50 - 3 * points, "N": -25}
    assert moved.payments == {"E": -25, "S": 3 * points, "W": -25, "N": 50 - 3 * points}
    assert own.payments == {"E": -points, "S": 3 * points, "W": -points, "N": -points}


def test_answers_that_no_longer_fit_are_forgotten() -> None:
    draft = replace(won("123m", "S", "discard", "W"), earlier="N")
    draft = replace(draft, claim=replace(draft.claim, circumstances=frozenset({"last-tile"})))
    assert with_claim(draft, "discard", "W") == draft
    assert with_claim(draft, "discard", "E").claim == Claim("discard", "E")
    assert with_claim(draft, "discard", "E").earlier is None
    assert with_winner(draft, "E").claim == Claim()
    assert with_winner(draft, "S") == draft


@pytest.mark.parametrize("reply", [3, True, "1m", None])
def test_a_reply_without_tiles_names_no_indicators(reply: Reply) -> None:
    draft = answer(Draft(rules="riichi"), "dora_indicators", reply)
    assert draft.asked["dora_indicators"] == ()


def test_answers_stay_with_the_players_when_the_seats_pass_on() -> None:
    seated = ("E", "S", "W", "N")
    draft = won(
        "234567m 13p 55s [777z] 1f +2p",
        "S",
        "discard",
        "W",
        earlier="N",
        seating=seated,
        round_wind="E",
    )
    draft = replace(with_rack(draft, "E", rack_of("123m")), claims={"N": Claim("discard", "W")})
    moved = reseat(draft, ("N", "E", "S", "W"), "S")
    assert (moved.winner, moved.claim.source, moved.earlier, moved.round_wind) == (
        "E",
        "S",
        "W",
        "S",
    )
    assert moved.others == {"N": rack_of("123m")}
    assert moved.claims == {"W": Claim("discard", "S")}
    assert reseat(moved, seated, "E") == draft
    assert reseat(replace(draft, winner=NOBODY), ("N", "E", "S", "W"), "S").winner == NOBODY
    unnamed = replace(draft, seating=())
    assert reseat(unnamed, seated, "E") == draft


def test_the_bottom_line_of_fimj_tells_the_winner_s_points() -> None:
    racks = {"E": Rack(points=200), "W": Rack(points=0), "N": Rack(points=0)}
    draft = replace(FIMJ, others=racks)
    line = floating_html(
        texts("en"), draft, assess(draft), {"E": "E", "S": "S", "W": "W", "N": "N"}
    )
    assert "128 points" in line


@pytest.mark.parametrize("rules", rule_names())
def test_only_the_number_of_tiles_is_wrong_while_one_is_missing(rules: str) -> None:
    # A hand of Taiwanese rules has a meld more.
    melds = rule_set(rules).hand_shape.melds
    hand = " ".join(["123p", "456p", "789p", "123s", "456s"][:melds])
    assert ids(Draft(rules, rack=rack_of(f"{hand} 5z"))) == ["tile-count"]


def test_a_discard_without_a_discarder_is_reported_if_nothing_else_is_wrong() -> None:
    assert ids(won("234567m 13p 55s [777z] 1f +2p", "S", "discard")) == ["source-missing"]
    assert ids(won("234567m 13p 99s [777z] 1f +3p", "S", "discard")) == ["no-winning-shape"]


def test_a_draft_comes_back_from_its_text() -> None:
    draft = won(
        "234567m 13p 55s [777z] 1f +2p",
        "S",
        "discard",
        "W",
        earlier="N",
        entry=7,
        options={"minimum": 5},
    )
    draft = with_rack(
        replace(draft, claims={"E": Claim("discard", "W")}),
        "E",
        replace(rack_of("123m"), points=12),
    )
    assert draft_from_json(draft_to_json(draft)) == draft
    for nonsense in (
        "",
        "[]",
        '{"rules": 5}',
        '{"rack": {"history": {"now": {"groups": [{"kind": "heap"}]}}}}',
        "[" * 9000,
    ):
        with pytest.raises(InputError):
            draft_from_json(nonsense)


def test_a_draft_longer_than_any_hand_is_neither_written_nor_read() -> None:
    with pytest.raises(InputError, match="at most 500000 characters"):
        draft_to_json(Draft(asked={"x": "y" * 600_000}))
    with pytest.raises(InputError, match="longer than 500000 characters"):
        draft_from_json(" " * 500_001)


def test_a_crowded_table_is_far_below_the_longest_draft() -> None:
    history = History()
    for number in range(200):
        history = history.then(step("add", "1m", None, None))
        for face in ("9m", "1s"):
            history = history.then(step("face", number % 60 + 1, face))
    rack = Rack(history)
    crowded = Draft("fimj", rack=rack, others={"S": rack, "W": rack, "N": rack})
    assert len(history.steps) == 100
    assert len(draft_to_json(crowded)) < 300_000


def test_a_draft_keeps_what_was_tapped_as_steps_and_a_saved_hand_keeps_none_of_it() -> None:
    draft = won("234567m 13p 55s [777z] 1f +2p", "S", "discard", "W")
    history = draft.rack.history
    for number in range(25):
        history = history.then(step("face", 1 + number % 13, "9m" if number % 2 else "1s"))
    tapped = with_rack(draft, None, replace(draft.rack, history=history))
    back = draft_from_json(draft_to_json(tapped))
    assert back == tapped
    assert back.rack.history.undo().now == history.undo().now != history.now
    assert len(draft_to_json(tapped)) < 2 * len(draft_to_json(draft)) + 25 * 20
    saved = draft_from_json(draft_to_json(without_steps(tapped))).rack.history
    assert (saved.now, saved.steps, saved.taken_back) == (history.now, (), ())


FIMJ = Draft(
    "fimj",
    round_wind="E",
    rack=rack_of("111z 555p 234m 678s 9m +9m"),
    winner="S",
    claim=Claim("self-draw"),
)
RACKS = {
    "E": "[222p] 55z 789s 1m 4m 7p 9p 9p 1f",
    "W": "[333z] 234p 6s 6s 6s 1m 4m 7p 8p",
    "N": "123456m 19p 2255s 4z",
}


HANDS = {seat: rack_of(hand) for seat, hand in RACKS.items()}
DRAWN = Draft("fimj", round_wind="E", winner=NOBODY)
SETTLED = replace(DRAWN, options={"settle_without_winner": True})
PAID = {"E": -230, "S": 520, "W": -110, "N": -180}


def counted(draft: Draft, **points: int) -> Draft:
    """A table that has counted these points itself."""
    return replace(draft, others={seat: Rack(points=count) for seat, count in points.items()})


@pytest.mark.parametrize(
    ("draft", "missing", "payments"),
    [
        pytest.param(DRAWN, "", {"E": 0, "S": 0, "W": 0, "N": 0}, id="a drawn hand costs nothing"),
        pytest.param(SETTLED, "ESWN", None, id="a drawn hand that is settled needs every rack"),
        # South: 80 from East, 32 from West and North each; East pays both 16 more.
        pytest.param(
            counted(SETTLED, E=0, S=40, W=8, N=8),
            "",
            {"E": -120, "S": 140, "W": -10, "N": -10},
            id="paid",
        ),
        pytest.param(
            FIMJ,
            "EWN",
            None,
            id="the winner's points are known before the others' hands",
        ),
        pytest.param(replace(FIMJ, others=HANDS), "", PAID, id="a whole table"),
        pytest.param(
            counted(FIMJ, E=16, W=16, N=0),
            "",
            PAID,
            id="points counted at the table settle like hands",
        ),
    ],
)
def test_a_table_of_fimj_is_paid(
    draft: Draft, missing: str, payments: dict[str, int] | None
) -> None:
    assert not draft.is_empty
    outcome = assess(draft)
    assert outcome.score is not None
    assert (outcome.missing_seats, outcome.has_payments, outcome.score.payments) == (
        tuple(missing),
        not missing,
        payments,
    )
    if draft.winner == "S":
        assert outcome.score.players["S"].points == 128
    assert draft_from_json(draft_to_json(draft)) == draft


def test_two_winners_share_the_discarded_tile() -> None:
    draft = replace(FIMJ, claim=Claim("discard", "N"), claims={"E": Claim("discard", "N")})
    draft = with_rack(draft, "E", rack_of("123m 456m 777s 99m 888p"))
    draft = with_rack(with_rack(draft, "W", Rack(points=0)), "N", Rack(points=0))
    outcome = assess(draft)
    assert outcome.score is not None, outcome.problems
    assert min((outcome.score.payments or {})[seat] for seat in "ES") > 0


def test_a_second_winner_keeps_the_circumstances_when_a_third_is_added() -> None:
    second = Claim("discard", "N", frozenset({"last-tile"}))
    draft = replace(FIMJ, claim=Claim("discard", "N"), claims={"E": second})
    claims = answer(draft, "winners", ("E", "W")).claims
    assert claims == {"E": second, "W": Claim("discard", "N")}


def test_a_winning_tile_that_was_only_assumed_is_not_shown() -> None:
    complete = Hand.from_text("123m 456m 789m 11s 999p")
    assert Outcome(complete).without_assumed_winning_tile("23m 456m 789m 11s 999p +1m") == str(
        complete
    )
    won_with = "12m 456m 789m 11s 999p +3m"
    assert Outcome(Hand.from_text(won_with)).without_assumed_winning_tile(won_with) == won_with


def test_the_points_of_a_rack_can_be_taken_back() -> None:
    answered = answer_rack(FIMJ, "E", "points", 12)
    assert answered.others["E"].points == 12
    assert answer_rack(answered, "E", "points", None).others["E"].points is None


def test_the_round_wind_is_asked_first() -> None:
    assert assess(replace(FIMJ, round_wind=None)).open_questions == ("round_wind",)


def test_claimed_or_concealed_is_asked_only_where_points_depend_on_it() -> None:
    def opened(hand: str) -> Draft:
        edited = from_hand(Hand.from_text(hand))
        group = next(group for group in edited.groups if group.kind == "exposed")
        edited = replace(edited, unsettled=(tuple(tile.id for tile in group.tiles),))
        return replace(won("123m", "S", "discard", "W"), rack=Rack(History(edited)))

    concealed_hand = opened("234567m 13p 55z [789s] +2p")
    assert assess(concealed_hand).photo_questions == {
        None: concealed_hand.rack.history.now.place_questions
    }
    claimed_anyway = opened("[234m] 567m 13p 55s [777z] +2p")
    assert not assess(claimed_anyway).photo_questions
    unanswered = replace(claimed_anyway, winner=None)
    assert assess(unanswered).photo_questions == {None: unanswered.rack.history.now.place_questions}


def test_a_flower_far_from_the_hand_is_asked_about_where_it_adds_points() -> None:
    flower = Tile(90, "1f", ((0, 0), (1, 0), (1, 1), (0, 1)), doubtful=False)
    edited = from_hand(Hand.from_text("234567m 13p 55s [777z] +2p"))
    edited = replace(
        edited, groups=(*edited.groups, Group(91, "aside", (flower,))), fresh=92, unsettled=((90,),)
    )
    draft = replace(won("123m", "S", "discard", "W"), rack=Rack(History(edited)))
    assert assess(draft).photo_questions == {None: (PlaceQuestion((90,), "flowers"),)}


def test_the_winning_tile_of_fourteen_tapped_tiles_is_asked_for_if_it_decides_the_points() -> None:
    draft = with_claim(with_winner(Draft(), "S"), "discard", "W")
    for face in (
        "5z",
        "5z",
        "5z",
        "6z",
        "6z",
        "6z",
        "2p",
        "2p",
        "2p",
        "3s",
        "3s",
        "3s",
        "9m",
        "9m",
    ):
        edit = gesture("tile", None, ["add", face, None, None])
        draft = apply(State(draft=draft), edit)[0].draft
    assert draft.rack.history.now.winning is None
    assert assess(draft).open_questions == ("winning-tile",)


@pytest.mark.parametrize(
    ("flowers", "win", "source", "payments"),
    [
        ("1234f 1234g", "self-draw", None, {"E": -550, "S": 1550, "W": -500, "N": -500}),
        ("1234f 123g", "robbed-kong", "W", {"E": 0, "S": 500, "W": -500, "N": 0}),
    ],
)
def test_a_hand_wins_by_its_flowers_without_a_winning_tile(
    flowers: str, win: str, source: str | None, payments: dict[str, int]
) -> None:
    hand = f"123m 456p 789s 1123z 567z {flowers}"
    draft = won(hand, "S", win, source, rules="taiwanese", round_wind="E")
    outcome = assess(draft)
    assert outcome.problems == ()
    assert outcome.score is not None
    assert outcome.score.payments == payments


@pytest.mark.parametrize("rules", rule_names())
def test_a_hand_that_lacks_its_winning_tile_is_told_its_number_of_tiles(rules: str) -> None:
    tiles = "123p 456p 789s 1123z"
    if rule_set(rules).hand_shape.melds == 5:
        tiles = "123p 456p 789s 1123z 567z"
    outcome = assess(won(tiles, "S", "self-draw", rules=rules, round_wind="E"))
    assert [each.id for each in outcome.problems] == ["tile-count"]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("rack", {"status": "asleep"}, "unknown status 'asleep'"),
        ("others", {"E": {"status": "asleep"}}, "unknown status 'asleep'"),
        ("round_wind", "X", "unknown round wind 'X'"),
        ("entered", {"han": "many"}, "han=many: expected a number from 1 to "),
        ("entered", {"points": 8}, "unknown figure of"),
        ("entered", {"limit": "huge"}, "limit"),
        ("asked", {"recent_discards": ["E"]}, "recent_discards: not an answer of the page"),
    ],
)
def test_names_that_the_rules_do_not_know_are_refused_in_a_stored_draft(
    field: str, value: object, reason: str
) -> None:
    rules = "zung-jung" if field == "asked" else "riichi"
    draft = json.loads(draft_to_json(won("234567m 13p 55s 777z +2p", "S", "self-draw")))
    with pytest.raises(InputError, match=re.escape(reason)):
        draft_from_json(json.dumps({**draft, "rules": rules, field: value}))

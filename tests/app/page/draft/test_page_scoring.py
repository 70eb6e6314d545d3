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
    """A hand in work that was won.

    Args:
        hand: the tiles.
        winner: the winner's seat.
        win: how it was won.
        source: the seat of the discarder. None for a self-draw.
        fields: other fields of the draft.
    """
    draft = with_winner(Draft(rack=rack_of(hand)), winner)
    return replace(with_claim(draft, win, source), **fields)  # type: ignore[arg-type]


def problem_ids(draft: Draft) -> list[str]:
    """The ids of the problems of a hand in work."""
    return [problem.id for problem in assess(draft).problems]


def test_the_points_and_payments_of_a_discard() -> None:
    outcome = assess(won("234567m 13p 55s [777z] 1f +2p", "S", "discard", "W"))
    assert outcome.score is not None
    assert outcome.score.players["S"].points == 12
    assert outcome.score.payments == {"E": -12, "S": 36, "W": -12, "N": -12}
    assert outcome.has_payments


def test_a_hand_without_answers_has_open_questions_and_the_problems_of_its_tiles() -> None:
    outcome = assess(Draft(rack=rack_of("123m 456m 789m 11s 99p")))
    assert outcome.open_questions == ("winner", "win")
    assert [problem.id for problem in outcome.problems] == ["tile-count"]
    counts = {"count": 13, "expected": 14, "waiting": 13, "complete": 14}
    assert dict(outcome.problems[0].parameters) == counts


def test_a_hand_without_tiles_is_asked_for_and_not_wrong() -> None:
    outcome = assess(Draft())
    assert outcome.open_questions == ("winner", "win", "tiles")
    assert outcome.problems == ()
    with_answers = assess(with_claim(with_winner(Draft(), "S"), "self-draw"))
    assert with_answers.open_questions == ("tiles",)
    assert with_answers.problems == ()
    assert with_answers.score is None


def test_tiles_face_down_are_a_problem_beside_others() -> None:
    edited = add(from_hand(Hand.from_text("11111m [124s] 22z 33z 44z 5z")), ("back",))
    draft = with_claim(with_winner(Draft(rack=Rack(History(edited))), "S"), "self-draw")
    assert {"face-down", "fifth-copy", "illegal-meld"} <= set(problem_ids(draft))


@pytest.mark.parametrize(
    ("draft", "circumstances", "can_be_robbed"),
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
def test_only_circumstances_that_can_apply_are_offered(
    draft: Draft, circumstances: tuple[str, ...], can_be_robbed: bool
) -> None:
    outcome = assess(draft)
    assert outcome.circumstances == circumstances
    assert outcome.can_be_robbed == can_be_robbed


def test_the_winning_tile_is_not_asked_for_if_all_have_the_same_points() -> None:
    outcome = assess(won("123m 456m 789m 22s 555s", "S", "self-draw"))
    assert outcome.score is not None
    assert not outcome.choices


def test_the_winning_tile_is_asked_for_if_the_points_depend_on_it() -> None:
    outcome = assess(won("555z 666z 222p 333s 9m 9m", "S", "discard", "W"))
    assert outcome.open_questions == ("winning-tile",)
    points = dict(outcome.choices)
    assert points["9m"] > points["5z"]
    assert outcome.score is None


def test_a_question_about_discards_is_answered_by_the_earlier_discarder_alone() -> None:
    draft = won("234567m 13p 55s [777z] 1f +2p", "S", "discard", "W")
    # The page asks for a seat under the id "earlier". A stored draft must not have the answer under
    # the rule set's own id too.
    assert answer(draft, "recent_discards", "E") == draft
    assert draft_from_json(draft_to_json(answer(draft, "earlier", "E"))).earlier == "E"


def test_earlier_discards_matter_above_25_points_on_a_discard_only() -> None:
    dear = "234567m 789m 22z 13m +2m"
    cheap = "234567m 13p 55s [777z] +2p"
    assert assess(won(dear, "S", "discard", "W")).asks_for_earlier_discarder
    assert not assess(won(dear, "S", "self-draw")).asks_for_earlier_discarder
    assert not assess(won(cheap, "S", "discard", "W")).asks_for_earlier_discarder


def test_the_player_who_discarded_the_tile_before_is_responsible() -> None:
    dear = "234567m 789m 22z 13m +2m"

    def payments(earlier: str) -> object:
        score = assess(won(dear, "S", "discard", "W", earlier=earlier)).score
        assert score is not None
        assert score.players["S"].points == 50
        return score.payments

    # The responsible player pays for the others all but 25 points each.
    assert payments(NOBODY) == {"E": -25, "S": 150, "W": -100, "N": -25}
    assert payments("N") == {"E": -25, "S": 150, "W": -25, "N": -100}
    # The winner has discarded the tile before. Nobody is responsible.
    assert payments("S") == {"E": -50, "S": 150, "W": -50, "N": -50}


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
    assert moved.winner == "E"
    assert moved.claim.source == "S"
    assert moved.earlier == "W"
    assert moved.round_wind == "S"
    assert moved.others == {"N": rack_of("123m")}
    assert moved.claims == {"W": Claim("discard", "S")}
    assert reseat(moved, seated, "E") == draft
    without_seating = replace(draft, seating=())
    assert reseat(without_seating, seated, "E") == draft


def test_a_hand_that_nobody_won_has_no_winner_in_other_seats_either() -> None:
    draft = Draft(winner=NOBODY, seating=("E", "S", "W", "N"))
    assert reseat(draft, ("N", "E", "S", "W"), "S").winner == NOBODY


def test_the_bottom_line_of_fimj_shows_the_winner_s_points() -> None:
    racks = {"E": Rack(points=200), "W": Rack(points=0), "N": Rack(points=0)}
    draft = replace(FIMJ, others=racks)
    names = {seat: seat for seat in "ESWN"}
    line = floating_html(texts("en"), draft, assess(draft), names)
    assert "128 points" in line


@pytest.mark.parametrize("rules", rule_names())
def test_only_the_number_of_tiles_is_wrong_while_one_is_missing(rules: str) -> None:
    # A hand of Taiwanese rules has a meld more.
    melds = rule_set(rules).hand_shape.melds
    hand = " ".join(["123p", "456p", "789p", "123s", "456s"][:melds])
    assert problem_ids(Draft(rules, rack=rack_of(f"{hand} 5z"))) == ["tile-count"]


def test_a_discard_without_a_discarder_is_reported_if_nothing_else_is_wrong() -> None:
    assert problem_ids(won("234567m 13p 55s [777z] 1f +2p", "S", "discard")) == ["source-missing"]
    assert problem_ids(won("234567m 13p 99s [777z] 1f +3p", "S", "discard")) == ["no-winning-shape"]


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
    draft = replace(draft, claims={"E": Claim("discard", "W")})
    draft = with_rack(draft, "E", replace(rack_of("123m"), points=12))
    assert draft_from_json(draft_to_json(draft)) == draft


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"rules": 5}',
        '{"rack": {"history": {"now": {"groups": [{"kind": "heap"}]}}}}',
        "[" * 9000,
    ],
    ids=["empty", "list", "rules", "group", "deep"],
)
def test_a_text_that_is_no_draft_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        draft_from_json(text)


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


def corrected_often(draft: Draft) -> Draft:
    """The hand after 25 corrections."""
    history = draft.rack.history
    for number in range(25):
        face = "1s" if number % 2 == 0 else "9m"
        history = history.then(step("face", 1 + number % 13, face))
    return with_rack(draft, None, replace(draft.rack, history=history))


def test_a_draft_keeps_corrections_as_steps() -> None:
    draft = won("234567m 13p 55s [777z] 1f +2p", "S", "discard", "W")
    corrected = corrected_often(draft)
    history = corrected.rack.history
    back = draft_from_json(draft_to_json(corrected))
    assert back == corrected
    assert back.rack.history.undo().now == history.undo().now
    assert history.undo().now != history.now
    # A step takes less than 20 characters.
    assert len(draft_to_json(corrected)) < 2 * len(draft_to_json(draft)) + 25 * 20


def test_a_saved_hand_keeps_no_steps() -> None:
    corrected = corrected_often(won("234567m 13p 55s [777z] 1f +2p", "S", "discard", "W"))
    history = draft_from_json(draft_to_json(without_steps(corrected))).rack.history
    assert history.now == corrected.rack.history.now
    assert history.steps == ()
    assert history.taken_back == ()


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
    assert outcome.missing_seats == tuple(missing)
    assert outcome.has_payments == (missing == "")
    assert outcome.score.payments == payments
    if draft.winner == "S":
        assert outcome.score.players["S"].points == 128
    assert draft_from_json(draft_to_json(draft)) == draft


def test_two_winners_share_the_discarded_tile() -> None:
    draft = replace(FIMJ, claim=Claim("discard", "N"), claims={"E": Claim("discard", "N")})
    draft = with_rack(draft, "E", rack_of("123m 456m 777s 99m 888p"))
    draft = with_rack(with_rack(draft, "W", Rack(points=0)), "N", Rack(points=0))
    outcome = assess(draft)
    assert outcome.score is not None, outcome.problems
    payments = outcome.score.payments or {}
    assert payments["E"] > 0
    assert payments["S"] > 0


def test_a_second_winner_keeps_the_circumstances_when_a_third_is_added() -> None:
    second = Claim("discard", "N", frozenset({"last-tile"}))
    draft = replace(FIMJ, claim=Claim("discard", "N"), claims={"E": second})
    claims = answer(draft, "winners", ("E", "W")).claims
    assert claims == {"E": second, "W": Claim("discard", "N")}


def test_a_winning_tile_that_was_only_assumed_is_not_shown() -> None:
    hand = Hand.from_text("123m 456m 789m 11s 999p")
    reading = "23m 456m 789m 11s 999p +1m"
    assert Outcome(hand).without_assumed_winning_tile(reading) == str(hand)


def test_a_winning_tile_that_is_known_is_shown() -> None:
    text = "12m 456m 789m 11s 999p +3m"
    assert Outcome(Hand.from_text(text)).without_assumed_winning_tile(text) == text


def test_the_points_of_a_rack_can_be_taken_back() -> None:
    with_points = answer_rack(FIMJ, "E", "points", 12)
    assert with_points.others["E"].points == 12
    assert answer_rack(with_points, "E", "points", None).others["E"].points is None


def test_the_round_wind_is_asked_first() -> None:
    assert assess(replace(FIMJ, round_wind=None)).open_questions == ("round_wind",)


def with_doubtful_claim(hand: str) -> Draft:
    """A hand won by a discard. The photo leaves open whether its first meld was claimed."""
    edited = from_hand(Hand.from_text(hand))
    group = next(group for group in edited.groups if group.kind == "exposed")
    edited = replace(edited, unsettled=(tuple(tile.id for tile in group.tiles),))
    return replace(won("123m", "S", "discard", "W"), rack=Rack(History(edited)))


def test_claimed_or_concealed_is_asked_if_the_points_depend_on_it() -> None:
    draft = with_doubtful_claim("234567m 13p 55z [789s] +2p")
    questions = draft.rack.history.now.place_questions
    assert assess(draft).photo_questions == {None: questions}


def test_claimed_or_concealed_is_not_asked_if_another_meld_was_claimed_anyway() -> None:
    draft = with_doubtful_claim("[234m] 567m 13p 55s [777z] +2p")
    assert not assess(draft).photo_questions


def test_claimed_or_concealed_is_asked_as_long_as_the_points_are_unknown() -> None:
    draft = replace(with_doubtful_claim("[234m] 567m 13p 55s [777z] +2p"), winner=None)
    questions = draft.rack.history.now.place_questions
    assert assess(draft).photo_questions == {None: questions}


def test_a_flower_far_from_the_hand_is_asked_about_if_it_adds_points() -> None:
    flower = Tile(90, "1f", ((0, 0), (1, 0), (1, 1), (0, 1)), doubtful=False)
    edited = from_hand(Hand.from_text("234567m 13p 55s [777z] +2p"))
    groups = (*edited.groups, Group(91, "aside", (flower,)))
    edited = replace(edited, groups=groups, fresh=92, unsettled=((90,),))
    draft = replace(won("123m", "S", "discard", "W"), rack=Rack(History(edited)))
    assert assess(draft).photo_questions == {None: (PlaceQuestion((90,), "flowers"),)}


def test_the_winning_tile_of_fourteen_tapped_tiles_is_asked_for_if_it_decides_the_points() -> None:
    draft = with_claim(with_winner(Draft(), "S"), "discard", "W")
    hand = Hand.from_text("555666z 222p 333s 99m")
    for face in hand.standing:
        edit = gesture("tile", None, ["add", face, None, None])
        state, _ = apply(State(draft=draft), edit)
        draft = state.draft
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
def test_the_number_of_tiles_is_a_problem_while_the_winning_tile_is_missing(rules: str) -> None:
    tiles = "123p 456p 789s 1123z"
    if rule_set(rules).hand_shape.melds == 5:
        tiles = "123p 456p 789s 1123z 567z"
    draft = won(tiles, "S", "self-draw", rules=rules, round_wind="E")
    assert problem_ids(draft) == ["tile-count"]


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

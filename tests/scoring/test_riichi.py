"""Riichi: calls of the library, payments, drawn deals, games, refusals."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hu
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.view.answers import relevant_questions
from hu.scoring.answers.from_json import check_options, read_deal
from hu.scoring.answers.from_text import parse_options
from hu.scoring.answers.to_json import write_deal
from hu.scoring.answers.value import NOBODY, Answers
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.json_object import JsonObject
from hu.scoring.options import HOUSE
from hu.scoring.problems import BelowMinimumError, InvalidHandError
from hu.scoring.riichi.game import honba
from hu.scoring.riichi.payments import share_drawn_deal
from hu.scoring.riichi.presets import RIICHI_PRESETS
from hu.scoring.riichi.rule_set import RULE_SET as RIICHI
from hu.scoring.rule_set.house import read_house
from hu.scoring.seating import PlayedDeal, Seating
from hu.scoring.texts import Text
from hu.scoring.unknowns import possible_circumstances
from tests.answers import answer_lines

CLOSED = "234m 567p 55s 345s 68m +7m"
#: Won with the same tile, and of less worth: 1 han 40 fu with riichi, CLOSED 2 han 40 fu.
OTHER = "123p 456p 789s 55z 68m +7m"


def _deal(hand: str, win: Win, **answers: object) -> Deal:
    players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(Hand.from_text(hand), win)}
    return Deal(players, "E", **answers)  # type: ignore[arg-type]


_COUNTS = st.integers(0, 9)
_SEATS = st.frozensets(st.sampled_from(SEATS))


@given(_COUNTS, _COUNTS, _SEATS, st.sampled_from(["self-draw", "discard"]))
def test_payments_and_pot_add_up_to_zero(
    honba: int, sticks: int, declared: frozenset[str], how: str
) -> None:
    win = Win("S", how, None if how == "self-draw" else "W", frozenset({"riichi"}))
    counters = {"honba": honba, "sticks": sticks}
    plain = RIICHI.score(_deal(CLOSED, win)).payments
    found = RIICHI.score(_deal(CLOSED, win, asked={**counters, "declared": declared}))
    assert plain is not None
    assert found.payments is not None
    assert sum(plain.values()) == 0
    assert found.pot == -1_000 * sticks
    assert sum(found.payments.values()) + found.pot == 0
    assert found.payments["S"] == plain["S"] + 300 * honba + 1_000 * (
        sticks + len(declared - {"S"})
    )


@given(_SEATS, _SEATS)
def test_a_drawn_deal_moves_three_thousand_points_and_keeps_the_sticks(
    tenpai: frozenset[str], declared: frozenset[str]
) -> None:
    declared &= tenpai
    players = {seat: Player(status="tenpai" if seat in tenpai else None) for seat in SEATS}
    score = RIICHI.score(Deal(players, "E", asked={"declared": declared}))
    expected = share_drawn_deal(tenpai, RIICHI_PRESETS.preset_of({}))
    assert sum(expected.values()) == 0
    # Each player who declared riichi has laid down a stick.
    for seat in declared:
        expected[seat] -= 1_000
    assert score.payments == expected
    assert score.pot == 1_000 * len(declared)


def _two_winners(preset: str, *, honba: int = 0, sticks: int = 0) -> Deal:
    """A deal of the East round in which West discards to South and North, both in riichi.

    Args:
        preset: the preset of the rules.
        honba: how many honba are on the table.
        sticks: how many riichi sticks of earlier deals are on the table.
    """
    players = {
        "E": Player(),
        "S": _won("S", CLOSED, "discard", "W", "riichi"),
        "W": Player(),
        "N": _won("N", OTHER, "discard", "W", "riichi"),
    }
    return Deal(players, "E", {"preset": preset}, asked={"honba": honba, "sticks": sticks})


@given(_COUNTS, _COUNTS, st.sampled_from(["ema", "ema-2016", "tenhou", "mahjong-soul"]))
def test_several_winners_of_one_discard_are_paid_by_the_discarder(
    honba: int, sticks: int, preset: str
) -> None:
    score = RIICHI.score(_two_winners(preset, honba=honba, sticks=sticks))
    assert score.payments is not None
    assert sum(score.payments.values()) + score.pot == 0
    assert score.payments["E"] == 0
    # North sits next after West, and has the sticks of earlier deals.
    difference = 1_300 - 2_600 + 1_000 * sticks
    # By EMA's books each winner is paid the honba and takes back the own stick. By other rules
    # North has the honba and both sticks.
    if not preset.startswith("ema"):
        difference += 300 * honba + 2_000
    assert score.payments["N"] - score.payments["S"] == difference


def test_honba_belong_to_the_first_winner_although_that_hand_is_missing() -> None:
    deal = _two_winners("tenhou", honba=2)
    without_north = dict(deal.players)
    without_north["N"] = replace(deal.players["N"], hand=None)
    score = RIICHI.score(replace(deal, players=without_north))
    assert score.payments is None
    assert score.players["S"].points == RIICHI.score(deal).players["S"].points == 2_600


@pytest.mark.parametrize("preset", ["wrc", "m-league"])
def test_head_bump_leaves_one_winner_unless_the_table_agrees_on_two(preset: str) -> None:
    deal = _two_winners(preset)
    message = "2 players won; by these rules one discard has at most 1"
    with pytest.raises(InvalidHandError, match=message):
        RIICHI.score(deal)
    assert RIICHI.score(replace(deal, options={"preset": preset, "winners": "2"})).payments


_DRAGONS = "[555z] [666z] [777z] 23m 99p +4m"
_TWO_YAKUMAN = "[555z] [666z] [777z] 11z 22z +1z"
_FOUR_QUADS = "[1111m] [2222p] [3333s] [4444z] 5m +5m"


@pytest.mark.parametrize(
    ("hand", "win", "preset", "payments"),
    [
        # EMA 2025, 3.3.9: all of a self-drawn win, half of a win on another player's discard. The
        # discarder pays the counters.
        (_DRAGONS, Win("S", "self-draw", liable="E"), "ema", (-32_600, 32_600, 0, 0)),
        (_DRAGONS, Win("S", "discard", "W", liable="E"), "ema", (-16_000, 32_600, -16_600, 0)),
        (_DRAGONS, Win("S", "discard", "W", liable="W"), "ema", (0, 32_600, -32_600, 0)),
        (_DRAGONS, Win("E", "self-draw", liable="N"), "ema", (48_600, 0, 0, -48_600)),
        # RiichiEnv: on the servers the liable player pays the honba. On Tenhou alone the liable
        # player answers for the other yakuman too.
        (_DRAGONS, Win("S", "discard", "W", liable="E"), "tenhou", (-16_600, 32_600, -16_000, 0)),
        (_TWO_YAKUMAN, Win("S", "self-draw", liable="E"), "tenhou", (-64_600, 64_600, 0, 0)),
        (
            _TWO_YAKUMAN,
            Win("S", "self-draw", liable="W"),
            "mahjong-soul",
            (-16_000, 64_600, -40_600, -8_000),
        ),
        # WRC 2025, 9.1.1: four quads. Who fed the last of them is not liable for concealed dragons.
        (_FOUR_QUADS, Win("S", "self-draw", liable="E"), "wrc", (-32_600, 32_600, 0, 0)),
        (
            "(5555z) (6666z) (7777z) [1111m] 9p +9p",
            Win("S", "self-draw", liable="W"),
            "wrc",
            (-16_000, 64_600, -40_600, -8_000),
        ),
        # A concealed quad shows its dragons too.
        (
            "(5555z) [666z] (7777z) 23m 99p +4m",
            Win("S", "discard", "W", liable="E"),
            "wrc",
            (-16_000, 32_600, -16_600, 0),
        ),
    ],
)
def test_the_player_who_fed_the_last_meld_is_liable(
    hand: str, win: Win, preset: str, payments: tuple[int, ...]
) -> None:
    score = RIICHI.score(_deal(hand, win, options={"preset": preset}, asked={"honba": 2}))
    assert score.payments == dict(zip(SEATS, payments, strict=True))


# With three red fives, a red five of each suit. With four, two of dots.
@pytest.mark.parametrize(("option", "count"), [("yes", 1), ("4", 2), ("no", 0)])
def test_all_four_fives_of_dots_have_the_red_fives_of_dots_among_them(
    option: str, count: int
) -> None:
    win = Win("S", "self-draw", circumstances=frozenset({"riichi"}))
    options = {"preset": "tenhou", "red_fives": option}
    for text, red_fives_of_characters in (
        ("555p 456p 123m 678m 2s +2s", 0),
        ("555p 456p 340m 678m 2s +2s", 1),
    ):
        score = RIICHI.score(_deal(text, win, options=options))
        red_dora = [item for item in score.players["S"].items if item.pattern.id == "aka-dora"]
        expected = count + red_fives_of_characters if count > 0 else 0
        assert sum(item.count for item in red_dora) == expected


def test_fu_are_shown_with_their_sum() -> None:
    deal = _deal(
        "234m 567p 11z 345s 78m +9m", Win("S", "self-draw"), asked={"honba": 1, "sticks": 1}
    )
    score = RIICHI.score(deal)
    assert [remark["en"] for remark in score.players["S"].remarks] == [
        "1 han, 30 fu (20 + 2 + 2 = 24 → 30).",
        "20 fu: base",
        "2 fu: pair of the round wind",
        "2 fu: self-draw",
        "The 1400 points include 300 for 1 honba.",
        "South receives 2400: 1400 from the others, 1000 in sticks.",
    ]


@pytest.mark.parametrize(
    ("preset", "fine", "places"),
    [
        ("ema", 20_000, (0, 15_000, 0, -15_000)),
        ("wrc", 30_000, (0, 15_000, 0, -15_000)),
        # Uma 30 and 10, and oka for the first place.
        ("m-league", 20_000, (-5_000, 45_000, -5_000, -35_000)),
    ],
)
def test_a_chombo_of_leagues_is_settled_after_the_game(
    preset: str, fine: int, places: tuple[int, ...]
) -> None:
    players = {seat: Player(status="chombo" if seat == "S" else None) for seat in SEATS}
    score = RIICHI.score(Deal(players, "E", {"preset": preset}, asked={"declared": frozenset("W")}))
    # West takes back the stick.
    assert (score.payments, score.pot) == (dict.fromkeys(SEATS, 0), 0)
    assert score.notes["S"]["en"] == f"chombo, {fine} points less after the game"
    # The third player is in South in the second deal.
    deals = [SOUTH, PlayedDeal(statuses={"S": "chombo"}, seats=("N", "E", "S", "W"))]
    totals = [0, 1_000, 0, -1_000]
    final = RIICHI.final_totals({"preset": preset}, totals, deals)
    expected = [total + place for total, place in zip(totals, places, strict=True)]
    expected[2] -= fine
    assert final == tuple(expected)


def seating(deals: Sequence[PlayedDeal], preset: str = "ema") -> Seating:
    return RIICHI.seating({"preset": preset}, deals, 4)


EAST = PlayedDeal(frozenset("E"))
SOUTH = PlayedDeal(frozenset("S"))


def test_east_repeats_after_winning_and_two_rounds_end_the_game() -> None:
    assert seating([EAST, PlayedDeal(frozenset("ES"))]).seats == ("E", "S", "W", "N")
    assert seating([SOUTH]).seats == ("N", "E", "S", "W")
    assert seating([SOUTH] * 4).round_wind == "S"
    assert not seating([SOUTH] * 7).is_over
    assert seating([SOUTH] * 8).is_over


def test_east_repeats_a_drawn_deal_with_a_waiting_hand_and_after_chombo() -> None:
    assert seating([PlayedDeal(statuses={"E": "tenpai"})]).east == 0
    assert seating([PlayedDeal(statuses={"S": "tenpai"})]).east == 1
    assert seating([PlayedDeal(statuses={"S": "chombo"})]).east == 0


def _is_over_on_tenhou(passed: int, points: tuple[int, ...], last: PlayedDeal) -> bool:
    """Whether a game on Tenhou is over.

    Args:
        passed: how many dealers have passed the deal on.
        points: the players' points after the last deal.
        last: the last deal.
    """
    seats = tuple(SEATS[(player - passed) % 4] for player in range(4))
    totals = tuple(count - 25_000 for count in points)
    deals = [SOUTH] * passed
    deals.append(replace(last, seats=seats, totals=totals))
    return seating(deals, "tenhou").is_over


def test_a_game_on_tenhou_ends_with_the_points() -> None:
    even = (25_000, 25_000, 25_000, 25_000)
    ahead = (20_000, 20_000, 20_000, 40_000)
    broke = (-100, 40_000, 40_000, 20_100)
    waiting = PlayedDeal(statuses={"E": "tenpai"})
    # A game ends at once below 0, but not with 0.
    assert _is_over_on_tenhou(2, broke, SOUTH)
    assert not _is_over_on_tenhou(2, (0, 40_000, 40_000, 20_000), SOUTH)
    # After the South round a West round, until somebody has 30,000, and no further.
    assert not _is_over_on_tenhou(7, even, SOUTH)
    assert seating([SOUTH] * 7 + [replace(SOUTH, totals=(0,) * 4)], "tenhou").round_wind == "W"
    assert _is_over_on_tenhou(7, ahead, SOUTH)
    assert _is_over_on_tenhou(9, ahead, SOUTH)
    assert not _is_over_on_tenhou(10, even, SOUTH)
    assert _is_over_on_tenhou(11, even, SOUTH)
    # The last dealer, who is the fourth player, stops in first place.
    assert _is_over_on_tenhou(7, ahead, EAST)
    assert _is_over_on_tenhou(7, ahead, waiting)
    assert not _is_over_on_tenhou(7, (40_000, 20_000, 20_000, 20_000), EAST)
    assert not _is_over_on_tenhou(7, (35_000, 15_000, 15_000, 35_000), waiting)
    assert not _is_over_on_tenhou(7, even, EAST)
    assert not _is_over_on_tenhou(6, ahead, EAST)


def test_books_know_no_sudden_death() -> None:
    broke = replace(SOUTH, seats=SEATS, totals=(-90_000, 30_000, 30_000, 30_000))
    for preset in ("ema", "wrc"):
        assert not seating([broke], preset).is_over
        assert seating([broke] * 8, preset).is_over


def test_honba_grow_with_wins_of_east_and_drawn_deals_until_another_player_wins() -> None:
    assert honba([EAST]) == 1
    assert honba([EAST, PlayedDeal(pot=2_000)]) == 2
    assert honba([EAST, PlayedDeal(statuses={"S": "chombo"})]) == 1
    assert honba([EAST, SOUTH]) == 0


def test_sticks_are_on_the_table_until_they_are_won() -> None:
    drawn_deal = PlayedDeal(pot=2_000)
    win_of_south = PlayedDeal(frozenset("S"), pot=-4_000)
    counters = RIICHI.counters_after([drawn_deal, drawn_deal, win_of_south, drawn_deal])
    assert counters == {"honba": 1, "sticks": 2}


@given(
    st.lists(st.integers(-300, 900).map(lambda hundreds: 100 * hundreds), min_size=4, max_size=4)
)
def test_a_finished_game_adds_up(points: list[int]) -> None:
    # The totals of a game add up to zero.
    points[3] = -sum(points[:3])
    for name, preset in RIICHI_PRESETS.presets.items():
        final = RIICHI.final_totals({"preset": name}, points, ())
        assert final is not None
        # Three who share places may leave a point or two to nobody.
        assert -3 <= sum(final) <= 0
        assert final[points.index(max(points))] == max(final)
        assert preset.ties_share or len(set(final)) == 4


def test_uma_oka_and_the_last_sticks() -> None:
    # Japanese Mahjong Wiki, "Oka and uma": uma 20-10 and target 30000.
    totals = [points - 25_000 for points in (35_700, 32_400, 22_200, 9_700)]
    assert RIICHI.final_totals({"preset": "tenhou"}, totals, ()) == (
        45_700,
        12_400,
        -17_800,
        -40_300,
    )
    assert RIICHI.final_totals({"preset": "ema"}, [1_000, 0, 0, -3_000], ()) == (
        18_000,
        0,
        0,
        -18_000,
    )
    assert RIICHI.final_totals({"preset": "wrc"}, [1_000, 0, 0, -3_000], ()) == (
        16_000,
        0,
        0,
        -18_000,
    )


@pytest.mark.parametrize(
    ("preset", "count"),
    [("ema", 0), ("ema-2016", 0), ("wrc", 0), ("m-league", 0), ("tenhou", 5), ("mahjong-soul", 4)],
)
def test_abortive_draws_exist_on_the_servers_alone(preset: str, count: int) -> None:
    voids = RIICHI.voids_at({"preset": preset})
    assert len(voids) == count
    assert voids.items() <= RIICHI.voids.items()


def test_nagashi_mangan_is_asked_for_after_a_drawn_deal_alone() -> None:
    (nagashi,) = [question for question in RIICHI.questions if question.id == "nagashi"]
    unscored = Outcome(Hand())
    for winner, is_asked in ((None, False), ("S", False), (NOBODY, True)):
        draft = Draft("riichi", winner=winner, round_wind="E")
        assert (nagashi in relevant_questions(draft, unscored, ("seats",))) is is_asked


@pytest.mark.parametrize("uma", ["10-30", "30-10"])
def test_uma_of_two_places_can_have_either_order(uma: str) -> None:
    # "10-30" is the usual Japanese order: 1万3万.
    totals = (1_000, 0, 0, -1_000)
    options = {"preset": "tenhou", "uma": uma}
    assert RIICHI.final_totals(options, totals, ()) == (46_000, 5_000, -15_000, -36_000)


def test_uma_that_cannot_be_played_are_refused_at_every_door() -> None:
    message = "uma: 5,15,-5,-15 gives a place more than the place before it"
    with pytest.raises(InputError, match=message):
        parse_options(["uma=5,15,-5,-15"], RIICHI)
    with pytest.raises(InputError, match=message):
        check_options({"uma": "5,15,-5,-15"}, RIICHI)
    with pytest.raises(InputError, match=f"house rules, line 3: {message}"):
        read_house('rules = "riichi"\n[options]\numa = "5,15,-5,-15"\n')


@pytest.mark.parametrize(
    ("hand", "circumstances", "answers", "message"),
    [
        ("[234m] 567p 55s 345s 68m +7m", {"riichi"}, {}, "riichi needs a concealed hand"),
        (CLOSED, {"ippatsu"}, {}, "ippatsu needs riichi"),
        (CLOSED, {"luck"}, {}, "luck is no circumstance of Riichi"),
        (
            CLOSED,
            {"riichi"},
            {"asked": {"dora_indicators": ("1z",) * 6}},
            "6 dora indicators; there are at most 5",
        ),
        (
            CLOSED,
            {"riichi"},
            {"asked": {"dora_indicators": ("5s",) * 2}},
            "5 copies of 5s in the winners' hands and among",
        ),
        (CLOSED, {"riichi"}, {"asked": {"honba": -1}}, "honba cannot be -1"),
        (
            CLOSED,
            {"riichi"},
            {"asked": {"dora_indicators": ("1z",), "ura_indicators": ("2z", "3z")}},
            "2 hidden indicators under 1 shown",
        ),
        (CLOSED, {"riichi"}, {"asked": {"nagashi": frozenset("W")}}, "nobody won, but S won"),
        (CLOSED + " 1f", set(), {}, "without flowers and seasons"),
        ("[123m] 567p 55s 345s 68m +7m", set(), {}, "no yaku"),
        ("1111m 22p 44p 44s 88s 7z +7z", set(), {}, "seven pairs need seven different ones"),
        ("00000m 234p 345s 55s 7m +7m", set(), {}, "5 copies of 5m"),
        ("00m 678m 234p 345s 55s +5m", set(), {"options": {"preset": "tenhou"}}, "2 red fives 0m"),
    ],
)
def test_an_impossible_win_is_refused(
    hand: str, circumstances: set[str], answers: dict[str, Any], message: str
) -> None:
    win = Win("S", "discard", "W", frozenset(circumstances))
    with pytest.raises(InvalidHandError, match=message):
        RIICHI.score(_deal(hand, win, **answers))


@pytest.mark.parametrize(
    ("hand", "seat", "message"),
    [
        (_DRAGONS, "S", "S cannot be liable for the own hand"),
        (_DRAGONS, "Z", "Z cannot be liable"),
        (
            "555z 666z 777z 23m 99p +4m",
            "W",
            "W cannot be liable: all three dragons, all four winds or",
        ),
        (
            "[555z] 234m 678m 23m 99p +4m",
            "W",
            "W cannot be liable: all three dragons, all four winds or",
        ),
        (
            "123m 456m 789m 23p 55s +4p",
            "W",
            "W cannot be liable: all three dragons, all four winds or",
        ),
    ],
)
def test_a_player_who_cannot_be_liable_is_refused(hand: str, seat: str, message: str) -> None:
    with pytest.raises(InvalidHandError, match=message):
        RIICHI.score(_deal(hand, Win("S", "self-draw", liable=seat)))


def test_a_winner_of_an_unknown_seat_is_refused_on_the_first_turn_too() -> None:
    win = Win("X", "discard", "E", frozenset({"first-turn"}))
    deal = Deal({"X": Player(Hand.from_text(CLOSED), win)}, "E")
    with pytest.raises(InvalidHandError, match="X is no seat"):
        RIICHI.score(deal)


#: ``CLOSED`` with a red five.
_WITH_RED_FIVE = "234m 067p 55s 345s 68m +7m"


def test_a_red_five_is_a_five_that_is_written_as_red() -> None:
    hand = Hand.from_text(_WITH_RED_FIVE)
    assert hand.tiles == Hand.from_text(CLOSED).tiles
    assert str(hand) == "23468m 067p 34555s +7m"
    assert Hand.from_text(str(hand)) == hand


def test_a_red_five_counts_only_by_rules_with_red_fives() -> None:
    win = Win("S", "self-draw", circumstances=frozenset({"riichi"}))
    remark = Text("remark.no-red-fives", "hu.scoring.riichi")
    with_red_fives = RIICHI.score(_deal(_WITH_RED_FIVE, win, options={"preset": "tenhou"}))
    assert "aka-dora" in [item.pattern.id for item in with_red_fives.players["S"].items]
    assert remark not in with_red_fives.players["S"].remarks
    without = RIICHI.score(_deal(_WITH_RED_FIVE, win))
    assert remark in without.players["S"].remarks
    assert without.payments == RIICHI.score(_deal(CLOSED, win)).payments


def test_two_winners_share_the_red_five_that_they_won_with() -> None:
    winners = {
        "S": _won("S", "234m 567m 55s 345s 67p +0p", "discard", "W", "riichi"),
        "N": _won("N", "123m 456s 789s 11z 34p +0p", "discard", "W", "riichi"),
    }
    deal = Deal(dict.fromkeys(SEATS, Player()) | winners, "E", options={"preset": "tenhou"})
    for player in RIICHI.score(deal).players.values():
        assert "aka-dora" in [item.pattern.id for item in player.items]


def test_ippatsu_is_asked_for_once_riichi_is_given() -> None:
    answers = Answers("S", "discard", "W", round_wind="E")
    hand = Hand.from_text(CLOSED)
    assert "ippatsu" not in possible_circumstances(RIICHI, answers, hand)
    with_riichi = replace(answers, circumstances=frozenset({"riichi"}))
    assert "ippatsu" in possible_circumstances(RIICHI, with_riichi, hand)


def _answer(**request: object) -> dict[str, Any]:
    """Answer a request of riichi in the East round, without the id of the answer."""
    line = json.dumps({"rules": "riichi", "round_wind": "E", **request})
    (answer,) = answer_lines(io.BytesIO(line.encode()))
    answer.pop("id")
    return answer


def test_a_drawn_deal_pays_those_who_wait() -> None:
    answer = _answer(others={"E": {"status": "tenpai"}, "N": {"status": "tenpai"}}, declared=["E"])
    assert answer == {
        "players": {},
        "payments": {"E": 500, "S": -1500, "W": -1500, "N": 1500},
        "pot": 1000,
    }
    assert _answer(winners={})["payments"] == dict.fromkeys(SEATS, 0)


def test_a_chombo_pays_a_mangan() -> None:
    answer = _answer(others={"W": {"status": "chombo"}}, options={"preset": "tenhou"})
    assert answer == {
        "players": {},
        "payments": {"E": 4000, "S": 2000, "W": -8000, "N": 2000},
        "pot": 0,
    }


@pytest.mark.parametrize(
    ("hand", "win"),
    [
        ("555z [666z] [777z] 23m 99p +4m", Win("S", "self-draw")),
        ("[555z] [666z] 77z 234m 99p +7z", Win("S", "discard", "W")),
        ("[111z] [222z] 333z 44z 55m +4z", Win("S", "self-draw")),
        ("[111z] [222z] [333z] 444z 5m +5m", Win("S", "self-draw")),
        ("(5555z) (6666z) (7777z) 23m 99p +4m", Win("S", "self-draw")),
        # EMA knows no liability for four quads.
        (_FOUR_QUADS, Win("S", "self-draw")),
    ],
)
def test_nobody_is_liable_for_a_yakuman_that_the_table_does_not_show(hand: str, win: Win) -> None:
    (liable,) = [question for question in RIICHI.questions if question.id == "liable"]
    deal = _deal(hand, win)
    assert not RIICHI.asks(liable, deal, RIICHI.score(deal))
    with pytest.raises(InvalidHandError, match="N cannot be liable"):
        RIICHI.score(_deal(hand, replace(win, liable="N")))


def test_two_winners_of_one_discard_are_paid_the_counters_each_by_the_books_of_ema() -> None:
    win = {"hand": CLOSED, "win": "discard", "from": "E", "circumstances": ["riichi"]}
    winners = {"S": win, "N": win | {"hand": OTHER}}
    answer = _answer(winners=winners, counters={"honba": 2, "sticks": 1})
    points = {seat: player["points"] for seat, player in answer["players"].items()}
    assert points == {"S": 3200, "N": 1900}
    assert answer["payments"] == {"E": -5_100, "S": 4_200, "W": 0, "N": 1_900}
    assert answer["pot"] == -1_000


#: A request in which East is liable.
_LIABLE_EAST = {
    "winner": "S",
    "hand": "[555z] [666z] [777z] 23m 99p +4m",
    "win": "self-draw",
    "liable": "E",
}


def test_a_liable_player_is_given_beside_the_win() -> None:
    assert _answer(**_LIABLE_EAST)["payments"] == {"E": -32_000, "S": 32_000, "W": 0, "N": 0}


def test_a_liable_player_is_written_beside_the_win() -> None:
    request = hu.from_json(json.dumps({"rules": "riichi", "round_wind": "E", **_LIABLE_EAST}))
    assert isinstance(request, hu.Request)
    assert json.loads(hu.to_json(request))["liable"] == "E"


def _won(
    seat: str, hand: str | None, how: str = "discard", source: str | None = "W", *circumstances: str
) -> Player:
    """A player who won.

    Args:
        seat: the player's seat.
        hand: the hand. None if it is unknown.
        how: how it won.
        source: the seat of the discarder. None for a self-draw.
        circumstances: the circumstances of the win.
    """
    parsed_hand = None if hand is None else Hand.from_text(hand)
    return Player(parsed_hand, Win(seat, how, source, frozenset(circumstances)))


_RED = _won("S", _WITH_RED_FIVE, "discard", "W", "riichi")


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            _won("S", CLOSED),
            _won("N", "19m 19p 19s 123456z 7z +7z"),
            "won with different tiles: 7m 7z",
        ),
        (_won("S", CLOSED), _won("N", CLOSED, source="E"), "only with one and the same discard"),
        (
            _won("S", CLOSED, "self-draw", None),
            _won("N", CLOSED, "self-draw", None),
            "only with one and the same discard",
        ),
        (
            _won("S", CLOSED),
            _won("N", "19m 19p 19s 123456z +7m"),
            "N: 13 tiles where 14 are needed",
        ),
        (_won("S", CLOSED), _won("N", "[123p] 456p 789s 55z 68m +7m"), "N: no yaku"),
        (_RED, _won("N", CLOSED), "6 copies of 5s in the winners' hands"),
        (
            _RED,
            _won("N", OTHER, "discard", "W", "last-tile"),
            "last-tile holds for all of them, but is told for N alone",
        ),
        (_RED, _won("N", "123p 067p 789s 55z 68m +7m"), "2 red fives 0p in the hands"),
    ],
)
def test_a_problem_of_one_of_several_winners_names_its_seat(
    first: Player, second: Player, message: str
) -> None:
    deal = Deal(
        dict.fromkeys(SEATS, Player()) | {"S": first, "N": second}, "E", {"preset": "tenhou"}
    )
    assert any(message in problem.text for problem in RIICHI.problems(deal))
    with pytest.raises(InvalidHandError, match=message):
        RIICHI.score(deal)


def test_the_unknown_hand_of_the_only_winner_is_refused() -> None:
    players = dict.fromkeys(SEATS, Player()) | {"E": Player(None, Win("E", "self-draw"))}
    with pytest.raises(InvalidHandError, match="0 tiles where 13 are needed"):
        RIICHI.score(Deal(players, "E"))


def test_nobody_is_paid_while_a_winner_s_hand_is_unknown() -> None:
    winners = {"S": _won("S", CLOSED), "N": _won("N", None)}
    score = RIICHI.score(Deal(dict.fromkeys(SEATS, Player()) | winners, "E"))
    assert score.missing == ("N",)
    assert score.payments is None
    assert score.players["S"].points == 1300


@pytest.mark.parametrize(
    "players",
    [
        {},
        {"E": Player(status="tenpai")},
        {"S": _won("S", CLOSED)},
        {"S": _won("S", CLOSED), "N": _won("N", CLOSED)},
    ],
    ids=["nobody", "a waiting player", "a winner", "two winners"],
)
def test_deals_of_every_kind_are_written_as_they_are_read(players: dict[str, Player]) -> None:
    deal = Deal(
        dict.fromkeys(SEATS, Player()) | players,
        "E",
        {"preset": "ema"},
        asked={"honba": 1, "dora_indicators": ("1z",)},
    )
    line = json.dumps({"rules": "riichi", **write_deal(deal, RIICHI)})
    request = hu.from_json(line)
    assert isinstance(request, hu.Request)
    assert request.deal == deal
    assert json.loads(hu.to_json(request)) == json.loads(line)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {"others": {"E": {"status": "asleep"}}},
            "E: unknown status 'asleep'; known are tenpai, chombo",
        ),
        ({"winners": {}, "declared": ["E"]}, "E declared riichi and must show a waiting hand"),
        ({"winners": {}, "counters": {"sticks": 10**30}}, "sticks cannot be 1000"),
        ({}, "hand is missing"),
    ],
)
def test_an_impossible_request_is_refused_in_one_line(
    request_: dict[str, Any], message: str
) -> None:
    error = str(_answer(**request_)["error"])
    assert message in error
    assert "\n" not in error


def test_a_red_five_among_the_indicators_shows_its_five() -> None:
    win: dict[str, object] = {"hand": CLOSED, "winner": "S", "win": "self-draw"}
    answer = _answer(**win, dora_indicators=["0m"])
    assert answer == _answer(**win, dora_indicators=["5m"])
    assert {"id": "dora", "han": 1, "count": 1} in answer["patterns"]


def test_a_red_five_is_not_among_the_indicators_and_in_a_hand() -> None:
    answer = _answer(
        hand=CLOSED.replace("5", "0", 1),
        winner="S",
        win="self-draw",
        dora_indicators=["0p"],
        options={"preset": "tenhou"},
    )
    assert "2 red fives 0p in the hands and among the indicators" in str(answer["error"])


@pytest.mark.parametrize("preset", ["tenhou", "mahjong-soul"])
@pytest.mark.parametrize("statuses", [{}, dict.fromkeys(SEATS, "tenpai")], ids=["", "tenpai"])
def test_an_abortive_draw_does_not_end_the_game(preset: str, statuses: dict[str, str]) -> None:
    # The fourth player is East in the last deal of the game.
    seats = ("S", "W", "N", "E")
    before = [PlayedDeal(frozenset("S"), totals=(0, 0, 0, 0), seats=seats)] * 7
    totals = (-5_000, -5_000, -5_000, 15_000)
    void = PlayedDeal(statuses=statuses, totals=totals, seats=seats, void="nine-terminals")
    seating_after = RIICHI.seating({"preset": preset}, [*before, void], 4)
    assert not seating_after.is_over
    assert seating_after.east == 3


@pytest.mark.parametrize("preset", ["tenhou", "mahjong-soul"])
def test_a_drawn_deal_in_which_all_wait_ends_the_game(preset: str) -> None:
    seats = ("S", "W", "N", "E")
    before = [PlayedDeal(frozenset("S"), totals=(0, 0, 0, 0), seats=seats)] * 7
    statuses = dict.fromkeys(SEATS, "tenpai")
    drawn_deal = PlayedDeal(statuses=statuses, totals=(-5_000, -5_000, -5_000, 15_000), seats=seats)
    assert RIICHI.seating({"preset": preset}, [*before, drawn_deal], 4).is_over


@pytest.mark.parametrize(
    "options",
    [
        {"start": 27000, "target": 27000, "uma": "12-4", "rounds": 1},
        {"uma": "40,10,-20,-30"},
        {"start": 50_000},
    ],
)
def test_points_at_the_start_and_uma_can_be_chosen(options: dict[str, Any]) -> None:
    assert "error" not in _answer(hand=CLOSED, winner="S", win="self-draw", options=options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"uma": "40,10,-20,-20"}, "uma: 40,10,-20,-20 does not add up to zero"),
        ({"uma": "10,30,-10,-30"}, "write the first place first"),
        ({"start": 19_000}, "option start"),
        ({"start": 50_100}, "option start"),
    ],
)
def test_points_at_the_start_and_uma_that_do_not_fit_are_refused(
    options: dict[str, Any], message: str
) -> None:
    answer = _answer(hand=CLOSED, winner="S", win="self-draw", options=options)
    assert message in str(answer["error"])


def test_a_game_of_the_east_round_ends_after_four_dealers() -> None:
    deals = [PlayedDeal(frozenset("S"))] * 4
    assert RIICHI.seating({"rounds": "1"}, deals, 4).is_over
    assert not RIICHI.seating({}, deals, 4).is_over


def test_a_game_of_the_east_round_goes_on_for_a_round_if_nobody_has_the_target() -> None:
    even = PlayedDeal(frozenset("S"), totals=(0, 0, 0, 0), seats=("S", "W", "N", "E"))
    options = {"preset": "tenhou", "rounds": "1"}
    assert not RIICHI.seating(options, [even] * 4, 4).is_over
    assert RIICHI.seating(options, [even] * 8, 4).is_over


def test_uma_can_be_a_number_for_each_place() -> None:
    assert RIICHI.final_totals({"uma": "40,10,-20,-30"}, (3, 2, -1, -4), []) == (
        40_003,
        10_002,
        -20_001,
        -30_004,
    )


def test_a_house_that_takes_away_the_only_yaku_leaves_no_win() -> None:
    # Two dora are left, which are no yaku.
    deal = _deal(
        "[234m] 567p 55s 345s 68m +7m",
        Win("S", "discard", "W"),
        options={HOUSE: '{"points": {"tanyao": 0}}'},
        asked={"dora_indicators": ("4s",)},
    )
    with pytest.raises(BelowMinimumError, match="no yaku"):
        RIICHI.score(deal)


def test_renhou_does_not_replace_a_mangan_of_the_hand_itself() -> None:
    win = Win("S", "discard", "E", frozenset({"first-turn"}))
    score = RIICHI.score(_deal("123m 123p 789m 99p 12s +3s", win)).players["S"]
    assert score.details["limit"] == "mangan"
    assert [item.pattern.id for item in score.items] == ["sanshoku", "junchan"]


def test_no_honba_and_no_riichi_are_as_good_as_no_answer() -> None:
    request: dict[str, object] = {
        "rules": "riichi",
        "hand": CLOSED,
        "winner": "S",
        "win": "self-draw",
        "round_wind": "E",
        "honba": 0,
        "declared": [],
    }
    assert dict(read_deal(JsonObject(request), RIICHI).asked) == {}

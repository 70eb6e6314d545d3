"""Three-player riichi: payments without a winner, liability, games, seats and options."""

from collections.abc import Sequence

import pytest

from hu.scoring.answers.from_json import check_options
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import PlayedDeal
from hu.scoring.waits import find_waits
from tests.answers import answer_request

SANMA = rule_set("sanma")
SEATS = ("E", "S", "W")
PRESETS = ("tenhou", "mahjong-soul")
NOBODY_WON = {"rules": "sanma", "round_wind": "E", "winner": "nobody"}


def paid(deal: Deal) -> list[int]:
    """What East, South and West get. Below zero if they pay."""
    payments = SANMA.score(deal).payments
    assert payments is not None
    assert tuple(payments) == SEATS
    return list(payments.values())


def drawn(tenpai: Sequence[str], options: dict[str, str], **asked: frozenset[str]) -> Deal:
    """A deal that nobody won.

    Args:
        tenpai: the seats that are tenpai.
        options: of the rules.
        **asked: replies to other questions.
    """
    players = {seat: Player(status="tenpai" if seat in tenpai else None) for seat in SEATS}
    return Deal(players, "E", dict(options), asked=asked)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("tenpai", "payments"),
    [
        # RiichiEnv, settlement_oracle.rs, `exhaustive_draw_payment_and_dealer_continuation_matrix`.
        ("", [0, 0, 0]),
        ("E", [2_000, -1_000, -1_000]),
        ("S", [-1_000, 2_000, -1_000]),
        ("ES", [1_000, 1_000, -2_000]),
        ("SW", [-2_000, 1_000, 1_000]),
        ("ESW", [0, 0, 0]),
    ],
)
def test_two_thousand_points_change_hands_after_a_drawn_deal(
    tenpai: str, payments: list[int], preset: str
) -> None:
    assert paid(drawn(tenpai, {"preset": preset})) == payments


def test_clubs_pay_three_thousand_points_after_a_drawn_deal() -> None:
    options = {"noten_payment": "3000"}
    assert paid(drawn("S", options)) == [-1_500, 3_000, -1_500]
    assert paid(drawn("ES", options)) == [1_500, 1_500, -3_000]


@pytest.mark.parametrize(
    ("seat", "payments"),
    # The same file, `nagashi_deltas`.
    [("E", [8_000, -4_000, -4_000]), ("S", [-4_000, 6_000, -2_000])],
)
def test_nagashi_mangan_is_paid_by_two(seat: str, payments: list[int]) -> None:
    assert paid(drawn("", {}, nagashi=frozenset({seat}))) == payments


@pytest.mark.parametrize(
    ("preset", "win", "payments"),
    [
        # The same file, `expected_pao_deltas`: big three dragons and all honors, 2 honba, 2 sticks.
        ("tenhou", Win("S", "self-draw", liable="W"), [0, 50_400, -48_400]),
        ("mahjong-soul", Win("S", "self-draw", liable="W"), [-16_000, 50_400, -32_400]),
        ("tenhou", Win("S", "discard", "E", liable="W"), [-32_000, 66_400, -32_400]),
        ("mahjong-soul", Win("S", "discard", "E", liable="W"), [-48_000, 66_400, -16_400]),
    ],
)
def test_a_liable_player_pays_what_two_would_pay(
    preset: str, win: Win, payments: list[int]
) -> None:
    players = {seat: Player() for seat in SEATS}
    players["S"] = Player(Hand.from_text("[555z] [666z] [777z] 11z 22z +1z"), win)
    asked = {"honba": 2, "sticks": 2}
    assert paid(Deal(players, "E", {"preset": preset}, asked=asked)) == payments


@pytest.mark.parametrize(
    ("seat", "payments"), [("E", [-8_000, 4_000, 4_000]), ("W", [4_000, 2_000, -6_000])]
)
def test_chombo_is_paid_to_two(seat: str, payments: list[int]) -> None:
    players = {other: Player(status="chombo" if other == seat else None) for other in SEATS}
    assert paid(Deal(players, "E")) == payments


SOUTH_WINS = PlayedDeal(frozenset({"S"}))


def test_the_deal_passes_among_three() -> None:
    seats = [SANMA.seating({}, [SOUTH_WINS] * count, 3).seats for count in range(4)]
    assert seats == [("E", "S", "W"), ("W", "E", "S"), ("S", "W", "E"), ("E", "S", "W")]
    east_wins = PlayedDeal(frozenset({"E"}))
    assert SANMA.seating({}, [east_wins] * 2, 3).seats == SEATS


def test_a_round_is_over_after_three_dealers_and_a_game_after_two_rounds() -> None:
    assert SANMA.seating({}, [SOUTH_WINS] * 2, 3).round_wind == "E"
    assert SANMA.seating({}, [SOUTH_WINS] * 3, 3).round_wind == "S"
    assert not SANMA.seating({}, [SOUTH_WINS] * 5, 3).is_over
    assert SANMA.seating({}, [SOUTH_WINS] * 6, 3).is_over


def played(totals: tuple[int, int, int]) -> PlayedDeal:
    """A deal that South won, and the totals after it, without the points of the start."""
    return PlayedDeal(frozenset({"S"}), seats=SEATS, totals=totals)


def test_a_game_goes_on_in_the_west_round_until_somebody_has_forty_thousand() -> None:
    low = [played((1_000, 0, -1_000))] * 6
    assert not SANMA.seating({}, low, 3).is_over
    assert SANMA.seating({}, low, 3).round_wind == "W"
    assert SANMA.seating({}, [*low, played((5_000, -2_000, -3_000))], 3).is_over
    assert SANMA.seating({}, low + low[:3], 3).is_over
    assert SANMA.seating({}, [played((40_000, -4_000, -36_000))], 3).is_over


@pytest.mark.parametrize(
    ("preset", "totals", "final"),
    [
        # 35,000 points at the start. Tenhou: 40,000 to return, so the first place adds 15,000 and
        # the uma of 20,000: 9,000 - 5,000 + 35,000.
        ("tenhou", (9_000, -1_000, -8_000), (39_000, -6_000, -33_000)),
        # Mahjong Soul: no oka, uma 15,000.
        ("mahjong-soul", (9_000, -1_000, -8_000), (24_000, -1_000, -23_000)),
        # A stick is left on the table: the first place takes it. The earlier player wins a tie.
        ("mahjong-soul", (0, 0, -1_000), (16_000, 0, -16_000)),
    ],
)
def test_uma_and_oka_for_three(
    preset: str, totals: tuple[int, int, int], final: tuple[int, int, int]
) -> None:
    assert SANMA.final_totals({"preset": preset}, totals, []) == final
    assert sum(final) == 0


def test_uma_is_a_number_or_three_places() -> None:
    options = check_options({"uma": 12, "preset": "Mahjong Soul"}, SANMA)
    assert SANMA.final_totals(options, (2_000, 0, -2_000), []) == (14_000, 0, -14_000)
    options = check_options({"uma": "40,-10,-30"}, SANMA)
    assert options == {"uma": "40,-10,-30"}
    for wrong in ("40,10,-30", "10,20,-30", "15-5", "20,10,-10,-20"):
        with pytest.raises(InputError, match="option uma"):
            check_options({"uma": wrong}, SANMA)


@pytest.mark.parametrize("absent", ["E", "S", "W"])
def test_only_the_north_seat_is_empty(absent: str) -> None:
    with pytest.raises(InputError, match="sanma is played by three, so nobody can be absent"):
        parse_answers({"absent": [absent]}, SANMA)
    assert parse_answers({"absent": ["N"]}, SANMA).seats == SEATS


def test_a_table_has_three_players_however_few_are_named() -> None:
    hand = "234567p 23555s 88s {44z} +4s"
    win = {"hand": hand, "win": "discard", "from": "W"}
    table = {"rules": "sanma", "round_wind": "E", "winners": {"S": win}}
    assert answer_request(table)["payments"] == {"E": 0, "S": 5_200, "W": -5_200}
    assert answer_request(NOBODY_WON)["payments"] == {"E": 0, "S": 0, "W": 0}


def test_nobody_in_the_north_has_a_status_or_declares_riichi() -> None:
    with pytest.raises(InputError, match="N: nobody sits there in sanma"):
        answer_request({**NOBODY_WON, "others": {"N": {"status": "tenpai"}}})
    with pytest.raises(InputError, match="N is no seat that can declare riichi"):
        answer_request({**NOBODY_WON, "declared": ["N"]})


def test_two_can_win_with_one_discard() -> None:
    winner = {"hand": "234567p 23555s 88s +4s", "win": "discard", "from": "E"}
    other = {"hand": "[555z] 999p 23s 66s 789s +4s", "win": "discard", "from": "E"}
    table = {"rules": "sanma", "round_wind": "E", "winners": {"S": winner, "W": other}}
    assert answer_request(table)["payments"] == {"E": -2_600, "S": 1_300, "W": 1_300}
    with pytest.raises(InputError, match="at most 1"):
        answer_request({**table, "options": {"winners": "1"}})


def test_a_hand_waits_for_no_tile_that_is_left_out_or_set_aside() -> None:
    two_aside = find_waits(SANMA, Hand.from_text("19m 19p 19s 123567z 1z {44z}"))
    assert [(wait.tile, wait.left) for wait in two_aside.waits] == [("4z", 2)]
    all_aside = find_waits(SANMA, Hand.from_text("19m 19p 19s 123567z 1z {4444z}"))
    assert all_aside.waits == ()
    # Of the characters, 1m and 9m are in play.
    for_character = find_waits(SANMA, Hand.from_text("1m 234567p 123678s"))
    assert [wait.tile for wait in for_character.waits] == ["1m"]


def test_the_abortive_draws_are_those_of_three() -> None:
    assert list(SANMA.voids_at({})) == ["nine-terminals", "four-quads"]


@pytest.mark.parametrize(
    "player", [Player(Hand.from_text("123p 456p 789s 11z 56s")), Player(status="tenpai")]
)
def test_nobody_sits_in_the_north(player: Player) -> None:
    winner = Player(Hand.from_text("123p 456p 789s 11z 56s +4s"), Win("S", "self-draw"))
    players = {"E": Player(), "S": winner, "W": Player()}
    assert SANMA.problems(Deal({**players, "N": Player()}, "E")) == ()
    problems = SANMA.problems(Deal({**players, "N": player}, "E"))
    assert "empty-seat" in [problem.id for problem in problems]

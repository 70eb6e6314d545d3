"""FIMJ: random tables beside the reference, explained answers, the winds of a game."""

import copy
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.fimj.payments import transfers
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.payments import DealScore
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import PlayedDeal, Seating
from hu.scoring.tiles import BONUS
from tests.answers import answer_request
from tests.scoring import fimj_strategies as some
from tests.scoring import reference_fimj as reference
from tests.scoring.hand_strategies import any_hands

FIMJ = rule_set("fimj")
_NOTHING = Hand.from_text("147m 258p 369s 1234z")
_POINTS = st.integers(0, 1500).map(lambda half: 2 * half)


def _table(seat: str, player: Player, round_wind: str, limit: int = 1000) -> Deal:
    """A deal of one player with any hand. The others have racks that are worth nothing.

    Args:
        seat: the player's seat.
        player: the player, who has won or not.
        round_wind: the seat letter of the round's wind.
        limit: the option ``limit``.
    """
    players: dict[str, Player] = {}
    for other in SEATS:
        if other == seat:
            players[other] = player
        else:
            players[other] = Player(_rack(player.win, other, winner=player.hand))
    return Deal(players, round_wind, {"limit": limit})


def _rack(win: Win | None, seat: str, winner: Hand | None) -> Hand:
    """Another player's rack, worth nothing, that agrees with the win.

    Args:
        win: the win. None if nobody won.
        seat: the seat of the other player.
        winner: the hand that won.
    """
    if win is None or winner is None:
        return _NOTHING
    tile = str(winner.winning)
    if win.how == "robbed-kong" and win.source == seat:
        return some.robbed(tile)
    if "last-piece" not in win.circumstances or tile not in _NOTHING.concealed:
        return _NOTHING
    # Only the winner may hold the last piece.
    standing = list(_NOTHING.concealed)
    standing.remove(tile)
    standing.append("2m" if tile == "9m" else "9m")
    return Hand(tuple(standing))


def _result(deal: Deal, seat: str) -> tuple[int, object]:
    """The points of a player, and the points before the doublings."""
    score = FIMJ.score(deal).players[seat]
    return score.points, score.details["base"]


@settings(max_examples=200, deadline=None)
@given(some.racks(), some.winds, some.winds, st.sampled_from((20, 1000, 100_000)))
@example(Hand.from_text("1112223334445m"), "E", "E", 1000)
@example(Hand.from_text("[333m] 123m 456m 789m 9p 3f"), "E", "W", 1000)
def test_a_rack_is_arranged_for_the_highest_result(
    hand: Hand, seat: str, round_wind: str, limit: int
) -> None:
    best = reference.lost(hand, seat, round_wind, limit)
    assert _result(_table(seat, Player(hand), round_wind, limit), seat) == best[:2], best


@settings(max_examples=200, deadline=None)
@given(st.data(), some.winds, st.sampled_from((200, 1000, 10**9)))
def test_a_winning_hand_is_arranged_for_the_highest_result(
    data: st.DataObject, round_wind: str, limit: int
) -> None:
    hand, win = data.draw(some.won(round_wind))
    best = reference.won(hand, win, round_wind, limit)
    assert best is not None
    deal = _table(win.winner, Player(hand, win), round_wind, limit)
    player = FIMJ.score(deal).players[win.winner]
    assert player.points == best.total
    assert player.details["base"] == best.base
    # A hand may be two limit hands of the same points.
    assert (player.details["massimo"] is None) == (best.massimo is None)


@settings(max_examples=60, deadline=None)
@given(some.tables())
def test_everybody_pays_by_the_rules_and_the_payments_add_up_to_zero(deal: Deal) -> None:
    assert FIMJ.problems(deal) == ()
    score = FIMJ.score(deal)
    points = {seat: player.points for seat, player in score.players.items()}
    winners = set(deal.winners)
    others = [seat for seat, player in deal.players.items() if player.status != "false-win"]
    # Everybody pays a player beside whom all others made a false win.
    if len(others) == 1 and not winners:
        winners = set(others)
    debts = {}
    if winners or deal.options["settle_without_winner"]:
        debts = reference.transfers(points, winners)
    amounts = {(payment.payer, payment.payee): payment.exact for payment in score.transfers}
    assert amounts == {pair: amount for pair, amount in debts.items() if amount > 0}
    assert all(payment.paid == reference.rounded(payment.exact) for payment in score.transfers)
    assert score.payments is not None
    assert list(score.payments) == list(deal.players)
    assert sum(score.payments.values()) == 0


@settings(max_examples=100, deadline=None)
@given(some.racks(), some.winds, some.winds, st.sampled_from(BONUS))
def test_a_losers_result_never_falls_when_a_flower_is_added(
    hand: Hand, seat: str, round_wind: str, flower: str
) -> None:
    if flower in hand.bonus:
        return
    more = replace(hand, bonus=(*hand.bonus, flower))
    before, _ = _result(_table(seat, Player(hand), round_wind), seat)
    after, _ = _result(_table(seat, Player(more), round_wind), seat)
    assert after >= before


@pytest.mark.parametrize(
    ("exact", "rounded"),
    [
        (2, 0),
        (4, 0),
        (6, 10),
        (14, 10),
        (16, 20),
        (24, 20),
        (26, 30),
        (34, 30),
        (36, 40),
        (1000, 1000),
    ],
)
def test_payments_are_rounded_to_tens(exact: int, rounded: int) -> None:
    (payment,) = transfers({"S": 0, "W": exact}, ())
    assert (payment.exact, payment.paid) == (exact, rounded)


@settings(max_examples=100, deadline=None)
@given(some.racks(), some.winds, st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_does_not_matter(
    hand: Hand, round_wind: str, chance: Random
) -> None:
    tiles = list(hand.concealed)
    chance.shuffle(tiles)
    mixed = Hand(tuple(tiles), hand.melds[::-1], hand.bonus[::-1])
    score_of_mixed = FIMJ.score(_table("S", Player(mixed), round_wind))
    assert score_of_mixed == FIMJ.score(_table("S", Player(hand), round_wind))


@settings(max_examples=100, deadline=None)
@given(some.racks(), some.winds)
def test_a_reading_holds_the_racks_own_tiles(hand: Hand, round_wind: str) -> None:
    reading = FIMJ.score(_table("S", Player(hand), round_wind)).players["S"].arrangement
    assert Hand.from_text(reading).tiles == hand.tiles


def test_a_reading_has_the_melds_on_the_table_in_order() -> None:
    hand = Hand.from_text("1111m [456s] [222s] [789s]")
    reading = FIMJ.score(_table("S", Player(hand), "E")).players["S"].arrangement
    assert reading == "[222s] [456s] [789s] (1111m)"


@settings(max_examples=150, deadline=None)
@given(
    st.lists(any_hands(), min_size=4, max_size=4),
    st.sampled_from(("self-draw", "discard", "robbed-kong", "nod")),
    st.sampled_from((None, "E", "S", "X")),
    st.sets(
        st.sampled_from(("roof", "last-tile", "richi", "first-turn", "golden-rooster", "haste")),
        max_size=2,
    ),
    st.sampled_from((None, "small-lord", "great-lord", "fallen-rack")),
)
def test_a_table_is_scored_or_its_problems_name_a_seat(
    hands: list[Hand], how: str, source: str | None, circumstances: set[str], status: str | None
) -> None:
    players = {seat: Player(hand, status=status) for seat, hand in zip("ESN", hands, strict=False)}
    players["W"] = Player(hands[3], Win("W", how, source, frozenset(circumstances)))
    deal = Deal(players, "E")
    problems = FIMJ.problems(deal)
    if problems:
        assert all(problem.text.startswith(("E: ", "S: ", "W: ", "N: ")) for problem in problems)
        with pytest.raises(InvalidHandError):
            FIMJ.score(deal)
    else:
        assert isinstance(FIMJ.score(deal), DealScore)


def test_a_waived_doubling_of_the_winner_still_counts_for_the_others() -> None:
    hand = Hand.from_text("222z 555p 234m 678s 9m +9m")
    winner = Player(hand, Win("S", "self-draw"))
    west = Player(Hand.from_text("[333z] 147m 258p 369s 4z"))
    nothing = Player(_NOTHING)
    players = {"E": nothing, "S": winner, "W": west, "N": nothing}
    score = FIMJ.score(Deal(players, "E", waived=frozenset({"own-wind"})))
    assert _doublings(score, "S") == ["all-drawn"]
    assert _doublings(score, "W") == ["own-wind"]


def _doublings(score: DealScore, seat: str) -> list[str]:
    """The ids of a player's doublings."""
    items = score.players[seat].items
    return [item.pattern.id for item in items if item.pattern.unit.doubles]


def test_pairs_of_seats_are_settled_in_turn_order() -> None:
    payments = transfers({"E": 2, "S": 4, "W": 6, "N": 8}, ())
    pairs = [{payment.payer, payment.payee} for payment in payments]
    assert pairs == [set(pair) for pair in combinations("ESWN", 2)]


_TABLE: dict[str, Any] = {
    "rules": "fimj",
    "round_wind": "E",
    "winners": {
        "S": {"hand": "111z 555p 234m 678s 9m +9m", "win": "self-draw", "circumstances": []}
    },
    "others": {
        "E": {"hand": "[222p] 55z 789s 1m 4m 7p 9p 9p 1f"},
        "W": {"hand": "[333z] 234p 6s 6s 6s 1m 4m 7p 8p"},
        "N": {"hand": "123456m 19p 2255s 4z", "status": None},
    },
    "options": {"limit": 1000, "waive": []},
}


def _changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """A copy of ``_TABLE`` after a change."""
    table = copy.deepcopy(_TABLE)
    change(table)
    return table


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.pop("round_wind"), "round_wind is missing: give the wind of the round"),
        (lambda t: t.update(round_wind=3), "round_wind: expected a text, not 3"),
        (
            lambda t: t.update(winner="S"),
            "winner: belongs to a winner: write winners and others by seat",
        ),
        (lambda t: t["winners"]["S"].pop("win"), "winners.S.win is missing"),
        (lambda t: t["winners"]["S"].pop("hand"), "winners.S.hand is missing"),
        (
            lambda t: t["winners"]["S"].update(circumstanes=["roof"]),
            "winners.S.circumstanes: unknown key",
        ),
        (
            lambda t: t["winners"]["S"].update(status="great-lord"),
            "S: won, but has the status great-lord",
        ),
        (lambda t: t["others"]["W"].update(hand="12x"), "W: hand, column 3"),
        (lambda t: t["others"]["W"].pop("hand"), "W: the hand is missing"),
        (lambda t: t["others"]["W"].update(status="lazy"), "W: unknown status 'lazy'"),
        (lambda t: t["others"].update(X=t["others"].pop("W")), "'X' is no seat; seats are E S W N"),
        (lambda t: t["others"].update(S={"hand": "1m"}), "S: sits at the table twice"),
        (lambda t: t.pop("others"), "1 player at the table (S); three or four play"),
        (
            lambda t: t["options"].update(limit="many"),
            "options.limit: expected a whole number, not 'many'",
        ),
        (
            lambda t: t["options"].update(limit=True),
            "options.limit: expected a whole number, not True",
        ),
        (lambda t: t["options"].update(limit=999), "even number"),
        (lambda t: t["options"].update(limit=0), "option limit"),
        (lambda t: t["options"].update(waive=["bonus"]), "waive: 'bonus' need not be declared"),
        (lambda t: t["options"].update(waive=["closing"]), "'closing' need not be declared"),
        (
            lambda t: t["options"].update(limits=2000),
            "options.limits: unknown key; did you mean 'limit'?",
        ),
    ],
)
def test_a_wrong_request_is_refused_in_one_line_that_names_the_place(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    with pytest.raises(InputError) as error:
        answer_request(_changed(change))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def _explained(table: dict[str, Any]) -> dict[str, Any]:
    """Answer a request with all explanations."""
    return answer_request(table, explain=True)


def _pattern(answer: dict[str, Any], seat: str, pattern_id: str) -> dict[str, Any]:
    """The only entry of a pattern among a player's patterns."""
    patterns = answer["players"][seat]["patterns"]
    (pattern,) = [pattern for pattern in patterns if pattern["id"] == pattern_id]
    return dict(pattern)


def test_an_explained_answer_has_the_points_of_each_pattern() -> None:
    patterns = _explained(_TABLE)["players"]["S"]["patterns"]
    points = {}
    for pattern in patterns:
        # Doublings have no points of their own.
        if "points" in pattern:
            points[pattern["id"]] = pattern["points"] * pattern["count"]
    assert points == {"concealed-head-triplet": 8, "concealed-triplet": 4, "closing": 20}


def test_an_explained_answer_has_the_names_and_tiles_of_a_pattern() -> None:
    answer = _explained(_TABLE)
    assert _pattern(answer, "S", "concealed-triplet")["why"] == ["555p"]
    round_wind = _pattern(answer, "S", "round-wind")
    assert round_wind["names"] == {"it": "Vento di giro", "en": "Round wind"}
    assert round_wind["condition"]["it"] == "tris o kong del vento di giro"
    assert round_wind["why"] == ["111z"]


def test_an_explained_answer_has_the_reason_of_a_payment_in_both_languages() -> None:
    assert _explained(_TABLE)["transfers"][0]["reasons"]["text"] == {
        "it": "Est paga a Sud il Mah-Jong: 128 x 2 (Est) = 256, arrotondato a 260",
        "en": "East pays South the win: 128 x 2 (East) = 256, rounded to 260",
    }


def test_an_explained_answer_has_the_names_of_a_status() -> None:
    table = _changed(lambda t: t["others"]["N"].update(status="false-richi", hand=None))
    north = _explained(table)["players"]["N"]
    assert north["status"]["names"] == {"it": "Richi falso", "en": "False richi"}
    assert north["points"] == 0


@pytest.mark.parametrize(
    ("hand", "rule", "why"),
    [
        ("[2222m] 222p [222s] 4z 5p 8p 9m", "3-equal-triplets", ["[2222m]", "222p", "[222s]"]),
        ("222m 444p (6666s) 1z 2z 5p 8p", "concealed-quad", ["(6666s)"]),
        ("222m 444p 666s 1z 2z 5p 8p", "3-hidden-triplets", ["222m", "444p", "666s"]),
        ("[234m] [234m] [234p] [234s] 5z 3f", "4-equal-chows", ["234m", "234m", "234p", "234s"]),
        ("[234m] [234m] [234m] [234s] 5z 3f", "3-equal-chows-color", ["234m", "234m", "234m"]),
        ("123m 456p 789s 55z 1z 2z", "serpent", ["123m", "456p", "789s"]),
        ("123456789m 55z 1z 2z", "serpent-color", ["123m", "456m", "789m"]),
        ("[123m] 345p 567s 789m 5z 3f", "chained-serpent", ["123m", "345p", "567s", "789m"]),
        ("147m 258p 369s 1234z 1f 2f 3f 4f", "bouquet", ["1234f"]),
        ("147m 258p 369s 1234z 1f 4g 4f", "own-flower", ["4f", "4g"]),
        ("[111m] [999p] [111s] 55z 58p", "3-head-triplets", ["[111m]", "[999p]", "[111s]"]),
        ("[555z] 147m 258p 369s 4z", "dragon-triplet", ["[555z]"]),
        ("[444z] 147m 258p 369s 5z", "own-wind", ["[444z]"]),
        ("11z 147m 258p 369s 55z", "round-wind-pair", ["11z"]),
        ("44z 147m 258p 369s 55z", "own-wind-pair", ["44z"]),
    ],
)
def test_the_tiles_that_earn_a_rule_are_shown(hand: str, rule: str, why: list[str]) -> None:
    answer = _explained(_changed(lambda t: t["others"]["N"].update(hand=hand)))
    assert _pattern(answer, "N", rule)["why"] == why


def test_winners_must_agree_on_the_tile_and_on_how_they_won() -> None:
    others = {"W": _TABLE["others"]["W"], "N": _TABLE["others"]["N"]}
    east = {"hand": "222z 46p 234m 678s 99p +5p", "win": "discard", "from": "W"}
    winners = {**_TABLE["winners"], "E": east}
    message = r"disagree \(E \+5p by discard from W, S \+9m by self-draw\)"
    with pytest.raises(InputError, match=message):
        answer_request(_changed(lambda t: t.update(winners=winners, others=others)))


def test_a_player_with_entered_points_lacks_no_hand() -> None:
    winner = Player(Hand.from_text("123m 456p 789s 1112z +2z"), Win("E", "self-draw"))
    players = {"E": winner, "S": Player(points=12), "W": Player(), "N": Player(points=4)}
    with pytest.raises(InvalidHandError) as refusal:
        FIMJ.check_request(Deal(players, "E"))
    assert str(refusal.value) == "W: the hand is missing"


def test_too_many_copies_among_the_players_are_a_warning() -> None:
    assert "warnings" not in answer_request(_TABLE)
    table = _changed(lambda t: t["others"]["N"].update(hand="555p 147m 258s 13s 45z"))
    assert answer_request(table)["warnings"] == [
        "the players show too many copies of 5p; check their hands"
    ]


def test_the_tile_that_two_winners_share_counts_as_one_copy() -> None:
    winners = {
        "S": {"hand": "111z 55p 234m 678s 99m +5p", "win": "discard", "from": "E"},
        "W": {"hand": "222z 46p 234m 678s 99p +5p", "win": "discard", "from": "E"},
    }
    others = {"E": {"hand": "[333z] 5p 147m 258s 369s"}, "N": {"hand": "147m 238p 369s 4567z"}}
    table = _changed(lambda t: t.update(winners=winners, others=others))
    assert "warnings" not in answer_request(table)


def test_the_player_who_wrecked_the_wall_pays_the_intact_racks_and_the_ready_player() -> None:
    others = {
        "E": {"status": "wrecked-wall"},
        "S": {"hand": "111z 555p 234m 678s 9m", "status": "ready"},
        "W": _TABLE["others"]["W"],
        "N": {"hand": "123456m 19p 2255s 4z", "status": "false-win"},
    }
    table = {"rules": "fimj", "round_wind": "E", "winners": {}, "others": others}
    answer = _explained(table)
    assert answer["players"]["W"]["points"] == 16
    # The hand of South is worth as much as the same hand that drew its last tile.
    assert answer["players"]["S"]["points"] == 128
    assert answer_request(_TABLE)["players"]["S"]["points"] == 128
    assert answer["payments"] == {"E": -290, "S": 260, "W": 30, "N": 0}
    assert [transfer["kind"] for transfer in answer["transfers"]] == ["wall", "wall"]
    reason = answer["transfers"][1]["reasons"]["text"]["en"]
    assert reason == "East pays West the wrecked wall: 16 x 2 (East) = 32, rounded to 30"


def test_a_wrecked_wall_and_a_win_contradict_each_other() -> None:
    table = _changed(lambda t: t["others"]["E"].update(status="wrecked-wall"))
    message = "E: wrecked the wall so that play cannot go on, but S won"
    with pytest.raises(InputError, match=message):
        answer_request(table)


def test_a_ready_player_has_a_hand_that_waits() -> None:
    rack = "147m 258p 369s 1234z"
    others = {
        "E": {"status": "wrecked-wall"},
        "S": {"hand": rack},
        "W": {"hand": rack, "status": "ready"},
        "N": {"hand": rack},
    }
    with pytest.raises(InputError, match="W: status ready, but the hand waits for nothing"):
        answer_request({"rules": "fimj", "round_wind": "E", "winners": {}, "others": others})


def test_a_player_is_ready_only_if_somebody_wrecked_the_wall() -> None:
    east = {"hand": "111z 555p 234m 678s 9m", "status": "ready"}
    table = _changed(lambda t: t["others"]["E"].update(east))
    with pytest.raises(InputError, match="E: status ready, but nobody wrecked the wall"):
        answer_request(table)


def test_too_many_tiles_are_a_great_lord_for_a_player_who_was_ready() -> None:
    others = {seat: {"hand": "147m 258p 369s 1234z"} for seat in "SN"}
    others["E"] = {"status": "wrecked-wall"}
    others["W"] = {"hand": "111z 555p 234m 678s 99m", "status": "ready"}
    with pytest.raises(InputError, match=r"W: 14 tiles, .* where 13 are allowed: a great lord"):
        answer_request({"rules": "fimj", "round_wind": "E", "winners": {}, "others": others})


FIMJ = rule_set("fimj")
#: Each player is East once in each of four rounds.
ALL_EAST = {(number, player): 1 for number in range(1, 5) for player in range(4)}
_WINNERS = st.frozensets(st.sampled_from("ESWN"), max_size=3)


def seats_of_zung_jung(played: int, *, south_follows: bool = False) -> Seating:
    return rule_set("zung-jung").seating(
        {"south_follows": south_follows}, [PlayedDeal()] * played, 4
    )


def friendly_seating(hands: Sequence[Collection[str]], players: int = 4) -> Seating:
    return FIMJ.seating({}, [PlayedDeal(frozenset(won)) for won in hands], players)


def tournament_seating(played: int, first_wind: str, players: int = 4) -> Seating:
    return FIMJ.seating(
        {"tournament": True, "first_wind": first_wind}, [PlayedDeal()] * played, players
    )


@pytest.mark.parametrize(
    ("place", "wind"), [(seats_of_zung_jung(0), None), (friendly_seating([]), "E")]
)
def test_the_first_deal(place: Seating, wind: str | None) -> None:
    assert place.number == 1
    assert place.round == 1
    assert place.round_wind == wind
    assert place.seats == tuple("ESWN")
    assert not place.is_over


@pytest.mark.parametrize("south_follows", [False, True])
def test_in_sixteen_deals_of_zung_jung_each_player_is_east_four_times(
    *, south_follows: bool
) -> None:
    places = [seats_of_zung_jung(played, south_follows=south_follows) for played in range(17)]
    assert places[1].seats == (tuple("NESW") if south_follows else tuple("SWNE"))
    assert Counter((place.round, place.east) for place in places[:16]) == ALL_EAST
    assert [place.is_over for place in places] == [False] * 16 + [True]


@pytest.mark.parametrize(
    ("winners", "passes"), [("", False), ("E", False), ("S", True), ("N", True), ("EW", True)]
)
def test_east_stays_while_east_wins_or_nobody_does(winners: str, passes: bool) -> None:
    place = friendly_seating([winners])
    assert place.number == 2
    assert (place.seats != SEATS) is passes


def test_a_round_is_over_when_the_player_who_began_as_north_has_been_east() -> None:
    round_winds = [friendly_seating([{"S"}] * passes).round_wind for passes in (3, 4, 7, 8, 12, 15)]
    assert round_winds == ["E", "S", "S", "W", "N", "N"]
    assert not friendly_seating([{"S"}] * 15).is_over
    assert friendly_seating([{"S"}] * 16).is_over


@given(st.lists(_WINNERS, max_size=40))
def test_the_winds_move_as_often_as_somebody_but_east_wins(hands: list[frozenset[str]]) -> None:
    moves = len([winners for winners in hands if winners - {"E"}])
    place = friendly_seating(hands)
    assert place.seats[0] == "ENWS"[moves % 4]
    assert place.round == moves // 4 + 1


def test_in_a_tournament_east_passes_after_every_hand() -> None:
    places = [tournament_seating(played, "W") for played in range(17)]
    assert Counter((place.round, place.east) for place in places[:16]) == ALL_EAST
    assert [place.round_wind for place in places[:16:4]] == list("WNES")
    assert [place.is_over for place in places] == [False] * 16 + [True]


def test_the_dead_seat_is_north_first_and_moves_on_with_the_winds() -> None:
    places = [tournament_seating(played, "E", players=3) for played in range(4)]
    assert [place.seats for place in places] == [
        tuple("ESW"),
        tuple("NES"),
        tuple("WNE"),
        tuple("SWN"),
    ]


def test_where_east_is_dead_every_winner_passes_it() -> None:
    hands = [{"S"}, {"S"}, {"W"}]
    assert friendly_seating([*hands, set()], players=3).seats == tuple("SWN")
    place = friendly_seating([*hands, {"S"}], players=3)
    assert (place.seats, place.round, place.round_wind) == (tuple("ESW"), 2, "S")


@pytest.mark.parametrize(("how", "source", "count"), [("discard", "W", 4), ("self-draw", None, 5)])
def test_more_than_four_doublings_must_be_declared(
    how: str, source: str | None, count: int
) -> None:
    rack = Hand.from_text("147m 147p 147s 258m 2p")
    players = {seat: Player(rack) for seat in SEATS}
    hand = Hand.from_text("111z 222z 999p 55m 78s +9s")
    players["S"] = Player(hand, Win("S", how, source))
    deal = Deal(players, "E", {"tournament": True})
    score = FIMJ.score(deal)
    doublings = [item for item in score.players["S"].items if item.pattern.unit.doubles]
    assert sum(item.total for item in doublings) == count
    assert len(FIMJ.waivable(deal, score)) == (5 if count > 4 else 0)

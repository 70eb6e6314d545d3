"""The Taiwanese rules: random hands beside the reference, payments, games."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any, Literal

import pytest

from hu.scoring.deal import Deal, Player
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.melds import Meld
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import PlayedDeal
from hu.scoring.tiles import BONUS, KINDS
from hu.scoring.waits import find_waits
from tests.scoring import reference_taiwanese as reference

TAIWANESE = rule_set("taiwanese")
PRESETS = ("common", "shifu", "every-flower")
HAND = "[234m] 678p 567s 12s 99p 555m +3s"


def _draw_hand(draw: random.Random) -> Hand:
    """Draw a hand of seventeen tiles that wins, more often than not in few suits."""
    while True:
        melds: list[Meld] = []
        if draw.random() < 0.1:
            standing = _draw_pairs_and_triplet(draw)
        else:
            standing, melds = _draw_melds(draw)
        winning = standing.pop(draw.randrange(len(standing)))
        bonus = draw.sample(BONUS, draw.choice((0, 0, 0, 1, 2, 5, 6)))
        hand = Hand(tuple(standing), tuple(melds), tuple(bonus), winning)
        if max(Counter(hand.tiles).values()) <= 4:
            return hand


def _draw_melds(draw: random.Random) -> tuple[list[str], list[Meld]]:
    """Draw five melds and a pair: the standing tiles, and the melds that were laid down."""
    suits = draw.choice(("m", "m", "mz", "mp", "mps", "mpsz", "z"))
    highest = draw.choice((4, 9, 9))
    kinds = [tile for tile in KINDS if tile[1] in suits and int(tile[0]) <= highest]
    sequence_share = draw.choice((0.0, 0.5, 0.8, 1.0))
    laid_count = draw.choice((0, 0, 1, 2, 3, 4, 5))
    standing = [draw.choice(kinds)] * 2
    melds = []
    for number in range(FIVE_MELDS.melds):
        first = draw.choice(kinds)
        tiles = [first] * draw.choice((3, 3, 3, 4))
        if first[1] != "z" and int(first[0]) <= 7 and draw.random() < sequence_share:
            tiles = [f"{int(first[0]) + step}{first[1]}" for step in range(3)]
        if number < laid_count or len(tiles) == 4:
            is_concealed = len(tiles) == 4 and draw.random() < 0.5
            melds.append(Meld(tuple(tiles), concealed=is_concealed))
        else:
            standing += tiles
    return standing, melds


def _draw_pairs_and_triplet(draw: random.Random) -> list[str]:
    """Draw seven pairs and a triplet, which may need more than four tiles of a kind."""
    suits = draw.choice(("m", "mz", "mpsz", "p"))
    kinds = [tile for tile in KINDS if tile[1] in suits]
    standing = []
    for tile in draw.choices(kinds, k=7):
        standing += [tile, tile]
    return [*standing, *[draw.choice(kinds)] * 3]


def _draw_win(draw: random.Random, hand: Hand) -> Win:
    """Draw a win that fits the hand."""
    winner = draw.choice(SEATS)
    ways = ["self-draw", "discard"]
    # The other three tiles of a robbed quad are in another player's meld.
    if hand.tiles.count(str(hand.winning)) == 1:
        ways.append("robbed-kong")
    how = draw.choice(ways)
    source = None
    if how != "self-draw":
        source = draw.choice([seat for seat in SEATS if seat != winner])
    names = []
    if how != "robbed-kong":
        names.append("last-tile")
    if how == "self-draw" and (hand.quads or hand.bonus):
        names.append("kong-replacement")
    circumstances = {name for name in names if draw.random() < 0.2}
    if not hand.melds and draw.random() < 0.4:
        starts = ["ready-dealt", "ready-first"]
        if how == "self-draw":
            starts.append("heaven" if winner == "E" else "earth")
        if how == "discard":
            starts.append("human")
        start = draw.choice(starts)
        # A win in the first turn is neither with the last tile nor after a quad.
        if not start.startswith("ready"):
            circumstances = set()
        circumstances.add(start)
    return Win(winner, how, source, frozenset(circumstances))


def _deal(hand: Hand, win: Win, **fields: Any) -> Deal:
    """A deal that a hand won, in the East round unless ``fields`` say otherwise."""
    players = dict.fromkeys(SEATS, Player())
    players[win.winner] = Player(hand, win)
    return Deal(players, **{"round_wind": "E"} | fields)


@pytest.mark.parametrize("deals", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_random_hands_are_worth_the_reference_s_tai(deals: int) -> None:
    draw = random.Random(f"taiwanese {deals}")
    for _ in range(deals):
        hand = _draw_hand(draw)
        win = _draw_win(draw, hand)
        case = reference.Case(
            hand=hand,
            win=win,
            round_wind=draw.choice(SEATS),
            preset=draw.choice(PRESETS),
            repeats=draw.choice((0, 0, 1, 3)),
            west_has_bamboo=draw.random() < 0.3,
        )
        options: dict[str, bool | int | str] = {
            "preset": case.preset,
            "west_flower": "bamboo" if case.west_has_bamboo else "chrysanthemum",
        }
        deal = _deal(
            hand,
            win,
            round_wind=case.round_wind,
            options=options,
            asked={"repeats": case.repeats},
        )
        expected = reference.tai(case)
        assert expected is not None
        score = TAIWANESE.score(deal)
        items = [(item.pattern.id, item.total) for item in score.players[win.winner].items]
        assert score.players[win.winner].points == expected, (str(hand), case, items)
        payments = reference.payments(expected, win, case.repeats, base=100, unit=50)
        assert score.payments == payments, (str(hand), case)


def test_several_winners_are_paid_by_the_discarder_each() -> None:
    other = Player(Hand.from_text("[777z] 12s 44s 456p 789m 666z +3s"), Win("N", "discard", "W"))
    players = dict.fromkeys(SEATS, Player()) | {
        "S": Player(Hand.from_text(HAND), Win("S", "discard", "W")),
        "N": other,
    }
    # South has a lone wait, North a lone wait and two triplets of dragons.
    score = TAIWANESE.score(Deal(players, "E", {"several_winners": True}))
    assert score.payments == {"E": 0, "S": 150, "W": -400, "N": 250}
    with pytest.raises(
        InvalidHandError, match="2 players won; at this table the next after the discarder"
    ):
        TAIWANESE.score(Deal(players, "E", {}))


def test_a_dealer_whose_win_is_worth_nothing_at_this_house_is_no_pattern() -> None:
    hand = Hand.from_text("123m 456p 789s 1123z 567z 1234f 1234g")
    deal = Deal({"E": Player(hand, Win("E", "self-draw"))}, "E")
    assert _pattern_ids(deal) == ["eight-flowers", "dealer"]
    house = {"house": '{"points": {"dealer": 0}}'}
    assert _pattern_ids(replace(deal, options=house)) == ["eight-flowers"]


def _pattern_ids(deal: Deal) -> list[str]:
    """The ids of the patterns of East's win."""
    return [item.pattern.id for item in TAIWANESE.score(deal).players["E"].items]


def test_the_triplets_that_earn_a_pattern_are_shown() -> None:
    hand = Hand.from_text("[555z] 666z 777z 123m 456p 9s +9s")
    score = TAIWANESE.score(Deal({"S": Player(hand, Win("S", "self-draw"))}, "E"))
    tiles = {item.pattern.id: item.tiles for item in score.players["S"].items}
    assert tiles["big-dragons"] == ("666z", "777z", "[555z]")


def test_a_false_win_pays_the_others_for_five_tai() -> None:
    players = dict.fromkeys(SEATS, Player()) | {"N": Player(status="false-win")}
    payments = TAIWANESE.score(Deal(players, "E", {"base": 50, "unit": 20})).payments
    assert payments == {"E": 150, "S": 150, "W": 150, "N": -450}


def test_a_cap_cuts_the_hand_and_each_payment() -> None:
    deal = _deal(Hand.from_text(HAND), Win("S", "self-draw"), options={"cap": 2})
    score = TAIWANESE.score(deal)
    # Self-draw and lone wait make 2, and the dealer's tai does not count beyond the cap.
    assert score.payments == {"E": -200, "S": 600, "W": -200, "N": -200}


def test_east_stays_after_winning_and_after_a_drawn_deal() -> None:
    deals = [PlayedDeal(frozenset(won)) for won in ("E", "", "S")]
    place = TAIWANESE.seating({}, deals, 4)
    assert (place.number, place.seats, place.round_wind) == (4, ("N", "E", "S", "W"), "E")
    assert TAIWANESE.seating({}, [PlayedDeal(frozenset("S"))] * 16, 4).is_over


def test_repeats_are_counted_since_the_deal_passed() -> None:
    deals = [PlayedDeal(frozenset(won)) for won in ("S", "E", "")]
    assert TAIWANESE.counters_after(deals) == {"repeats": 2}
    assert TAIWANESE.counters_after(deals[:1]) == {"repeats": 0}


def test_sixteen_tiles_wait_for_what_completes_five_melds() -> None:
    hand = Hand.from_text("123m 456p 789s 11z 234s 67p")
    waits = find_waits(TAIWANESE, hand).waits
    assert [(wait.tile, wait.left) for wait in waits] == [("5p", 3), ("8p", 4)]


def test_seventeen_tiles_show_the_best_discard() -> None:
    hand = Hand.from_text("123m 456p 789s 11z 234s 67p 9m")
    choice = find_waits(TAIWANESE, hand).discards[0]
    assert (choice.tile, choice.away, choice.accepts) == ("9m", 0, ("5p", "8p"))


def test_seven_pairs_wait_for_a_triplet() -> None:
    hand = Hand.from_text("1155m 2288p 4477s 11z 33z")
    waits = find_waits(TAIWANESE, hand).waits
    assert [wait.tile for wait in waits] == ["1m", "5m", "2p", "8p", "4s", "7s", "1z", "3z"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("234m 567m 55s [777z] 13p", "13 tiles where 16 wait, or 17 have one to discard"),
        ("123m 456p 789s 11z 234s 678p 9m", "18 tiles where 16 wait"),
    ],
)
def test_a_hand_of_another_size_is_told_how_many_tiles_wait(text: str, message: str) -> None:
    with pytest.raises(InvalidHandError, match=message):
        find_waits(TAIWANESE, Hand.from_text(text))


def test_too_many_tiles_are_told_how_many_win() -> None:
    deal = _deal(Hand.from_text("234m 567m 55s [777z] 13p +2p"), Win("S", "self-draw"))
    with pytest.raises(InvalidHandError, match="14 tiles where 17 are needed"):
        TAIWANESE.score(deal)


@pytest.mark.parametrize(
    ("how", "problems"),
    [
        ("self-draw", {"no-winning-tile", "flowers-missing"}),
        ("discard", {"no-winning-tile", "flowers-not-discarded"}),
        ("robbed-kong", set()),
    ],
)
def test_seven_flowers_without_a_winning_tile(
    how: Literal["self-draw"], problems: set[str]
) -> None:
    # Seven flowers win alone only if they rob the eighth. Other hands lack their winning tile.
    hand = Hand.from_text("123456789m 123p 234s 5s 123f 1234g")
    win = Win("S", how, None if how == "self-draw" else "W")
    players = {seat: Player() for seat in SEATS}
    players["S"] = Player(hand, win)
    deal = Deal(players, "E")
    assert {problem.id for problem in TAIWANESE.problems(deal)} == problems

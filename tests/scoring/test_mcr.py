"""MCR: our table beside the library ``PyMahjongGB``, principles, payments, games, refusals."""

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from MahjongGB import MahjongFanCalculator

from hu.app.cli import cli
from hu.scoring.answers.value import Answers
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, WINS, Hand, Win
from hu.scoring.mcr.combinations import choose_combinations, find_combinations
from hu.scoring.mcr.knitted import HONORS_AND_KNITTED, KNITTED, SHAPES
from hu.scoring.mcr.patterns import FAN, TABLE
from hu.scoring.mcr.payments import mcr_payments
from hu.scoring.mcr.rule_set import RULE_SET as MCR
from hu.scoring.melds import Meld
from hu.scoring.problems import InvalidHandError
from hu.scoring.seating import PlayedDeal, Seating
from hu.scoring.shapes import has_winning_shape
from hu.scoring.tiles import BONUS, KINDS
from hu.scoring.unknowns import possible_circumstances
from tests.answers import answer_request
from tests.scoring.hand_strategies import random_win

#: The library's codes, written out here a second time.
CODES = {f"{number}m": f"W{number}" for number in range(1, 10)}
CODES |= {f"{number}p": f"B{number}" for number in range(1, 10)}
CODES |= {f"{number}s": f"T{number}" for number in range(1, 10)}
CODES |= {"1z": "F1", "2z": "F2", "3z": "F3", "4z": "F4", "5z": "J3", "6z": "J2", "7z": "J1"}


def _deal(hand: Hand | str, win: Win, round_wind: str | None = "E", **options: Any) -> Deal:
    held = Hand.from_text(hand) if isinstance(hand, str) else hand
    players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(held, win)}
    return Deal(players, round_wind, {"minimum": 0, **options})


def _by_library(hand: Hand, win: Win, round_wind: str) -> list[tuple[str, int, int]]:
    """Score a hand with the library, without any of our code.

    Args:
        hand: the hand that won.
        win: how it won.
        round_wind: the seat letter of the round's wind.

    Returns:
        The Chinese name, the points and the count of each pattern.
    """
    kinds = {"sequence": "CHI", "triplet": "PENG", "quad": "GANG"}
    packs = []
    for meld in hand.melds:
        middle = sorted(meld.tiles)[1]
        packs.append((kinds[meld.kind], CODES[middle], 0 if meld.concealed else 2))
    lines = MahjongFanCalculator(
        pack=tuple(packs),
        hand=tuple(CODES[tile] for tile in hand.concealed),
        winTile=CODES[str(hand.winning)],
        flowerCount=len(hand.bonus),
        isSelfDrawn=win.how == "self-draw",
        is4thTile="last-of-kind" in win.circumstances,
        isAboutKong=win.how == "robbed-kong" or "kong-replacement" in win.circumstances,
        isWallLast="last-tile" in win.circumstances,
        seatWind="ESWN".index(win.winner),
        prevalentWind="ESWN".index(round_wind),
        verbose=True,
    )
    return [(chinese.removeprefix("独听・"), points, count) for points, count, chinese, _ in lines]


def _random(draw: random.Random) -> tuple[Hand, Win]:
    """A hand of the shared generator, or one of knitted tiles, with circumstances of MCR."""
    hand, win = random_win(draw)
    if draw.random() < 0.2:
        hand = _knitted(draw)
        win = Win(win.winner, "self-draw" if win.drawn else "discard", win.source)
    circumstances = set(win.circumstances & {"last-tile", "kong-replacement"})
    # The other copies of the last of a kind are visible, so that none is among the standing tiles.
    # A robbed tile is the last of its kind in any case.
    can_be_last = win.how != "robbed-kong" and str(hand.winning) not in hand.concealed
    if can_be_last and draw.random() < 0.2:
        circumstances.add("last-of-kind")
    return hand, Win(win.winner, win.how, win.source, frozenset(circumstances))


def _knitted(draw: random.Random) -> Hand:
    """Draw a hand of honors and knitted tiles, or a knitted straight with a triplet and a pair."""
    if draw.random() < 0.5:
        tiles = draw.sample(draw.choice(HONORS_AND_KNITTED), 14)
    else:
        first = draw.choice(KINDS)
        pair = draw.choice(KINDS)
        tiles = [*draw.choice(KNITTED), *[first] * 3, pair, pair]
        if pair == first or tiles.count(first) > 4 or tiles.count(pair) > 4:
            return _knitted(draw)
    winning = tiles.pop(draw.randrange(14))
    bonus = draw.sample(("1f", "2f", "3g"), draw.randrange(4))
    return Hand(tuple(tiles), (), tuple(bonus), winning)


def _with_fully_concealed(
    lines: list[tuple[str, int, int]], hand: Hand, win: Win
) -> list[tuple[str, int, int]]:
    """Add a fully concealed hand to the library's patterns, or return them as they are.

    The library leaves it out beside four patterns, with which it counts by the book (pp. 14-15).
    Without options, this is its only difference from our rules.

    Args:
        lines: the library's patterns.
        hand: the hand that won.
        win: how it won.
    """
    names = {name for name, _, _ in lines}
    # Nine gates, seven shifted pairs, thirteen orphans, four concealed pungs.
    if not names & {"九莲宝灯", "连七对", "十三幺", "四暗刻"} or "不求人" in names:
        return lines
    is_fully_concealed = win.drawn and all(meld.concealed for meld in hand.melds)
    if not is_fully_concealed:
        return lines
    # It includes the self-draw.
    return [line for line in lines if line[0] != "自摸"] + [("不求人", 4, 1)]


def _compare_with_library(draw: random.Random, hand_count: int) -> None:
    """Score random hands by our table and by the library."""
    for _ in range(hand_count):
        hand, win = _random(draw)
        wind = draw.choice(SEATS)
        score = MCR.score(_deal(hand, win, wind))
        player = score.players[win.winner]
        items = [(item.pattern.names["zh"], item.worth, item.count) for item in player.items]
        expected = _with_fully_concealed(_by_library(hand, win, wind), hand, win)
        assert sorted(items) == sorted(expected), (str(hand), win)
        assert player.points == sum(points * count for _, points, count in expected)
        assert score.payments == mcr_payments(player.points, win)
        assert sum(score.payments.values()) == 0


def test_random_hands_are_worth_the_library_s_points() -> None:
    _compare_with_library(random.Random(81), 1_500)


@pytest.mark.long
def test_twenty_thousand_hands_are_worth_the_library_s_points() -> None:
    _compare_with_library(random.Random(7), 20_000)


@pytest.mark.parametrize("last", range(1, 10))
def test_nine_gates_are_worth_the_library_s_points(last: int) -> None:
    hand = Hand.from_text(f"1112345678999m +{last}m")
    win = Win("S", "discard", "W")
    items = MCR.score(_deal(hand, win)).players["S"].items
    ours = [(item.pattern.names["zh"], item.worth, item.count) for item in items]
    assert sorted(ours) == sorted(_by_library(hand, win, "E"))


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        # Non-repeat: the pairs of a mixed triple chow do not count.
        ("123m 123p 123s 55z", ["mixed-triple-chow"]),
        # Account-once: the fourth sequence may be combined with one of the three.
        ("123m 123p 123s 456s 55z", ["mixed-triple-chow", "short-straight"]),
        # Account-once: four sequences are joined by three combinations, different ones first.
        (
            "123m 123p 456m 456p 55z",
            ["mixed-double-chow", "mixed-double-chow", "short-straight"],
        ),
        # Non-identical: the same 456 does not make a short straight with both 123.
        ("123m 123m 456m 789p 55z", ["pure-double-chow", "short-straight"]),
        ("222m 333p 444s 222s 55z", ["mixed-shifted-pungs", "double-pung"]),
        ("123m 789m 123p 789p 55s", ["three-suited-terminal-chows"]),
        ("123m 789m 123p 789p 55z", ["mixed-double-chow"] * 2 + ["two-terminal-chows"]),
        ("123m 222m 345p 111z 55s", []),
    ],
)
def test_melds_are_combined_by_the_principles_of_the_book(melds: str, expected: list[str]) -> None:
    *meld_texts, pair = melds.split()
    hand_melds = [Meld(Hand.from_text(text).concealed, concealed=True) for text in meld_texts]
    candidates = find_combinations(hand_melds, Hand.from_text(pair).concealed[0])
    points = {row.id: row.info.worth for row in TABLE}
    chosen = choose_combinations(candidates, points)
    assert [combination.fan for combination in chosen] == expected


def test_the_table_has_every_fan_once_and_excludes_only_later_fan() -> None:
    ids = [row.id for row in TABLE]
    assert sorted(ids) == sorted(FAN)
    for row in TABLE:
        for excluded in row.excludes:
            assert ids.index(excluded) > ids.index(row.id), (row.id, excluded)


@pytest.mark.parametrize(
    ("text", "option", "usual", "by_the_book"),
    [
        ("(2222m) (5555p) 678s 34s 11z +5s", "book_kongs", 6, 8),
        ("[2222m] (5555p) 345s 67s 88p +8s", "book_kongs", 5, 6),
        ("[234s] [666s] 234s 88s 66z +6z", "book_all_green", 0, 6),
        ("[111m] [999m] [111p] 99p 11s +9p", "book_all_terminals", 0, 4),
        ("1122m 5588p 33s 44z 6z +6z", "book_drawn_pairs", 0, 3),
    ],
)
def test_an_option_plays_by_the_book(text: str, option: str, usual: int, by_the_book: int) -> None:
    points = MCR.score(_deal(text, DRAWN)).players["S"].points
    book_points = MCR.score(_deal(text, DRAWN, "E", **{option: True})).players["S"].points
    assert book_points - points == by_the_book - usual


def test_house_points_choose_among_arrangements() -> None:
    """Three equal triplets or three equal sequences, whichever the house makes worth more."""
    hand = "1122333444456m +2m"
    assert "pure-shifted-pungs" in _fan(hand)
    assert "pure-triple-chow" in _fan(hand, house='{"points": {"pure-triple-chow": 60}}')


def test_house_points_choose_among_combinations_of_melds() -> None:
    """Three equal sequences, or two of them, whichever the house makes worth more."""
    hand = "123m 123p 123s 789m 5z +5z"
    assert "mixed-triple-chow" in _fan(hand)
    fan = _fan(hand, house='{"points": {"mixed-double-chow": 20}}')
    assert "mixed-double-chow" in fan
    assert "mixed-triple-chow" not in fan


@pytest.mark.parametrize(
    ("text", "fan", "other_fan"),
    [
        # The melds are free for another combination.
        ("123m 123p 123s 789m 5z +5z", "mixed-triple-chow", "mixed-double-chow"),
        # Nothing excludes the other fan any more.
        ("111m 234m 567m 88m 99m +9m", "full-flush", "no-honors"),
        ("123m 456p 789s 11z 22z +2z", "fully-concealed-hand", "self-drawn"),
    ],
)
def test_a_fan_that_the_house_does_not_play_makes_room(text: str, fan: str, other_fan: str) -> None:
    usual_fan = _fan(text, minimum=0)
    assert fan in usual_fan
    assert other_fan not in usual_fan
    fan_of_house = _fan(text, minimum=0, house=json.dumps({"points": {fan: 0}}))
    assert fan not in fan_of_house
    assert other_fan in fan_of_house


DRAWN = Win("S", "self-draw")


def _fan(text: str, **options: Any) -> list[str]:
    return [item.pattern.id for item in MCR.score(_deal(text, DRAWN, **options)).players["S"].items]


@pytest.mark.parametrize(
    ("text", "option", "wait"),
    [
        # The tile may belong to the knitted straight too: the examples of the calculator's issue 9.
        ("13347s 12369m 258p +3m", "knitted_wait", "edge-wait"),
        ("13347s 23469m 258p +3m", "knitted_wait", "closed-wait"),
        ("1147s 123369m 258p +1s", "knitted_wait", "single-wait"),
        # The fourth 4 of characters stands in the hand: the example of GB-Mahjong's issue 8.
        ("1234444678m 456p +1m", "fifth_copy_wait", "single-wait"),
    ],
)
def test_an_option_decides_whether_a_wait_counts(text: str, option: str, wait: str) -> None:
    usual = option == "knitted_wait"
    assert (wait in _fan(text)) is usual
    assert sorted(_fan(text, **{option: True})) == sorted({*_fan(text), wait})
    assert sorted(_fan(text, **{option: False})) == sorted({*_fan(text)} - {wait})


def test_other_waits_depend_on_no_option() -> None:
    for text in (
        "147m 258p 369s 45m 99p +3m",
        "147m 258p 369s 12m 99p +3m",
        "2345m 678m 456p 789s +2m",
    ):
        assert _fan(text, knitted_wait=False, fifth_copy_wait=True) == _fan(text)


def test_the_sets_that_earn_a_fan_are_shown() -> None:
    deal = _deal("[123m] 123p 12s 777z 99m 1f +3s", Win("S", "discard", "W"))
    player = MCR.score(deal).players["S"]
    tiles = {item.pattern.id: item.tiles for item in player.items}
    assert tiles == {
        "mixed-triple-chow": ("123p", "123s", "[123m]"),
        "outside-hand": (),
        "dragon-pung": ("777z",),
        "edge-wait": ("123s",),
        "flower-tiles": ("1f",),
    }
    assert (
        player.remarks[0]["en"]
        == f"W pays {player.points} + 8 = {player.points + 8}, the others 8 each."
    )
    quad = MCR.score(_deal("(5555p) 222m 888s 66m 11z +6m", DRAWN)).players["S"]
    assert {item.pattern.id: item.tiles for item in quad.items}["concealed-kong"] == ("(5555p)",)
    drawn = MCR.score(_deal("222m 444p 888s 66m 11z +6m", DRAWN))
    assert drawn.players["S"].remarks[0]["en"] == "Everybody pays 68 + 8 = 76."
    assert drawn.players["S"].items[0].tiles == ("222m", "666m", "444p", "888s")


def test_the_table_has_the_81_fan_of_the_book() -> None:
    numbers = [info.number for info in FAN.values() if info.number]
    assert numbers == [str(number) for number in range(1, 82)]
    assert all({"en", "it", "zh"} <= info.names.keys() for info in FAN.values())


def test_flowers_count_one_each_and_not_towards_the_minimum() -> None:
    win = Win("S", "discard", "W")
    worthless = "[111m] 678m 34p 789s 11z {} +5p"
    for flowers in ("", "1f", "1234f 1234g"):
        with pytest.raises(
            InvalidHandError, match="worth 1 of 8 points: 7 missing to this table's minimum"
        ):
            MCR.score(_deal(worthless.format(flowers), win, minimum=8))
    # One point of the hand and seven flowers would be just enough.
    for flowers, is_named in (("1234f 12g", False), ("1234f 123g", True)):
        with pytest.raises(InvalidHandError) as error:
            MCR.score(_deal(worthless.format(flowers), win, minimum=8))
        assert ("flowers-apart" in [problem.id for problem in error.value.problems]) is is_named
    found = MCR.score(_deal("[123m] 678m 34p 789s 11z 1234f 1234g +5p", win, minimum=8))
    assert found.players["S"].points == 16
    assert found.players["S"].items[-1].tiles == ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g")


def seating(played: int, *, fixed_seats: bool = False) -> Seating:
    return MCR.seating({"fixed_seats": fixed_seats}, [PlayedDeal()] * played, 4)


def test_sixteen_deals_seat_everybody_beside_everybody() -> None:
    starts = [seating(4 * number).seats for number in range(4)]
    assert starts == [tuple("ESWN"), tuple("SENW"), tuple("NWES"), tuple("WNSE")]
    assert [seating(number).round_wind for number in (0, 3, 4, 15)] == ["E", "E", "S", "N"]
    assert seating(1).seats == tuple("NESW")
    assert [seating(number, fixed_seats=True).seats for number in (4, 8, 12)] == [tuple("ESWN")] * 3
    assert [seating(number).is_over for number in (15, 16)] == [False, True]
    for number in range(16):
        assert sorted(seating(number).seats, key=str) == sorted(SEATS)
    # Over the four rounds each player sits once to the right of each other one.
    rights = {(player, other) for seats in starts for player, other in _neighbours(seats)}
    assert len(rights) == 12


def _neighbours(seats: tuple[str | None, ...]) -> list[tuple[int, int]]:
    order = [seats.index(seat) for seat in SEATS]
    return [(order[k], order[(k + 1) % 4]) for k in range(4)]


def test_drawn_deals_pass_the_winds_too() -> None:
    nobody, east, south, west = (PlayedDeal(frozenset(seats)) for seats in ("", "E", "S", "W"))
    assert MCR.seating({}, [nobody, east, nobody], 4) == MCR.seating({}, [east, south, west], 4)
    assert MCR.score(Deal(dict.fromkeys(SEATS, Player()), "E")).payments == dict.fromkeys(SEATS, 0)


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("147m 258p 369s 123z 5z 7z", True),  # nine knitted tiles and five honours
        ("147m 258p 369s 11z 123z", False),  # an honour twice
        ("147m 25p 36s 1234567z", True),
        ("147m 147p 36s 123456z", False),  # two suits with the same numbers
        ("147m 258p 369s 111z 77z", True),
        ("147m 258p 369s 123s 77z", True),
        ("147m 258p 369s 234s 9p 1z", False),
    ],
)
def test_hands_of_knitted_tiles(text: str, legal: bool) -> None:
    assert has_winning_shape(Hand.from_text(text).concealed, 0, SHAPES) is legal
    win = Win("S", "self-draw")
    *rest, last = Hand.from_text(text).concealed
    assert not (legal and MCR.problems(_deal(Hand(tuple(rest), winning=last), win)))


@given(st.integers(0, 2**40))
def test_every_hand_of_the_library_s_is_one_of_ours(seed: int) -> None:
    """Whether tiles win at all: our answer before the call is the library's."""
    draw = random.Random(seed)
    hand = _knitted(draw) if draw.random() < 0.5 else random_win(draw)[0]
    tiles = list(hand.concealed)
    tiles[draw.randrange(len(tiles))] = draw.choice(KINDS)
    if max(map((*tiles, *hand.tiles).count, tiles)) > 4:
        return
    changed = Hand(tuple(tiles), hand.melds, (), hand.winning)
    win = Win("S", "self-draw")
    if any(problem.id == "no-known-shape" for problem in MCR.problems(_deal(changed, win))):
        with pytest.raises(TypeError, match="ERROR_NOT_WIN"):
            _by_library(changed, win, "E")
    else:
        assert _by_library(changed, win, "E"), str(changed)


@pytest.mark.parametrize(
    ("hand", "win", "message"),
    [
        (
            "111m 22p 44p 44s 88s 1z 7z +7z",
            Win("S", "self-draw"),
            "neither four melds and a pair .* knitted tiles",
        ),
        ("11111m 22p 44p 66s 88s +8s", Win("S", "self-draw"), "5 copies of 1m"),
        ("123m 456m 789m 05p 22s +2s", Win("S", "self-draw"), "without red fives"),
        ("123m 456m 789m 111p 2p +2p", Win("S", "luck"), "luck is no way to win"),
        (
            "123m 456m 789m 111p 2p +2p",
            Win("S", "self-draw", None, frozenset({"riichi"})),
            "no circumstance of MCR",
        ),
        (
            "123m 456m 789m 111p 2p +2p",
            Win("S", "self-draw", None, frozenset({"kong-replacement"})),
            "follows a quad",
        ),
        (
            "123m 456m 789m 111p 2p +2p",
            Win("S", "discard", "W", frozenset({"last-of-kind"})),
            "last of its kind",
        ),
        ("", Win("S", "self-draw"), "0 tiles where"),
    ],
)
def test_an_impossible_win_is_refused(hand: str, win: Win, message: str) -> None:
    with pytest.raises(InvalidHandError, match=message):
        MCR.score(_deal(hand, win))


def test_the_round_wind_and_one_winner_are_needed() -> None:
    win = Win("S", "self-draw")
    hand = Hand.from_text("123m 456m 789m 111p 2p +2p")
    for wind in (None, "X"):
        with pytest.raises(InputError, match="round_wind is missing or unknown"):
            MCR.score(_deal(hand, win, wind))
    both = {"S": Player(hand, win), "W": Player(hand, Win("W", "self-draw"))}
    with pytest.raises(InputError, match="2 winners; in MCR one player wins"):
        MCR.score(Deal(both, "E"))


def test_questions_that_can_apply() -> None:
    answers = Answers("S", "self-draw", round_wind="E")
    assert possible_circumstances(MCR, answers, Hand.from_text("123m 456m 789m 111p 2p +2p")) == (
        "last-tile",
    )
    seen = Hand.from_text("[123m] 456m 789m 111p 22p")
    assert possible_circumstances(MCR, answers, seen) == ("last-tile", "last-of-kind")
    quad = Hand.from_text("(1111m) 456m 789m 111p 2p +2p")
    assert "kong-replacement" in possible_circumstances(MCR, answers, quad)


def test_bad_input_is_refused_in_one_line() -> None:
    """Hundreds of tiles, illegal melds, unknown seats: a score or a message, never a failure."""
    draw = random.Random(7)
    few_kinds = KINDS[:4] + KINDS[30:]

    def random_tiles(most: int) -> tuple[str, ...]:
        count = draw.choice((draw.randrange(15), 13, 14, draw.randrange(most)))
        return tuple(draw.choices(draw.choice((KINDS, few_kinds)), k=count))

    def random_meld() -> Meld:
        same = (draw.choice(KINDS),) * draw.choice((3, 4))
        return Meld(draw.choice((random_tiles(6) or same, same)), draw.random() < 0.3)

    for _ in range(3_000):
        melds = [random_meld() for _ in range(draw.choice((0, 0, 1, 2, draw.randrange(60))))]
        bonus = draw.choices(BONUS, k=draw.choice((0, 0, draw.randrange(300))))
        winning = draw.choice((None, *KINDS))
        hand = Hand(random_tiles(600), tuple(melds), tuple(bonus), winning)
        names = ("last-tile", "last-of-kind", "kong-replacement", "x")
        win = Win(
            draw.choice((*SEATS, "X", "")),
            draw.choice((*WINS, "x")),
            draw.choice((None, *SEATS, "X")),
            frozenset(draw.sample(names, draw.randrange(3))),
        )
        deal = Deal({"E": Player(hand, win)}, draw.choice((*SEATS, None, "X")), {"minimum": 0})
        try:
            MCR.score(deal)
        except InputError:
            continue


def test_a_false_win_pays_each_of_the_others_ten_points() -> None:
    fined = {"rules": "mcr", "round_wind": "E", "others": {"N": {"status": "False Win"}}}
    nobody = {**fined, "winner": "nobody"}
    assert answer_request(nobody)["payments"] == {"E": 10, "S": 10, "W": 10, "N": -30}
    house = {**nobody, "options": {"false_win_points": 20}}
    assert answer_request(house)["payments"] == {"E": 20, "S": 20, "W": 20, "N": -60}
    # Play goes on, and South wins.
    win = {"winner": "S", "win": "discard", "from": "W"}
    hand = "[222m] [222p] 222s 444s 6m +6m"
    line = {**fined, **win, "hand": hand}
    alone = {key: value for key, value in line.items() if key != "others"}
    plain = answer_request(alone)["payments"]
    fines = {"E": 10, "S": 10, "W": 10, "N": -30}
    assert answer_request(line)["payments"] == {seat: plain[seat] + fines[seat] for seat in SEATS}
    words = ["--status", "N=false-win", "--hand", hand, "--json"]
    for name in ("winner", "win", "from"):
        words += [f"--{name}", win[name]]
    run = CliRunner().invoke(cli, ["score", "--rules", "mcr", "--round-wind", "E", *words])
    assert json.loads(run.stdout)["payments"] == answer_request(line)["payments"]


def test_a_dead_hand_cannot_win() -> None:
    winner = {"hand": "[222m] [222p] 222s 444s 6m +6m", "win": "discard", "from": "W"}
    line = {"rules": "mcr", "round_wind": "E", "winners": {"S": {**winner, "status": "false-win"}}}
    with pytest.raises(InputError, match="S called a false win, so the hand is dead"):
        answer_request(line)

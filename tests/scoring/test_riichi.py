"""Riichi: our way to the library and back, payments, games, and what is refused."""

import random

import pytest
from hand_strategies import random_win
from hypothesis import given
from hypothesis import strategies as st
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import InvalidHandError
from hu.scoring.riichi.game import honba, ranking, seating
from hu.scoring.riichi.payments import drawn
from hu.scoring.riichi.presets import PRESETS
from hu.scoring.riichi.rule_set import RULE_SET as RIICHI
from hu.scoring.rule_set import Deal, Player

CLOSED = "234m 567p 55s 345s 68m +7m"


def _deal(hand: str, win: Win, **answers: object) -> Deal:
    players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(Hand.from_text(hand), win)}
    return Deal(players, "E", **answers)  # type: ignore[arg-type]


def _direct(hand: Hand, win: Win, preset: str) -> tuple[int, list[str]] | None:
    """The library asked by its own notation: the winner's points and the names of the yaku."""

    def numbers(tiles: tuple[str, ...]) -> list[int]:
        text = {suit: "".join(tile[0] for tile in tiles if tile[1] == suit) for suit in "mpsz"}
        found = TilesConverter.string_to_136_array(text["s"], text["p"], text["m"], text["z"])
        # Fives are moved on by one copy where one is left: the first copy of each suit is the red five.
        return [tile + 1 if tile in (16, 52, 88) and tile + 1 not in found else tile for tile in found]

    kinds = {"sequence": Meld.CHI, "triplet": Meld.PON, "quad": Meld.KAN}
    melds = [Meld(kinds[meld.kind], numbers(meld.tiles), opened=not meld.concealed) for meld in hand.melds]
    tiles = TilesConverter.string_to_136_array(
        *("".join(tile[0] for tile in hand.tiles if tile[1] == suit) for suit in "spmz")
    )
    chosen = PRESETS[preset]
    limit = HandConfig.KAZOE_LIMITED if chosen.kazoe else HandConfig.KAZOE_SANBAIMAN
    config = HandConfig(
        is_tsumo=win.drawn,
        is_chankan=win.how == "robbed-kong",
        is_haitei=win.drawn and "last-tile" in win.circumstances,
        is_houtei=not win.drawn and "last-tile" in win.circumstances,
        is_rinshan="kong-replacement" in win.circumstances,
        player_wind=27 + SEATS.index(win.winner),
        round_wind=27,
        options=OptionalRules(True, False, False, limit, chosen.kiriage),
    )
    winning = next(tile for tile in tiles if tile // 4 == numbers((str(hand.winning),))[0] // 4)
    found = HandCalculator.estimate_hand_value(tiles, winning, melds=melds, config=config)
    if found.error or found.cost is None:
        return None
    return found.cost["total"], [yaku.name for yaku in found.yaku or ()]


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_are_worth_what_the_library_says(preset: str) -> None:
    draw, scored, compared = random.Random(21), 0, 0
    while compared < 2_000:
        hand, win = random_win(draw)
        told = win.circumstances & {"last-tile", "kong-replacement"}
        if hand.bonus or len(told) > 1:
            hand, told = Hand(hand.concealed, hand.melds, (), hand.winning), told - {"last-tile"}
        win = Win(win.winner, win.how, win.source, frozenset(told))
        compared += 1
        direct = _direct(hand, win, preset)
        try:
            found = RIICHI.score(_deal(str(hand), win, options={"preset": preset}))
        except InvalidHandError:
            assert direct is None, (str(hand), win, direct)
            continue
        assert direct is not None, (str(hand), win)
        player = found.players[win.winner]
        yakuman = [item for item in player.items if item.worth == 13]
        if len(yakuman) < 2 or not PRESETS[preset].one_yakuman:
            assert player.points == direct[0], (str(hand), win)
        assert len(player.items) == len(direct[1])
        assert found.payments is not None
        assert sum(found.payments.values()) == 0
        scored += 1
    assert scored > 500


@given(st.integers(0, 9), st.integers(0, 9), st.sets(st.sampled_from(SEATS)), st.sampled_from(["self-draw", "discard"]))
def test_payments_add_up_to_the_sticks_on_the_table(honba: int, sticks: int, declared: set[str], how: str) -> None:
    win = Win("S", how, None if how == "self-draw" else "W", frozenset({"riichi"}))
    counters = {"honba": honba, "sticks": sticks}
    plain = RIICHI.score(_deal(CLOSED, win)).payments
    found = RIICHI.score(_deal(CLOSED, win, counters=counters, declared=frozenset(declared))).payments
    assert plain is not None
    assert found is not None
    assert sum(plain.values()) == 0
    assert sum(found.values()) == 1_000 * sticks
    assert found["S"] == plain["S"] + 300 * honba + 1_000 * (sticks + len(declared - {"S"}))


@given(st.sets(st.sampled_from(SEATS)))
def test_a_drawn_deal_moves_three_thousand_points(tenpai: set[str]) -> None:
    players = {seat: Player(status="tenpai" if seat in tenpai else None) for seat in SEATS}
    payments = RIICHI.score(Deal(players, "E")).payments
    assert payments == drawn(tenpai)
    assert sum(drawn(tenpai).values()) == 0


def test_a_chombo_pays_a_mangan() -> None:
    players = {seat: Player(status="chombo" if seat == "S" else None) for seat in SEATS}
    assert RIICHI.score(Deal(players, "E")).payments == {"E": 4000, "S": -8000, "W": 2000, "N": 2000}


def test_east_repeats_after_winning_and_two_rounds_end_the_game() -> None:
    assert seating([{"E"}, {"E", "S"}]).seats == ("E", "S", "W", "N")
    assert seating([{"S"}]).seats == ("N", "E", "S", "W")
    assert seating([{"S"}] * 4).round_wind == "S"
    assert not seating([{"S"}] * 7).over
    assert seating([{"S"}] * 8).over
    assert [honba(deals) for deals in ([{"E"}], [{"E"}, set()], [{"E"}, {"S"}])] == [1, 2, 0]


@given(st.lists(st.integers(-300, 900).map(lambda hundreds: 100 * hundreds), min_size=4, max_size=4))
def test_a_finished_game_adds_up(points: list[int]) -> None:
    points[3] = 100_000 - sum(points[:3])
    settled = ranking(dict(zip("abcd", points, strict=True)), (20_000, 10_000, -10_000, -20_000), 30_000, 20_000)
    # Three who share places may leave a point or two to nobody.
    assert -3 <= sum(settled.values()) <= 0


@pytest.mark.parametrize(
    ("hand", "circumstances", "answers", "message"),
    [
        ("[234m] 567p 55s 345s 68m +7m", {"riichi"}, {}, "riichi needs a concealed hand"),
        (CLOSED, {"ippatsu"}, {}, "ippatsu needs riichi"),
        (CLOSED, {"luck"}, {}, "luck is no circumstance of Riichi"),
        (CLOSED, {"riichi"}, {"dora_indicators": ("1z",) * 6}, "6 dora indicators; there are at most 5"),
        (CLOSED, {"riichi"}, {"dora_indicators": ("5s",) * 2}, "5 copies of 5s in the hand and among the indicators"),
        (CLOSED, {"riichi"}, {"counters": {"honba": -1}}, "honba cannot be -1"),
        (CLOSED + " 1f", set(), {}, "without flowers and seasons"),
        ("[123m] 567p 55s 345s 68m +7m", set(), {}, "no yaku"),
        ("1111m 22p 44p 44s 88s 7z +7z", set(), {}, "seven pairs need seven different ones"),
        ("00000m 234p 345s 55s 7m +7m", set(), {}, "5 copies of 5m"),
        ("00m 678m 234p 345s 55s +5m", set(), {"options": {"preset": "tenhou"}}, "2 red fives 0m"),
    ],
)
def test_what_cannot_be_is_told(hand: str, circumstances: set[str], answers: dict[str, object], message: str) -> None:
    win = Win("S", "discard", "W", frozenset(circumstances))
    with pytest.raises(InvalidHandError, match=message):
        RIICHI.score(_deal(hand, win, **answers))


def test_a_red_five_is_a_five_that_remembers_being_red() -> None:
    red = Hand.from_text("234m 067p 55s 345s 68m +7m")
    assert red.tiles == Hand.from_text(CLOSED).tiles
    assert str(red) == "23468m 067p 34555s +7m"
    assert Hand.from_text(str(red)) == red
    win = Win("S", "self-draw", circumstances=frozenset({"riichi"}))
    found = RIICHI.score(_deal(str(red), win, options={"preset": "tenhou"}))
    assert "aka-dora" in [item.pattern.id for item in found.players["S"].items]
    assert RIICHI.score(_deal(str(red), win)).payments == RIICHI.score(_deal(CLOSED, win)).payments

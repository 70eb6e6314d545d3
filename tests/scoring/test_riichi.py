"""Riichi: our way to the library and back, payments, games, and what is refused."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.scoring.deals import Seating
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import InvalidHandError
from hu.scoring.riichi.game import honba
from hu.scoring.riichi.payments import drawn
from hu.scoring.riichi.presets import PRESETS
from hu.scoring.riichi.rule_set import RULE_SET as RIICHI
from hu.scoring.rule_set import Deal, PatternInfo, Played, Player
from hu.scoring.unknowns import Answers, possible_circumstances

CLOSED = "234m 567p 55s 345s 68m +7m"


def _deal(hand: str, win: Win, **answers: object) -> Deal:
    players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(Hand.from_text(hand), win)}
    return Deal(players, "E", **answers)  # type: ignore[arg-type]


_COUNTS = st.integers(0, 9)
_SEATS = st.frozensets(st.sampled_from(SEATS))


@given(_COUNTS, _COUNTS, _SEATS, st.sampled_from(["self-draw", "discard"]))
def test_payments_and_pot_add_up_to_zero(honba: int, sticks: int, declared: frozenset[str], how: str) -> None:
    win = Win("S", how, None if how == "self-draw" else "W", frozenset({"riichi"}))
    counters = {"honba": honba, "sticks": sticks}
    plain = RIICHI.score(_deal(CLOSED, win)).payments
    found = RIICHI.score(_deal(CLOSED, win, counters=counters, declared=declared))
    assert plain is not None
    assert found.payments is not None
    assert sum(plain.values()) == 0
    assert found.pot == -1_000 * sticks
    assert sum(found.payments.values()) + found.pot == 0
    assert found.payments["S"] == plain["S"] + 300 * honba + 1_000 * (sticks + len(declared - {"S"}))


@given(_SEATS, _SEATS)
def test_a_drawn_deal_moves_three_thousand_points_and_keeps_the_sticks(
    tenpai: frozenset[str], declared: frozenset[str]
) -> None:
    declared &= tenpai
    players = {seat: Player(status="tenpai" if seat in tenpai else None) for seat in SEATS}
    found = RIICHI.score(Deal(players, "E", declared=declared))
    settled = drawn(tenpai)
    assert sum(settled.values()) == 0
    assert found.payments == {seat: settled[seat] - 1_000 * (seat in declared) for seat in SEATS}
    assert found.pot == 1_000 * len(declared)


@given(_COUNTS, _COUNTS, st.sampled_from(["ema", "tenhou", "wrc"]))
def test_several_winners_of_one_discard_are_paid_by_the_discarder(honba: int, sticks: int, preset: str) -> None:
    hand = Hand.from_text(CLOSED)
    wins = {seat: Win(seat, "discard", "W", frozenset({"riichi"})) for seat in ("S", "N")}
    players = {seat: Player(hand, wins[seat]) if seat in wins else Player() for seat in SEATS}
    deal = Deal(players, "E", {"preset": preset}, counters={"honba": honba, "sticks": sticks})
    if preset == "wrc":
        with pytest.raises(InvalidHandError, match="2 players won; by these rules one discard has at most 1"):
            RIICHI.score(deal)
        return
    found = RIICHI.score(deal)
    assert found.payments is not None
    assert sum(found.payments.values()) + found.pot == 0
    assert found.payments["E"] == 0
    # North sits next after West: honba and sticks are North's.
    assert found.payments["N"] - found.payments["S"] == 300 * honba + 1_000 * (sticks + 2)


def test_a_player_who_declared_riichi_must_wait() -> None:
    with pytest.raises(InvalidHandError, match="S declared riichi and must show a waiting hand"):
        RIICHI.score(Deal(dict.fromkeys(SEATS, Player()), "E", declared=frozenset("S")))


def test_a_chombo_pays_a_mangan() -> None:
    players = {seat: Player(status="chombo" if seat == "S" else None) for seat in SEATS}
    tenhou = RIICHI.score(Deal(players, "E", {"preset": "tenhou"}))
    assert tenhou.payments == {"E": 4000, "S": -8000, "W": 2000, "N": 2000}
    assert not tenhou.notes


@pytest.mark.parametrize(("preset", "fine"), [("ema", 20_000), ("wrc", 30_000)])
def test_a_chombo_of_the_federations_is_settled_after_the_game(preset: str, fine: int) -> None:
    players = {seat: Player(status="chombo" if seat == "S" else None) for seat in SEATS}
    found = RIICHI.score(Deal(players, "E", {"preset": preset}, declared=frozenset("W")))
    assert (found.payments, found.pot) == (dict.fromkeys(SEATS, 0), 0)
    assert found.notes["S"]["en"] == f"chombo, {fine} points less after the game"
    # The player in South has become East by then.
    deals = [SOUTH, Played(statuses={"S": "chombo"}, seats=("N", "E", "S", "W"))]
    final = RIICHI.settled({"preset": preset}, [0, 1_000, 0, -1_000], deals)
    assert final == (0, 16_000, -fine, -16_000)


def seating(deals: Sequence[Played], preset: str = "ema") -> Seating:
    return RIICHI.seating({"preset": preset}, deals, 4)


EAST, SOUTH = Played(frozenset("E")), Played(frozenset("S"))


def test_east_repeats_after_winning_and_two_rounds_end_the_game() -> None:
    assert seating([EAST, Played(frozenset("ES"))]).seats == ("E", "S", "W", "N")
    assert seating([SOUTH]).seats == ("N", "E", "S", "W")
    assert seating([SOUTH] * 4).round_wind == "S"
    assert not seating([SOUTH] * 7).over
    assert seating([SOUTH] * 8).over


def test_east_repeats_a_drawn_deal_with_a_waiting_hand_and_after_chombo() -> None:
    assert seating([Played(statuses={"E": "tenpai"})]).east == 0
    assert seating([Played(statuses={"S": "tenpai"})]).east == 1
    assert seating([Played(statuses={"S": "chombo"})]).east == 0


def _sudden(passed: int, points: tuple[int, ...], last: Played) -> bool:
    """Whether a game on Tenhou is over after ``passed`` other dealers, with these points in the end."""
    seats = tuple(SEATS[(player - passed) % 4] for player in range(4))
    totals = tuple(count - 25_000 for count in points)
    return seating([*[SOUTH] * passed, replace(last, seats=seats, totals=totals)], "tenhou").over


def test_a_game_on_tenhou_ends_with_the_points() -> None:
    even, ahead, broke = (25_000,) * 4, (20_000, 20_000, 20_000, 40_000), (-100, 40_000, 40_000, 20_100)
    waiting = Played(statuses={"E": "tenpai"})
    # Below nothing at once; nothing itself is something.
    assert _sudden(2, broke, SOUTH)
    assert not _sudden(2, (0, 40_000, 40_000, 20_000), SOUTH)
    # After the South round a West round, until somebody has 30,000, and no further.
    assert not _sudden(7, even, SOUTH)
    assert seating([SOUTH] * 7 + [replace(SOUTH, totals=(0,) * 4)], "tenhou").round_wind == "W"
    assert _sudden(7, ahead, SOUTH)
    assert _sudden(9, ahead, SOUTH)
    assert not _sudden(10, even, SOUTH)
    assert _sudden(11, even, SOUTH)
    # The last dealer, who is the fourth player, stops in first place.
    assert _sudden(7, ahead, EAST)
    assert _sudden(7, ahead, waiting)
    assert not _sudden(7, (40_000, 20_000, 20_000, 20_000), EAST)
    assert not _sudden(7, (35_000, 15_000, 15_000, 35_000), waiting)
    assert not _sudden(7, even, EAST)
    assert not _sudden(6, ahead, EAST)


def test_books_know_no_sudden_death() -> None:
    broke = replace(SOUTH, seats=SEATS, totals=(-90_000, 30_000, 30_000, 30_000))
    for preset in ("ema", "wrc"):
        assert not seating([broke], preset).over
        assert seating([broke] * 8, preset).over


def test_honba_and_sticks_lie_on_the_table_until_they_are_won() -> None:
    drawn_deal, chombo = Played(pot=2_000), Played(statuses={"S": "chombo"})
    assert [honba(deals) for deals in ([EAST], [EAST, drawn_deal], [EAST, chombo], [EAST, SOUTH])] == [1, 2, 1, 0]
    after = RIICHI.counters_after([drawn_deal, drawn_deal, Played(frozenset("S"), pot=-4_000), drawn_deal])
    assert after == {"honba": 1, "sticks": 2}


@given(st.lists(st.integers(-300, 900).map(lambda hundreds: 100 * hundreds), min_size=4, max_size=4))
def test_a_finished_game_adds_up(points: list[int]) -> None:
    points[3] = -sum(points[:3])
    for name, preset in PRESETS.items():
        final = RIICHI.settled({"preset": name}, points, ())
        assert final is not None
        # Three who share places may leave a point or two to nobody.
        assert -3 <= sum(final) <= 0
        assert final[points.index(max(points))] == max(final)
        assert preset.ties_share or len(set(final)) == 4


def test_uma_oka_and_the_last_sticks() -> None:
    # Japanese Mahjong Wiki, "Oka and uma": 35700, 32400, 22200, 9700 with uma 20 10 and target 30000.
    totals = [points - 25_000 for points in (35_700, 32_400, 22_200, 9_700)]
    assert RIICHI.settled({"preset": "tenhou"}, totals, ()) == (45_700, 12_400, -17_800, -40_300)
    assert RIICHI.settled({"preset": "ema"}, [1_000, 0, 0, -3_000], ()) == (18_000, 0, 0, -18_000)
    assert RIICHI.settled({"preset": "wrc"}, [1_000, 0, 0, -3_000], ()) == (16_000, 0, 0, -18_000)


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


_ALWAYS = {"dora_indicators": ("1p",), "ura_indicators": ("1p",)}
_CIRCUMSTANCES = {
    "riichi": {"riichi"}, "daburu-riichi": {"double-riichi"}, "ippatsu": {"riichi", "ippatsu"},
    "rinshan": {"kong-replacement"}, "haitei": {"last-tile"}, "houtei": {"last-tile"}, "ura-dora": {"riichi"},
    "renhou": {"first-turn"}, "tenhou": {"first-turn"}, "chiihou": {"first-turn"},
}  # fmt: skip


@pytest.mark.parametrize("pattern", RIICHI.patterns, ids=lambda pattern: pattern.id)
def test_every_example_holds_its_yaku(pattern: PatternInfo) -> None:
    """With the win that the condition names; the round's and the winner's winds as it says."""
    winds = {"east": "E", "south": "S", "west": "W", "north": "N"}
    wind = winds.get(pattern.id.rpartition("-")[2], "")
    winner = "E" if pattern.id == "tenhou" else wind if pattern.id.startswith("seat") else "S"
    drawn = pattern.id in ("tsumo", "rinshan", "haitei", "suuankou", "tenhou", "chiihou")
    how = "self-draw" if drawn else "robbed-kong" if pattern.id == "chankan" else "discard"
    source = None if drawn else "N" if winner != "N" else "E"
    win = Win(winner, how, source, frozenset(_CIRCUMSTANCES.get(pattern.id, ())))
    preset = "tenhou" if pattern.id == "aka-dora" else "ema"
    players = dict.fromkeys(SEATS, Player()) | {winner: Player(Hand.from_text(pattern.example), win)}
    shown = _ALWAYS if pattern.id in ("dora", "ura-dora") else {}
    deal = Deal(players, wind if pattern.id.startswith("round") else "E", {"preset": preset}, **shown)  # type: ignore[arg-type]
    found = [item.pattern.id for item in RIICHI.score(deal).players[winner].items]
    assert pattern.id in found


def test_ippatsu_is_asked_for_once_riichi_was_told() -> None:
    answers, hand = Answers("S", "discard", "W", round_wind="E"), Hand.from_text(CLOSED)
    assert "ippatsu" not in possible_circumstances(RIICHI, answers, hand)
    told = replace(answers, circumstances=frozenset({"riichi"}))
    assert "ippatsu" in possible_circumstances(RIICHI, told, hand)

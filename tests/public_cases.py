"""Hands from bug reports, questions and rule books of others, decided by the sources of our rules.

Each case names where the hand, or the fault that it shows, was found.
"""

from typing import Any

RIICHI = {"rules": "riichi", "round_wind": "E", "winner": "S", "options": {"preset": "tenhou"}}
RON = {"win": "discard", "from": "W"}
TSUMO = {"win": "self-draw"}
# These follow ``RIICHI`` in a request, and replace its preset.
SOUL = {"options": {"preset": "mahjong-soul"}}
EMA = {"options": {"preset": "ema-2016"}}
SANMA = {"rules": "sanma", "round_wind": "E", "winner": "S"}
MCR = {"rules": "mcr", "round_wind": "N", "winner": "N", **RON}
HONG_KONG = {"rules": "hong-kong", "round_wind": "E", "winner": "S"}
TAIWANESE = {"rules": "taiwanese", "round_wind": "E", "winner": "S"}

#: What a player of each seat gains: E S W N, or E S W.
Payments = list[int]


def paid_by_west(points: int) -> Payments:
    """The payments of a win of South with a discard of West."""
    return [0, points, -points, 0]


def drawn_by_south(east: int, others: int) -> Payments:
    """The payments of a self-drawn win of South.

    Args:
        east: the points that East pays.
        others: the points that West and North each pay.
    """
    return [-east, east + 2 * others, -others, -others]


def drawn_by_east(each: int) -> Payments:
    """The payments of a self-drawn win of East, to whom each other player pays the same."""
    return [3 * each, -each, -each, -each]


#: (where the case comes from, request, payments or a part of the refusal)
CASES: list[tuple[str, dict[str, Any], Payments | str]] = [
    # The library mahjong (MahjongRepository/mahjong), issues.
    (
        "mahjong 41: a concealed triplet that the discard would complete",
        {**RIICHI, **RON, "hand": "[123m] 1123444m 555p +1m", "circumstances": ["last-tile"]},
        paid_by_west(1_000),
    ),
    (
        "mahjong 40: a concealed triplet of terminals",
        {**RIICHI, **TSUMO, "hand": "234m 11123567s 77s +4s"},
        drawn_by_south(500, 300),
    ),
    (
        "mahjong 13: nine gates that wait for nine tiles, won with the 9",
        {**RIICHI, **SOUL, **RON, "hand": "1112345678999m +9m"},
        paid_by_west(64_000),
    ),
    (
        "mahjong 13: nine gates that wait for nine tiles, won with the 1",
        {**RIICHI, **SOUL, **RON, "hand": "1112345678999m +1m"},
        paid_by_west(64_000),
    ),
    (
        "mahjong 13: nine gates that wait for fewer tiles",
        {**RIICHI, **SOUL, **RON, "hand": "1122345678999m +1m"},
        paid_by_west(32_000),
    ),
    (
        "mahjong 3: 28 han are a counted yakuman, not two",
        {
            **RIICHI,
            **RON,
            "hand": "(2222m) 4446667788m +7m",
            "circumstances": ["riichi"],
            "dora_indicators": ["1m", "1m"],
            "ura_indicators": ["1m", "1m"],
        },
        paid_by_west(32_000),
    ),
    (
        "mahjong 205: dora are no yaku",
        {
            **RIICHI,
            **RON,
            "hand": "13m 234p 340678s 22z +2m",
            "dora_indicators": ["1m"],
        },
        "no yaku",
    ),
    # The trainer of klen (klen/mahjong.horneds.com), issues.
    (
        "horneds 16: a concealed triplet of West, a pair wait, self-drawn",
        {
            **RIICHI,
            **TSUMO,
            "winner": "E",
            "round_wind": "W",
            "hand": "333z 123456p 789s 5m +5m",
        },
        drawn_by_east(1_300),
    ),
    (
        "horneds 14: a concealed triplet of dragons",
        {**RIICHI, **RON, "hand": "222z 666z 234m 55p 68s +7s"},
        paid_by_west(3_200),
    ),
    (
        "horneds 14: an open quad of dragons",
        {**RIICHI, **RON, "hand": "[6666z] 222z 234m 55p 68s +7s"},
        paid_by_west(3_200),
    ),
    (
        "horneds 2: three equal sequences are no two pairs of sequences",
        {**RIICHI, **RON, "hand": "777888999s 234m 5p +5p"},
        paid_by_west(3_200),
    ),
    (
        "horneds 27: a counted yakuman, by han",
        {**RIICHI, **RON, "han": 14, "fu": 30},
        paid_by_west(32_000),
    ),
    (
        "ScoringTrainer 60: three red fives and open triplets",
        {
            **RIICHI,
            **RON,
            "hand": "05p 340m 67m [777p] [055s] +8m",
            "dora_indicators": ["2m"],
        },
        paid_by_west(8_000),
    ),
    # A chat robot's table of 3 han 30 fu (ryosan-470/gochiusa-bot 13).
    ("gochiusa 13: discarded", {**RIICHI, **RON, "han": 3, "fu": 30}, paid_by_west(3_900)),
    (
        "gochiusa 13: discarded to the dealer",
        {**RIICHI, **RON, "winner": "E", "han": 3, "fu": 30},
        [5_800, 0, -5_800, 0],
    ),
    ("gochiusa 13: drawn", {**RIICHI, **TSUMO, "han": 3, "fu": 30}, drawn_by_south(2_000, 1_000)),
    (
        "gochiusa 13: drawn by the dealer",
        {**RIICHI, **TSUMO, "winner": "E", "han": 3, "fu": 30},
        drawn_by_east(2_000),
    ),
    # sotetsuk/pgx 752 and riichimahjong.blogspot.com, "Pinfu 02": a self-drawn pinfu has 20 fu.
    (
        "pgx 752: self-drawn pinfu",
        {**RIICHI, **TSUMO, "hand": "23456m 123456p 11s +1m"},
        drawn_by_south(700, 400),
    ),
    (
        "pgx 752: self-drawn pinfu of the dealer",
        {**RIICHI, **TSUMO, "winner": "E", "hand": "23456m 123456p 11s +1m"},
        drawn_by_east(700),
    ),
    # riichimahjong.blogspot.com, "Pinfu 03": pairs of honors.
    (
        "Pinfu 03: a pair of another's wind",
        {**RIICHI, **RON, "hand": "234m 567m 345p 78s 44z +6s"},
        paid_by_west(1_000),
    ),
    ("Pinfu 03: own wind", {**RIICHI, **RON, "hand": "234m 567m 345p 78s 22z +6s"}, "no yaku"),
    ("Pinfu 03: round wind", {**RIICHI, **RON, "hand": "234m 567m 345p 78s 11z +6s"}, "no yaku"),
    ("Pinfu 03: dragons", {**RIICHI, **RON, "hand": "234m 567m 345p 78s 66z +6s"}, "no yaku"),
    # riichi.wiki, "Pinfu": waits.
    (
        "riichi.wiki, pinfu: a sequence beside a triplet",
        {**RIICHI, **RON, "hand": "123m 456m 789p 4555s +6s"},
        paid_by_west(1_000),
    ),
    (
        "riichi.wiki, pinfu: the pair beside a triplet",
        {**RIICHI, **RON, "hand": "123m 456m 789p 4555s +4s"},
        "no yaku",
    ),
    (
        "riichi.wiki, pinfu: nobetan",
        {**RIICHI, **RON, "hand": "123m 456m 789p 2345s +2s"},
        "no yaku",
    ),
    # EMA, Riichi Competition Rules 2016, 4.3, examples 1 to 4.
    (
        "RCR 4.3, example 1",
        {
            **RIICHI,
            **EMA,
            **TSUMO,
            "hand": "123456s 78s 234m 55p +9s",
            "circumstances": ["riichi"],
        },
        drawn_by_south(4_000, 2_000),
    ),
    (
        "RCR 4.3, example 1, East",
        {
            **RIICHI,
            **EMA,
            **TSUMO,
            "winner": "E",
            "hand": "123456s 78s 234m 55p +9s",
            "circumstances": ["riichi"],
        },
        drawn_by_east(4_000),
    ),
    (
        "RCR 4.3, example 2",
        {
            **RIICHI,
            **EMA,
            **RON,
            "hand": "123456s 78s 234m 55p +9s",
            "circumstances": ["riichi"],
        },
        paid_by_west(7_700),
    ),
    (
        "RCR 4.3, example 2, East",
        {
            **RIICHI,
            **EMA,
            **RON,
            "winner": "E",
            "hand": "123456s 78s 234m 55p +9s",
            "circumstances": ["riichi"],
        },
        [11_600, 0, -11_600, 0],
    ),
    (
        "RCR 4.3, example 3",
        {
            **RIICHI,
            **EMA,
            **RON,
            "hand": "[123s] 456s 78s 234m 55p +9s",
            "dora_indicators": ["6s"],
        },
        paid_by_west(2_000),
    ),
    (
        "RCR 4.3, example 3, East",
        {
            **RIICHI,
            **EMA,
            **RON,
            "winner": "E",
            "hand": "[123s] 456s 78s 234m 55p +9s",
            "dora_indicators": ["6s"],
        },
        [2_900, 0, -2_900, 0],
    ),
    (
        "RCR 4.3, example 4",
        {**RIICHI, **EMA, **TSUMO, "hand": "222m 333p 444s 66p 88s +8s"},
        drawn_by_south(16_000, 8_000),
    ),
    # Akagi 115 and 116 (shinkuan/Akagi). The report calls the winner of 7,700 no dealer.
    (
        "Akagi 115: a honba of three players, dealer",
        {**SANMA, **RON, "winner": "E", "han": 3, "fu": 40, "honba": 1},
        [7_900, 0, -7_900],
    ),
    (
        "Akagi 115: a honba of three players, not the dealer",
        {**SANMA, **RON, "han": 3, "fu": 40, "honba": 1},
        [0, 5_400, -5_400],
    ),
    (
        "Akagi 116: two North among 8 han",
        {
            **SANMA,
            **TSUMO,
            "hand": "340p 678p 222s 34s 99s {44z} +5s",
            "circumstances": ["riichi"],
            "dora_indicators": ["1s"],
        },
        [-8_000, 12_000, -4_000],
    ),
    # A list of rules for a form (MahjongPantheon/pantheon 715).
    (
        "pantheon 715: all terminals and honors, self-drawn and concealed",
        {**RIICHI, **TSUMO, "hand": "1199m 1199p 11z 22z 3z +3z"},
        drawn_by_south(4_000, 2_000),
    ),
    (
        "pantheon 715: little three dragons, open and self-drawn, have 40 fu",
        {**RIICHI, **TSUMO, "hand": "[555z] [666z] 77z 234m 78s +9s"},
        drawn_by_south(4_000, 2_000),
    ),
    (
        "pantheon 715: concealed triplets won by a discard",
        {**RIICHI, **RON, "hand": "222m 333p 444s 77s 88s +8s"},
        paid_by_west(8_000),
    ),
    (
        "pantheon 715: a replacement tile is drawn",
        {
            **RIICHI,
            **RON,
            "hand": "[6666z] 222z 234m 55p 68s +7s",
            "circumstances": ["kong-replacement"],
        },
        "replacement",
    ),
    # smly/RiichiEnv 211 and 238.
    (
        "RiichiEnv 211: four concealed triplets, pair wait, Tenhou",
        {**RIICHI, **RON, "hand": "222m 333p 444s 777s 8s +8s"},
        paid_by_west(32_000),
    ),
    (
        "RiichiEnv 211: four concealed triplets, pair wait, Mahjong Soul",
        {**RIICHI, **SOUL, **RON, "hand": "222m 333p 444s 777s 8s +8s"},
        paid_by_west(64_000),
    ),
    (
        "RiichiEnv 238: thirteen orphans as the first hand",
        {
            **RIICHI,
            **TSUMO,
            "winner": "E",
            "hand": "19m 19p 19s 123456z 7z +7z",
            "circumstances": ["first-turn"],
        },
        drawn_by_east(32_000),
    ),
    (
        "RiichiEnv 238: seven pairs of honors are one yakuman",
        {**RIICHI, **RON, "hand": "1122334455667z +7z"},
        paid_by_west(32_000),
    ),
    # EpicOrange/riichi_advanced 120 and 122.
    (
        "riichi_advanced 120: 11 points by a discard",
        {"rules": "mcr", "winner": "S", "round_wind": "E", **RON, "fan": 11},
        [-8, 35, -19, -8],
    ),
    (
        "riichi_advanced 122: all chows replace no honors",
        {**MCR, "winner": "S", "round_wind": "E", "hand": "123m 456p 789s 234m 5p +5p"},
        [-8, 37, -21, -8],
    ),
    # sloperama.com, column 262, exercise 4, by a player in the North of the North round.
    (
        "sloperama 262: little four winds and a terminal",
        {**MCR, "hand": "[2222z] 111z 333z 44z 11s +1s"},
        [-8, -8, -113, 129],
    ),
    (
        "sloperama 262: big four winds",
        {**MCR, "hand": "[2222z] 111z 333z 44z 11s +4z"},
        [-8, -8, -137, 153],
    ),
    # mahjongfinder.com, Hong Kong scoring: dragon, seat wind and self-draw are the minimum of 3.
    (
        "mahjongfinder: three faan",
        {**HONG_KONG, **TSUMO, "hand": "[555z] [222z] 123m 456p 9s 1f +9s"},
        [-16, 48, -16, -16],
    ),
    (
        "mahjongfinder: two faan are below the minimum",
        {**HONG_KONG, **RON, "hand": "[555z] [222z] 123m 456p 9s 1f +9s"},
        "minimum",
    ),
    # Tables of tai (long5688.1768hy.com, 10655051.blogspot.com): the dealer 1, repeats 2n + 1.
    (
        "tables of tai: no dealer",
        {**TAIWANESE, **RON, "tai": 1},
        paid_by_west(150),
    ),
    (
        "tables of tai: the dealer discards",
        {**TAIWANESE, "win": "discard", "from": "E", "tai": 1},
        [-200, 200, 0, 0],
    ),
    (
        "tables of tai: the dealer has repeated once",
        {**TAIWANESE, "win": "discard", "from": "E", "tai": 1, "repeats": 1},
        [-300, 300, 0, 0],
    ),
    (
        "tables of tai: the dealer has repeated twice",
        {**TAIWANESE, "win": "discard", "from": "E", "tai": 1, "repeats": 2},
        [-400, 400, 0, 0],
    ),
]

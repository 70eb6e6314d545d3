"""Riichi beside a direct call of the library, for each preset and for house rules.

Each is tried with 2,000 random hands that have a yaku.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld

from hu.scoring.deal import Deal, Player
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.patterns import ScoreItem
from hu.scoring.problems import InvalidHandError
from hu.scoring.riichi.presets import RIICHI_PRESETS
from hu.scoring.riichi.rule_set import RULE_SET as RIICHI
from hu.scoring.tiles import KINDS
from tests.scoring.hand_strategies import random_win

#: The library's names of the 34 kinds, in its order, are ours in another order of suits.
NUMBERS = {tile: kind for kind, tile in enumerate(KINDS)}
KIND = {"sequence": Meld.CHI, "triplet": Meld.PON, "quad": Meld.KAN}
RED = {16, 52, 88}
WIND = {"E": 27, "S": 28, "W": 29, "N": 30}

HOUSES: Mapping[str, Mapping[str, str]] = {
    "ema": {"preset": "ema"},
    "wrc": {"preset": "wrc"},
    "tenhou": {"preset": "tenhou"},
    "house": {
        "preset": "ema",
        "open_tanyao": "no",
        "kiriage": "yes",
        "double_yakuman": "yes",
        "several_yakuman": "yes",
        "red_fives": "yes",
        "kazoe": "yes",
        "double_wind_fu": "2",
    },
}


class Table(random.Random):
    """Deals out random deals that have no problem but, perhaps, a missing yaku."""

    def deal(self, options: Mapping[str, str]) -> tuple[Deal, Hand, Win]:
        hand, win = random_win(self)
        hand = replace(
            hand,
            bonus=(),
            red=self._red(hand) if RIICHI_PRESETS.preset_of(options).red_fives else (),
        )
        told = self._told(hand, win)
        win = Win(win.winner, win.how, win.source, frozenset(told))
        shown = self._indicators(hand)
        under = shown.pop() if len(shown) > 1 else None
        players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(hand, win)}
        deal = Deal(
            players,
            self.choice(SEATS),
            options,
            asked={"dora_indicators": tuple(shown), "ura_indicators": (under,) if under else ()},
        )
        return deal, hand, win

    def _red(self, hand: Hand) -> tuple[str, ...]:
        return tuple(
            tile
            for tile in ("5m", "5p", "5s")
            if hand.tiles.count(tile) == 4 or (tile in hand.tiles and self.random() < 0.6)
        )

    def _told(self, hand: Hand, win: Win) -> set[str]:
        told: set[str] = {
            name for name in ("last-tile", "kong-replacement") if name in win.circumstances
        }
        if len(told) > 1:
            told.remove("last-tile")
        if all(meld.concealed for meld in hand.melds) and self.random() < 0.6:
            told.add(self.choice(("riichi", "riichi", "double-riichi")))
            late = "kong-replacement" in told or {"double-riichi", "last-tile"} <= told
            told |= {"ippatsu"} if self.random() < 0.3 and not late else set()
        elif (
            not hand.melds
            and not told
            and win.how != "robbed-kong"
            and (win.drawn or str(win.source) in "ESWN".partition(win.winner)[0])
        ):
            told |= {"first-turn"} if self.random() < 0.1 else set()
        return told

    def _indicators(self, hand: Hand) -> list[str]:
        left = Counter({tile: 4 - hand.tiles.count(tile) for tile in KINDS})
        return self.sample(list(left.elements()), self.randrange(5))


class Copies:
    """Gives each tile a number of the library: red fives their own, other copies theirs in turn."""

    def __init__(self, red: tuple[str, ...]) -> None:
        self._red = list(red)
        self._used: Counter[str] = Counter()

    def of(self, tile: str) -> int:
        first = 4 * NUMBERS[tile]
        if tile in self._red:
            self._red.remove(tile)
            return first
        self._used[tile] += 1
        return first + self._used[tile] % 4


def direct(deal: Deal, hand: Hand, win: Win) -> tuple[HandResponse, HandConfig]:
    """Call the library without any of our code."""
    preset = RIICHI_PRESETS.preset_of(deal.options)
    told = win.circumstances
    copies = Copies(hand.red)
    winning = copies.of(str(hand.winning))
    tiles = [winning, *map(copies.of, hand.concealed)]
    melds = []
    for meld in hand.melds:
        numbers = [copies.of(tile) for tile in meld.tiles]
        melds.append(Meld(KIND[meld.kind], numbers, opened=not meld.concealed))
        tiles += numbers
    config = HandConfig(
        is_tsumo=win.how == "self-draw",
        is_riichi="riichi" in told,
        is_daburu_riichi="double-riichi" in told,
        is_ippatsu="ippatsu" in told,
        is_rinshan="kong-replacement" in told,
        is_chankan=win.how == "robbed-kong",
        is_haitei=win.drawn and "last-tile" in told,
        is_houtei=not win.drawn and "last-tile" in told,
        is_tenhou=win.drawn and "first-turn" in told and win.winner == "E",
        is_chiihou=win.drawn and "first-turn" in told and win.winner != "E",
        player_wind=WIND[win.winner],
        round_wind=WIND[str(deal.round_wind)],
        options=OptionalRules(
            has_open_tanyao=preset.open_tanyao,
            has_aka_dora=bool(preset.red_fives and hand.red),
            has_double_yakuman=preset.double_yakuman,
            kazoe_limit=HandConfig.KAZOE_LIMITED if preset.kazoe else HandConfig.KAZOE_SANBAIMAN,
            kiriage=preset.kiriage,
        ),
    )
    dora = [4 * NUMBERS[tile] + 1 for tile in deal.tiles("dora_indicators")]
    ura = [4 * NUMBERS[tile] + 1 for tile in deal.tiles("ura_indicators")]
    # Without red fives to count, the library must not see the numbers of red ones.
    found = HandCalculator.estimate_hand_value(
        tiles, winning, melds=melds, dora_indicators=dora, config=config, ura_dora_indicators=ura
    )
    return found, config


def cost(found: HandResponse, config: HandConfig, deal: Deal) -> tuple[int, int, int]:
    """Han, fu and what the winner receives: the library's, but for what it has no option for."""
    preset = RIICHI_PRESETS.preset_of(deal.options)
    han = found.han or 0
    fu = found.fu or 0
    details = [(detail["fu"], detail["reason"]) for detail in found.fu_details or ()]
    if preset.double_wind_fu == 2 and (4, "double_valued_pair") in details:
        fu = -(-(sum(worth for worth, _ in details) - 2) // 10) * 10
    yakuman = [yaku for yaku in found.yaku or () if yaku.is_yakuman]
    paid = han
    if yakuman and not preset.several_yakuman:
        paid = max(max(yaku.han_closed or 0, yaku.han_open or 0) for yaku in yakuman)
    total = ScoresCalculator.calculate_scores(paid, fu, config, bool(yakuman))["total"]
    return han, fu, total


def counted(items: tuple[ScoreItem, ...]) -> dict[str, int]:
    return {item.pattern.id.replace("-", "_"): item.total for item in items}


@pytest.mark.parametrize("house", HOUSES)
def test_random_hands_are_worth_the_library_s_points(house: str) -> None:
    table = Table(21)
    scored = 0
    drawn = 0
    while scored < 2_000:
        deal, hand, win = table.deal(HOUSES[house])
        drawn += 1
        found, config = direct(deal, hand, win)
        renhou = (
            RIICHI_PRESETS.preset_of(deal.options).renhou
            and not win.drawn
            and "first-turn" in win.circumstances
        )
        try:
            score = RIICHI.score(deal)
        except InvalidHandError:
            score = None
        if score is None:
            assert found.error == "hand_not_winning" or (found.error == "no_yaku" and not renhou), (
                str(hand),
                deal,
            )
            continue
        assert score.payments is not None
        assert sum(score.payments.values()) == 0
        player = score.players[win.winner]
        if renhou and "renhou" in counted(player.items):
            assert found.error == "no_yaku" or cost(found, config, deal)[2] < 8_000
            assert player.points == 8_000
            continue
        assert found.error is None, (str(hand), deal)
        han, fu, total = cost(found, config, deal)
        assert player.points == total, (str(hand), deal)
        assert (player.details["han"], player.details["fu"]) == (han, fu), (str(hand), deal)
        names = {
            name: yaku for name, yaku in vars(config.yaku).items() if yaku in (found.yaku or ())
        }
        open_ = any(not meld.concealed for meld in hand.melds)
        expected = {
            name: yaku.han_open if open_ and yaku.han_open else yaku.han_closed
            for name, yaku in names.items()
        }
        assert counted(player.items) == expected, (str(hand), deal)
        scored += 1
    assert drawn < 20_000

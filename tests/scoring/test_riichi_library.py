"""Riichi beside a direct call of the library, for each preset and for house rules.

Each is tried with 2,000 random hands that have a yaku.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import ceil

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

#: The library's number of each kind. It has the 34 kinds in the same order.
NUMBER_OF_KIND = {tile: number for number, tile in enumerate(KINDS)}
MELD_TYPES = {"sequence": Meld.CHI, "triplet": Meld.PON, "quad": Meld.KAN}
#: The numbers of the kinds that are winds, by their seats.
WINDS = {"E": 27, "S": 28, "W": 29, "N": 30}

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
        """Draw a deal with the options, the hand that won it, and its win."""
        hand, win = random_win(self)
        red_fives: tuple[str, ...] = ()
        if RIICHI_PRESETS.preset_of(options).red_fives:
            red_fives = self._red_fives(hand)
        hand = replace(hand, bonus=(), red=red_fives)
        win = Win(win.winner, win.how, win.source, frozenset(self._circumstances(hand, win)))
        dora_indicators = self._indicators(hand)
        ura_indicators: list[str] = []
        if len(dora_indicators) > 1:
            ura_indicators.append(dora_indicators.pop())
        players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(hand, win)}
        answers = {
            "dora_indicators": tuple(dora_indicators),
            "ura_indicators": tuple(ura_indicators),
        }
        return Deal(players, self.choice(SEATS), options, asked=answers), hand, win

    def _red_fives(self, hand: Hand) -> tuple[str, ...]:
        """Draw red fives of the hand. Four equal fives always have a red five among them."""
        red_fives = []
        for tile in ("5m", "5p", "5s"):
            count = hand.tiles.count(tile)
            if count == 4 or (count > 0 and self.random() < 0.6):
                red_fives.append(tile)
        return tuple(red_fives)

    def _circumstances(self, hand: Hand, win: Win) -> set[str]:
        """Draw circumstances that contradict neither the win nor each other."""
        names = {"last-tile", "kong-replacement"} & win.circumstances
        if len(names) > 1:
            names.remove("last-tile")
        is_concealed = all(meld.concealed for meld in hand.melds)
        if is_concealed and self.random() < 0.6:
            names.add(self.choice(("riichi", "riichi", "double-riichi")))
            # Ippatsu is a win within a turn, without a claim in between.
            is_late = "kong-replacement" in names or {"double-riichi", "last-tile"} <= names
            if self.random() < 0.3 and not is_late:
                names.add("ippatsu")
            return names
        can_be_first_turn = not hand.melds and not names and self._can_be_first_turn(win)
        if can_be_first_turn and self.random() < 0.1:
            names.add("first-turn")
        return names

    def _can_be_first_turn(self, win: Win) -> bool:
        """Whether the winner may have had no turn before, by the winner's seat and the source."""
        if win.how == "robbed-kong":
            return False
        seats_before_winner = "ESWN".partition(win.winner)[0]
        return win.drawn or str(win.source) in seats_before_winner

    def _indicators(self, hand: Hand) -> list[str]:
        """Draw up to four tiles that the hand leaves over."""
        copies_left = Counter({tile: 4 - hand.tiles.count(tile) for tile in KINDS})
        return self.sample(list(copies_left.elements()), self.randrange(5))


class Copies:
    """Gives each tile a number of the library, of which each kind has four.

    A red five has the first number of its kind. Other tiles have the second, the third, the fourth,
    then the first.
    """

    def __init__(self, red: tuple[str, ...]) -> None:
        self._red = list(red)
        self._counts: Counter[str] = Counter()

    def next_number(self, tile: str) -> int:
        """Return the number of the next copy of a tile."""
        first = 4 * NUMBER_OF_KIND[tile]
        if tile in self._red:
            self._red.remove(tile)
            return first
        self._counts[tile] += 1
        return first + self._counts[tile] % 4


def ask_library(deal: Deal, hand: Hand, win: Win) -> tuple[HandResponse, HandConfig]:
    """Score a deal with the library, without any of our code.

    Args:
        deal: the deal, for its options and its indicators.
        hand: the hand that won it.
        win: how it won.

    Returns:
        The library's answer, and the question.
    """
    preset = RIICHI_PRESETS.preset_of(deal.options)
    circumstances = win.circumstances
    copies = Copies(hand.red)
    winning = copies.next_number(str(hand.winning))
    tiles = [winning, *map(copies.next_number, hand.concealed)]
    melds = []
    for meld in hand.melds:
        numbers = [copies.next_number(tile) for tile in meld.tiles]
        melds.append(Meld(MELD_TYPES[meld.kind], numbers, opened=not meld.concealed))
        tiles += numbers
    config = HandConfig(
        is_tsumo=win.how == "self-draw",
        is_riichi="riichi" in circumstances,
        is_daburu_riichi="double-riichi" in circumstances,
        is_ippatsu="ippatsu" in circumstances,
        is_rinshan="kong-replacement" in circumstances,
        is_chankan=win.how == "robbed-kong",
        is_haitei=win.drawn and "last-tile" in circumstances,
        is_houtei=not win.drawn and "last-tile" in circumstances,
        is_tenhou=win.drawn and "first-turn" in circumstances and win.winner == "E",
        is_chiihou=win.drawn and "first-turn" in circumstances and win.winner != "E",
        player_wind=WINDS[win.winner],
        round_wind=WINDS[str(deal.round_wind)],
        options=OptionalRules(
            has_open_tanyao=preset.open_tanyao,
            has_aka_dora=bool(preset.red_fives and hand.red),
            has_double_yakuman=preset.double_yakuman,
            kazoe_limit=HandConfig.KAZOE_LIMITED if preset.kazoe else HandConfig.KAZOE_SANBAIMAN,
            kiriage=preset.kiriage,
        ),
    )
    # The second copy of each kind, which is no red five.
    dora = [4 * NUMBER_OF_KIND[tile] + 1 for tile in deal.tiles("dora_indicators")]
    ura = [4 * NUMBER_OF_KIND[tile] + 1 for tile in deal.tiles("ura_indicators")]
    response = HandCalculator.estimate_hand_value(
        tiles, winning, melds=melds, dora_indicators=dora, config=config, ura_dora_indicators=ura
    )
    return response, config


def worth_by_library(
    response: HandResponse, config: HandConfig, deal: Deal
) -> tuple[int, int, int]:
    """The han, the fu and the points that the winner receives, by the library's answer.

    Two options of ours are unknown to the library. They are followed here: a pair of a double wind
    that has 2 fu, and hands of several yakuman that count only the highest.

    Args:
        response: the library's answer.
        config: the question.
        deal: the deal, for its options.
    """
    preset = RIICHI_PRESETS.preset_of(deal.options)
    han = response.han or 0
    fu = response.fu or 0
    fu_details = [(detail["fu"], detail["reason"]) for detail in response.fu_details or ()]
    if preset.double_wind_fu == 2 and (4, "double_valued_pair") in fu_details:
        exact_fu = sum(fu_of_detail for fu_of_detail, _ in fu_details) - 2
        fu = 10 * ceil(exact_fu / 10)
    yakuman = [yaku for yaku in response.yaku or () if yaku.is_yakuman]
    paid_han = han
    if yakuman and not preset.several_yakuman:
        paid_han = max(max(yaku.han_closed or 0, yaku.han_open or 0) for yaku in yakuman)
    total = ScoresCalculator.calculate_scores(paid_han, fu, config, bool(yakuman))["total"]
    return han, fu, total


def han_of_patterns(items: tuple[ScoreItem, ...]) -> dict[str, int]:
    """The han of each of our patterns, by the library's spelling of its id."""
    return {item.pattern.id.replace("-", "_"): item.total for item in items}


def han_by_library(response: HandResponse, config: HandConfig, hand: Hand) -> dict[str, int]:
    """The han of each yaku by the library's answer, by its name."""
    is_open = any(not meld.concealed for meld in hand.melds)
    han = {}
    for name, yaku in vars(config.yaku).items():
        if yaku in (response.yaku or ()):
            # Some yaku have fewer han in an open hand.
            han[name] = yaku.han_open if is_open and yaku.han_open else yaku.han_closed
    return han


def allows_renhou(deal: Deal, win: Win) -> bool:
    """Whether a win by a discard in the first turn is renhou, which the library does not know."""
    has_renhou = RIICHI_PRESETS.preset_of(deal.options).renhou
    return has_renhou and not win.drawn and "first-turn" in win.circumstances


@pytest.mark.parametrize("house", HOUSES)
def test_random_hands_are_worth_the_library_s_points(house: str) -> None:
    table = Table(21)
    deal_count = 0
    scored_count = 0
    while scored_count < 2_000:
        deal, hand, win = table.deal(HOUSES[house])
        case = (str(hand), deal)
        deal_count += 1
        assert deal_count < 20_000
        response, config = ask_library(deal, hand, win)
        is_renhou_possible = allows_renhou(deal, win)
        try:
            score = RIICHI.score(deal)
        except InvalidHandError:
            is_refused_too = response.error == "hand_not_winning"
            has_no_yaku = response.error == "no_yaku" and not is_renhou_possible
            assert is_refused_too or has_no_yaku, case
            continue
        assert score.payments is not None
        assert sum(score.payments.values()) == 0
        player = score.players[win.winner]
        if is_renhou_possible and "renhou" in han_of_patterns(player.items):
            # Renhou counts if the hand is not worth more without it.
            is_worth_less = (
                response.error == "no_yaku" or worth_by_library(response, config, deal)[2] < 8_000
            )
            assert is_worth_less, case
            assert player.points == 8_000
            continue
        assert response.error is None, case
        han, fu, points = worth_by_library(response, config, deal)
        assert player.points == points, case
        assert (player.details["han"], player.details["fu"]) == (han, fu), case
        assert han_of_patterns(player.items) == han_by_library(response, config, hand), case
        scored_count += 1
    assert deal_count < 20_000

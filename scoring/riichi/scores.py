"""What a hand of Riichi is worth: yaku, han, fu and limit, from the library's answer.

Points after Japanese Mahjong Wiki, "Japanese mahjong scoring rules" and "Scoring table", which agree with the tables of
the European Mahjong Association's and the World Riichi Championship's books.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku_config import YakuConfig

from hu.scoring.changes import Changes, changes_of
from hu.scoring.deals import Deal, Names, PlayerScore, ScoreItem
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem
from hu.scoring.problems import problem as make_problem
from hu.scoring.riichi.contradictions import SENTENCES, needs_no_checks, problems
from hu.scoring.riichi.library import estimate
from hu.scoring.riichi.patterns import HAN, YAKU, YAKUMAN
from hu.scoring.riichi.payments import HONBA
from hu.scoring.riichi.presets import Preset
from hu.scoring.tiles import DRAGONS, WINDS

#: What the library says of a hand without yaku.
NO_YAKU: Final = HandCalculator.ERR_NO_YAKU
#: A pair of the double wind as the library counts it, whatever the rules.
_DOUBLE_WIND: Final = (4, "double_valued_pair")
_CONCEALED_RON: Final = (30, "base")
_VALUED_PAIR: Final = (2, "valued_pair")
#: The basic points of a mangan.
MANGAN: Final = 2_000
#: The basic points of a yakuman; several at once pay as one where the preset says so.
_YAKUMAN_POINTS: Final = 8_000
#: What the library calls the reasons for fu.
_FU: Final[Mapping[str, Names]] = {
    "base": {"en": "base", "it": "base", "ja": "副底"},
    "concealed_ron": {"en": "concealed win by discard", "it": "mano coperta vinta su scarto", "ja": "門前加符"},
    "penchan": {"en": "edge wait", "it": "attesa di bordo", "ja": "辺張待ち"},
    "kanchan": {"en": "closed wait", "it": "attesa interna", "ja": "嵌張待ち"},
    "dragon_pair": {"en": "pair of dragons", "it": "coppia di draghi", "ja": "三元牌雀頭"},
    "round_wind_pair": {"en": "pair of the round's wind", "it": "coppia del vento di giro", "ja": "場風雀頭"},
    "seat_wind_pair": {"en": "pair of the own wind", "it": "coppia del proprio vento", "ja": "自風雀頭"},
    "double_valued_pair": {"en": "pair of the double wind", "it": "coppia del vento doppio", "ja": "連風牌雀頭"},
    "pair_wait": {"en": "pair wait", "it": "attesa sulla coppia", "ja": "単騎待ち"},
    "tsumo": {"en": "self-draw", "it": "pescata", "ja": "ツモ"},
    "hand_without_fu": {"en": "open hand without fu", "it": "mano aperta senza fu", "ja": "喰い平和形"},
    "closed_pon": {"en": "concealed triplet", "it": "tris coperto", "ja": "中張牌の暗刻"},
    "open_pon": {"en": "open triplet", "it": "tris scoperto", "ja": "中張牌の明刻"},
    "closed_terminal_pon": {
        "en": "concealed triplet of terminals or honors",
        "it": "tris coperto di terminali o onori",
        "ja": "么九牌の暗刻",
    },
    "open_terminal_pon": {
        "en": "open triplet of terminals or honors",
        "it": "tris scoperto di terminali o onori",
        "ja": "么九牌の明刻",
    },
    "closed_kan": {"en": "concealed quad", "it": "kong coperto", "ja": "中張牌の暗槓"},
    "open_kan": {"en": "open quad", "it": "kong scoperto", "ja": "中張牌の明槓"},
    "closed_terminal_kan": {
        "en": "concealed quad of terminals or honors",
        "it": "kong coperto di terminali o onori",
        "ja": "么九牌の暗槓",
    },
    "open_terminal_kan": {
        "en": "open quad of terminals or honors",
        "it": "kong scoperto di terminali o onori",
        "ja": "么九牌の明槓",
    },
}
_NO_RED_FIVES: Final[Names] = {
    "en": "Red fives count as plain ones by these rules.",
    "it": "Con queste regole i cinque rossi valgono come gli altri.",
}
_LIMITS: Final[Mapping[int, Names]] = {
    2_000: {"en": "Mangan", "it": "Mangan", "ja": "満貫"},
    3_000: {"en": "Haneman", "it": "Haneman", "ja": "跳満"},
    4_000: {"en": "Baiman", "it": "Baiman", "ja": "倍満"},
    6_000: {"en": "Sanbaiman", "it": "Sanbaiman", "ja": "三倍満"},
    8_000: {"en": "Yakuman", "it": "Yakuman", "ja": "役満"},
}
_LIMIT_IDS: Final = {base: names["en"].lower() for base, names in _LIMITS.items()}
#: Our ids by the library's numbers.
_IDS: Final = {yaku.yaku_id: name.replace("_", "-") for name, yaku in vars(YakuConfig()).items()}
_DORA: Final = frozenset({"dora", "aka-dora", "ura-dora"})


class YakuWorth(NamedTuple):
    """What a winner's hand is worth.

    Attributes:
        base: a quarter of what a player who is not East receives on a discard, before it is rounded up to hundreds.
        han, fu: what it comes from.
        items: the yaku and dora.
        fu_details: the fu before rounding, each with the library's reason.
    """

    base: int
    han: int
    fu: int
    items: tuple[ScoreItem, ...]
    fu_details: tuple[tuple[int, str], ...]

    def score(self, deal: Deal, hand: Hand, points: int, honba: int, preset: Preset) -> PlayerScore:
        """The same as every rule set states it.

        Args:
            deal: the deal.
            hand: the hand.
            points: what the winner receives for the hand, honba included, riichi sticks not.
            honba: the honba that are in these points.
            preset: the rules.
        """
        details = {"han": self.han, "fu": self.fu, "limit": _LIMIT_IDS.get(min(self.base, _YAKUMAN_POINTS))}
        pair = _valued_pair(hand, str(deal.round_wind)) if _VALUED_PAIR in self.fu_details else ""
        remarks = _remarks(self.han, self.fu, self.fu_details, pair, self.base)
        if honba:
            remarks = (*remarks, _honba_remark(points, honba))
        if hand.red and not preset.red_fives:
            remarks = (*remarks, _NO_RED_FIVES)
        return PlayerScore(points, self.items, str(hand), remarks, details=details)

    def liable_base(self, preset: Preset) -> int:
        """The basic points for which a liable player answers; 0 where no such yakuman is in the hand."""
        counts = [item.worth // YAKUMAN for item in self.items if item.pattern.id in preset.liable_for]
        if preset.liable_for_all:
            return self.base if counts else 0
        return min(self.base, _YAKUMAN_POINTS * sum(counts))


def worth(deal: Deal, hand: Hand, win: Win, preset: Preset) -> YakuWorth:
    """Score a hand.

    Raises:
        InvalidHandError: something is wrong, or the hand has no yaku; every problem is listed.
    """
    if not needs_no_checks(deal, hand, win) and (found := problems(deal, hand, win, preset)):
        raise InvalidHandError(found)
    try:
        response = estimate(deal, hand, win, preset)
    except (KeyError, ValueError):
        raise InvalidHandError(problems(deal, hand, win, preset)) from None
    error = response.error
    scored = None if error else _of_response(response, preset)
    if scored and (changes := changes_of(deal.options)):
        scored = _changed(scored, changes, win, preset)
        error = None if scored else NO_YAKU
    if preset.renhou and not win.drawn and "first-turn" in win.circumstances and error in (None, NO_YAKU):
        # A mangan whatever the hand: nothing is added to it, and no other yaku is needed.
        scored = _RENHOU if scored is None or scored.base < MANGAN else scored
    if scored is None:
        # Nothing else is wrong with a hand that only lacks a yaku.
        if error == NO_YAKU:
            raise BelowMinimumError((make_problem("no-yaku", (), SENTENCES),))
        raise InvalidHandError(problems(deal, hand, win, preset) or _refused(str(error)))
    return scored


def _changed(found: YakuWorth, changes: Changes, win: Win, preset: Preset) -> YakuWorth | None:
    """What a hand is worth by the house's han; None where no yaku is left.

    An open hand loses as many han of a yaku as in the published rules. A house extra is no yaku, and
    nothing beside a yakuman.
    """
    items = [
        replace(item, worth=max(0, item.worth + changes.worth(item.pattern) - item.pattern.worth))
        for item in found.items
    ]
    items = [item for item in items if item.worth]
    if all(item.pattern.id in _DORA for item in items):
        return None
    yakuman = tuple(item for item in items if item.worth >= YAKUMAN)
    counted = yakuman or (*items, *changes.items(win, HAN))
    han = sum(item.total for item in counted)
    base = _yakuman_points(han, yakuman, preset) if yakuman else _basic_points(han, max(found.fu, 20), preset)
    return YakuWorth(base, han, found.fu, counted, found.fu_details)


def _refused(error: str) -> tuple[Problem, ...]:
    """What the library refuses although nothing else is wrong."""
    if error == HandCalculator.ERR_HAND_NOT_WINNING:
        return (make_problem("seven-pairs-equal", (), SENTENCES),)
    return (make_problem("other", text=f"the hand cannot be scored: {error.replace('_', ' ')}"),)


def _of_response(response: HandResponse, preset: Preset) -> YakuWorth:
    open_hand = response.is_open_hand
    items = tuple(
        [
            _item(pattern.yaku_id, (pattern.han_open if open_hand else pattern.han_closed) or 0)
            for pattern in response.yaku or ()
        ]
    )
    han, fu = response.han or 0, response.fu or 0
    details = tuple([(detail["fu"], detail["reason"]) for detail in response.fu_details or ()])
    if _CONCEALED_RON in details:
        # The library's base holds the 10 fu for a concealed win by discard.
        split = ((20, "base"), (10, "concealed_ron"))
        details = tuple([part for detail in details for part in (split if detail == _CONCEALED_RON else (detail,))])
    if preset.double_wind_fu != _DOUBLE_WIND[0] and _DOUBLE_WIND in details:
        # Every division of the tiles has this pair, so the library's choice among them stands.
        pair = (preset.double_wind_fu, _DOUBLE_WIND[1])
        details = tuple([pair if detail == _DOUBLE_WIND else detail for detail in details])
        fu = -(-sum(worth for worth, _ in details) // 10) * 10
    base = _yakuman_points(han, items, preset) if items[0].worth >= YAKUMAN else _basic_points(han, fu, preset)
    return YakuWorth(base, han, fu, items, details)


@lru_cache(maxsize=1 << 10)
def _item(number: int, han: int) -> ScoreItem:
    name = _IDS[number]
    info = YAKU[name]
    if name in _DORA:
        return ScoreItem(info, 1, han)
    return ScoreItem(info, han or info.worth, 1)


def _yakuman_points(han: int, items: tuple[ScoreItem, ...], preset: Preset) -> int:
    # The library leaves every other yaku out beside a yakuman.
    counted = han if preset.several_yakuman else max(item.worth for item in items)
    return _YAKUMAN_POINTS * (counted // YAKUMAN)


def _basic_points(han: int, fu: int, preset: Preset) -> int:
    if han < 5:
        rounded_up = preset.kiriage and (han, fu) in ((4, 30), (3, 60))
        return MANGAN if rounded_up else min(MANGAN, fu << (2 + han))
    if han >= 13 and preset.kazoe:
        return _YAKUMAN_POINTS
    return 6_000 if han >= 11 else 4_000 if han >= 8 else 3_000 if han >= 6 else MANGAN


_RENHOU: Final = YakuWorth(MANGAN, 5, 0, (ScoreItem(YAKU["renhou"], 5, 1),), ())


def _limit(base: int) -> Names | None:
    return _LIMITS.get(min(base, _YAKUMAN_POINTS))


def _valued_pair(hand: Hand, round_wind: str) -> str:
    """Name the pair for which there are fu: the honor of which the hand holds two."""
    tile = next(tile for tile in (*WINDS, *DRAGONS) if hand.tiles.count(tile) == 2)
    if tile in DRAGONS:
        return "dragon_pair"
    return "round_wind_pair" if tile == WINDS[SEATS.index(round_wind)] else "seat_wind_pair"


@lru_cache(maxsize=1 << 12)
def _remarks(han: int, fu: int, details: tuple[tuple[int, str], ...], pair: str, base: int) -> tuple[Names, ...]:
    return tuple(_each_remark(han, fu, details, pair, base))


def _each_remark(han: int, fu: int, details: tuple[tuple[int, str], ...], pair: str, base: int) -> Iterator[Names]:
    if fu:
        total = sum(worth for worth, _ in details)
        terms = " + ".join(str(worth) for worth, _ in details)
        rounded = f" → {fu}" if total != fu else ""
        added = f" ({terms} = {total}{rounded})" if len(details) > 1 else ""
        yield {"en": f"{han} han, {fu} fu{added}.", "it": f"{han} han, {fu} fu{added}.", "ja": f"{han}飜{fu}符{added}"}
    for worth_fu, reason in details:
        names = _FU.get(pair if reason == _VALUED_PAIR[1] else reason, {"en": reason.replace("_", " ")})
        yield {language: f"{worth_fu} fu: {text}" for language, text in names.items()}
    if limit := _limit(base):
        yield limit


def _honba_remark(points: int, honba: int) -> Names:
    return {
        "en": f"The {points} points include {HONBA * honba} for {honba} honba.",
        "it": f"I {points} punti comprendono {HONBA * honba} per {honba} honba.",
    }

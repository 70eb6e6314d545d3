"""What a hand of Riichi is worth: yaku, han, fu and limit, from the library's answer.

Points after Japanese Mahjong Wiki, "Japanese mahjong scoring rules" and "Scoring table", which agree with the tables of
the European Mahjong Association's and the World Riichi Championship's books.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku_config import YakuConfig

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.patterns import ScoreItem
from hu.scoring.payments import PlayerScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError, problem
from hu.scoring.riichi.contradictions import needs_no_checks, problems
from hu.scoring.riichi.library import estimate
from hu.scoring.riichi.patterns import HAN, YAKU, YAKUMAN
from hu.scoring.riichi.payments import HONBA
from hu.scoring.riichi.presets import Preset
from hu.scoring.rule_set.changes import Changes, changes_of
from hu.scoring.texts import Names, Text, catalogue, text
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
_PACKAGE: Final = "hu.scoring.riichi"
#: The limits by their basic points.
_LIMITS: Final = {
    2_000: "mangan",
    3_000: "haneman",
    4_000: "baiman",
    6_000: "sanbaiman",
    8_000: "yakuman",
}
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
        details = {
            "han": self.han,
            "fu": self.fu,
            "limit": _LIMITS.get(min(self.base, _YAKUMAN_POINTS)),
        }
        pair = _valued_pair(hand, str(deal.round_wind)) if _VALUED_PAIR in self.fu_details else ""
        remarks = _remarks(self.han, self.fu, self.fu_details, pair, self.base)
        if honba:
            worth = HONBA * honba
            remarks = (
                *remarks,
                text("remark.honba", _PACKAGE, points=points, worth=worth, honba=honba),
            )
        if hand.red and not preset.red_fives:
            remarks = (*remarks, Text("remark.no-red-fives", _PACKAGE))
        return PlayerScore(points, self.items, str(hand), remarks, details=details)

    def liable_base(self, preset: Preset) -> int:
        """The basic points for which a liable player answers; 0 where no such yakuman is in the hand."""
        counts = [
            item.worth // YAKUMAN for item in self.items if item.pattern.id in preset.liable_for
        ]
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
        scored = _apply_changes(scored, changes, win, preset)
        error = None if scored else NO_YAKU
    if (
        preset.renhou
        and not win.drawn
        and "first-turn" in win.circumstances
        and error in (None, NO_YAKU)
    ):
        # A mangan whatever the hand: nothing is added to it, and no other yaku is needed.
        scored = _RENHOU if scored is None or scored.base < MANGAN else scored
    if scored is None:
        # Nothing else is wrong with a hand that only lacks a yaku.
        if error == NO_YAKU:
            raise BelowMinimumError((problem("no-yaku", package=_PACKAGE),))
        if found := problems(deal, hand, win, preset):
            raise InvalidHandError(found)
        # What the library refuses although nothing else is wrong.
        if error == HandCalculator.ERR_HAND_NOT_WINNING:
            raise InvalidHandError((problem("seven-pairs-equal", package=_PACKAGE),))
        refusal = f"the hand cannot be scored: {str(error).replace('_', ' ')}"
        raise InvalidHandError((problem("other", text=refusal),))
    return scored


def _apply_changes(
    found: YakuWorth, changes: Changes, win: Win, preset: Preset
) -> YakuWorth | None:
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
    base = (
        _yakuman_points(han, yakuman, preset)
        if yakuman
        else _basic_points(han, max(found.fu, 20), preset)
    )
    return YakuWorth(base, han, found.fu, counted, found.fu_details)


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
        details = tuple(
            [
                part
                for detail in details
                for part in (split if detail == _CONCEALED_RON else (detail,))
            ]
        )
    if preset.double_wind_fu != _DOUBLE_WIND[0] and _DOUBLE_WIND in details:
        # Every division of the tiles has this pair, so the library's choice among them stands.
        pair = (preset.double_wind_fu, _DOUBLE_WIND[1])
        details = tuple([pair if detail == _DOUBLE_WIND else detail for detail in details])
        fu = -(-sum(worth for worth, _ in details) // 10) * 10
    base = (
        _yakuman_points(han, items, preset)
        if items[0].worth >= YAKUMAN
        else _basic_points(han, fu, preset)
    )
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


def _valued_pair(hand: Hand, round_wind: str) -> str:
    """Name the pair for which there are fu: the honor of which the hand holds two."""
    tile = next(tile for tile in (*WINDS, *DRAGONS) if hand.tiles.count(tile) == 2)
    if tile in DRAGONS:
        return "dragon_pair"
    return "round_wind_pair" if tile == WINDS[SEATS.index(round_wind)] else "seat_wind_pair"


@lru_cache(maxsize=1 << 12)
def _remarks(
    han: int, fu: int, details: tuple[tuple[int, str], ...], pair: str, base: int
) -> tuple[Names, ...]:
    return tuple(_each_remark(han, fu, details, pair, base))


def _each_remark(
    han: int, fu: int, details: tuple[tuple[int, str], ...], pair: str, base: int
) -> Iterator[Names]:
    if fu:
        total = sum(worth for worth, _ in details)
        terms = " + ".join(str(worth) for worth, _ in details)
        if len(details) > 1:
            added = f"{terms} = {total}" + (f" → {fu}" if total != fu else "")
            yield text("remark.han-sum", _PACKAGE, han=han, fu=fu, sum=added)
        else:
            yield text("remark.han", _PACKAGE, han=han, fu=fu)
    for worth, reason in details:
        # What the library calls the reasons for fu.
        key = f"fu.{pair if reason == _VALUED_PAIR[1] else reason}"
        name = Text(key, _PACKAGE) if key in catalogue(_PACKAGE, "en") else reason.replace("_", " ")
        yield text("remark.fu", _PACKAGE, worth=worth, reason=name)
    if limit := _LIMITS.get(min(base, _YAKUMAN_POINTS)):
        yield Text(f"limit.{limit}", _PACKAGE)

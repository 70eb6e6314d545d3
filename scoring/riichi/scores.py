"""The worth of a hand of Riichi: yaku, han, fu and limit, from the library's answer.

Points after Japanese Mahjong Wiki, "Japanese mahjong scoring rules" and "Scoring table", which
agree with the tables of the European Mahjong Association's and the World Riichi Championship's
books.
"""

from collections.abc import Collection, Sequence
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
from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem, make_problem
from hu.scoring.riichi.contradictions import needs_no_checks, riichi_problems
from hu.scoring.riichi.library import estimate
from hu.scoring.riichi.patterns import HAN, NUKIDORA, YAKU, YAKUMAN
from hu.scoring.riichi.payments import honba_points
from hu.scoring.riichi.presets import Preset
from hu.scoring.rule_set.changes import Changes, changes_of
from hu.scoring.texts import Names, Text, catalogue, text
from hu.scoring.tiles import DRAGONS, WINDS

#: The library's error for a hand without yaku.
NO_YAKU: Final = HandCalculator.ERR_NO_YAKU
#: The library's reason and fu for a pair of the double wind, whatever the rules.
_DOUBLE_WIND_REASON: Final = "double_valued_pair"
_DOUBLE_WIND_FU: Final = 4
#: The library's base fu for a concealed win on a discard, and the parts that it adds up.
_CONCEALED_RON: Final = (30, "base")
_CONCEALED_RON_PARTS: Final = ((20, "base"), (10, "concealed_ron"))
#: The library's reason for the fu of a pair of dragons, or of the own or the round's wind.
_VALUED_PAIR_REASON: Final = "valued_pair"
_VALUED_PAIR: Final = (2, _VALUED_PAIR_REASON)
#: No hand has fewer fu.
_LEAST_FU: Final = 20
#: The basic points of a mangan.
MANGAN: Final = 2_000
#: The basic points of one yakuman.
YAKUMAN_POINTS: Final = 8_000
_PACKAGE: Final = "hu.scoring.riichi"
#: The limits by their basic points.
_LIMITS: Final = {
    2_000: "mangan",
    3_000: "haneman",
    4_000: "baiman",
    6_000: "sanbaiman",
    8_000: "yakuman",
}
#: The basic points from a number of han on: sanbaiman, baiman, haneman.
_POINTS_FROM_HAN: Final = ((11, 6_000), (8, 4_000), (6, 3_000))
#: Our ids by the library's numbers.
_IDS: Final = {yaku.yaku_id: name.replace("_", "-") for name, yaku in vars(YakuConfig()).items()}
_DORA: Final = frozenset({"dora", "aka-dora", "ura-dora", NUKIDORA.id})


class YakuWorth(NamedTuple):
    """The worth of a winner's hand.

    Attributes:
        base: the basic points. A winner who is not East receives four times as many for a win on a
            discard, rounded up to hundreds.
        han: the han.
        fu: the fu, rounded up to tens, or the 25 of seven pairs. 0 if they do not count.
        items: the yaku and dora.
        fu_details: the fu before rounding, each with the library's reason.
    """

    base: int
    han: int
    fu: int
    items: tuple[ScoreItem, ...]
    fu_details: tuple[tuple[int, str], ...]

    @property
    def limit(self) -> str | None:
        """The name of the limit, such as ``mangan``. None below a mangan."""
        return _name_limit(self.base)

    def player_score(
        self, deal: Deal, hand: Hand, win: Win, *, points: int, honba: int, preset: Preset
    ) -> PlayerScore:
        """Write the worth of a hand as every rule set writes it.

        Args:
            deal: the deal.
            hand: the hand.
            win: how it was won.
            points: the points that the winner receives for the hand, with honba, without sticks.
            honba: the honba that are in these points.
            preset: the rules of the table.
        """
        pair = ""
        if _VALUED_PAIR in self.fu_details:
            pair = _name_valued_pair(hand, str(deal.round_wind))
        remarks = list(_remarks_of(self.han, self.fu, self.fu_details, pair, self.base))
        table_points = honba_points(win, honba, preset)
        if honba:
            remark = text("remark.honba", _PACKAGE, points=points, worth=table_points, honba=honba)
            remarks.append(remark)
        if hand.red and not preset.red_fives:
            remarks.append(Text("remark.no-red-fives", _PACKAGE))
        return PlayerScore(
            points,
            items=self.items,
            arrangement=str(hand),
            remarks=tuple(remarks),
            details={"han": self.han, "fu": self.fu, "limit": self.limit},
            table_points=table_points,
        )

    def liable_base(self, yakuman_ids: Collection[str], preset: Preset) -> int:
        """The part of the basic points for which a liable player pays. 0 if there is no such part.

        Args:
            yakuman_ids: the yakuman whose last meld a player can have fed.
            preset: the rules of the table.
        """
        liable_items = [item for item in self.items if item.pattern.id in yakuman_ids]
        if not liable_items:
            return 0
        if preset.liable_for_all:
            return self.base
        # A yakuman that counts double has twice the han.
        times = sum(item.worth // YAKUMAN for item in liable_items)
        # At some tables several yakuman pay as one.
        return min(self.base, YAKUMAN_POINTS * times)


#: Renhou, by the rules that count it as a mangan.
_RENHOU: Final = YakuWorth(
    base=MANGAN, han=5, fu=0, items=(ScoreItem(YAKU["renhou"], worth=5, count=1),), fu_details=()
)


def count_han(deal: Deal, hand: Hand, win: Win, preset: Preset) -> YakuWorth:
    """Count the yaku, han and fu of a winner's hand.

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won.
        preset: the rules of the table.

    Raises:
        InvalidHandError: the hand or the win has problems, or the hand has no yaku. The error lists
            them all.
    """
    response = _ask_library(deal, hand, win, preset)

    # None if the hand has no yaku, by the published rules or by the house's.
    worth: YakuWorth | None = None
    if response.error != NO_YAKU:
        worth = _worth_of_response(response, preset, set_aside=len(hand.bonus))
        changes = changes_of(deal.options)
        if changes:
            worth = _apply_changes(worth, changes, win, preset)

    is_below_mangan = worth is None or worth.base < MANGAN
    if is_below_mangan and _is_renhou(win, preset):
        # Renhou needs no other yaku, and nothing is added to it.
        return _RENHOU
    if worth is None:
        # Nothing else is wrong with a hand that only lacks a yaku.
        raise BelowMinimumError((make_problem("no-yaku", package=_PACKAGE),))
    return worth


def _ask_library(deal: Deal, hand: Hand, win: Win, preset: Preset) -> HandResponse:
    """Check a hand, and let the library count it.

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won.
        preset: the rules of the table.

    Returns:
        The library's answer. Its only possible error is ``NO_YAKU``.

    Raises:
        InvalidHandError: the hand or the win has problems.
    """
    if not needs_no_checks(deal, hand, win, preset):
        problems = riichi_problems(deal, hand, win, preset)
        if problems:
            raise InvalidHandError(problems)
    try:
        response = estimate(deal, hand, win, preset)
    except (KeyError, ValueError):
        # The library cannot take the hand or the win. Our own checks find the reason.
        raise InvalidHandError(riichi_problems(deal, hand, win, preset)) from None
    if response.error is not None and response.error != NO_YAKU:
        raise _refusal(response.error, riichi_problems(deal, hand, win, preset))
    return response


def _is_renhou(win: Win, preset: Preset) -> bool:
    """Whether a win is a renhou, at a table that plays it."""
    return preset.renhou and not win.drawn and "first-turn" in win.circumstances


def _refusal(error: str, problems: tuple[Problem, ...]) -> InvalidHandError:
    """Make the error about a hand that the library refuses.

    Args:
        error: the library's error, other than a missing yaku.
        problems: the problems that our own checks find. They replace the library's error.
    """
    if problems:
        return InvalidHandError(problems)
    # The library refuses a hand in which our checks find nothing wrong. Our checks accept four
    # equal tiles as two of the seven pairs.
    if error == HandCalculator.ERR_HAND_NOT_WINNING:
        return InvalidHandError((make_problem("seven-pairs-equal", package=_PACKAGE),))
    refusal = f"the hand cannot be scored: {error.replace('_', ' ')}"
    return InvalidHandError((make_problem("other", text=refusal),))


def _apply_changes(
    published_worth: YakuWorth, changes: Changes, win: Win, preset: Preset
) -> YakuWorth | None:
    """Count a hand by the house's han.

    By the published rules some yaku are worth fewer han in an open hand. With the house's han they
    lose as many han. A house extra is no yaku, and does not count beside a yakuman.

    Args:
        published_worth: the worth by the published rules.
        changes: the house's changes.
        win: how the hand was won.
        preset: the rules of the table.

    Returns:
        The worth by the house's rules. None if no yaku is left.
    """
    house_items = _items_by_house(published_worth.items, changes)
    has_yaku = any(item.pattern.id not in _DORA for item in house_items)
    if not has_yaku:
        return None
    yakuman_items = [item for item in house_items if item.worth >= YAKUMAN]
    if yakuman_items:
        # Beside a yakuman nothing else counts.
        counted_items = tuple(yakuman_items)
        han = sum(item.total for item in counted_items)
        base = _yakuman_points(han, counted_items, preset)
    else:
        counted_items = (*house_items, *changes.extra_items(win, HAN))
        han = sum(item.total for item in counted_items)
        # By the published rules a yakuman has no fu. If the house made it an ordinary yaku, the
        # hand has the least fu.
        base = basic_points(han, max(published_worth.fu, _LEAST_FU), preset)
    return published_worth._replace(base=base, han=han, items=counted_items)


def _items_by_house(items: Sequence[ScoreItem], changes: Changes) -> list[ScoreItem]:
    """Give each item of a hand its han by the house's rules. Items without han are left out."""
    house_items = []
    for item in items:
        # The worth of the pattern is its han in a concealed hand, the worth of the item its han in
        # this hand. In an open hand the item may have lost some han.
        lost_han = item.pattern.worth - item.worth
        house_han = changes.worth(item.pattern) - lost_han
        if house_han > 0:
            house_items.append(replace(item, worth=house_han))
    return house_items


def _worth_of_response(response: HandResponse, preset: Preset, set_aside: int) -> YakuWorth:
    """Read the library's answer, and apply the rules that it does not know.

    Args:
        response: the library's answer.
        preset: the rules of the table.
        set_aside: how many North were set aside.
    """
    # Every answer without an error has these three. Only their types allow None.
    han = response.han or 0
    fu = response.fu or 0
    all_yaku = response.yaku or ()

    items = []
    for yaku in all_yaku:
        han_of_yaku = yaku.han_open if response.is_open_hand else yaku.han_closed
        items.append(_item(yaku.yaku_id, han_of_yaku or 0))
    if set_aside:
        items = _separate_nukidora(items, set_aside)

    details = _list_fu(response)
    double_wind = (_DOUBLE_WIND_FU, _DOUBLE_WIND_REASON)
    if double_wind in details and preset.double_wind_fu != _DOUBLE_WIND_FU:
        # The library has chosen the best arrangement. It stays the best with other fu for this
        # pair, because every arrangement of the hand has the pair.
        details[details.index(double_wind)] = (preset.double_wind_fu, _DOUBLE_WIND_REASON)
        exact_fu = sum([fu_of_detail for fu_of_detail, _ in details])
        fu = (exact_fu + 9) // 10 * 10

    # Beside a yakuman the library lists no other yaku, so the first item decides.
    if items[0].worth >= YAKUMAN:
        base = _yakuman_points(han, items, preset)
    else:
        base = basic_points(han, fu, preset)
    return YakuWorth(base=base, han=han, fu=fu, items=tuple(items), fu_details=tuple(details))


def _list_fu(response: HandResponse) -> list[tuple[int, str]]:
    """List the fu of a hand before rounding, each with the library's reason.

    The library adds the 10 fu of a concealed hand that won on a discard to the base of 20. Here
    they are listed separately.
    """
    details: list[tuple[int, str]] = []
    for detail in response.fu_details or ():
        fu_and_reason = (detail["fu"], detail["reason"])
        if fu_and_reason == _CONCEALED_RON:
            details += _CONCEALED_RON_PARTS
        else:
            details.append(fu_and_reason)
    return details


def _separate_nukidora(items: Sequence[ScoreItem], set_aside: int) -> list[ScoreItem]:
    """List the North that were set aside on their own. The library counts them among the dora.

    Args:
        items: the yaku and dora. There are no dora beside a yakuman.
        set_aside: how many North were set aside.
    """
    result = []
    for item in items:
        if item.pattern.id != "dora":
            result.append(item)
            continue
        if item.count > set_aside:
            result.append(replace(item, count=item.count - set_aside))
        result.append(ScoreItem(NUKIDORA, worth=NUKIDORA.worth, count=set_aside))
    return result


@lru_cache(maxsize=1 << 10)
def _item(number: int, han: int) -> ScoreItem:
    """Make the item of a yaku, or of all dora of one kind.

    Args:
        number: the library's number of the yaku.
        han: its han in this hand. For dora, how many there are.
    """
    name = _IDS[number]
    if name in _DORA:
        return ScoreItem(YAKU[name], worth=1, count=han)
    return ScoreItem(YAKU[name], worth=han, count=1)


def _yakuman_points(han: int, items: Sequence[ScoreItem], preset: Preset) -> int:
    """The basic points of a hand with a yakuman.

    Args:
        han: the han of all yakuman, 13 for each, 26 for a double yakuman.
        items: the yakuman. Beside a yakuman nothing else counts.
        preset: the rules of the table.
    """
    if not preset.several_yakuman:
        # The highest yakuman alone counts.
        han = max([item.worth for item in items])
    return YAKUMAN_POINTS * (han // YAKUMAN)


def basic_points(han: int, fu: int, preset: Preset) -> int:
    """The basic points of a hand without yakuman.

    Args:
        han: the han.
        fu: the fu, rounded up to tens, or the 25 of seven pairs. They make no difference from 5 han
            on.
        preset: the rules of the table.
    """
    if han < 5:
        if preset.kiriage and (han, fu) in ((4, 30), (3, 60)):
            return MANGAN
        # The fu are doubled twice, and once for each han.
        return min(MANGAN, fu << (2 + han))
    if han >= 13 and preset.kazoe:
        return YAKUMAN_POINTS
    for least_han, points in _POINTS_FROM_HAN:
        if han >= least_han:
            return points
    return MANGAN


def _name_valued_pair(hand: Hand, round_wind: str) -> str:
    """Name the kind of a hand's pair that earns fu: dragons, the round's wind or the seat's wind.

    Args:
        hand: a hand that has such a pair.
        round_wind: the wind of the round, one of ``SEATS``.
    """
    for tile in DRAGONS:
        if hand.tiles.count(tile) == 2:
            return "dragon_pair"
    round_tile = WINDS[SEATS.index(round_wind)]
    if hand.tiles.count(round_tile) == 2:
        return "round_wind_pair"
    return "seat_wind_pair"


@lru_cache(maxsize=1 << 12)
def _remarks_of(
    han: int, fu: int, details: tuple[tuple[int, str], ...], pair: str, base: int
) -> tuple[Names, ...]:
    """Write the remarks about han, fu and limit.

    Args:
        han: the han.
        fu: the fu, 0 if they do not count.
        details: the fu before rounding, each with the library's reason.
        pair: our name of the valued pair, such as ``dragon_pair``. Empty if there is none.
        base: the basic points.
    """
    remarks: list[Names] = []
    if fu:
        remarks.append(_sum_remark(han, fu, details))
    for fu_of_detail, reason in details:
        # The library does not say which valued pair it means.
        detailed_reason = pair if reason == _VALUED_PAIR_REASON else reason
        name = _name_reason(detailed_reason)
        remarks.append(text("remark.fu", _PACKAGE, worth=fu_of_detail, reason=name))
    limit_name = _name_limit(base)
    if limit_name is not None:
        remarks.append(Text(f"limit.{limit_name}", _PACKAGE))
    return tuple(remarks)


def _name_limit(base: int) -> str | None:
    """The name of the limit with these basic points. None below a mangan.

    Several yakuman together have the name of one yakuman.
    """
    return _LIMITS.get(min(base, YAKUMAN_POINTS))


def _sum_remark(han: int, fu: int, details: tuple[tuple[int, str], ...]) -> Text:
    """Write the han and how the fu add up, such as ``30 + 2 = 32 → 40``.

    Args:
        han: the han.
        fu: the fu, rounded up to tens, or the 25 of seven pairs.
        details: the fu before rounding, each with the library's reason.
    """
    if len(details) <= 1:
        return text("remark.han", _PACKAGE, han=han, fu=fu)
    exact_fu = sum([fu_of_detail for fu_of_detail, _ in details])
    terms = [str(fu_of_detail) for fu_of_detail, _ in details]
    fu_sum = f"{' + '.join(terms)} = {exact_fu}"
    if exact_fu != fu:
        fu_sum += f" → {fu}"
    return text("remark.han-sum", _PACKAGE, han=han, fu=fu, sum=fu_sum)


def _name_reason(reason: str) -> Text | str:
    """Name a reason for fu. A reason that our words lack keeps the library's name."""
    key = f"fu.{reason}"
    if key in catalogue(_PACKAGE, "en"):
        return Text(key, _PACKAGE)
    return reason.replace("_", " ")

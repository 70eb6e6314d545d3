"""The worth of a winning hand in tai: its best arrangement, or its flowers alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from hu.scoring.arrangements import Arrangement, arrange_hand
from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.melds import Meld
from hu.scoring.options import OptionValue
from hu.scoring.patterns import (
    PatternCount,
    ScoreItem,
    ScoringGroup,
    count_earned,
    format_group,
)
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.shanten import find_missing
from hu.scoring.shapes import MeldsAndPair, SevenPairs, Shape
from hu.scoring.taiwanese.patterns import BY_ID, TABLE, TAI, Tai, TaiwaneseArrangement
from hu.scoring.texts import Text

_PACKAGE: Final = "hu.scoring.taiwanese"
_MELDS_AND_PAIR: Final = MeldsAndPair(Text("shapes.five-melds", _PACKAGE), melds=FIVE_MELDS.melds)
_PAIRS_AND_TRIPLET: Final = SevenPairs(names=Text("shapes.pairs-and-triplet", _PACKAGE), triplets=1)
#: The shapes that win.
SHAPES: Final[tuple[Shape, ...]] = (_MELDS_AND_PAIR, _PAIRS_AND_TRIPLET)
#: A player with seven flowers and seasons takes the eighth from whoever draws it.
_FLOWERS_TO_ROB: Final = 7
#: In the preset shifu, the patterns that count beside a pattern although it includes them.
_SHIFU_ADDS: Final = {
    "all-melded": ("lone-wait",),
    "half-melded": ("lone-wait",),
    "little-winds": ("seat-wind", "round-wind"),
    "all-honors": ("all-triplets",),
    "ready-dealt": ("concealed-self-draw", "concealed"),
    "ready-first": ("concealed-self-draw", "concealed"),
}


@dataclass(frozen=True, slots=True)
class HandTai:
    """The worth of a hand.

    Attributes:
        tai: the tai, up to the table's cap.
        total: the tai without the cap.
        items: the patterns that count.
        arrangement: the best arrangement. None for a win by flowers alone.
    """

    tai: int
    total: int
    items: tuple[ScoreItem, ...]
    arrangement: Arrangement | None


def count_tai(deal: Deal, hand: Hand, win: Win) -> HandTai:
    """Count a hand without problems by its best arrangement.

    A dealer's hand includes the tai of the dealer and of repeats.

    Args:
        deal: the deal, with the options of the table.
        hand: a winner's hand.
        win: how it was won.
    """
    if wins_by_flowers(hand):
        return _count_flowers(deal, win)
    best: HandTai | None = None
    has_one_wait = len(find_missing(hand.concealed, hand.melds, SHAPES).tiles) == 1
    for arrangement in _arrange(hand):
        hand_tai = _count_arrangement(
            deal,
            TaiwaneseArrangement(
                hand=hand,
                arrangement=arrangement,
                win=win,
                round_wind=str(deal.round_wind),
                repeats=deal.number("repeats"),
                own_flowers=own_flowers(win.winner, deal.options),
                has_one_wait=has_one_wait,
                all_chows_needs_two_sided_wait=preset_of(deal.options) != "shifu",
            ),
        )
        if best is None or hand_tai.total > best.total:
            best = hand_tai
    if best is None:
        raise ValueError("a hand without problems has an arrangement")
    return best


def wins_by_flowers(hand: Hand) -> bool:
    """Whether a hand has no winning tile and as many flowers as win alone."""
    return hand.winning is None and len(hand.bonus) >= _FLOWERS_TO_ROB


def dealer_tai(deal: Deal) -> int:
    """The tai of the dealer and of repeats, which are added to each payment by or to the dealer."""
    dealer = pattern_tai(BY_ID["dealer"], deal.options)
    repeat = pattern_tai(BY_ID["repeats"], deal.options)
    return dealer + repeat * deal.number("repeats")


def pattern_tai(row: Tai, options: Mapping[str, OptionValue]) -> int:
    """The value of a pattern at a table: the house's, or the preset's."""
    value_of_house = changes_of(options).points.get(row.id)
    if value_of_house is not None:
        return value_of_house
    return row.tai_of[preset_of(options)]


def preset_of(options: Mapping[str, OptionValue]) -> str:
    """The preset of a table."""
    return str(options.get("preset", "common"))


def cut_tai(tai: int, options: Mapping[str, OptionValue]) -> int:
    """Return the tai, or the table's cap if it is lower. Tables without a cap have the option 0."""
    cap = int(options.get("cap", 0))
    if cap:
        return min(tai, cap)
    return tai


def own_flowers(seat: str, options: Mapping[str, OptionValue]) -> tuple[str, str]:
    """The flower and the season of a seat. Tables differ in the flowers of West and North."""
    number = SEATS.index(seat) + 1
    flower_number = number
    if options.get("west_flower") == "bamboo":
        # West and North exchange their flowers.
        if seat == "W":
            flower_number = 4
        elif seat == "N":
            flower_number = 3
    return f"{flower_number}f", f"{number}g"


def _arrange(hand: Hand) -> list[Arrangement]:
    """Arrange a hand as five melds and a pair, or as seven pairs and a triplet."""
    arrangements = list(arrange_hand(hand, FIVE_MELDS))
    if _PAIRS_AND_TRIPLET.fits(hand.standing, len(hand.melds)):
        arrangements.append(_arrange_pairs(hand))
    return arrangements


def _arrange_pairs(hand: Hand) -> Arrangement:
    """Arrange seven pairs and a triplet."""
    pairs: list[str] = []
    triplets = []
    for tile, copies in Counter(hand.standing).items():
        if copies == 3:
            triplets.append(Meld((tile, tile, tile), concealed=True))
        else:
            # Four equal tiles are two pairs.
            pairs += [tile] * (copies // 2)
    winning = str(hand.winning)
    completed_group: tuple[str, ...] = (winning, winning)
    for triplet in triplets:
        if winning in triplet.tiles:
            completed_group = triplet.tiles
    return Arrangement(
        form="seven-pairs",
        standing_melds=tuple(triplets),
        melds=(),
        pairs=tuple(pairs),
        completed_group=completed_group,
    )


def _count_flowers(deal: Deal, win: Win) -> HandTai:
    """Count a win by flowers alone. The tiles of the hand earn nothing."""
    row = BY_ID["eight-flowers"] if win.drawn else BY_ID["seven-rob-one"]
    flowers_tai = pattern_tai(row, deal.options)
    items = [ScoreItem(row.info, worth=flowers_tai, count=1)]
    if win.winner == "E":
        items += _dealer_items(deal)
    return _sum_items(deal, tuple(items), arrangement=None)


def _dealer_items(deal: Deal) -> list[ScoreItem]:
    """List the items of the dealer and of repeats, for a dealer who wins by flowers alone."""
    items = []
    for name, count in (("dealer", 1), ("repeats", deal.number("repeats"))):
        row = BY_ID[name]
        worth = pattern_tai(row, deal.options)
        if worth and count:
            items.append(ScoreItem(row.info, worth=worth, count=count))
    return items


def _count_arrangement(deal: Deal, arrangement: TaiwaneseArrangement) -> HandTai:
    """Count one arrangement, without the patterns that others include."""
    items = []
    for count in _find_patterns(deal, arrangement):
        tiles = tuple([format_group(group) for group in count.groups])
        pattern = count.row.info
        items.append(ScoreItem(pattern, worth=count.worth, count=count.times, tiles=tiles))
    items += changes_of(deal.options).extra_items(arrangement.win, TAI)
    return _sum_items(deal, tuple(items), arrangement.arrangement)


def _find_patterns(deal: Deal, arrangement: TaiwaneseArrangement) -> list[PatternCount[Tai]]:
    """Find the patterns that count. Patterns that a counting pattern includes are left out.

    The table lists each pattern before the patterns that it includes.
    """
    is_shifu = preset_of(deal.options) == "shifu"
    # The ids of the patterns that counting patterns include.
    included_ids: set[str] = set()
    counts: list[PatternCount[Tai]] = []
    for row in TABLE:
        worth = pattern_tai(row, deal.options)
        if not worth or row.id in included_ids:
            continue
        earned = row.earn(arrangement)
        if row.id == "own-flower" and not is_shifu and _has_flower_set(counts):
            # Four flowers include the own flower, but not the own season. Four seasons include the
            # own season, but not the own flower. In the preset shifu they include neither.
            earned = _flowers_outside_fours(arrangement)
        if not earned:
            continue
        times, groups = count_earned(earned, counts_each=row.counts_each)
        counts.append(PatternCount(row, worth, times, groups))
        included_ids |= _included_ids(row, is_shifu=is_shifu)
    return counts


def _has_flower_set(counts: Iterable[PatternCount[Tai]]) -> bool:
    """Whether four flowers or four seasons are among the patterns that count."""
    return any(count.row.id == "flower-set" for count in counts)


def _flowers_outside_fours(arrangement: TaiwaneseArrangement) -> list[ScoringGroup]:
    """The own flower and season that the hand has, without those of a complete four."""
    tiles_of_fours: set[str] = set()
    for four in arrangement.complete_fours:
        tiles_of_fours.update(four)
    flowers = [tile for tile in arrangement.own_flowers if tile not in tiles_of_fours]
    return arrangement.flowers_of(flowers)


def _included_ids(row: Tai, *, is_shifu: bool) -> set[str]:
    """The ids of the patterns that do not count beside a pattern.

    Args:
        row: the pattern.
        is_shifu: whether the table plays by the preset shifu, in which some of them count.
    """
    ids = set(row.includes)
    if is_shifu:
        ids.difference_update(_SHIFU_ADDS.get(row.id, ()))
    return ids


def _sum_items(
    deal: Deal, items: tuple[ScoreItem, ...], arrangement: Arrangement | None
) -> HandTai:
    """Add up the patterns that count, up to the table's cap.

    Args:
        deal: the deal, with the options of the table.
        items: the patterns that count.
        arrangement: the arrangement that earns them. None for a win by flowers alone.
    """
    total = sum(item.total for item in items)
    return HandTai(
        tai=cut_tai(total, deal.options), total=total, items=items, arrangement=arrangement
    )

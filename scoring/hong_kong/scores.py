"""The worth of a winning hand in faan: its best arrangement, cut at the table's limit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from hu.scoring.arrangements import Arrangement, arrange_hand
from hu.scoring.deal import Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.hong_kong.patterns import BY_ID, FAAN, TABLE, Faan, HongKongArrangement
from hu.scoring.options import OptionValue
from hu.scoring.patterns import PatternCount, ScoreItem, count_earned, format_group
from hu.scoring.rule_set.changes import Changes, changes_of

#: The faan that a hand needs to win, unless the table has another minimum.
MINIMUM: Final = 3
#: The most faan of a hand, unless the table has another limit.
LIMIT: Final = 13
#: So many flowers and seasons win by themselves, at tables that play so.
_FLOWERS_TO_WIN: Final = 7


@dataclass(frozen=True, slots=True)
class HandFaan:
    """The worth of a hand.

    Attributes:
        faan: the faan, up to the limit.
        total: the faan without the limit.
        faan_without_bonus: the faan without the patterns of flowers and seasons, up to the limit.
            At some tables only these must reach the minimum. For a win by flowers alone, and for a
            sum that the players entered, these are all faan.
        items: the patterns that count.
        items_without_bonus: the patterns that earn ``faan_without_bonus``.
        arrangement: the best arrangement. None for a win by flowers alone.
    """

    faan: int
    total: int
    faan_without_bonus: int
    items: tuple[ScoreItem, ...]
    items_without_bonus: tuple[ScoreItem, ...]
    arrangement: Arrangement | None


def count_faan(deal: Deal, hand: Hand, win: Win) -> HandFaan:
    """Count a hand without problems by its best arrangement.

    Args:
        deal: the deal, with the options of the table.
        hand: a winner's hand.
        win: how it was won.
    """
    changes = changes_of(deal.options)
    limit = faan_limit(deal.options)
    if wins_by_flowers(hand, deal.options):
        return _count_flowers(hand, changes, limit)
    best: HandFaan | None = None
    for arrangement in arrange_hand(hand):
        if arrangement.form == "seven-pairs" and not deal.options.get("seven_pairs"):
            continue
        hand_faan = _count_arrangement(
            HongKongArrangement(
                hand=hand,
                arrangement=arrangement,
                win=win,
                round_wind=str(deal.round_wind),
                has_flowers=bool(deal.options.get("flowers", True)),
            ),
            changes,
            limit,
        )
        if best is None or (hand_faan.faan, hand_faan.total) > (best.faan, best.total):
            best = hand_faan
    if best is None:
        raise ValueError("a hand without problems has an arrangement")
    return best


def wins_by_flowers(hand: Hand, options: Mapping[str, OptionValue]) -> bool:
    """Whether a hand has no winning tile and as many flowers as win alone."""
    if not options.get("flower_win"):
        return False
    return hand.winning is None and len(hand.bonus) >= _FLOWERS_TO_WIN


def faan_limit(options: Mapping[str, OptionValue]) -> int:
    """The limit of every hand, in faan."""
    return int(options.get("limit", LIMIT))


def _count_flowers(hand: Hand, changes: Changes, limit: int) -> HandFaan:
    """Count a win by flowers alone. All its faan count towards the minimum.

    Args:
        hand: the winner's hand, with seven or eight flowers.
        changes: the house's changes.
        limit: the limit of a hand, in faan.
    """
    name = "seven-flowers" if len(hand.bonus) == _FLOWERS_TO_WIN else "eight-flowers"
    row = BY_ID[name]
    total = changes.worth(row.info)
    faan = min(total, limit)
    item = ScoreItem(row.info, worth=total, count=1, tiles=hand.bonus)
    return HandFaan(
        faan=faan,
        total=total,
        faan_without_bonus=faan,
        items=(item,),
        items_without_bonus=(item,),
        arrangement=None,
    )


def _count_arrangement(arrangement: HongKongArrangement, changes: Changes, limit: int) -> HandFaan:
    """Count one arrangement.

    A pattern that includes others counts instead of them, unless they are worth more.

    Args:
        arrangement: the arrangement.
        changes: the house's changes.
        limit: the limit of a hand, in faan.
    """
    counts = _best_counts(_find_patterns(arrangement, changes))
    extras = changes.extra_items(arrangement.win, FAAN)
    items = []
    items_without_bonus = []
    for count in counts:
        tiles = tuple([format_group(group) for group in count.groups])
        pattern = count.row.info
        item = ScoreItem(pattern, worth=count.worth, count=count.times, tiles=tiles)
        items.append(item)
        if not count.row.is_bonus:
            items_without_bonus.append(item)
    items += extras
    items_without_bonus += extras
    total = sum(item.total for item in items)
    faan_without_bonus = sum(item.total for item in items_without_bonus)
    return HandFaan(
        faan=min(total, limit),
        total=total,
        faan_without_bonus=min(faan_without_bonus, limit),
        items=tuple(items),
        items_without_bonus=tuple(items_without_bonus),
        arrangement=arrangement.arrangement,
    )


def _find_patterns(arrangement: HongKongArrangement, changes: Changes) -> list[PatternCount[Faan]]:
    """Find every pattern that an arrangement holds, with the house's faan."""
    counts = []
    for row in TABLE:
        worth = changes.worth(row.info)
        if not worth:
            continue
        # The groups that earn the pattern, or whether the whole hand does.
        earned = row.earn(arrangement)
        if earned:
            times, groups = count_earned(earned, counts_each=row.counts_each)
            counts.append(PatternCount(row, worth, times, groups))
    return counts


def _best_counts(counts: Sequence[PatternCount[Faan]]) -> list[PatternCount[Faan]]:
    """Choose the patterns that count, so that the hand has as many faan as possible.

    A pattern that includes others, called a wide pattern here, counts instead of them or not at
    all. Of equal choices the choice with the most wide patterns is taken.

    Args:
        counts: every pattern that an arrangement holds.
    """
    wide_ids = [count.row.id for count in counts if count.row.includes]
    best: list[PatternCount[Faan]] = []
    best_total = -1
    # The choices with the most wide patterns come first, and later choices must be better.
    for chosen_ids in _subsets_largest_first(wide_ids):
        remaining = _without_included(counts, chosen_ids)
        total = sum(count.total for count in remaining)
        if total > best_total:
            best = remaining
            best_total = total
    return best


def _subsets_largest_first(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all subsets of some names, the largest first and the empty one last."""
    for size in range(len(names), -1, -1):
        yield from combinations(names, size)


def _without_included(
    counts: Sequence[PatternCount[Faan]], chosen_ids: Sequence[str]
) -> list[PatternCount[Faan]]:
    """Drop the wide patterns that are not chosen, and the patterns that the chosen ones include.

    Args:
        counts: every pattern of an arrangement.
        chosen_ids: the ids of the wide patterns that count. Wide patterns include other patterns.

    Returns:
        The patterns that remain, in the same order.
    """
    included_ids: set[str] = set()
    for count in counts:
        if count.row.id in chosen_ids:
            included_ids.update(count.row.includes)
    # 1 if the hand has all four flowers or all four seasons, 2 if it has all eight tiles, else 0.
    complete_fours = sum(count.times for count in counts if count.row.id == "all-flowers")

    remaining = []
    for count in counts:
        is_wide = bool(count.row.includes)
        if is_wide and count.row.id not in chosen_ids:
            continue
        if count.row.id not in included_ids:
            remaining.append(count)
        elif count.row.id == "own-flower" and count.times > complete_fours:
            # Four flowers include only the own flower, four seasons only the own season. So with
            # four flowers the own season still counts, and with four seasons the own flower.
            remaining.append(count._replace(times=count.times - complete_fours))
    return remaining

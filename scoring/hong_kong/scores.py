"""What a winning hand is worth in faan: the best of its readings, cut at the table's limit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

from hu.scoring.arrangements import Arrangement, arrange_hand
from hu.scoring.deal import Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.hong_kong.patterns import BY_ID, FAAN, TABLE, Case, Faan
from hu.scoring.options import OptionValue
from hu.scoring.patterns import PatternCount, ScoreItem, count_earned, format_group
from hu.scoring.rule_set.changes import Changes, changes_of

MINIMUM: Final = 3
LIMIT: Final = 13
#: Flowers and seasons that win alone, where the table plays it; so do all eight.
_FLOWERS_TO_WIN: Final = 7


@dataclass(frozen=True, slots=True)
class HandFaan:
    """What a hand is worth.

    Attributes:
        faan: after the limit.
        total: before it.
        without_bonus: the faan that flowers and seasons do not earn, after the limit.
        items: what is counted.
        reading: the arrangement; None for flowers alone.
    """

    faan: int
    total: int
    without_bonus: int
    items: tuple[ScoreItem, ...]
    reading: Arrangement | None


def faan_of(deal: Deal, hand: Hand, win: Win) -> HandFaan:
    """Count a hand without problems by its best reading."""
    changes = changes_of(deal.options)
    limit = limit_of(deal.options)
    if wins_by_flowers(hand, deal.options):
        row = BY_ID["seven-flowers" if len(hand.bonus) == _FLOWERS_TO_WIN else "eight-flowers"]
        faan = changes.worth(row.info)
        return HandFaan(
            min(faan, limit),
            faan,
            min(faan, limit),
            (ScoreItem(row.info, faan, 1, hand.bonus),),
            None,
        )
    flowers = bool(deal.options.get("flowers", True))
    pairs = bool(deal.options.get("seven_pairs"))
    found = [
        _count(Case(hand, reading, win, str(deal.round_wind), flowers), changes, limit)
        for reading in arrange_hand(hand)
        if pairs or reading.form != "seven-pairs"
    ]
    return max(found, key=lambda hand: (hand.faan, hand.total))


def wins_by_flowers(hand: Hand, options: Mapping[str, OptionValue]) -> bool:
    """Whether a hand has no winning tile and as many flowers as win alone."""
    return (
        bool(options.get("flower_win"))
        and hand.winning is None
        and len(hand.bonus) >= _FLOWERS_TO_WIN
    )


def limit_of(options: Mapping[str, OptionValue]) -> int:
    """What no hand exceeds."""
    return int(options.get("limit", LIMIT))


def _count(case: Case, changes: Changes, limit: int) -> HandFaan:
    """Count one reading; a pattern that includes others stands for them unless they are worth more."""
    held = []
    for pattern in TABLE:
        worth = changes.worth(pattern.info)
        if worth and (earned := pattern.earn(case)):
            times, groups = count_earned(earned, each=pattern.each)
            held.append(PatternCount(pattern, worth, times, groups))
    including = [count.row.id for count in held if count.row.includes]
    ways = chain.from_iterable(
        combinations(including, size) for size in range(len(including), -1, -1)
    )
    best = max(
        (_way(held, set(taken)) for taken in ways),
        key=lambda counts: sum(count.total for count in counts),
    )
    extras = changes.items(case.win, FAAN)
    extra = sum(item.total for item in extras)
    total = extra + sum(count.total for count in best)
    plain = extra + sum(count.total for count in best if not count.row.bonus)
    items = (
        *(
            ScoreItem(
                count.row.info, count.worth, count.times, tuple(map(format_group, count.groups))
            )
            for count in best
        ),
        *extras,
    )
    return HandFaan(min(total, limit), total, min(plain, limit), items, case.reading)


def _way(held: Sequence[PatternCount[Faan]], taken: set[str]) -> list[PatternCount[Faan]]:
    """What is counted where these of the including patterns stand for what they include."""
    left_out = {name for count in held if count.row.id in taken for name in count.row.includes}
    found = []
    for count in held:
        times = count.times
        if count.row.includes and count.row.id not in taken:
            continue
        if count.row.id in left_out:
            # A whole four stands for its own flower alone.
            fours = next((other.times for other in held if other.row.id == "all-flowers"), 0)
            times -= fours if count.row.id == "own-flower" else times
        if times:
            found.append(count._replace(times=times))
    return found

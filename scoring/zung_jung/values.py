"""What a reading is worth: its patterns, their sum, its limit."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, Literal

from hu.scoring.zung_jung.features import ReadingFeatures
from hu.scoring.zung_jung.patterns import PATTERNS, Pattern

Limit = Literal["chicken", "compound", "listed"]
#: The value that no sum of patterns exceeds, and from which a single pattern stands alone ("Regole di base", 6).
LIMIT: Final = 320
#: The value of a hand without any pattern ("Regole di base", 5).
CHICKEN: Final = 1


# Each table exists once and equals itself alone.
@dataclass(frozen=True, slots=True, eq=False)
class PatternTable:
    """The patterns that are played.

    Attributes:
        patterns: in the rules' order.
        series: the same by series, the highest of each first.
    """

    patterns: tuple[Pattern, ...]
    series: tuple[tuple[Pattern, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        by_series = groupby(self.patterns, key=lambda row: row.series)
        series = tuple(tuple(sorted(rows, key=lambda row: -row.points)) for _, rows in by_series)
        object.__setattr__(self, "series", series)


#: The patterns as the rules list them.
STANDARD_TABLE: Final = PatternTable(PATTERNS)


@dataclass(frozen=True, slots=True)
class PatternCount:
    """A pattern that a reading holds.

    Attributes:
        pattern: the row of the table.
        points: what it is worth each time.
        count: how often it counts.
    """

    pattern: Pattern
    points: int
    count: int


@dataclass(frozen=True, slots=True)
class Value:
    """What a reading is worth; readings with the same features share one.

    Attributes:
        points: the value.
        limit: what held it there: ``chicken`` (no pattern), ``compound`` (the sum reached 320), ``listed`` (a
            pattern of 320 or more counts alone), or None.
        patterns: every pattern that the reading holds, one of each series, in the rules' order; those that a listed
            limit drops included.
        total: their sum.
    """

    points: int
    limit: Limit | None
    patterns: tuple[PatternCount, ...]
    total: int


@lru_cache(maxsize=1 << 15)
def value_of(features: ReadingFeatures, half_flowers: bool, table: PatternTable = STANDARD_TABLE) -> Value:
    """Find the patterns of a reading and add them up; category 11 may count half."""
    patterns = tuple(_counted(features, half_flowers, table))
    total = sum(pattern.points * pattern.count for pattern in patterns)
    highest = max((pattern.points for pattern in patterns), default=0)
    if not patterns:
        return Value(CHICKEN, "chicken", (), 0)
    if highest >= LIMIT:
        return Value(highest, "listed", patterns, total)
    if total >= LIMIT:
        return Value(LIMIT, "compound", patterns, total)
    return Value(total, None, patterns, total)


def _counted(features: ReadingFeatures, half_flowers: bool, table: PatternTable) -> Iterator[PatternCount]:
    for series in table.series:
        for pattern in series:
            count = pattern.holds(features)
            if count:
                halved = half_flowers and pattern.id.startswith("11.")
                yield _same_counted(pattern, pattern.points // (2 if halved else 1), int(count))
                break


_same_counted = cache(PatternCount)

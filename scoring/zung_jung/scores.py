"""The value of a winning hand in Zung Jung 3.3: its best reading, its patterns, its limit."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, Literal

from scoring.errors import InputError
from scoring.hand import SEATS, Hand, Win
from scoring.problems import InvalidHandError, win_problems
from scoring.readings import Reading
from scoring.zung_jung.candidates import Candidate, candidates
from scoring.zung_jung.contradictions import contradictions, problems
from scoring.zung_jung.features import Features
from scoring.zung_jung.patterns import PATTERNS, Pattern

Limit = Literal["chicken", "compound", "listed"]
#: The value that no sum of patterns exceeds, and from which a single pattern stands alone ("Regole di base", 6).
LIMIT: Final = 320
#: The value of a hand without any pattern ("Regole di base", 5).
CHICKEN: Final = 1

#: The patterns by series, the highest of each first.
_SERIES: Final = tuple(
    tuple(sorted(rows, key=lambda row: -row.points)) for _, rows in groupby(PATTERNS, key=lambda row: row.series)
)


@dataclass(frozen=True, slots=True)
class Options:
    """What tables may agree on.

    Attributes:
        half_flowers: whether category 11 counts half.
        minimum: a hand worth less may not win; 0 to 320.
    """

    half_flowers: bool = False
    minimum: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.minimum <= LIMIT:
            raise InputError(f"option minimum: {str(self.minimum)[:20]} is not between 0 and {LIMIT}")


@dataclass(frozen=True, slots=True)
class Counted:
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
    patterns: tuple[Counted, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Score:
    """A hand's value and where it comes from.

    Attributes:
        value: what its best reading is worth; also found under the score's own ``points``, ``limit``, ``patterns``
            and ``total``.
        hand: the hand.
        candidate: its best reading as it was found; ``reading`` writes it out.
    """

    value: Value
    hand: Hand = field(repr=False)
    candidate: Candidate = field(repr=False)

    @property
    def points(self) -> int:
        """The value."""
        return self.value.points

    @property
    def limit(self) -> Limit | None:
        """What held the value where it is."""
        return self.value.limit

    @property
    def patterns(self) -> tuple[Counted, ...]:
        """Every pattern that the reading holds, those dropped by a listed limit included."""
        return self.value.patterns

    @property
    def total(self) -> int:
        """The sum of the patterns before the limits."""
        return self.value.total

    @property
    def reading(self) -> Reading:
        """The arrangement chosen."""
        return self.candidate.reading(self.hand)


_STANDARD: Final = Options()


def score(hand: Hand, win: Win, options: Options = _STANDARD) -> Score:
    """Score a winning hand by its best reading: the highest value, then the highest sum before the limits (ruling 8).

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts itself; every problem is told.
        InputError: the hand is worth less than the table's minimum.
    """
    found = candidates(hand, win) if _is_faultless(hand, win) else []
    if not found:
        raise InvalidHandError(problems(hand, win))
    best = found[0]
    value = _value(best.features, options.half_flowers)
    for other in found[1:]:
        rival = _value(other.features, options.half_flowers)
        if (rival.points, rival.total) > (value.points, value.total):
            best, value = other, rival
    if value.points < options.minimum:
        raise InputError(f"worth {value.points} points; this table's minimum to win is {options.minimum}")
    return Score(value, hand, best)


def _is_faultless(hand: Hand, win: Win) -> bool:
    """Whether the win contradicts neither itself nor the hand."""
    if not win.recent_discards and _is_plain(win.winner, win.win, win.source, win.circumstances):
        return True
    return not (any(win_problems(hand, win)) or any(contradictions(hand, win)))


@lru_cache(maxsize=1 << 10)
def _is_plain(winner: str, win: str, source: str | None, circumstances: frozenset[str]) -> bool:
    """Whether it is one of the wins that contradict no hand, as nearly every win is."""
    fits = source is None if win == "self-draw" else win == "discard" and source in SEATS and source != winner
    return fits and winner in SEATS and circumstances <= {"last-tile"}


@lru_cache(maxsize=1 << 15)
def _value(features: Features, half_flowers: bool) -> Value:
    """Find the patterns and add them up; readings with the same features have the same value."""
    patterns = tuple(_counted(features, half_flowers))
    total = sum(each.points * each.count for each in patterns)
    highest = max((each.points for each in patterns), default=0)
    if not patterns:
        return Value(CHICKEN, "chicken", (), 0)
    if highest >= LIMIT:
        return Value(highest, "listed", patterns, total)
    if total >= LIMIT:
        return Value(LIMIT, "compound", patterns, total)
    return Value(total, None, patterns, total)


def _counted(features: Features, half_flowers: bool) -> Iterator[Counted]:
    for series in _SERIES:
        for pattern in series:
            if count := int(pattern.holds(features)):
                halved = half_flowers and pattern.id.startswith("11.")
                yield _same_counted(pattern, pattern.points // (2 if halved else 1), count)
                break


_same_counted = cache(Counted)

"""The score of a winning hand in Zung Jung 3.3: the value of its best reading."""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

from hu.scoring.deals import Names
from hu.scoring.errors import InputError
from hu.scoring.hand import RANK, SEATS, Hand, Win
from hu.scoring.problems import BelowMinimumError, InvalidHandError, win_problems
from hu.scoring.readings import Reading
from hu.scoring.zung_jung.candidates import ReadingCandidate, candidates
from hu.scoring.zung_jung.contradictions import contradictions, problems
from hu.scoring.zung_jung.patterns import Pattern
from hu.scoring.zung_jung.values import LIMIT, STANDARD_TABLE, Limit, PatternCount, PatternTable, Value


@dataclass(frozen=True, slots=True)
class AgreedOptions:
    """What tables may agree on.

    Attributes:
        half_flowers: whether category 11 counts half.
        minimum: a hand worth less may not win; 0 to 320.
        table: the patterns that are played.
    """

    half_flowers: bool = False
    minimum: int = 0
    table: PatternTable = STANDARD_TABLE

    def __post_init__(self) -> None:
        if not 0 <= self.minimum <= LIMIT:
            raise InputError(f"option minimum: {str(self.minimum)[:20]} is not between 0 and {LIMIT}")


@dataclass(frozen=True, slots=True)
class ReadingScore:
    """A hand's value and where it comes from.

    Attributes:
        value: what its best reading is worth; also found under the score's own ``points``, ``limit``, ``patterns``
            and ``total``.
        hand: the hand.
        candidate: its best reading as it was found; ``reading`` writes it out.
    """

    value: Value
    hand: Hand = field(repr=False)
    candidate: ReadingCandidate = field(repr=False)

    @property
    def points(self) -> int:
        """The value."""
        return self.value.points

    @property
    def limit(self) -> Limit | None:
        """What held the value where it is."""
        return self.value.limit

    @property
    def patterns(self) -> tuple[PatternCount, ...]:
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


_STANDARD: Final = AgreedOptions()
_DISCARDS: Final = frozenset(product(SEATS, RANK))


def score(hand: Hand, win: Win, options: AgreedOptions = _STANDARD) -> ReadingScore:
    """Score a winning hand by its best reading: the highest value, then the highest sum before the limits (ruling 8).

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts itself; every problem is told.
        BelowMinimumError: the hand is worth less than the table's minimum.
    """
    faultless = _is_faultless(hand, win)
    found = candidates(hand, win, half_flowers=options.half_flowers, table=options.table) if faultless else []
    if not found:
        raise InvalidHandError(problems(hand, win))
    best = found[0] if len(found) == 1 else max(found, key=_worth)
    if best.value.points < options.minimum:
        held = [(_names(counted.pattern), counted.points * counted.count) for counted in best.value.patterns]
        raise BelowMinimumError.of(best.value.points, options.minimum, held)
    return ReadingScore(best.value, hand, best)


def _names(pattern: Pattern) -> Names:
    return {"en": pattern.english, "it": pattern.italian}


def _worth(candidate: ReadingCandidate) -> tuple[int, int]:
    return candidate.value.points, candidate.value.total


def _is_faultless(hand: Hand, win: Win) -> bool:
    """Whether the win contradicts neither itself nor the hand."""
    if _is_plain(win.winner, win.how, win.source, win.circumstances) and _DISCARDS.issuperset(win.recent_discards):
        return True
    return not (any(win_problems(hand, win)) or any(contradictions(hand, win)))


@lru_cache(maxsize=1 << 10)
def _is_plain(winner: str, win: str, source: str | None, circumstances: frozenset[str]) -> bool:
    """Whether it is one of the wins that contradict no hand, as nearly every win is."""
    fits = source is None if win == "self-draw" else win == "discard" and source in SEATS and source != winner
    return fits and winner in SEATS and circumstances <= {"last-tile"}

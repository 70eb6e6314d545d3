"""The value of a winning hand in Zung Jung 3.3: its best reading, its patterns, its limit."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

from scoring.errors import InputError
from scoring.hand import Hand, Win
from scoring.problems import InvalidHandError, win_problems
from scoring.readings import Reading, irregular_readings
from scoring.zung_jung.contradictions import contradictions, problems
from scoring.zung_jung.features import Features, Luck, irregular, luck_of, regular
from scoring.zung_jung.patterns import PATTERNS, Pattern
from scoring.zung_jung.shapes import Part, Shape, arrangements, shape_of

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
class Score:
    """A hand's value and where it comes from.

    Attributes:
        points: the value.
        limit: what held it there: ``chicken`` (no pattern), ``compound`` (the sum reached 320), ``listed`` (a
            pattern of 320 or more counts alone), or None.
        patterns: every pattern that the reading holds, one of each series, in the rules' order; those that a listed
            limit drops included.
        total: their sum.
        reading: the arrangement chosen.
    """

    points: int
    limit: Limit | None
    patterns: tuple[Counted, ...]
    total: int
    reading: Reading


_STANDARD: Final = Options()


def score(hand: Hand, win: Win, options: Options = _STANDARD) -> Score:
    """Score a winning hand by its best reading: the highest value, then the highest sum before the limits (ruling 8).

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts itself; every problem is told.
        InputError: the hand is worth less than the table's minimum.
    """
    shape = shape_of(hand)
    if shape is None or any(win_problems(hand, win)) or any(contradictions(hand, win)):
        raise InvalidHandError(problems(hand, win))
    luck = luck_of(hand, win)
    candidates = [
        (_value(features, options.half_flowers), parts) for features, parts in _candidates(hand, win, shape, luck)
    ]
    if not candidates:
        raise InvalidHandError(problems(hand, win))
    best, parts = max(candidates, key=lambda candidate: candidate[0][:2])
    if best.points < options.minimum:
        raise InputError(f"worth {best.points} points; this table's minimum to win is {options.minimum}")
    reading = _regular_reading(hand, luck, parts) if parts else irregular_readings(hand)[0]
    return Score(best.points, best.limit, best.patterns, best.total, reading)


def _candidates(hand: Hand, win: Win, shape: Shape, luck: Luck) -> Iterator[tuple[Features, tuple[Part, ...]]]:
    """Yield the features of every reading, with its suits unless it is irregular."""
    for parts in arrangements(shape, len(hand.melds)):
        yield regular(hand, win, shape, parts, luck), parts
    if not hand.melds and shape.is_pairs:
        yield irregular("seven-pairs", shape, luck), ()
    if not hand.melds and shape.is_orphans:
        yield irregular("thirteen-orphans", shape, luck), ()


class _Value(NamedTuple):
    points: int
    total: int
    limit: Limit | None
    patterns: tuple[Counted, ...]


@lru_cache(maxsize=1 << 14)
def _value(features: Features, half_flowers: bool) -> _Value:
    patterns = tuple(_counted(features, half_flowers))
    total = sum(each.points * each.count for each in patterns)
    highest = max((each.points for each in patterns), default=0)
    if not patterns:
        return _Value(CHICKEN, 0, "chicken", ())
    if highest >= LIMIT:
        return _Value(highest, total, "listed", patterns)
    if total >= LIMIT:
        return _Value(LIMIT, total, "compound", patterns)
    return _Value(total, total, None, patterns)


def _counted(features: Features, half_flowers: bool) -> Iterator[Counted]:
    for series in _SERIES:
        for pattern in series:
            if count := int(pattern.holds(features)):
                halved = half_flowers and pattern.id.startswith("11.")
                yield Counted(pattern, pattern.points // (2 if halved else 1), count)
                break


def _regular_reading(hand: Hand, luck: Luck, parts: tuple[Part, ...]) -> Reading:
    standing = tuple(part for suit in parts for part in suit.sets)
    pair = next(suit.pair for suit in parts if suit.pair)
    places = [part.tiles for part in standing if hand.winning in part.tiles]
    if hand.winning == pair:
        places.append((pair, pair))
    if not luck.drawn:
        # A triplet only if there is no other place: completed by a discard it would be exposed (ruling 2).
        places.sort(key=lambda tiles: len(tiles) == 3 and tiles[0] == tiles[1])
    return Reading("regular", standing, hand.melds, (pair,), places[0])

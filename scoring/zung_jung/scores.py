"""The score of a winning hand in Zung Jung 3.3: the value of its best reading, and what earns it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple

from hu.scoring.deals import ScoreItem
from hu.scoring.errors import InputError
from hu.scoring.hand import RANK, SEATS, Hand, Win
from hu.scoring.problems import BelowMinimumError, InvalidHandError, win_problems
from hu.scoring.readings import Count, Reading, count_earned, irregular_reading
from hu.scoring.suits import SuitDivision, count_tiles, divide_hand, suits_of
from hu.scoring.texts import Names, Text
from hu.scoring.tiles import DRAGONS, KINDS, WINDS
from hu.scoring.zung_jung.contradictions import contradictions, problems
from hu.scoring.zung_jung.patterns import STANDARD_TABLE, Pattern, PatternTable, WinningReading

Limit = Literal["chicken", "compound", "listed"]
#: The value that no sum of patterns exceeds, and from which a single pattern stands alone ("Regole di base", 6).
LIMIT: Final = 320
#: The value of a hand without any pattern ("Regole di base", 5).
CHICKEN: Final = 1
_KINDS: Final = frozenset(KINDS)
_DISCARDS: Final = frozenset(product(SEATS, RANK))


@dataclass(frozen=True, slots=True)
class AgreedOptions:
    """What tables may agree on.

    Attributes:
        half_flowers: whether category 11 counts half.
        minimum: a hand worth less may not win; 0 to 320.
        table: the patterns that are played.
        extras: house extras that the players named for this win.
    """

    half_flowers: bool = False
    minimum: int = 0
    table: PatternTable = STANDARD_TABLE
    extras: tuple[ScoreItem, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.minimum <= LIMIT:
            raise InputError(
                f"option minimum: {str(self.minimum)[:20]} is not between 0 and {LIMIT}"
            )


class ReadingScore(NamedTuple):
    """A reading's value and where it comes from.

    Attributes:
        points: the value.
        limit: what held it there: ``chicken`` (no pattern), ``compound`` (the sum reached 320), ``listed`` (a
            pattern of 320 or more counts alone), or None.
        patterns: every pattern that the reading holds, one of each series, in the rules' order; those that a listed
            limit drops included.
        total: their sum.
        case: the reading as the patterns look at it.
    """

    points: int
    limit: Limit | None
    patterns: tuple[Count[Pattern], ...]
    total: int
    case: WinningReading

    @property
    def reading(self) -> Reading:
        """The arrangement chosen."""
        case = self.case
        return Reading(case.form, case.standing, case.hand.melds, case.pairs, case.completed)


_STANDARD: Final = AgreedOptions()


def score(hand: Hand, win: Win, options: AgreedOptions = _STANDARD) -> ReadingScore:
    """Score a winning hand by its best reading: the highest value, then the highest sum before the limits (ruling 8).

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts itself; every problem is told.
        BelowMinimumError: the hand is worth less than the table's minimum.
    """
    plain = _is_plain(win.winner, win.how, win.source, win.circumstances)
    faultless = (plain and _DISCARDS.issuperset(win.recent_discards)) or not (
        any(win_problems(hand, win)) or any(contradictions(hand, win))
    )
    found = [_value(case, options) for case in _cases(hand, win)] if faultless else []
    if not found:
        raise InvalidHandError(problems(hand, win))
    best = (
        found[0] if len(found) == 1 else max(found, key=lambda score: (score.points, score.total))
    )
    if best.points < options.minimum:
        held: list[tuple[Names, int]] = [
            (Text(f"patterns.{count.row.id}", "hu.scoring.zung_jung"), count.total)
            for count in best.patterns
        ]
        held += [(item.pattern.names, item.total) for item in options.extras]
        raise BelowMinimumError.of(best.points, options.minimum, held)
    return best


@lru_cache(maxsize=1 << 10)
def _is_plain(winner: str, win: str, source: str | None, circumstances: frozenset[str]) -> bool:
    """Whether it is one of the wins that contradict no hand, as nearly every win is."""
    fits = (
        source is None
        if win == "self-draw"
        else win == "discard" and source in SEATS and source != winner
    )
    return fits and winner in SEATS and circumstances <= {"last-tile"}


def _cases(hand: Hand, win: Win) -> Iterator[WinningReading]:
    """Yield every reading of a hand, in a fixed order; none if the hand breaks a rule or does not win.

    Of the places that the winning tile may take in an arrangement only the best is looked at (ruling 2).
    """
    winning, melds = hand.winning, hand.melds
    if (
        winning not in _KINDS
        or len(hand.concealed) + 3 * len(melds) != 13
        or len(set(hand.bonus)) < len(hand.bonus)
    ):
        return
    suits = suits_of(hand.concealed, winning, melds)
    if suits is None or not all(suit.is_legal for suit in suits):
        return
    tiles = count_tiles(suits)
    for m_, p_, s_, z_ in divide_hand(suits):
        completed = _completed_by((m_, p_, s_, z_)["mpsz".index(winning[1])], winning)
        concealed = m_.concealed + p_.concealed + s_.concealed + z_.concealed
        if not win.drawn and len(completed) > 2:
            concealed = tuple([meld for meld in concealed if meld.tiles != completed])
        yield WinningReading(
            hand,
            win,
            hand.bonus,
            win.circumstances,
            "regular",
            m_.standing + p_.standing + s_.standing + z_.standing,
            m_.pairs + p_.pairs + s_.pairs + z_.pairs,
            completed,
            m_.sequences + p_.sequences + s_.sequences,
            m_.triplets + p_.triplets + s_.triplets + z_.triplets,
            concealed,
            m_.quads + p_.quads + s_.quads + z_.quads,
            tuple([meld for meld in z_.triplets if meld.tiles[0] in WINDS]),
            tuple([meld for meld in z_.triplets if meld.tiles[0] in DRAGONS]),
            m_.equal + p_.equal + s_.equal,
            m_.straight or p_.straight or s_.straight,
            m_.run or p_.run or s_.run,
            *tiles,
        )
    if not melds and (reading := irregular_reading(hand.standing, winning)):
        about = hand, win, hand.bonus, win.circumstances, reading.form
        yield WinningReading(*about, (), reading.pairs, reading.completed, *((),) * 9, *tiles)


def _completed_by(division: SuitDivision, winning: str) -> tuple[str, ...]:
    """The best place of the winning tile: a triplet only where there is no other, for it may be exposed (ruling 2)."""
    for meld in division.standing:
        if winning in meld.tiles and meld.kind == "sequence":
            return meld.tiles
    return (winning,) * (2 if winning in division.pairs else 3)


def _value(case: WinningReading, options: AgreedOptions) -> ReadingScore:
    """Find the patterns of a reading and add them up; category 11 may count half."""
    patterns = []
    total, highest = sum(item.total for item in options.extras), 0
    for place, series in options.table.series:
        if case[place]:
            for pattern in series:
                if earned := pattern.earn(case):
                    halved = options.half_flowers and pattern.id.startswith("11.")
                    points = pattern.points // 2 if halved else pattern.points
                    times, groups = count_earned(earned, each=pattern.each)
                    patterns.append(Count(pattern, points, times, groups))
                    total += points * times
                    highest = max(highest, points)
                    break
    if not patterns and not total:
        return ReadingScore(CHICKEN, "chicken", (), 0, case)
    if highest >= LIMIT:
        return ReadingScore(highest, "listed", tuple(patterns), total, case)
    if total >= LIMIT:
        return ReadingScore(LIMIT, "compound", tuple(patterns), total, case)
    return ReadingScore(total, None, tuple(patterns), total, case)

"""The value of a winning hand in Zung Jung 3.3: its best arrangement and its patterns."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple

from hu.scoring.arrangements import Arrangement, irregular_arrangement
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.patterns import PatternCount, ScoreItem, count_earned
from hu.scoring.problems import BelowMinimumError, InvalidHandError, win_problems
from hu.scoring.suits import (
    Divisions,
    SuitDivision,
    Suits,
    divide_hand,
    find_tile_classes,
    suits_of,
)
from hu.scoring.texts import Names, Text
from hu.scoring.tiles import DRAGONS, KINDS, RANK, WINDS
from hu.scoring.zung_jung.contradictions import zung_jung_contradictions, zung_jung_problems
from hu.scoring.zung_jung.patterns import (
    STANDARD_TABLE,
    Pattern,
    PatternTable,
    ZungJungArrangement,
)

Limit = Literal["chicken", "compound", "listed"]
#: The value that no sum of patterns exceeds. A pattern of this value or more counts alone
#: ("Regole di base", 6).
LIMIT: Final = 320
#: The value of a hand without any pattern ("Regole di base", 5).
CHICKEN: Final = 1
_KINDS: Final = frozenset(KINDS)
#: Every seat with every tile, as in ``Win.recent_discards``.
_POSSIBLE_DISCARDS: Final = frozenset(product(SEATS, RANK))


@dataclass(frozen=True, slots=True)
class AgreedOptions:
    """The options that a table has agreed on.

    Attributes:
        halves_flowers: whether flowers and seasons (category 11) count half.
        minimum: the value that a hand needs to win, 0 to 320.
        table: the patterns that are played.
        extras: house extras that the players named for this win.
    """

    halves_flowers: bool = False
    minimum: int = 0
    table: PatternTable = STANDARD_TABLE
    extras: tuple[ScoreItem, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.minimum <= LIMIT:
            raise InputError(
                f"option minimum: {str(self.minimum)[:20]} is not between 0 and {LIMIT}"
            )


class ArrangementValue(NamedTuple):
    """The value of an arrangement, and the patterns that earn it.

    Attributes:
        points: the value.
        limit: the rule that set the value: ``chicken`` (no pattern), ``compound`` (the sum reached
            320), ``listed`` (a pattern of 320 or more counts alone). None if the sum counts.
        patterns: every pattern of the arrangement, at most one of each series, in the rules' order.
            Patterns that a listed limit drops are included.
        total: the sum of the patterns and of the house extras.
        arrangement: the arrangement as the patterns see it.
    """

    points: int
    limit: Limit | None
    patterns: tuple[PatternCount[Pattern], ...]
    total: int
    arrangement: ZungJungArrangement

    @property
    def plain_arrangement(self) -> Arrangement:
        """The arrangement in the type that all rule sets use."""
        arrangement = self.arrangement
        return Arrangement(
            form=arrangement.form,
            standing_melds=arrangement.standing_melds,
            melds=arrangement.hand.melds,
            pairs=arrangement.pairs,
            completed_group=arrangement.completed_group,
        )


_STANDARD: Final = AgreedOptions()


def count_points(hand: Hand, win: Win, options: AgreedOptions = _STANDARD) -> ArrangementValue:
    """Count a winning hand by its best arrangement.

    The best has the highest value, then the highest sum before the limits (ruling 8).

    Args:
        hand: the winner's hand, with its winning tile.
        win: how it was won.
        options: the options of the table.

    Raises:
        InvalidHandError: the hand does not win, or the win contradicts itself. The error lists
            every problem.
        BelowMinimumError: the hand is worth less than the table's minimum.
    """
    if _has_contradictions(hand, win):
        raise InvalidHandError(zung_jung_problems(hand, win))
    best: ArrangementValue | None = None
    for arrangement in _arrange(hand, win):
        value = _value_of(arrangement, options)
        if best is None or (value.points, value.total) > (best.points, best.total):
            best = value
    if best is None:
        raise InvalidHandError(zung_jung_problems(hand, win))
    if best.points < options.minimum:
        patterns: list[tuple[Names, int]] = []
        for count in best.patterns:
            name = Text(f"patterns.{count.row.id}", "hu.scoring.zung_jung")
            patterns.append((name, count.total))
        patterns += [(item.pattern.names, item.total) for item in options.extras]
        raise BelowMinimumError.of(best.points, options.minimum, patterns)
    return best


def _has_contradictions(hand: Hand, win: Win) -> bool:
    """Whether a win contradicts the hand or itself.

    Nearly every win is ordinary and contradicts nothing. This is checked first, for speed.
    """
    # Without keywords, because a cache looks them up slowly.
    is_ordinary = _is_ordinary(win.winner, win.how, win.source, win.circumstances)
    if is_ordinary and _POSSIBLE_DISCARDS.issuperset(win.recent_discards):
        return False
    return any(win_problems(hand, win)) or any(zung_jung_contradictions(hand, win))


@lru_cache(maxsize=1 << 10)
def _is_ordinary(winner: str, how: str, source: str | None, circumstances: frozenset[str]) -> bool:
    """Whether a win contradicts neither itself nor any hand. The arguments are fields of ``Win``.

    It is a draw or a discard of another player. No circumstance but the last tile goes with it.
    """
    other_circumstances = circumstances - {"last-tile"}
    if winner not in SEATS or other_circumstances:
        return False
    if how == "self-draw":
        return source is None
    return how == "discard" and source in SEATS and source != winner


def _arrange(hand: Hand, win: Win) -> Iterator[ZungJungArrangement]:
    """Arrange a hand in every way that wins, in a fixed order.

    The winning tile may be able to complete several groups of an arrangement. It completes the best
    of them (ruling 2).

    Yields:
        The arrangements. Nothing if the hand breaks a rule or does not win.
    """
    winning = hand.winning
    if winning not in _KINDS or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return
    if hand.bonus and not hand.has_flowers_once:
        return
    suits = suits_of(hand.concealed, winning, hand.melds)
    if suits is None or not all(suit.is_legal for suit in suits):
        return
    for divisions in divide_hand(suits):
        yield _arrange_regular(hand, win, suits, divisions)
    if not hand.melds:
        irregular = irregular_arrangement(hand.standing, winning)
        if irregular is not None:
            yield _arrange_irregular(hand, win, suits, irregular)


def _arrange_regular(
    hand: Hand, win: Win, suits: Suits, divisions: Divisions
) -> ZungJungArrangement:
    """Join the divisions of the four suits to an arrangement of the hand.

    Args:
        hand: the winner's hand.
        win: how it was won.
        suits: the suits of the hand.
        divisions: a division of each suit.
    """
    m, p, s, z = divisions
    winning = str(hand.winning)
    completed_group = _find_completed_group(divisions["mpsz".index(winning[1])], winning)
    concealed_triplets = (
        m.concealed_triplets + p.concealed_triplets + s.concealed_triplets + z.concealed_triplets
    )
    if not win.drawn:
        # A triplet that the winning discard completes is exposed (ruling 2).
        concealed_triplets = tuple(
            [meld for meld in concealed_triplets if meld.tiles != completed_group]
        )
    tile_classes = find_tile_classes(suits)
    return ZungJungArrangement(
        hand=hand,
        win=win,
        bonus=hand.bonus,
        circumstances=win.circumstances,
        form="regular",
        standing_melds=(m.standing_melds + p.standing_melds + s.standing_melds + z.standing_melds),
        pairs=m.pairs + p.pairs + s.pairs + z.pairs,
        completed_group=completed_group,
        number_of_suits=tile_classes.number_of_suits,
        has_honors=tile_classes.has_honors,
        has_orphans=tile_classes.has_orphans,
        has_simples=tile_classes.has_simples,
        sequences=m.sequences + p.sequences + s.sequences,
        triplets=m.triplets + p.triplets + s.triplets + z.triplets,
        concealed_triplets=concealed_triplets,
        quads=m.quads + p.quads + s.quads + z.quads,
        wind_triplets=tuple([meld for meld in z.triplets if meld.tiles[0] in WINDS]),
        dragon_triplets=tuple([meld for meld in z.triplets if meld.tiles[0] in DRAGONS]),
        equal_sequences=m.equal_sequences + p.equal_sequences + s.equal_sequences,
        # At most one suit has enough melds for either.
        pure_straight=m.pure_straight or p.pure_straight or s.pure_straight,
        shifted_triplets=m.shifted_triplets or p.shifted_triplets or s.shifted_triplets,
    )


def _arrange_irregular(
    hand: Hand, win: Win, suits: Suits, irregular: Arrangement
) -> ZungJungArrangement:
    """Make the arrangement of seven pairs or thirteen orphans, which have no melds.

    Args:
        hand: the winner's hand.
        win: how it was won.
        suits: the suits of the hand.
        irregular: the arrangement in the type that all rule sets use.
    """
    tile_classes = find_tile_classes(suits)
    return ZungJungArrangement(
        hand=hand,
        win=win,
        bonus=hand.bonus,
        circumstances=win.circumstances,
        form=irregular.form,
        standing_melds=(),
        pairs=irregular.pairs,
        completed_group=irregular.completed_group,
        number_of_suits=tile_classes.number_of_suits,
        has_honors=tile_classes.has_honors,
        has_orphans=tile_classes.has_orphans,
        has_simples=tile_classes.has_simples,
    )


def _find_completed_group(division: SuitDivision, winning: str) -> tuple[str, ...]:
    """Find the best group that the winning tile can complete (ruling 2).

    A triplet comes last, because a discard would expose it.

    Args:
        division: the division of the winning tile's suit.
        winning: the winning tile.

    Returns:
        The tiles of the group.
    """
    for meld in division.standing_melds:
        if winning in meld.tiles and meld.kind == "sequence":
            return meld.tiles
    if winning in division.pairs:
        return (winning, winning)
    return (winning, winning, winning)


def _value_of(arrangement: ZungJungArrangement, options: AgreedOptions) -> ArrangementValue:
    """Find the patterns of an arrangement and add them up."""
    patterns: list[PatternCount[Pattern]] = []
    total = sum(item.total for item in options.extras)
    # The points of the highest pattern.
    highest = 0
    # This loop runs for every arrangement of every hand, so it calls nothing that it can avoid. It
    # reads the fields of the arrangement by index.
    for field_index, patterns_of_series in options.table.all_series:
        if not arrangement[field_index]:
            continue
        for pattern in patterns_of_series:
            earned = pattern.earn(arrangement)
            if not earned:
                continue
            points = pattern.points
            if options.halves_flowers and pattern.id.startswith("11."):
                points //= 2
            times, groups = count_earned(earned, counts_each=pattern.counts_each)
            patterns.append(PatternCount(pattern, points, times, groups))
            total += points * times
            highest = max(highest, points)
            # The other patterns of the series are lower.
            break
    limit: Limit | None = None
    value = total
    if not patterns and not total:
        limit = "chicken"
        value = CHICKEN
    elif highest >= LIMIT:
        limit = "listed"
        value = highest
    elif total >= LIMIT:
        limit = "compound"
        value = LIMIT
    return ArrangementValue(
        points=value,
        limit=limit,
        patterns=tuple(patterns),
        total=total,
        arrangement=arrangement,
    )

"""The Taiwanese table: every pattern with its tai and its predicate over an arrangement."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hu.scoring.arrangements import Arrangement
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.melds import Meld
from hu.scoring.patterns import Earned, PatternInfo, ScoringGroup, Unit
from hu.scoring.rule_set.rules_toml import pattern_info, pattern_rows
from hu.scoring.texts import Text
from hu.scoring.tiles import BONUS, DRAGONS, FLOWERS, SEASONS, WINDS

_PACKAGE: Final = "hu.scoring.taiwanese"
_BONUS: Final = frozenset(BONUS)
#: The unit of patterns and of hands.
TAI: Final = Unit(Text("unit.tai", _PACKAGE), key="tai")


@dataclass(frozen=True)
class TaiwaneseArrangement:
    """One arrangement of a winning hand, with how it was won. "Triplets" include quads.

    Attributes:
        hand: the winner's hand.
        arrangement: the melds and pairs of the hand.
        win: how it was won.
        round_wind: the wind of the round.
        repeats: how many deals in a row the dealer has dealt before this deal.
        own_flowers: the flower and the season of the winner's seat, even if the hand lacks them.
        has_one_wait: whether one kind of tile alone completes the hand.
        all_chows_needs_two_sided_wait: whether the pattern "all chows" counts only with a two-sided
            wait. If not, it counts with every wait except a lone wait.
    """

    hand: Hand
    arrangement: Arrangement
    win: Win
    round_wind: str
    repeats: int
    own_flowers: tuple[str, ...]
    has_one_wait: bool
    all_chows_needs_two_sided_wait: bool

    @property
    def is_regular(self) -> bool:
        """Whether it is five melds and a pair."""
        return self.arrangement.form == "regular"

    @cached_property
    def triplets(self) -> list[Meld]:
        """Triplets and quads. The triplet beside seven pairs earns nothing and is left out."""
        if not self.is_regular:
            return []
        return [meld for meld in self.arrangement.all_melds if meld.kind != "sequence"]

    @cached_property
    def sequences(self) -> list[Meld]:
        """Sequences."""
        return [meld for meld in self.arrangement.all_melds if meld.kind == "sequence"]

    @cached_property
    def concealed_triplets(self) -> list[Meld]:
        """Triplets of which no tile was claimed. The winning discard counts as claimed."""
        concealed = [meld for meld in self.triplets if meld.concealed]
        if self.win.drawn:
            return concealed
        # The winning discard exposes the triplet that it completes.
        return [meld for meld in concealed if meld.tiles != self.arrangement.completed_group]

    @cached_property
    def suits(self) -> frozenset[str]:
        """The suits of the hand, honors (``z``) among them, without flowers and seasons."""
        return frozenset(tile[1] for tile in self.hand.tiles if tile not in _BONUS)

    @cached_property
    def is_concealed(self) -> bool:
        """Whether no meld was claimed before the win."""
        return not self.hand.claimed_melds

    @cached_property
    def is_melded(self) -> bool:
        """Whether all five melds were claimed."""
        return len(self.hand.claimed_melds) == FIVE_MELDS.melds

    @cached_property
    def has_lone_wait(self) -> bool:
        """Whether the hand waited for one kind of tile, at an edge, in a gap or for the pair."""
        if not self.has_one_wait:
            return False
        completes_pair = len(self.arrangement.completed_group) == 2
        if completes_pair:
            return True
        return self._completes_sequence and not self._completes_two_sided_sequence

    @property
    def _completes_sequence(self) -> bool:
        """Whether the winning tile completes a sequence."""
        completed_group = self.arrangement.completed_group
        return len(completed_group) == 3 and completed_group[0] != completed_group[1]

    @property
    def _completes_two_sided_sequence(self) -> bool:
        """Whether the winning tile completes a sequence that two numbers could complete."""
        if not self._completes_sequence:
            return False
        winning = self.hand.winning
        low, _, high = self.arrangement.completed_group
        # A 7 that completes 89, and a 3 that completes 12, is the only tile that does.
        completes_low_end = winning == low and low[0] != "7"
        completes_high_end = winning == high and high[0] != "3"
        return completes_low_end or completes_high_end

    @cached_property
    def is_all_chows(self) -> bool:
        """Whether the hand is five sequences and a pair of numbers, and the win fits them.

        The tile came from another player, the hand has no flowers, and the wait is two-sided. At
        some tables every wait but a lone wait will do.
        """
        if len(self.sequences) != FIVE_MELDS.melds or "z" in self.suits:
            return False
        if self.hand.bonus or self.win.drawn:
            return False
        if self.all_chows_needs_two_sided_wait:
            return self._completes_two_sided_sequence
        return not self.has_lone_wait

    @cached_property
    def complete_fours(self) -> list[tuple[str, ...]]:
        """The four flowers and the four seasons, each as a group, if the hand holds all four."""
        return [four for four in (FLOWERS, SEASONS) if set(four).issubset(self.hand.bonus)]

    def triplets_of(self, kinds: Iterable[str]) -> list[Meld]:
        """Triplets of these kinds of tile."""
        return [meld for meld in self.triplets if meld.tiles[0] in kinds]

    def wind_triplet(self, seat: str) -> list[Meld]:
        """The triplet of a seat's wind, if the hand has it."""
        wind = WINDS[SEATS.index(seat)]
        return self.triplets_of((wind,))

    def has_pair_of(self, kinds: Iterable[str]) -> bool:
        """Whether the pair of a regular hand is of these kinds of tile."""
        return self.is_regular and self.arrangement.pairs[0] in kinds

    def flowers_of(self, kinds: Iterable[str]) -> list[ScoringGroup]:
        """The flowers and seasons of these kinds, each as a group."""
        return [(tile,) for tile in self.hand.bonus if tile in kinds]

    def has(self, circumstance: str) -> bool:
        """Whether the win was with this circumstance."""
        return circumstance in self.win.circumstances


@dataclass(frozen=True, slots=True)
class Tai:
    """A row of the table.

    Attributes:
        info: the row as people are shown it.
        earn: returns the groups of an arrangement that earn it, or how often the whole hand does.
        tai_of: its tai each time, by the name of a preset. 0 if the preset does not have it.
        includes: the ids of the patterns that do not count beside it.
        counts_each: whether it counts once for each group that earns it. Else it counts once.
    """

    info: PatternInfo
    earn: Callable[[TaiwaneseArrangement], Earned]
    tai_of: Mapping[str, int]
    includes: tuple[str, ...]
    counts_each: bool

    @property
    def id(self) -> str:
        """Its name."""
        return self.info.id


#: The rows of ``rules.toml`` by id.
_ROWS: Final = {row["id"]: row for row in pattern_rows(_PACKAGE)}


def _row(
    name: str,
    earn: Callable[[TaiwaneseArrangement], Earned],
    *,
    counts_each: bool = False,
) -> Tai:
    """Join a row of ``rules.toml`` with the predicate that earns it.

    Args:
        name: the id of the row.
        earn: returns the groups of an arrangement that earn it, or how often the whole hand does.
        counts_each: whether it counts once for each group that earns it. Else it counts once.
    """
    row = _ROWS[name]
    tai_of = {
        "common": row["worth"],
        "shifu": row["shifu"],
        "every-flower": row["every-flower"],
    }
    shown_tai = tai_of["common"]
    if shown_tai == 0:
        # Rows that the common preset lacks are played in the preset every-flower alone.
        shown_tai = tai_of["every-flower"]
    return Tai(
        info=pattern_info(_PACKAGE, name, shown_tai, TAI, example=row["example"]),
        earn=earn,
        tai_of=tai_of,
        includes=tuple(row["includes"].split()),
        counts_each=counts_each,
    )


#: Every pattern. A pattern that includes others comes before them.
TABLE: Final = (
    _row("heaven", lambda a: a.has("heaven")),
    _row("earth", lambda a: a.has("earth")),
    _row("human", lambda a: a.has("human")),
    _row("ready-dealt", lambda a: a.has("ready-dealt")),
    _row("ready-first", lambda a: a.has("ready-first")),
    # No arrangement earns these two: hands with so many flowers win whatever their other tiles are.
    # ``hu.scoring.taiwanese.scores`` counts them.
    _row("eight-flowers", lambda _: 0),
    _row("seven-rob-one", lambda _: 0),
    _row("pairs-and-triplet", lambda a: not a.is_regular),
    _row("big-winds", lambda a: len(a.triplets_of(WINDS)) == 4 and a.triplets_of(WINDS)),
    _row(
        "little-winds",
        lambda a: len(a.triplets_of(WINDS)) == 3 and a.has_pair_of(WINDS) and a.triplets_of(WINDS),
    ),
    _row("big-dragons", lambda a: len(a.triplets_of(DRAGONS)) == 3 and a.triplets_of(DRAGONS)),
    _row(
        "little-dragons",
        lambda a: (
            len(a.triplets_of(DRAGONS)) == 2 and a.has_pair_of(DRAGONS) and a.triplets_of(DRAGONS)
        ),
    ),
    _row("all-honors", lambda a: a.suits == {"z"}),
    _row("full-flush", lambda a: len(a.suits) == 1 and "z" not in a.suits),
    _row("half-flush", lambda a: len(a.suits) == 2 and "z" in a.suits),
    _row("all-triplets", lambda a: len(a.triplets) == FIVE_MELDS.melds and a.triplets),
    _row("five-concealed", lambda a: len(a.concealed_triplets) == 5 and a.concealed_triplets),
    _row("four-concealed", lambda a: len(a.concealed_triplets) == 4 and a.concealed_triplets),
    _row("three-concealed", lambda a: len(a.concealed_triplets) == 3 and a.concealed_triplets),
    _row("all-chows", lambda a: a.is_all_chows and a.sequences),
    _row("all-melded", lambda a: a.is_melded and not a.win.drawn),
    _row("half-melded", lambda a: a.is_melded and a.win.drawn),
    _row("concealed-self-draw", lambda a: a.is_concealed and a.win.drawn),
    _row("concealed", lambda a: a.is_concealed),
    _row("self-draw", lambda a: a.win.drawn),
    _row("seat-wind", lambda a: a.wind_triplet(a.win.winner)),
    _row("round-wind", lambda a: a.wind_triplet(a.round_wind)),
    _row("any-wind", lambda a: a.triplets_of(WINDS), counts_each=True),
    _row("dragon", lambda a: a.triplets_of(DRAGONS), counts_each=True),
    _row("flower-set", lambda a: a.complete_fours, counts_each=True),
    _row("own-flower", lambda a: a.flowers_of(a.own_flowers), counts_each=True),
    _row("any-flower", lambda a: a.flowers_of(BONUS), counts_each=True),
    _row("lone-wait", lambda a: a.has_lone_wait and [a.arrangement.completed_group]),
    _row("robbed-kong", lambda a: a.win.how == "robbed-kong"),
    _row("kong-replacement", lambda a: a.has("kong-replacement")),
    _row("last-draw", lambda a: a.has("last-tile") and a.win.drawn),
    _row("last-discard", lambda a: a.has("last-tile") and not a.win.drawn),
    _row("dealer", lambda a: a.win.winner == "E"),
    _row("repeats", lambda a: a.repeats if a.win.winner == "E" else 0),
)
#: The patterns by id.
BY_ID: Final = {row.id: row for row in TABLE}

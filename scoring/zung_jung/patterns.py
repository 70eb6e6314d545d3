"""The patterns of Zung Jung 3.3 as one table, and the record of a hand that their predicates see.

Sources: the list of patterns of version 3.3 ("Elenco delle combinazioni", sections 1.0 to 11.0),
the English sheet for the English names, and the project's rulings. A row that depends on a ruling
cites it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from hu.scoring.arrangements import ArrangementForm
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.patterns import Earned, ScoringGroup
from hu.scoring.shapes import NINE_GATES, completes_nine_gates
from hu.scoring.tiles import DRAGONS, FLOWERS, ORPHANS, SEASONS, WINDS

_ORPHANS: Final = frozenset(ORPHANS)
_FLOWERS: Final = frozenset(FLOWERS)
_SEASONS: Final = frozenset(SEASONS)
#: The category of the patterns for bonus tiles in the rules.
_BONUS_CATEGORY: Final = "11"
#: The number of each seat's wind, flower and season, by seat.
_NUMBERS: Final = {seat: tile[0] for seat, tile in zip(SEATS, WINDS, strict=True)}


class ZungJungArrangement(NamedTuple):
    """One arrangement of a winning hand, and how it was won. "Triplets" include quads.

    Seven pairs and thirteen orphans have no melds. Groups are in the order of their tiles.

    Attributes:
        hand: the winner's hand.
        win: how it was won.
        bonus: its flowers and seasons.
        circumstances: the circumstances of the win.
        form: the shape of the arrangement.
        standing_melds: the melds of the standing tiles.
        pairs: the tile of each pair.
        completed_group: the tiles of the meld or pair that the winning tile completes. Empty for
            thirteen orphans.
        number_of_suits: how many of the three suits occur.
        has_honors: whether honors occur.
        has_orphans: whether terminals or honors occur.
        has_simples: whether numbers from 2 to 8 occur.
        sequences: the sequences.
        triplets: the triplets and quads.
        concealed_triplets: the triplets of which the player has drawn every tile.
        quads: the quads.
        wind_triplets: the triplets of winds.
        dragon_triplets: the triplets of dragons.
        equal_sequences: the sequences that occur more than once, each as often as it occurs.
        pure_straight: the sequences 123, 456 and 789 of one suit. Empty if one of them is missing.
        shifted_triplets: four triplets of one suit with consecutive numbers, or else three. Empty
            without such triplets.
    """

    hand: Hand
    win: Win
    bonus: tuple[str, ...]
    circumstances: frozenset[str]
    form: ArrangementForm
    standing_melds: tuple[Meld, ...]
    pairs: tuple[str, ...]
    completed_group: tuple[str, ...]
    number_of_suits: int
    has_honors: bool
    has_orphans: bool
    has_simples: bool
    sequences: tuple[Meld, ...] = ()
    triplets: tuple[Meld, ...] = ()
    concealed_triplets: tuple[Meld, ...] = ()
    quads: tuple[Meld, ...] = ()
    wind_triplets: tuple[Meld, ...] = ()
    dragon_triplets: tuple[Meld, ...] = ()
    equal_sequences: tuple[Meld, ...] = ()
    pure_straight: tuple[Meld, ...] = ()
    shifted_triplets: tuple[Meld, ...] = ()

    @property
    def pair(self) -> str:
        """The pair's tile in a regular hand, empty in the others."""
        return self.pairs[0] if self.form == "regular" else ""

    @property
    def pair_groups(self) -> list[ScoringGroup]:
        """The pairs, each as a group."""
        return [(tile, tile) for tile in self.pairs]

    @property
    def has_no_claims(self) -> bool:
        """Whether no meld was claimed before the win."""
        return not self.hand.claimed_melds

    @property
    def is_nine_gates(self) -> bool:
        """Whether 1112345678999 of one suit waited for the last tile.

        With Blessing of Heaven any of the fourteen tiles may be the last (ruling 9).
        """
        if "heaven" not in self.win.circumstances:
            return self.hand.concealed in NINE_GATES
        return any(completes_nine_gates(self.hand.standing, tile) for tile in self.hand.standing)

    @property
    def own_number(self) -> str:
        """The number of the winner's wind, flower and season."""
        return _NUMBERS[self.win.winner]

    @property
    def own_wind_triplets(self) -> list[Meld]:
        """The triplet of the winner's wind. Empty if there is none."""
        return [meld for meld in self.wind_triplets if meld.first_number == self.own_number]

    @property
    def is_all_outside(self) -> bool:
        """Whether every meld and the pair of a regular hand hold a terminal or an honor."""
        if self.pair not in _ORPHANS:
            return False
        if any(meld.first_number not in "17" for meld in self.sequences):
            return False
        return all(meld.tiles[0] in _ORPHANS for meld in self.triplets)


# Rows compare by identity.
@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One row of the table.

    Attributes:
        id: category, series and place in the series, as the rules number it.
        points: its value, each time it counts.
        earn: returns the groups of an arrangement that earn it, or whether the whole hand does.
        counts_each: whether it counts once for each group that earns it. Else it counts once.
    """

    id: str
    points: int
    earn: Callable[[ZungJungArrangement], Earned]
    counts_each: bool = False

    @property
    def series(self) -> str:
        """The series of the pattern. Only the highest pattern of a series counts.

        Bonus tiles count one by one, so each of their rows is a series of its own. So is a pattern
        that a house has added.
        """
        # Only the patterns of the table have numbers. A house gives its own patterns names.
        if "." not in self.id:
            return self.id
        category, number, *_ = self.id.split(".")
        if category == _BONUS_CATEGORY:
            return self.id
        return f"{category}.{number}"


#: By series, a field of ``ZungJungArrangement`` that all patterns of the series need. If the field
#: of an arrangement is empty, the series is skipped, for speed.
_NEEDED_FIELDS: Final = {
    "3.1": "has_honors",
    "3.2": "dragon_triplets",
    "3.3": "wind_triplets",
    "4.2": "concealed_triplets",
    "4.3": "quads",
    "5.1": "equal_sequences",
    "6.1": "sequences",
    "6.2": "triplets",
    "7.1": "pure_straight",
    "7.2": "shifted_triplets",
    "8.1": "has_orphans",
    "9.1": "circumstances",
    "9.2": "circumstances",
    "9.4": "circumstances",
    "11.1.1": "bonus",
    "11.1.2": "bonus",
    "11.2.1": "bonus",
    "11.2.2": "bonus",
}
#: A field that is never empty: every arrangement has a form. Series that are not listed above are
#: tried for every arrangement.
_NEVER_EMPTY: Final = "form"


class Series(NamedTuple):
    """The patterns of a series, of which only the highest counts.

    Attributes:
        field_index: the index of the field of ``ZungJungArrangement`` that the patterns need. An
            arrangement whose field is empty holds none of the patterns.
        patterns: the patterns, the highest first.
    """

    field_index: int
    patterns: tuple[Pattern, ...]


# Tables compare by identity.
@dataclass(frozen=True, slots=True, eq=False)
class PatternTable:
    """The patterns that are played.

    Attributes:
        patterns: in the rules' order.
        all_series: the patterns by series.
    """

    patterns: tuple[Pattern, ...]
    all_series: tuple[Series, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Divide the patterns into their series."""
        all_series: list[Series] = []
        # The rules list the patterns of a series one after the other.
        for name, patterns in groupby(self.patterns, key=lambda pattern: pattern.series):
            field_name = _NEEDED_FIELDS.get(name, _NEVER_EMPTY)
            field_index = ZungJungArrangement._fields.index(field_name)
            highest_first = sorted(patterns, key=lambda pattern: pattern.points, reverse=True)
            all_series.append(Series(field_index, tuple(highest_first)))
        # A field of a frozen dataclass is set through ``object``.
        object.__setattr__(self, "all_series", tuple(all_series))


def in_three_suits(melds: Iterable[Meld], pairs: Iterable[str] = ()) -> list[ScoringGroup]:
    """Find three groups of one number in all three suits.

    Args:
        melds: sequences, or triplets.
        pairs: tiles of pairs that may be one of the three groups.

    Returns:
        The groups of characters, dots and bamboo. Empty if there are none.
    """
    group_of: dict[str, ScoringGroup] = {}
    for meld in melds:
        group_of[meld.tiles[0]] = meld
    for tile in pairs:
        group_of[tile] = (tile, tile)
    for tile, characters in group_of.items():
        if tile[1] != "m":
            continue
        dots = tile[0] + "p"
        bamboo = tile[0] + "s"
        if dots in group_of and bamboo in group_of:
            return [characters, group_of[dots], group_of[bamboo]]
    return []


def two_double_sequences(arrangement: ZungJungArrangement) -> tuple[Meld, ...]:
    """Find the four melds of two different sequences that occur twice each (5.1.2)."""
    # Each of these sequences occurs at least twice, so four of them cannot be three and one.
    repeated_sequences = arrangement.equal_sequences
    different_sequences = {meld.tiles for meld in repeated_sequences}
    if len(repeated_sequences) == 4 and len(different_sequences) == 2:
        return repeated_sequences
    return ()


def quadruple_sequence(arrangement: ZungJungArrangement) -> tuple[Meld, ...]:
    """Find the four melds of a sequence that occurs four times (5.1.4)."""
    repeated_sequences = arrangement.equal_sequences
    different_sequences = {meld.tiles for meld in repeated_sequences}
    if len(repeated_sequences) == 4 and len(different_sequences) == 1:
        return repeated_sequences
    return ()


def two_triplets_and_pair(arrangement: ZungJungArrangement) -> list[ScoringGroup]:
    """Find two triplets and a pair of one number in all three suits (6.2.1).

    Three triplets of one number are the higher pattern of the series (6.2.2).
    """
    if in_three_suits(arrangement.triplets):
        return []
    return in_three_suits(arrangement.triplets, arrangement.pairs)


# A table reads by its rows.
# fmt: off
#: Every pattern, in the order of the rules. "Triplets" include quads.
PATTERNS: Final = (
    Pattern("1.1", 5, lambda a: len(a.sequences) == 4 and a.sequences),  # All Sequences
    # Ruling 3: irregular hands never earn it, not even fully concealed.
    Pattern("1.2", 5, lambda a: a.form == "regular" and a.has_no_claims),  # Concealed Hand
    Pattern("1.3", 5, lambda a: not a.has_orphans),  # All Simples
    Pattern("2.1.1", 40, lambda a: a.number_of_suits == 1 and a.has_honors),  # Half Flush
    Pattern("2.1.2", 80, lambda a: a.number_of_suits == 1 and not a.has_honors),  # Full Flush
    # Nine Gates. A concealed quad spoils it (ruling 4). With Blessing of Heaven any of the fourteen
    # tiles may be the last (ruling 9).
    Pattern("2.2", 480,
            lambda a: a.number_of_suits == 1 and not a.hand.melds and a.is_nine_gates),
    # Value Honor.
    Pattern("3.1", 10, lambda a: [*a.own_wind_triplets, *a.dragon_triplets], counts_each=True),
    # Little Three Dragons.
    Pattern("3.2.1", 40,
            lambda a: len(a.dragon_triplets) == 2 and a.pair in DRAGONS
            and [*a.dragon_triplets, *a.pair_groups]),
    # Big Three Dragons.
    Pattern("3.2.2", 130, lambda a: len(a.dragon_triplets) == 3 and a.dragon_triplets),
    # Little Three Winds.
    Pattern("3.3.1", 30,
            lambda a: len(a.wind_triplets) == 2 and a.pair in WINDS
            and [*a.wind_triplets, *a.pair_groups]),
    # Big Three Winds.
    Pattern("3.3.2", 120, lambda a: len(a.wind_triplets) == 3 and a.wind_triplets),
    # Little Four Winds.
    Pattern("3.3.3", 320,
            lambda a: len(a.wind_triplets) == 3 and a.pair in WINDS
            and [*a.wind_triplets, *a.pair_groups]),
    # Big Four Winds.
    Pattern("3.3.4", 400, lambda a: len(a.wind_triplets) == 4 and a.wind_triplets),
    Pattern("3.4", 320, lambda a: a.number_of_suits == 0),  # All Honors
    Pattern("4.1", 30, lambda a: len(a.triplets) == 4 and a.triplets),  # All Triplets
    # Ruling 2: a triplet that the winning discard completes is exposed here.
    # Two Concealed Triplets.
    Pattern("4.2.1", 5, lambda a: len(a.concealed_triplets) == 2 and a.concealed_triplets),
    # Three Concealed Triplets.
    Pattern("4.2.2", 30, lambda a: len(a.concealed_triplets) == 3 and a.concealed_triplets),
    # Four Concealed Triplets.
    Pattern("4.2.3", 125, lambda a: len(a.concealed_triplets) == 4 and a.concealed_triplets),
    Pattern("4.3.1", 5, lambda a: len(a.quads) == 1 and a.quads),  # One Quad
    # Ruling 7: the sheet's "Three Quads" in this row is a misprint.
    Pattern("4.3.2", 20, lambda a: len(a.quads) == 2 and a.quads),  # Two Quads
    Pattern("4.3.3", 120, lambda a: len(a.quads) == 3 and a.quads),  # Three Quads
    Pattern("4.3.4", 480, lambda a: len(a.quads) == 4 and a.quads),  # Four Quads
    # Pure Double Sequence.
    Pattern("5.1.1", 10, lambda a: len(a.equal_sequences) == 2 and a.equal_sequences),
    Pattern("5.1.2", 60, two_double_sequences),  # Two Pure Double Sequences
    # Pure Triple Sequence.
    Pattern("5.1.3", 120, lambda a: len(a.equal_sequences) == 3 and a.equal_sequences),
    Pattern("5.1.4", 480, quadruple_sequence),  # Quadruple Sequence
    # Mixed Triple Sequence.
    Pattern("6.1", 35,
            lambda a: a.number_of_suits == 3 and len(a.sequences) > 2
            and in_three_suits(a.sequences)),
    # Double Triplet and Matching Pair.
    Pattern("6.2.1", 30,
            lambda a: a.number_of_suits == 3 and len(a.triplets) > 1 and two_triplets_and_pair(a)),
    # Triple Triplet.
    Pattern("6.2.2", 120,
            lambda a: a.number_of_suits == 3 and len(a.triplets) > 2
            and in_three_suits(a.triplets)),
    Pattern("7.1", 40, lambda a: a.pure_straight),  # Pure Straight
    # Three Pure Shifted Triplets.
    Pattern("7.2.1", 100, lambda a: len(a.shifted_triplets) == 3 and a.shifted_triplets),
    # Four Pure Shifted Triplets.
    Pattern("7.2.2", 200, lambda a: len(a.shifted_triplets) == 4 and a.shifted_triplets),
    # Ruling 3: seven pairs have no melds, so 8.1.1 and 8.1.2 are not for them.
    Pattern("8.1.1", 40, lambda a: a.is_all_outside),  # Half Outside Hand
    Pattern("8.1.2", 50, lambda a: not a.has_honors and a.is_all_outside),  # Full Outside Hand
    # All Terminals and Honors.
    Pattern("8.1.3", 100, lambda a: not a.has_simples and a.form != "thirteen-orphans"),
    Pattern("8.1.4", 400, lambda a: not a.has_simples and not a.has_honors),  # All Terminals
    # Last Tile Draw.
    Pattern("9.1.1", 10, lambda a: "last-tile" in a.circumstances and a.win.drawn),
    # Last Tile Claim.
    Pattern("9.1.2", 10, lambda a: "last-tile" in a.circumstances and not a.win.drawn),
    # Out with the Replacement Tile.
    Pattern("9.2", 10, lambda a: "kong-replacement" in a.circumstances),
    Pattern("9.3", 10, lambda a: a.win.how == "robbed-kong"),  # Robbing the Quad
    Pattern("9.4.1", 155, lambda a: "heaven" in a.circumstances),  # Blessing of Heaven
    Pattern("9.4.2", 155, lambda a: "earth" in a.circumstances),  # Blessing of Earth
    Pattern("10.1", 160, lambda a: a.form == "thirteen-orphans"),  # Thirteen Orphans
    Pattern("10.2", 30, lambda a: a.form == "seven-pairs" and a.pair_groups),  # Seven Pairs
    # Guest Flower or Season.
    Pattern("11.1.1", 2,
            lambda a: [(tile,) for tile in a.bonus if tile[0] != a.own_number], counts_each=True),
    # Own Flower or Season.
    Pattern("11.1.2", 4,
            lambda a: [(tile,) for tile in a.bonus if tile[0] == a.own_number], counts_each=True),
    Pattern("11.2.1", 10, lambda a: set(a.bonus) >= _FLOWERS),  # Four Flowers
    Pattern("11.2.2", 10, lambda a: set(a.bonus) >= _SEASONS),  # Four Seasons
)
# fmt: on
#: The patterns as the rules list them.
STANDARD_TABLE: Final = PatternTable(PATTERNS)

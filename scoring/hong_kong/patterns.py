"""The table of Hong Kong: every pattern with its faan and its predicate over an arrangement."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hu.scoring.arrangements import Arrangement
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.patterns import Earned, PatternInfo, ScoringGroup, Unit
from hu.scoring.rule_set.rules_toml import pattern_infos, pattern_rows
from hu.scoring.shapes import NINE_GATES
from hu.scoring.texts import Text
from hu.scoring.tiles import DRAGONS, FLOWERS, ORPHANS, SEASONS, WINDS

_FOURS: Final = (FLOWERS, SEASONS)
_ORPHANS: Final = frozenset(ORPHANS)
_BONUS: Final = frozenset((*FLOWERS, *SEASONS))
#: The unit of patterns.
FAAN: Final = Unit(Text("unit.faan", "hu.scoring.hong_kong"), key="faan")


@dataclass(frozen=True)
class HongKongArrangement:
    """One arrangement of a winning hand, with how it was won. "Triplets" include quads.

    Attributes:
        hand: the winner's hand.
        arrangement: the melds and pairs of the hand.
        win: how it was won.
        round_wind: the wind of the round.
        has_flowers: whether the table plays with flowers.
    """

    hand: Hand
    arrangement: Arrangement
    win: Win
    round_wind: str
    has_flowers: bool

    @cached_property
    def triplets(self) -> list[Meld]:
        """Triplets and quads."""
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
    def kinds(self) -> frozenset[str]:
        """The kinds of tiles, without flowers and seasons."""
        return frozenset(self.hand.tiles) - _BONUS

    @cached_property
    def suits(self) -> frozenset[str]:
        """The suits of the hand, honors (``z``) among them."""
        return frozenset(tile[1] for tile in self.kinds)

    @cached_property
    def is_orphans(self) -> bool:
        """Whether the hand is four triplets and a pair, all of terminals and honors."""
        return len(self.triplets) == 4 and self.kinds <= _ORPHANS

    @cached_property
    def pairs(self) -> list[ScoringGroup]:
        """The pairs, each as a group."""
        return [(tile, tile) for tile in self.arrangement.pairs]

    @cached_property
    def own_flowers(self) -> list[ScoringGroup]:
        """The flower and the season of the winner's seat that the hand has, each as a group."""
        number = str(SEATS.index(self.win.winner) + 1)
        return [(tile,) for tile in self.hand.bonus if tile[0] == number]

    @cached_property
    def complete_fours(self) -> list[ScoringGroup]:
        """The four flowers and the four seasons, each as a group, if the hand holds all four."""
        return [four for four in _FOURS if set(four).issubset(self.hand.bonus)]

    def triplets_of(self, kinds: Iterable[str]) -> list[Meld]:
        """Triplets of these kinds of tile."""
        return [meld for meld in self.triplets if meld.tiles[0] in kinds]

    def wind_triplet(self, seat: str) -> list[Meld]:
        """The triplet of a seat's wind, if there is one."""
        wind = WINDS[SEATS.index(seat)]
        return self.triplets_of((wind,))

    def has_pair_of(self, kinds: Iterable[str]) -> bool:
        """Whether the pair of a regular hand is of these kinds of tile."""
        pairs = self.arrangement.pairs
        return len(pairs) == 1 and pairs[0] in kinds


@dataclass(frozen=True, slots=True)
class Faan:
    """A row of the table.

    Attributes:
        info: the row as people are shown it.
        earn: returns the groups of an arrangement that earn it, or whether the whole hand does.
        includes: the ids of the patterns that do not count beside it. They count instead of it if
            they are worth more.
        counts_each: whether it counts once for each group that earns it. Else it counts once.
        is_bonus: whether flowers and seasons earn it, or their absence.
    """

    info: PatternInfo
    earn: Callable[[HongKongArrangement], Earned]
    includes: tuple[str, ...]
    counts_each: bool
    is_bonus: bool

    @property
    def id(self) -> str:
        """Its name."""
        return self.info.id


_INFOS: Final = pattern_infos("hu.scoring.hong_kong", FAAN)
_INCLUDED: Final = {
    row["id"]: tuple(row["includes"].split()) for row in pattern_rows("hu.scoring.hong_kong")
}


def _row(
    name: str,
    earn: Callable[[HongKongArrangement], Earned],
    *,
    counts_each: bool = False,
    is_bonus: bool = False,
) -> Faan:
    """Join a row of ``rules.toml`` with the predicate that earns it.

    Args:
        name: the id of the row.
        earn: returns the groups of an arrangement that earn it, or whether the whole hand does.
        counts_each: whether it counts once for each group that earns it. Else it counts once.
        is_bonus: whether flowers and seasons earn it, or their absence.
    """
    return Faan(
        info=_INFOS[name],
        earn=earn,
        includes=_INCLUDED[name],
        counts_each=counts_each,
        is_bonus=is_bonus,
    )


#: Every pattern.
TABLE: Final = (
    _row("common-hand", lambda a: len(a.sequences) == 4 and a.sequences),
    _row("all-triplets", lambda a: len(a.triplets) == 4 and a.triplets),
    _row("mixed-one-suit", lambda a: "z" in a.suits and len(a.suits) == 2),
    _row("all-one-suit", lambda a: len(a.suits) == 1 and "z" not in a.suits),
    _row("mixed-orphans", lambda a: a.is_orphans and "z" in a.suits and len(a.suits) > 1),
    _row(
        "small-dragons",
        lambda a: (
            len(a.triplets_of(DRAGONS)) == 2 and a.has_pair_of(DRAGONS) and a.triplets_of(DRAGONS)
        ),
    ),
    _row("great-dragons", lambda a: len(a.triplets_of(DRAGONS)) == 3 and a.triplets_of(DRAGONS)),
    _row(
        "small-winds",
        lambda a: len(a.triplets_of(WINDS)) == 3 and a.has_pair_of(WINDS) and a.triplets_of(WINDS),
    ),
    _row("great-winds", lambda a: len(a.triplets_of(WINDS)) == 4 and a.triplets_of(WINDS)),
    _row("all-honors", lambda a: a.suits == {"z"}),
    _row("orphans", lambda a: a.is_orphans and "z" not in a.suits),
    _row("self-triplets", lambda a: len(a.concealed_triplets) == 4 and a.concealed_triplets),
    _row("nine-gates", lambda a: a.hand.concealed in NINE_GATES),
    _row("all-kongs", lambda a: a.hand.quads == 4 and a.triplets),
    _row("thirteen-orphans", lambda a: a.arrangement.form == "thirteen-orphans"),
    _row(
        "seven-pairs",
        lambda a: a.arrangement.form == "seven-pairs" and a.pairs,
    ),
    _row("dragon", lambda a: a.triplets_of(DRAGONS), counts_each=True),
    _row("seat-wind", lambda a: a.wind_triplet(a.win.winner)),
    _row("round-wind", lambda a: a.wind_triplet(a.round_wind)),
    _row("self-draw", lambda a: a.win.drawn),
    _row("concealed", lambda a: not a.hand.claimed_melds),
    _row("robbed-kong", lambda a: a.win.how == "robbed-kong"),
    _row("last-tile", lambda a: "last-tile" in a.win.circumstances),
    _row(
        "kong-replacement",
        lambda a: bool({"kong-replacement", "double-kong"} & a.win.circumstances),
    ),
    _row("double-kong", lambda a: "double-kong" in a.win.circumstances),
    _row("heaven", lambda a: "heaven" in a.win.circumstances),
    _row("earth", lambda a: "earth" in a.win.circumstances),
    _row("no-flowers", lambda a: a.has_flowers and not a.hand.bonus, is_bonus=True),
    _row("own-flower", lambda a: a.own_flowers, counts_each=True, is_bonus=True),
    _row(
        "all-flowers",
        lambda a: a.complete_fours,
        counts_each=True,
        is_bonus=True,
    ),
    # No arrangement earns these two: hands with so many flowers win whatever their other tiles are.
    # ``hu.scoring.hong_kong.scores`` counts them.
    _row("seven-flowers", lambda _: 0, is_bonus=True),
    _row("eight-flowers", lambda _: 0, is_bonus=True),
)
#: The patterns by id.
BY_ID: Final = {row.id: row for row in TABLE}

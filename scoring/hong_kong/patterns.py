"""The table of Hong Kong: every pattern with its faan, and what it takes as a predicate over one reading."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hu.scoring.arrangements import Arrangement
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.patterns import Earned, PatternInfo, TileGroup, Unit
from hu.scoring.rule_set.rules_toml import pattern_infos, pattern_rows
from hu.scoring.shapes import NINE_GATES
from hu.scoring.texts import Text
from hu.scoring.tiles import DRAGONS, FLOWERS, ORPHANS, SEASONS, WINDS

_FOURS: Final = (FLOWERS, SEASONS)
FAAN: Final = Unit(Text("unit.faan", "hu.scoring.hong_kong"))


@dataclass(frozen=True)
class Case:
    """One reading of a winning hand, with how it was won.

    Attributes:
        hand, reading, win: as they are.
        round_wind: the wind of the round.
        flowers: whether the table plays with flowers.
    """

    hand: Hand
    reading: Arrangement
    win: Win
    round_wind: str
    flowers: bool

    @cached_property
    def triplets(self) -> list[Meld]:
        """Triplets and quads."""
        return [part for part in self.reading.sets if part.kind != "sequence"]

    @cached_property
    def sequences(self) -> list[Meld]:
        """Sequences."""
        return [part for part in self.reading.sets if part.kind == "sequence"]

    @cached_property
    def concealed_triplets(self) -> list[Meld]:
        """Triplets and quads of which no tile was claimed, the winning one included."""
        claimed = () if self.win.drawn else self.reading.completed
        return [part for part in self.triplets if part.concealed and part.tiles != claimed]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of tiles, flowers apart."""
        return frozenset(self.hand.tiles) - {*FLOWERS, *SEASONS}

    @cached_property
    def suits(self) -> frozenset[str]:
        """The suits of the hand, honors among them."""
        return frozenset(tile[1] for tile in self.kinds)

    def of(self, kinds: Iterable[str]) -> list[Meld]:
        """Triplets and quads of these kinds."""
        return [part for part in self.triplets if part.tiles[0] in kinds]

    def pair_of(self, kinds: Iterable[str]) -> bool:
        """Whether the pair is of these kinds."""
        return len(self.reading.pairs) == 1 and self.reading.pairs[0] in kinds

    @cached_property
    def is_orphans(self) -> bool:
        """Whether the hand is triplets of terminals and honors."""
        return len(self.triplets) == 4 and self.kinds <= set(ORPHANS)

    @cached_property
    def own_flowers(self) -> list[TileGroup]:
        """Those of the seat's flower and season that the hand has."""
        number = str(SEATS.index(self.win.winner) + 1)
        return [(tile,) for tile in self.hand.bonus if tile[0] == number]


@dataclass(frozen=True, slots=True)
class Faan:
    """A row of the table.

    Attributes:
        info: as people are shown it.
        earn: the groups of a reading that earn it, or whether the hand as a whole does.
        includes: patterns that are not counted beside it; where that would lower the hand, they are counted instead.
        each: whether it counts for each of the groups; else once.
        bonus: whether flowers and seasons earn it.
    """

    info: PatternInfo
    earn: Callable[[Case], Earned]
    includes: tuple[str, ...]
    each: bool
    bonus: bool

    @property
    def id(self) -> str:
        """Its name."""
        return self.info.id


_INFOS: Final = pattern_infos("hu.scoring.hong_kong", FAAN)
_INCLUDED: Final = {
    row["id"]: tuple(row["includes"].split()) for row in pattern_rows("hu.scoring.hong_kong")
}


def _row(
    name: str, earn: Callable[[Case], Earned], *, each: bool = False, bonus: bool = False
) -> Faan:
    return Faan(_INFOS[name], earn, _INCLUDED[name], each, bonus)


TABLE: Final = (
    _row("common-hand", lambda c: len(c.sequences) == 4 and c.sequences),
    _row("all-triplets", lambda c: len(c.triplets) == 4 and c.triplets),
    _row("mixed-one-suit", lambda c: "z" in c.suits and len(c.suits) == 2),
    _row("all-one-suit", lambda c: len(c.suits) == 1 and "z" not in c.suits),
    _row("mixed-orphans", lambda c: c.is_orphans and "z" in c.suits and len(c.suits) > 1),
    _row(
        "small-dragons", lambda c: len(c.of(DRAGONS)) == 2 and c.pair_of(DRAGONS) and c.of(DRAGONS)
    ),
    _row("great-dragons", lambda c: len(c.of(DRAGONS)) == 3 and c.of(DRAGONS)),
    _row("small-winds", lambda c: len(c.of(WINDS)) == 3 and c.pair_of(WINDS) and c.of(WINDS)),
    _row("great-winds", lambda c: len(c.of(WINDS)) == 4 and c.of(WINDS)),
    _row("all-honors", lambda c: c.suits == {"z"}),
    _row("orphans", lambda c: c.is_orphans and "z" not in c.suits),
    _row("self-triplets", lambda c: len(c.concealed_triplets) == 4 and c.concealed_triplets),
    _row("nine-gates", lambda c: c.hand.concealed in NINE_GATES),
    _row("all-kongs", lambda c: c.hand.quads == 4 and c.triplets),
    _row("thirteen-orphans", lambda c: c.reading.form == "thirteen-orphans"),
    _row(
        "seven-pairs",
        lambda c: c.reading.form == "seven-pairs" and [(tile,) * 2 for tile in c.reading.pairs],
    ),
    _row("dragon", lambda c: c.of(DRAGONS), each=True),
    _row("seat-wind", lambda c: c.of((WINDS[SEATS.index(c.win.winner)],))),
    _row("round-wind", lambda c: c.of((WINDS[SEATS.index(c.round_wind)],))),
    _row("self-draw", lambda c: c.win.drawn),
    # No set was claimed before the win.
    _row("concealed", lambda c: all(meld.concealed for meld in c.hand.melds)),
    _row("robbed-kong", lambda c: c.win.how == "robbed-kong"),
    _row("last-tile", lambda c: "last-tile" in c.win.circumstances),
    _row(
        "kong-replacement",
        lambda c: bool({"kong-replacement", "double-kong"} & c.win.circumstances),
    ),
    _row("double-kong", lambda c: "double-kong" in c.win.circumstances),
    _row("heaven", lambda c: "heaven" in c.win.circumstances),
    _row("earth", lambda c: "earth" in c.win.circumstances),
    _row("no-flowers", lambda c: c.flowers and not c.hand.bonus, bonus=True),
    _row("own-flower", lambda c: c.own_flowers, each=True, bonus=True),
    _row(
        "all-flowers",
        lambda c: [four for four in _FOURS if set(four) <= set(c.hand.bonus)],
        each=True,
        bonus=True,
    ),
    # Won without an arrangement of the other tiles: ``scores`` counts them.
    _row("seven-flowers", lambda _: 0, bonus=True),
    _row("eight-flowers", lambda _: 0, bonus=True),
)
BY_ID: Final = {row.id: row for row in TABLE}

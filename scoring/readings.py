"""Every way to arrange a winning hand: four melds and a pair, seven pairs, thirteen orphans."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from hu.scoring.hand import Hand, Meld, in_order
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.suits import Divisions, divide_hand, suits_of
from hu.scoring.tiles import ORPHANS

Form = Literal["regular", "seven-pairs", "thirteen-orphans"]
#: A set, a pair or other tiles that are shown together.
Group = Meld | tuple[str, ...]
#: What the predicate of a pattern returns: the groups that earn it, whether the hand as a whole does, or how often.
Earned = Sequence[Group] | int
Row = TypeVar("Row")
_ORPHANS: Final = frozenset(ORPHANS)


@dataclass(frozen=True, slots=True)
class Reading:
    """One arrangement of a winning hand, and the place of its winning tile.

    Attributes:
        form: its shape.
        standing: the sets among the standing tiles, the winning tile included, each ``concealed``.
        melds: the sets on the table, as in the hand.
        pairs: the pair's tile; seven of them with seven pairs; with thirteen orphans the tile held twice.
        completed: the tiles of the set or pair that the winning tile completes; empty for thirteen orphans.
    """

    form: Form
    standing: tuple[Meld, ...]
    melds: tuple[Meld, ...]
    pairs: tuple[str, ...]
    completed: tuple[str, ...]

    @property
    def sets(self) -> tuple[Meld, ...]:
        """All its sets."""
        return self.standing + self.melds

    def text(self, bonus: tuple[str, ...] = ()) -> str:
        """Write it set by set, as in ``123p 234m 567m 55s [777z]``; the notation reads it back.

        The standing sets come by number, then suit; after them the pair, the melds and the bonus tiles.
        """
        if self.form == "thirteen-orphans":
            parts = [format_tiles(in_order((*ORPHANS, *self.pairs)))]
        else:
            parts = sorted([format_tiles(part.tiles) for part in self.standing])
            parts += [format_tiles((tile, tile)) for tile in self.pairs]
        return " ".join(
            [*parts, *map(format_meld, self.melds), *([format_tiles(bonus)] if bonus else [])]
        )


def readings(hand: Hand) -> tuple[Reading, ...]:
    """Arrange a hand in every way that wins, with every place for its winning tile.

    Args:
        hand: a hand with its winning tile; at most four copies of a tile.

    Returns:
        The readings in a fixed order; none when the hand does not win.
    """
    found: list[Reading] = []
    for standing, pair in arrangements(hand.standing):
        if len(standing) + len(hand.melds) == 4:
            groups = dict.fromkeys((*(part.tiles for part in standing), (pair, pair)))
            places = (group for group in groups if hand.winning in group)
            found += [Reading("regular", standing, hand.melds, (pair,), place) for place in places]
    irregular = None if hand.melds else irregular_reading(hand.standing, hand.winning or "")
    return (*found, irregular) if irregular else tuple(found)


def irregular_reading(standing: tuple[str, ...], winning: str) -> Reading | None:
    """Arrange fourteen tiles, in order, as seven pairs or thirteen orphans, if they are either."""
    if len(standing) != 14:
        return None
    if standing[::2] == standing[1::2]:
        return Reading("seven-pairs", (), (), standing[::2], (winning, winning))
    if set(standing) == _ORPHANS:
        pair = next(tile for tile, after in pairwise(standing) if tile == after)
        return Reading("thirteen-orphans", (), (), (pair,), ())
    return None


def arrangements(standing: Iterable[str]) -> list[tuple[tuple[Meld, ...], str]]:
    """List every division of tiles, in order, into sets and one pair, of whatever number."""
    suits = suits_of(standing)
    return (
        [(standing_sets(divisions), pair_of(divisions)) for divisions in divide_hand(suits)]
        if suits
        else []
    )


def standing_sets(divisions: Divisions) -> tuple[Meld, ...]:
    """The sets among the standing tiles of all suits."""
    m, p, s, z = divisions
    return m.standing + p.standing + s.standing + z.standing


def pair_of(divisions: Divisions) -> str:
    """The pair's tile."""
    m, p, s, z = divisions
    return (m.pairs + p.pairs + s.pairs + z.pairs)[0]


def is_regular(standing: tuple[str, ...]) -> bool:
    """Whether standing tiles divide into sets and one pair."""
    suits = suits_of(in_order(standing))
    return suits is not None and next(divide_hand(suits), None) is not None


def format_group(group: Group) -> str:
    """Write tiles that earn a pattern; a meld that was claimed or a quad as it lies."""
    if not isinstance(group, Meld):
        return format_tiles(group)
    stands = group.concealed and group.kind != "quad"
    return format_tiles(group.tiles) if stands or group.kind == "sequence" else format_meld(group)


class Count(NamedTuple, Generic[Row]):
    """A row of a rule set's table that a reading holds.

    Attributes:
        row: the row.
        worth: its points, faan or doublings, each time.
        times: how often it counts.
        groups: the sets, pairs or tiles that earn it; empty where the hand as a whole or a circumstance does.
    """

    row: Row
    worth: int
    times: int
    groups: Collection[Group] = ()

    @property
    def total(self) -> int:
        """What it adds in all."""
        return self.worth * self.times


def count_earned(earned: Earned, *, each: bool) -> tuple[int, Collection[Group]]:
    """How often a pattern counts, and the groups that earn it.

    Args:
        earned: what its predicate has returned.
        each: whether it counts for each group.
    """
    if isinstance(earned, int):
        return int(earned), ()
    return len(earned) if each else int(bool(earned)), earned

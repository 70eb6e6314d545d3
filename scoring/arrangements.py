"""Every way to arrange a winning hand: four melds and a pair, seven pairs, thirteen orphans."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.suits import Divisions, divide_hand, suits_of
from hu.scoring.tiles import ORPHANS, in_order

ArrangementForm = Literal["regular", "seven-pairs", "thirteen-orphans"]
_ORPHANS: Final = frozenset(ORPHANS)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One arrangement of a winning hand, and the place of its winning tile.

    Attributes:
        form: its shape.
        standing: the sets among the standing tiles, the winning tile included, each ``concealed``.
        melds: the sets on the table, as in the hand.
        pairs: the pair's tile; seven of them with seven pairs; with thirteen orphans the tile held twice.
        completed: the tiles of the set or pair that the winning tile completes; empty for thirteen orphans.
    """

    form: ArrangementForm
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


def arrange_hand(hand: Hand) -> tuple[Arrangement, ...]:
    """Arrange a hand in every way that wins, with every place for its winning tile.

    Args:
        hand: a hand with its winning tile; at most four copies of a tile.

    Returns:
        The readings in a fixed order; none when the hand does not win.
    """
    found: list[Arrangement] = []
    for standing, pair in divide_tiles(hand.standing):
        if len(standing) + len(hand.melds) == 4:
            groups = dict.fromkeys((*(part.tiles for part in standing), (pair, pair)))
            places = (group for group in groups if hand.winning in group)
            found += [
                Arrangement("regular", standing, hand.melds, (pair,), place) for place in places
            ]
    irregular = None if hand.melds else irregular_arrangement(hand.standing, hand.winning or "")
    return (*found, irregular) if irregular else tuple(found)


def irregular_arrangement(standing: tuple[str, ...], winning: str) -> Arrangement | None:
    """Arrange fourteen tiles, in order, as seven pairs or thirteen orphans, if they are either."""
    if len(standing) != 14:
        return None
    if standing[::2] == standing[1::2]:
        return Arrangement("seven-pairs", (), (), standing[::2], (winning, winning))
    if set(standing) == _ORPHANS:
        pair = next(tile for tile, after in pairwise(standing) if tile == after)
        return Arrangement("thirteen-orphans", (), (), (pair,), ())
    return None


def divide_tiles(standing: Iterable[str]) -> list[tuple[tuple[Meld, ...], str]]:
    """List every division of tiles, in order, into sets and one pair, of whatever number."""
    suits = suits_of(standing)
    return (
        [(standing_melds(divisions), pair_of(divisions)) for divisions in divide_hand(suits)]
        if suits
        else []
    )


def standing_melds(divisions: Divisions) -> tuple[Meld, ...]:
    """The sets among the standing tiles of all suits."""
    m, p, s, z = divisions
    return m.standing + p.standing + s.standing + z.standing


def pair_of(divisions: Divisions) -> str:
    """The pair's tile."""
    m, p, s, z = divisions
    return (m.pairs + p.pairs + s.pairs + z.pairs)[0]

"""Every way to arrange a winning hand: melds and a pair, seven pairs, thirteen orphans."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.suits import Divisions, divide_hand, suits_of
from hu.scoring.tiles import ORPHANS, in_order

ArrangementForm = Literal["regular", "seven-pairs", "thirteen-orphans"]
_ORPHANS: Final = frozenset(ORPHANS)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to divide a winning hand into groups, and the group that the winning tile completes.

    Attributes:
        form: its shape.
        standing_melds: the melds of the standing tiles, the winning tile included, each
            ``concealed``.
        melds: the melds on the table, as in the hand.
        pairs: the tile of each pair: one in most hands, seven in seven pairs. In thirteen orphans
            the tile that is held twice.
        completed_group: the tiles of the meld or pair that the winning tile completes. Empty for
            thirteen orphans.
    """

    form: ArrangementForm
    standing_melds: tuple[Meld, ...]
    melds: tuple[Meld, ...]
    pairs: tuple[str, ...]
    completed_group: tuple[str, ...]

    @property
    def all_melds(self) -> tuple[Meld, ...]:
        """Its melds, the standing ones first."""
        return self.standing_melds + self.melds

    def text(self, bonus: tuple[str, ...] = ()) -> str:
        """Write it group by group, as in ``123p 234m 567m 55s [777z]``, in the notation of hands.

        Standing melds come first, by number and then by suit. The pair, the melds on the table and
        the bonus tiles follow.
        """
        if self.form == "thirteen-orphans":
            parts = [format_tiles(in_order((*ORPHANS, *self.pairs)))]
        else:
            parts = sorted([format_tiles(meld.tiles) for meld in self.standing_melds])
            parts += [format_tiles((tile, tile)) for tile in self.pairs]
        parts += [format_meld(meld) for meld in self.melds]
        if bonus:
            parts.append(format_tiles(bonus))
        return " ".join(parts)


def arrange_hand(hand: Hand, hand_shape: HandShape = FOUR_MELDS) -> tuple[Arrangement, ...]:
    """Arrange a hand in every way that wins.

    If the winning tile can complete several groups of a division, each of them gives an arrangement
    of its own.

    >>> for arrangement in arrange_hand(Hand.from_text("123m 456p 789s 1112z +2z")):
    ...     print(arrangement.text(), arrangement.completed_group)
    111z 123m 456p 789s 22z ('2z', '2z')

    Args:
        hand: a hand with its winning tile, with at most four copies of each tile.
        hand_shape: the size of a hand.

    Returns:
        The arrangements in a fixed order. Empty if the hand does not win.
    """
    arrangements = []
    for melds, pair in divide_tiles(hand.standing):
        if len(melds) + len(hand.melds) != hand_shape.melds:
            continue
        groups = [meld.tiles for meld in melds]
        groups.append((pair, pair))
        # The winning tile may complete any of these groups. Equal groups count once.
        completed_groups = [group for group in dict.fromkeys(groups) if hand.winning in group]
        for completed_group in completed_groups:
            arrangement = Arrangement(
                form="regular",
                standing_melds=melds,
                melds=hand.melds,
                pairs=(pair,),
                completed_group=completed_group,
            )
            arrangements.append(arrangement)
    if not hand.melds:
        irregular = irregular_arrangement(hand.standing, hand.winning or "")
        if irregular is not None:
            arrangements.append(irregular)
    return tuple(arrangements)


def irregular_arrangement(standing: tuple[str, ...], winning: str) -> Arrangement | None:
    """Arrange tiles as seven pairs or thirteen orphans.

    Args:
        standing: the standing tiles with the winning tile, in order.
        winning: the winning tile.

    Returns:
        The arrangement, or None if the tiles are neither.
    """
    if len(standing) != 14:
        return None
    # The tile of each of the seven pairs. Empty if the tiles are not seven pairs.
    seven_pairs = find_seven_pairs(standing)
    if seven_pairs:
        return Arrangement(
            form="seven-pairs",
            standing_melds=(),
            melds=(),
            pairs=seven_pairs,
            completed_group=(winning, winning),
        )
    if set(standing) == _ORPHANS:
        pairs = [tile for tile in ORPHANS if standing.count(tile) == 2]
        # The tiles that are held once are no group, so the winning tile completes none.
        return Arrangement(
            form="thirteen-orphans",
            standing_melds=(),
            melds=(),
            pairs=tuple(pairs),
            completed_group=(),
        )
    return None


def find_seven_pairs(standing: tuple[str, ...]) -> tuple[str, ...]:
    """Find the tile of each of seven pairs. Four equal tiles are two pairs.

    Args:
        standing: fourteen tiles, in order.

    Returns:
        The seven tiles. Empty if the tiles are not seven pairs.
    """
    # The tiles are in order, so every second tile repeats the tile before it.
    first_tiles = standing[::2]
    second_tiles = standing[1::2]
    if first_tiles != second_tiles:
        return ()
    return first_tiles


def divide_tiles(tiles: Iterable[str]) -> list[tuple[tuple[Meld, ...], str]]:
    """List every division of tiles into one pair and any number of melds.

    Args:
        tiles: the tiles, each suit's in order.

    Returns:
        (melds, the pair's tile) for each division. Empty if there is no division.
    """
    suits = suits_of(tiles)
    if suits is None:
        return []
    return [(standing_melds(divisions), pair_of(divisions)) for divisions in divide_hand(suits)]


def standing_melds(divisions: Divisions) -> tuple[Meld, ...]:
    """The melds among the standing tiles of all suits."""
    m, p, s, z = divisions
    return m.standing_melds + p.standing_melds + s.standing_melds + z.standing_melds


def pair_of(divisions: Divisions) -> str:
    """The pair's tile."""
    m, p, s, z = divisions
    return (m.pairs + p.pairs + s.pairs + z.pairs)[0]

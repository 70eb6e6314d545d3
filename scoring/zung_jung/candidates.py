"""Every reading of a hand with its value; ``hu.scoring.zung_jung.scores`` takes the best.

The same arrangements as ``hu.scoring.readings`` finds, put together from remembered suits. Of the places that the
winning tile may take in an arrangement only the best is looked at (ruling 2).
"""

from itertools import product
from typing import Final, NamedTuple

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.readings import ORPHANS, Form, Reading, irregular_readings
from hu.scoring.zung_jung.blocks import (
    CHOWS_AT,
    NO_TRIPLETS,
    SETS,
    TALLY,
    compare_sequences,
    compare_triplets,
    has_triplet,
    tally_of,
)
from hu.scoring.zung_jung.counts import (
    UNIT,
    flags_of,
    has_fifth_copy,
    is_nine_gates,
    is_pairs,
    kinds_of,
    leaves_nine_gates,
)
from hu.scoring.zung_jung.features import Luck, luck_of
from hu.scoring.zung_jung.parts import Group, Part, suits_of, table_of
from hu.scoring.zung_jung.values import Value, value_of

_WINDS: Final = {seat: f"{number}z" for number, seat in enumerate(SEATS, start=1)}
_unit: Final = UNIT.__getitem__
_ORPHANS: Final = frozenset(ORPHANS)
_NO_SETS: Final = tally_of(0), compare_sequences(0), NO_TRIPLETS


class Candidate(NamedTuple):
    """A reading that may be the best.

    Attributes:
        value: what it is worth.
        parts: its division of the four suits; None for an irregular reading.
        completed: the set or pair that the winning tile completes.
    """

    value: Value
    parts: tuple[Part, Part, Part, Part] | None
    completed: tuple[str, ...]

    def reading(self, hand: Hand) -> Reading:
        """Write the reading out."""
        if self.parts is None:
            return irregular_readings(hand)[0]
        m, p, s, z = self.parts
        sets, pair = m.sets + p.sets + s.sets + z.sets, m.pair + p.pair + s.pair + z.pair
        return Reading("regular", sets, hand.melds, pair, self.completed)


def candidates(hand: Hand, win: Win, *, half_flowers: bool) -> list[Candidate]:
    """Find and value every reading of a hand.

    Args:
        hand: any hand.
        win: a win with a seat for its winner.
        half_flowers: whether category 11 counts half.

    Returns:
        In a fixed order; none if the hand breaks a rule or does not win.
    """
    winning, table = hand.winning, table_of(hand.melds)
    if winning not in UNIT or table is None or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return []
    standing = sum(map(_unit, hand.concealed), UNIT[winning])
    if has_fifth_copy(standing + table.counts) or len(set(hand.bonus)) < len(hand.bonus):
        return []
    luck = luck_of(win.winner, win.how, win.circumstances, hand.bonus)
    found = _regular(hand, win, standing, table, luck, half_flowers)
    return found if hand.melds else found + _irregular(hand, standing, luck, half_flowers)


def _regular(hand: Hand, win: Win, standing: int, table: Group, luck: Luck, half_flowers: bool) -> list[Candidate]:
    """Join the divisions of the suits with the melds."""
    m_suit, p_suit, s_suit, z_suit = suits_of(standing)
    kinds = kinds_of(table.flags | m_suit.flags | p_suit.flags | s_suit.flags | z_suit.flags)
    winning, own_wind, drawn = hand.winning or "", _WINDS[win.winner], win.drawn
    nine_gates = not hand.melds and _is_nine_gates(standing, winning, luck.heaven)
    suit = "mpsz".index(winning[1])
    found = []
    for parts in product(m_suit.parts, p_suit.parts, s_suit.parts, z_suit.parts):
        m, p, s, z = parts
        block = table.block + m.block + p.block + s.block + z.block
        if block & SETS != 4:
            continue
        completed, exposed = parts[suit].places[winning]
        if not drawn:
            block -= exposed
        tally = tally_of(block & TALLY)
        value = value_of(
            "regular",
            kinds,
            tally,
            compare_sequences(block >> CHOWS_AT),
            compare_triplets(block) if tally.triplets > 1 else NO_TRIPLETS,
            tally.winds > 0 and has_triplet(block, own_wind),
            table.exposed,
            nine_gates,
            luck,
            half_flowers,
        )
        found.append(Candidate(value, parts, completed))
    return found


def _irregular(hand: Hand, standing: int, luck: Luck, half_flowers: bool) -> list[Candidate]:
    """Read fourteen tiles as seven pairs or thirteen orphans, if they are either."""
    form = _form(hand, standing)
    if form is None:
        return []
    kinds = kinds_of(flags_of(hand.standing))
    return [Candidate(value_of(form, kinds, *_NO_SETS, False, False, False, luck, half_flowers), None, ())]


def _form(hand: Hand, standing: int) -> Form | None:
    if is_pairs(standing):
        return "seven-pairs"
    return "thirteen-orphans" if {*hand.concealed, hand.winning} == _ORPHANS else None


def _is_nine_gates(standing: int, winning: str, any_tile: bool) -> bool:
    """Whether the tiles before the win had nine gates (2.2); with Heaven any tile may be the last (ruling 9)."""
    return leaves_nine_gates(standing) if any_tile else is_nine_gates(standing - UNIT[winning])

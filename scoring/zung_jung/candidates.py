"""Every reading of a hand with its features; ``scoring.zung_jung.scores`` takes the best.

The same arrangements as ``scoring.readings`` finds, put together from remembered suits. Of the places that the winning
tile may take in an arrangement only the best is looked at (ruling 2).
"""

from itertools import product
from typing import Final, NamedTuple

from scoring.hand import SEATS, Hand, Win
from scoring.readings import ORPHANS, Form, Reading, irregular_readings
from scoring.zung_jung.blocks import compare_sequences, compare_triplets, has_triplet, set_count, tally
from scoring.zung_jung.counts import UNIT, by_suit, has_fifth_copy, is_nine_gates, is_pairs, kinds_of, leaves_nine_gates
from scoring.zung_jung.features import Features, luck_of
from scoring.zung_jung.parts import Part, melded, parts_of

_WINDS: Final = {seat: f"{number}z" for number, seat in enumerate(SEATS, start=1)}
_ORPHANS: Final = frozenset(ORPHANS)
_NO_SETS: Final = tally(0), compare_sequences(0), compare_triplets(0)


class Candidate(NamedTuple):
    """A reading that may be the best.

    Attributes:
        features: what the patterns look at.
        parts: its division of the four suits; None for an irregular reading.
    """

    features: Features
    parts: tuple[Part, ...] | None

    def reading(self, hand: Hand) -> Reading:
        """Write the reading out."""
        if self.parts is None:
            return irregular_readings(hand)[0]
        m, p, s, z = self.parts
        winning = hand.winning or ""
        completed, _ = self.parts["mpsz".index(winning[1])].places[winning]
        sets, pair = m.sets + p.sets + s.sets + z.sets, m.pair + p.pair + s.pair + z.pair
        return Reading("regular", sets, hand.melds, pair, completed)


def candidates(hand: Hand, win: Win) -> list[Candidate]:
    """Find every reading of a hand.

    Args:
        hand: any hand.
        win: a win with a seat for its winner.

    Returns:
        In a fixed order; none if the hand breaks a rule or does not win.
    """
    winning, table = hand.winning, melded(hand.melds)
    if winning not in UNIT or table is None or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return []
    standing = sum([UNIT[tile] for tile in hand.concealed]) + UNIT[winning]
    all_tiles = standing + table[0]
    if has_fifth_copy(all_tiles):
        return []
    found = _regular(hand, win, standing, all_tiles, table[1])
    return found if hand.melds else found + _irregular(hand, win, standing)


def _regular(hand: Hand, win: Win, standing: int, all_tiles: int, melds: int) -> list[Candidate]:
    """Join the divisions of the suits with the block of the melds."""
    luck = luck_of(win.winner, win.win, win.circumstances, hand.bonus)
    kinds = kinds_of(all_tiles)
    winning, own_wind = hand.winning or "", _WINDS[win.winner]
    exposed = not all([meld.concealed for meld in hand.melds])
    nine_gates = not hand.melds and _is_nine_gates(standing, winning, luck.heaven)
    suit = "mpsz".index(winning[1])
    m_tiles, p_tiles, s_tiles, z_tiles = by_suit(standing)
    found = []
    for parts in product(
        parts_of("m", m_tiles), parts_of("p", p_tiles), parts_of("s", s_tiles), parts_of("z", z_tiles)
    ):
        m, p, s, z = parts
        block = melds + m.block + p.block + s.block + z.block
        if set_count(block) != 4:
            continue
        if not luck.drawn:
            block -= parts[suit].places[winning][1]
        features = Features(
            "regular",
            kinds,
            tally(block),
            compare_sequences(block),
            compare_triplets(block),
            has_triplet(block, own_wind),
            exposed,
            nine_gates,
            luck,
        )
        found.append(Candidate(features, parts))
    return found


def _irregular(hand: Hand, win: Win, standing: int) -> list[Candidate]:
    """Read fourteen tiles as seven pairs or thirteen orphans, if they are either."""
    kinds, form = kinds_of(standing), _form(hand, standing)
    if form is None:
        return []
    luck = luck_of(win.winner, win.win, win.circumstances, hand.bonus)
    return [Candidate(Features(form, kinds, *_NO_SETS, False, False, False, luck), None)]


def _form(hand: Hand, standing: int) -> Form | None:
    if is_pairs(standing):
        return "seven-pairs"
    return "thirteen-orphans" if {*hand.concealed, hand.winning} == _ORPHANS else None


def _is_nine_gates(standing: int, winning: str, any_tile: bool) -> bool:
    """Whether the tiles before the win had nine gates (2.2); with Heaven any tile may be the last (ruling 9)."""
    return leaves_nine_gates(standing) if any_tile else is_nine_gates(standing - UNIT[winning])

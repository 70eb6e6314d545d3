"""Every reading of a hand with its value; ``hu.scoring.zung_jung.scores`` takes the best.

The same arrangements as ``hu.scoring.readings`` finds, put together from remembered suits. Of the places that the
winning tile may take in an arrangement only the best is looked at (ruling 2).
"""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.readings import ORPHANS, Form, Reading, irregular_readings
from hu.scoring.shapes import NINE_GATES, completes_nine_gates
from hu.scoring.suits import set_of
from hu.scoring.tiles import KINDS, WINDS
from hu.scoring.zung_jung.features import ReadingFeatures, WinContext, context_of, joined, tiles_of
from hu.scoring.zung_jung.suits import SuitDivision, Suits, is_triplet, suits_of
from hu.scoring.zung_jung.values import STANDARD_TABLE, PatternTable, Value, value_of

_SEAT_WINDS: Final = {seat: tile[0] for seat, tile in zip(SEATS, WINDS, strict=True)}
_KINDS: Final = frozenset(KINDS)
_ORPHANS: Final = frozenset(ORPHANS)


class ReadingCandidate(NamedTuple):
    """A reading that may be the best.

    Attributes:
        value: what it is worth.
        divisions: its division of the four suits; None for an irregular reading.
        completed: the numbers of the set or pair that the winning tile completes.
    """

    value: Value
    divisions: tuple[SuitDivision, SuitDivision, SuitDivision, SuitDivision] | None
    completed: str

    def reading(self, hand: Hand) -> Reading:
        """Write the reading out."""
        if self.divisions is None:
            return irregular_readings(hand)[0]
        divided = tuple(zip("mpsz", self.divisions, strict=True))
        standing = tuple([set_of(group, suit) for suit, division in divided for group in division.standing])
        pairs = tuple([division.pair[0] + suit for suit, division in divided if division.pair])
        completed = tuple([number + (hand.winning or "")[1:] for number in self.completed])
        return Reading("regular", standing, hand.melds, pairs, completed)


def candidates(
    hand: Hand, win: Win, *, half_flowers: bool, table: PatternTable = STANDARD_TABLE
) -> list[ReadingCandidate]:
    """Find and value every reading of a hand.

    Args:
        hand: any hand.
        win: a win with a seat for its winner.
        half_flowers: whether category 11 counts half.
        table: the patterns that are played.

    Returns:
        In a fixed order; none if the hand breaks a rule or does not win.
    """
    winning = hand.winning
    if winning not in _KINDS or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return []
    suits = suits_of(hand, winning)
    if suits is None or len(set(hand.bonus)) < len(hand.bonus):
        return []
    m, p, s, z = suits
    if not (m.is_legal and p.is_legal and s.is_legal and z.is_legal):
        return []
    context = context_of(win.winner, win.how, win.circumstances, hand.bonus)
    # Fourteen tiles divide into four melds and a pair, or into more pairs.
    one_pair = m.has_pair + p.has_pair + s.has_pair + z.has_pair == 1
    regular = _regular(hand, winning, win, suits, context, half_flowers, table) if one_pair else []
    return regular if hand.melds else [*regular, *_irregular(hand, suits, context, half_flowers, table)]


def _regular(
    hand: Hand, winning: str, win: Win, suits: Suits, context: WinContext, half_flowers: bool, table: PatternTable
) -> list[ReadingCandidate]:
    """Join the divisions of the suits with the melds."""
    m, p, s, z = suits
    number, suit = winning[0], winning[1]
    wind, drawn, of_winning = _SEAT_WINDS[win.winner], win.drawn, "mpsz".index(suit)
    tiles = tiles_of(suits, nine_gates=not hand.melds and _has_nine_gates(hand, heaven=context.heaven))
    found = []
    for divisions in product(m.divisions, p.divisions, s.divisions, z.divisions):
        completed = divisions[of_winning].completed[number]
        features = joined(divisions, tiles, context, wind, exposed=is_triplet(completed) and not drawn)
        found.append(ReadingCandidate(value_of(features, half_flowers, table), divisions, completed))
    return found


def _irregular(
    hand: Hand, suits: Suits, context: WinContext, half_flowers: bool, table: PatternTable
) -> Iterator[ReadingCandidate]:
    """Read fourteen tiles as seven pairs or thirteen orphans, if they are either."""
    form = _form(hand.standing)
    if form is not None:
        features = ReadingFeatures(form, tiles_of(suits, nine_gates=False), context)
        yield ReadingCandidate(value_of(features, half_flowers, table), None, "")


def _form(standing: tuple[str, ...]) -> Form | None:
    if standing[::2] == standing[1::2]:
        return "seven-pairs"
    return "thirteen-orphans" if set(standing) == _ORPHANS else None


def _has_nine_gates(hand: Hand, *, heaven: bool) -> bool:
    """Whether the tiles before the win had nine gates (2.2); with Heaven any tile may be the last (ruling 9)."""
    if not heaven:
        return hand.concealed in NINE_GATES
    return any(completes_nine_gates(hand.standing, tile) for tile in dict.fromkeys(hand.standing))

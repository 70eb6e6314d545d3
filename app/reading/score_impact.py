"""Whether an answer to a doubt about a meld changes the score."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hu.app.records.doubt import ClaimReading
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.melds import Meld

if TYPE_CHECKING:
    from hu.app.reading.model import HandReading

#: Scores a hand. Two hands that score alike give equal results.
Scorer = Callable[[Hand], object]


def add_score_impact(reading: "HandReading", score: Scorer) -> "HandReading":
    """Note at each doubt about a meld whether the score changes if the meld is read the other way.

    Args:
        reading: a reading with its doubts.
        score: scores a hand. It may raise ``HuError``.
    """
    read_tile_of = reading.by_index
    doubts = []
    for doubt in reading.doubts:
        if doubt.as_read is None:
            doubts.append(doubt)
            continue
        faces = [read_tile_of[index].tile for index in doubt.tiles]
        changes = changes_score(reading.hand, faces, doubt.as_read, score)
        doubts.append(replace(doubt, changes_score=changes))
    return replace(reading, doubts=tuple(doubts))


def changes_score(hand: Hand, faces: Sequence[str], as_read: ClaimReading, score: Scorer) -> bool:
    """Whether a hand scores differently if a meld is read the other way.

    True also if the hand does not have the meld as it was read, because the answer may matter.

    Args:
        hand: the hand as it was read.
        faces: the faces of the meld.
        as_read: how the meld was read.
        score: scores a hand. It may raise ``HuError``.
    """
    other_hand = read_otherwise(hand, faces, as_read)
    if other_hand is None:
        return True
    return _score_or_error(other_hand, score) != _score_or_error(hand, score)


def _score_or_error(hand: Hand, score: Scorer) -> object:
    """The score of a hand. If the hand cannot be scored, the error as a text."""
    try:
        return score(hand)
    except HuError as error:
        return str(error)


def read_otherwise(hand: Hand, faces: Sequence[str], as_read: ClaimReading) -> Hand | None:
    """Read a meld of a hand the other way: claimed instead of concealed, or the reverse.

    >>> str(read_otherwise(Hand.from_text("123m 55p 888p"), ["8p"] * 3, "concealed"))
    '123m 55p [888p]'

    Args:
        hand: the hand as it was read.
        faces: the faces of the meld.
        as_read: how the meld was read.

    Returns:
        The other hand. None if the hand does not have the meld as it was read.
    """
    meld = _find_meld(hand, faces)
    was_concealed = as_read == "concealed"
    if meld is not None and meld.concealed == was_concealed:
        is_quad = len(faces) > 3
        if is_quad:
            return _replace_meld(hand, meld, replace(meld, concealed=not meld.concealed))
        return _without_meld(hand, meld)
    # ``Hand.melds`` has no concealed triplets and sequences. Their tiles are standing tiles.
    if was_concealed:
        return _with_claimed_meld(hand, faces)
    return None


def _find_meld(hand: Hand, faces: Sequence[str]) -> Meld | None:
    """The first meld of a hand that has these faces."""
    for meld in hand.melds:
        if sorted(meld.tiles) == sorted(faces):
            return meld
    return None


def _replace_meld(hand: Hand, old: Meld, new: Meld) -> Hand:
    """The hand with another meld in place of one of its melds."""
    melds = list(hand.melds)
    melds[melds.index(old)] = new
    return replace(hand, melds=tuple(melds))


def _without_meld(hand: Hand, meld: Meld) -> Hand:
    """The hand with the tiles of a claimed meld put among the standing tiles."""
    melds = list(hand.melds)
    melds.remove(meld)
    concealed = (*hand.concealed, *sorted(meld.tiles))
    return replace(hand, melds=tuple(melds), concealed=concealed)


def _with_claimed_meld(hand: Hand, faces: Sequence[str]) -> Hand | None:
    """The hand with some of its standing tiles made a claimed meld.

    None if the standing tiles do not have these faces. The winning tile does not count.
    """
    if Counter(faces) - Counter(hand.concealed):
        return None
    concealed = list(hand.concealed)
    for face in faces:
        concealed.remove(face)
    melds = (*hand.melds, Meld(tuple(faces)))
    return replace(hand, concealed=tuple(concealed), melds=melds)

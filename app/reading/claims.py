"""Sets that a photo does not show to be claimed or concealed: the hand read the other way, and what that changes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from hu.scoring.errors import HuError
from hu.scoring.hand import Hand, Meld

#: What a set was read as that may have been claimed or not.
ClaimReading = Literal["claimed", "concealed"]


def matters(hand: Hand, faces: Sequence[str], as_read: ClaimReading, score: Callable[[Hand], object]) -> bool:
    """Whether a hand scores differently once a set is taken for the other: claimed for concealed, or the reverse.

    Args:
        hand: as it was read.
        faces: the set's tiles.
        as_read: what the set was taken for.
        score: scores a hand; two hands count the same when the results are equal.
    """
    other = read_otherwise(hand, faces, as_read)
    return other is None or _outcome(other, score) != _outcome(hand, score)


def _outcome(hand: Hand, score: Callable[[Hand], object]) -> object:
    try:
        return score(hand)
    except HuError as error:
        return str(error)


def read_otherwise(hand: Hand, faces: Sequence[str], as_read: ClaimReading) -> Hand | None:
    """The hand with a set claimed that was read as concealed, or the reverse; None if the hand does not hold it so.

    >>>     >>> str(read_otherwise(Hand.from_text("123m 55p 888p"), ["8p"] * 3, "concealed"))
    '123m 55p [888p]'
    """
    tiles = tuple(sorted(faces))
    meld = next((meld for meld in hand.melds if tuple(sorted(meld.tiles)) == tiles), None)
    if meld is not None and meld.concealed == (as_read == "concealed"):
        rest = list(hand.melds)
        position = rest.index(meld)
        if len(tiles) == 3:
            rest.pop(position)
            return replace(hand, melds=tuple(rest), concealed=(*hand.concealed, *tiles))
        rest[position] = replace(meld, concealed=not meld.concealed)
        return replace(hand, melds=tuple(rest))
    if as_read == "claimed":
        return None
    standing = list(hand.concealed)
    for tile in tiles:
        if tile not in standing:
            return None
        standing.remove(tile)
    return replace(hand, concealed=tuple(standing), melds=(*hand.melds, Meld(tuple(faces))))

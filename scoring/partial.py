"""Hands that do not win yet: what is left over, and the winning hands one tile away."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.shanten import COPIES, find_missing
from hu.scoring.shapes import COMMON_SHAPES, Shape, has_winning_shape
from hu.scoring.suits import _without
from hu.scoring.tiles import KINDS, RANK


@dataclass(frozen=True, slots=True)
class Nearby:
    """A winning hand that differs by one tile.

    Attributes:
        hand: the hand that wins.
        removed: the tile that was taken away, None if one was only added.
        added: the tile that was put in, None if one was only taken away.
    """

    hand: Hand
    removed: str | None
    added: str | None


def find_hands_one_tile_away(
    hand: Hand, shapes: Sequence[Shape] = COMMON_SHAPES
) -> tuple[Nearby, ...]:
    """Find every winning hand one tile away: a tile exchanged, or put in or taken away where the number is off by one.

    A tile put into a hand without a winning tile becomes the winning one.

    Returns:
        In a fixed order; empty when nothing is that near. A hand that wins already is not looked at specially.
    """
    illegal = [
        meld
        for meld in hand.melds
        if meld.kind == "other" or (meld.concealed and meld.kind != "quad")
    ]
    copies = Counter(tile for meld in hand.melds for tile in meld.tiles)
    missing = 14 - len(hand.standing) - 3 * len(hand.melds)
    if illegal:
        found = _mend(hand, shapes) if missing == 0 and len(illegal) == 1 else iter(())
    elif max(copies.values(), default=0) > COPIES:
        return ()
    elif missing == 1:
        into_winning = hand.winning is None
        found = (
            Nearby(
                replace(hand, winning=tile)
                if into_winning
                else replace(hand, concealed=(*hand.concealed, tile)),
                None,
                tile,
            )
            for tile in _completing(hand.standing, hand, shapes)
        )
    elif missing == -1:
        rests = {tile: _without(hand.concealed, tile) for tile in hand.concealed}
        shorter = ((tile, replace(hand, concealed=rest)) for tile, rest in rests.items())
        found = (Nearby(near, tile, None) for tile, near in shorter if _is_winning(near, shapes))
    else:
        found = _exchange(hand, shapes) if missing == 0 else iter(())
    return tuple(dict.fromkeys(found))


def _exchange(hand: Hand, shapes: Sequence[Shape]) -> Iterator[Nearby]:
    for old in dict.fromkeys(hand.concealed):
        rest = _without(hand.concealed, old)
        standing = _without(hand.standing, old)
        for new in _completing(standing, hand, shapes):
            if new != old:
                yield Nearby(replace(hand, concealed=(*rest, new)), old, new)
    if hand.winning is not None:
        for new in _completing(hand.concealed, hand, shapes):
            if new != hand.winning:
                yield Nearby(replace(hand, winning=new), hand.winning, new)


def _mend(hand: Hand, shapes: Sequence[Shape]) -> Iterator[Nearby]:
    """Exchange a tile of the one illegal meld."""
    for index, meld in enumerate(hand.melds):
        for old in dict.fromkeys(meld.tiles if meld.kind == "other" else ()):
            for new in KINDS:
                legal = Meld((*_without(meld.tiles, old), new), concealed=meld.concealed)
                near = replace(hand, melds=(*hand.melds[:index], legal, *hand.melds[index + 1 :]))
                is_legal = legal.kind == "quad" or (legal.kind != "other" and not legal.concealed)
                if is_legal and _is_winning(near, shapes):
                    yield Nearby(near, old, new)


def _completing(standing: tuple[str, ...], hand: Hand, shapes: Sequence[Shape]) -> list[str]:
    """The tiles of which one completes these tiles beside the hand's melds."""
    found = find_missing(standing, hand.melds, shapes)
    return sorted(found.tiles, key=RANK.__getitem__) if found.missing == 1 else []


def _is_winning(hand: Hand, shapes: Sequence[Shape]) -> bool:
    return max(Counter(hand.tiles).values()) <= COPIES and has_winning_shape(
        hand.standing, len(hand.melds), shapes
    )

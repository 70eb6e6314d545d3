"""Winning hands one tile away from a hand that does not win."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hu.scoring.hand import Hand
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.melds import Meld
from hu.scoring.shanten import find_missing
from hu.scoring.shapes import COMMON_SHAPES, Shape, has_winning_shape
from hu.scoring.tiles import COPIES, KINDS, RANK


@dataclass(frozen=True, slots=True)
class NearHand:
    """A winning hand that differs by one tile.

    Attributes:
        hand: the hand that wins.
        removed: the tile that was taken away. None if a tile was only added.
        added: the tile that was put in. None if a tile was only taken away.
    """

    hand: Hand
    removed: str | None
    added: str | None


def find_hands_one_tile_away(
    hand: Hand, shapes: Sequence[Shape] = COMMON_SHAPES, hand_shape: HandShape = FOUR_MELDS
) -> tuple[NearHand, ...]:
    """Find every winning hand that differs from a hand by one tile.

    A tile is exchanged. If the hand has one tile too few or too many, a tile is put in or taken
    away instead. A tile that is put into a hand without a winning tile becomes the winning tile.
    Of a hand that wins already, the other winning hands are found.

    Args:
        hand: the hand.
        shapes: the shapes that win.
        hand_shape: the size of a hand.

    Returns:
        The winning hands in a fixed order. Empty if none is that near.
    """
    illegal_melds = [meld for meld in hand.melds if not _is_legal(meld)]
    # How many tiles the hand has less than a complete hand. Negative if it has more.
    too_few = hand_shape.complete_size - len(hand.standing) - 3 * len(hand.melds)
    if illegal_melds:
        if too_few != 0 or len(illegal_melds) != 1:
            return ()
        near_hands = _exchange_in_meld(hand, shapes)
    elif _has_fifth_copy_in_melds(hand):
        return ()
    elif too_few == 1:
        near_hands = _add_tile(hand, shapes)
    elif too_few == 0:
        near_hands = _exchange_tile(hand, shapes)
    elif too_few == -1:
        near_hands = _remove_tile(hand, shapes)
    else:
        return ()
    return tuple(dict.fromkeys(near_hands))


def _is_legal(meld: Meld) -> bool:
    """Whether a meld can be on the table. Of the concealed melds only quads are laid down."""
    if meld.kind == "quad":
        return True
    return meld.kind != "other" and not meld.concealed


def _has_fifth_copy_in_melds(hand: Hand) -> bool:
    """Whether the melds on the table hold more than four copies of a tile."""
    copies = Counter(tile for meld in hand.melds for tile in meld.tiles)
    return max(copies.values(), default=0) > COPIES


def _add_tile(hand: Hand, shapes: Sequence[Shape]) -> Iterator[NearHand]:
    """Add a tile that the hand lacks, as the winning tile if the hand has no winning tile."""
    for tile in _completing_tiles(hand.standing, hand, shapes):
        if hand.winning is None:
            changed_hand = replace(hand, winning=tile)
        else:
            changed_hand = replace(hand, concealed=(*hand.concealed, tile))
        yield NearHand(changed_hand, removed=None, added=tile)


def _remove_tile(hand: Hand, shapes: Sequence[Shape]) -> Iterator[NearHand]:
    """Take away a concealed tile of a hand that has a tile too many."""
    for tile in dict.fromkeys(hand.concealed):
        changed_hand = replace(hand, concealed=_without(hand.concealed, tile))
        if _is_winning(changed_hand, shapes):
            yield NearHand(changed_hand, removed=tile, added=None)


def _exchange_tile(hand: Hand, shapes: Sequence[Shape]) -> Iterator[NearHand]:
    """Exchange a concealed tile, or the winning tile."""
    for old in dict.fromkeys(hand.concealed):
        other_concealed = _without(hand.concealed, old)
        other_standing = _without(hand.standing, old)
        for new in _completing_tiles(other_standing, hand, shapes):
            if new != old:
                changed_hand = replace(hand, concealed=(*other_concealed, new))
                yield NearHand(changed_hand, removed=old, added=new)
    if hand.winning is not None:
        for new in _completing_tiles(hand.concealed, hand, shapes):
            if new != hand.winning:
                yield NearHand(replace(hand, winning=new), removed=hand.winning, added=new)


def _exchange_in_meld(hand: Hand, shapes: Sequence[Shape]) -> Iterator[NearHand]:
    """Exchange a tile of the only illegal meld, so that the meld is legal."""
    for index, meld in enumerate(hand.melds):
        # Legal melds stay. No exchange makes a concealed triplet or sequence legal.
        if meld.kind != "other":
            continue
        for old in dict.fromkeys(meld.tiles):
            other_tiles = _without(meld.tiles, old)
            for new in KINDS:
                corrected = Meld((*other_tiles, new), concealed=meld.concealed)
                if not _is_legal(corrected):
                    continue
                melds = (*hand.melds[:index], corrected, *hand.melds[index + 1 :])
                changed_hand = replace(hand, melds=melds)
                if _is_winning(changed_hand, shapes):
                    yield NearHand(changed_hand, removed=old, added=new)


def _completing_tiles(standing: tuple[str, ...], hand: Hand, shapes: Sequence[Shape]) -> list[str]:
    """List the tiles of which one more completes a hand, in order.

    Args:
        standing: the standing tiles without that tile.
        hand: the hand, of which only the melds are used.
        shapes: the shapes that win.

    Returns:
        The tiles. Empty if the hand lacks no tile, or more than one.
    """
    nearest = find_missing(standing, hand.melds, shapes)
    if nearest.missing != 1:
        return []
    return sorted(nearest.tiles, key=RANK.__getitem__)


def _is_winning(hand: Hand, shapes: Sequence[Shape]) -> bool:
    """Whether a hand has one of the shapes, with at most four copies of each tile."""
    if max(Counter(hand.tiles).values()) > COPIES:
        return False
    return has_winning_shape(hand.standing, len(hand.melds), shapes)


def _without(tiles: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """Remove one copy of a tile from tiles that hold it."""
    other_tiles = list(tiles)
    other_tiles.remove(tile)
    return tuple(other_tiles)

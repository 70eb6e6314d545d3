"""The guarantee of Hong Kong (包自摸): feeding a large hand after its claimed melds warned of it.

After github.com/yawnoc/mahjong-scorer and the lists of the other sources: twelve tiles of one suit,
two triplets of dragons, or three of winds. After bigproduction.com/mj/hk, whoever discards a
winning tile to nine tiles of its suit guarantees the hand too. No source counts that for a hand
with two suits, which is small.
"""

from typing import Final

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.tiles import BONUS, DRAGONS, WINDS

#: Whoever feeds the last of so many claimed tiles of one suit guarantees the hand.
_SUIT_TILES: Final = 12
#: If so many claimed tiles are of one suit, whoever discards the winning tile of a hand of that
#: suit guarantees the hand.
_WARNING_TILES: Final = 9
#: Whoever feeds the last of so many claimed triplets of dragons guarantees the hand.
_DRAGON_TRIPLETS: Final = 2
#: Whoever feeds the last of so many claimed triplets of winds guarantees the hand.
_WIND_TRIPLETS: Final = 3


def find_guarantors(hand: Hand, win: Win) -> tuple[str, ...]:
    """Find the seats of the players who may guarantee a hand, of whom at most one does.

    Args:
        hand: a winner's hand.
        win: how it was won.

    Returns:
        All seats but the winner's if the claimed melds show a large hand, because any of these
        players may have fed the last meld. The discarder alone if three claimed melds warned of
        a hand of the winning tile's suit, with or without honors. Otherwise empty.
    """
    if _claims_show_large_hand(hand):
        return tuple(seat for seat in SEATS if seat != win.winner)
    if hand.winning is None or win.drawn or win.source is None:
        return ()
    suit = hand.winning[1]
    tiles = [tile for tile in hand.tiles if tile not in BONUS]
    is_of_suit = all(tile[1] in (suit, "z") for tile in tiles)
    if is_of_suit and _count_claimed_tiles(hand, suit) >= _WARNING_TILES:
        return (win.source,)
    return ()


def _claims_show_large_hand(hand: Hand) -> bool:
    """Whether the claimed melds show a hand of one suit, of dragons or of winds."""
    for suit in "mps":
        if _count_claimed_tiles(hand, suit) >= _SUIT_TILES:
            return True
    # No sequence begins with an honor.
    dragon_triplets = [meld for meld in hand.claimed_melds if meld.tiles[0] in DRAGONS]
    wind_triplets = [meld for meld in hand.claimed_melds if meld.tiles[0] in WINDS]
    return len(dragon_triplets) >= _DRAGON_TRIPLETS or len(wind_triplets) >= _WIND_TRIPLETS


def _count_claimed_tiles(hand: Hand, suit: str) -> int:
    """The number of tiles of a suit in the claimed melds of a hand."""
    count = 0
    for meld in hand.claimed_melds:
        for tile in meld.tiles:
            if tile[1] == suit:
                count += 1
    return count

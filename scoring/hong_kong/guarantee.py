"""The guarantee of Hong Kong (包自摸): feeding a large hand after its claimed melds warned of it.

After github.com/yawnoc/mahjong-scorer and the lists of the other sources: twelve tiles of one suit,
two triplets of dragons, or three of winds.
"""

from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.tiles import DRAGONS, WINDS

#: If so many claimed tiles are of one suit, the player who fed the last of them guarantees the
#: hand.
_SUIT_TILES: Final = 12
#: If so many claimed tiles are of one suit, the player who feeds the next meld of the suit
#: guarantees the hand.
_WARNING_TILES: Final = 9


def shows_danger(hand: Hand) -> bool:
    """Whether the claimed melds show a large hand. Whoever fed the last of them guarantees it."""
    return _claims_show_danger(hand, least_suit_tiles=_SUIT_TILES)


def can_have_guarantor(hand: Hand) -> bool:
    """Whether a player can guarantee the hand, for having fed a claimed meld or the winning tile.

    Three claimed melds of one suit are enough, because the winning tile can complete the fourth.
    """
    return _claims_show_danger(hand, least_suit_tiles=_WARNING_TILES)


def _claims_show_danger(hand: Hand, *, least_suit_tiles: int) -> bool:
    """Whether the claimed melds show a hand of one suit, of dragons or of winds.

    Args:
        hand: the hand.
        least_suit_tiles: how many claimed tiles of a suit show a hand of one suit.
    """
    claimed_melds = hand.claimed_melds
    claimed_tiles: list[str] = []
    for meld in claimed_melds:
        claimed_tiles += meld.tiles
    for suit in "mps":
        tiles_of_suit = [tile for tile in claimed_tiles if tile[1] == suit]
        if len(tiles_of_suit) >= least_suit_tiles:
            return True
    # No sequence begins with an honor.
    dragon_triplets = [meld for meld in claimed_melds if meld.tiles[0] in DRAGONS]
    wind_triplets = [meld for meld in claimed_melds if meld.tiles[0] in WINDS]
    return len(dragon_triplets) >= 2 or len(wind_triplets) >= 3

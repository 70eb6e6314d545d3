"""The guarantee of Hong Kong (包自摸): who fed a hand whose claimed melds warned of it.

After github.com/yawnoc/mahjong-scorer and the lists of the other sources: twelve tiles of one suit,
two triplets of dragons, or three of winds.
"""

from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.tiles import DRAGONS, WINDS

#: Claimed tiles of one suit that show a hand whose last meld a player fed.
_SUIT_TILES: Final = 12
#: Claimed tiles of one suit before a player feeds the last meld, perhaps with the winning tile.
_WARNING_TILES: Final = 9


def shows_danger(hand: Hand) -> bool:
    """Whether a player who fed the last claimed meld guarantees the hand."""
    return _has_claimed(hand, suit_tiles=_SUIT_TILES)


def can_have_guarantor(hand: Hand) -> bool:
    """Whether a player who fed the hand may guarantee it.

    Three claimed melds of one suit are enough, because the winning tile can complete the fourth.
    """
    return _has_claimed(hand, suit_tiles=_WARNING_TILES)


def _has_claimed(hand: Hand, *, suit_tiles: int) -> bool:
    """Whether so many claimed tiles are of one suit, or the claimed honors show a large hand."""
    claimed = [meld for meld in hand.melds if not meld.concealed]
    claimed_tiles: list[str] = []
    for meld in claimed:
        claimed_tiles += meld.tiles
    for suit in "mps":
        tiles_of_suit = [tile for tile in claimed_tiles if tile[1] == suit]
        if len(tiles_of_suit) >= suit_tiles:
            return True
    triplets = [meld.tiles[0] for meld in claimed if meld.kind != "sequence"]
    dragons = [tile for tile in triplets if tile in DRAGONS]
    winds = [tile for tile in triplets if tile in WINDS]
    return len(dragons) >= 2 or len(winds) >= 3

"""How many tiles of a photo can be a hand, by the shape that the rule set declares."""

from typing import Final

from hu.scoring.hand_shape import HandShape

#: Up to this many tiles of a hand may not have been detected.
_MOST_MISSING: Final = 2
#: Up to this many detections of a hand may be no tiles.
_MOST_FALSE: Final = 4


def fewest_tiles(hand_shape: HandShape) -> int:
    """The fewest detected tiles that are a hand, each quad counted as three.

    >>> from hu.scoring.hand_shape import FOUR_MELDS
    >>> fewest_tiles(FOUR_MELDS)
    11
    """
    return hand_shape.waiting_size - _MOST_MISSING


def half_a_hand(hand_shape: HandShape) -> int:
    """The fewest tiles of a cluster that count as a hand or its greater part.

    A smaller cluster is taken for melds of a hand.

    >>> from hu.scoring.hand_shape import FOUR_MELDS
    >>> half_a_hand(FOUR_MELDS)
    7
    """
    return hand_shape.complete_size // 2


def most_tiles(hand_shape: HandShape) -> int:
    """The most detections that are a single hand, flowers not counted. More are two hands.

    >>> from hu.scoring.hand_shape import FOUR_MELDS
    >>> most_tiles(FOUR_MELDS)
    22
    """
    return hand_shape.largest_size + _MOST_FALSE

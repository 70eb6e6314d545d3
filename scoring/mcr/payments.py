"""Who pays whom in MCR ("Mahjong Competition Rules", 2006, chapter 9)."""

from typing import Final

from hu.scoring.hand import SEATS, Win

#: The points that every loser pays for any win, beside the points of the hand.
BASE: Final = 8


def mcr_payments(points: int, win: Win) -> dict[str, int]:
    """Share out a win.

    Every loser pays 8. The discarder also pays the points, or all do after a self-draw.

    >>> mcr_payments(10, Win("S", "discard", "W"))
    {'E': -8, 'S': 34, 'W': -18, 'N': -8}
    """
    shares = {}
    for seat in SEATS:
        pays_points = win.drawn or seat == win.source
        shares[seat] = -BASE - points if pays_points else -BASE
    shares[win.winner] = 0
    shares[win.winner] = -sum(shares.values())
    return shares

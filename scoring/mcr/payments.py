"""Who pays whom in MCR ("Mahjong Competition Rules", 2006, chapter 9)."""

from typing import Final

from hu.scoring.hand import SEATS, Win

#: What every loser pays for any win, beside the points.
BASE: Final = 8


def payments(points: int, win: Win) -> dict[str, int]:
    """Share out a win: every loser pays 8, and the points are paid by the discarder, or by all after a self-draw.

    >>> payments(10, Win("S", "discard", "W"))
    {'E': -8, 'S': 34, 'W': -18, 'N': -8}
    """
    shares = {seat: -BASE - (points if win.drawn or seat == win.source else 0) for seat in SEATS}
    shares[win.winner] = 0
    shares[win.winner] = -sum(shares.values())
    return shares

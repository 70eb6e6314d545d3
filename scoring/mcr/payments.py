"""Who pays whom in MCR ("Mahjong Competition Rules", 2006, chapter 9)."""

from collections.abc import Collection, Mapping
from typing import Final

from hu.scoring.hand import SEATS, Win
from hu.scoring.options import OptionValue
from hu.scoring.payments import pay_fines

#: The points that every loser pays for any win, beside the points of the hand.
BASE: Final = 8
#: The points that a false win pays to each of the others.
FALSE_WIN_POINTS: Final = 10


def mcr_payments(points: int, win: Win) -> dict[str, int]:
    """Share out a win.

    Every loser pays 8. The discarder also pays the points, or all do after a self-draw.

    >>> mcr_payments(10, Win("S", "discard", "W"))
    {'E': -8, 'S': 34, 'W': -18, 'N': -8}
    """
    shares = {}
    for seat in SEATS:
        shares[seat] = -BASE
        if win.drawn or seat == win.source:
            shares[seat] -= points
    shares[win.winner] = 0
    shares[win.winner] = -sum(shares.values())
    return shares


def false_win_payments(
    culprits: Collection[str], options: Mapping[str, OptionValue]
) -> dict[str, int]:
    """The payments for false wins: each culprit pays each of the others.

    >>> false_win_payments({"S"}, {})
    {'E': 10, 'S': -30, 'W': 10, 'N': 10}

    Args:
        culprits: the seats of the players who called a false win.
        options: the options of the table.
    """
    fine = int(options.get("false_win_points", FALSE_WIN_POINTS))
    return pay_fines(culprits, fine)

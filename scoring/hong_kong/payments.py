"""Who pays whom in Hong Kong: units by faan, and who answers for a discard."""

from collections.abc import Collection, Mapping

from hu.scoring.hand import SEATS, Win
from hu.scoring.hong_kong.scores import faan_limit
from hu.scoring.hong_kong.units import units
from hu.scoring.options import OptionValue


def share_win_in_units(
    faan: int, win: Win, options: Mapping[str, OptionValue], winners: Collection[str] = ()
) -> dict[str, int]:
    """Share out a win among the four seats.

    Each loser pays twice the worth of the hand for a self-drawn win. For a discard or a robbed quad
    the discarder pays twice the worth and the others once (half responsibility), or the discarder
    alone pays it four times (full). A player who guarantees the hand (包自摸) pays six times the
    worth alone. If the guarantor is the discarder, the guarantor alone pays for all losers: four
    times the worth if nobody else won.

    >>> share_win_in_units(3, Win("S", "discard", "W"), {})
    {'E': -8, 'S': 32, 'W': -16, 'N': -8}
    >>> share_win_in_units(3, Win("S", "discard", "W", liable="W"), {})
    {'E': 0, 'S': 32, 'W': -32, 'N': 0}

    Args:
        faan: the faan of the hand, after the limit.
        win: how it was won, with the player who guarantees it.
        options: the options of the table.
        winners: everybody who won on this discard. They do not pay each other.
    """
    worth = units(faan, options)
    share_of = dict.fromkeys(SEATS, 0)
    if win.drawn:
        for seat in SEATS:
            share_of[seat] = -2 * worth
    elif options.get("responsibility") == "full":
        share_of[str(win.source)] = -4 * worth
    else:
        for seat in SEATS:
            if seat not in winners:
                share_of[seat] = -worth
        share_of[str(win.source)] = -2 * worth
    share_of[win.winner] = 0
    payment_of_losers = -sum(share_of.values())

    if not win.liable:
        share_of[win.winner] = payment_of_losers
        return share_of
    guarantor_payment = 6 * worth
    if win.liable == win.source:
        guarantor_payment = payment_of_losers
    share_of = dict.fromkeys(SEATS, 0)
    share_of[win.liable] = -guarantor_payment
    share_of[win.winner] = guarantor_payment
    return share_of


def fines(culprits: Collection[str], options: Mapping[str, OptionValue]) -> dict[str, int]:
    """Pay for false wins: twice the worth of a limit hand to each of the others, in units.

    >>> fines({"S"}, {"limit": 8})
    {'E': 128, 'S': -384, 'W': 128, 'N': 128}

    Args:
        culprits: the seats of the players who called a false win.
        options: the options of the table.
    """
    fine = 2 * units(faan_limit(options), options)
    payment_of = dict.fromkeys(SEATS, 0)
    for culprit in culprits:
        for seat in SEATS:
            if seat != culprit:
                payment_of[seat] += fine
                payment_of[culprit] -= fine
    return payment_of

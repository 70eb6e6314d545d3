"""Who pays whom in Hong Kong: units by faan, and who answers for a discard."""

from collections.abc import Collection, Mapping

from hu.scoring.hand import SEATS, Win
from hu.scoring.hong_kong.scores import faan_limit
from hu.scoring.hong_kong.units import units
from hu.scoring.options import OptionValue
from hu.scoring.payments import pay_fines


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

    Returns:
        The units that each seat receives (negative: pays), in turn order. The sum is 0.
    """
    worth = units(faan, options)
    times_of = _times_of_losers(win, options, winners)
    if win.liable:
        # The guarantor pays alone.
        guarantor_times = 6
        if win.liable == win.source:
            guarantor_times = sum(times_of.values())
        times_of = {win.liable: guarantor_times}

    share_of = dict.fromkeys(SEATS, 0)
    for payer, times in times_of.items():
        share_of[payer] -= times * worth
        share_of[win.winner] += times * worth
    return share_of


def _times_of_losers(
    win: Win, options: Mapping[str, OptionValue], winners: Collection[str]
) -> dict[str, int]:
    """Find how many times the worth of a hand each loser pays if nobody guarantees the hand.

    Args:
        win: how it was won.
        options: the options of the table.
        winners: everybody who won on this discard.

    Returns:
        The times, by the seats of the players who pay.
    """
    losers = [seat for seat in SEATS if seat != win.winner and seat not in winners]
    if win.drawn:
        return dict.fromkeys(losers, 2)
    discarder = str(win.source)
    if options.get("responsibility") == "full":
        return {discarder: 4}
    times_of = dict.fromkeys(losers, 1)
    times_of[discarder] = 2
    return times_of


def false_win_payments(
    culprits: Collection[str], options: Mapping[str, OptionValue]
) -> dict[str, int]:
    """The payments for false wins, in units: twice the worth of a limit hand to each of the others.

    >>> false_win_payments({"S"}, {"limit": 8})
    {'E': 128, 'S': -384, 'W': 128, 'N': 128}

    Args:
        culprits: the seats of the players who called a false win.
        options: the options of the table.
    """
    fine = 2 * units(faan_limit(options), options)
    return pay_fines(culprits, fine)

"""Who pays whom in Hong Kong: multipliers by faan, and who answers for a discard."""

from collections.abc import Collection, Mapping
from typing import Final

from hu.scoring.hand import SEATS, Win
from hu.scoring.hong_kong.scores import limit_of
from hu.scoring.options import OptionValue

#: Units for 0 to 13 faan, half-spicy (半辣上): from 5 faan on they double with every second faan.
HALF_SPICY: Final = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)


def units(faan: int, options: Mapping[str, OptionValue]) -> int:
    """What a hand is worth in units of a stake.

    >>> units(7, {}), units(7, {"rise": "spicy"})
    (48, 128)
    """
    return 2**faan if options.get("rise") == "spicy" else HALF_SPICY[faan]


def shares(
    faan: int, win: Win, options: Mapping[str, OptionValue], winners: Collection[str] = ()
) -> dict[str, int]:
    """Share out a win among the four seats.

    Of a self-drawn win each loser pays two units. Of a discard or a robbed quad the discarder pays two and the others
    one each (half responsibility), or the discarder alone four (full). Who guarantees the hand pays six alone.

    >>> shares(3, Win("S", "discard", "W"), {})
    {'E': -8, 'S': 32, 'W': -16, 'N': -8}

    Args:
        faan: of the hand, after the limit.
        win: how it was won, with who guarantees it.
        options: the table's.
        winners: everybody who won with this discard; they do not pay each other.
    """
    unit = units(faan, options)
    found = dict.fromkeys(SEATS, 0)
    if win.liable:
        found[win.liable] = -6 * unit
    elif win.drawn:
        found.update({seat: -2 * unit for seat in SEATS if seat != win.winner})
    elif options.get("responsibility") == "full":
        found[str(win.source)] = -4 * unit
    else:
        found.update({seat: -unit for seat in SEATS if seat not in winners})
        found[str(win.source)] = -2 * unit
    found[win.winner] = 0
    found[win.winner] = -sum(found.values())
    return found


def fines(culprits: Collection[str], options: Mapping[str, OptionValue]) -> dict[str, int]:
    """Pay for false wins: two units of the limit to each of the others.

    >>> fines({"S"}, {"limit": 8})
    {'E': 128, 'S': -384, 'W': 128, 'N': 128}
    """
    fine = 2 * units(limit_of(options), options)
    found = dict.fromkeys(SEATS, 0)
    for culprit in culprits:
        for seat in SEATS:
            if seat != culprit:
                found[seat] += fine
                found[culprit] -= fine
    return found

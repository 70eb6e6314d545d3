"""Who pays whom in the Taiwanese rules: a base and a unit for each tai."""

from collections.abc import Collection, Mapping
from typing import Final

from hu.scoring.hand import SEATS, Win
from hu.scoring.options import OptionValue
from hu.scoring.payments import pay_fines
from hu.scoring.taiwanese.scores import cut_tai

#: The base (底) and the unit for each tai (台) of most lists.
BASE: Final = 100
UNIT: Final = 50
#: A false win pays each opponent for this many tai.
FALSE_WIN_TAI: Final = 5
_DEALER: Final = "E"


def amount(tai: int, options: Mapping[str, OptionValue]) -> int:
    """The payment of one player for a hand of some tai: the base, and a unit for each tai.

    >>> amount(3, {}), amount(0, {"base": 50, "unit": 20})
    (250, 50)
    """
    return int(options.get("base", BASE)) + tai * int(options.get("unit", UNIT))


def share_win(
    tai: int, win: Win, options: Mapping[str, OptionValue], *, dealer_tai: int
) -> dict[str, int]:
    """Share out a win among the four seats.

    All three other players make a payment for a self-drawn win. For any other win only the
    discarder or the robbed player makes a payment.

    >>> share_win(3, Win("S", "self-draw"), {}, dealer_tai=1)
    {'E': -300, 'S': 800, 'W': -250, 'N': -250}

    Args:
        tai: the tai of the hand, before the table's cap applies. If the dealer won, the dealer's
            tai are among them.
        win: how it was won.
        options: the options of the table.
        dealer_tai: the tai that a losing dealer pays beside those of the hand.

    Returns:
        The money that each seat receives (negative: pays), in turn order. The sum is 0.
    """
    share_of = dict.fromkeys(SEATS, 0)
    payers = [seat for seat in SEATS if seat != win.winner]
    if not win.drawn:
        payers = [str(win.source)]
    for payer in payers:
        payers_tai = tai
        if payer == _DEALER:
            payers_tai += dealer_tai
        payment = amount(cut_tai(payers_tai, options), options)
        share_of[payer] -= payment
        share_of[win.winner] += payment
    return share_of


def false_win_payments(
    culprits: Collection[str], options: Mapping[str, OptionValue]
) -> dict[str, int]:
    """Let each player who called a false win pay each of the others.

    They pay as for a hand of some tai. The tai of the dealer are not added.

    >>> false_win_payments({"S"}, {})
    {'E': 350, 'S': -1050, 'W': 350, 'N': 350}

    Args:
        culprits: the seats of the players who called a false win.
        options: the options of the table.

    Returns:
        The money that each seat receives (negative: pays), in turn order. The sum is 0.
    """
    fine = amount(int(options.get("false_win_tai", FALSE_WIN_TAI)), options)
    return pay_fines(culprits, fine)

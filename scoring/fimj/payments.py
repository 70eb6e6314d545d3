"""Who pays whom in FIMJ.

Source: the booklet's "Pagamento delle chiusure", "Pagamento dei punteggi di stecca" and
"Arrotondamento".
"""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Final

from hu.scoring.payments import Transfer
from hu.scoring.texts import Text, text

_PACKAGE: Final = "hu.scoring.fimj"


def transfers(points: Mapping[str, int], winners: Collection[str]) -> tuple[Transfer, ...]:
    """Work out every payment of a deal. Each two players have one payment at most.

    Each player who did not win pays every winner in full. Winners among themselves, and the others
    among themselves, pay the differences. A payment from or to East is doubled.

    Args:
        points: each player's points, by seat in turn order.
        winners: the seats that won. Without winners all pay the differences.

    Returns:
        The payments, of the kinds ``win`` and ``difference``, in the turn order of their players.
        Players of equal points who owe each other only the difference have no payment.
    """
    result = []
    for seat, other in combinations(points, 2):
        if seat in winners and other not in winners:
            result.append(_transfer(payer=other, payee=seat, kind="win", amount=points[seat]))
        elif other in winners and seat not in winners:
            result.append(_transfer(payer=seat, payee=other, kind="win", amount=points[other]))
        elif points[seat] < points[other]:
            difference = points[other] - points[seat]
            result.append(_transfer(payer=seat, payee=other, kind="difference", amount=difference))
        elif points[other] < points[seat]:
            difference = points[seat] - points[other]
            result.append(_transfer(payer=other, payee=seat, kind="difference", amount=difference))
    return tuple(result)


def wall_transfers(points: Mapping[str, int], culprits: Collection[str]) -> tuple[Transfer, ...]:
    """Let each player who wrecked the wall pay the points of each other player.

    After the booklet's "Distruzione del muro".

    Args:
        points: each player's points, by seat in turn order. A player who was waiting has the points
            of the best win.
        culprits: the seats that wrecked the wall. They do not pay each other.
    """
    result = []
    for culprit in culprits:
        for seat, amount in points.items():
            if seat not in culprits and amount:
                result.append(_transfer(payer=culprit, payee=seat, kind="wall", amount=amount))
    return tuple(result)


def _transfer(*, payer: str, payee: str, kind: str, amount: int) -> Transfer:
    """Make a payment: double the amount for East, round it, and give the reason in words.

    Args:
        payer: the seat that pays.
        payee: the seat that is paid.
        kind: ``win``, ``difference`` or ``wall``.
        amount: the points to pay, before East's doubling.
    """
    # An amount of 0 stays 0, so its reason does not speak of doubling.
    is_doubled = "E" in (payer, payee) and amount != 0
    exact = amount * 2 if is_doubled else amount
    # Round to tens: 4 becomes 0, 6 and 14 become 10. Amounts are even by the booklet's points. By
    # those of a house, or those that players counted, an amount of 5 becomes 10.
    paid = (exact + 5) // 10 * 10
    reason = text(
        "reason.payment",
        _PACKAGE,
        payer=Text(f"player.{payer}"),
        payee=Text(f"player.{payee}"),
        what=Text(f"reason.{kind}", _PACKAGE),
        sum=_doubled_sum(amount, exact) if is_doubled else amount,
        paid=paid,
    )
    return Transfer(payer=payer, payee=payee, kind=kind, exact=exact, paid=paid, reasons=reason)


def _doubled_sum(amount: int, exact: int) -> Text:
    """Write that an amount is doubled for East, with the doubled amount."""
    return text("reason.doubled", _PACKAGE, amount=amount, east=Text("wind.E"), doubled=exact)


def totals(points: Mapping[str, int], debts: Collection[Transfer]) -> dict[str, int]:
    """Add up the rounded payments of each seat (negative: pays), in turn order."""
    total_of = dict.fromkeys(points, 0)
    for transfer in debts:
        total_of[transfer.payer] -= transfer.paid
        total_of[transfer.payee] += transfer.paid
    return total_of

"""Who pays whom in FIMJ ("Pagamento delle chiusure", "Pagamento dei punteggi di stecca", "Arrotondamento")."""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Final

from hu.scoring.deals import Transfer
from hu.scoring.texts import Text, text

_PACKAGE: Final = "hu.scoring.fimj"


def transfers(points: Mapping[str, int], winners: Collection[str]) -> tuple[Transfer, ...]:
    """Work out every payment of a hand, in turn order of the pairs.

    A winner is paid in full by each player who did not win; winners among themselves, and the others among
    themselves, pay the differences. Whatever East pays or is paid is doubled.

    Args:
        points: each player's points, by seat in turn order.
        winners: the seats that won; with none, all pay the differences.

    Returns:
        The payments that are owed, of the kinds ``win`` and ``difference``; none between players of equal points.
    """
    found = []
    for seat, other in combinations(points, 2):
        if (seat in winners) != (other in winners):
            payer, payee = (other, seat) if seat in winners else (seat, other)
            found.append(_transfer(payer, payee, "win", points[payee]))
        elif points[seat] != points[other]:
            payer, payee = (seat, other) if points[seat] < points[other] else (other, seat)
            found.append(_transfer(payer, payee, "difference", points[payee] - points[payer]))
    return tuple(found)


def wall_transfers(points: Mapping[str, int], culprits: Collection[str]) -> tuple[Transfer, ...]:
    """Pay for a wall that was wrecked so that play cannot go on: each other player's points ("Distruzione del muro").

    Args:
        points: each player's points, by seat in turn order; those of the dearest win for a player who was waiting.
        culprits: the seats that wrecked it.
    """
    owed = [
        (culprit, seat)
        for culprit in culprits
        for seat in points
        if seat not in culprits and points[seat]
    ]
    return tuple(_transfer(culprit, seat, "wall", points[seat]) for culprit, seat in owed)


def _transfer(payer: str, payee: str, kind: str, amount: int) -> Transfer:
    exact = amount * 2 if "E" in (payer, payee) else amount
    # Less than 6 is nothing, 6 to 14 are 10, and so on; amounts are even.
    paid = (exact + 5) // 10 * 10
    doubled = text("reason.doubled", _PACKAGE, amount=amount, east=Text("wind.E"), doubled=exact)
    reason = text(
        "reason.payment",
        _PACKAGE,
        payer=Text(f"wind.{payer}"),
        payee=Text(f"wind.{payee}"),
        what=Text(f"reason.{kind}", _PACKAGE),
        sum=doubled if exact != amount else amount,
        paid=paid,
    )
    return Transfer(payer, payee, kind, exact, paid, reason)


def totals(points: Mapping[str, int], owed: Collection[Transfer]) -> dict[str, int]:
    """What each seat receives (negative: pays), after rounding each payment, in turn order."""
    found = dict.fromkeys(points, 0)
    for transfer in owed:
        found[transfer.payer] -= transfer.paid
        found[transfer.payee] += transfer.paid
    return found

"""Who pays whom in FIMJ ("Pagamento delle chiusure", "Pagamento dei punteggi di stecca", "Arrotondamento")."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

#: The seats' names in Italian and English.
_SEATS: Final = {
    "E": ("Est", "East"),
    "S": ("Sud", "South"),
    "W": ("Ovest", "West"),
    "N": ("Nord", "North"),
}


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player owes another.

    Attributes:
        payer: the seat that pays.
        payee: the seat that is paid.
        kind: ``win`` when the payee's points are paid in full, ``difference`` when the payer's are taken off.
        amount: the points or their difference.
        doubled: whether East pays or is paid.
    """

    payer: str
    payee: str
    kind: Literal["win", "difference"]
    amount: int
    doubled: bool

    @property
    def exact(self) -> int:
        """What is owed, before rounding."""
        return self.amount * 2 if self.doubled else self.amount

    @property
    def rounded(self) -> int:
        """What is paid, in tens: less than 6 is nothing, 6 to 14 are 10, and so on; amounts are even."""
        return (self.exact + 5) // 10 * 10

    @property
    def sentences(self) -> dict[str, str]:
        """The payment in words, by language."""
        (payer_it, payer_en), (payee_it, payee_en) = _SEATS[self.payer], _SEATS[self.payee]
        kind_it, kind_en = ("il Mah-Jong", "the win") if self.kind == "win" else ("la differenza", "the difference")
        sum_it = sum_en = f"{self.amount}"
        if self.doubled:
            sum_it = f"{self.amount} x 2 (Est) = {self.exact}"
            sum_en = f"{self.amount} x 2 (East) = {self.exact}"
        return {
            "it": f"{payer_it} paga a {payee_it} {kind_it}: {sum_it}, arrotondato a {self.rounded}",
            "en": f"{payer_en} pays {payee_en} {kind_en}: {sum_en}, rounded to {self.rounded}",
        }


def settle(points: Mapping[str, int], winners: Collection[str]) -> tuple[Payment, ...]:
    """Work out every payment of a hand, in turn order of the pairs.

    A winner is paid in full by each player who did not win; winners among themselves, and the others among
    themselves, pay the differences.

    Args:
        points: each player's points, by seat in turn order.
        winners: the seats that won; with none, all pay the differences.

    Returns:
        The payments that are owed; none between players of equal points.
    """
    found = []
    for seat, other in combinations(points, 2):
        doubled = "E" in (seat, other)
        if (seat in winners) != (other in winners):
            payer, payee = (other, seat) if seat in winners else (seat, other)
            found.append(Payment(payer, payee, "win", points[payee], doubled))
        elif points[seat] != points[other]:
            payer, payee = (seat, other) if points[seat] < points[other] else (other, seat)
            found.append(Payment(payer, payee, "difference", points[payee] - points[payer], doubled))
    return tuple(found)

"""How a game of Riichi goes on and ends.

After the "Rules for Japanese Mahjong" of the European Mahjong Association, 2016 (exhaustive draw, counters, dealer
rotation, end of the game); to be checked against the book before this rule set is offered.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from hu.scoring.deals import Seating
from hu.scoring.hand import SEATS

#: Dealers of a game: everybody in the East round and in the South round.
_DEALERS: Final = 8


def seating(winners: Sequence[Collection[str]]) -> Seating:
    """Seat the players after these deals: East stays dealer by winning or, in a drawn deal, by a waiting hand.

    Args:
        winners: the seats that won each deal; for a drawn one those that were to keep the deal, so ``{"E"}`` where
            East's hand was waiting.
    """
    passed = sum("E" not in seats for seats in winners)
    seats = tuple(SEATS[(player - passed) % 4] for player in range(4))
    number = passed // 4
    return Seating(len(winners) + 1, number + 1, SEATS[number % 4], seats, over=passed >= _DEALERS)


def honba(winners: Sequence[Collection[str]]) -> int:
    """Count the honba on the table: one more after East wins or a drawn deal, none after another seat wins."""
    counters = 0
    for seats in winners:
        counters = counters + 1 if not seats or "E" in seats else 0
    return counters


def ranking(points: Mapping[str, int], uma: Sequence[int], target: int, oka: int) -> dict[str, int]:
    """Settle a finished game: points above the target, uma by place, the oka for the first; ties share their places.

    >>> ranking({"Ada": 41_000, "Bo": 30_000, "Cy": 30_000, "Di": 19_000}, (15_000, 5_000, -5_000, -15_000), 30_000, 0)
    {'Ada': 26000, 'Bo': 0, 'Cy': 0, 'Di': -26000}

    Args:
        points: each player's points at the end.
        uma: what each place adds, best first.
        target: the points subtracted from everybody's.
        oka: what the first place adds beside.
    """
    bonus = [uma[0] + oka, *uma[1:]]
    order = sorted(points, key=lambda player: -points[player])
    shared = {
        value: [bonus[place] for place, player in enumerate(order) if points[player] == value]
        for value in set(points.values())
    }
    return {
        player: points[player] - target + sum(shared[points[player]]) // len(shared[points[player]]) for player in order
    }

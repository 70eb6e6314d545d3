"""How a game of Riichi goes on and ends: dealers, honba, sticks, the final ranking.

After Japanese Mahjong Wiki, "Ryuukyoku", "Honba", "Chombo" and "Oka and uma".
"""

from collections.abc import Sequence
from typing import Final

from hu.scoring.hand import SEATS
from hu.scoring.riichi.payments import STICK
from hu.scoring.riichi.presets import Preset
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.seating import Played, Seating

#: The statuses that decide how a game goes on.
TENPAI: Final = "tenpai"
CHOMBO: Final = "chombo"
#: What ends a deal before the wall is used up: East deals again, whatever the points.
_VOIDS: Final = frozenset(load_rules_file("hu.scoring.riichi").voids)


def seating(deals: Sequence[Played], preset: Preset) -> Seating:
    """Seat the players after these deals: East stays dealer by winning or, in a drawn deal, by a waiting hand.

    A deal that ended in chombo is played again.
    """
    passed = sum(not _east_stays(deal) for deal in deals)
    seats = tuple(SEATS[(player - passed) % 4] for player in range(4))
    number = passed // 4
    over = _is_over(deals, passed, preset)
    return Seating(len(deals) + 1, number + 1, SEATS[number % 4], seats, over=over)


def _is_over(deals: Sequence[Played], passed: int, preset: Preset) -> bool:
    """Whether a game has ended, ``passed`` dealers having passed the deal on."""
    totals, dealers = deals[-1].totals if deals else (), 4 * preset.rounds
    if not (preset.goal and totals):
        return passed >= dealers
    points = [preset.start + total for total in totals]
    reached = max(points) >= preset.goal
    # A game without a winner so far goes on for one more round.
    if min(points) < 0 or passed >= dealers + 4:
        return True
    if passed >= dealers:
        return reached
    # The last dealer stops in first place; an earlier seat is ahead in a tie.
    last, leader = deals[-1], points.index(max(points))
    leads = bool(last.seats) and last.seats[leader] == "E"
    ended = not _is_repeated(last) and last.void not in _VOIDS
    return passed == dealers - 1 and reached and leads and _east_stays(last) and ended


def _east_stays(deal: Played) -> bool:
    if deal.winners:
        return "E" in deal.winners
    return _is_repeated(deal) or deal.void in _VOIDS or deal.statuses.get("E") == TENPAI


def _is_repeated(deal: Played) -> bool:
    return not deal.winners and CHOMBO in deal.statuses.values()


def honba(deals: Sequence[Played]) -> int:
    """Count the honba on the table: one more after East wins or a drawn deal, none after another seat wins."""
    counters = 0
    for deal in deals:
        if not _is_repeated(deal):
            counters = counters + 1 if not deal.winners or "E" in deal.winners else 0
    return counters


def sticks(deals: Sequence[Played]) -> int:
    """Count the riichi sticks on the table."""
    return sum(deal.pot for deal in deals) // STICK


def fines(deals: Sequence[Played], players: int, preset: Preset) -> tuple[int, ...]:
    """What each player's chombo cost after the game; nothing where a mangan was paid at once."""
    found = [0] * players
    for deal in deals:
        for seat, status in deal.statuses.items():
            if status == CHOMBO and seat in deal.seats and not deal.winners:
                found[deal.seats.index(seat)] += preset.chombo
    return tuple(found)


def final_totals(totals: Sequence[int], preset: Preset) -> tuple[int, ...]:
    """Work out a finished game: points above the target, uma by place, the oka and what still lies there for the first.

    Players who tie share their places where the preset says so; else the one who sat down earlier is ahead.

    Args:
        totals: what each player has won or lost; what is missing to zero lies on the table.
        preset: the rules.
    """
    left = -sum(totals) if preset.sticks_to_first else 0
    bonus = [preset.uma[0] + preset.oka + left, *preset.uma[1:]]
    order = sorted(range(len(totals)), key=lambda player: -totals[player])
    ranks = {player: [rank] for rank, player in enumerate(order)}
    if preset.ties_share:
        ranks = {
            player: [rank for rank, other in enumerate(order) if totals[other] == totals[player]]
            for player in order
        }
    return tuple(
        preset.start
        - preset.target
        + total
        + sum(bonus[rank] for rank in ranks[player]) // len(ranks[player])
        for player, total in enumerate(totals)
    )

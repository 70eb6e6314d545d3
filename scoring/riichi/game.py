"""How a game of Riichi goes on and ends: dealers, honba, sticks, the final ranking.

After Japanese Mahjong Wiki, "Ryuukyoku", "Honba", "Chombo" and "Oka and uma".
"""

from collections.abc import Sequence
from typing import Final

from hu.scoring.hand import SEATS
from hu.scoring.riichi.payments import STICK
from hu.scoring.riichi.presets import Preset
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.seating import PlayedDeal, Seating

#: The statuses that decide how a game goes on.
TENPAI: Final = "tenpai"
CHOMBO: Final = "chombo"
#: Abortive draws, after which East deals again, whatever the points.
_VOIDS: Final = frozenset(load_rules_file("hu.scoring.riichi").voids)


def seating(deals: Sequence[PlayedDeal], preset: Preset) -> Seating:
    """Seat the players after these deals.

    East stays dealer by winning or, in a drawn deal, by being in tenpai. A deal that ended in
    chombo is played again.

    Args:
        deals: the deals so far.
        preset: the rules of the table.
    """
    players = len(preset.seats)
    changes_of_dealer = len([deal for deal in deals if not _east_stays(deal)])
    round_index = changes_of_dealer // players
    # Each time that the dealer changes, every player moves to the seat before, South to East.
    seats = []
    for player in range(players):
        seat_index = (player - changes_of_dealer) % players
        seats.append(preset.seats[seat_index])
    return Seating(
        number=len(deals) + 1,
        round=round_index + 1,
        round_wind=SEATS[round_index % 4],
        seats=tuple(seats),
        is_over=_is_over(deals, changes_of_dealer, preset),
    )


def _is_over(deals: Sequence[PlayedDeal], changes_of_dealer: int, preset: Preset) -> bool:
    """Whether a game has ended.

    Args:
        deals: the deals so far.
        changes_of_dealer: how often the deal has passed to the next player.
        preset: the rules of the table.
    """
    players = len(preset.seats)
    # How many times the deal passes in the rounds that are always played.
    regular_changes = players * preset.rounds
    regular_rounds_are_over = changes_of_dealer >= regular_changes
    totals = deals[-1].totals if deals else ()
    if not preset.goal or not totals:
        return regular_rounds_are_over

    points = [preset.start + total for total in totals]
    if min(points) < 0:
        return True
    if max(points) < preset.goal:
        # The game goes on for one more round at most.
        return changes_of_dealer >= regular_changes + players
    if regular_rounds_are_over:
        return True
    has_last_dealer = changes_of_dealer == regular_changes - 1
    return has_last_dealer and _last_dealer_stops(deals[-1], points)


def _last_dealer_stops(last: PlayedDeal, points: Sequence[int]) -> bool:
    """Whether the last dealer ends the game: East would deal again, but is in first place.

    Nobody ends the game by an abortive draw or a chombo. Of players who tie, the player who sat
    down earlier is ahead.

    Args:
        last: the last deal.
        points: each player's points after it, in the order in which they sat down.
    """
    if _ended_in_chombo(last) or _is_abortive(last):
        return False
    if not last.seats:
        # It is unknown which player was East.
        return False
    leader = points.index(max(points))
    seat_of_leader = last.seats[leader]
    return seat_of_leader == "E" and _east_stays(last)


def _east_stays(deal: PlayedDeal) -> bool:
    """Whether East deals again after a deal."""
    if deal.winners:
        return "E" in deal.winners
    if _ended_in_chombo(deal) or _is_abortive(deal):
        return True
    return deal.statuses.get("E") == TENPAI


def _is_abortive(deal: PlayedDeal) -> bool:
    """Whether a deal ended in an abortive draw."""
    return deal.void in _VOIDS


def _ended_in_chombo(deal: PlayedDeal) -> bool:
    """Whether a deal ended in chombo, so that it is played again."""
    return not deal.winners and CHOMBO in deal.statuses.values()


def honba(deals: Sequence[PlayedDeal]) -> int:
    """Count the honba on the table.

    There is one more after East wins or after a drawn deal, and none after another seat wins.
    """
    count = 0
    for deal in deals:
        if _ended_in_chombo(deal):
            # The deal is played again with the same honba.
            continue
        if deal.winners and "E" not in deal.winners:
            count = 0
        else:
            count += 1
    return count


def sticks(deals: Sequence[PlayedDeal]) -> int:
    """Count the riichi sticks on the table."""
    return sum(deal.pot for deal in deals) // STICK


def chombo_fines(deal: PlayedDeal, preset: Preset) -> dict[str, int]:
    """Return the fines after the game for chombo in a deal, in points, by seat.

    Args:
        deal: the deal.
        preset: the rules of the table. If a chombo costs a mangan at once, there are no fines.
    """
    # A chombo beside a winner does not count.
    if deal.winners or not preset.chombo:
        return {}
    return {seat: preset.chombo for seat, status in deal.statuses.items() if status == CHOMBO}


def final_totals(totals: Sequence[int], preset: Preset) -> tuple[int, ...]:
    """Work out the final score of each player: points above the target, uma, oka and sticks.

    Players who tie share the uma of their places if the preset says so. Else the player who sat
    down earlier is ahead.

    Args:
        totals: the points that each player has won or lost, in the order in which they sat down. If
            the sum is less than zero, the difference is on the table, as riichi sticks.
        preset: the rules of the table.

    Returns:
        The scores in the order of ``totals``.
    """
    points_on_table = -sum(totals) if preset.sticks_to_first else 0
    # The points that each place adds: uma, and in first place also oka and the sticks.
    bonus_of_place = list(preset.uma)
    bonus_of_place[0] += preset.oka + points_on_table
    # Players in the order of their places. Of equal totals the earlier player comes first.
    ranking = sorted(range(len(totals)), key=lambda player: totals[player], reverse=True)
    ranked_totals = [totals[player] for player in ranking]
    result = []
    for player, total in enumerate(totals):
        if preset.ties_share:
            first_place = ranked_totals.index(total)
            number_of_places = ranked_totals.count(total)
        else:
            first_place = ranking.index(player)
            number_of_places = 1
        bonuses = bonus_of_place[first_place : first_place + number_of_places]
        points_above_target = preset.start + total - preset.target
        result.append(points_above_target + sum(bonuses) // number_of_places)
    return tuple(result)

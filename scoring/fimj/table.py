"""The table of a deal in FIMJ: who plays, who is out, what the table has agreed on."""

from typing import Final

from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.fimj.patterns import DOUBLINGS, Winds
from hu.scoring.hand import SEATS
from hu.scoring.lines import quantity
from hu.scoring.rule_set.rules_toml import load_rules_file

_DOUBLINGS: Final[frozenset[str]] = frozenset(rule.id for rule in DOUBLINGS)
#: The limit that the booklet advises ("Limite").
LIMIT: Final = 1000
#: The irregularities by name ("Irregolarità di gioco e relative penalità").
STATUSES: Final = load_rules_file("hu.scoring.fimj").statuses
#: The status of a player who wrecked the wall ("Distruzione del muro").
WRECKED: Final = "wrecked-wall"
#: The status of a player who was waiting for a tile when the wall was wrecked.
READY: Final = "ready"


def check_table(deal: Deal) -> None:
    """Refuse a deal that is not a table of FIMJ.

    Raises:
        InputError: the round wind is missing or unknown, a seat, a status or a waived doubling is
            unknown, the limit is not an even number, a win is of another seat than its player, or
            the players are not three or four.
    """
    if deal.round_wind is None:
        raise InputError("round_wind is missing: give the wind of the round, one of E S W N")
    if deal.round_wind not in SEATS:
        raise InputError(f"round wind: {deal.round_wind[:20]!r} is no wind, give one of E S W N")
    for seat, player in deal.players.items():
        if seat not in SEATS:
            raise InputError(f"{seat[:20]!r} is no seat; seats are E S W N")
        if player.status is not None and player.status not in STATUSES:
            raise InputError(
                f"{seat}: unknown status {player.status[:40]!r}; known are {', '.join(STATUSES)}"
            )
        if player.win is not None and player.win.winner != seat:
            raise InputError(f"{seat}: the win is {player.win.winner[:20]}'s")
    if len(deal.players) not in (3, 4):
        seats = " ".join(deal.players)
        player_count = quantity(len(deal.players), "player")
        raise InputError(f"{player_count} at the table ({seats}); three or four play")
    limit = points_limit(deal)
    if limit < 2 or limit % 2 != 0:
        raise InputError(f"limit: {str(limit)[:20]} is no even number from 2 on")
    unknown_doublings = deal.waived - _DOUBLINGS
    if unknown_doublings:
        raise InputError(f"waive: {min(unknown_doublings)[:40]!r} is no doubling")


def points_limit(deal: Deal) -> int:
    """The limit of every total, before East's doubling. An even number (ruling 11)."""
    return int(deal.options.get("limit", LIMIT))


def pays_without_winner(deal: Deal) -> bool:
    """Whether differences are paid if nobody won (ruling 5)."""
    return bool(deal.options.get("settle_without_winner"))


def winds_of(deal: Deal, seat: str) -> Winds:
    """The winds that count for the player at a seat. The deal must have a round wind."""
    return Winds(own=seat, round=str(deal.round_wind))


def find_opener(deal: Deal) -> str:
    """Find the seat that begins: East, or South if nobody sits in East."""
    seats = [seat for seat in SEATS if seat in deal.players]
    return seats[0]


def find_last_player(deal: Deal) -> str | None:
    """Find the seat of the only player who is not out by an irregularity.

    Returns:
        The seat. None if somebody won, or if none or several of the players are not out.
    """
    if deal.winners:
        return None
    active_seats = []
    for seat, player in deal.players.items():
        if player.status is None or not STATUSES[player.status].is_out:
            active_seats.append(seat)
    return active_seats[0] if len(active_seats) == 1 else None


def wall_wreckers(deal: Deal) -> list[str]:
    """The seats that wrecked the wall, so that play cannot go on."""
    return deal.seats_with_status(WRECKED)


def tiles_are_counted(player: Player) -> bool:
    """Whether the tiles of a player count, by the player's own status."""
    return player.status is None or STATUSES[player.status].needs_tiles


def is_hand_missing(player: Player) -> bool:
    """Whether the hand of a player is unknown although it counts.

    The hand of a winner always counts. The points that players have counted themselves can replace
    the hand of another player.
    """
    if player.hand is not None:
        return False
    if player.win is not None:
        return True
    return player.points is None and tiles_are_counted(player)


def counted_seats(deal: Deal) -> list[str]:
    """The seats of the players whose own tiles count.

    The tiles of the only player who is not out do not count, because this player is paid the limit.
    Nor do those of most players with an irregularity, who earn nothing.
    """
    last_player = find_last_player(deal)
    seats = []
    for seat, player in deal.players.items():
        if seat != last_player and tiles_are_counted(player):
            seats.append(seat)
    return seats

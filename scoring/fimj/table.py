"""What FIMJ asks of a deal: who sits there, who is out, what the table has agreed on."""

from typing import Final

from hu.scoring.deals import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.fimj.patterns import DOUBLINGS
from hu.scoring.hand import SEATS
from hu.scoring.rules_file import load_rules_file

_DOUBLINGS: Final[frozenset[str]] = frozenset(rule.id for rule in DOUBLINGS)
#: The limit that the booklet advises ("Limite").
LIMIT: Final = 1000
#: The irregularities by name ("Irregolarità di gioco e relative penalità").
STATUSES: Final = load_rules_file("hu.scoring.fimj").statuses

#: Whoever wrecked the wall, and a player who was waiting for a tile then ("Distruzione del muro").
WRECKED, READY = "wrecked-wall", "ready"


def check_table(deal: Deal) -> None:
    """Refuse a deal that is not a table of FIMJ.

    Raises:
        InputError: the round wind, a seat, a status or an option is unknown, or the players are not three or four.
    """
    if deal.round_wind is None:
        raise InputError("round_wind is missing: tell the wind of the round, one of E S W N")
    if deal.round_wind not in SEATS:
        raise InputError(f"round wind: {deal.round_wind[:20]!r} is no wind; it is one of E S W N")
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
        told = " ".join(deal.players)
        raise InputError(f"{len(deal.players)} players at the table ({told}); three or four play")
    if limit_of(deal) < 2 or limit_of(deal) % 2:
        raise InputError(f"limit: {str(limit_of(deal))[:20]} is no even number from 2 on")
    if unknown := deal.waived - _DOUBLINGS:
        raise InputError(f"waive: {min(unknown)[:40]!r} is no doubling")


def limit_of(deal: Deal) -> int:
    """What no total exceeds, before East's doubling; an even number (ruling 11)."""
    return int(deal.options.get("limit", LIMIT))


def pays_without_winner(deal: Deal) -> bool:
    """Whether differences are paid when nobody won (ruling 5)."""
    return bool(deal.options.get("settle_without_winner"))


def opener(deal: Deal) -> str:
    """The seat that begins: East, or South where East is the dead seat."""
    return next(seat for seat in SEATS if seat in deal.players)


def find_last_player(deal: Deal) -> str | None:
    """The seat whose player all the others have left alone by their irregularities, nobody having won."""
    if deal.winners:
        return None
    left = [
        seat
        for seat, player in deal.players.items()
        if player.status is None or not STATUSES[player.status].out
    ]
    return left[0] if len(left) == 1 else None


def wall_wreckers(deal: Deal) -> list[str]:
    """The seats that wrecked the wall so that play cannot go on."""
    return [seat for seat, player in deal.players.items() if player.status == WRECKED]


def tiles_count(player: Player) -> bool:
    """Whether the player's own points count."""
    return player.status is None or STATUSES[player.status].needs_tiles

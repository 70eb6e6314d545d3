"""How a game of FIMJ goes on: which player sits where in each of its hands, and under which wind.

Source: the booklet of the Federazione Italiana Mah-Jong, "Durata di una partita", "Regolamento di gara", "Tavolo da tre
giocatori". South is East next. At a table of three the fourth chair is dead: it is North first and takes its turn at
every wind.
"""

from collections.abc import Collection, Sequence
from typing import Final

from hu.scoring.hand import SEATS
from hu.scoring.rule_set import Seating

#: Rounds of a whole game, one for each wind.
ROUNDS: Final = 4
#: What all the chips of a table are worth ("Accessori").
CHIPS: Final = 20_000


def east_passes(winners: Collection[str]) -> bool:
    """Whether East passes after a hand of a friendly game: another seat has won, alone or together with East.

    Where East is the dead seat, every winner is another.

    Args:
        winners: the seats that won; none when the hand is void.
    """
    return any(seat != "E" for seat in winners)


def friendly_seating(hands: Sequence[Collection[str]], *, players: int = 4) -> Seating:
    """Seat the players of a friendly game for the hand that follows.

    A round is over when the chair that began as North has been East; the round winds are East, South, West, North.

    Args:
        hands: the seats that won each hand so far, in order; payments entered by hand are no hands.
        players: three or four.
    """
    return _seating(sum(map(east_passes, hands)), len(hands), "E", players)


def tournament_seating(hands_played: int, first_wind: str, *, players: int = 4) -> Seating:
    """Seat the players of a tournament for the hand that follows: East passes after every hand, won or void.

    Args:
        hands_played: hands on the sheet so far, blank ones included.
        first_wind: the first round's wind, that of the wall in which the breach was opened.
        players: three or four.
    """
    return _seating(hands_played, hands_played, first_wind, players)


def dead_seat(seating: Seating) -> str | None:
    """Return the seat that nobody takes, or None at a table of four."""
    return next((seat for seat in SEATS if seat not in seating.seats), None)


def opening_seat(seating: Seating) -> str:
    """Return the seat that draws fourteen tiles and begins: East, or South where East is the dead seat."""
    return "S" if dead_seat(seating) == "E" else "E"


def discards_to_finish(players: int) -> int:
    """Return how many discards, claims included, let a hand be finished when a tournament's time runs out."""
    return players


def _seating(passes: int, hands_played: int, first_wind: str, players: int) -> Seating:
    seats = tuple(SEATS[(player - passes) % 4] for player in range(players))
    rounds = passes // 4
    wind = SEATS[(SEATS.index(first_wind) + rounds) % 4]
    return Seating(hands_played + 1, rounds + 1, wind, seats, over=rounds >= ROUNDS)

"""Where a game stands: the seats for its next hand, and the empty draft that belongs to them."""

from collections.abc import Sequence

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game
from hu.app.page.state import Draft
from hu.app.reading.interpret import Rules
from hu.scoring.fimj.game import friendly_seating, tournament_seating
from hu.scoring.hand import SEATS
from hu.scoring.rule_set import Seating as Place
from hu.scoring.zung_jung.game import seating


def place_of(game: Game, entries: Sequence[Entry]) -> Place:
    """Seat the players for the next hand of a game, by its rules; payments entered by hand are no hands."""
    hands = [entry for entry in entries if entry.kind != "payment"]
    if game.rules != "fimj":
        return seating(len(hands), south_follows=bool(game.options.get("south_follows")))
    players = len(game.players)
    if game.options.get("tournament"):
        return tournament_seating(len(hands), str(game.options.get("first_wind") or "E"), players=players)
    return friendly_seating([_winners(entry) for entry in hands], players=players)


def _winners(entry: Entry) -> frozenset[str]:
    return frozenset(seat for player, seat in enumerate(entry.seats) if seat and player in entry.winners)


def next_draft(ledger: Ledger, game: Game | None, rules: Rules) -> Draft:
    """Begin the next hand of a game, or a hand without a game by the given rules."""
    if game is None:
        return Draft(rules)
    entries = ledger.entries(game.code)
    place = place_of(game, entries)
    seats = tuple(seat for seat in SEATS if seat in place.seats)
    known: Rules = "fimj" if game.rules == "fimj" else "zung-jung"
    return Draft(known, dict(game.options), round_wind=place.round_wind, seats=seats, known=len(entries))

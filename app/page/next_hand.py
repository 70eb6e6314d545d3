"""Where a game stands: the seats for its next hand, and the empty draft that belongs to them."""

from collections.abc import Sequence

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game
from hu.app.page.state import Draft
from hu.scoring.hand import SEATS
from hu.scoring.rule_set import Seating
from hu.scoring.rules import rule_set


def place_of(game: Game, entries: Sequence[Entry]) -> Seating:
    """Seat the players for the next hand of a game, by its rules; payments entered by hand do not count."""
    winners = [_winners(entry) for entry in entries if entry.kind != "payment"]
    options = {name: value for name, value in game.options.items() if value is not None}
    return rule_set(game.rules).seating(options, winners, len(game.players))


def _winners(entry: Entry) -> frozenset[str]:
    return frozenset(seat for player, seat in enumerate(entry.seats) if seat and player in entry.winners)


def next_draft(ledger: Ledger, game: Game | None, rules: str) -> Draft:
    """Begin the next hand of a game, or a hand without a game by the given rules."""
    if game is None:
        return Draft(rules)
    entries = ledger.entries(game.code)
    place = place_of(game, entries)
    seats = tuple(seat for seat in SEATS if seat in place.seats)
    return Draft(game.rules, dict(game.options), round_wind=place.round_wind, seats=seats, known=len(entries))

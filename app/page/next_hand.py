"""Where a game stands: the seats for its next hand, and the empty draft that belongs to them."""

from collections.abc import Sequence
from dataclasses import replace

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game
from hu.app.page.state import Draft, reseated
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
    empty = Draft(game.rules, dict(game.options), known=len(entries))
    return reseated(empty, place.seats, place.round_wind)


def caught_up(draft: Draft, game: Game, entries: Sequence[Entry]) -> Draft:
    """Bring a draft up to date with a sheet that others have changed meanwhile.

    Its players get the seats that they have now. What others saved counts as known at once, unless it may be this very
    hand: that is for the player to say.
    """
    if draft.entry:
        return draft
    place = place_of(game, entries)
    known = draft.known if saved_meanwhile(draft, entries) else len(entries)
    return replace(reseated(draft, place.seats, place.round_wind), known=known)


def saved_meanwhile(draft: Draft, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the hands that others have saved since this one was begun; empty while a saved one is changed."""
    if draft.entry:
        return ()
    return tuple(entry for entry in entries[draft.known :] if entry.kind != "payment")

"""Where a game stands: the seats for its next hand, and the empty draft that belongs to them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from operator import add

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import GOES_ON, Entry, Game
from hu.app.page.draft.state import Draft, new_token, reseat
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set
from hu.scoring.seating import Played, Seating


def is_playable(game: Game) -> bool:
    """Whether this installation has the game's rules."""
    return game.rules in rule_names()


def next_seating(game: Game, entries: Sequence[Entry]) -> Seating:
    """Seat the players for the next hand of a game, by its rules; payments entered by hand do not count."""
    return rule_set(game.rules).seating(options_of(game), deals_of(entries), len(game.players))


def is_finished(game: Game, entries: Sequence[Entry]) -> bool:
    """Whether a game takes no hand until it is opened again: it was finished, or it has been played out."""
    if game.ended is not None:
        return True
    return is_playable(game) and not game.options.get(GOES_ON) and next_seating(game, entries).over


def lying_before(game: Game, entries: Sequence[Entry]) -> Mapping[str, int]:
    """Count what lies on the table before the next hand of a game."""
    return rule_set(game.rules).lying_after(deals_of(entries))


def options_of(game: Game) -> dict[str, OptionValue]:
    """Return what the table has agreed on."""
    return {name: value for name, value in game.options.items() if value is not None}


def deals_of(entries: Sequence[Entry]) -> list[Played]:
    """The deals of a game as its rules need to know them; payments entered by hand count in the totals."""
    sums = accumulate(
        (entry.amounts for entry in entries), lambda sums, more: tuple(map(add, sums, more))
    )
    deals = []
    for entry, totals in zip(entries, sums, strict=True):
        winners = frozenset(
            seat for player, seat in enumerate(entry.seats) if seat and player in entry.winners
        )
        statuses = {
            seat: status
            for seat, status in zip(entry.seats, entry.statuses, strict=False)
            if seat and status
        }
        note = entry.note if entry.kind == "drawn" else ""
        if entry.kind != "payment":
            deals.append(Played(winners, statuses, entry.pot, entry.seats, totals, note))
    return deals


def next_draft(ledger: Ledger, game: Game | None, rules: str) -> Draft:
    """Begin the next hand of a game, or a hand without a game by the given rules."""
    if game is None:
        return Draft(rules)
    if not is_playable(game):
        return Draft(DEFAULT_RULES)
    entries = ledger.entries(game.code)
    seating = next_seating(game, entries)
    lying = lying_before(game, entries)
    empty = Draft(
        game.rules, dict(game.options), known=len(entries), asked=lying, token=new_token()
    )
    return reseat(empty, seating.seats, seating.round_wind)


def caught_up(draft: Draft, game: Game, entries: Sequence[Entry], *, begun: bool) -> Draft:
    """Bring a draft up to date with a sheet that others have changed meanwhile.

    Its players get the seats that they have now. What others saved counts as known at once, unless this hand has been
    begun and may be the very one: that is for the player to say.
    """
    if draft.entry:
        return draft
    seating = next_seating(game, entries)
    known = draft.known if begun and saved_meanwhile(draft, entries) else len(entries)
    moved = reseat(draft, seating.seats, seating.round_wind)
    return replace(moved, known=known, asked={**moved.asked, **lying_before(game, entries)})


def saved_meanwhile(draft: Draft, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the hands that others have saved since this one was begun; empty while a saved one is changed."""
    if draft.entry:
        return ()
    others = (entry for entry in entries[draft.known :] if entry.kind != "payment")
    return tuple(entry for entry in others if not entry.token or entry.token != draft.token)

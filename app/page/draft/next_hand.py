"""The next hand of a game: its seats, and the empty draft that belongs to them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import GOES_ON, Entry, Game
from hu.app.page.draft.state import Draft, new_token, reseat
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set
from hu.scoring.seating import PlayedDeal, Seating


def is_playable(game: Game) -> bool:
    """Whether this installation has the game's rules."""
    return game.rules in rule_names()


def next_seating(game: Game, entries: Sequence[Entry]) -> Seating:
    """Seat the players for the next hand of a game, by its rules."""
    return rule_set(game.rules).seating(options_of(game), deals_of(entries), len(game.players))


def is_finished(game: Game, entries: Sequence[Entry]) -> bool:
    """Whether a game takes no further hand until it is opened again.

    Either the players finished it, or it has been played out.
    """
    if game.ended is not None:
        return True
    # Only its rules know the end of a game. A game that was opened again goes on.
    if not is_playable(game) or game.options.get(GOES_ON):
        return False
    return next_seating(game, entries).is_over


def counters_before(game: Game, entries: Sequence[Entry]) -> Mapping[str, int]:
    """Return the counters on the table before the next hand of a game, such as honba.

    Returns:
        How many counters of each kind there are, by the id of the question that asks for them.
    """
    return rule_set(game.rules).counters_after(deals_of(entries))


def options_of(game: Game) -> dict[str, OptionValue]:
    """Return the options that the table has agreed on."""
    return {name: value for name, value in game.options.items() if value is not None}


def deals_of(entries: Sequence[Entry]) -> list[PlayedDeal]:
    """Return the deals of a game, in the form that rule sets take.

    A payment that was entered by hand is no deal. Its amounts count in the totals of the deals
    after it.
    """
    deals = []
    totals: tuple[int, ...] = ()
    for entry in entries:
        totals = _add_amounts(totals, entry.amounts)
        if entry.kind != "payment":
            deals.append(_deal_of(entry, totals))
    return deals


def fines_of(game: Game, entries: Sequence[Entry]) -> dict[int, tuple[int, ...]]:
    """Return the points that players lose after the game for faults in its hands, such as chombo.

    Returns:
        For each hand with a fine, the points that each player loses, in the game's order of
        players. The key is the number of the hand's entry in the ledger.
    """
    if not is_playable(game):
        return {}
    rules = rule_set(game.rules)
    options = options_of(game)
    fines = {}
    for entry in entries:
        if entry.kind == "payment":
            continue
        fine_at = rules.fines_of(options, _deal_of(entry, totals=()))
        if fine_at:
            # A player who sat out has no seat, and so no fine.
            fines[entry.id] = tuple(fine_at.get(seat or "", 0) for seat in entry.seats)
    return fines


def _add_amounts(totals: tuple[int, ...], amounts: tuple[int, ...]) -> tuple[int, ...]:
    """Add the amounts of an entry to the players' totals.

    Args:
        totals: each player's total before the entry. Empty before the first entry.
        amounts: each player's amount in the entry.
    """
    if not totals:
        return amounts
    # The ledger checks that every entry has an amount for each player. Only in a damaged sheet can
    # the totals and the amounts differ in length. Then the longer of them is cut.
    return tuple(total + amount for total, amount in zip(totals, amounts, strict=False))


def _deal_of(entry: Entry, totals: tuple[int, ...]) -> PlayedDeal:
    """Return the deal of an entry, in the form that rule sets take.

    Args:
        entry: the entry.
        totals: each player's points in the whole game after the deal. Empty if the caller does not
            need them.
    """
    winners = set()
    statuses = {}
    for player, seat in enumerate(entry.seats):
        if not seat:
            # The player sat out.
            continue
        if player in entry.winners:
            winners.add(seat)
        # An entry has an empty list of statuses if nobody has a status.
        if player < len(entry.statuses):
            status = entry.statuses[player]
            if status:
                statuses[seat] = status
    # The note of a drawn hand is the reason why nobody won.
    void = entry.note if entry.kind == "drawn" else ""
    return PlayedDeal(
        winners=frozenset(winners),
        statuses=statuses,
        pot=entry.pot,
        seats=entry.seats,
        totals=totals,
        void=void,
    )


def next_draft(ledger: Ledger, game: Game | None, rules: str) -> Draft:
    """Begin the next hand of a game, or a hand without a game.

    A game whose rules are not installed gets an empty hand by the default rules.

    Args:
        ledger: the games.
        game: the game. None for a hand without a game.
        rules: the rule set of a hand without a game. A hand of a game has the rules of the game.
    """
    if game is None:
        return Draft(rules, seats=rule_set(rules).seats)
    if not is_playable(game):
        return Draft(DEFAULT_RULES)
    entries = ledger.entries(game.code)
    seating = next_seating(game, entries)
    empty = Draft(
        game.rules,
        dict(game.options),
        known=len(entries),
        asked=counters_before(game, entries),
        token=new_token(),
    )
    return reseat(empty, seating.seats, seating.round_wind)


def catch_up(draft: Draft, game: Game, entries: Sequence[Entry], *, is_begun: bool) -> Draft:
    """Bring a draft up to date with a sheet that other phones have changed meanwhile.

    A draft that changes a saved hand stays as it is. A new hand gets the seats that its players
    have now, and the counters that are on the table now, such as honba.

    If other phones have saved hands since this hand was begun, one of them may be this same hand.
    ``Draft.known`` then stays as it is, and the page shows a conflict to the player. In all other
    cases ``Draft.known`` becomes the number of all entries of the sheet.

    Args:
        draft: the hand in work.
        game: its game.
        entries: the sheet.
        is_begun: whether the hand has tiles, figures or a photo. A photo counts even before it has
            been read. If the hand has none of these, it cannot be the same as a saved hand.
    """
    if draft.entry:
        return draft
    seating = next_seating(game, entries)
    reseated = reseat(draft, seating.seats, seating.round_wind)
    may_be_saved_already = is_begun and bool(hands_saved_meanwhile(draft, entries))
    known_count = draft.known if may_be_saved_already else len(entries)
    answers = {**reseated.asked, **counters_before(game, entries)}
    return replace(reseated, known=known_count, asked=answers)


def hands_saved_meanwhile(draft: Draft, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the hands that other phones have saved since this hand was begun.

    Empty for a draft that changes a saved hand.

    Args:
        draft: the hand in work.
        entries: the whole sheet.
    """
    if draft.entry:
        return ()
    hands = []
    # None of the first ``known`` entries can be this hand, see ``Draft.known``.
    for entry in entries[draft.known :]:
        # An entry with the token of this hand is this hand itself.
        is_this_hand = bool(entry.token) and entry.token == draft.token
        if entry.kind != "payment" and not is_this_hand:
            hands.append(entry)
    return tuple(hands)

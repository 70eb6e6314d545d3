"""What evenings add up to: each player's hands, wins and balance, and how often each pattern was made."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from hu.app.ledger.values import Entry, Game


@dataclass(frozen=True, slots=True)
class HandDetails:
    """What a sheet does not say of a won hand.

    Attributes:
        self_drawn: whether the winning tile was drawn; None where nobody knows any more.
        source: who discarded it or was robbed of it, counted from 0.
        patterns: the patterns of each winner, by the player's number.
    """

    self_drawn: bool | None = None
    source: int | None = None
    patterns: dict[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class PlayerRecord:
    """What one player's evenings add up to.

    Attributes:
        name: as the games spell it.
        games: games with at least one hand.
        hands: hands played, drawn ones included; hands that the player sat out are not.
        won: hands won.
        self_drawn: of these, with a drawn tile.
        discarded: hands that others won with this player's discard.
        balance: all that was paid and received, payments entered by hand included.
        best: the points of the best hand won; 0 without one.
        course: the balance before the first game and after each, also those that the player was not in.
    """

    name: str
    games: int = 0
    hands: int = 0
    won: int = 0
    self_drawn: int = 0
    discarded: int = 0
    balance: int = 0
    best: int = 0
    course: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What several games add up to.

    Attributes:
        players: the players, the highest balance first.
        patterns: how often each pattern was made, the most frequent first.
        by_player: for each pattern, how often each player made it.
        hands: hands played, drawn ones included.
        drawn: hands that nobody won.
    """

    players: tuple[PlayerRecord, ...]
    patterns: tuple[tuple[str, int], ...]
    by_player: dict[str, Counter[str]]
    hands: int
    drawn: int


#: Tells what the page kept of a won hand.
Details = Callable[[Entry], HandDetails]


def statistics(sheets: Iterable[tuple[Game, Sequence[Entry]]], details: Details) -> Statistics:
    """Add up games; players of one name, in capitals or not, are one player.

    Args:
        sheets: the games with their sheets, the earliest first.
        details: gives for a won hand what the sheet does not hold.
    """
    records: dict[str, PlayerRecord] = {}
    by_player: dict[str, Counter[str]] = {}
    hands = drawn = 0
    for number, (game, entries) in enumerate(sheets, 1):
        played = [entry for entry in entries if entry.kind != "payment"]
        hands += len(played)
        drawn += sum(entry.kind == "drawn" for entry in played)
        fresh = (0,) * number
        players = [records.setdefault(name.casefold(), PlayerRecord(name, course=fresh)) for name in game.players]
        _add_game(players, entries, bool(played))
        for entry in played:
            if entry.kind == "won":
                _add_win(players, entry, details(entry), by_player)
        for record in records.values():
            record.course = (*record.course, record.balance)
    ranked = sorted(records.values(), key=lambda player: (-player.balance, player.name))
    counted = {pattern: counter.total() for pattern, counter in by_player.items()}
    patterns = tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
    return Statistics(tuple(player for player in ranked if player.games), patterns, by_player, hands, drawn)


def _add_game(players: Sequence[PlayerRecord], entries: Sequence[Entry], played: bool) -> None:
    for number, player in enumerate(players):
        player.games += played
        player.balance += sum(entry.amounts[number] for entry in entries)
        player.hands += sum(entry.kind != "payment" and entry.seats[number] is not None for entry in entries)


def _add_win(
    players: Sequence[PlayerRecord], entry: Entry, details: HandDetails, by_player: dict[str, Counter[str]]
) -> None:
    for number in entry.winners:
        winner = players[number]
        winner.won += 1
        winner.self_drawn += bool(details.self_drawn)
        winner.best = max(winner.best, entry.points or 0)
        for pattern in details.patterns.get(number, ()):
            by_player.setdefault(pattern, Counter())[winner.name] += 1
    if details.source is not None:
        players[details.source].discarded += 1

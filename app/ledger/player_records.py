"""Statistics of evenings: each player's record over several games."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hu.app.ledger.sheet import Details
from hu.app.ledger.values import Entry, Game


@dataclass(slots=True)
class PlayerRecord:
    """The sums of one player's evenings.

    Attributes:
        name: the name as the games spell it.
        games: games with at least one hand.
        hands: hands played, drawn hands included; hands that the player sat out are not.
        won: hands won.
        self_drawn: hands won with a drawn tile.
        discarded: hands that others won with this player's discard.
        balance: all that was paid and received, payments entered by hand included.
        best: the points of the best hand won; 0 without a win.
        course: the balance before the first game and after each game, also after games that the
            player was not in.
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
    """The sums of several games.

    Attributes:
        players: the players, the highest balance first.
        patterns: how often each pattern was made, the most frequent first.
        by_player: for each pattern, how often each player made it.
        hands: hands played, drawn hands included.
        drawn: hands that nobody won.
    """

    players: tuple[PlayerRecord, ...]
    patterns: tuple[tuple[str, int], ...]
    by_player: dict[str, Counter[str]]
    hands: int
    drawn: int


def add_up_games(sheets: Iterable[tuple[Game, Sequence[Entry]]], details: Details) -> Statistics:
    """Add up games. Players with the same name, capitals aside, are one player.

    Args:
        sheets: the games with their sheets, the earliest first.
        details: returns the facts about a won hand that the sheet does not hold.
    """
    records: dict[str, PlayerRecord] = {}
    by_player: dict[str, Counter[str]] = {}
    hand_count = 0
    drawn_count = 0
    for game_number, (game, entries) in enumerate(sheets, 1):
        hands = [entry for entry in entries if entry.kind != "payment"]
        hand_count += len(hands)

        players = []
        for name in game.players:
            # A new player's balance was 0 before this game.
            new_record = PlayerRecord(name, course=(0,) * game_number)
            players.append(records.setdefault(name.casefold(), new_record))
        _add_sheet(players, entries, hands)

        for entry in hands:
            if entry.kind == "drawn":
                drawn_count += 1
            elif entry.kind == "won":
                _add_win(entry, players, by_player, details)
        for record in records.values():
            record.course = (*record.course, record.balance)

    records_in_order = sorted(records.values(), key=lambda record: (-record.balance, record.name))
    count_of = {pattern: counter.total() for pattern, counter in by_player.items()}
    patterns_in_order = sorted(count_of, key=lambda pattern: (-count_of[pattern], pattern))
    return Statistics(
        players=tuple(record for record in records_in_order if record.games),
        patterns=tuple((pattern, count_of[pattern]) for pattern in patterns_in_order),
        by_player=by_player,
        hands=hand_count,
        drawn=drawn_count,
    )


def _add_sheet(
    players: Sequence[PlayerRecord], entries: Sequence[Entry], hands: Sequence[Entry]
) -> None:
    """Add the amounts and the number of hands of one game."""
    for index, player in enumerate(players):
        if hands:
            player.games += 1
        for entry in entries:
            player.balance += entry.amounts[index]
        for hand in hands:
            if hand.seats[index] is not None:
                player.hands += 1


def _add_win(
    entry: Entry,
    players: Sequence[PlayerRecord],
    by_player: dict[str, Counter[str]],
    details: Details,
) -> None:
    hand = details(entry)
    for number in entry.winners:
        winner = players[number]
        winner.won += 1
        if hand.self_drawn:
            winner.self_drawn += 1
        winner.best = max(winner.best, entry.points or 0)
        for pattern in hand.patterns.get(number, ()):
            by_player.setdefault(pattern, Counter())[winner.name] += 1
    if hand.source is not None:
        players[hand.source].discarded += 1

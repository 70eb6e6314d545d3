"""Statistics of evenings: each player's record over several games."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hu.app.ledger.sheet import Details, Fines, HandDetails, amounts_with_fines
from hu.app.ledger.values import Entry, Game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its sheet.

    Attributes:
        game: the game.
        entries: its sheet.
        fines: the points that its players pay after the game.
        results: each player's final points, uma and the like included. None while it is played.
    """

    game: Game
    entries: Sequence[Entry]
    fines: Fines = field(default_factory=dict)
    results: Sequence[int] | None = None


@dataclass(slots=True)
class PlayerRecord:
    """The sums of one player's evenings.

    Attributes:
        name: the name as the games spell it.
        games: games with at least one hand.
        hands: the number of hands played. Drawn hands count, hands that the player sat out do not.
        won: hands won.
        self_drawn: hands won with a drawn tile.
        discarded: hands that others won with this player's discard, or with a tile of which they
            robbed this player.
        riichi: hands in which the player declared riichi.
        riichi_hands: hands played of which it is known who declared riichi.
        places: how many finished games the player ended in each place, from the first to the
            fourth. Players with the same result share the better place.
        balance: all that was paid and received, payments entered by hand and fines included.
        best: the points of the best hand won, without those for honba and the like. 0 without a
            win. A hand that cannot be scored again has its points of the sheet.
        course: the balance before the first game and after each game, also after games that the
            player was not in.
    """

    name: str
    games: int = 0
    hands: int = 0
    won: int = 0
    self_drawn: int = 0
    discarded: int = 0
    riichi: int = 0
    riichi_hands: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    balance: int = 0
    best: int = 0
    course: tuple[int, ...] = (0,)

    @property
    def average_place(self) -> float | None:
        """The mean of the places, from 1 to 4. None without a finished game."""
        finished_games = sum(self.places)
        if not finished_games:
            return None
        total = sum(place * count for place, count in enumerate(self.places, 1))
        return total / finished_games


@dataclass(frozen=True, slots=True)
class PatternFrequency:
    """How often a pattern was made.

    Attributes:
        pattern: the id of the pattern.
        times_of_players: how often each player made it, by the player's name.
    """

    pattern: str
    times_of_players: Mapping[str, int]

    @property
    def times(self) -> int:
        """How often all players together made it."""
        return sum(self.times_of_players.values())


@dataclass(frozen=True, slots=True)
class Statistics:
    """The sums of several games.

    Attributes:
        players: the players, the highest balance first.
        patterns: the patterns that were made, the most frequent first.
        hands: hands played, drawn hands included.
        drawn: hands that nobody won.
    """

    players: tuple[PlayerRecord, ...]
    patterns: tuple[PatternFrequency, ...]
    hands: int
    drawn: int


def add_up_games(games: Iterable[PlayedGame], details: Details) -> Statistics:
    """Add up games. Players with the same name, capitals aside, are one player.

    Args:
        games: the games with their sheets, the earliest first.
        details: returns the facts about a hand that the sheet does not hold.
    """
    records: dict[str, PlayerRecord] = {}
    times_of_patterns: dict[str, Counter[str]] = {}
    hand_count = 0
    drawn_count = 0
    for game_number, played_game in enumerate(games, 1):
        hands = [entry for entry in played_game.entries if entry.kind != "payment"]
        hand_count += len(hands)

        players = []
        for name in played_game.game.players:
            # A new player's balance was 0 before the first game and after each earlier game.
            new_record = PlayerRecord(name, course=(0,) * game_number)
            players.append(records.setdefault(name.casefold(), new_record))
        _add_sheet(players, played_game, hands)

        for hand in hands:
            hand_details = details(hand)
            _add_riichi(hand, players, hand_details)
            if hand.kind == "drawn":
                drawn_count += 1
            else:
                _add_win(hand, players, times_of_patterns, hand_details)
        for record in records.values():
            record.course = (*record.course, record.balance)

    records_in_order = sorted(records.values(), key=lambda record: (-record.balance, record.name))
    patterns = [PatternFrequency(pattern, times) for pattern, times in times_of_patterns.items()]
    patterns.sort(key=lambda frequency: (-frequency.times, frequency.pattern))
    return Statistics(
        players=tuple(record for record in records_in_order if record.games),
        patterns=tuple(patterns),
        hands=hand_count,
        drawn=drawn_count,
    )


def _add_sheet(
    players: Sequence[PlayerRecord], played_game: PlayedGame, hands: Sequence[Entry]
) -> None:
    """Add the amounts, the number of hands and the places of one game."""
    for index, player in enumerate(players):
        if hands:
            player.games += 1
        for entry in played_game.entries:
            player.balance += amounts_with_fines(entry, played_game.fines)[index]
        for hand in hands:
            if hand.seats[index] is not None:
                player.hands += 1
        if hands and played_game.results is not None:
            own_result = played_game.results[index]
            better_results = [result for result in played_game.results if result > own_result]
            player.places[len(better_results)] += 1


def _add_riichi(hand: Entry, players: Sequence[PlayerRecord], hand_details: HandDetails) -> None:
    """Add who declared riichi in a hand, if that is known."""
    if hand_details.declared is None:
        return
    for index, player in enumerate(players):
        has_played = hand.seats[index] is not None
        if has_played:
            player.riichi_hands += 1
            if index in hand_details.declared:
                player.riichi += 1


def _add_win(
    hand: Entry,
    players: Sequence[PlayerRecord],
    times_of_patterns: dict[str, Counter[str]],
    hand_details: HandDetails,
) -> None:
    """Add a hand that somebody won: to the winners, their patterns and the discarder.

    Args:
        hand: the hand.
        players: the records of the game's players, by their numbers.
        times_of_patterns: for each pattern, how often each player made it, by the player's name. It
            is changed in place.
        hand_details: facts about the hand that the sheet does not hold.
    """
    for number in hand.winners:
        winner = players[number]
        winner.won += 1
        if hand_details.self_drawn:
            winner.self_drawn += 1
        # Hands that cannot be scored again have the points of the sheet alone. These are missing if
        # several players won.
        points = hand_details.own_points.get(number, hand.points or 0)
        winner.best = max(winner.best, points)
        for pattern in hand_details.patterns.get(number, ()):
            times_of_patterns.setdefault(pattern, Counter())[winner.name] += 1
    if hand_details.source is not None:
        players[hand_details.source].discarded += 1

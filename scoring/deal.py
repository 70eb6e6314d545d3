"""A deal as it ended: the hands, the wins, and the answers to the rule set's questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hu.scoring.hand import Hand, Win
from hu.scoring.options import OptionValue

#: An answer to a question: tiles, discards as pairs of seat and tile, seats, a number, a seat.
Answer = tuple[str, ...] | tuple[tuple[str, str], ...] | frozenset[str] | int | str


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the end of a deal.

    Attributes:
        hand: the tiles. None while they are unknown.
        win: how the player won. None for the others.
        status: the name of an irregularity, or of another status of the rule set, such as a waiting
            hand. None without a status.
        points: the points of the hand as the players counted them. Used only if ``hand`` is None.
    """

    hand: Hand | None = None
    win: Win | None = None
    status: str | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as it ended.

    Attributes:
        players: the players by seat, in turn order. A seat that is missing is not played.
        round_wind: the wind of the round, in rules that have one.
        options: the table's choices, by the names of the rule set's options.
        waived: the ids of patterns that do not count although winners' hands hold them, because
            they were not declared.
        asked: the answers to the rule set's own questions, by their ids. A question that is missing
            was not answered.
        void: the reason why nobody won before the wall was used up, one of ``RuleSet.voids``.
            Empty for all other deals.
        entered: the figures that give the worth of the winner's hand without its tiles, such as
            han and fu, by the ids of ``RuleSet.figures``. Empty if the tiles are counted.
    """

    players: Mapping[str, Player]
    round_wind: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    asked: Mapping[str, Answer] = field(default_factory=dict)
    void: str = ""
    entered: Mapping[str, int | str] = field(default_factory=dict)

    def tiles(self, question: str) -> tuple[str, ...]:
        """The tiles that answer a question. Empty if it was not answered."""
        answer = self.asked.get(question)
        if not isinstance(answer, tuple):
            return ()
        return tuple(map(str, answer))

    def number(self, question: str) -> int:
        """The number that answers a question. 0 if it was not answered."""
        answer = self.asked.get(question)
        if not isinstance(answer, int):
            return 0
        return answer

    def seats(self, question: str) -> frozenset[str]:
        """The seats that answer a question. Empty if it was not answered."""
        answer = self.asked.get(question)
        if not isinstance(answer, frozenset):
            return frozenset()
        return answer

    @property
    def has_figures(self) -> bool:
        """Whether figures, such as han and fu, replace the winner's tiles."""
        return bool(self.entered)

    @property
    def winners(self) -> dict[str, Player]:
        """The players who won, by seat."""
        return {seat: player for seat, player in self.players.items() if player.win is not None}

    @property
    def hands_and_wins(self) -> list[tuple[Hand, Win]]:
        """The hand and the win of each winner, in turn order. An unknown hand is empty."""
        result = []
        for player in self.players.values():
            if player.win is not None:
                result.append((player.hand or Hand(), player.win))
        return result

    def seats_with_status(self, status: str) -> list[str]:
        """The seats of the players with a status, in turn order."""
        return [seat for seat, player in self.players.items() if player.status == status]

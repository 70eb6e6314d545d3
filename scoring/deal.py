"""A deal as it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hu.scoring.hand import Hand, Win
from hu.scoring.options import OptionValue

#: An answer: tiles, discards, seats, a number, a seat.
Answer = tuple[str, ...] | tuple[tuple[str, str], ...] | frozenset[str] | int | str


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the end of a deal.

    Attributes:
        hand: the tiles; None while they are unknown.
        win: how the player won; None for the others.
        status: the name of an irregularity, or None.
        points: the points of the hand as the players counted them themselves; used only while ``hand`` is None.
    """

    hand: Hand | None = None
    win: Win | None = None
    status: str | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as it ended: who held what, who won and how.

    Attributes:
        players: by seat, in turn order; a seat that is missing is not played.
        round_wind: the wind of the round, in rules that have one.
        options: what the table has agreed on, by the names of the rule set's options.
        waived: patterns of the winners that do not count although the hands hold them.
        asked: the answers to the rule set's own questions, by their ids; one that is missing was not answered.
    """

    players: Mapping[str, Player]
    round_wind: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    asked: Mapping[str, Answer] = field(default_factory=dict)

    def tiles(self, question: str) -> tuple[str, ...]:
        """The tiles that answer a question; none where it was not answered."""
        found = self.asked.get(question, ())
        return tuple(map(str, found)) if isinstance(found, tuple) else ()

    def number(self, question: str) -> int:
        """The number that answers a question; 0 where it was not answered."""
        found = self.asked.get(question, 0)
        return found if isinstance(found, int) else 0

    def seats(self, question: str) -> frozenset[str]:
        """The seats that answer a question; none where it was not answered."""
        found = self.asked.get(question, frozenset())
        return found if isinstance(found, frozenset) else frozenset()

    @property
    def winners(self) -> dict[str, Player]:
        """The players who won, by seat."""
        return {seat: player for seat, player in self.players.items() if player.win is not None}

"""The interface of a rule set, and the values that pass through it.

Everything outside ``hu.scoring`` works with any rule set through this interface: the command line, batches, the page
and the ledger ask it what it needs to know, what is wrong, what a deal is worth and who sits where in the next one.
``docs/rule-sets.md`` shows how to add one.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Literal

from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.hand import Hand, Win
from hu.scoring.problems import Problem

#: A text in several languages, by language code; every one has at least ``en``.
Names = Mapping[str, str]
#: The value of an option.
Option = bool | int | str
#: What an item of a score counts in: points that are added, or doublings.
Unit = Literal["points", "doublings"]


class ClaimStyle(Enum):
    """How players show that a set was claimed, as the layout of a photo needs to know it."""

    #: The claimed tile lies sideways; its position tells from whom it came.
    SIDEWAYS = "sideways"
    #: Claimed sets lie apart from the standing tiles; a sideways tile among four marks a concealed quad.
    APART = "apart"


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option that tables may agree on.

    Attributes:
        name: its key in ``options``.
        default: its value where nothing is said; its type is the option's type.
        names: what it is called.
        choices: the values that it can take, for a text.
        least, most, step: the range of a number.
        values: the only two numbers that the page offers, off and on, for a number that most tables never change.
        of_game: whether it decides how a game goes on rather than what a hand is worth.
        needs: the name of the switch without which it means nothing.
    """

    name: str
    default: Option
    names: Names
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    values: tuple[int, int] | None = None
    of_game: bool = False
    needs: str = ""

    def parse(self, text: str) -> Option:
        """Read a value from a command line.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).parse("5")
        5

        Raises:
            InputError: the text is not a value of this option.
        """
        if isinstance(self.default, bool):
            if text not in ("true", "false"):
                raise InputError(f"option {self.name}: expected true or false, not {text[:20]!r}")
            return text == "true"
        if isinstance(self.default, int):
            if not text.isdecimal() or not self.least <= int(text) <= self.most:
                raise InputError(f"option {self.name}: {text[:20]!r} is not between {self.least} and {self.most}")
            return int(text)
        if text not in self.choices:
            raise InputError(f"option {self.name}: {text[:20]!r} is not one of {', '.join(self.choices)}")
        return text


@dataclass(frozen=True, slots=True)
class PatternInfo:
    """One row of a rule set's table, as people are shown it.

    Attributes:
        id: a name that never changes.
        names: its names.
        condition: what it takes.
        worth: what it is worth each time.
        unit: what ``worth`` counts in.
        number: its number in the rules; empty where they have none.
    """

    id: str
    names: Names
    condition: Names
    worth: int
    unit: Unit = "points"
    number: str = ""


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """An irregularity that a player can commit.

    Attributes:
        names: what it is called.
        consequence: what follows from it.
        needs_tiles: whether the player's own tiles still count.
    """

    names: Names
    consequence: Names
    needs_tiles: bool


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
    """

    players: Mapping[str, Player]
    round_wind: str | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()

    @property
    def winners(self) -> dict[str, Player]:
        """The players who won, by seat."""
        return {seat: player for seat, player in self.players.items() if player.win is not None}


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """A pattern that a hand holds, and why.

    Attributes:
        pattern: the row of the table.
        worth: what it is worth each time, which an option may have changed.
        count: how often it counts.
        tiles: the sets or tiles that earn it, in the notation; empty when the whole hand or a circumstance does.
        counts: False when a limit leaves it out.
    """

    pattern: PatternInfo
    worth: int
    count: int
    tiles: tuple[str, ...] = ()
    counts: bool = True

    @property
    def total(self) -> int:
        """Its points or doublings in all."""
        return self.worth * self.count

    @property
    def text(self) -> str:
        """What it adds, such as ``12``, ``× 4``, or ``–`` when it does not count."""
        if not self.counts:
            return "–"
        return str(self.total) if self.pattern.unit == "points" else f"× {2**self.total}"


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What one player's hand is worth.

    Attributes:
        points: its value.
        items: where it comes from, in the rules' order.
        reading: the hand as it was counted, in the notation; empty for a hand that does not count.
        remarks: sentences about limits and sums.
        status: the player's irregularity, if any.
    """

    points: int
    items: tuple[ScoreItem, ...] = ()
    reading: str = ""
    remarks: tuple[Names, ...] = ()
    status: StatusInfo | None = None


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal is worth to everybody.

    Attributes:
        players: each scored player's points, by seat in turn order.
        payments: what each seat receives (negative: pays), in turn order; None while hands that decide are unknown.
        missing: the seats whose hands are still needed for the payments.
        transfers: who pays whom, in words, where players settle in pairs.
        warnings: what cannot be right although it can be scored.
    """

    players: Mapping[str, PlayerScore]
    payments: Mapping[str, int] | None
    missing: tuple[str, ...] = ()
    transfers: tuple[Names, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """Where a game stands before a deal.

    Attributes:
        number: the deal's number, from 1.
        round: the round's number, from 1.
        round_wind: the wind of the round, one of ``SEATS``; None in rules without one.
        seats: the seat of each player, in the order in which they sat down; None for a player who sits out.
        over: whether the game has had all its deals; the other fields then describe the deal that would follow.
    """

    number: int
    round: int
    round_wind: str | None
    seats: tuple[str | None, ...]
    over: bool = False

    @property
    def east(self) -> int | None:
        """The index of the player who is East; None while nobody is, at a table of three."""
        return self.seats.index("E") if "E" in self.seats else None


class RuleSet(ABC):
    """Everything that the rest of the program asks of a rule set.

    Attributes:
        name: its name in requests, files and on the command line.
        names: its names for people.
        patterns: its table.
        options: what tables may agree on.
        circumstances: names of what can accompany a win, in the order in which people are asked.
        circumstance_names: what they are called, where the page's catalogues do not know them.
        statuses: the irregularities by name.
        seat_counts: how many players it can be played by, the usual number first.
        has_round_wind: whether the round's wind matters.
        scores_every_hand: whether the hands of those who did not win count too.
        deals: how many deals a game has; None where that depends on who wins.
        claim_style: how claimed sets are laid.
        irregular_hands: winning hands other than four sets and a pair or seven pairs, tile by tile.
    """

    name: ClassVar[str]
    names: ClassVar[Names]
    patterns: ClassVar[Sequence[PatternInfo]]
    options: ClassVar[Sequence[OptionInfo]] = ()
    circumstances: ClassVar[Sequence[str]] = ()
    circumstance_names: ClassVar[Mapping[str, Names]] = {}
    statuses: ClassVar[Mapping[str, StatusInfo]] = {}
    seat_counts: ClassVar[tuple[int, ...]] = (4,)
    has_round_wind: ClassVar[bool] = False
    scores_every_hand: ClassVar[bool] = False
    deals: ClassVar[int | None] = None
    claim_style: ClassVar[ClaimStyle] = ClaimStyle.SIDEWAYS
    irregular_hands: ClassVar[Sequence[tuple[str, ...]]] = ()

    @abstractmethod
    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong with a deal: tiles, wins, circumstances, irregularities."""

    @abstractmethod
    def score(self, deal: Deal) -> DealScore:
        """Score a deal. Hands of players who did not win may be unknown (``hand`` and ``points`` None).

        Raises:
            InvalidHandError: something is wrong; every problem is listed.
            InputError: an option or the round wind has no valid value.
        """

    @abstractmethod
    def deal_of(self, request: Fields) -> Deal:
        """Read a request of ``hu hands``, a JSON object.

        Raises:
            InputError: what is wrong with the request, and where.
        """

    @abstractmethod
    def answer_of(self, deal: Deal, *, explain: bool) -> dict[str, object]:
        """Score a deal and write the answer of ``hu hands``, a JSON object.

        Args:
            deal: the deal.
            explain: whether to add names and reasons.

        Raises:
            InputError: see ``score``.
        """

    @abstractmethod
    def seating(self, options: Mapping[str, Option], winners: Sequence[Collection[str]], players: int) -> Seating:
        """Seat the players for the deal that follows.

        Args:
            options: the game's options.
            winners: the seats that won each deal so far, in order; empty for a drawn one.
            players: how many play.
        """

    def winning_class(self, deal: Deal, hand: Hand, tile: str) -> object:
        """Group the tiles that may have won: those of one class give the same points and payments.

        Args:
            deal: the deal.
            hand: the winner's hand without a winning tile.
            tile: one of its standing tiles.
        """
        del deal, hand
        return tile

    def asks_earlier_discards(self, deal: Deal, score: DealScore) -> bool:
        """Whether it matters who discarded the winning tile before the winning discard."""
        del deal, score
        return False

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """Patterns that the winner had to declare and may have forgotten; empty when there is nothing to ask."""
        del deal, score
        return ()

    def settles_without_winner(self, options: Mapping[str, Option]) -> bool:
        """Whether points are paid when nobody won."""
        del options
        return False

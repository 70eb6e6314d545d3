"""The values that pass through a rule set: how it describes itself, a deal, and what a deal is worth."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.texts import Names, Text, text

#: The value of an option.
Option = bool | int | str
#: The option under which changed and added patterns of house rules travel, as the text that ``hu.scoring.house`` makes.
HOUSE: Final = "house"
#: Digits of the largest number that an option takes.
_MOST_DIGITS: Final = 9
#: The choices that a switch stands for.
_SWITCHED: Final = {True: "yes", False: "no"}
#: A place in a file of house rules, key by key, and what is wrong there.
Fault = tuple[tuple[str | int, ...], str]


@dataclass(frozen=True, slots=True)
class Unit:
    """What a rule set counts in.

    Attributes:
        names: what a number of them is called.
        key: its key in the answers of ``hu hands``.
        doubles: whether each doubles what was added up, rather than being added.
        most: as many of them a house can give a pattern that doubles.
    """

    names: Names
    key: str = "points"
    doubles: bool = False
    most: int = 10

    def text(self, count: int) -> str:
        """Write a count without its name.

        >>> POINTS.text(12), DOUBLINGS.text(2)
        ('12', '× 4')
        """
        return f"× {2**count}" if self.doubles else str(count)


POINTS: Final = Unit(Text("unit.points"))
DOUBLINGS: Final = Unit(Text("unit.doublings"), key="doublings", doubles=True)


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
        form: other texts that it can take, as a regular expression.
        choice_names: what those are called, where people are shown something else.
        least, most, step: the range of a number.
        values: the only two numbers that the page offers, off and on, for a number that most tables never change.
        needs: the name of the switch without which it means nothing.
        asked_alone: whether the page asks for it for a hand without a game too.
    """

    name: str
    default: Option
    names: Names
    choices: tuple[str, ...] = ()
    form: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    values: tuple[int, int] | None = None
    needs: str = ""
    choice_names: Mapping[str, Names] = field(default_factory=dict)
    asked_alone: bool = False

    def line(self, value: Option) -> Names:
        """Say in a line which value it has.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).line(5)["en"]
        'Minimum: 5'
        """
        if isinstance(value, bool):
            return text("house.option", name=self.names, value=Text(f"answer.{_SWITCHED[value]}"))
        return text("house.option", name=self.names, value=self.choice_names.get(str(value), value))

    def chosen(self, value: object) -> object:
        """Read a switch or a number as the choice that it stands for; other values stay as they are.

        >>> OptionInfo("kiriage", "no", {"en": "Kiriage"}, choices=("yes", "no")).chosen(True)
        'yes'
        """
        text = _SWITCHED[value] if isinstance(value, bool) else str(value)
        return (
            text if text in self.choices or (self.form and re.fullmatch(self.form, text)) else value
        )

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
            if (
                not text.isdecimal()
                or len(text) > _MOST_DIGITS
                or not self.least <= int(text) <= self.most
            ):
                raise InputError(
                    f"option {self.name}: {text[:20]!r} is not between {self.least} and {self.most}"
                )
            return int(text)
        if text not in self.choices and not (self.form and re.fullmatch(self.form, text, re.ASCII)):
            raise InputError(
                f"option {self.name}: {text[:20]!r} is not one of {', '.join(self.choices)}"
            )
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
        example: a winning hand that holds it, in the notation; empty where the rule set gives none.
        source: where the rule stands: the rules' version and section, by language; empty where not known.
    """

    id: str
    names: Names
    condition: Names
    worth: int
    unit: Unit = POINTS
    number: str = ""
    example: str = ""
    source: Names = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """An irregularity that a player can commit.

    Attributes:
        names: what it is called.
        consequence: what follows from it.
        needs_tiles: whether the player's own tiles still count.
        out: whether the player is out of the deal.
    """

    names: Names
    consequence: Names
    needs_tiles: bool
    out: bool = False


#: What answers a question: tiles turned up in the wall, how many lie on the table from earlier deals, a seat, seats,
#: discards as pairs of seat and tile. The other kinds are those of the questions that every game has
#: (``hu.scoring.answers.COMMON``): a way of winning, names, what is said of players by seat, options.
QuestionKind = Literal[
    "tiles", "number", "seat", "seats", "discards", "win", "names", "players", "options"
]
#: An answer: tiles, discards, seats, a number, a seat.
Answer = tuple[str, ...] | tuple[tuple[str, str], ...] | frozenset[str] | int | str


@dataclass(frozen=True, slots=True)
class CircumstanceInfo:
    """Something that can accompany a win, as players call it.

    Attributes:
        name: the rule set's name of it; a way of winning (``hu.scoring.hand.WINS``) where players count it among the
            circumstances.
        names: what it is called.
        meaning: what has happened.
        aliases: other usual names, by the way of winning that they imply; those under ``""`` imply none.
    """

    name: str
    names: Names
    meaning: Names
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What a rule set asks of a deal beyond what every game has.

    Attributes:
        id: its name at every door: its key in ``Deal.asked`` and in requests, its option of ``hu score``, its column
            in manifests; for a question about a win the field of ``Win`` that holds the answer.
        kind: what answers it.
        names: what it is called.
        meaning: what it means, in a line.
        most: how many tiles, or the highest number; 0 where the kind has no such bound.
        circumstances: it is asked only with one of these; empty where it is always asked.
        of_win: whether each winner answers it.
        without_winner: whether it is asked after a deal that nobody won too.
        without: what is scored where it matters and is not answered; empty where it must be answered or says nothing.
        short: other names at every door, such as ``dora``.
    """

    id: str
    kind: QuestionKind
    names: Names
    meaning: Names
    most: int = 0
    circumstances: frozenset[str] = frozenset()
    of_win: bool = False
    without_winner: bool = False
    without: Names = field(default_factory=dict)
    short: tuple[str, ...] = ()


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
    options: Mapping[str, Option] = field(default_factory=dict)
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
        return self.pattern.unit.text(self.total)

    def as_json(self, *, explain: bool) -> dict[str, object]:
        """Write it as ``hu hands`` prints it."""
        pattern = self.pattern
        written: dict[str, object] = {
            "id": pattern.id,
            pattern.unit.key: self.worth,
            "count": self.count,
        }
        if explain:
            written |= {
                "names": dict(pattern.names),
                "condition": pattern.condition["en"],
                "why": list(self.tiles),
            }
        return written


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What one player's hand is worth.

    Attributes:
        points: its value.
        items: where it comes from, in the rules' order.
        reading: the hand as it was counted, in the notation; empty for a hand that does not count.
        remarks: sentences about limits and sums.
        status: the player's irregularity, if any.
        details: what else the rules count, by name, as the answers of ``hu hands`` state it.
        more: the same, for answers that explain.
    """

    points: int
    items: tuple[ScoreItem, ...] = ()
    reading: str = ""
    remarks: tuple[Names, ...] = ()
    status: StatusInfo | None = None
    details: Mapping[str, int | str | None] = field(default_factory=dict)
    more: Mapping[str, int | str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one player owes another, in rules where players pay in pairs.

    Attributes:
        payer, payee: the seats.
        kind: the rule set's own name for what is paid, such as ``win`` or ``difference``.
        exact: what is owed.
        paid: what is paid, after rounding.
        reasons: the same in words.
    """

    payer: str
    payee: str
    kind: str
    exact: int
    paid: int
    reasons: Names


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal is worth to everybody.

    Attributes:
        players: each scored player's points, by seat in turn order.
        payments: what each seat receives (negative: pays), in turn order; None while hands that decide are unknown.
        missing: the seats whose hands are still needed for the payments.
        transfers: who pays whom, where players pay in pairs.
        warnings: what cannot be right although it can be scored.
        pot: what the players leave on the table for a later deal (negative: take from it); payments and pot add up
            to zero.
        notes: what is settled after the game, in words, by the seat that it concerns.
    """

    players: Mapping[str, PlayerScore]
    payments: Mapping[str, int] | None
    missing: tuple[str, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    warnings: tuple[str, ...] = ()
    pot: int = 0
    notes: Mapping[str, Names] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played(Collection[str]):
    """A deal of a game as its sheet remembers it: the seats that won, and what else decides how the game goes on.

    Attributes:
        winners: the seats that won; empty for a drawn deal.
        statuses: the irregularities and other statuses by seat.
        pot: what the players left on the table (negative: took from it).
        seats: each player's seat, in the order in which they sat down; empty where it does not matter.
        totals: what each player had won or lost in the whole game after this deal; empty where it does not matter.
        void: what ended the deal without a winner before the wall was used up, one of ``RuleSet.voids``; empty without.
    """

    winners: frozenset[str] = frozenset()
    statuses: Mapping[str, str] = field(default_factory=dict)
    pot: int = 0
    seats: tuple[str | None, ...] = ()
    totals: tuple[int, ...] = ()
    void: str = ""

    def __contains__(self, seat: object) -> bool:
        return seat in self.winners

    def __iter__(self) -> Iterator[str]:
        return iter(self.winners)

    def __len__(self) -> int:
        return len(self.winners)


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

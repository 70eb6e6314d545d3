"""The values that pass through a rule set: how it describes itself, a deal, and what a deal is worth."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win

#: A text in several languages, by language code; every one has at least ``en``.
Names = Mapping[str, str]
#: The value of an option.
Option = bool | int | str
#: The option under which changed and added patterns of house rules travel, as the text that ``hu.scoring.house`` makes.
HOUSE: Final = "house"
#: A place in a file of house rules, key by key, and what is wrong there.
Fault = tuple[tuple[str | int, ...], str]
#: What an item of a score counts in: points that are added, or doublings.
Unit = Literal["points", "doublings"]


class ClaimStyle(Enum):
    """How players show that a set was claimed, as the layout of a photo needs to know it."""

    #: The claimed tile lies sideways; its position tells from whom it came.
    SIDEWAYS = "sideways"
    #: Claimed sets lie apart from the standing tiles; a sideways tile among four marks a concealed quad.
    APART = "apart"


@dataclass(frozen=True, slots=True)
class TilePool:
    """Tiles of which a winning hand takes some, each once.

    Attributes:
        tiles: the tiles to take from, all different.
        count: how many of them a hand takes.
        sets: how many sets the hand has beside them, with a pair; None where these tiles alone are the hand.
    """

    tiles: tuple[str, ...]
    count: int
    sets: int | None = None


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option that tables may agree on.

    Attributes:
        name: its key in ``options``.
        default: its value where nothing is said; its type is the option's type.
        names: what it is called.
        choices: the values that it can take, for a text.
        choice_names: what those are called, where people are shown something else.
        least, most, step: the range of a number.
        values: the only two numbers that the page offers, off and on, for a number that most tables never change.
        of_game: whether it decides how a game goes on rather than what a hand is worth.
        needs: the name of the switch without which it means nothing.
        asked_alone: whether the page asks for it for a hand without a game too.
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
    choice_names: Mapping[str, Names] = field(default_factory=dict)
    asked_alone: bool = False

    def line(self, value: Option) -> Names:
        """Say in a line which value it has.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).line(5)
        {'en': 'Minimum: 5'}
        """
        words = {True: {"en": "yes", "it": "sì"}, False: {"en": "no", "it": "no"}}
        said = words[value] if isinstance(value, bool) else self.choice_names.get(str(value), {})
        usual = said.get("en", value)
        return {language: f"{name}: {said.get(language, usual)}" for language, name in self.names.items()}

    def chosen(self, value: object) -> object:
        """Read a switch or a number as the choice that it stands for; other values stay as they are.

        >>> OptionInfo("kiriage", "no", {"en": "Kiriage"}, choices=("yes", "no")).chosen(True)
        'yes'
        """
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        return text if text in self.choices else value

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
        example: a winning hand that holds it, in the notation; empty where the rule set gives none.
        source: where the rule stands: the rules' version and section, by language; empty where not known.
    """

    id: str
    names: Names
    condition: Names
    worth: int
    unit: Unit = "points"
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
    """

    names: Names
    consequence: Names
    needs_tiles: bool


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
class IndicatorInfo:
    """Tiles of the wall that players turn up, in rules where they make other tiles count.

    Attributes:
        name: the field of ``Deal`` that holds them.
        names: what they are called.
        most: how many there can be.
        circumstances: they count only with one of these; empty for those that always count.
    """

    name: Literal["dora_indicators", "ura_indicators"]
    names: Names
    most: int
    circumstances: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CounterInfo:
    """What lies on the table from earlier deals.

    Attributes:
        name: its key in ``Deal.counters``.
        names: what it is called.
    """

    name: str
    names: Names


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
        dora_indicators: the indicators turned up in the wall, in rules that have them.
        ura_indicators: those underneath, which count for winners who had declared a waiting hand.
        counters: what lies on the table from earlier deals, by the rule set's names, such as ``honba`` and ``sticks``.
        declared: the seats that declared a waiting hand in this deal, beside the winners' own circumstances.
    """

    players: Mapping[str, Player]
    round_wind: str | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    dora_indicators: tuple[str, ...] = ()
    ura_indicators: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    declared: frozenset[str] = frozenset()

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
        details: what else the rules count, by name, as the answers of ``hu hands`` state it.
    """

    points: int
    items: tuple[ScoreItem, ...] = ()
    reading: str = ""
    remarks: tuple[Names, ...] = ()
    status: StatusInfo | None = None
    details: Mapping[str, int | str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal is worth to everybody.

    Attributes:
        players: each scored player's points, by seat in turn order.
        payments: what each seat receives (negative: pays), in turn order; None while hands that decide are unknown.
        missing: the seats whose hands are still needed for the payments.
        transfers: who pays whom, in words, where players settle in pairs.
        warnings: what cannot be right although it can be scored.
        pot: what the players leave on the table for a later deal (negative: take from it); payments and pot add up
            to zero.
        notes: what is settled after the game, in words, by the seat that it concerns.
    """

    players: Mapping[str, PlayerScore]
    payments: Mapping[str, int] | None
    missing: tuple[str, ...] = ()
    transfers: tuple[Names, ...] = ()
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
    """

    winners: frozenset[str] = frozenset()
    statuses: Mapping[str, str] = field(default_factory=dict)
    pot: int = 0
    seats: tuple[str | None, ...] = ()
    totals: tuple[int, ...] = ()

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

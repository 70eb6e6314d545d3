"""What a rule set declares of itself: statuses, circumstances, questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from hu.scoring.texts import Names, Text


class ClaimStyle(Enum):
    """How players show that a set was claimed, as the layout of a photo needs to know it."""

    #: The claimed tile lies sideways; its position tells from whom it came.
    SIDEWAYS = "sideways"
    #: Claimed sets lie apart from the standing tiles; a sideways tile among four marks a concealed quad.
    APART = "apart"


#: What answers a question: tiles turned up in the wall, how many lie on the table from earlier deals, a seat, seats,
#: discards as pairs of seat and tile. The other kinds are those of the questions that every game has
#: (``hu.scoring.rule_set.declared.COMMON_QUESTIONS``): a way of winning, names, what is said of players by seat, options.
QuestionKind = Literal[
    "tiles", "number", "seat", "seats", "discards", "win", "names", "players", "options"
]


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


def _common(name: str, kind: QuestionKind, *short: str) -> Question:
    return Question(
        name, kind, Text(f"questions.{name}"), Text(f"questions.{name}.meaning"), short=short
    )


#: What every game asks.
COMMON_QUESTIONS: Final = (
    _common("winner", "seat"),
    _common("win", "win"),
    _common("from", "seat"),
    _common("round_wind", "seat"),
    _common("circumstances", "names", "circumstance"),
    _common("others", "players", "other"),
    _common("statuses", "players", "status"),
    _common("also", "players"),
    _common("absent", "seat"),
    _common("options", "options", "option"),
    _common("counters", "options", "counter"),
    _common("waive", "names"),
)

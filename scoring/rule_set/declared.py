"""Declarations of a rule set: its circumstances, its questions, and how claimed melds are laid."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from hu.scoring.texts import Names, Text


class ClaimStyle(Enum):
    """How players show that a meld was claimed. The layout of a photo needs to know it."""

    #: The claimed tile lies sideways. Its position shows which player discarded it.
    SIDEWAYS = "sideways"
    #: Claimed melds lie apart from the standing tiles. A sideways tile among four marks a concealed
    #: quad.
    APART = "apart"


@dataclass(frozen=True, slots=True)
class CircumstanceInfo:
    """A circumstance that can accompany a win, as players call it.

    Attributes:
        name: the rule set's name of it. It is a way of winning (``hu.scoring.hand.WINS``) if
            players count that way among the circumstances.
        names: its names for people.
        meaning: an explanation.
        aliases: other usual names, by the way of winning that they imply. Names under ``""`` imply
            none.
    """

    name: str
    names: Names
    meaning: Names
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


#: The kind of a question's answer: tiles turned up in the wall, a number, such as of things on the
#: table from earlier deals, a choice from some names, a seat, seats, discards as pairs of seat and
#: tile. The other kinds belong to the questions of every game (``COMMON_QUESTIONS``): a way of
#: winning, a name, names, statements about players by seat, options.
QuestionKind = Literal[
    "tiles",
    "number",
    "choice",
    "seat",
    "seats",
    "discards",
    "win",
    "name",
    "names",
    "players",
    "options",
]


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a deal.

    Attributes:
        id: its name for every program: its key in ``Deal.asked`` and in requests, its option of
            ``hu score``, its column in manifests. The id of a question about a win is the field of
            ``Win`` that holds the answer.
        kind: the kind of its answer.
        names: its names for people.
        meaning: an explanation of one line.
        least: the lowest number, if the answer is a number.
        most: the highest number, or the most tiles. 0 if the answer has no such bound.
        step: how far a tap on plus or minus changes the number. Numbers between are valid too.
        choices: the names from which people choose, with their texts.
        circumstances: it is asked only if the win has one of these. Empty if it is always asked.
        is_about_win: whether it is answered for each winner. Else it is answered once for the deal.
        is_also_asked_after_draw: whether it is also asked after a deal that nobody won.
        is_asked_only_after_exhaustive_draw: whether it is asked only after a deal that nobody won
            and in which the wall was used up.
        status: after a deal that nobody won, the status that the players in the answer must have. A
            player who declared riichi, for example, has a waiting hand. Empty if the answer tells
            no status.
        assumption: the assumption by which a deal is scored if the question matters and is not
            answered. Empty if it must be answered or if there is nothing to assume.
        other_names: its other names for every program, such as ``dora``.
    """

    id: str
    kind: QuestionKind
    names: Names
    meaning: Names
    least: int = 0
    most: int = 0
    step: int = 1
    choices: Mapping[str, Names] = field(default_factory=dict)
    circumstances: frozenset[str] = frozenset()
    is_about_win: bool = False
    is_also_asked_after_draw: bool = False
    is_asked_only_after_exhaustive_draw: bool = False
    status: str = ""
    assumption: Names = field(default_factory=dict)
    other_names: tuple[str, ...] = ()


def _common_question(name: str, kind: QuestionKind, *other_names: str) -> Question:
    """Declare a question of every game. Its texts are in the words of ``hu.scoring``."""
    return Question(
        id=name,
        kind=kind,
        names=Text(f"questions.{name}"),
        meaning=Text(f"questions.{name}.meaning"),
        other_names=other_names,
    )


#: The questions of every game.
COMMON_QUESTIONS: Final = (
    _common_question("winner", "seat"),
    _common_question("win", "win"),
    _common_question("from", "seat"),
    _common_question("round_wind", "seat"),
    _common_question("circumstances", "names", "circumstance"),
    _common_question("others", "players", "other"),
    _common_question("statuses", "players", "status"),
    _common_question("also", "players"),
    _common_question("absent", "seat"),
    _common_question("void", "name"),
    _common_question("options", "options", "option"),
    _common_question("counters", "options", "counter"),
    _common_question("waive", "names"),
)

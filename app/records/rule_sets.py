"""The record of a rule set: what ``hu rules show --json`` prints."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from hu.app.records.schema import SCHEMA_VERSION, Record
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.interface import RuleSet

#: A name or a sentence by the code of its language.
NamesRecord = Mapping[str, str]


class ShapeRecord(Record, frozen=True, kw_only=True):
    """A shape of a winning hand.

    Attributes:
        names: its names.
        option: the option that allows it. Null if it is always allowed.
    """

    names: NamesRecord
    option: str | None


class NumberRange(Record, frozen=True, kw_only=True):
    """The numbers that an option can have.

    Attributes:
        least: the smallest number.
        most: the largest number.
    """

    least: int
    most: int


class OptionRecord(Record, frozen=True, kw_only=True):
    """An option of a table.

    Attributes:
        id: its key in ``options``.
        names: its names.
        default: its value if nobody chooses one.
        values: the values that it can have: a list, or a range of whole numbers.
    """

    id: str
    names: NamesRecord
    default: OptionValue
    values: tuple[bool | str, ...] | NumberRange


class QuestionRecord(Record, frozen=True, kw_only=True):
    """A question about a deal.

    Attributes:
        id: its key in requests.
        short: shorter keys that mean the same.
        type: the kind of answer, such as ``tiles`` or ``seat``.
        names: its names.
        meaning: what it asks.
    """

    id: str
    short: tuple[str, ...]
    type: str
    names: NamesRecord
    meaning: NamesRecord


class RulePattern(Record, frozen=True, kw_only=True):
    """A pattern with its worth under the key of its unit.

    Attributes:
        id: the pattern.
        names: its names.
        points: its worth in points.
        doublings: its worth in doublings (FIMJ).
        han: its worth in han (Riichi).
        fan: its worth in fan (MCR).
        faan: its worth in faan (Hong Kong).
        tai: its worth in tai (Taiwanese).
    """

    id: str
    names: NamesRecord
    points: int | UnsetType = UNSET
    doublings: int | UnsetType = UNSET
    han: int | UnsetType = UNSET
    fan: int | UnsetType = UNSET
    faan: int | UnsetType = UNSET
    tai: int | UnsetType = UNSET


class RuleSetRecord(Record, frozen=True, kw_only=True):
    """What a rule set asks and accepts.

    Attributes:
        schema: the version of this format.
        rules: the id of the rule set.
        names: its names.
        unit: the names of the unit in which hands are counted.
        shapes: the shapes of winning hands.
        bonus_tiles: the flowers and seasons that it uses.
        set_aside: the tiles that players set aside for a bonus.
        missing_kinds: the kinds of tiles that its tile set lacks.
        options: the options of a table.
        questions: the questions about a deal.
        figures: the keys that replace the tiles of a hand, such as ``han``.
        circumstances: the circumstances of a win.
        statuses: the names of the irregularities that a player can commit, by id.
        voids: the names of the ends of a hand without a winner, by id.
        patterns: the patterns.
    """

    schema: int
    rules: str
    names: NamesRecord
    unit: NamesRecord
    shapes: tuple[ShapeRecord, ...]
    bonus_tiles: tuple[str, ...]
    set_aside: tuple[str, ...]
    missing_kinds: tuple[str, ...]
    options: tuple[OptionRecord, ...]
    questions: tuple[QuestionRecord, ...]
    figures: tuple[str, ...]
    circumstances: tuple[str, ...]
    statuses: Mapping[str, NamesRecord]
    voids: Mapping[str, NamesRecord]
    patterns: tuple[RulePattern, ...]


def rule_set_record(rules: RuleSet) -> RuleSetRecord:
    """Make the record of a rule set."""
    shapes = []
    for shape in rules.shapes:
        shapes.append(ShapeRecord(names=dict(shape.names), option=shape.option or None))
    return RuleSetRecord(
        schema=SCHEMA_VERSION,
        rules=rules.name,
        names=dict(rules.names),
        unit=dict(rules.unit.names),
        shapes=tuple(shapes),
        bonus_tiles=tuple(rules.bonus_tiles),
        set_aside=tuple(rules.hand_shape.set_aside),
        missing_kinds=tuple(rules.hand_shape.missing_kinds),
        options=tuple(_option_record(option) for option in rules.options),
        questions=tuple(_question_record(question) for question in rules.questions),
        figures=tuple(figure.id for figure in rules.figures),
        circumstances=tuple(rules.circumstances),
        statuses={name: dict(status.names) for name, status in rules.statuses.items()},
        voids={name: dict(names) for name, names in rules.voids.items()},
        patterns=tuple(_pattern_record(pattern) for pattern in rules.patterns),
    )


def _option_record(option: OptionInfo) -> OptionRecord:
    values: tuple[bool | str, ...] | NumberRange
    if isinstance(option.default, bool):
        values = (False, True)
    elif option.choices:
        values = option.choices
    else:
        values = NumberRange(least=option.least, most=option.most)
    return OptionRecord(
        id=option.name, names=dict(option.names), default=option.default, values=values
    )


def _question_record(question: Question) -> QuestionRecord:
    return QuestionRecord(
        id=question.id,
        short=tuple(question.other_names),
        type=question.kind,
        names=dict(question.names),
        meaning=dict(question.meaning),
    )


def _pattern_record(pattern: PatternInfo) -> RulePattern:
    worth = {pattern.unit.key: pattern.worth}
    return RulePattern(id=pattern.id, names=dict(pattern.names), **worth)

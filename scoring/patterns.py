"""Patterns: their names and values, and how often a hand holds them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.texts import Names, Text

#: A meld, a pair or other tiles that are shown together.
ScoringGroup = Meld | tuple[str, ...]
#: The result of a pattern's predicate: the groups that earn the pattern, or how often the hand as
#: a whole earns it (True counts as once).
Earned = Sequence[ScoringGroup] | int
#: The keys of units in records (``hu.app.records.scores``). A new unit needs a field there.
UnitKey = Literal["points", "han", "faan", "fan", "tai", "doublings"]
_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit in which a rule set counts patterns.

    Attributes:
        names: the name of a number of them.
        key: its key in records: ``{"id": "riichi", "han": 1}``.
        doubles: whether each of them doubles the sum, instead of being added to it.
        most: in a unit that doubles, the highest value that a house can give a pattern.
    """

    names: Names
    key: UnitKey = "points"
    doubles: bool = False
    most: int = 10

    def text(self, count: int) -> str:
        """Write a number of this unit without the unit's name.

        >>> POINTS.text(12), DOUBLINGS.text(2)
        ('12', '× 4')
        """
        if self.doubles:
            return f"× {2**count}"
        return str(count)


POINTS: Final = Unit(Text("unit.points"))
DOUBLINGS: Final = Unit(Text("unit.doublings"), key="doublings", doubles=True)


@dataclass(frozen=True, slots=True)
class PatternInfo:
    """A row of a rule set's table, as people are shown it.

    Attributes:
        id: a name that never changes.
        names: its names.
        condition: the condition under which it counts.
        worth: its value each time, in ``unit``.
        unit: the unit of ``worth``.
        number: its number in the rules. Empty if they do not number it.
        example: a winning hand that holds it, in the notation. Empty if the rule set gives none.
        source: the version and section of the rules, by language. Empty if it is unknown.
    """

    id: str
    names: Names
    condition: Names
    worth: int
    unit: Unit = POINTS
    number: str = ""
    example: str = ""
    source: Names = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<pattern {self.id}>"


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """A pattern that a hand holds, and the reason.

    Attributes:
        pattern: the row of the table.
        worth: its value each time, in the pattern's unit. An option may have changed it.
        count: how often it counts.
        tiles: the melds or tiles that earn it, in the notation. Empty if the whole hand or a
            circumstance earns it.
        is_counted: whether it is part of the hand's value. False if a limit leaves it out.
    """

    pattern: PatternInfo
    worth: int
    count: int
    tiles: tuple[str, ...] = ()
    is_counted: bool = True

    @property
    def total(self) -> int:
        """Its whole value, in the pattern's unit."""
        return self.worth * self.count

    @property
    def text(self) -> str:
        """Its whole value in writing: ``12``, ``× 4``, or ``–`` if it does not count."""
        if not self.is_counted:
            return "–"
        return self.pattern.unit.text(self.total)


class PatternCount(NamedTuple, Generic[_Row]):
    """A row of a rule set's table that an arrangement holds.

    Attributes:
        row: the row.
        worth: its value each time, in points, faan or doublings.
        times: how often it counts.
        groups: the melds, pairs or tiles that earn it. Empty if the whole hand or a circumstance
            earns it.
    """

    row: _Row
    worth: int
    times: int
    groups: Collection[ScoringGroup] = ()

    @property
    def total(self) -> int:
        """Its whole value."""
        return self.worth * self.times


def count_earned(earned: Earned, *, counts_each: bool) -> tuple[int, Collection[ScoringGroup]]:
    """Count how often a pattern was earned.

    Args:
        earned: the result of the pattern's predicate.
        counts_each: True if the pattern counts once for each group, False if it counts once
            in all.

    Returns:
        How often it counts, and the groups that earn it.
    """
    if isinstance(earned, int):
        return int(earned), ()
    if counts_each:
        return len(earned), earned
    if earned:
        return 1, earned
    return 0, earned


def format_group(group: ScoringGroup, *, shows_claimed_sequences: bool = False) -> str:
    """Write tiles that earn a pattern.

    Claimed triplets and all quads are written as melds, in brackets.

    >>> format_group(("5z", "5z")), format_group(Meld(("5z", "5z", "5z")))
    ('55z', '[555z]')

    Args:
        group: a meld or other tiles.
        shows_claimed_sequences: whether claimed sequences are in brackets too. Else they are
            written like standing sequences.
    """
    if not isinstance(group, Meld):
        return format_tiles(group)
    if group.kind == "sequence":
        has_brackets = shows_claimed_sequences and not group.concealed
    else:
        has_brackets = group.kind == "quad" or not group.concealed
    if has_brackets:
        return format_meld(group)
    return format_tiles(group.tiles)

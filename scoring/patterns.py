"""Patterns: what they are called and worth, and how often a hand holds them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.texts import Names, Text


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


#: A set, a pair or other tiles that are shown together.
TileGroup = Meld | tuple[str, ...]
#: What the predicate of a pattern returns: the groups that earn it, whether the hand as a whole does, or how often.
Earned = Sequence[TileGroup] | int
_Row = TypeVar("_Row")


def format_group(group: TileGroup) -> str:
    """Write tiles that earn a pattern; a meld that was claimed or a quad as it lies."""
    if not isinstance(group, Meld):
        return format_tiles(group)
    stands = group.concealed and group.kind != "quad"
    return format_tiles(group.tiles) if stands or group.kind == "sequence" else format_meld(group)


class PatternCount(NamedTuple, Generic[_Row]):
    """A row of a rule set's table that a reading holds.

    Attributes:
        row: the row.
        worth: its points, faan or doublings, each time.
        times: how often it counts.
        groups: the sets, pairs or tiles that earn it; empty where the hand as a whole or a circumstance does.
    """

    row: _Row
    worth: int
    times: int
    groups: Collection[TileGroup] = ()

    @property
    def total(self) -> int:
        """What it adds in all."""
        return self.worth * self.times


def count_earned(earned: Earned, *, each: bool) -> tuple[int, Collection[TileGroup]]:
    """How often a pattern counts, and the groups that earn it.

    Args:
        earned: what its predicate has returned.
        each: whether it counts for each group.
    """
    if isinstance(earned, int):
        return int(earned), ()
    return len(earned) if each else int(bool(earned)), earned

"""Lists the patterns of a scored hand, with their names and units from the rule set."""

from dataclasses import dataclass

from msgspec import UNSET

from hu.app.page.draft.state import Draft
from hu.app.records.scores import PatternRecord, ScoreRecord
from hu.scoring.patterns import PatternInfo, Unit
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class ShownPattern:
    """A pattern that a hand holds.

    Attributes:
        record: how often the pattern counts, for which tiles, and its value each time.
        info: the row of the pattern in the rule set's table, with its names and its unit.
        house_value: its value by the house rules, in its unit. None if they do not change it.
    """

    record: PatternRecord
    info: PatternInfo
    house_value: int | None = None

    @property
    def total(self) -> int:
        """Its value each time, multiplied by how often it counts, in the pattern's unit."""
        # A record has a field for each unit. The unit's key is the name of its field.
        value_each_time: int = getattr(self.record, self.info.unit.key)
        return value_each_time * self.record.count

    @property
    def text(self) -> str:
        """Its whole value as text: ``12``, ``× 4``, or ``–`` if it does not count."""
        if not self.record.counts:
            return "–"
        return self.info.unit.text(self.total)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The melds or tiles that earn it, in the notation."""
        return self.record.why or ()


def shown_patterns(score: ScoreRecord, draft: Draft) -> list[ShownPattern]:
    """List the patterns of a hand.

    Args:
        score: the score of the hand.
        draft: the hand, with its rules and house rules.
    """
    rules = rule_set(draft.rules)
    infos = {pattern.id: pattern for pattern in rules.patterns}
    changes = changes_of(draft.options)
    patterns = []
    for record in score.patterns or ():
        info = infos.get(record.id)
        if info is None:
            # The rule set does not have this pattern. The house rules have added it.
            info = changes.extras[record.id].info(_unit_of(record, rules))
        patterns.append(ShownPattern(record, info, changes.points.get(record.id)))
    return patterns


def _unit_of(record: PatternRecord, rules: RuleSet) -> Unit:
    """Return the unit of a pattern's value.

    A record has a field for each unit, and only the field of the pattern's own unit is set.
    """
    for pattern in rules.patterns:
        if getattr(record, pattern.unit.key) is not UNSET:
            return pattern.unit
    return rules.unit

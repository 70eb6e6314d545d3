"""The patterns of a scored hand: their records, with the rows of the rule set's table."""

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
        record: how often it counts, for which tiles, and its value each time.
        info: its row of the rule set's table, which has its names and its unit.
        house_value: its value by the house rules, in its unit. None if they do not change it.
    """

    record: PatternRecord
    info: PatternInfo
    house_value: int | None = None

    @property
    def total(self) -> int:
        """Its value each time, multiplied by how often it counts. In the pattern's unit."""
        value_each_time: int = getattr(self.record, self.info.unit.key)
        return value_each_time * self.record.count

    @property
    def text(self) -> str:
        """Its whole value in writing: ``12``, ``× 4``, or ``–`` if it does not count."""
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
        draft: the deal. Its rule set or its house rules have the patterns.
    """
    rules = rule_set(draft.rules)
    infos = {pattern.id: pattern for pattern in rules.patterns}
    changes = changes_of(draft.options)
    patterns = []
    for record in score.patterns or ():
        info = infos.get(record.id)
        if info is None:
            # House rules have added the pattern. It is not in the rule set's table.
            info = changes.extras[record.id].info(_unit_of(record, rules))
        patterns.append(ShownPattern(record, info, changes.points.get(record.id)))
    return patterns


def _unit_of(record: PatternRecord, rules: RuleSet) -> Unit:
    """Return the unit in which a pattern has its value.

    A record has a field for each unit. The fields of the other units are not set.
    """
    for pattern in rules.patterns:
        if getattr(record, pattern.unit.key) is not UNSET:
            return pattern.unit
    return rules.unit

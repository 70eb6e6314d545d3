"""What one arrangement of a hand is worth by the table of rules."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from hu.scoring.fimj.features import HandFeatures
from hu.scoring.fimj.rules import RULES, Group, Rule


@dataclass(frozen=True, slots=True)
class RuleCount:
    """A rule that an arrangement holds.

    Attributes:
        rule: the row of the table.
        times: how often it holds.
    """

    rule: Rule
    times: int

    @property
    def value(self) -> int:
        """Its points, doublings or amount in all."""
        return self.rule.value * self.times


class ArrangementWorth(NamedTuple):
    """What an arrangement is worth, before the limit.

    Attributes:
        massimo: the fixed amount that is paid whatever the count, if any.
        base: the points before doubling.
        doublings: how often they double.
        items: where the points come from.
        doubled: where the doublings come from.
    """

    massimo: Rule | None
    base: int
    doublings: int
    items: tuple[RuleCount, ...]
    doubled: tuple[RuleCount, ...]

    @property
    def total(self) -> int:
        """The points after doubling."""
        return self.base << self.doublings


_ROWS: Final[dict[Group, tuple[Rule, ...]]] = {
    group: tuple(rule for rule in RULES if rule.group == group)
    for group in ("points", "fundamental", "closing", "massimo")
}


def points(features: HandFeatures) -> int:
    """Add up the points of an arrangement."""
    return sum(item.value for item in _counted(features, "points"))


@lru_cache(maxsize=1 << 16)
def worth(features: HandFeatures, waived: frozenset[str]) -> ArrangementWorth:
    """Count an arrangement; ``waived`` names the doublings that do not count."""
    massimo = _massimo(features)
    if massimo is not None:
        return ArrangementWorth(massimo, massimo.value, 0, (RuleCount(massimo, 1),), ())
    items = _counted(features, "points")
    base = sum(item.value for item in items)
    doubled = _counted(features, "fundamental") + (_counted(features, "closing") if features.context.closing else ())
    # Doublings are valid from 2 points on (ruling 2).
    doubled = tuple(item for item in doubled if item.rule.id not in waived) if base >= 2 else ()
    return ArrangementWorth(None, base, sum(item.value for item in doubled), items, doubled)


def _counted(features: HandFeatures, group: Group) -> tuple[RuleCount, ...]:
    times = ((rule, int(rule.holds(features))) for rule in _ROWS[group])
    return tuple(RuleCount(rule, count) for rule, count in times if count)


def _massimo(features: HandFeatures) -> Rule | None:
    """The highest fixed amount that a winning hand claims (ruling 4); of equals the first in the table."""
    if not features.context.closing:
        return None
    massimi = (item.rule for item in _counted(features, "massimo"))
    return max(massimi, key=lambda rule: rule.value, default=None)

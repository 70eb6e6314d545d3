"""The rule sets by which photos are read, and whose hands the page can hold."""

from hu.scoring.errors import InputError
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.vision.layout.model import WAITING


def is_readable(rules: RuleSet) -> bool:
    """Whether the layout of a photo and the page's editor can hold a hand of these rules."""
    return rules.hand_shape.waiting == WAITING


def readable_rule_names() -> tuple[str, ...]:
    """List the names of the rule sets by which photos are read.

    >>> readable_rule_names()[:2]
    ('zung-jung', 'fimj')
    """
    return tuple([name for name in rule_names() if is_readable(rule_set(name))])


def require_readable(rules: RuleSet) -> None:
    """Refuse a rule set by which no photos are read.

    Raises:
        InputError: its hands have another number of tiles.
    """
    if not is_readable(rules):
        name = rules.names["en"]
        raise InputError(
            f"photos are read by rules with {WAITING} tiles; {name} has "
            f"{rules.hand_shape.waiting}: give the tiles as text"
        )

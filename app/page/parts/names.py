"""The names of rule sets on the page."""

from hu.app.i18n import Texts
from hu.scoring.rule_set.registry import rule_names, rule_set


def rules_title(t: Texts, rules: str) -> str:
    """Return the name of a rule set for people, or its id if it is not installed.

    Args:
        t: the words of the language.
        rules: the id of the rule set.
    """
    if rules not in rule_names():
        return rules
    return t.of(rule_set(rules)).name_of(f"rules.{rules}", rule_set(rules).names)


def rules_titles(t: Texts) -> dict[str, str]:
    """Return the name of each rule set, by its id."""
    return {rules: rules_title(t, rules) for rules in rule_names()}

"""The page about adding a rule set tells all that the interface asks."""

from pathlib import Path

from hu.scoring.rule_set import RuleSet

PAGE = Path(__file__).parents[2] / "docs" / "rule-sets.md"


def test_the_page_tells_everything_that_a_rule_set_has() -> None:
    text = PAGE.read_text(encoding="utf-8")
    asked = [name for name in vars(RuleSet) if not name.startswith("_")]
    assert not [name for name in asked if f"`{name}" not in text]

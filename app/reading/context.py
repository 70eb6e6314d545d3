"""The surroundings of one reading: the rules, the settings and the bound on its work."""

from dataclasses import dataclass

from hu.app.reading.search_budget import SearchBudget
from hu.scoring.rule_set.interface import RuleSet
from hu.vision.layout.settings import ReadingSettings


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """The surroundings that every step of one reading shares.

    Attributes:
        rules: the rule set, which says what a winning hand is and how claimed melds are laid.
        settings: the tolerances and costs of the layout and the decoder.
        budget: the steps that remain for all searches of this reading.
    """

    rules: RuleSet
    settings: ReadingSettings
    budget: SearchBudget

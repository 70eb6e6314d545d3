"""Writes the figures of a hand that was entered without its tiles."""

from hu.app.i18n import Texts
from hu.scoring.rule_set.interface import RuleSet


def describe_figures(note: str, rules: RuleSet, t: Texts) -> str:
    """Write the note of a hand without tiles in the words of a language.

    Args:
        note: figures by id, as the sheet stores them: ``"han 3, fu 40"`` or ``"limit mangan"``.
        rules: the rule set that declares the figures.
        t: the words of the language.

    Returns:
        The figures by name: ``"Han 3, Fu 40"`` or ``"Mangan"``. A part that is no figure is left
        as it is.
    """
    question_of = {question.id: question for question in rules.figures}
    parts = []
    for part in note.split(", "):
        name, _space, value = part.partition(" ")
        question = question_of.get(name)
        if question is None:
            parts.append(part)
        elif value in question.choices:
            parts.append(t.name(question.choices[value]))
        else:
            parts.append(f"{t.name(question.names)} {value}")
    return t("list.separator").join(parts)

"""``hu rules``: which rule sets there are, and what one of them declares."""

from collections.abc import Iterator, Mapping

import click

from hu.app.commands import options
from hu.scoring.lines import json_line
from hu.scoring.options import OptionInfo
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set

_LANGUAGES = ("en", "zh", "ja")


@click.group("rules", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List the rule sets; `hu rules show NAME` shows what one of them asks and accepts."""
    if context.invoked_subcommand is None:
        for name in rule_names():
            rules = rule_set(name)
            click.echo(f"{name:12} {rules.names['en']}. {rules.summary.get('en', '')}".rstrip())


@command.command("show")
@click.argument("rules", metavar="NAME", type=options.RuleSetName())
@options.as_json
def show(rules: RuleSet, as_json: bool) -> None:
    """Show what a rule set asks and accepts: shapes, options, questions, circumstances, irregularities, patterns."""
    click.echo(json_line(_as_json(rules)) if as_json else "\n".join(_lines(rules)))


def _lines(rules: RuleSet) -> Iterator[str]:
    yield _all_names(rules.names)
    yield from (text["en"] for text in (rules.summary, rules.limits, rules.payment) if text)
    dealer = "the dealer may stay" if rules.dealer_stays else "the winds pass after each deal"
    players = " or ".join(map(str, sorted(rules.seat_counts)))
    yield f"{players} players; {dealer}; hands are counted in {rules.unit.names['en']}"
    parts = {
        "Wins": dict.fromkeys(
            shape.names["en"] + (f" (option {shape.option})" if shape.option else "")
            for shape in rules.shapes
        ),
        "Bonus tiles": [" ".join(rules.bonus_tiles) or "none"],
        "Options (--option NAME=VALUE)": [
            f"{option.name}={str(option.default).lower() if isinstance(option.default, bool) else option.default}  "
            f"{_all_names(option.names)}: {_values(option)}"
            for option in rules.options
        ],
        "Questions (--NAME VALUE)": [
            f"{' = '.join((question.id, *question.short))}  {_all_names(question.names)}: {question.meaning['en']} "
            f"({question.kind})"
            for question in rules.questions
        ],
        "Circumstances (--circumstance NAME)": [
            f"{info.name}  {_all_names(info.names)}: {info.meaning['en']}"
            for info in rules.circumstance_infos
        ],
        "Irregularities (--status SEAT=NAME)": [
            f"{name}  {_all_names(status.names)}: {status.consequence['en']}"
            for name, status in rules.statuses.items()
        ],
        "Ends a hand without a winner": [
            f"{name}  {_all_names(names)}" for name, names in rules.voids.items()
        ],
        "Patterns": [
            f"{pattern.id}  {_all_names(pattern.names)}: {pattern.unit.text(pattern.worth)} "
            f"{pattern.unit.names['en'].removesuffix('s' if pattern.worth == 1 else '-')}"
            for pattern in rules.patterns
        ],
    }
    for title, found in parts.items():
        lines = [f"  {line}" for line in found]
        yield from ("", title, *lines) if lines else ()


def _all_names(names: Mapping[str, str]) -> str:
    return " / ".join(
        dict.fromkeys(names[language] for language in _LANGUAGES if language in names)
    )


def _values(option: OptionInfo) -> str:
    if isinstance(option.default, bool):
        return "true or false"
    return ", ".join(option.choices) or f"{option.least} to {option.most}"


def _as_json(rules: RuleSet) -> dict[str, object]:
    return {
        "rules": rules.name,
        "names": dict(rules.names),
        "unit": dict(rules.unit.names),
        "shapes": [
            {"names": dict(shape.names), "option": shape.option or None} for shape in rules.shapes
        ],
        "bonus_tiles": list(rules.bonus_tiles),
        "options": [
            {
                "id": option.name,
                "names": dict(option.names),
                "default": option.default,
                "values": _values(option),
            }
            for option in rules.options
        ],
        "questions": [
            {
                "id": asked.id,
                "short": list(asked.short),
                "type": asked.kind,
                "names": dict(asked.names),
                "meaning": dict(asked.meaning),
            }
            for asked in rules.questions
        ],
        "circumstances": list(rules.circumstances),
        "statuses": {name: dict(status.names) for name, status in rules.statuses.items()},
        "voids": {name: dict(names) for name, names in rules.voids.items()},
        "patterns": [
            {"id": pattern.id, "names": dict(pattern.names), pattern.unit.key: pattern.worth}
            for pattern in rules.patterns
        ],
    }

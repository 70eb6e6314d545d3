"""``hu rules``: list the rule sets, and show what a rule set declares."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import click

from hu.app.commands import options
from hu.app.records.rule_sets import rule_set_record
from hu.app.records.schema import record_to_json
from hu.scoring.options import OptionInfo
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set

_LANGUAGES = ("en", "zh", "ja")


@click.group("rules", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List the rule sets; `hu rules show NAME` shows what one of them asks and accepts."""
    if context.invoked_subcommand is not None:
        return
    for name in rule_names():
        rules = rule_set(name)
        summary = rules.summary.get("en", "")
        click.echo(f"{name:12} {rules.names['en']}. {summary}".rstrip())


@command.command("show")
@click.argument("rules", metavar="NAME", type=options.RuleSetName())
@options.print_json
def show_rule_set(rules: RuleSet, as_json: bool) -> None:
    """Show what a rule set asks and accepts.

    Its shapes, options, questions, circumstances, irregularities and patterns.
    """
    if as_json:
        click.echo(record_to_json(rule_set_record(rules)))
    else:
        click.echo("\n".join(_lines(rules)))


@dataclass(frozen=True, slots=True)
class _Section:
    """A section of the description of a rule set, such as its options.

    Attributes:
        title: the line above the section.
        lines: one line for each option, question and the like.
    """

    title: str
    lines: list[str]


def _lines(rules: RuleSet) -> Iterator[str]:
    """Write what a rule set declares, in English, with the names in other languages."""
    yield _all_names(rules.names)
    for text in (rules.summary, rules.limits, rules.payment):
        if text:
            yield text["en"]
    yield _players_line(rules)
    for section in _sections(rules):
        if section.lines:
            yield ""
            yield section.title
            for line in section.lines:
                yield f"  {line}"


def _players_line(rules: RuleSet) -> str:
    counts = [str(count) for count in sorted(rules.seat_counts)]
    dealer = "the winds pass after each deal"
    if rules.dealer_stays:
        dealer = "the dealer may stay"
    unit = rules.unit.names["en"]
    return f"{' or '.join(counts)} players; {dealer}; hands are counted in {unit}"


def _sections(rules: RuleSet) -> list[_Section]:
    """Return every section. A section is empty if the rule set declares nothing of its kind."""
    irregularities = [
        f"{name}  {_all_names(status.names)}: {status.consequence['en']}"
        for name, status in rules.statuses.items()
    ]
    circumstances = [
        f"{circumstance.name}  {_all_names(circumstance.names)}: {circumstance.meaning['en']}"
        for circumstance in rules.circumstance_infos
    ]
    endings = [f"{name}  {_all_names(names)}" for name, names in rules.voids.items()]
    return [
        _Section("Wins", _shape_lines(rules)),
        _Section("Bonus tiles", [" ".join(rules.bonus_tiles) or "none"]),
        _Section("Tiles that are set aside", list(rules.hand_shape.set_aside)),
        _Section("Tiles that are left out", _missing_kinds(rules)),
        _Section("Options (--option NAME=VALUE)", [_option_line(info) for info in rules.options]),
        _Section("Questions (--NAME VALUE)", _question_lines(rules)),
        _Section("Points without tiles (--NAME VALUE)", _figure_lines(rules)),
        _Section("Circumstances (--circumstance NAME)", circumstances),
        _Section("Irregularities (--status SEAT=NAME)", irregularities),
        _Section("Ends a hand without a winner", endings),
        _Section("Patterns", [_pattern_line(info) for info in rules.patterns]),
    ]


def _missing_kinds(rules: RuleSet) -> list[str]:
    """Write the kinds of tiles that the tile set lacks, in one line. No line if it has all."""
    if not rules.hand_shape.missing_kinds:
        return []
    return [" ".join(rules.hand_shape.missing_kinds)]


def _shape_lines(rules: RuleSet) -> list[str]:
    """Write the shapes of winning hands, each once."""
    lines: list[str] = []
    for shape in rules.shapes:
        line = shape.names["en"]
        if shape.option:
            line += f" (option {shape.option})"
        if line not in lines:
            lines.append(line)
    return lines


def _option_line(option: OptionInfo) -> str:
    default = str(option.default)
    if isinstance(option.default, bool):
        default = default.lower()
    return f"{option.name}={default}  {_all_names(option.names)}: {_option_values(option)}"


def _option_values(option: OptionInfo) -> str:
    """Write the values that an option can have."""
    if isinstance(option.default, bool):
        return "true or false"
    if option.choices:
        return ", ".join(option.choices)
    return f"{option.least} to {option.most}"


def _question_lines(rules: RuleSet) -> list[str]:
    lines = []
    for question in rules.questions:
        ids = " = ".join([question.id, *question.other_names])
        names = _all_names(question.names)
        lines.append(f"{ids}  {names}: {question.meaning['en']} ({question.kind})")
    return lines


def _figure_lines(rules: RuleSet) -> list[str]:
    lines = []
    for figure in rules.figures:
        values = ", ".join(figure.choices) or f"{figure.least} to {figure.most}"
        lines.append(f"{figure.id}  {_all_names(figure.names)}: {values}")
    return lines


def _pattern_line(pattern: PatternInfo) -> str:
    unit = pattern.unit
    unit_name = unit.names["en"]
    if pattern.worth == 1:
        unit_name = unit_name.removesuffix("s")
    names = _all_names(pattern.names)
    return f"{pattern.id}  {names}: {unit.text(pattern.worth)} {unit_name}"


def _all_names(names: Mapping[str, str]) -> str:
    """Join the names in several languages. Equal names are written once."""
    different_names = dict.fromkeys(names[language] for language in _LANGUAGES if language in names)
    return " / ".join(different_names)

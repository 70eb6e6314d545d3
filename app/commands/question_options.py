"""Options for the questions that rule sets ask."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from hu.scoring.hand import SEATS, WINS
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.registry import rule_names, rule_set

#: Parameters about a photo, and parameters about the output. All others are about the deal.
_PHOTO_OPTIONS: Final = frozenset({"table", "near", "set_name", "weights", "max_megapixels"})
_OUTPUT_OPTIONS: Final = frozenset({"as_json", "overlay", "help"})
_Command = TypeVar("_Command", bound=Callable[..., Any])


def question_options(*ids: str) -> Callable[[_Command], _Command]:
    """Add an option for each of these questions of ``COMMON_QUESTIONS``.

    The command gets the values of each as a tuple of texts.
    """

    def add(command: _Command) -> _Command:
        # The last option that is added comes first in the command's help.
        for question in reversed(COMMON_QUESTIONS):
            if question.id in ids:
                add_option = click.option(
                    *_names(question),
                    multiple=True,
                    metavar=_metavar(question),
                    help=_help(question),
                )
                command = add_option(command)
        return command

    return add


class QuestionCommand(click.Command):
    """A command with an option for every question that some rule set asks, beside its own options.

    The points without tiles that a rule set accepts, its ``figures``, are such questions too. The
    help groups the options: the photo, the deal, the questions of each rule set, the output.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own options, followed by an option for each question.

        A question that several rule sets ask has one option.
        """
        questions: dict[str, Question] = {}
        for name in rule_names():
            for question in (*rule_set(name).questions, *rule_set(name).figures):
                questions[question.id] = question
        parameters = super().get_params(ctx)
        for question in questions.values():
            parameters.append(_new_option(question))
        return parameters

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by group."""
        rows_of: dict[str, list[tuple[str, str]]] = {"The photo": [], "The deal": [], "Output": []}
        for parameter in super().get_params(ctx):
            # Arguments have no group. The usage line names them.
            row = parameter.get_help_record(ctx)
            if row is not None and isinstance(parameter, click.Option):
                rows_of[_group_of(parameter)].append(row)
        # The groups of questions come before the output.
        output_rows = rows_of.pop("Output")
        for question, names in _questions_with_rules():
            row = _new_option(question).get_help_record(ctx)
            if row is not None:
                rows_of.setdefault(f"Questions of {', '.join(names)}", []).append(row)
        rows_of["Output"] = output_rows
        for title, rows in rows_of.items():
            with formatter.section(title):
                formatter.write_dl(rows)


def _group_of(parameter: click.Parameter) -> str:
    """Return the title of the group of a command's own option."""
    if parameter.name in _PHOTO_OPTIONS:
        return "The photo"
    if parameter.name in _OUTPUT_OPTIONS:
        return "Output"
    return "The deal"


def _questions_with_rules() -> list[tuple[Question, list[str]]]:
    """List the questions of all rule sets, each with the names of the rule sets that ask it.

    A question that rule sets ask in different words is listed once for each wording.
    """
    names_of: dict[tuple[str, str], list[str]] = {}
    questions: dict[tuple[str, str], Question] = {}
    for name in rule_names():
        for question in (*rule_set(name).questions, *rule_set(name).figures):
            key = (question.id, question.meaning["en"])
            questions[key] = question
            names_of.setdefault(key, []).append(name)
    return [(question, names_of[key]) for key, question in questions.items()]


def _names(question: Question) -> list[str]:
    """Return the names of a question's option, followed by the name of its parameter."""
    options = []
    for name in (question.id, *question.other_names):
        option_name = name.replace("_", "-")
        options.append(f"--{option_name}")
    # Messages and help begin with the shortest name, which people type.
    options.sort(key=len)
    return [*options, question.id]


def _new_option(question: Question) -> click.Option:
    """Return the option of a question. It can be given several times."""
    return click.Option(
        _names(question), multiple=True, metavar=_metavar(question), help=_help(question)
    )


def _metavar(question: Question) -> str:
    """Return the answers to a question as its option's help shows them."""
    if question.kind == "seat":
        return f"[{'|'.join(SEATS)}]"
    if question.kind == "choice":
        return f"[{'|'.join(question.choices)}]"
    if question.kind == "win":
        return f"[{'|'.join(WINS)}]"
    return question.kind.upper()


def _help(question: Question) -> str:
    """Return the explanation of a question as a sentence."""
    meaning = question.meaning["en"]
    return f"{meaning[0].upper()}{meaning[1:]}."

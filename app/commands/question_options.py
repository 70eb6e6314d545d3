"""Options for the questions that rule sets ask."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from hu.scoring.hand import SEATS, WINS
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.registry import rule_names, rule_set

_Command = TypeVar("_Command", bound=Callable[..., Any])


def question_options(*ids: str) -> Callable[[_Command], _Command]:
    """Add an option for each of these questions of ``COMMON_QUESTIONS``.

    The command gets the values of each as a tuple of texts.
    """

    def add(command: _Command) -> _Command:
        # The last option that is added comes first in the command's help.
        for question in reversed(COMMON_QUESTIONS):
            if question.id in ids:
                command = click.option(*_names(question), **_attributes(question))(command)
        return command

    return add


class QuestionCommand(click.Command):
    """A command with an option for every question that some rule set asks, beside its own."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own options, followed by one for each question."""
        questions: dict[str, Question] = {}
        for name in rule_names():
            for question in rule_set(name).questions:
                questions[question.id] = question
        parameters = super().get_params(ctx)
        for question in questions.values():
            parameters.append(click.Option(_names(question), **_attributes(question)))
        return parameters


def _names(question: Question) -> list[str]:
    """Return the names of a question's option, followed by the name of its parameter."""
    options = [f"--{name.replace('_', '-')}" for name in (question.id, *question.short)]
    # Messages and help begin with the shortest name, which people type.
    options.sort(key=len)
    return [*options, question.id]


def _attributes(question: Question) -> dict[str, Any]:
    """Return the attributes of a question's option."""
    metavar = question.kind.upper()
    if question.kind == "seat":
        metavar = f"[{'|'.join(SEATS)}]"
    elif question.kind == "win":
        metavar = f"[{'|'.join(WINS)}]"
    meaning = question.meaning["en"]
    return {
        "multiple": True,
        "metavar": metavar,
        "help": f"{meaning[0].upper()}{meaning[1:]}.",
    }

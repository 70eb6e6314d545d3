"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from hu.scoring.errors import InputError
from hu.scoring.rule_set import RuleSet
from hu.scoring.rules import DEFAULT, rule_names, rule_set

_Command = TypeVar("_Command", bound=Callable[..., Any])


class RuleSetName(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """The name of a rule set, which becomes the rule set."""

    name = "rules"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """The names that can be given."""
        del param, ctx
        return f"[{'|'.join(rule_names())}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> RuleSet:
        """Look the rule set up."""
        if isinstance(value, RuleSet):
            return value
        try:
            return rule_set(str(value))
        except InputError:
            self.fail(f"{value!r} is not one of {', '.join(map(repr, rule_names()))}.", param, ctx)


def rules_option(command: _Command) -> _Command:
    """Add ``--rules``."""
    return click.option("--rules", type=RuleSetName(), default=DEFAULT, show_default=True)(command)

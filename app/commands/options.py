"""Options that several commands share."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hu.scoring.errors import InputError
from hu.scoring.rule_set import RuleSet
from hu.scoring.rules import DEFAULT, rule_names, rule_set
from hu.vision.files import MAX_MEGAPIXELS

if TYPE_CHECKING:
    from hu.vision.taught import TileSet

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


class Megapixels(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A number of megapixels: above 0, and finite."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Accept a number."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            self.fail(f"{value!r} is not a number above 0.", param, ctx)
        return number


def megapixels_option(command: _Command) -> _Command:
    """Add ``--max-megapixels``."""
    option = click.option(
        "--max-megapixels",
        type=Megapixels(),
        default=MAX_MEGAPIXELS,
        show_default=True,
        help="Refuse larger pictures.",
    )
    return option(command)


def set_option(command: _Command) -> _Command:
    """Add ``--set``: the name of a taught tile set."""
    return click.option("--set", "set_name", help="A tile set that was taught (hu sets).")(command)


def taught(set_name: str | None) -> "TileSet | None":
    """The tile set of ``--set``.

    Raises:
        TileSetError: no set has this name, or its file is damaged.
    """
    if set_name is None:
        return None
    from hu.app.sets.store import SetStore  # noqa: PLC0415  # reads arrays

    return SetStore.default().load(set_name)

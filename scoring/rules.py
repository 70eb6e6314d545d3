"""The rule sets by name: from a request as a JSON object to its answer as one."""

import importlib
from collections.abc import Mapping
from typing import Final, Protocol

from hu.scoring.errors import InputError
from hu.scoring.fields import Fields

#: Each rule set's module has ``answer(request: Fields, *, explain: bool) -> dict[str, object]``; it is imported on use.
RULES: Final = {"zung-jung": "hu.scoring.zung_jung.answers", "fimj": "hu.scoring.fimj.answers"}


class _RuleSet(Protocol):
    def answer(self, request: Fields, *, explain: bool) -> dict[str, object]: ...


def answer(request: Mapping[str, object], *, explain: bool = False) -> dict[str, object]:
    """Score what a request asks for, by the rules that it names.

    Args:
        request: a JSON object; ``rules`` names the rule set, the rest is for that to read.
        explain: whether to add names and reasons; a request can ask so itself with ``explain``.

    Returns:
        The answer without the request's id.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    fields = Fields(request)
    name = fields.text("rules")
    if name not in RULES:
        raise InputError(f"rules: {name[:40]!r} is unknown; known are {', '.join(RULES)}")
    rule_set: _RuleSet = importlib.import_module(RULES[name])
    return rule_set.answer(fields, explain=explain or fields.flag("explain", default=False))

"""The registry of rule sets: from a name to the object that knows the rules."""

import importlib
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.nearest import describe_unknown
from hu.scoring.rule_set.checks import declaration_faults
from hu.scoring.rule_set.interface import RuleSet

#: The module of each rule set, imported on first use; it holds the rule set as ``RULE_SET``.
_MODULES: Final = {
    "zung-jung": "hu.scoring.zung_jung.rule_set",
    "fimj": "hu.scoring.fimj.rule_set",
    "riichi": "hu.scoring.riichi.rule_set",
    "mcr": "hu.scoring.mcr.rule_set",
    "hong-kong": "hu.scoring.hong_kong.rule_set",
}
_registered: Final[dict[str, RuleSet]] = {}
#: The rule set where nobody names one.
DEFAULT_RULES: Final = next(iter(_MODULES))


def rule_names() -> tuple[str, ...]:
    """The names of all rule sets.

    >>> rule_names()[:2]
    ('zung-jung', 'fimj')
    """
    return (*_MODULES, *(name for name in _registered if name not in _MODULES))


def rule_set(name: str) -> RuleSet:
    """Return a rule set by its name.

    >>> rule_set("fimj").scores_every_hand
    True

    Raises:
        InputError: no rule set has this name.
    """
    if name not in _registered:
        if name not in _MODULES:
            raise InputError(describe_unknown("rule set", name, rule_names()))
        _registered[name] = importlib.import_module(_MODULES[name]).RULE_SET
    return _registered[name]


def register(rules: RuleSet) -> None:
    """Add a rule set at run time, under its own name.

    Raises:
        InputError: the name is taken, or the rule set declares nonsense; the message names every fault.
    """
    if rules.name in rule_names():
        raise InputError(f"rules: {rules.name!r} exists already")
    if wrong := [*declaration_faults(rules)]:
        raise InputError(f"rules: {rules.name!r} cannot be registered: {'; '.join(wrong)}")
    _registered[rules.name] = rules


def unregister(name: str) -> None:
    """Take a rule set back that ``register`` added."""
    if name not in _MODULES:
        _registered.pop(name, None)

"""The registry of rule sets: from a name to the object that knows the rules."""

import importlib
from typing import Final

from hu.scoring.arguments import check_type
from hu.scoring.errors import InputError
from hu.scoring.nearest import describe_unknown, find_name
from hu.scoring.rule_set.checks import declaration_faults
from hu.scoring.rule_set.interface import RuleSet

#: The module of each rule set, imported on first use. It holds the rule set as ``RULE_SET``.
_MODULES: Final = {
    "zung-jung": "hu.scoring.zung_jung.rule_set",
    "fimj": "hu.scoring.fimj.rule_set",
    "riichi": "hu.scoring.riichi.rule_set",
    "sanma": "hu.scoring.sanma.rule_set",
    "mcr": "hu.scoring.mcr.rule_set",
    "hong-kong": "hu.scoring.hong_kong.rule_set",
    "taiwanese": "hu.scoring.taiwanese.rule_set",
}
#: The rule sets by name: those that were used or registered so far.
_rule_sets: Final[dict[str, RuleSet]] = {}
#: The name of the rule set that is used unless another is named.
DEFAULT_RULES: Final = "zung-jung"


def rule_names() -> tuple[str, ...]:
    """List the names of all rule sets.

    >>> rule_names()[:2]
    ('zung-jung', 'fimj')
    """
    added_names = [name for name in _rule_sets if name not in _MODULES]
    return (*_MODULES, *added_names)


def rule_set(name: str) -> RuleSet:
    """Return a rule set by its name. Case, accents, hyphens and spaces make no difference.

    >>> rule_set("fimj").scores_every_hand, rule_set("Hong Kong").name
    (True, 'hong-kong')

    Args:
        name: the name.

    Raises:
        InputError: no rule set has this name.
        TypeError: the name is no text.
    """
    check_type("rules", name, str)
    if name in _rule_sets:
        return _rule_sets[name]
    known_name = find_name(name, rule_names())
    if known_name is None:
        raise InputError(describe_unknown("rule set", name, rule_names()))
    if known_name not in _rule_sets:
        rules: RuleSet = importlib.import_module(_MODULES[known_name]).RULE_SET
        _rule_sets[known_name] = rules
    return _rule_sets[known_name]


def register(rules: RuleSet) -> None:
    """Add a rule set at run time, under its own name.

    Raises:
        InputError: the name exists already, or the declarations contradict each other. The message
            names every fault.
        TypeError: it is no rule set.
    """
    check_type("rules", rules, RuleSet)
    if rules.name in rule_names():
        raise InputError(f"rules: {rules.name!r} exists already")
    faults = list(declaration_faults(rules))
    if faults:
        raise InputError(f"rules: {rules.name!r} cannot be registered: {'; '.join(faults)}")
    _rule_sets[rules.name] = rules


def unregister(name: str) -> None:
    """Remove a rule set that ``register`` added."""
    if name not in _MODULES:
        _rule_sets.pop(name, None)

"""The ``rules.toml`` in the folder of a rule set, with the rule set's declarations.

``rules.toml`` has these tables:

- ``options``: the keys of an entry are those of ``OptionInfo``.
- ``circumstances``: other names, by the way of winning that they imply. Names under ``any`` imply
  none.
- ``statuses``, ``questions``.
- ``patterns``, a table with ``columns``.
- ``voids``, a list of reasons why nobody may have won.

A file with ``base = "PACKAGE"`` adds to the declarations of another rule set: an entry of its own
replaces the entry of the same name.

Its texts are in ``words`` by the same names. ``words`` has a section for each table, and ``about``
with the rule set's ``name``, ``summary``, ``limits``, ``payment`` and the ``source`` of its
patterns.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hu.scoring.hand import WINS
from hu.scoring.options import OptionInfo
from hu.scoring.patterns import POINTS, PatternInfo, Unit
from hu.scoring.rule_set.declared import CircumstanceInfo, Question
from hu.scoring.statuses import StatusInfo
from hu.scoring.texts import Names, Text, catalogue, text

#: The names of choices that have no text of their own.
_COMMON_CHOICES: Final = {"yes": Text("answer.yes"), "no": Text("answer.no")}
#: The key of the package whose declarations a file adds to.
_BASE: Final = "base"
#: The tables that a file adds to. Its other tables and lists replace those of the base.
_ADDED_TO: Final = ("options", "circumstances", "statuses", "questions")
#: The key of aliases that imply no way of winning.
_ANY_WAY: Final = "any"


@dataclass(frozen=True, slots=True)
class RulesFile:
    """The declarations of a ``rules.toml``.

    The attributes are those of ``hu.scoring.rule_set.interface.RuleSet``.
    """

    names: Names
    summary: Names
    limits: Names
    payment: Names
    options: tuple[OptionInfo, ...]
    circumstances: tuple[str, ...]
    circumstance_infos: tuple[CircumstanceInfo, ...]
    statuses: Mapping[str, StatusInfo]
    voids: Mapping[str, Names]
    questions: tuple[Question, ...]


@cache
def load_rules_file(package: str) -> RulesFile:
    """Read the ``rules.toml`` of a package that has one, with its texts."""
    tables = read_rules(package)
    options = []
    for name, entry in tables.get("options", {}).items():
        options.append(_read_option(package, name, entry))
    asked_circumstances = []
    circumstance_infos = []
    for name, entry in tables.get("circumstances", {}).items():
        circumstance_infos.append(_read_circumstance(package, name, entry))
        if name not in WINS and entry.get("asked", True):
            asked_circumstances.append(name)
    statuses = {}
    for name, entry in tables.get("statuses", {}).items():
        statuses[name] = _read_status(package, name, entry)
    voids = {}
    for name in tables.get("voids", ()):
        voids[name] = _find_text(package, f"voids.{name}")
    questions = []
    for name, entry in tables.get("questions", {}).items():
        questions.append(_read_question(package, name, entry))
    return RulesFile(
        names=_find_text(package, "about.name"),
        summary=_find_text(package, "about.summary"),
        limits=_find_text(package, "about.limits"),
        payment=_find_text(package, "about.payment"),
        options=tuple(options),
        circumstances=tuple(asked_circumstances),
        circumstance_infos=tuple(circumstance_infos),
        statuses=statuses,
        voids=voids,
        questions=tuple(questions),
    )


def _find_text(package: str, key: str) -> Names:
    """The text with this key. Empty if the package's English has none."""
    if key not in catalogue(package, "en"):
        return {}
    return Text(key, package)


def _read_option(package: str, name: str, entry: Mapping[str, Any]) -> OptionInfo:
    settings: dict[str, Any] = {"default": ""}
    for key, value in entry.items():
        # TOML's lists are the tuples of ``OptionInfo``.
        settings[key] = tuple(value) if isinstance(value, list) else value
    choice_names = {}
    for choice in entry.get("choices", ()):
        names = _find_text(package, f"choices.{name}.{choice}")
        if not names:
            names = _COMMON_CHOICES.get(choice, {})
        if names:
            choice_names[choice] = names
    return OptionInfo(
        name=name,
        names=_find_text(package, f"options.{name}"),
        choice_names=choice_names,
        **settings,
    )


def _read_circumstance(package: str, name: str, entry: Mapping[str, Any]) -> CircumstanceInfo:
    aliases = {}
    for key, words in entry.items():
        if key == _ANY_WAY:
            aliases[""] = tuple(words.split(", "))
        elif key in WINS:
            aliases[key] = tuple(words.split(", "))
    return CircumstanceInfo(
        name=name,
        names=_find_text(package, f"circumstances.{name}"),
        meaning=_find_text(package, f"circumstances.{name}.meaning"),
        aliases=aliases,
    )


def _read_status(package: str, name: str, entry: Mapping[str, Any]) -> StatusInfo:
    return StatusInfo(
        names=_find_text(package, f"statuses.{name}"),
        consequence=_find_text(package, f"statuses.{name}.meaning"),
        **entry,
    )


def _read_question(package: str, name: str, entry: Mapping[str, Any]) -> Question:
    settings = dict(entry)
    settings["circumstances"] = frozenset(entry.get("circumstances", "").split())
    settings["short"] = tuple(entry.get("short", "").split())
    return Question(
        id=name,
        names=_find_text(package, f"questions.{name}"),
        meaning=_find_text(package, f"questions.{name}.meaning"),
        without=_find_text(package, f"questions.{name}.without"),
        **settings,
    )


def pattern_rows(package: str) -> tuple[Mapping[str, Any], ...]:
    """Read the patterns of a ``rules.toml``: the cells of each row, by column."""
    table = read_rules(package)["patterns"]
    columns = table["columns"].split()
    return tuple(dict(zip(columns, row, strict=True)) for row in table["rows"])


def pattern_infos(package: str, unit: Unit = POINTS) -> dict[str, PatternInfo]:
    """Read the patterns of a ``rules.toml`` by id.

    The table has the columns ``id``, ``worth``, ``example`` and perhaps ``number``.

    Args:
        package: the package with the file.
        unit: the unit of ``worth``.
    """
    infos = {}
    for row in pattern_rows(package):
        infos[row["id"]] = pattern_info(
            package,
            row["id"],
            row["worth"],
            unit,
            number=row.get("number", ""),
            example=row["example"],
        )
    return infos


def pattern_info(
    package: str,
    name: str,
    worth: int,
    unit: Unit = POINTS,
    number: str = "",
    example: str = "",
    **source: str,
) -> PatternInfo:
    """Make a pattern with its texts.

    Args:
        package: the package whose words have the texts.
        name: the pattern's id.
        worth: its value each time, in ``unit``.
        unit: the unit of ``worth``.
        number: its number in the rules, if they number it.
        example: a winning hand that holds it, in the notation.
        source: values for the places of the package's ``about.source``, beside ``number``.
    """
    return PatternInfo(
        id=name,
        names=Text(f"patterns.{name}", package),
        condition=Text(f"patterns.{name}.meaning", package),
        worth=worth,
        unit=unit,
        number=number,
        example=example,
        source=text("about.source", package, number=number, **source),
    )


@cache
def read_rules(package: str) -> Mapping[str, Any]:
    """Read the tables of a package's ``rules.toml``. Empty if it has no such file.

    The entries of the base come first, in its order.
    """
    if not package:
        return {}
    file = files(package) / "rules.toml"
    if not file.is_file():
        return {}
    own_tables = tomllib.loads(file.read_text(encoding="utf-8"))
    tables = dict(read_rules(own_tables.pop(_BASE, "")))
    for name, own_table in own_tables.items():
        if name in _ADDED_TO:
            tables[name] = {**tables.get(name, {}), **own_table}
        else:
            tables[name] = own_table
    return tables

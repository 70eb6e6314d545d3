"""What a rule set says of itself in the ``rules.toml`` of its folder; its texts stand in ``words`` by the same names.

``rules.toml`` has the tables ``options`` (an entry's keys are those of ``OptionInfo``), ``circumstances`` (other names
by the way of winning that they imply, those under ``any`` implying none), ``statuses``, ``questions`` and ``patterns``,
a table with ``columns``; ``voids`` lists why nobody may have won. ``words`` has a section for each of them, and
``about`` with the rule set's ``name``, ``summary``, ``limits``, ``payment`` and the ``source`` of its patterns.
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

_ANSWERS: Final = {answer: Text(f"answer.{answer}") for answer in ("yes", "no")}


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A rule set's ``rules.toml``; the attributes are those of ``hu.scoring.rule_set.interface.RuleSet``."""

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
    content, english = read_rules(package), catalogue(package, "en")

    def find_text(name: str) -> Names:
        return Text(name, package) if name in english else {}

    def option(name: str, entry: Mapping[str, Any]) -> OptionInfo:
        settings: dict[str, Any] = {"default": ""}
        settings |= {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        keys = {choice: f"choices.{name}.{choice}" for choice in entry.get("choices", ())}
        names = {choice: find_text(key) or _ANSWERS.get(choice, {}) for choice, key in keys.items()}
        settings["choice_names"] = {choice: each for choice, each in names.items() if each}
        return OptionInfo(name, names=find_text(f"options.{name}"), **settings)

    def circumstance(name: str, entry: Mapping[str, Any]) -> CircumstanceInfo:
        ways = [way for way in entry if way in ("any", *WINS)]
        aliases = {"" if way == "any" else way: tuple(entry[way].split(", ")) for way in ways}
        return CircumstanceInfo(name, *both("circumstances", name), aliases)

    def question(name: str, entry: Mapping[str, Any]) -> Question:
        lists = {key: entry.get(key, "").split() for key in ("circumstances", "short")}
        settings = {
            **entry,
            "circumstances": frozenset(lists["circumstances"]),
            "short": tuple(lists["short"]),
        }
        names, meaning = both("questions", name)
        return Question(
            name,
            names=names,
            meaning=meaning,
            without=find_text(f"questions.{name}.without"),
            **settings,
        )

    def both(section: str, name: str) -> tuple[Names, Names]:
        return find_text(f"{section}.{name}"), find_text(f"{section}.{name}.meaning")

    entries = content.get("circumstances", {})
    return RulesFile(
        find_text("about.name"),
        find_text("about.summary"),
        find_text("about.limits"),
        find_text("about.payment"),
        tuple(option(name, entry) for name, entry in content.get("options", {}).items()),
        tuple(
            name for name, entry in entries.items() if name not in WINS and entry.get("asked", True)
        ),
        tuple(circumstance(name, entry) for name, entry in entries.items()),
        {
            name: StatusInfo(*both("statuses", name), **{"needs_tiles": True, **entry})
            for name, entry in content.get("statuses", {}).items()
        },
        {name: find_text(f"voids.{name}") for name in content.get("voids", ())},
        tuple(question(name, entry) for name, entry in content.get("questions", {}).items()),
    )


def pattern_rows(package: str) -> tuple[Mapping[str, Any], ...]:
    """The patterns of a ``rules.toml``: each row's cells by column."""
    table = read_rules(package)["patterns"]
    return tuple(dict(zip(table["columns"].split(), row, strict=True)) for row in table["rows"])


def pattern_infos(package: str, unit: Unit = POINTS) -> dict[str, PatternInfo]:
    """The patterns of a ``rules.toml`` with columns ``id``, ``worth``, ``example`` and perhaps ``number``, by id."""
    return {
        row["id"]: pattern_info(
            package, row["id"], row["worth"], unit, row.get("number", ""), row["example"]
        )
        for row in pattern_rows(package)
    }


def pattern_info(
    package: str,
    name: str,
    worth: int,
    unit: Unit = POINTS,
    number: str = "",
    example: str = "",
    **source: str,
) -> PatternInfo:
    """A pattern with its texts; ``source`` fills the places of the package's source beside ``number``."""
    names, condition = Text(f"patterns.{name}", package), Text(f"patterns.{name}.meaning", package)
    return PatternInfo(
        name,
        names,
        condition,
        worth,
        unit,
        number,
        example,
        text("about.source", package, number=number, **source),
    )


@cache
def read_rules(package: str) -> Mapping[str, Any]:
    """The tables of a package's ``rules.toml``; none where it has no such file."""
    file = files(package) / "rules.toml" if package else None
    return tomllib.loads(file.read_text(encoding="utf-8")) if file and file.is_file() else {}

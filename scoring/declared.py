"""What a rule set says of itself in the ``rules.toml`` of its folder, beside its ``words``.

Texts stand by language. ``rules.toml`` has the tables ``names``, ``summary``, ``limits`` and ``payment``;
``options`` (an entry's keys are those of ``OptionInfo``; ``choices`` are a list, or a table with their names);
``circumstances``, ``statuses``, ``voids`` (why nobody may have won, names alone) and ``questions`` (by language the
name, what it means and, of a question, what is scored without an answer; a circumstance's other names by the way of
winning that they imply, those under ``any`` implying none); and ``patterns``, a table with ``columns``.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hu.scoring.deals import POINTS, CircumstanceInfo, Names, OptionInfo, PatternInfo, Question, StatusInfo, Unit
from hu.scoring.hand import WINS

_OPTION: Final = frozenset(("default", "choices", "form", "least", "most", "step", "values", "needs", "asked_alone"))
#: Columns of patterns that are no texts.
_CELLS: Final = frozenset(("id", "number", "worth", "example", "includes"))


@dataclass(frozen=True, slots=True)
class Declared:
    """A rule set's ``rules.toml``; the attributes are those of ``hu.scoring.rule_set.RuleSet``."""

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
def declared(package: str) -> Declared:
    """Read the ``rules.toml`` of a package that has one."""
    content = _content(package, "rules.toml")
    told = content.get("circumstances", {})
    return Declared(
        content["names"],
        content.get("summary", {}),
        content.get("limits", {}),
        content.get("payment", {}),
        tuple(_option(name, entry) for name, entry in content.get("options", {}).items()),
        tuple(name for name, entry in told.items() if name not in WINS and entry.get("asked", True)),
        tuple(_circumstance(name, entry) for name, entry in told.items()),
        {name: _status(entry) for name, entry in content.get("statuses", {}).items()},
        content.get("voids", {}),
        tuple(_question(name, entry) for name, entry in content.get("questions", {}).items()),
    )


def has_declared(package: str) -> bool:
    """Whether a package has a ``rules.toml``."""
    return bool(_content(package, "rules.toml"))


def pattern_rows(package: str) -> tuple[Mapping[str, Any], ...]:
    """The patterns of a ``rules.toml``: each row's cells by column."""
    table = _content(package, "rules.toml")["patterns"]
    return tuple(dict(zip(table["columns"].split(), row, strict=True)) for row in table["rows"])


def pattern_infos(package: str, unit: Unit = POINTS) -> dict[str, PatternInfo]:
    """The patterns of a ``rules.toml`` that holds all of their words, by id.

    Columns are ``id`` (else the English name with hyphens), ``number``, ``worth``, ``example``, a language for the
    name in it, and ``when.`` before a language for the condition.
    """
    sources = _content(package, "rules.toml")["patterns"]["source"]
    rows = pattern_rows(package)
    return {info.id: info for info in (_pattern(row, sources, unit) for row in rows)}


@cache
def words(package: str, language: str) -> Mapping[str, str]:
    """The sentences of a language in a package's ``words``, by key; none where there is no such file.

    ``named`` has what ``rules.toml`` and the rule set say in English, places in braces.
    """
    content = _content(package, f"words/{language}.toml")
    return {f"{part}.{key}": text for part, texts in content.items() for key, text in texts.items()}


@cache
def _content(package: str, name: str) -> dict[str, Any]:
    file = files(package) / name if package else None
    return tomllib.loads(file.read_text(encoding="utf-8")) if file and file.is_file() else {}


def _texts(entry: Mapping[str, Any]) -> tuple[Names, Names]:
    """Names and meanings by language: the values that are lists."""
    said = {language: texts for language, texts in entry.items() if isinstance(texts, list)}
    meanings = {language: meaning for language, (_, *more) in said.items() for meaning in more[:1]}
    return {language: name for language, (name, *_) in said.items()}, meanings


def _settings(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if not isinstance(value, list)}


def _option(name: str, entry: Mapping[str, Any]) -> OptionInfo:
    names = {key: value for key, value in entry.items() if key not in _OPTION}
    settings: dict[str, Any] = {"default": "", **{key: entry[key] for key in entry if key in _OPTION}}
    settings |= {key: tuple(value) for key, value in settings.items() if isinstance(value, list)}
    if isinstance(named := settings.get("choices"), Mapping):
        settings |= {"choices": tuple(named), "choice_names": named}
    return OptionInfo(name, names=names, **settings)


def _circumstance(name: str, entry: Mapping[str, Any]) -> CircumstanceInfo:
    ways = [way for way in entry if way in ("any", *WINS)]
    aliases = {"" if way == "any" else way: tuple(entry[way].split(", ")) for way in ways}
    return CircumstanceInfo(name, *_texts(entry), aliases)


def _status(entry: Mapping[str, Any]) -> StatusInfo:
    return StatusInfo(*_texts(entry), **{"needs_tiles": True, **_settings(entry)})


def _question(name: str, entry: Mapping[str, Any]) -> Question:
    names, meaning = _texts(entry)
    without = {language: texts[2] for language, texts in entry.items() if isinstance(texts, list) and len(texts) > 2}
    settings = _settings(entry)
    settings["circumstances"] = frozenset(settings.get("circumstances", "").split())
    settings["short"] = tuple(settings.get("short", "").split())
    return Question(name, names=names, meaning=meaning, without=without, **settings)


def _pattern(row: Mapping[str, Any], sources: Names, unit: Unit) -> PatternInfo:
    texts = {column: text for column, text in row.items() if column not in _CELLS}
    return PatternInfo(
        row.get("id") or row["en"].lower().replace(" ", "-"),
        {column: text for column, text in texts.items() if not column.startswith("when.")},
        {column.removeprefix("when."): text for column, text in texts.items() if column.startswith("when.")},
        row["worth"],
        unit,
        row.get("number", ""),
        row["example"],
        {language: text.format(number=row.get("number")) for language, text in sources.items()},
    )

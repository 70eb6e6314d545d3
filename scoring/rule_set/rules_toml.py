"""The ``rules.toml`` in the folder of a rule set, with the rule set's declarations.

``rules.toml`` has these tables and lists:

- ``options``: the options that tables may agree on, by name (``OptionEntry``).
- ``circumstances``: by the name of a circumstance, its other names, by the way of winning that they
  imply. Names under ``any`` imply none.
- ``statuses``: the irregularities and other statuses of players, by name (``StatusEntry``).
- ``questions``: the rule set's own questions, by id (``QuestionEntry``).
- ``patterns``: ``columns`` with the names of the columns, and ``rows`` (``PatternRow``).
- ``voids``: the names of the reasons why nobody may have won before the wall was used up.

A file with ``base = "PACKAGE"`` adds to the declarations of another rule set: an entry of its own
replaces the entry of the same name.

Its texts are in ``words`` by the same names. ``words`` has a section for each table, and ``about``
with the rule set's ``name``, ``summary``, ``limits``, ``payment`` and the ``source`` of its
patterns.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypedDict, cast

from hu.scoring.hand import WINS
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import POINTS, PatternInfo, Unit
from hu.scoring.rule_set.declared import CircumstanceInfo, Question, QuestionKind
from hu.scoring.statuses import StatusInfo
from hu.scoring.texts import Names, Text, catalogue, text

#: The names of choices that have no text of their own.
_COMMON_CHOICES: Final = {"yes": Text("answer.yes"), "no": Text("answer.no")}
#: The key of the package whose declarations a file adds to.
_BASE: Final = "base"
#: The tables of the base to which a file adds entries. Other tables and lists replace the base's.
_ADDED_TO: Final = ("options", "circumstances", "statuses", "questions")
#: The key, in an entry of ``circumstances``, of the names that imply no way of winning.
_ANY_WAY: Final = "any"
#: The key of a circumstance that says whether people are asked about it.
_ASKED: Final = "asked"
#: An entry of ``circumstances``: other names by the way of winning that they imply, and ``asked``.
CircumstanceEntry = Mapping[str, str | bool]


class StatusEntry(TypedDict, total=False):
    """An entry of ``statuses``. ``StatusInfo`` describes the keys.

    ``out`` sets the field ``is_out``, ``beside_winner`` the field ``counts_beside_winner``, and
    ``fault`` the field ``is_fault``.
    """

    needs_tiles: bool
    out: bool
    beside_winner: bool
    fault: bool


class OptionEntry(TypedDict, total=False):
    """An entry of ``options``. ``OptionInfo`` describes the keys.

    ``asked_alone`` sets the field ``is_asked_without_game``.
    """

    default: OptionValue
    choices: list[str]
    form: str
    least: int
    most: int
    step: int
    values: list[int]
    needs: str
    asked_alone: bool


class _RequiredOfQuestion(TypedDict):
    """The key that an entry of ``questions`` must have."""

    kind: QuestionKind


class QuestionEntry(_RequiredOfQuestion, total=False):
    """An entry of ``questions``. ``Question`` describes the keys.

    ``of_win`` sets the field ``is_about_win``, ``without_winner`` the field
    ``is_also_asked_after_draw``, ``needs_no_winner`` the field
    ``is_asked_only_after_exhaustive_draw``, and ``short`` the field ``other_names``. Blanks divide
    the names in ``circumstances`` and in ``short``.
    """

    least: int
    most: int
    step: int
    circumstances: str
    of_win: bool
    without_winner: bool
    needs_no_winner: bool
    status: str
    short: str


class PatternTable(TypedDict):
    """The table ``patterns``.

    Attributes:
        columns: the names of the columns, divided by blanks.
        rows: the cells of each row.
    """

    columns: str
    rows: list[list[str | int]]


# Written as a call, because keys of the file have hyphens.
#: A row of the patterns by column. A table has some of these columns.
#:
#: - ``id``, ``number`` and ``worth`` as in ``PatternInfo``.
#: - ``shifu`` and ``every-flower``: the worth in these presets (Taiwanese).
#: - ``example``: a winning hand that holds it, in the notation.
#: - ``includes``: the ids of the patterns that it contains, divided by blanks.
PatternRow = TypedDict(
    "PatternRow",
    {
        "id": str,
        "number": str,
        "worth": int,
        "shifu": int,
        "every-flower": int,
        "example": str,
        "includes": str,
    },
    total=False,
)


class RulesTables(TypedDict, total=False):
    """The tables of a ``rules.toml``.

    Attributes:
        options: the options by name.
        circumstances: the circumstances by name.
        statuses: the irregularities of players by name.
        questions: the questions by id.
        voids: the reasons why nobody may have won.
        patterns: the patterns.
        presets: the columns of the presets, by the fields of ``hu.scoring.riichi.presets.Preset``.
    """

    options: dict[str, OptionEntry]
    circumstances: dict[str, CircumstanceEntry]
    statuses: dict[str, StatusEntry]
    questions: dict[str, QuestionEntry]
    voids: list[str]
    patterns: PatternTable
    # Each column has the type of its field.
    presets: dict[str, list[Any]]


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
    for name, option in tables.get("options", {}).items():
        options.append(_read_option(package, name, option))
    asked_circumstances = []
    circumstance_infos = []
    for name, circumstance in tables.get("circumstances", {}).items():
        circumstance_infos.append(_read_circumstance(package, name, circumstance))
        # How the hand was won is a question of its own.
        if name not in WINS and circumstance.get(_ASKED, True):
            asked_circumstances.append(name)
    statuses = {}
    for name, status in tables.get("statuses", {}).items():
        statuses[name] = _read_status(package, name, status)
    voids = {}
    for name in tables.get("voids", ()):
        voids[name] = _find_text(package, f"voids.{name}")
    questions = []
    for name, question in tables.get("questions", {}).items():
        questions.append(_read_question(package, name, question))
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


def _read_option(package: str, name: str, entry: OptionEntry) -> OptionInfo:
    """Read an entry of ``options``. Its choices may have names of their own, or common names.

    Args:
        package: the package with the file.
        name: the name of the option.
        entry: the entry.
    """
    _refuse_unknown_keys(f"options.{name}", entry, OptionEntry.__annotations__)
    choices = tuple(entry.get("choices", ()))
    choice_names = {}
    for choice in choices:
        names = _find_text(package, f"choices.{name}.{choice}")
        if not names:
            names = _COMMON_CHOICES.get(choice, {})
        if names:
            choice_names[choice] = names
    values = None
    if "values" in entry:
        off, on = entry["values"]
        values = (off, on)
    return OptionInfo(
        name=name,
        default=entry.get("default", ""),
        names=_find_text(package, f"options.{name}"),
        choices=choices,
        form=entry.get("form", ""),
        least=entry.get("least", 0),
        most=entry.get("most", 0),
        step=entry.get("step", 1),
        values=values,
        needs=entry.get("needs", ""),
        choice_names=choice_names,
        is_asked_without_game=entry.get("asked_alone", False),
    )


def _refuse_unknown_keys(place: str, keys: Iterable[str], known_keys: Iterable[str]) -> None:
    """Refuse an entry with a key that does not exist.

    Args:
        place: the place of the entry in the file, such as ``options.uma``.
        keys: the keys of the entry.
        known_keys: the keys that an entry can have.
    """
    unknown_keys = sorted(set(keys).difference(known_keys))
    if unknown_keys:
        raise TypeError(f"{place}: unknown keys {', '.join(unknown_keys)}")


def _read_circumstance(package: str, name: str, entry: CircumstanceEntry) -> CircumstanceInfo:
    """Read an entry of ``circumstances``. Commas divide the other names.

    Args:
        package: the package with the file.
        name: the name of the circumstance.
        entry: the entry.
    """
    _refuse_unknown_keys(f"circumstances.{name}", entry, (_ASKED, _ANY_WAY, *WINS))
    aliases = {}
    for key, words in entry.items():
        if isinstance(words, bool):
            # ``asked`` is no way of winning.
            continue
        way = "" if key == _ANY_WAY else key
        aliases[way] = tuple(words.split(", "))
    return CircumstanceInfo(
        name=name,
        names=_find_text(package, f"circumstances.{name}"),
        meaning=_find_text(package, f"circumstances.{name}.meaning"),
        aliases=aliases,
    )


def _read_status(package: str, name: str, entry: StatusEntry) -> StatusInfo:
    """Read an entry of ``statuses``.

    Args:
        package: the package with the file.
        name: the name of the status.
        entry: the entry.
    """
    _refuse_unknown_keys(f"statuses.{name}", entry, StatusEntry.__annotations__)
    return StatusInfo(
        names=_find_text(package, f"statuses.{name}"),
        consequence=_find_text(package, f"statuses.{name}.meaning"),
        needs_tiles=entry.get("needs_tiles", True),
        is_out=entry.get("out", False),
        counts_beside_winner=entry.get("beside_winner", False),
        is_fault=entry.get("fault", True),
    )


def _read_question(package: str, name: str, entry: QuestionEntry) -> Question:
    """Read an entry of ``questions``.

    Args:
        package: the package with the file.
        name: the id of the question.
        entry: the entry.
    """
    known_keys = {**_RequiredOfQuestion.__annotations__, **QuestionEntry.__annotations__}
    _refuse_unknown_keys(f"questions.{name}", entry, known_keys)
    return Question(
        id=name,
        kind=entry["kind"],
        names=_find_text(package, f"questions.{name}"),
        meaning=_find_text(package, f"questions.{name}.meaning"),
        least=entry.get("least", 0),
        most=entry.get("most", 0),
        step=entry.get("step", 1),
        circumstances=frozenset(entry.get("circumstances", "").split()),
        is_about_win=entry.get("of_win", False),
        is_also_asked_after_draw=entry.get("without_winner", False),
        is_asked_only_after_exhaustive_draw=entry.get("needs_no_winner", False),
        status=entry.get("status", ""),
        assumption=_find_text(package, f"questions.{name}.without"),
        other_names=tuple(entry.get("short", "").split()),
    )


def pattern_rows(package: str) -> tuple[PatternRow, ...]:
    """Read the rows of the table ``patterns`` of a package's ``rules.toml``, in their order."""
    table = read_rules(package)["patterns"]
    columns = table["columns"].split()
    rows = []
    for cells in table["rows"]:
        row = dict(zip(columns, cells, strict=True))
        # Nobody but the authors of the rule set writes this file, so its cells are not checked
        # here.
        rows.append(cast("PatternRow", row))
    return tuple(rows)


def pattern_infos(package: str, unit: Unit = POINTS) -> dict[str, PatternInfo]:
    """Read the patterns of a package's ``rules.toml``, by id.

    The table ``patterns`` has the columns ``id``, ``worth``, ``example`` and perhaps ``number``.

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
    """Make a pattern with its texts, which are in the package's words under its id.

    Args:
        package: the package whose words have the texts.
        name: the pattern's id.
        worth: its value each time, in ``unit``.
        unit: the unit of ``worth``.
        number: its number in the rules, if they number it.
        example: a winning hand that holds it, in the notation.
        source: values for further places of the sentence ``about.source`` in the package's words.
            The sentence names the source of the patterns, and its place ``number`` is filled
            always.
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
def read_rules(package: str) -> RulesTables:
    """Read the tables of a package's ``rules.toml``, with those of the base that it names.

    The entries of the base come first, in the order of the base.

    Returns:
        The tables by name. Empty if the package has no such file.
    """
    if not package:
        return {}
    file = files(package) / "rules.toml"
    if not file.is_file():
        return {}
    own_tables = tomllib.loads(file.read_text(encoding="utf-8"))
    tables: dict[str, Any] = {**read_rules(own_tables.pop(_BASE, ""))}
    for name, own_table in own_tables.items():
        if name in _ADDED_TO:
            tables[name] = {**tables.get(name, {}), **own_table}
        else:
            tables[name] = own_table
    # Nobody but the authors of the rule set writes this file, so the types are not checked here.
    return cast("RulesTables", tables)

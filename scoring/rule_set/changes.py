"""Changes of a house to its rule set.

They travel among a table's options, as one JSON text under ``hu.scoring.options.HOUSE``.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.hand import Win
from hu.scoring.options import HOUSE, OptionValue
from hu.scoring.patterns import PatternInfo, ScoreItem, Unit
from hu.scoring.rule_set.declared import CircumstanceInfo
from hu.scoring.texts import Names, Text

#: (path, message): a fault of house rules, and the path to its place in the file. The path has the
#: names of tables and keys and the indices of lists, as in ``("extra", 0, "name")``.
Fault = tuple[tuple[str | int, ...], str]
#: The highest value of a pattern.
MAX_VALUE: Final = 10_000
#: The most extras of a house.
_MAX_EXTRAS: Final = 40
#: Characters of the longest name of an extra.
_MAX_NAME_LENGTH: Final = 80
#: Characters of a wrong key or value that a message repeats.
_SHOWN: Final = 40
#: The keys of an extra.
EXTRA_KEYS: Final = ("name", "value")
_CONDITION: Final = Text("house.rule")


@dataclass(frozen=True, slots=True)
class Extra:
    """A pattern of a house. It has no condition, but counts if the players name it.

    Attributes:
        id: the words of its English name, joined by hyphens.
        names: its names. Without an English name its first name is the English name too.
        worth: its value, in the rule set's unit for patterns.
    """

    id: str
    names: Names
    worth: int

    def info(self, unit: Unit) -> PatternInfo:
        """Describe it as a rule set describes its patterns. ``unit`` is the unit of ``worth``."""
        return PatternInfo(self.id, self.names, _CONDITION, self.worth, unit)

    @property
    def circumstance(self) -> CircumstanceInfo:
        """The circumstance of a win that stands for it."""
        return CircumstanceInfo(self.id, self.names, _CONDITION)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a house.

    Attributes:
        points: the values of changed patterns, by id. A pattern worth 0 is not played.
        extras: the house's own patterns, by id.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    extras: Mapping[str, Extra] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.points or self.extras)

    def extra_items(self, win: Win, unit: Unit) -> tuple[ScoreItem, ...]:
        """List the extras that the players named for a win, as items of the hand's score.

        Args:
            win: the win.
            unit: the rule set's unit for patterns.
        """
        items = []
        for name, extra in self.extras.items():
            if name in win.extras:
                items.append(ScoreItem(extra.info(unit), extra.worth, count=1))
        return tuple(items)

    def worth(self, info: PatternInfo) -> int:
        """The value of a pattern at this table: the house's, or else that of the rules."""
        return self.points.get(info.id, info.worth)

    def separate_extras(self, win: Win) -> Win:
        """Move the extras among a win's circumstances to its ``extras``.

        The rule set knows only the other circumstances.
        """
        extras = win.circumstances & self.extras.keys()
        if not extras:
            return win
        return replace(win, circumstances=win.circumstances - extras, extras=win.extras | extras)


@dataclass(frozen=True, slots=True)
class UncheckedChanges:
    """The changes of a house as they were written. Their values can have any type.

    Attributes:
        points: should be a table of the values of changed patterns, by id.
        extra: should be a list of the house's own patterns.
        has_pattern: whether there is ``pattern``, a table that only earlier versions read.
    """

    points: object = field(default_factory=dict)
    extra: object = field(default_factory=list)
    has_pattern: bool = False


_NO_CHANGES: Final = Changes()


def changes_of(options: Mapping[str, OptionValue | None]) -> Changes:
    """Read the changes among a table's options.

    Raises:
        InputError: the text under ``HOUSE`` does not hold house rules.
    """
    text = options.get(HOUSE)
    if not text:
        return _NO_CHANGES
    return _parse_changes(str(text))


@lru_cache(maxsize=64)
def _parse_changes(text: str) -> Changes:
    """Read the text under ``HOUSE``.

    Faults that depend on the rule set, such as an unknown pattern, are not found here.

    Raises:
        InputError: the text has a fault in any rules. The message names the first.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise InputError("option house: not the text of house rules")
    points = content.get("points", {})
    rows = content.get("extra", [])
    unchecked = UncheckedChanges(points, rows, has_pattern="pattern" in content)
    first_fault = next(_faults_in_any_rules(unchecked), None)
    if first_fault is not None:
        _path, message = first_fault
        raise InputError(f"option house: {message}")
    # After this check the points are numbers by id, and each row is an extra.
    extras = {}
    for row in rows:
        extra = _read_extra(row)
        if extra is not None:
            extras[extra.id] = extra
    return Changes(points, extras)


def change_faults(
    changes: UncheckedChanges,
    rules_name: str,
    patterns: Mapping[str, PatternInfo],
    reserved_names: set[str],
) -> Iterator[Fault]:
    """Find every fault of the changes of a house.

    Args:
        changes: the changes.
        rules_name: the name of the rule set.
        patterns: the patterns of the rule set, by id.
        reserved_names: the ids that no extra can have: those of the rule set's patterns, and words
            for its circumstances and ways of winning.
    """
    # Faults that depend on the patterns of the rule set.
    if isinstance(changes.points, Mapping):
        for key, value in changes.points.items():
            if key not in patterns:
                message = f"{str(key)[:_SHOWN]}: no pattern of {rules_name} has this name"
                yield ("points", key), message
                continue
            unit = patterns[key].unit
            if unit.doubles and type(value) is int and value > unit.most:
                yield ("points", key), f"{key}: more than {unit.most} doublings"

    yield from _faults_in_any_rules(changes)

    # Faults that depend on the names of the rule set.
    if isinstance(changes.extra, list):
        yield from _repeated_names(changes.extra, reserved_names)


def _repeated_names(rows: list[object], reserved_names: set[str]) -> Iterator[Fault]:
    """Find the extras whose id is that of an earlier extra or one of the reserved names."""
    names = set(reserved_names)
    for index, row in enumerate(rows):
        extra = _read_extra(row)
        if extra is None:
            # Its row has other faults.
            continue
        if extra.id in names:
            yield ("extra", index, "name"), f"name: {extra.id} is taken already"
        names.add(extra.id)


def _faults_in_any_rules(changes: UncheckedChanges) -> Iterator[Fault]:
    """Find the faults of the changes of a house that are faults whatever the rule set."""
    if changes.has_pattern:
        message = (
            "pattern: patterns with conditions no longer exist; "
            "write [[extra]] with a name and a value"
        )
        yield ("pattern",), message
    yield from _points_faults(changes.points)
    yield from _extras_faults(changes.extra)


def _points_faults(points: object) -> Iterator[Fault]:
    """Find the faults of ``points``, the table of the values of changed patterns."""
    if not isinstance(points, Mapping):
        yield ("points",), 'points: expected a table, such as [points] with "3.1" = 15'
        return
    for key, value in points.items():
        if not _is_value(value):
            message = f"{str(key)[:_SHOWN]}: {_describe_wrong_value(value)}"
            yield ("points", key), message


def _extras_faults(rows: object) -> Iterator[Fault]:
    """Find the faults of ``extra``, the list of the house's own patterns."""
    if not isinstance(rows, list):
        yield ("extra",), "extra: write each one under [[extra]]"
        return
    if len(rows) > _MAX_EXTRAS:
        # The fault is at the first row that is too many.
        message = f"extra: {len(rows)} of them; there can be {_MAX_EXTRAS}"
        yield ("extra", _MAX_EXTRAS), message
    for index, row in enumerate(rows):
        for path_in_row, message in _row_faults(row):
            yield ("extra", index, *path_in_row), message


def _is_value(value: object) -> bool:
    """Whether a house can give a pattern this value."""
    # In Python a bool is an int. In TOML and JSON it is not.
    return type(value) is int and 0 <= value <= MAX_VALUE


def _describe_wrong_value(value: object) -> str:
    """Write a message about a value that ``_is_value`` refuses."""
    return f"expected a whole number from 0 to {MAX_VALUE}, not {str(value)[:_SHOWN]!r}"


def _row_faults(row: object) -> Iterator[Fault]:
    """Find the faults of a row of ``extra``. Their paths begin inside the row."""
    if not isinstance(row, Mapping):
        yield (), "extra: write each one under [[extra]]"
        return
    for key in row:
        if key not in EXTRA_KEYS:
            yield (key,), f"{str(key)[:_SHOWN]}: unknown; an extra has a name and a value"
    yield from _name_faults(row.get("name"))
    if "value" not in row:
        yield (), "value is missing: what the extra is worth"
    elif not _is_value(row["value"]):
        yield ("value",), f"value: {_describe_wrong_value(row['value'])}"


def _name_faults(name: object) -> Iterator[Fault]:
    """Find the faults of the name of an extra, which is a text, or texts by language."""
    values = list(name.values()) if isinstance(name, Mapping) else [name]
    if not values or not all(_is_short_text(value) for value in values):
        message = 'name: expected a text, or texts by language such as { en = "Great snake" }'
        yield ("name",), message
    elif not all(_is_readable(str(value)) for value in values):
        yield ("name",), "name: it has signs that cannot be shown, or no letter"


def _is_short_text(value: object) -> bool:
    """Whether a value is a text that is not too long for the name of an extra."""
    return isinstance(value, str) and len(value) <= _MAX_NAME_LENGTH


def _is_readable(text: str) -> bool:
    """Whether a text can be shown and has a letter or digit."""
    return text.isprintable() and re.search(r"\w", text) is not None


def _read_extra(row: object) -> Extra | None:
    """Read an extra from a row of ``extra``. None if the row has faults."""
    if not isinstance(row, Mapping) or any(_row_faults(row)):
        return None
    name = row["name"]
    if isinstance(name, Mapping):
        names = dict(name)
        texts = list(names.values())
        main_name = names.get("en", texts[0])
    else:
        names = {}
        main_name = name
    return Extra(extra_id(main_name), names={"en": main_name, **names}, worth=row["value"])


def extra_id(name: str) -> str:
    """Return the id of an extra with this name.

    >>> extra_id("Four winds, out!")
    'four-winds-out'
    """
    words = re.findall(r"\w+", name.casefold())
    return "-".join(words)

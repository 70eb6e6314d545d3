"""House rules: a TOML file that changes a rule set's options and points, and adds patterns.

House rules travel as options: the rule set's options under their own names, changed patterns as one
text under ``HOUSE``. Everything that keeps a table's options, such as a game's sheet or a request
of ``hu hands``, then keeps the house rules too. ``docs/house-rules.md`` describes the file.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.hand import WINS
from hu.scoring.json_object import JsonObject
from hu.scoring.nearest import find_name, normalise_name
from hu.scoring.options import HOUSE, OptionInfo, OptionValue
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.changes import (
    EXTRA_KEYS,
    Fault,
    UncheckedChanges,
    change_faults,
    extra_id,
)
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set

#: Characters of the longest file of house rules.
LONGEST_HOUSE_RULES: Final = 20_000
#: Dots in a line of house rules. Each dot of a key costs ``tomllib`` time.
_MAX_DOTS: Final = 100
#: Faults that a message names. More would not be read, and finding each line takes time.
_MAX_FAULTS: Final = 50
#: Characters of a wrong key or value that a message repeats.
_SHOWN: Final = 40
_KEYS: Final = ("rules", "title", "options", "points", "extra")
#: A key that files of earlier versions could have.
_OLDER_KEY: Final = "pattern"
#: What is expected of the value of an option, by its type.
_EXPECTED: Final = {bool: "true or false", int: "a whole number", str: "a text"}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules that a table has agreed on.

    Attributes:
        rules: the name of the rule set.
        title: the table's name for its rules. May be empty.
        options: the options to play with, with ``HOUSE`` among them if patterns are changed.
    """

    rules: str
    title: str
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class _Tables:
    """The tables of a file as it was written. Their values can have any type.

    Attributes:
        rules: should be the name of a rule set. None if it is missing.
        title: should be a text.
        options: should be a table of options.
        changes: the changes of patterns.
        unknown_keys: keys that a file of house rules does not have.
    """

    rules: object = None
    title: object = ""
    options: object = field(default_factory=dict)
    changes: UncheckedChanges = field(default_factory=UncheckedChanges)
    unknown_keys: tuple[str, ...] = ()


def read_house(text: str, name: str = "house rules") -> HouseRules:
    """Read and check a file of house rules.

    Args:
        text: the TOML file.
        name: the name of the file, for messages.

    Raises:
        InputError: the file has faults. The message names each with its line.
    """
    tables = _read_tables(text, name)
    key_lines = _KeyLines(text)
    rules_line = key_lines.find(("rules",))
    if not isinstance(tables.rules, str):
        raise InputError(
            f"{name}, line {rules_line}: rules: give the name of a rule set, as a text"
        )
    try:
        rules = rule_set(tables.rules)
    except InputError as error:
        raise InputError(f"{name}, line {rules_line}: {error}") from None
    try:
        options, faults = _read_content(tables, rules)
    except (ValueError, RecursionError):
        # A message repeats a wrong value. Python refuses to write a number of thousands of digits.
        raise InputError(f"{name}: a number is too large, or a table nested too deeply") from None
    if faults:
        raise InputError(_list_faults(faults, key_lines, name))
    return HouseRules(rules.name, str(tables.title), options)


def add_house_options(request: JsonObject, house: HouseRules | None) -> JsonObject:
    """Add the options of a house to a request of ``hu hands``.

    Args:
        request: the request. If it has an option itself, the house's value of this option is not
            added.
        house: the house rules. None without a house.

    Returns:
        The request with the options. The request itself if there is no house, if the request is by
        another rule set, or if its options are not an object.
    """
    if house is None:
        return request
    spelled = request.spell_key("rules").spell_key("options")
    rules = spelled.value("rules")
    if not isinstance(rules, str) or find_name(rules, (house.rules,)) is None:
        return request
    own_options = spelled.value("options")
    if own_options is None:
        own_options = {}
    if not isinstance(own_options, Mapping):
        # Such options are refused when the request is read.
        return request
    # The request may spell the name of an option in its own way.
    own_names = {normalise_name(str(name)) for name in own_options}
    house_options = {
        name: value
        for name, value in house.options.items()
        if normalise_name(name) not in own_names
    }
    return spelled.with_value("options", {**house_options, **own_options})


def _read_tables(text: str, name: str) -> _Tables:
    """Read the tables of a file, with their keys as the program spells them.

    Args:
        text: the TOML file.
        name: the name of the file, for messages.

    Raises:
        InputError: it is too long, or no TOML, or a key occurs in two spellings.
    """
    _check_size(text, name)
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{name}: not house rules: nested too deeply") from None
    except ValueError as error:
        raise InputError(f"{name}: not TOML: {error}") from None

    tables = {}
    unknown_keys = []
    for written_key, value in content.items():
        key = find_name(written_key, (*_KEYS, _OLDER_KEY))
        if key is None:
            unknown_keys.append(written_key)
            continue
        if key in tables:
            raise InputError(f"{name}: {written_key[:_SHOWN]}: {key} is given twice")
        tables[key] = value

    rows = tables.get("extra", [])
    if isinstance(rows, list):
        rows = [_spell_extra(row) for row in rows]
    # Empty changes are no changes, of whatever type they are.
    changes = UncheckedChanges(
        points=tables.get("points") or {},
        extra=rows or [],
        has_pattern=bool(tables.get(_OLDER_KEY)),
    )
    return _Tables(
        rules=tables.get("rules"),
        title=tables.get("title", ""),
        options=tables.get("options", {}),
        changes=changes,
        unknown_keys=tuple(unknown_keys),
    )


def _check_size(text: str, name: str) -> None:
    """Refuse a file that is too long, or has a line that ``tomllib`` takes too long to read."""
    if len(text) > LONGEST_HOUSE_RULES:
        raise InputError(
            f"{name}: more than {LONGEST_HOUSE_RULES} characters are too many for house rules"
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MAX_DOTS:
            raise InputError(
                f"{name}, line {number}: more than {_MAX_DOTS} dots are too many for house rules"
            )


def _spell_extra(row: object) -> object:
    """Spell the keys of a row of ``extra`` as the program does. Unknown keys stay."""
    if not isinstance(row, Mapping):
        return row
    return {find_name(key, EXTRA_KEYS) or key: value for key, value in row.items()}


def _list_faults(faults: list[Fault], key_lines: "_KeyLines", name: str) -> str:
    """Write all faults as one line, in the order of the file.

    Args:
        faults: the faults, at least one.
        key_lines: the lines of the keys of the file.
        name: the name of the file.
    """
    lines_and_messages = []
    for path, message in faults[:_MAX_FAULTS]:
        lines_and_messages.append((key_lines.find(path), message))
    lines_and_messages.sort()
    parts = [f"{name}, line {line}: {message}" for line, message in lines_and_messages]
    if len(faults) > _MAX_FAULTS:
        parts.append(f"and {len(faults) - _MAX_FAULTS} more")
    return "; ".join(parts)


def _read_content(tables: _Tables, rules: RuleSet) -> tuple[dict[str, OptionValue], list[Fault]]:
    """Check the tables of a file, and join its options and its changes of patterns.

    Returns:
        (options, faults). The options have the changes of patterns under ``HOUSE``, if there are no
        faults.
    """
    faults: list[Fault] = []
    for key in tables.unknown_keys:
        message = f"{key[:_SHOWN]}: unknown; a file of house rules has {', '.join(_KEYS)}"
        faults.append(((key,), message))
    faults += _title_faults(tables.title)
    options, option_faults = _read_options(tables.options, rules)
    faults += option_faults

    patterns = {pattern.id: pattern for pattern in rules.patterns}
    changes = _spell_patterns(tables.changes, patterns)
    reserved_names = {*patterns, *WINS, *_circumstance_words(rules)}
    faults += change_faults(changes, rules.name, patterns, reserved_names)
    if not faults:
        house_text = _write_changes(changes)
        if house_text:
            options[HOUSE] = house_text
    return options, faults


def _circumstance_words(rules: RuleSet) -> Iterator[str]:
    """List every word for a circumstance of a rule set, spelt like the id of an extra."""
    for info in rules.circumstance_infos:
        yield extra_id(info.name)
        for aliases in info.aliases.values():
            for alias in aliases:
                yield extra_id(alias)
        for name in info.names.values():
            yield extra_id(name)


def _spell_patterns(
    changes: UncheckedChanges, patterns: Mapping[str, PatternInfo]
) -> UncheckedChanges:
    """Spell the ids of changed patterns as the rule set does. Unknown ids stay."""
    if not isinstance(changes.points, Mapping):
        return changes
    points = {}
    for written_id, value in changes.points.items():
        points[find_name(written_id, patterns) or written_id] = value
    return replace(changes, points=points)


def _write_changes(changes: UncheckedChanges) -> str:
    """Write changes without faults as the text under ``HOUSE``. Empty if nothing is changed."""
    content = {}
    if changes.points:
        content["points"] = changes.points
    if changes.extra:
        content["extra"] = changes.extra
    if not content:
        return ""
    return json.dumps(content, ensure_ascii=False, sort_keys=True)


def _title_faults(title: object) -> Iterator[Fault]:
    """Find the fault of a title, which must be a text that can be shown."""
    if not isinstance(title, str):
        yield ("title",), "title: expected a text"
    elif not title.isprintable():
        yield ("title",), "title: it has signs that cannot be shown"


def _read_options(table: object, rules: RuleSet) -> tuple[dict[str, OptionValue], list[Fault]]:
    """Read the table of options.

    Args:
        table: should be a table of options, by their names as people spell them.
        rules: the rule set.

    Returns:
        (values, faults). The values are those without a fault, by the names of their options.
    """
    if not isinstance(table, Mapping):
        return {}, [(("options",), "options: expected a table of options")]
    values: dict[str, OptionValue] = {}
    faults: list[Fault] = []
    options_by_name = {option.name: option for option in rules.options}
    for key, value in table.items():
        name = find_name(key, options_by_name)
        if name is None:
            option_names = ", ".join(options_by_name) or "none"
            message = f"{key[:_SHOWN]}: no option of {rules.name}; known are {option_names}"
            faults.append((("options", key), message))
            continue
        option = options_by_name[name]
        choice = option.as_choice(value)
        fault = _option_fault(option, choice)
        if fault:
            faults.append((("options", key), fault))
        elif isinstance(choice, bool | int | str):
            # A choice without a fault has one of these types.
            values[name] = choice
    try:
        rules.check_choices(values)
    except InputError as error:
        # The error begins with ``option NAME:``.
        message = str(error).removeprefix("option ")
        name = message.partition(":")[0]
        faults.append((("options", name), message))
    return values, faults


def _option_fault(option: OptionInfo, value: object) -> str:
    """Describe the fault of an option's value. Empty if it has none."""
    kind = type(option.default)
    if type(value) is not kind:
        expected = _EXPECTED[kind]
        if option.choices:
            expected = f"one of {', '.join(option.choices)}"
        return f"{option.name}: expected {expected}, not {str(value)[:_SHOWN]!r}"
    text = str(value)
    if isinstance(value, bool):
        text = text.lower()
    try:
        option.parse(text)
    except InputError as error:
        return str(error).removeprefix("option ")
    return ""


class _KeyLines:
    """The line of each key of a TOML file. ``tomllib`` gives lines for syntax errors only.

    A path leads to a key: the names of tables and keys and the indices of lists, as in
    ``("extra", 0, "name")``.
    """

    def __init__(self, text: str) -> None:
        """Find the line of each table and key.

        Args:
            text: the TOML file.
        """
        # Lines as TOML counts them. ``splitlines`` would divide them at more signs.
        self._lines = text.split("\n")
        # The number of the line of each table and key, from 1, by its path.
        self._numbers: dict[tuple[str | int, ...], int] = {}
        # The path of the table to which the next keys belong.
        table: tuple[str | int, ...] = ()
        # How many tables each [[list]] has so far, by the path of the list.
        list_lengths: dict[tuple[str | int, ...], int] = {}
        for number, raw_line in enumerate(self._lines, start=1):
            line = raw_line.strip()
            if line.startswith("[["):
                list_path = _split_key(line[2:].partition("]]")[0])
                index = list_lengths.get(list_path, 0)
                list_lengths[list_path] = index + 1
                table = (*list_path, index)
                self._numbers[table] = number
            elif line.startswith("["):
                table = _split_key(line[1:].rpartition("]")[0])
                self._numbers[table] = number
            elif "=" in line:
                key = _split_key(line.partition("=")[0])
                self._numbers.setdefault((*table, *key), number)

    def find(self, path: tuple[str | int, ...]) -> int:
        """Find the line of a key.

        Args:
            path: the path of the key, in whatever spelling.

        Returns:
            The number of the line, from 1. For a key that is missing from its table, the line of
            the table. 1 if the table is missing too.
        """
        spelled_path = _spell_path(path)
        length = self._count_parts_with_line(spelled_path)
        if length == 0:
            return 1
        number = self._numbers[spelled_path[:length]]
        names_without_line = [part for part in path[length:] if isinstance(part, str)]
        if not names_without_line:
            return number
        # The key is missing, or is in an inline table, whose keys have no line in ``_numbers``.
        return self._find_line_with(names_without_line[-1], first_line=number)

    def _count_parts_with_line(self, path: tuple[str | int, ...]) -> int:
        """Count the parts of a path, from its beginning, that lead to a table or key with a line.

        All parts are counted if the key has a line. All but the last are counted if the key has no
        line, but the table that should hold the key has.

        Args:
            path: a path, spelled as the paths of ``_numbers`` are.
        """
        for length in range(len(path), 0, -1):
            if path[:length] in self._numbers:
                return length
        return 0

    def _find_line_with(self, text: str, first_line: int) -> int:
        """Find the first line with a text, in whatever case, among the lines of a table.

        Args:
            text: the text.
            first_line: the number of the line on which the table begins.

        Returns:
            The number of the line, from 1. ``first_line`` if no line of the table has the text.
        """
        for number in range(first_line, len(self._lines) + 1):
            line = self._lines[number - 1].strip()
            if text.casefold() in line.casefold():
                return number
            if number > first_line and line.startswith("["):
                # Another table begins.
                break
        return first_line


def _split_key(key: str) -> tuple[str, ...]:
    """Split a dotted key of TOML into its parts, spelled alike.

    >>> _split_key('options."Half-Flowers"')
    ('options', 'half_flowers')
    """
    parts = []
    for double_quoted, single_quoted, bare in re.findall(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)", key):
        parts.append(normalise_name(double_quoted or single_quoted or bare))
    return tuple(parts)


def _spell_path(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Spell the names of a path alike, whatever their case, accents and hyphens."""
    parts: list[str | int] = []
    for part in path:
        if isinstance(part, str):
            parts.append(normalise_name(part))
        else:
            parts.append(part)
    return tuple(parts)

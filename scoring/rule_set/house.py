"""House rules: a TOML file that changes a rule set's options and points, and adds patterns.

House rules travel as options: the rule set's options under their own names, changed patterns as one
text under ``HOUSE``. Everything that keeps a table's options, such as a game's sheet or a request
of ``hu hands``, then keeps the house rules too. ``docs/house-rules.md`` describes the file.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hu.scoring.errors import InputError
from hu.scoring.nearest import find_name, normalise_name, spell_key
from hu.scoring.options import HOUSE, OptionInfo, OptionValue
from hu.scoring.rule_set.changes import EXTRA_KEYS, Fault, change_faults
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
#: Keys of the changes of patterns. Files of earlier versions have a table ``pattern``.
_CHANGE_KEYS: Final = ("points", "extra", "pattern")
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


def read_house(text: str, name: str = "house rules") -> HouseRules:
    """Read and check a file of house rules.

    Args:
        text: the TOML file.
        name: the name of the file, for messages.

    Raises:
        InputError: the file has faults. The message names each with its line.
    """
    content = _spell_keys(_read_toml(text, name), name)
    lines = _KeyLines(text)
    rules_line = lines.of("rules")
    if not isinstance(content.get("rules"), str):
        raise InputError(
            f"{name}, line {rules_line}: rules: give the name of a rule set, as a text"
        )
    try:
        rules = rule_set(content["rules"])
    except InputError as error:
        raise InputError(f"{name}, line {rules_line}: {error}") from None
    try:
        options, faults = _read_content(content, rules)
    except (ValueError, RecursionError):
        # Python writes no number of thousands of digits.
        raise InputError(f"{name}: a number is too large, or a table nested too deeply") from None
    if faults:
        raise InputError(_list_faults(faults, lines, name))
    return HouseRules(rules.name, str(content.get("title", "")), options)


def add_house_options(
    request: Mapping[str, object], house: HouseRules | None
) -> Mapping[str, object]:
    """Add the options of a house to a request of ``hu hands``.

    Args:
        request: the request. Its own options go before those of the house. A request by another
            rule set stays as it is.
        house: the house rules, if any.
    """
    if house is None:
        return request
    request = spell_key(request, "rules")
    rules = request.get("rules")
    if not isinstance(rules, str) or find_name(rules, (house.rules,)) is None:
        return request
    own_options = request.get("options")
    if own_options is None:
        own_options = {}
    if not isinstance(own_options, Mapping):
        # The reader of the request refuses it.
        return request
    return {**request, "options": {**house.options, **own_options}}


def _read_toml(text: str, name: str) -> dict[str, Any]:
    if len(text) > LONGEST_HOUSE_RULES:
        raise InputError(
            f"{name}: more than {LONGEST_HOUSE_RULES} characters are too many for house rules"
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MAX_DOTS:
            raise InputError(
                f"{name}, line {number}: more than {_MAX_DOTS} dots are too many for house rules"
            )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{name}: not house rules: nested too deeply") from None
    except ValueError as error:
        raise InputError(f"{name}: not TOML: {error}") from None


def _spell_keys(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Spell the keys of a file, and of its extras, as the program does. Unknown keys stay.

    Args:
        content: the tables of the file.
        name: the name of the file, for messages.

    Raises:
        InputError: a key occurs in two spellings.
    """
    spelled: dict[str, Any] = {}
    for key, value in content.items():
        known_key = find_name(key, (*_KEYS, *_CHANGE_KEYS)) or key
        if known_key in spelled:
            raise InputError(f"{name}: {key[:_SHOWN]}: {known_key} is given twice")
        spelled[known_key] = value
    extras = spelled.get("extra")
    if isinstance(extras, list):
        spelled["extra"] = [_spell_extra(row) for row in extras]
    return spelled


def _spell_extra(row: object) -> object:
    if not isinstance(row, Mapping):
        return row
    return {find_name(key, EXTRA_KEYS) or key: value for key, value in row.items()}


def _list_faults(faults: list[Fault], lines: "_KeyLines", name: str) -> str:
    """Name the faults in a line, in the order of the file."""
    lines_and_messages = []
    for path, message in faults[:_MAX_FAULTS]:
        lines_and_messages.append((lines.of(*path), message))
    lines_and_messages.sort()
    parts = [f"{name}, line {line}: {message}" for line, message in lines_and_messages]
    if len(faults) > _MAX_FAULTS:
        parts.append(f"and {len(faults) - _MAX_FAULTS} more")
    return "; ".join(parts)


def _read_content(
    content: Mapping[str, Any], rules: RuleSet
) -> tuple[dict[str, OptionValue], list[Fault]]:
    """Read the tables of a file.

    Returns:
        The options of the file, and the faults of the file.
    """
    faults: list[Fault] = []
    for key in content:
        if key not in _KEYS and key not in _CHANGE_KEYS:
            message = f"{key[:_SHOWN]}: unknown; a file of house rules has {', '.join(_KEYS)}"
            faults.append(((key,), message))
    faults += _title_faults(content.get("title", ""))
    options, option_faults = _read_options(content.get("options", {}), rules)
    faults += option_faults

    changes = {key: content[key] for key in _CHANGE_KEYS if content.get(key)}
    patterns = {pattern.id: pattern for pattern in rules.patterns}
    points = changes.get("points")
    if isinstance(points, Mapping):
        changes["points"] = {find_name(key, patterns) or key: points[key] for key in points}
    reserved_names = {info.name for info in rules.circumstance_infos}
    reserved_names.update(patterns)
    faults += change_faults(changes, rules.name, patterns, reserved_names)
    if changes and not faults:
        options[HOUSE] = json.dumps(changes, ensure_ascii=False, sort_keys=True)
    return options, faults


def _title_faults(title: object) -> Iterator[Fault]:
    if not isinstance(title, str):
        yield ("title",), "title: expected a text"
    elif not title.isprintable():
        yield ("title",), "title: it has signs that cannot be shown"


def _read_options(table: object, rules: RuleSet) -> tuple[dict[str, OptionValue], list[Fault]]:
    """Read the table of options.

    Returns:
        The values without faults by the names of the options, and the faults.
    """
    if not isinstance(table, Mapping):
        return {}, [(("options",), "options: expected a table of options")]
    values: dict[str, OptionValue] = {}
    faults: list[Fault] = []
    options_by_name = {option.name: option for option in rules.options}
    for key, value in table.items():
        name = find_name(key, options_by_name)
        if name is None:
            known = ", ".join(options_by_name) or "none"
            message = f"{key[:_SHOWN]}: no option of {rules.name}; known are {known}"
            faults.append((("options", key), message))
            continue
        option = options_by_name[name]
        choice = option.as_choice(value)
        fault = _option_fault(option, choice)
        if fault:
            faults.append((("options", key), fault))
        elif isinstance(choice, bool | int | str):
            values[name] = choice
    try:
        rules.check_choices(values)
    except InputError as error:
        message = str(error).removeprefix("option ")
        name = message.partition(":")[0]
        faults.append((("options", name), message))
    return values, faults


def _option_fault(option: OptionInfo, value: object) -> str:
    """Describe what is wrong with an option's value. Empty if nothing is."""
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
    """The line of each key of a TOML file. ``tomllib`` gives lines for syntax errors only."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        # The line number of each table and key, by the path to it.
        self._numbers: dict[tuple[str | int, ...], int] = {}
        # The path of the table to which the next keys belong.
        table: tuple[str | int, ...] = ()
        # How often each [[list]] has occurred so far.
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

    def of(self, *path: str | int) -> int:
        """Find the line of a key.

        Args:
            path: the keys and the indexes of lists that lead to the key, such as
                ``"extra", 0, "name"``.

        Returns:
            The line of the longest part of the path that has a line. If the key is inside the
            value on that line, the next line that has its name. 1 if no part has a line.
        """
        for length in range(len(path), 0, -1):
            number = self._numbers.get(_spell_path(path[:length]))
            if number is None:
                continue
            names_in_value = [part for part in path[length:] if isinstance(part, str)]
            if names_in_value:
                return self._find_line_with(names_in_value[-1], first_line=number)
            return number
        return 1

    def _find_line_with(self, text: str, first_line: int) -> int:
        """The number of the first line with a text, from ``first_line`` on, or else that line."""
        for number in range(first_line, len(self._lines) + 1):
            if text.casefold() in self._lines[number - 1].casefold():
                return number
        return first_line


def _split_key(key: str) -> tuple[str, ...]:
    """Split a dotted key of TOML, whose parts may be quoted, and spell its parts alike."""
    parts = []
    for double_quoted, single_quoted, bare in re.findall(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)", key):
        parts.append(normalise_name(double_quoted or single_quoted or bare))
    return tuple(parts)


def _spell_path(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Spell the keys of a path alike, whatever their case, accents and hyphens."""
    parts: list[str | int] = []
    for part in path:
        if isinstance(part, str):
            parts.append(normalise_name(part))
        else:
            parts.append(part)
    return tuple(parts)

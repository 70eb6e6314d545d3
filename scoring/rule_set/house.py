"""House rules: a TOML file that changes a rule set's options and points, and adds to them.

They travel as options: those that the rule set publishes under their own names, changed patterns as one text under
``HOUSE``. So whatever keeps a table's options, a game's sheet or a request of ``hu hands``, keeps its house rules.
``docs/house-rules.md`` describes the file.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.options import HOUSE, OptionInfo, OptionValue
from hu.scoring.rule_set.changes import Fault, change_faults
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set

#: Longer files are no house rules, nor are lines with more dots: each dot of a key costs ``tomllib`` time.
LONGEST_HOUSE_RULES: Final = 20_000
_MOST_DOTS: Final = 100
#: Nobody reads more faults at once, and each takes time to find its line.
_MOST_FAULTS: Final = 50
_KEYS: Final = ("rules", "title", "options", "points", "extra")
_KINDS: Final = {bool: "true or false", int: "a whole number", str: "a text"}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table has agreed on.

    Attributes:
        rules: the name of the rule set.
        title: what the table calls its rules; may be empty.
        options: the options to play with, ``HOUSE`` among them where patterns are changed.
    """

    rules: str
    title: str
    options: Mapping[str, OptionValue]


def read_house(text: str, name: str = "house rules") -> HouseRules:
    """Read and check a file of house rules.

    Args:
        text: the TOML file.
        name: what to call it in messages.

    Raises:
        InputError: everything that is wrong, each with its line.
    """
    if len(text) > LONGEST_HOUSE_RULES:
        raise InputError(
            f"{name}: more than {LONGEST_HOUSE_RULES} characters are too many for house rules"
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MOST_DOTS:
            raise InputError(
                f"{name}, line {number}: more than {_MOST_DOTS} dots are too many for house rules"
            )
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{name}: not house rules: nested too deeply") from None
    except ValueError as error:
        raise InputError(f"{name}: not TOML: {error}") from None
    lines = _Lines(text)
    if not isinstance(content.get("rules"), str):
        raise InputError(
            f"{name}, line {lines.of('rules')}: rules: give the name of a rule set, as a text"
        )
    try:
        rules = rule_set(content["rules"])
    except InputError as error:
        raise InputError(f"{name}, line {lines.of('rules')}: {error}") from None
    try:
        options, found = _check(content, rules)
    except (ValueError, RecursionError):
        # Python writes no number of thousands of digits.
        raise InputError(f"{name}: a number is too large, or a table nested too deeply") from None
    if found:
        shown = sorted((lines.of(*path), message) for path, message in found[:_MOST_FAULTS])
        more = f"; and {len(found) - _MOST_FAULTS} more" if len(found) > _MOST_FAULTS else ""
        raise InputError(
            "; ".join(f"{name}, line {line}: {message}" for line, message in shown) + more
        )
    return HouseRules(rules.name, str(content.get("title", "")), options)


def at_house(request: Mapping[str, object], house: HouseRules | None) -> Mapping[str, object]:
    """Give a request of ``hu hands`` by the house's rules the house's options, where it names none itself."""
    if house is None or request.get("rules") != house.rules:
        return request
    given = request.get("options")
    if given is not None and not isinstance(given, Mapping):
        return request
    return {**request, "options": {**house.options, **(given or {})}}


def _check(
    content: Mapping[str, object], rules: RuleSet
) -> tuple[dict[str, OptionValue], list[Fault]]:
    """The options that the file stands for, and what is wrong with it."""
    faults: list[Fault] = [
        ((key,), f"{key[:40]}: unknown; a file of house rules has {', '.join(_KEYS)}")
        for key in content
        if key not in (*_KEYS, "pattern")
    ]
    title = content.get("title", "")
    if not isinstance(title, str):
        faults.append((("title",), "title: expected a text"))
    elif not title.isprintable():
        faults.append((("title",), "title: it has signs that cannot be shown"))
    options: dict[str, OptionValue] = {}
    faults += _read_options(content.get("options", {}), rules, options)
    changes = {key: content[key] for key in ("points", "extra", "pattern") if content.get(key)}
    patterns = {pattern.id: pattern for pattern in rules.patterns}
    faults += change_faults(
        changes,
        rules.name,
        patterns,
        {*patterns, *(info.name for info in rules.circumstance_infos)},
    )
    if changes and not faults:
        options[HOUSE] = json.dumps(changes, ensure_ascii=False, sort_keys=True)
    return options, faults


def _read_options(
    given: object, rules: RuleSet, options: dict[str, OptionValue]
) -> Iterator[Fault]:
    if not isinstance(given, Mapping):
        yield ("options",), "options: expected a table of options"
        return
    known = {option.name: option for option in rules.options}
    for key, value in given.items():
        if key not in known:
            yield (
                ("options", key),
                f"{key[:40]}: no option of {rules.name}; known are {', '.join(known) or 'none'}",
            )
        elif fault := _option_fault(known[key], told := known[key].chosen(value)):
            yield ("options", key), fault
        else:
            options[key] = told if isinstance(told, bool | int) else str(told)


def _option_fault(option: OptionInfo, value: object) -> str:
    """What is wrong with an option's value; empty where nothing is."""
    kind = type(option.default)
    if type(value) is not kind and option.choices:
        return (
            f"{option.name}: expected one of {', '.join(option.choices)}, not {str(value)[:40]!r}"
        )
    if type(value) is not kind:
        return f"{option.name}: expected {_KINDS[kind]}, not {str(value)[:40]!r}"
    try:
        option.parse(str(value).lower() if isinstance(value, bool) else str(value))
    except InputError as error:
        return str(error).removeprefix("option ")
    return ""


class _Lines:
    """Where each key of a TOML file stands: ``tomllib`` tells lines of syntax errors only."""

    def __init__(self, text: str) -> None:
        self._found: dict[tuple[str | int, ...], int] = {}
        self._texts = text.splitlines()
        table: tuple[str | int, ...] = ()
        counts: dict[tuple[str | int, ...], int] = {}
        for number, line in enumerate(self._texts, start=1):
            head, begun = line.strip(), line.lstrip()
            if head.startswith("[["):
                name = _path(head[2:].partition("]]")[0])
                counts[name] = counts.get(name, -1) + 1
                table = (*name, counts[name])
                self._found[table] = number
            elif head.startswith("["):
                table = _path(head[1:].rpartition("]")[0])
                self._found[table] = number
            elif "=" in begun:
                self._found.setdefault((*table, *_path(begun.partition("=")[0])), number)

    def of(self, *path: str | int) -> int:
        """The line of a key, of a text of its value where that stands on a line of its own, or of its table."""
        for length in range(len(path), 0, -1):
            if (line := self._found.get(path[:length])) is not None:
                texts = [part for part in path[length:] if isinstance(part, str)]
                after = range(line, len(self._texts) + 1) if texts else ()
                return next(
                    (number for number in after if texts[-1] in self._texts[number - 1]), line
                )
        return 1


def _path(key: str) -> tuple[str, ...]:
    parts = re.findall(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)", key)
    return tuple(next(filter(None, part), "") for part in parts)

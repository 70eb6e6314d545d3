"""The values that pass through a rule set: how it describes itself, a deal, and what a deal is worth."""

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

#: A place in a file of house rules, key by key, and what is wrong there.
Fault = tuple[tuple[str | int, ...], str]
#: The highest value that a pattern can be given, and as many can be added.
MOST_POINTS: Final = 1_000
MOST_EXTRAS: Final = 40
_LONGEST_NAME: Final = 80
_EXTRA_KEYS: Final = ("name", "value")
_CONDITION: Final = Text("house.rule")


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that a house counts when the player says so.

    Attributes:
        id: made of its first name.
        names: what it is called.
        worth: what it is worth, in the rule set's unit for patterns.
    """

    id: str
    names: Names
    worth: int

    def info(self, unit: Unit) -> PatternInfo:
        """It as a row of the rule set's table."""
        return PatternInfo(self.id, self.names, _CONDITION, self.worth, unit)

    @property
    def circumstance(self) -> CircumstanceInfo:
        """It as a circumstance of a win."""
        return CircumstanceInfo(self.id, self.names, _CONDITION)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a house changes.

    Attributes:
        points: what patterns are worth, by id; a pattern worth 0 is not played.
        extras: what counts beside the patterns, by id.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    extras: Mapping[str, Extra] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.points or self.extras)

    def items(self, win: Win, unit: Unit) -> tuple[ScoreItem, ...]:
        """The extras that the players named for a win."""
        told = (extra for name, extra in self.extras.items() if name in win.extras)
        return tuple(ScoreItem(extra.info(unit), extra.worth, 1) for extra in told)

    def worth(self, info: PatternInfo) -> int:
        """What a pattern is worth at this table."""
        return self.points.get(info.id, info.worth)

    def split(self, win: Win) -> Win:
        """Move the extras among a win's circumstances to its ``extras``; the rule set knows only the others."""
        extras = win.circumstances & self.extras.keys()
        return (
            replace(win, circumstances=win.circumstances - extras, extras=extras) if extras else win
        )


_NONE: Final = Changes()


def changes_of(options: Mapping[str, OptionValue | None]) -> Changes:
    """What a table's options change.

    Raises:
        InputError: the text among them does not hold house rules.
    """
    text = options.get(HOUSE)
    return _changes(str(text)) if text else _NONE


@lru_cache(maxsize=64)
def _changes(text: str) -> Changes:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise InputError("option house: not the text of house rules")
    for found in _faults(content):
        raise InputError(f"option house: {found[1]}")
    extras = [_extra(row) for row in content.get("extra", [])]
    return Changes(content.get("points", {}), {extra.id: extra for extra in extras})


def change_faults(
    content: Mapping[str, object], rules: str, patterns: Mapping[str, PatternInfo], taken: set[str]
) -> Iterator[Fault]:
    """Find everything that is wrong with what a house changes: the place, and what is wrong.

    Args:
        content: its ``points`` and ``extra``, as far as it has them.
        rules: the name of the rule set.
        patterns: those of the rule set, by id.
        taken: the rule set's names of patterns and circumstances.
    """
    points, extras = content.get("points"), content.get("extra")
    for key, value in points.items() if isinstance(points, Mapping) else ():
        if key not in patterns:
            yield ("points", key), f"{str(key)[:40]}: no pattern of {rules} has this name"
        elif patterns[key].unit.doubles and type(value) is int and value > patterns[key].unit.most:
            yield ("points", key), f"{key}: more than {patterns[key].unit.most} doublings"
    yield from _faults(content)
    for index, row in enumerate(extras if isinstance(extras, list) else ()):
        if not [*_row_faults(row)] and (name := _extra(row).id) in taken:
            yield ("extra", index, "name"), f"name: {name} is taken already"
        elif isinstance(row, Mapping):
            taken = taken | ({_extra(row).id} if not [*_row_faults(row)] else set())


def _faults(content: Mapping[str, object]) -> Iterator[Fault]:
    """What is wrong whatever the rules."""
    if "pattern" in content:
        yield (
            ("pattern",),
            "pattern: patterns with conditions are no more; write [[extra]] with a name and a value",
        )
    points, extras = content.get("points", {}), content.get("extra", [])
    if not isinstance(points, Mapping):
        yield ("points",), 'points: expected a table, such as [points] with "3.1" = 15'
    else:
        for key, value in points.items():
            if fault := _value_fault(value):
                yield ("points", key), f"{str(key)[:40]}: {fault}"
    if not isinstance(extras, list):
        yield ("extra",), "extra: write each one under [[extra]]"
        return
    if len(extras) > MOST_EXTRAS:
        yield ("extra", MOST_EXTRAS), f"extra: {len(extras)} of them; there can be {MOST_EXTRAS}"
    for index, row in enumerate(extras):
        yield from ((("extra", index, *path), message) for path, message in _row_faults(row))


def _value_fault(value: object) -> str:
    if type(value) is not int or not 0 <= value <= MOST_POINTS:
        return f"expected a whole number from 0 to {MOST_POINTS}, not {str(value)[:40]!r}"
    return ""


def _row_faults(row: object) -> Iterator[Fault]:
    if not isinstance(row, Mapping):
        yield (), "extra: write each one under [[extra]]"
        return
    for key in row:
        if key not in _EXTRA_KEYS:
            yield (key,), f"{str(key)[:40]}: unknown; an extra has a name and a value"
    name = row.get("name")
    texts = [
        str(text)
        for text in (name.values() if isinstance(name, Mapping) else [name])
        if isinstance(text, str)
    ]
    if (
        not texts
        or (isinstance(name, Mapping) and len(texts) < len(name))
        or len(max(texts, key=len)) > _LONGEST_NAME
    ):
        yield (
            ("name",),
            'name: expected a text, or texts by language such as { en = "Great snake" }',
        )
    elif not all(text.isprintable() and re.search(r"\w", text) for text in texts):
        yield ("name",), "name: it has signs that cannot be shown, or no letter"
    if "value" not in row:
        yield (), "value is missing: what the extra is worth"
    elif fault := _value_fault(row["value"]):
        yield ("value",), f"value: {fault}"


def _extra(row: Mapping[str, object]) -> Extra:
    """An extra from its row, which has no faults."""
    name = row["name"]
    names = (
        {str(key): str(text) for key, text in name.items()}
        if isinstance(name, Mapping)
        else {"en": str(name)}
    )
    first = names.get("en") or next(iter(names.values()))
    return Extra(
        "-".join(re.findall(r"\w+", first.casefold())),
        {"en": first, **names},
        int(str(row["value"])),
    )

"""House rules of Zung Jung: other points for patterns, and added patterns made of the named features."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import eq, ge, gt, le, lt
from typing import Any, Final, get_args

from hu.scoring.deals import Fault, Names
from hu.scoring.errors import InputError
from hu.scoring.readings import Form
from hu.scoring.tiles import DRAGONS, FLOWERS, SEASONS, WINDS
from hu.scoring.zung_jung.patterns import PATTERNS, Pattern, PatternTable, WinningReading, in_three_suits

#: The highest value that a pattern can be given.
MOST: Final = 1_000
#: As many patterns can be added.
MOST_ADDED: Final = 40
_PATTERN_KEYS: Final = ("id", "names", "points", "when", "times")
_CONDITION: Final = re.compile(r"(not )?([a-z_]+)(?: *(>=|<=|==|<|>) *(\d{1,3}|\"[a-z-]+\"|'[a-z-]+'))?")
_FORMS: Final = get_args(Form)
_IDS: Final = {pattern.id: pattern for pattern in PATTERNS}

_COMPARE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {">=": ge, "<=": le, ">": gt, "<": lt, "==": eq}
#: What a feature's name looks up.
_Getter = Callable[[WinningReading], Any]
_Test = Callable[[WinningReading], bool]


def _repeats(case: WinningReading) -> list[int]:
    return list(Counter(meld.tiles for meld in case.sequences).values())


#: The named features, each with its type.
FEATURES: Final[dict[str, tuple[type, _Getter]]] = {
    "form": (str, lambda r: r.form),
    "sequences": (int, lambda r: len(r.sequences)),
    "triplets": (int, lambda r: len(r.triplets)),
    "quads": (int, lambda r: len(r.quads)),
    "concealed_triplets": (int, lambda r: len(r.concealed)),
    "all_outside": (bool, lambda r: r.all_outside),
    "dragon_triplets": (int, lambda r: len(r.dragons)),
    "dragon_pair": (bool, lambda r: r.pair in DRAGONS),
    "wind_triplets": (int, lambda r: len(r.winds)),
    "wind_pair": (bool, lambda r: r.pair in WINDS),
    "own_wind_triplet": (bool, lambda r: any(meld.tiles[0][0] == r.own_number for meld in r.winds)),
    "double_sequences": (int, lambda r: _repeats(r).count(2)),
    "triple_sequences": (int, lambda r: _repeats(r).count(3)),
    "quadruple_sequences": (int, lambda r: _repeats(r).count(4)),
    "same_sequences": (bool, lambda r: bool(in_three_suits(r.sequences))),
    "straight": (bool, lambda r: bool(r.straight)),
    "same_triplets": (bool, lambda r: bool(in_three_suits(r.triplets))),
    "same_triplets_and_pair": (
        bool,
        lambda r: bool(r.triplets and not in_three_suits(r.triplets) and in_three_suits(r.triplets, r.pairs)),
    ),
    "consecutive_triplets": (int, lambda r: len(r.run)),
    "suits": (int, lambda r: r.suits),
    "honors": (bool, lambda r: r.honors),
    "outside": (bool, lambda r: r.outside),
    "simples": (bool, lambda r: r.simples),
    "unclaimed": (bool, lambda r: r.unclaimed),
    "nine_gates": (bool, lambda r: r.suits == 1 and not r.hand.melds and r.nine_gates),
    "last_draw": (bool, lambda r: "last-tile" in r.circumstances and r.win.drawn),
    "last_claim": (bool, lambda r: "last-tile" in r.circumstances and not r.win.drawn),
    "replacement": (bool, lambda r: "kong-replacement" in r.circumstances),
    "robbed": (bool, lambda r: r.win.how == "robbed-kong"),
    "heaven": (bool, lambda r: "heaven" in r.circumstances),
    "earth": (bool, lambda r: "earth" in r.circumstances),
    "own_bonus": (int, lambda r: sum(tile[0] == r.own_number for tile in r.bonus)),
    "guest_bonus": (int, lambda r: sum(tile[0] != r.own_number for tile in r.bonus)),
    "four_flowers": (bool, lambda r: set(FLOWERS).issubset(r.bonus)),
    "four_seasons": (bool, lambda r: set(SEASONS).issubset(r.bonus)),
}


def faults(changes: Mapping[str, object]) -> Iterator[Fault]:
    """Find everything that is wrong with changed and added patterns: the place in the file, and what is wrong."""
    points = changes.get("points", {})
    if not isinstance(points, Mapping):
        yield ("points",), 'points: expected a table, such as [points] with "3.1" = 15'
    else:
        for key, value in points.items():
            if key not in _IDS:
                yield ("points", key), f"{key[:40]}: no pattern of zung-jung has this number"
            elif fault := _points_fault(value):
                yield ("points", key), f"{key}: {fault}"
    added = changes.get("pattern", [])
    if not isinstance(added, list):
        yield ("pattern",), "pattern: write each added pattern under [[pattern]]"
        return
    if len(added) > MOST_ADDED:
        yield ("pattern", MOST_ADDED), f"pattern: {len(added)} added patterns; there can be {MOST_ADDED}"
    taken = set(_IDS)
    for index, row in enumerate(added):
        for path, message in _row_faults(row, taken):
            yield ("pattern", index, *path), message


def _points_fault(value: object) -> str:
    if type(value) is not int or not 0 <= value <= MOST:
        return f"points: expected a whole number from 0 to {MOST}, not {str(value)[:40]!r}"
    return ""


def _row_faults(row: object, taken: set[str]) -> Iterator[Fault]:
    """What is wrong with one added pattern; its id is taken from then on."""
    if not isinstance(row, Mapping):
        yield (), "pattern: write each added pattern under [[pattern]]"
        return
    for key in row:
        if key not in _PATTERN_KEYS:
            yield (key,), f"{key[:40]}: unknown; a pattern has {', '.join(_PATTERN_KEYS)}"
    identity = row.get("id")
    if not isinstance(identity, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", identity):
        yield ("id",), "id: expected small letters, figures and hyphens, such as club-straight"
    elif identity in taken:
        yield ("id",), f"id: {identity} is taken already"
    else:
        taken.add(identity)
    names = row.get("names")
    if not isinstance(names, Mapping) or "en" not in names or not all(isinstance(text, str) for text in names.values()):
        yield ("names",), 'names: expected texts by language, "en" among them'
    if fault := _points_fault(row.get("points")):
        yield ("points",), fault
    yield from _when_faults(row.get("when"))
    times = row.get("times")
    if times is not None and FEATURES.get(str(times), (str, None))[0] is not int:
        yield ("times",), f"times: {str(times)[:40]!r} is no feature that is counted; these are {_counted_features()}"


def _when_faults(when: object) -> Iterator[Fault]:
    if not isinstance(when, list) or not when:
        yield ("when",), 'when: expected a list of conditions, such as ["sequences >= 3", "not honors"]'
        return
    for text in when:
        if fault := _condition_fault(text):
            yield ("when", str(text)), f"when: {fault}"


def _condition_fault(text: object) -> str:
    match = _CONDITION.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return f"{str(text)[:60]!r} is no condition; write a feature, 'not' a feature, or compare it: sequences >= 3"
    negated, name, sign, value = match.groups()
    if name not in FEATURES:
        return f"{name!r} is no feature; known are {', '.join(sorted(FEATURES))}"
    if negated and sign:
        return "'not' stands before a feature alone; turn the sign around instead"
    return _comparison_fault(name, sign, value)


def _comparison_fault(name: str, sign: str | None, value: str | None) -> str:
    """What is wrong with comparing a feature; empty where nothing is."""
    kind = FEATURES[name][0]
    if kind is str and (sign != "==" or str(value)[1:-1] not in _FORMS):
        return f"form is compared with ==, to one of {', '.join(_FORMS)}, as in form == 'seven-pairs'"
    if kind is bool and sign:
        return f"{name} is true or false: write {name} or not {name}"
    if kind is int and sign and not str(value).isdecimal():
        return f"{name} is counted: compare it with a number"
    return ""


def _counted_features() -> str:
    return ", ".join(sorted(name for name, (kind, _) in FEATURES.items() if kind is int))


@lru_cache(maxsize=64)
def table_of(text: str) -> PatternTable:
    """The patterns that a house plays by, from the text that ``hu.scoring.house`` made of its file.

    Raises:
        InputError: the text does not hold house rules.
    """
    changes = _changes(text)
    points = changes.get("points", {})
    rows = [replace(row, points=points[row.id]) if row.id in points else row for row in PATTERNS]
    added = [_pattern(row) for row in changes.get("pattern", [])]
    # A pattern worth nothing is one that the house does not play.
    return PatternTable(tuple(row for row in (*rows, *added) if row.points))


def changed_lines(text: str) -> tuple[Names, ...]:
    """Say which patterns a house has changed or added, a line each."""
    if not text:
        return ()
    changes = _changes(text)
    changed = [_changed_line(_IDS[identity], points) for identity, points in changes.get("points", {}).items()]
    return (*changed, *(_added_line(_pattern(row)) for row in changes.get("pattern", [])))


def _changed_line(pattern: Pattern, points: int) -> Names:
    return {
        "en": f"{pattern.id} {pattern.english}: {points} instead of {pattern.points}",
        "it": f"{pattern.id} {pattern.italian}: {points} invece di {pattern.points}",
    }


def _added_line(pattern: Pattern) -> Names:
    return {
        "en": f"{pattern.english}: {pattern.points} ({pattern.condition})",
        "it": f"{pattern.italian}: {pattern.points} ({pattern.condition})",
    }


def _changes(text: str) -> dict[str, Any]:
    try:
        changes = json.loads(text)
    except (ValueError, RecursionError):
        changes = None
    if not isinstance(changes, dict):
        raise InputError("option house: not the text of house rules")
    if found := next(faults(changes), None):
        raise InputError(f"option house: {found[1]}")
    return changes


def _pattern(row: Mapping[str, Any]) -> Pattern:
    """A pattern from its row, which has no faults."""
    names, when = row["names"], row["when"]
    english = names["en"]
    looks = (names.get("it", english), english, names.get("zh", ""))
    return Pattern(row["id"], row["points"], *looks, ", ".join(when), _holds([*map(_test, when)], row.get("times")))


def _holds(tests: list[_Test], times: str | None) -> Callable[[WinningReading], int]:
    """How often a reading holds a pattern: once, or as often as a feature is counted."""
    count = FEATURES[times][1] if times else lambda _: 1
    return lambda features: int(count(features)) if all(test(features) for test in tests) else 0


def _test(text: str) -> _Test:
    """A condition that has no faults, as a question about a reading."""
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise InputError(f"option house: {text[:60]!r} is no condition")
    negated, name, sign, value = match.groups()
    look = FEATURES[name][1]
    if not sign:
        return lambda features: bool(look(features)) is not bool(negated)
    wanted = int(value) if value.isdecimal() else value[1:-1]
    return lambda features: bool(_COMPARE[sign](look(features), wanted))

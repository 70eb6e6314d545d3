"""The page's words in each language: one TOML catalogue a language, the same keys in all of them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hu.scoring.notation import parse_hand
from hu.scoring.problems import Parameter, Problem
from hu.scoring.rule_set import RuleSet, Unit
from hu.scoring.tiles import RED_FIVES

#: Language codes and what speakers call them.
LANGUAGES: Final = {"en": "English", "it": "Italiano"}
_SUITS_AND_HONORS: Final = tuple("mpszfg")
_SUITS: Final = {"m": "characters", "p": "dots", "s": "bamboo", "f": "flower", "g": "season"}


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language.

    Attributes:
        language: its code.
        messages: sentences by key, with places in braces.
    """

    language: str
    messages: Mapping[str, str]

    def __call__(self, key: str, **values: str | int) -> str:
        """Return a sentence with its places filled; where ``count`` is 1, the one whose key ends in ``_one``, if any.

        Raises:
            KeyError: no catalogue has the key.
        """
        return self._template(key, values).format(**values)

    def _template(self, key: str, values: Mapping[str, str | int]) -> str:
        singular = self.messages.get(f"{key}_one") if values.get("count") == 1 else None
        return singular or self.messages[key]

    def tile(self, face: str) -> str:
        """Name a tile in words, such as "3 of dots"."""
        if face in RED_FIVES:
            return self("tile.red", tile=self.tile(RED_FIVES[face]))
        if f"tile.{face}" in self.messages:
            return self.messages[f"tile.{face}"]
        return self(f"tile.{_SUITS[face[1]]}", number=face[0])

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return self(f"seat.{seat}")

    def name(self, names: Mapping[str, str]) -> str:
        """Choose the name in this language; English where it has none."""
        return names.get(self.language) or names["en"]

    def amount(self, count: int, unit: Unit) -> str:
        """Say what a hand is worth, such as "12 points"."""
        return f"{count} {self.name(unit.names)}"

    def of(self, rules: RuleSet) -> "Texts":
        """The same words, with what a rule set says itself before them."""
        said = rules.words(self.language)
        return replace(self, messages={**self.messages, **said}) if said else self

    def named(self, key: str, names: Mapping[str, str]) -> str:
        """Return the catalogue's words for something, or its own name where the catalogue has none."""
        return self.messages.get(key) or self.name(names)

    def problem(self, problem: Problem) -> str:
        """Tell a problem; one that no catalogue knows in its own English words."""
        key = f"problem.{problem.id}"
        if key not in self.messages:
            return problem.text
        words = self._worded(problem)
        template = self._template(key, words)
        if problem.id == "tile-count":
            off = int(words["count"]) - int(words["expected"])
            template = self.messages["problem.tile-count-many"] if off > 0 else template
            words["off"] = abs(off)
        seat = f"{words['at']}: " if "at" in words else ""
        return seat + template.format(**words)

    def _worded(self, problem: Problem) -> dict[str, str | int]:
        """A problem's parameters with tiles, seats and other names in words."""
        return {name: self._word(name, value) for name, value in problem.parameters}

    def _word(self, name: str, value: Parameter) -> str | int:
        if isinstance(value, tuple):
            return self.name(dict(value))
        if name == "tile" and f"{value}"[-1:] in _SUITS_AND_HONORS:
            return self.tile(str(value))
        if name == "waited":
            return ", ".join(self.tile(face) for face in parse_hand(str(value)).tiles)
        kind = "seat" if name in ("at", "opener") else name
        return self.messages.get(f"{kind}.{value}", value)


@cache
def texts(language: str) -> Texts:
    """Load a language's catalogue.

    Args:
        language: one of ``LANGUAGES``.
    """
    content = files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return Texts(language, _flat(tomllib.loads(content)))


def best_language(locale: str | None) -> str:
    """Choose by the browser's language, such as ``it-CH``; English for those that have no catalogue."""
    code = (locale or "").replace("_", "-").split("-")[0].lower()
    return code if code in LANGUAGES else "en"


def _flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found

"""The page's words in each language: one TOML catalogue a language, the same keys in all of them."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hu.scoring.hand import Hand
from hu.scoring.problems import Parameter, Problem
from hu.scoring.rule_set import RuleSet, Unit
from hu.scoring.rules import rule_names, rule_set
from hu.scoring.tiles import RED_FIVES

#: Language codes and what speakers call them.
LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
}
#: A language that has only the sentences that differ: the others are another's, in its own characters.
_SPELLED_AFTER: Final = {"zh-Hans": "zh-Hant"}
#: Where Chinese is written in traditional characters.
_TRADITIONAL: Final = ("zh-tw", "zh-hk", "zh-mo", "zh-hant")
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
        """Choose the name in this language, or one in characters that its readers share, else English."""
        own = names.get(self.language) or self._told(names["en"])
        return own or next(self._kindred(names), names["en"])

    def _kindred(self, names: Mapping[str, str]) -> Iterator[str]:
        return (names[other].translate(_script(self.language)) for other in self._kin if other in names)

    def also(self, names: Mapping[str, str]) -> str:
        """The name in Chinese or Japanese characters, shown beside the reader's own; empty if it has none."""
        return "" if self._kin else names.get("zh") or names.get("ja", "")

    @property
    def reads_characters(self) -> bool:
        """Whether it is written in Chinese characters, which devices of its readers can draw."""
        return bool(self._kin)

    @property
    def _kin(self) -> list[str]:
        """Languages of rule sets whose names it reads in its own characters, the nearest first."""
        return self.messages.get("script.reads", "").split()

    def _told(self, english: str) -> str | None:
        """What a rule set says in English, in this language: a whole text, or a sentence with places."""
        if told := self.messages.get(f"named.{english}"):
            return told
        whole, sentences = _glossary(self.language)
        if told := whole.get(english) or self.messages.get(f"seat.{english}"):
            return told
        for pattern, sentence in sentences:
            if found := pattern.fullmatch(english):
                values = found.groupdict().items()
                return sentence.format(**{place: self._part(value) for place, value in values})
        return None

    def _part(self, english: str) -> str:
        """A name within a sentence, or a number."""
        return self._told(english) or next(self._kindred(_patterns().get(english, {})), english)

    def amount(self, count: int, unit: Unit) -> str:
        """Say what a hand is worth, such as "12 points"."""
        return f"{count} {self.name(unit.names)}"

    def of(self, rules: RuleSet) -> "Texts":
        """The same words, with what a rule set says itself before them."""
        said = spelled(self.language, rules.words)
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
            told = self.name(names := dict(value))
            # Names with points, in the rule set's languages alone.
            parts = re.compile(r"([^\W\d].*?)(?= \d+(?:,|$))")
            return told if told != names["en"] else parts.sub(lambda part: self._part(part[1]), told)
        if name == "tile" and f"{value}"[-1:] in _SUITS_AND_HONORS:
            return self.tile(str(value))
        if name == "waited":
            return ", ".join(self.tile(face) for face in Hand.from_text(str(value)).tiles)
        kind = "seat" if name in ("at", "opener") else name
        return self.messages.get(f"{kind}.{value}", value)


@cache
def texts(language: str) -> Texts:
    """Load a language's catalogue; English says what it lacks.

    Args:
        language: one of ``LANGUAGES``.
    """
    return Texts(language, {**catalogue("en"), **spelled(language, catalogue)})


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Read the sentences that stand in a language's own file, by key."""
    return dict(_flat(tomllib.loads(files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8"))))


def best_language(locale: str | None) -> str:
    """Choose by the browser's language, such as ``it-CH``; English for those that have no catalogue."""
    code = (locale or "").replace("_", "-").lower()
    if code.startswith("zh"):
        return "zh-Hant" if code.startswith(_TRADITIONAL) else "zh-Hans"
    return code.split("-")[0] if code.split("-")[0] in LANGUAGES else "en"


def spelled(language: str, read: Callable[[str], Mapping[str, str]]) -> Mapping[str, str]:
    """What there is in a language, and before it what the language takes over in its own characters."""
    told = read(_SPELLED_AFTER[language]) if language in _SPELLED_AFTER else {}
    return {key: text.translate(_script(language)) for key, text in told.items()} | dict(read(language))


@cache
def _script(language: str) -> Mapping[int, int]:
    """The characters in which a language writes what comes from its kin."""
    own = catalogue(language)
    return str.maketrans(own.get("script.from", ""), own.get("script.to", ""))


@cache
def _glossary(language: str) -> tuple[Mapping[str, str], list[tuple[re.Pattern[str], str]]]:
    """English texts of all rule sets with what they are in a language, and those that have places as patterns."""
    said = [texts(language).messages, *(spelled(language, rule_set(name).words) for name in rule_names())]
    whole = {key.removeprefix("named."): text for words in said for key, text in words.items() if "named." in key[:6]}
    return whole, [(_pattern(english), text) for english, text in reversed(whole.items()) if "{" in english]


@cache
def _patterns() -> Mapping[str, Mapping[str, str]]:
    """The names of all patterns by the English one."""
    return {info.names["en"]: info.names for name in rule_names() for info in rule_set(name).patterns}


def _pattern(sentence: str) -> re.Pattern[str]:
    """A sentence with places in braces as a pattern of what it can say."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(sentence)))


def _flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value

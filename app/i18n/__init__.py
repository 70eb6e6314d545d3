"""The page's words: ``words/LANGUAGE.toml``, with the same keys in every language."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.patterns import Unit
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.texts import Names, Parameter, Text, catalogue
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
#: Languages whose catalogue holds only what differs from another's once that is written in their characters.
_BASES: Final = {"zh-Hans": "zh-Hant"}
_TRADITIONAL: Final = ("zh-tw", "zh-hk", "zh-mo", "zh-hant")
_SUITS: Final = {"m": "characters", "p": "dots", "s": "bamboo", "f": "flower", "g": "season"}


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language: ``messages`` holds sentences by key, with places in braces."""

    language: str
    messages: Mapping[str, str]

    def __call__(self, key: str, /, **values: str | int) -> str:
        """Fill the sentence of a key, or of ``KEY_one`` where there is one and ``count`` is 1."""
        one = self.messages.get(f"{key}_one") if values.get("count") == 1 else None
        return (one or self.messages[key]).format(**values)

    def section(self, name: str) -> dict[str, str]:
        """A section of the catalogue, for the browser: each text by the rest of its key, with its placeholders."""
        return {
            key.removeprefix(f"{name}."): text
            for key, text in self.messages.items()
            if key.startswith(f"{name}.")
        }

    def tile(self, face: str) -> str:
        """Name a tile, such as "3 of dots"."""
        if face in RED_FIVES:
            return self("tile.red", tile=self.tile(RED_FIVES[face]))
        return self.messages.get(f"tile.{face}") or self(f"tile.{_SUITS[face[1]]}", number=face[0])

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return self(f"seat.{seat}")

    def name(self, names: Names) -> str:
        """Say a text in this language, else in characters that its readers share, else in English."""
        if isinstance(names, Text):
            return names.fill(sentences_of(self.language, names.package)[names.id], self.name)
        shared = (
            names[kin].translate(_script(self.language))
            for kin in _kin(self.language)
            if kin in names
        )
        return names.get(self.language) or next(shared, names["en"])

    def also(self, names: Names) -> str:
        """The name in Chinese or Japanese characters, to stand beside the reader's own; empty if it has none."""
        return "" if self.reads_characters else names.get("zh") or names.get("ja", "")

    @property
    def reads_characters(self) -> bool:
        """Whether it is written in Chinese characters, which devices of its readers can draw."""
        return bool(_kin(self.language))

    def amount(self, count: int, unit: Unit) -> str:
        """Say what a hand is worth, such as "12 points"."""
        return f"{count} {self.name(unit.names)}"

    def of(self, rules: RuleSet) -> "Texts":
        """The same words, overridden by the rule set's own."""
        return replace(
            self, messages={**self.messages, **sentences_of(self.language, rules.package)}
        )

    def name_of(self, key: str, names: Names) -> str:
        """The catalogue's words for something, or its own name where the catalogue has none."""
        return self.messages.get(key) or self.name(names)

    def problem(self, problem: Problem) -> str:
        """Say what is wrong; a problem that no catalogue knows in its own line of English."""
        key, values = (
            f"problem.{problem.id}",
            {name: self._value(name, value) for name, value in problem.parameters},
        )
        if key not in self.messages:
            return problem.text
        if problem.id == "tile-count":
            off = int(values["count"]) - int(values["expected"])
            values["off"] = abs(off)
            # Taiwanese hands win with 16 tiles and one.
            key += "-sixteen" if off == 3 else "-many" if off > 0 else ""
        return (f"{values['at']}: " if "at" in values else "") + self(key, **values)

    def _value(self, name: str, value: Parameter) -> str | int:
        if isinstance(value, tuple):
            return ", ".join(str(self._value(name, part)) for part in value)
        if isinstance(value, Mapping):
            return self.name(value)
        if name == "tile" and f"{value}"[-1:] in ("z", *_SUITS):
            return self.tile(str(value))
        if name == "waited":
            return ", ".join(self.tile(face) for face in Hand.from_text(str(value)).tiles)
        return self.messages.get(f"{'seat' if name in ('at', 'opener') else name}.{value}", value)


@cache
def texts(language: str) -> Texts:
    """The words of one of ``LANGUAGES``."""
    return Texts(language, sentences_of(language, __name__))


def best_language(locale: str | None) -> str:
    """Choose by the browser's language, such as ``it-CH``; English for those that have no catalogue."""
    code = (locale or "").replace("_", "-").lower()
    if code.startswith("zh"):
        return "zh-Hant" if code.startswith(_TRADITIONAL) else "zh-Hans"
    return code.split("-")[0] if code.split("-")[0] in LANGUAGES else "en"


@cache
def sentences_of(language: str, package: str) -> Mapping[str, str]:
    """A package's sentences in a language: its own, else its base's or its kin's in its characters, else English."""
    sources = [f"names.{kin}" for kin in reversed(_kin(language))]
    if language in _BASES:
        sources.append(_BASES[language])
    found = dict(catalogue(package, "en"))
    for source in sources:
        script = {} if source == f"names.{language}" else _script(language)
        found |= {key: text.translate(script) for key, text in catalogue(package, source).items()}
    return found | dict(catalogue(package, language))


def _kin(language: str) -> list[str]:
    """Languages of rule sets whose names are read here in the reader's own characters, the nearest first."""
    return catalogue(__name__, language).get("script.reads", "").split()


@cache
def _script(language: str) -> Mapping[int, int]:
    """The characters in which a language writes what comes from its base and its kin."""
    own = catalogue(__name__, language)
    return str.maketrans(own.get("script.from", ""), own.get("script.to", ""))

"""The page's words in each language: one TOML catalogue a language, the same keys in all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.problems import Problem
from hu.scoring.rule_set import RuleSet, Unit
from hu.scoring.texts import Names, Parameter, Text, read_catalogue, words
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

    def name(self, names: Names) -> str:
        """Say a text in this language, or in characters that its readers share, else in English."""
        if isinstance(names, Text):
            return names.fill(_sentences(self.language, names.package)[names.id], self.name)
        kin = (names[other].translate(_script(self.language)) for other in self._kin if other in names)
        return names.get(self.language) or next(kin, names["en"])

    def also(self, names: Names) -> str:
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

    def amount(self, count: int, unit: Unit) -> str:
        """Say what a hand is worth, such as "12 points"."""
        return f"{count} {self.name(unit.names)}"

    def of(self, rules: RuleSet) -> "Texts":
        """The same words, with what a rule set says itself before them."""
        said = spelled(self.language, rules.words)
        return replace(self, messages={**self.messages, **said}) if said else self

    def named(self, key: str, names: Names) -> str:
        """Return the catalogue's words for something, or its own name where the catalogue has none."""
        return self.messages.get(key) or self.name(names)

    def problem(self, problem: Problem) -> str:
        """Say what is wrong; a problem that no catalogue knows in its own line of English."""
        key = f"problem.{problem.id}"
        if key not in self.messages:
            return problem.text
        values = {name: self._say(name, value) for name, value in problem.parameters}
        template = self._template(key, values)
        if problem.id == "tile-count":
            off = int(values["count"]) - int(values["expected"])
            # Taiwanese hands win with 16 tiles and one.
            many = "problem.tile-count-sixteen" if off == 3 else "problem.tile-count-many"
            template = self.messages[many] if off > 0 else template
            values["off"] = abs(off)
        seat = f"{values['at']}: " if "at" in values else ""
        return seat + template.format(**values)

    def _say(self, name: str, value: Parameter) -> str | int:
        """A problem's parameter in words: a tile, a seat, what its own section of the catalogue names, a text."""
        if isinstance(value, tuple):
            return ", ".join(str(self._say(name, part)) for part in value)
        if isinstance(value, Mapping):
            return self.name(value)
        if name == "tile" and f"{value}"[-1:] in _SUITS_AND_HONORS:
            return self.tile(str(value))
        if name == "waited":
            return ", ".join(self.tile(face) for face in Hand.from_text(str(value)).tiles)
        return self.messages.get(f"{'seat' if name in ('at', 'opener') else name}.{value}", value)


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
    return read_catalogue(files(__name__) / f"{language}.toml")


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
def _sentences(language: str, package: str) -> Mapping[str, str]:
    """What the catalogues of a package have for a language: its own, else its kin's characters, else English."""
    kin: dict[str, str] = {}
    for other in reversed(catalogue(language).get("script.reads", "").split()):
        script = {} if other == language else _script(language)
        kin |= {key: text.translate(script) for key, text in words(package, f"names.{other}").items()}
    return {**words(package, "en"), **kin, **spelled(language, partial(words, package))}

"""The page's words in each language.

``words/LANGUAGE.toml`` are the catalogues, with the same keys in every language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Final

from hu.scoring.hand import SEATS, Hand
from hu.scoring.patterns import Unit
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.texts import Names, Parameter, Text, catalogue
from hu.scoring.tiles import RED_FIVES

#: Language codes and the languages' own names.
LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
}
#: The base of a language. The base's sentences, written in the language's characters, are also the
#: language's sentences. The language's own catalogue holds only the exceptions.
_BASES: Final = {"zh-Hans": "zh-Hant"}
#: The beginnings of locales with traditional Chinese characters.
_TRADITIONAL: Final = ("zh-tw", "zh-hk", "zh-mo", "zh-hant")
#: The key of a suit in the catalogues, by the letter in a tile's id.
_SUITS: Final = {"m": "characters", "p": "dots", "s": "bamboo", "f": "flower", "g": "season"}
#: Sections of the rule sets' own words that name a player by the seat.
_PLAYER_SECTIONS: Final = ("player", "seat")
#: Parameters of problems that hold a seat, or several seats with blanks or "and" between them.
_SEAT_PARAMETERS: Final = frozenset(("at", "holder", "opener", "seat", "seats", "source", "winner"))
#: The last letters of tiles' ids.
_SUIT_LETTERS: Final = ("z", *_SUITS)


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language.

    Attributes:
        language: the code of the language.
        messages: sentences by key, with places in braces.
        players: the names of the players of a game, by their seats. Empty without a game.
    """

    language: str
    messages: Mapping[str, str]
    players: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, key: str, /, **values: str | int) -> str:
        """Fill the sentence of a key, or of ``KEY_one`` if ``count`` is 1 and that key exists."""
        sentence = ""
        if values.get("count") == 1:
            sentence = self.messages.get(f"{key}_one", "")
        if not sentence:
            sentence = self.messages[key]
        texts_by_name = {}
        for name, value in values.items():
            texts_by_name[name] = self.number(value) if isinstance(value, int) else value
        return sentence.format(**texts_by_name)

    def number(self, value: int) -> str:
        """Write a whole number as the language's readers do, such as "12,000"."""
        return f"{value:,}".replace(",", self.messages["number.thousands"])

    def date(self, time: datetime) -> str:
        """Write the day of a time as the language's readers do, such as "24.12.2026".

        English readers order day and month in two ways. For them it is "2026-12-24".
        """
        # The year has no separator of thousands, so the numbers are not written by ``number``.
        return self.messages["date.day"].format(year=time.year, month=time.month, day=time.day)

    def date_and_time(self, time: datetime) -> str:
        """Write a time to the minute, such as "24.12.2026 18:00"."""
        return f"{self.date(time)} {time:%H:%M}"

    def with_label(self, label: str, text: str) -> str:
        """Write a text after its label, such as "Honba: 2"."""
        return self("label.text", label=label, text=text)

    def listed(self, names: Sequence[str]) -> str:
        """Write names as a list, such as "Anna, Bruno and Carla"."""
        if len(names) <= 1:
            return "".join(names)
        first = self("list.separator").join(names[:-1])
        return self("list.last", first=first, last=names[-1])

    def signed(self, amount: int) -> str:
        """Write an amount with its sign, such as "+60" or "−20"."""
        if amount > 0:
            return f"+{self.number(amount)}"
        if amount < 0:
            return f"−{self.number(-amount)}"
        return "0"

    def section(self, name: str) -> dict[str, str]:
        """Get the sentences of a section, whose keys begin with its name, for the browser to fill.

        Returns:
            The sentences by their keys without that beginning.
        """
        prefix = f"{name}."
        return {
            key.removeprefix(prefix): sentence
            for key, sentence in self.messages.items()
            if key.startswith(prefix)
        }

    def tile(self, face: str) -> str:
        """Name a tile, such as "3 of dots"."""
        if face in RED_FIVES:
            return self("tile.red", tile=self.tile(RED_FIVES[face]))
        own_name = self.messages.get(f"tile.{face}")
        if own_name:
            return own_name
        return self(f"tile.{_SUITS[face[1]]}", number=face[0])

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return self(f"seat.{seat}")

    def player(self, seat: str) -> str:
        """Name the player at a seat. Without a game the seat is the name."""
        return self.players.get(seat) or self.seat(seat)

    def with_players(self, players: Mapping[str, str]) -> "Texts":
        """Make texts that call the players of a game by their names.

        Args:
            players: the names, by the seats of a hand.
        """
        return replace(self, players=players)

    def name(self, names: Names) -> str:
        """Write a name or a sentence in this language.

        If a name is missing, the name of the nearest kindred language is written in this language's
        characters. If there is none either, the name is English.

        Args:
            names: a sentence of a rule set, or a name by language.
        """
        if isinstance(names, Text):
            # An id such as "player.E" stands for the player at a seat.
            section, _, last_part = names.id.rpartition(".")
            if section in _PLAYER_SECTIONS and last_part in self.players:
                return self.players[last_part]
            sentences = sentences_of(self.language, names.package)
            # Names among the sentence's own values are written in this language, too.
            return names.fill(sentences[names.id], self.name, self.number)
        own_name = names.get(self.language)
        if own_name:
            return own_name
        for kindred_language in _kindred_languages(self.language):
            if kindred_language in names:
                return names[kindred_language].translate(_character_map(self.language))
        return names["en"]

    def also(self, names: Names) -> str:
        """Get the name in Chinese or Japanese characters, to show beside the name in this language.

        Returns:
            The name. Empty if there is none, or if this language itself has these characters.
        """
        if self.reads_characters:
            return ""
        return names.get("zh") or names.get("ja", "")

    @property
    def reads_characters(self) -> bool:
        """Whether the language has Chinese characters, which its readers' devices can draw."""
        return bool(_kindred_languages(self.language))

    def decimal(self, value: float) -> str:
        """Write a number with one decimal."""
        return f"{value:.1f}".replace(".", self("number.decimal"))

    def amount(self, count: int, unit: Unit) -> str:
        """Write the worth of a hand, such as "12 points" or "1 point"."""
        return f"{self.number(count)} {self.unit(count, unit)}"

    def unit(self, count: int, unit: Unit) -> str:
        """Name the unit of a number of patterns, such as "points", or "point" for 1."""
        names = unit.names
        if count == 1 and isinstance(names, Text):
            singular = replace(names, id=f"{names.id}_one")
            if singular.id in sentences_of(self.language, names.package):
                return self.name(singular)
        return self.name(names)

    def of(self, rules: RuleSet) -> "Texts":
        """Make texts in which a rule set's own sentences replace the page's."""
        own_sentences = sentences_of(self.language, rules.package)
        return replace(self, messages={**self.messages, **own_sentences})

    def name_of(self, key: str, names: Names) -> str:
        """Get the catalogue's text, or a name in this language if the catalogue has none.

        Args:
            key: the key in the catalogue.
            names: the name to use if the key is missing.
        """
        return self.messages.get(key) or self.name(names)

    def problem(self, problem: Problem) -> str:
        """Describe a problem. If no catalogue has a sentence for it, its English text is used."""
        key = f"problem.{problem.id}"
        if key not in self.messages:
            return problem.text
        values = {name: self._format(name, value) for name, value in problem.parameters}
        if problem.id == "tile-count":
            key += self._choose_tile_count_sentence(values)
        sentence = self(key, **values)
        # ``at`` is the player whose problem this is. The sentence has no place for the player.
        if "at" in values:
            return f"{values['at']}: {sentence}"
        return sentence

    def _choose_tile_count_sentence(self, values: dict[str, str | int]) -> str:
        """Choose the sentence about a wrong number of tiles.

        Args:
            values: the parameters of the problem: ``count`` is the number of tiles that the hand
                has, ``expected`` the number that it needs, and ``waiting`` the number of a hand of
                these rules before the winning tile. ``off`` and ``rules`` are added for the
                sentence.

        Returns:
            The ending of the sentence's key. Empty if tiles are missing.
        """
        surplus = int(values["count"]) - int(values["expected"])
        values["off"] = abs(surplus)
        if surplus <= 0:
            return ""
        # The hand may be a hand of other rules, in which hands are larger by this surplus.
        other_waiting_size = int(values["waiting"]) + surplus
        rule_sets = _rules_with_hands_of(other_waiting_size)
        if not rule_sets:
            return "-many"
        values["rules"] = ", ".join(self.name(rules.names) for rules in rule_sets)
        return "-other-rules"

    def _format(self, name: str, value: Parameter) -> str | int:
        """Write a parameter of a problem in this language.

        Args:
            name: the parameter's name, which says what the value is.
            value: the value.
        """
        if isinstance(value, tuple):
            return ", ".join(str(self._format(name, part)) for part in value)
        if isinstance(value, Mapping):
            return self.name(value)
        if name == "tile" and str(value).endswith(_SUIT_LETTERS):
            return self.tile(str(value))
        if name == "waited":
            waited_tiles = Hand.from_text(str(value)).tiles
            return ", ".join(self.tile(tile) for tile in waited_tiles)
        if name in _SEAT_PARAMETERS:
            return self._name_seats(str(value))
        # Some other values have a word in the catalogue. Numbers and the rest stay as they are.
        return self.messages.get(f"{name}.{value}", value)

    def _name_seats(self, text: str) -> str:
        """Name the players at the seats in a text such as "E and S", or return any other text."""
        words = text.replace(" and ", " ").split()
        if not words or not all(word in SEATS for word in words):
            return text
        return ", ".join(self.player(word) for word in words)


def _rules_with_hands_of(waiting_size: int) -> list[RuleSet]:
    """List the rule sets whose hands have this number of tiles before the winning tile."""
    all_rules = [rule_set(name) for name in rule_names()]
    return [rules for rules in all_rules if rules.hand_shape.waiting_size == waiting_size]


@cache
def texts(language: str) -> Texts:
    """Load the words of one of ``LANGUAGES``."""
    return Texts(language, sentences_of(language, __name__))


def best_language(locale: str | None) -> str:
    """Choose a language by the browser's locale, such as ``it-CH``, or English."""
    code = "" if locale is None else locale.replace("_", "-").lower()
    if code.startswith(_TRADITIONAL):
        return "zh-Hant"
    if code.startswith("zh"):
        return "zh-Hans"
    language = code.split("-")[0]
    return language if language in LANGUAGES else "en"


@cache
def sentences_of(language: str, package: str) -> Mapping[str, str]:
    """Load a package's sentences in a language.

    If the language lacks a sentence, the first of these that has the sentence gives it: the
    language's base (``_BASES``), its kindred languages, English. Sentences of the base and of
    kindred languages are written in the language's own characters.

    Args:
        language: one of ``LANGUAGES``.
        package: the package with the folder ``words``.
    """
    # Later sources replace earlier sources: English, the kindred languages from the farthest to the
    # nearest, the base, and the language itself.
    sentences = dict(catalogue(package, "en"))
    # A catalogue such as ``names.ja`` has the names in a kindred language. A language may be among
    # its kindred languages.
    for kindred_language in reversed(_kindred_languages(language)):
        names = catalogue(package, f"names.{kindred_language}")
        if kindred_language != language:
            names = _rewrite_characters(names, language)
        sentences.update(names)
    if language in _BASES:
        base_sentences = catalogue(package, _BASES[language])
        sentences.update(_rewrite_characters(base_sentences, language))
    sentences.update(catalogue(package, language))
    return sentences


def _rewrite_characters(sentences: Mapping[str, str], language: str) -> dict[str, str]:
    """Write sentences of a kindred language in the characters of a language."""
    character_map = _character_map(language)
    return {key: sentence.translate(character_map) for key, sentence in sentences.items()}


def _kindred_languages(language: str) -> list[str]:
    """Return the languages whose names a language's readers can read, the nearest first.

    Only languages with Chinese characters have any, such as ``ja`` and ``zh`` for Japanese.
    """
    return catalogue(__name__, language).get("script.reads", "").split()


@cache
def _character_map(language: str) -> Mapping[int, int]:
    """Return the table for ``str.translate`` from kindred languages' characters to a language's."""
    own_sentences = catalogue(__name__, language)
    foreign_characters = own_sentences.get("script.from", "")
    own_characters = own_sentences.get("script.to", "")
    return str.maketrans(foreign_characters, own_characters)

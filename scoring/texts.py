"""Texts by id: the sentences stand in the catalogues ``words/LANGUAGE.toml`` beside the code that says them."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

#: A text in several languages, by language code; every one has at least ``en``.
Names = Mapping[str, str]
#: What fills a place of a sentence: a word or number, another text, or several, joined by commas.
Parameter = str | int | Names | tuple["Parameter", ...]
#: The catalogues of the languages in which answers of ``hu hands`` give names. Chinese and Japanese ones are names in
#: the game's own characters, which the page shows beside the reader's.
_CATALOGUES: Final = {
    "en": "en",
    "it": "it",
    "zh": "names.zh",
    "yue": "names.yue",
    "ja": "names.ja",
}
#: What stands in a catalogue's list after the name.
_PARTS: Final = ("", ".meaning", ".without")


@dataclass(frozen=True, slots=True)
class Text(Mapping[str, str]):
    """A sentence or name in every language that its catalogues have.

    >>> Text("house.option", parameters=(("name", Text("unit.points")), ("value", 5)))["it"]
    'punti: 5'

    Attributes:
        id: its key in the catalogues.
        package: the package whose ``words`` have it.
        parameters: (name, value) for the sentence's places.
    """

    id: str
    package: str = "hu.scoring"
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def fill(self, sentence: str, name: Callable[[Names], str]) -> str:
        """Fill the places of the sentence in one language; ``name`` says other texts in it."""
        values = {place: _say(value, name) for place, value in self.parameters}
        return sentence.format(**values) if values else sentence

    def __getitem__(self, language: str) -> str:
        sentence = catalogue(self.package, _CATALOGUES.get(language, language))[self.id]
        return self.fill(sentence, lambda names: names.get(language) or names["en"])

    def __iter__(self) -> Iterator[str]:
        return (
            language
            for language, name in _CATALOGUES.items()
            if self.id in catalogue(self.package, name)
        )

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __hash__(self) -> int:
        return hash((self.id, self.package))


def _say(value: Parameter, name: Callable[[Names], str]) -> str | int:
    if isinstance(value, tuple):
        return ", ".join(str(_say(part, name)) for part in value)
    return name(value) if isinstance(value, Mapping) else value


def text(name: str, package: str = "hu.scoring", /, **values: Parameter) -> Text:
    """The text with this id, its places filled with values."""
    return Text(name, package, tuple(values.items()))


@cache
def catalogue(package: str, language: str) -> Mapping[str, str]:
    """The sentences of a package's ``words/LANGUAGE.toml``, by key; none where there is no such file.

    A list holds a name, under ``KEY.meaning`` what it means, and under ``KEY.without`` what is scored where a question
    is not answered; an empty text among them is one that this language takes from another.
    """
    file = files(package) / "words" / f"{language}.toml" if package else None
    return (
        dict(_flatten(tomllib.loads(file.read_text(encoding="utf-8"))))
        if file and file.is_file()
        else {}
    )


def _flatten(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield from (
                (f"{prefix}{key}{part}", said)
                for part, said in zip(_PARTS, value, strict=False)
                if said
            )
        else:
            yield f"{prefix}{key}", value

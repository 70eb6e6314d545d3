"""Texts by id, with their sentences in the catalogues ``words/LANGUAGE.toml`` of each package."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

#: A text in several languages, by language code. Every text has at least ``en``.
Names = Mapping[str, str]
#: A value for a place of a sentence: a word, a number, another text, or several of them, which are
#: joined by commas.
Parameter = str | int | Names | tuple["Parameter", ...]
#: A part of a catalogue's file: sentences, lists of sentences, and further parts, by key.
CatalogueTable = Mapping[str, "str | list[str] | CatalogueTable"]
#: The languages in which answers of ``hu hands`` give names, with the catalogue of each. The
#: Chinese and Japanese names are those in the game's own characters, which the page shows beside
#: the names in the reader's language.
_CATALOGUES: Final = {
    "en": "en",
    "it": "it",
    "zh": "names.zh",
    "yue": "names.yue",
    "ja": "names.ja",
}
#: The key under which a catalogue names a package. The catalogue adds to that package's catalogue.
_BASE: Final = "base"
#: The endings of the keys of the texts in a catalogue's list: the first text has the list's own
#: key, the second that key with ``.meaning``, the third that key with ``.without``.
_LIST_ENDINGS: Final = ("", ".meaning", ".without")


@dataclass(frozen=True, slots=True)
class Text(Mapping[str, str]):
    """A sentence or name in every language whose catalogue has it.

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

    def fill(
        self,
        sentence: str,
        translate: Callable[[Names], str],
        write_number: Callable[[int], str] = str,
    ) -> str:
        """Fill the places of the sentence in one language.

        Args:
            sentence: the sentence, with places such as ``{count}``.
            translate: chooses the language of a parameter that is a text itself.
            write_number: writes a number as the language does.
        """
        if not self.parameters:
            return sentence
        values = {}
        for place, value in self.parameters:
            values[place] = _format_value(value, translate, write_number)
        return sentence.format(**values)

    def __getitem__(self, language: str) -> str:
        def translate(names: Names) -> str:
            return names.get(language) or names["en"]

        sentences = catalogue(self.package, _CATALOGUES.get(language, language))
        return self.fill(sentences[self.id], translate)

    def __iter__(self) -> Iterator[str]:
        for language, name in _CATALOGUES.items():
            if self.id in catalogue(self.package, name):
                yield language

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __hash__(self) -> int:
        return hash((self.id, self.package))


def _format_value(
    value: Parameter, translate: Callable[[Names], str], write_number: Callable[[int], str]
) -> str:
    """Write the value for a place of a sentence in one language.

    Args:
        value: the value.
        translate: chooses the language of a value that is a text itself.
        write_number: writes a number as the language does.
    """
    if isinstance(value, tuple):
        return ", ".join(_format_value(part, translate, write_number) for part in value)
    if isinstance(value, Mapping):
        return translate(value)
    return write_number(value) if isinstance(value, int) else value


def text(name: str, package: str = "hu.scoring", /, **values: Parameter) -> Text:
    """Make the text with this id, its places filled with values."""
    return Text(name, package, tuple(values.items()))


@cache
def catalogue(package: str, language: str) -> Mapping[str, str]:
    """Read the sentences of a package's ``words/LANGUAGE.toml``, by key.

    A list ``KEY = [...]`` in the file has up to three texts: a name, which gets the key ``KEY``,
    its meaning with the key ``KEY.meaning``, and with the key ``KEY.without`` the assumption of the
    score if a question is not answered. An empty text is taken from another language. A file with
    ``base = "PACKAGE"`` also has the sentences of that package whose keys it lacks.

    Args:
        package: the package, such as ``hu.scoring.riichi``. Empty for none.
        language: the name of the file without its ending.

    Returns:
        The sentences. Empty if there is no such file.
    """
    if not package:
        return {}
    file = files(package) / "words" / f"{language}.toml"
    if not file.is_file():
        return {}
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    sentences = dict(catalogue(content.pop(_BASE, ""), language))
    _add_sentences(sentences, content, prefix="")
    return sentences


def _add_sentences(sentences: dict[str, str], table: CatalogueTable, prefix: str) -> None:
    """Add the sentences of a part of a catalogue.

    Args:
        sentences: gets the sentences, by key.
        table: the part.
        prefix: stands before each key of the part, such as ``options.``.
    """
    for key, value in table.items():
        if isinstance(value, str):
            sentences[f"{prefix}{key}"] = value
        elif isinstance(value, list):
            for ending, sentence in zip(_LIST_ENDINGS, value, strict=False):
                if sentence:
                    sentences[f"{prefix}{key}{ending}"] = sentence
        else:
            _add_sentences(sentences, value, prefix=f"{prefix}{key}.")

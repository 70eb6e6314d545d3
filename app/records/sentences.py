"""Records of sentences: remarks about a score, the reasons of payments, and notes."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from hu.app.records.schema import Record
from hu.scoring.texts import Names, Parameter, Text

#: A text by language, such as ``{"en": "All Sequences", "it": "Tutte scale"}``.
TextByLanguage = dict[str, str]


class SentenceRecord(Record, frozen=True, kw_only=True):
    """A sentence of a rule set, or a name in it.

    Attributes:
        id: its key among the words of ``package``. Missing if the sentence has none, such as a name
            that a house gave.
        package: the package whose words have it, such as ``hu.scoring.riichi``. Missing without
            ``id``.
        parameters: the values for its places, by name: words, numbers, other sentences, or several
            of them, which are joined by commas.
        text: the sentence by language. Missing for a part of another sentence that has an ``id``.
    """

    id: str | UnsetType = UNSET
    package: str | UnsetType = UNSET
    parameters: Mapping[
        str, "str | int | SentenceRecord | tuple[str | int | SentenceRecord, ...]"
    ] = {}
    text: TextByLanguage | UnsetType = UNSET


#: A value for a place of a sentence that is no list.
SentencePart = str | int | SentenceRecord
#: A value for a place of a sentence.
SentenceValue = SentencePart | tuple[SentencePart, ...]


def make_sentence_record(sentence: Names) -> SentenceRecord:
    """Make the record of a sentence, with its text by language."""
    if isinstance(sentence, Text):
        return SentenceRecord(
            id=sentence.id,
            package=sentence.package,
            parameters=_parameter_records(sentence),
            text=dict(sentence),
        )
    return SentenceRecord(text=dict(sentence))


def _parameter_records(sentence: Text) -> dict[str, SentenceValue]:
    """Make the records of the values for the places of a sentence."""
    parameters: dict[str, SentenceValue] = {}
    for name, value in sentence.parameters:
        if isinstance(value, tuple):
            parameters[name] = tuple([_value_record(part) for part in value])
        else:
            parameters[name] = _value_record(value)
    return parameters


def _value_record(value: Parameter) -> SentencePart:
    """Make the record of a value for a place of a sentence."""
    if isinstance(value, str | int):
        return value
    if isinstance(value, Text):
        return SentenceRecord(
            id=value.id, package=value.package, parameters=_parameter_records(value)
        )
    # The value is a name that a house gave, by language.
    assert not isinstance(value, tuple)  # noqa: S101  # no sentence has tuples in tuples
    return SentenceRecord(text=dict(value))


def sentence_names(record: SentenceRecord) -> Names:
    """Return the sentence that a record was made from.

    >>> sentence = Text("house.option", parameters=(("name", {"en": "Uma"}), ("value", 5)))
    >>> sentence_names(make_sentence_record(sentence)) == sentence
    True
    """
    if record.id is UNSET or record.package is UNSET:
        return {} if record.text is UNSET else record.text
    parameters: list[tuple[str, Parameter]] = []
    for name, value in record.parameters.items():
        if isinstance(value, tuple):
            parameters.append((name, tuple([_parameter(part) for part in value])))
        else:
            parameters.append((name, _parameter(value)))
    return Text(record.id, record.package, tuple(parameters))


def _parameter(value: SentencePart) -> Parameter:
    if isinstance(value, SentenceRecord):
        return sentence_names(value)
    return value

"""Answers that photos give: indicators, and the hands of the players beside the winner."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hu.app.reading.indicators import NotIndicatorsError, UnclearIndicatorsError, indicators, unclear
from hu.scoring.answers import find_question, split_at_seat
from hu.scoring.errors import InputError
from hu.scoring.rule_set import RuleSet

if TYPE_CHECKING:
    from hu.app.reading.model import HandReading

#: Reads a photo by its name.
ReadsPhoto = Callable[[str], "HandReading"]
_NO_HAND: Final = "no hand"


def is_photo(text: str) -> bool:
    """Whether a text names a photo: no tile, seat or hand has a dot in it, and every photo's name has."""
    return "." in text


def photos_in(said: Mapping[str, Sequence[str]]) -> set[str]:
    """The photos that answers name."""
    texts = [text.partition("=")[2].strip() if "=" in text else text for parts in said.values() for text in parts]
    return set(filter(is_photo, texts))


def parse_photos(said: Mapping[str, Sequence[str]], rules: RuleSet, read: ReadsPhoto) -> dict[str, Sequence[str]]:
    """Answers with what photos show in place of their names.

    Args:
        said: answers as ``hu.scoring.answers.parse_answers`` takes them.
        rules: the rule set.
        read: reads a photo.

    Raises:
        HuError: a photo cannot be read, or does not show such a thing.
    """
    return {name: _without_photos(name, parts, rules, read) for name, parts in said.items()}


def _without_photos(name: str, parts: Sequence[str], rules: RuleSet, read: ReadsPhoto) -> Sequence[str]:
    if not any(map(is_photo, parts)):
        return parts
    question = find_question(name, rules)
    if question.kind == "tiles":
        found = list[str]()
        for part in parts:
            if not is_photo(part):
                found.append(part)
                continue
            tiles = read(part).tiles
            try:
                found += indicators([tile.tile for tile in tiles], question.most, unclear(tiles))
            except (NotIndicatorsError, UnclearIndicatorsError) as error:
                raise InputError(f"{part}: {error}") from None
        return found
    if question.id == "others":
        at_seats = [split_at_seat(name, part, "E=east.jpg") for part in parts]
        return [f"{seat}={parse_hand_answer(hand, read)}" for seat, hand in at_seats]
    return parts


def parse_hand_answer(text: str, read: ReadsPhoto) -> str:
    """A hand as text, read from its photo where one is named.

    Raises:
        InputError: the photo shows no hand.
    """
    if not is_photo(text):
        return text
    reading = read(text)
    if not reading.hand.tiles:
        raise InputError(f"{text}: {reading.doubts[0].why if reading.doubts else _NO_HAND}")
    return str(reading.hand)

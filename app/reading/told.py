"""What people tell of a deal beside the winner's hand, where some of it may be told by photos."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hu.app.reading.indicators import NotIndicatorsError, UnclearIndicatorsError, indicators, unclear
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.nearest import unknown
from hu.scoring.rule_set import Player, Question, RuleSet

if TYPE_CHECKING:
    from hu.app.reading.model import HandReading

#: Reads a photo by its name.
ReadsPhoto = Callable[[str], "HandReading"]
_NO_HAND: Final = "no hand"


def is_photo(text: str) -> bool:
    """Whether a text names a photo: no tile, seat or hand has a dot in it, and every photo's name has."""
    return "." in text


def tiles_told(parts: Iterable[str], question: Question, read: ReadsPhoto) -> str:
    """The tiles that answer a question as text, those in photos among them.

    Args:
        parts: tiles, and names of photos.
        question: one that is answered by tiles.
        read: reads a photo.

    Raises:
        InputError: a photo shows no tile clearly, none at all or too many.
    """
    found: list[str] = []
    for part in parts:
        found += _indicators(part, question.most, read) if is_photo(part) else [part]
    return " ".join(found)


def _indicators(photo: str, most: int, read: ReadsPhoto) -> tuple[str, ...]:
    tiles = read(photo).tiles
    try:
        return indicators([tile.tile for tile in tiles], most, unclear(tiles))
    except (NotIndicatorsError, UnclearIndicatorsError) as error:
        raise InputError(f"{photo}: {error}") from None


def hand_told(text: str, read: ReadsPhoto) -> str:
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


def at_seat(told: str, text: str, expected: str) -> tuple[str, str]:
    """Split ``S=9m``.

    Args:
        told: where it stands, for messages.
        text: the text.
        expected: what should stand there, for messages.

    Raises:
        InputError: it does not begin with a seat and an equals sign.
    """
    seat, mark, value = text.partition("=")
    if seat not in SEATS or not mark:
        raise InputError(f"{told} {text}: expected {expected}")
    return seat, value


def players_told(
    others: Iterable[tuple[str, str]],
    statuses: Iterable[tuple[str, str]],
    also: Iterable[tuple[str, Win]],
    rules: RuleSet,
) -> dict[str, Player]:
    """The players beside the winner, by seat.

    Args:
        others: seats and hands as text.
        statuses: seats and irregularities.
        also: seats that won too, and how.
        rules: the rule set.

    Raises:
        InputError: a seat with two hands, no hand, or no irregularity of these rules.
    """
    found: dict[str, Player] = {}
    for seat, hand in others:
        if seat in found:
            raise InputError(f"{seat} is given twice")
        found[seat] = Player(Hand.from_text(hand))
    for seat, status in statuses:
        if status not in rules.statuses:
            raise InputError(f"{seat}: {unknown(f'irregularity of {rules.name}', status, rules.statuses)}")
        found[seat] = replace(found.get(seat, Player()), status=status)
    for seat, win in also:
        found[seat] = replace(found.get(seat, Player()), win=win)
    return found


def won_too(told: str, entry: str, how: str | None, source: str | None) -> tuple[str, Win]:
    """Read who else won with the same tile, with its circumstances: ``N`` or ``N=last-tile``.

    Raises:
        InputError: it does not begin with a seat.
    """
    seat, names = at_seat(told, entry if "=" in entry else f"{entry}=", "a seat, such as N or N=last-tile")
    return seat, Win(seat, how or "", source, frozenset(filter(None, names.split(","))))

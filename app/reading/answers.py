"""Answers that photos give: indicators, and the hands of the players beside the winner."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hu.scoring.answers.from_text import split_at_seat
from hu.scoring.answers.names import find_question
from hu.scoring.errors import HuError, InputError
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.tiles import KINDS

if TYPE_CHECKING:
    from hu.app.reading.model import HandReading, ReadTile

#: Reads a photo by its name.
ReadsPhoto = Callable[[str], "HandReading"]
_NO_HAND: Final = "no hand"
_KINDS: Final = frozenset(KINDS)


def is_photo(text: str) -> bool:
    """Whether a text names a photo: no tile, seat or hand has a dot in it, and every photo's name has."""
    return "." in text


def photos_in(said: Mapping[str, Sequence[str]]) -> set[str]:
    """The photos that answers name."""
    texts = [
        text.partition("=")[2].strip() if "=" in text else text
        for parts in said.values()
        for text in parts
    ]
    return set(filter(is_photo, texts))


def parse_photos(
    said: Mapping[str, Sequence[str]], rules: RuleSet, read: ReadsPhoto
) -> dict[str, Sequence[str]]:
    """Answers, as ``hu.scoring.answers.from_text.parse_answers`` takes them, with what photos show in place of their names.

    Raises:
        HuError: a photo cannot be read, or does not show such a thing.
    """
    shown = dict(said)
    for name, parts in said.items():
        question = find_question(name, rules) if any(map(is_photo, parts)) else None
        if question and question.kind == "tiles":
            found = list[str]()
            for part in parts:
                if not is_photo(part):
                    found.append(part)
                    continue
                tiles = read(part).tiles
                try:
                    found += indicators(
                        [tile.tile for tile in tiles], question.most, unclear(tiles)
                    )
                except (NotIndicatorsError, UnclearIndicatorsError) as error:
                    raise InputError(f"{part}: {error}") from None
            shown[name] = found
        elif question and question.id == "others":
            at_seats = [split_at_seat(name, part, "E=east.jpg") for part in parts]
            shown[name] = [f"{seat}={parse_hand_answer(hand, read)}" for seat, hand in at_seats]
    return shown


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


class NotIndicatorsError(HuError):
    """A photo shows no indicators, or more tiles than there can be indicators.

    Attributes:
        count: how many tiles it shows face up, flowers and seasons apart.
        most: how many indicators there can be.
    """

    def __init__(self, count: int, most: int) -> None:
        super().__init__(
            f"the photo shows {count} tiles face up, and there are at most {most} indicators: photograph them alone"
            if count
            else "the photo shows no tile face up"
        )
        self.count, self.most = count, most


class UnclearIndicatorsError(HuError):
    """A photo of indicators shows something that is not surely a tile.

    Attributes:
        told: what it was read as.
    """

    def __init__(self, faces: Iterable[str]) -> None:
        self.told = ", ".join(f"{face}?" for face in faces)
        super().__init__(
            f"the photo shows no tile clearly ({self.told}): take it closer, or name the tiles"
        )


def unclear(tiles: "Iterable[ReadTile]") -> tuple[str, ...]:
    """The faces of those tiles of a photo that are seen less clearly than the tiles that make a hand."""
    from hu.vision.detection import CLEAR  # noqa: PLC0415  # naming indicators needs no arrays

    read = [(tile.tile, tile.laid.detection) for tile in tiles if tile.tile in _KINDS]
    return tuple(face for face, seen in read if seen.belief < CLEAR)


def indicators(faces: Iterable[str], most: int, unclear: Sequence[str] = ()) -> tuple[str, ...]:
    """The indicators among the faces of a photo, at most this many: all but backs, flowers and seasons.

    >>> indicators(["back", "4s", "back"], 5)
    ('4s',)

    Raises:
        UnclearIndicatorsError: some of the faces are not surely tiles.
        NotIndicatorsError: the photo shows no such tile, or too many.
    """
    if unclear:
        raise UnclearIndicatorsError(unclear)
    found = tuple(face for face in faces if face in _KINDS)
    if not 0 < len(found) <= most:
        raise NotIndicatorsError(len(found), most)
    return found

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
_KINDS: Final = frozenset(KINDS)


def names_photo(text: str) -> bool:
    """Whether an answer names a photo.

    No tile, seat or hand has a dot in it, and every photo's name has.
    """
    return "." in text


def photos_in(answers: Mapping[str, Sequence[str]]) -> set[str]:
    """The names of the photos that answers name.

    Args:
        answers: the parts of each answer, by the question's name.
    """
    photos = set()
    for parts in answers.values():
        for part in parts:
            # The hand of another player is given as ``seat=hand``.
            text = part
            if "=" in part:
                text = part.partition("=")[2].strip()
            if names_photo(text):
                photos.add(text)
    return photos


def parse_photos(
    answers: Mapping[str, Sequence[str]], rules: RuleSet, read: ReadsPhoto
) -> dict[str, Sequence[str]]:
    """Replace the photos that answers name by the indicators or hands that they show.

    Answers to other questions stay as they are.

    Args:
        answers: the parts of each answer, as ``hu.scoring.answers.from_text.parse_answers``
            takes them.
        rules: the rule set. It says whether a question asks for indicators or for hands.
        read: reads a photo by its name.

    Raises:
        HuError: a photo cannot be read, or shows no indicators or no hand. Or a hand is given
            without its seat.
    """
    parsed_answers = dict(answers)
    for name, parts in answers.items():
        if not any(names_photo(part) for part in parts):
            continue
        question = find_question(name, rules)
        if question is None:
            continue
        if question.kind == "tiles":
            parsed_answers[name] = _parse_indicators(parts, question.most, read)
        elif question.id == "others":
            hands = []
            for part in parts:
                seat, hand = split_at_seat(name, part, "E=east.jpg")
                hands.append(f"{seat}={parse_hand_answer(hand, read)}")
            parsed_answers[name] = hands
    return parsed_answers


def _parse_indicators(parts: Sequence[str], most: int, read: ReadsPhoto) -> list[str]:
    """The indicators that the parts of an answer name or show.

    Raises:
        InputError: a photo shows no indicators. The message names it.
    """
    faces: list[str] = []
    for part in parts:
        if not names_photo(part):
            faces.append(part)
            continue
        tiles = read(part).tiles
        try:
            faces += find_indicators([tile.tile for tile in tiles], most, find_unclear(tiles))
        except (NotIndicatorsError, UnclearIndicatorsError) as error:
            raise InputError(f"{part}: {error}") from None
    return faces


def parse_hand_answer(text: str, read: ReadsPhoto) -> str:
    """Parse an answer that is a hand, or names a photo of it.

    Args:
        text: the hand, or the photo's name.
        read: reads a photo by its name.

    Returns:
        The hand as text.

    Raises:
        InputError: the photo shows no hand.
    """
    if not names_photo(text):
        return text
    reading = read(text)
    if not reading.hand.tiles:
        reason = "no hand"
        if reading.doubts:
            reason = reading.doubts[0].why
        raise InputError(f"{text}: {reason}")
    return str(reading.hand)


class NotIndicatorsError(HuError):
    """A photo shows no indicators, or more tiles than there can be indicators.

    Attributes:
        count: how many tiles it shows face up, not counting flowers and seasons.
        most: how many indicators there can be.
    """

    def __init__(self, count: int, most: int) -> None:
        message = "the photo shows no tile face up"
        if count:
            message = (
                f"the photo shows {count} tiles face up, and there are at most {most} indicators: "
                "photograph them alone"
            )
        super().__init__(message)
        self.count = count
        self.most = most


class UnclearIndicatorsError(HuError):
    """A photo of indicators shows things that may be no tiles.

    Attributes:
        faces: the faces that they look like, as a text such as ``4s?, 5s?``.
    """

    def __init__(self, faces: Iterable[str]) -> None:
        self.faces = ", ".join(f"{face}?" for face in faces)
        super().__init__(
            f"the photo shows no tile clearly ({self.faces}): move closer, or name the tiles"
        )


def find_unclear(tiles: "Iterable[ReadTile]") -> tuple[str, ...]:
    """Find the faces of tiles that are not clear enough to be indicators.

    Backs, flowers and seasons do not count, because they are no indicators.
    """
    from hu.vision.detection import CLEAR  # noqa: PLC0415  # naming indicators needs no arrays

    kind_tiles = [tile for tile in tiles if tile.tile in _KINDS]
    return tuple(tile.tile for tile in kind_tiles if tile.laid.detection.belief < CLEAR)


def find_indicators(
    faces: Iterable[str], most: int, unclear_faces: Sequence[str] = ()
) -> tuple[str, ...]:
    """Find the indicators among the faces of a photo: all but backs, flowers and seasons.

    >>> find_indicators(["back", "4s", "back"], 5)
    ('4s',)

    Args:
        faces: the faces of all tiles of the photo.
        most: how many indicators there can be.
        unclear_faces: the faces of tiles that are not surely tiles.

    Raises:
        UnclearIndicatorsError: there are unclear faces.
        NotIndicatorsError: the photo shows no such tile, or too many.
    """
    if unclear_faces:
        raise UnclearIndicatorsError(unclear_faces)
    indicators = tuple(face for face in faces if face in _KINDS)
    if not indicators or len(indicators) > most:
        raise NotIndicatorsError(len(indicators), most)
    return indicators

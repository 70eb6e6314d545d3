"""Teaching photos, by the command and by the page: what cannot be one set is refused."""

from collections import Counter
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from hu.scoring.errors import InputError
from hu.vision.taught.lessons import Lesson, read_jointly
from hu.vision.taught.tile_set import typical_distance

MOST_PHOTOS: Final = 4
_MOST_COPIES: Final = 4
#: The typical distance of the copies of a face that differ most is less than this for one set. Of all pairs of 24
#: designs 68 % are farther apart; so are 9 of 216 pairs of a design's flat picture and a varied one, and 4 of 72
#: pairs of varied ones, which are refused by mistake.
_ONE_SET: Final = 0.13
#: Fewer repeated faces do not say whether two designs are shown.
_REPEATED_FACES: Final = 3


class LessonError(InputError):
    """Teaching photos that cannot be one set.

    Attributes:
        key: the kind of problem, ``problem.set-<kind>`` in the message catalogues.
        face: the face that is shown too often.
    """

    def __init__(self, sentence: str, key: Literal["many", "two", "none"], face: str = "") -> None:
        super().__init__(sentence)
        self.key = key
        self.face = face


def answered(lesson: Lesson, answers: dict[int, str]) -> Lesson:
    """Settle tiles of a lesson, by their positions; the other tiles are read jointly again with what is known now."""
    known = {index: face for index, face in answers.items() if 0 <= index < len(lesson.tiles)}
    if not known:
        return lesson
    again = read_jointly([tile for tile, _ in lesson.tiles], answers=known)
    return replace(again, doubtful=tuple(index for index in lesson.doubtful if index not in known))


def check_lesson(lesson: Lesson) -> None:
    """Refuse what cannot be one set.

    Raises:
        LessonError: no tile is shown, a face is shown more than four times, or its copies differ as those of two
            sets do.
    """
    if not lesson.tiles:
        raise LessonError("no mahjong tiles found", "none")
    counts = Counter(face for _, face in lesson.tiles)
    if too_many := [face for face, count in counts.items() if count > _MOST_COPIES]:
        sentence = f"{too_many[0]} is shown {counts[too_many[0]]} times; a set has four: show one set at a time"
        raise LessonError(sentence, "many", too_many[0])
    cosines = np.array([_alike(lesson, face) for face, count in counts.items() if count > 1])
    if len(cosines) >= _REPEATED_FACES and typical_distance(cosines) > _ONE_SET:
        raise LessonError(
            "the photos seem to show two tile sets: the same faces differ; teach one set at a time", "two"
        )


def _alike(lesson: Lesson, face: str) -> float:
    """The cosine of the two copies of a face that differ most."""
    features = np.stack([tile.features for tile, named in lesson.tiles if named == face and tile.features is not None])
    return float(np.einsum("aid,bjd->abij", features, features).max(axis=(2, 3)).min())

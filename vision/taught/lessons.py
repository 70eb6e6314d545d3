"""Teaching photos: what is read surely is kept, what is in doubt is asked, and what cannot be one set is refused."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal

import lap
import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.lines import counted
from hu.scoring.tiles import BACK, BONUS, FACES
from hu.vision.detection import Detection
from hu.vision.networks.fitted import SetDistances
from hu.vision.taught.evidence import log_distances, on_table, one_tile_each
from hu.vision.taught.tile_set import SAID, TileSet

MOST_PHOTOS: Final = 4
#: A photo of more tiles shows more than one set.
_MOST_TILES: Final = 152
#: Photos of which more, and more than half, must be asked are laid or taken badly.
_MOST_QUESTIONS: Final = 16
#: Tiles read with less than this are asked for.
SURE: Final = 0.97
#: With so many different faces, and hardly more tiles, the photos show each face of a set once.
_WHOLE_SET: Final = 28
_WHOLE_SET_TILES: Final = 1.3
#: Copies of a face farther apart than this (one less the cosine) do not show one face.
_OTHER_FACE: Final = 0.35
#: Log-odds for one set below which the photos seem to show two.
_TWO_SETS: Final = -2.0
#: So few repeated faces do not say whether two sets are shown.
_FEW: Final = 2
#: Sets print some of their fives red: their copies differ.
_FIVES: Final = ("5m", "5p", "5s")
#: How far two tiles of a face are from each other, the face, their positions.
_Pair = tuple[float, str, tuple[int, int]]


class LessonError(InputError):
    """Teaching photos from which nothing is learned.

    Attributes:
        key: the kind of problem, ``problem.set-<kind>`` in the message catalogues.
        values: what fills its places.
        pair: positions of two tiles that seem to be of two sets; empty for other problems.
    """

    def __init__(
        self,
        sentence: str,
        key: Literal["none", "backs", "one", "tiles", "doubts", "many", "two"],
        pair: tuple[int, ...] = (),
        **values: str | int,
    ) -> None:
        super().__init__(sentence)
        self.key = key
        self.values = values
        self.pair = pair


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What teaching photos show.

    Attributes:
        tiles: each detection with its face; empty for one that is left out.
        doubtful: positions of those whose face should be asked, the most telling first.
        sure: how sure each face is.
        photo_of: which photo each is in, from 0.
    """

    tiles: tuple[tuple[Detection, str], ...]
    doubtful: tuple[int, ...]
    sure: tuple[float, ...]
    photo_of: tuple[int, ...]

    def answered(self, answers: Mapping[int, str]) -> "Lesson":
        """Settle tiles by their positions; an empty face leaves a tile out."""
        tiles = tuple((tile, answers.get(k, face)) for k, (tile, face) in enumerate(self.tiles))
        sure = tuple(SAID if k in answers else sure for k, sure in enumerate(self.sure))
        return replace(self, tiles=tiles, sure=sure, doubtful=tuple(k for k in self.doubtful if k not in answers))


def read_lesson(photos: Sequence[Sequence[Detection]]) -> Lesson:
    """Name the tiles of teaching photos: hands, in which a face may occur up to four times, or each face once.

    Raises:
        LessonError: the photos show no tiles, only backs, a single tile, more than a set has, or too much is in doubt.
    """
    shown = [(k, tile) for k, photo in enumerate(photos) for tile in photo if tile.features is not None]
    tiles = [tile for _, tile in shown if tile.tile != BACK]
    _check_count(photos, len(shown), len(tiles))
    read = np.stack([tile.probabilities[: len(FACES)] for tile in tiles]).astype(np.float64)
    named = read.argmax(axis=1)
    different = len(set(named.tolist()))
    if different >= _WHOLE_SET and len(tiles) <= _WHOLE_SET_TILES * different:
        named = _each_once(read, named)
    sure = read[np.arange(len(tiles)), named]
    photo_of = np.array([k for k, tile in shown if tile.tile != BACK])
    unsure = (sure < SURE) | _told_apart(tiles, named, photo_of, sure)
    doubtful = sorted(np.flatnonzero(unsure).tolist(), key=lambda k: float(sure[k]))
    if len(doubtful) > max(_MOST_QUESTIONS, len(tiles) // 2):
        raise LessonError(
            f"{len(doubtful)} of {len(tiles)} tiles are in doubt: lay them face up in rows, with a gap between the "
            "tiles, and photograph them from above, in good light",
            "doubts",
            count=len(doubtful),
            tiles=len(tiles),
        )
    faces = tuple((tile, FACES[face]) for tile, face in zip(tiles, named, strict=True))
    return Lesson(faces, tuple(doubtful), tuple(sure.tolist()), tuple(photo_of.tolist()))


def _check_count(photos: Sequence[Sequence[Detection]], shown: int, faces: int) -> None:
    if not shown:
        raise LessonError("no mahjong tiles found", "none")
    if not faces:
        raise LessonError(f"{counted(shown, 'tile')} found, all face down: turn them over", "backs", count=shown)
    if faces == 1:
        raise LessonError("only one tile found: show several, such as the hands of a game", "one")
    if (most := max(map(len, photos))) > _MOST_TILES:
        raise LessonError(f"{most} tiles in one photo: show one set at a time", "tiles", count=most)


def _each_once(read: NDArray[np.float64], named: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give each face to one tile, the likeliest way; what is left keeps its name."""
    _, chosen, _ = lap.lapjv(-np.log(read + 1e-6), extend_cost=True)
    return np.where(chosen >= 0, chosen, named)


def _told_apart(
    tiles: Sequence[Detection], named: NDArray[np.intp], photo_of: NDArray[np.intp], sure: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Tiles of one name that cannot be: a flower twice in a photo, a fifth copy, copies of different looks."""
    apart = np.zeros(len(tiles), dtype=bool)
    for face in set(named.tolist()):
        same = np.flatnonzero(named == face)
        if len(same) == 1:
            continue
        by_photo = np.bincount(photo_of[same])
        most = 1 if FACES[face] in BONUS else 4
        surest = int(same[sure[same].argmax()])
        looks = np.stack([_features(tiles[int(k)]) for k in same])
        near = np.einsum("aid,jd->aij", looks, _features(tiles[surest])).max(axis=(1, 2))
        apart[same[by_photo[photo_of[same]] > most]] = True
        apart[same[near < 1 - _OTHER_FACE]] = True
        apart[surest] |= bool((near < 1 - _OTHER_FACE).sum() * 2 >= len(same))
    return apart


def check_lesson(lesson: Lesson, apart: SetDistances, *, one_set: bool = False) -> None:
    """Refuse what cannot be one set, once its doubts are settled.

    Args:
        lesson: with the answers.
        apart: how far sets lie apart.
        one_set: whether somebody said that the tiles are of one set.

    Raises:
        LessonError: nothing is left, a face is shown too often, or its copies differ as those of two sets do.
    """
    counts = Counter(face for _, face in lesson.tiles if face)
    if not counts:
        raise LessonError("no mahjong tiles found", "none")
    if too_many := [face for face, count in counts.items() if count > 4 * len(set(lesson.photo_of))]:
        raise LessonError(
            f"{too_many[0]} is shown {counts[too_many[0]]} times; a set has four: show one set at a time",
            "many",
            face=too_many[0],
        )
    if not one_set and (pair := _two_sets(lesson, apart)):
        first, second = (k + 1 for k in pair)
        raise LessonError(
            f"the photos seem to show two tile sets: tiles {first} and {second} are both "
            f"{lesson.tiles[pair[0]][1]} and differ; teach one set at a time, or say --one-set",
            "two",
            pair,
            face=lesson.tiles[pair[0]][1],
        )


def _two_sets(lesson: Lesson, apart: SetDistances) -> tuple[int, ...]:
    """Two tiles of one face, where the repeated faces of a photo, or of two photos, differ as those of two sets do."""
    by_face: dict[str, list[int]] = {}
    for k, (_, face) in enumerate(lesson.tiles):
        if face and face not in _FIVES:
            by_face.setdefault(face, []).append(k)
    by_photos: dict[tuple[int, int], list[_Pair]] = {}
    for face, same in by_face.items():
        looks = np.stack([_features(lesson.tiles[k][0]) for k in same])
        far = log_distances(np.einsum("aid,bjd->abij", looks, looks).max(axis=(2, 3)))
        pairs: dict[tuple[int, int], list[_Pair]] = {}
        for (one, first), (other, second) in combinations(enumerate(same), 2):
            photos = lesson.photo_of[first], lesson.photo_of[second]
            pairs.setdefault(photos, []).append((float(far[one, other]), face, (first, second)))
        for photos, known in pairs.items():
            # Two photos of one set are as near as their most alike copies; a photo of two sets shows both.
            by_photos.setdefault(photos, []).append((max if photos[0] == photos[1] else min)(known))
    for known in by_photos.values():
        evidence = on_table(one_tile_each([(face, distance) for distance, face, _ in known]), apart)
        if evidence.faces > _FEW and evidence.log_odds < _TWO_SETS:
            return max(known)[2]
    return ()


def _features(tile: Detection) -> NDArray[np.float32]:
    if tile.features is None:
        raise ValueError("a tile without features teaches nothing")
    return tile.features


def learned(tile_set: TileSet, lesson: Lesson, source: str, classifier: str = "") -> TileSet:
    """Add the faces of a lesson to a set."""
    for (tile, face), sure in zip(lesson.tiles, lesson.sure, strict=True):
        if face:
            tile_set = tile_set.shown(tile, face, source, classifier, sure)
    return tile_set

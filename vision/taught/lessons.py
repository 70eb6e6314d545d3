"""Teaching photos: what is read surely is kept, what is in doubt is asked, and what cannot be one set is refused."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import lap
import numpy as np
from numpy.typing import NDArray

from hu.scoring.lines import quantity
from hu.scoring.tiles import BACK, BONUS, FACES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import SAID, TileSet, TileSetError

MOST_PHOTOS: Final = 4
#: A photo of more tiles shows more than one set.
_MOST_TILES: Final = 152
#: Photos of which more, and more than half, must be asked are laid or taken badly.
_MOST_QUESTIONS: Final = 16
#: Tiles read with less than this are asked for.
SURE: Final = 0.97
#: From this many different faces on, with few more tiles, the photos show each face of a set once.
_WHOLE_SET: Final = 28
_WHOLE_SET_TILES: Final = 1.3
#: Copies of a face farther apart than this (one less the cosine) do not show one face.
_OTHER_FACE: Final = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What teaching photos show."""

    tiles: tuple[
        tuple[Detection, str], ...
    ]  # each detection with its face; empty for one that is left out
    doubtful: tuple[
        int, ...
    ]  # positions of those whose face should be asked, the most telling first
    sure: tuple[float, ...]  # how sure each face is
    photos: int  # how many show tiles

    def answer(self, answers: Mapping[int, str]) -> "Lesson":
        """Settle tiles by their positions; an empty face leaves a tile out."""
        tiles = tuple((tile, answers.get(k, face)) for k, (tile, face) in enumerate(self.tiles))
        sure = tuple(SAID if k in answers else sure for k, sure in enumerate(self.sure))
        return replace(
            self,
            tiles=tiles,
            sure=sure,
            doubtful=tuple(k for k in self.doubtful if k not in answers),
        )


def read_lesson(photos: Sequence[Sequence[Detection]]) -> Lesson:
    """Name the tiles of teaching photos: hands, in which a face may occur up to four times, or each face once.

    Raises:
        TileSetError: the photos show no tiles, only backs, a single tile, more than a set has, or too much is in doubt.
    """
    shown = [
        (k, tile) for k, photo in enumerate(photos) for tile in photo if tile.features is not None
    ]
    tiles = [tile for _, tile in shown if tile.tile != BACK]
    if not shown:
        raise TileSetError("no mahjong tiles found", "none")
    if not tiles:
        sentence = f"{quantity(len(shown), 'tile')} found, all face down: turn them over"
        raise TileSetError(sentence, "backs", count=len(shown))
    if len(tiles) == 1:
        raise TileSetError("only one tile found: show several, such as the hands of a game", "one")
    if (most := max(map(len, photos))) > _MOST_TILES:
        raise TileSetError(
            f"{most} tiles in one photo: show one set at a time", "tiles", count=most
        )
    read = np.stack([tile.probabilities[: len(FACES)] for tile in tiles]).astype(np.float64)
    named = read.argmax(axis=1)
    different = len(set(named.tolist()))
    if different >= _WHOLE_SET and len(tiles) <= _WHOLE_SET_TILES * different:
        # Give each face to one tile, the likeliest way; what is left keeps its name.
        _, chosen, _ = lap.lapjv(-np.log(read + 1e-6), extend_cost=True)
        named = np.where(chosen >= 0, chosen, named)
    sure = read[np.arange(len(tiles)), named]
    photo_of = np.array([k for k, tile in shown if tile.tile != BACK])
    features = np.stack([tile.features for tile in tiles if tile.features is not None])
    unsure = (sure < SURE) | _cannot_be_alike(features, named, photo_of, sure)
    doubtful = sorted(np.flatnonzero(unsure).tolist(), key=lambda k: float(sure[k]))
    if len(doubtful) > max(_MOST_QUESTIONS, len(tiles) // 2):
        raise TileSetError(
            f"{len(doubtful)} of {len(tiles)} tiles are in doubt: lay them face up in rows, with a gap between the "
            "tiles, and photograph them from above, in good light",
            "doubts",
            count=len(doubtful),
            tiles=len(tiles),
        )
    faces = tuple((tile, FACES[face]) for tile, face in zip(tiles, named, strict=True))
    return Lesson(faces, tuple(doubtful), tuple(sure.tolist()), len(set(photo_of.tolist())))


def _cannot_be_alike(
    features: NDArray[np.float32],
    named: NDArray[np.intp],
    photo_of: NDArray[np.intp],
    sure: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Tiles of one name that cannot be: a flower twice in a photo, a fifth copy, copies of different looks."""
    apart = np.zeros(len(named), dtype=bool)
    for face in set(named.tolist()):
        same = np.flatnonzero(named == face)
        if len(same) == 1:
            continue
        by_photo = np.bincount(photo_of[same])
        most = 1 if FACES[face] in BONUS else 4
        surest = int(same[sure[same].argmax()])
        near = np.einsum("aid,jd->aij", features[same], features[surest]).max(axis=(1, 2))
        apart[same[by_photo[photo_of[same]] > most]] = True
        apart[same[near < 1 - _OTHER_FACE]] = True
        apart[surest] |= bool((near < 1 - _OTHER_FACE).sum() * 2 >= len(same))
    return apart


def learn(tile_set: TileSet, lesson: Lesson, source: str) -> TileSet:
    """Add the faces of a lesson to a set, once its doubts are settled.

    Raises:
        TileSetError: nothing is left, or a face is shown more often than one set has it.
    """
    counts = Counter(face for _, face in lesson.tiles if face)
    if not counts:
        raise TileSetError("no mahjong tiles found", "none")
    face, count = counts.most_common(1)[0]
    if count > 4 * lesson.photos:
        sentence = f"{face} is shown {count} times; a set has four: show one set at a time"
        raise TileSetError(sentence, "many", face=face)
    for (tile, face), sure in zip(lesson.tiles, lesson.sure, strict=True):
        if face:
            tile_set = tile_set.add(tile, face, source, sure)
    return tile_set

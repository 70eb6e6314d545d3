"""Photos that teach a tile set: which face each tile shows, and which faces to ask about.

Photos that cannot show one tile set are refused.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import lap
import numpy as np
from numpy.typing import NDArray

from hu.scoring.lines import quantity
from hu.scoring.tiles import BACK, BONUS, COPIES, FACES
from hu.vision.detection import Detection
from hu.vision.geometry import Floats
from hu.vision.taught.tile_set import NAMED_BY_PERSON, TileSet, TileSetError

#: A tile set is taught with at most this many photos at once.
MOST_PHOTOS: Final = 4
#: A photo of more tiles shows more than one tile set.
_MOST_TILES: Final = 152
#: Photos are refused if more tiles than this are in doubt, and more than half of all tiles.
_MOST_QUESTIONS: Final = 16
#: Tiles read with less confidence than this are asked about.
SURE: Final = 0.97
#: Photos show a whole tile set, each face once, if they show at least this many different faces ...
_FEWEST_DIFFERENT_FACES: Final = 28
#: ... and on average at most this many tiles of each of these faces.
_MOST_TILES_PER_FACE: Final = 1.3
#: Two tiles do not show the same face if 1 minus the cosine of their features is larger than this.
_MOST_DISTANCE_OF_COPIES: Final = 0.35
#: Added to probabilities before the logarithm.
_LEAST_PROBABILITY: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The tiles that teaching photos show.

    Attributes:
        tiles: the detections that lie face up, each with the code of its face. The code is empty
            for a tile that is left out.
        doubtful: the positions in ``tiles`` of tiles whose face should be asked, the least certain
            first.
        certainties: how sure the face of each of ``tiles`` is, 0 to 1.
        photos: how many of the photos show tiles face up.
    """

    tiles: tuple[tuple[Detection, str], ...]
    doubtful: tuple[int, ...]
    certainties: tuple[float, ...]
    photos: int

    def answer(self, answers: Mapping[int, str]) -> "Lesson":
        """Make a lesson with the faces that a person named. The named tiles are not doubtful.

        Args:
            answers: the code of each face by the tile's position in ``tiles``. An empty code leaves
                the tile out.
        """
        tiles = []
        certainties = []
        for place, (detection, face) in enumerate(self.tiles):
            tiles.append((detection, answers.get(place, face)))
            certainties.append(NAMED_BY_PERSON if place in answers else self.certainties[place])
        doubtful = tuple(place for place in self.doubtful if place not in answers)
        return replace(self, tiles=tuple(tiles), certainties=tuple(certainties), doubtful=doubtful)


def read_lesson(photos: Sequence[Sequence[Detection]]) -> Lesson:
    """Name the tiles of teaching photos.

    The photos show hands, in which a face may occur up to four times. Or they show a whole tile
    set, each face once.

    Args:
        photos: the tiles of each photo. Tiles without features are left out.

    Raises:
        TileSetError: the photos show no tiles, or only backs, or a single tile. Or a photo shows
            more tiles than a tile set has. Or too many tiles are in doubt.
    """
    tiles = []
    photo_numbers = []
    back_count = 0
    for number, photo in enumerate(photos):
        for detection in photo:
            if detection.features is None:
                continue
            if detection.tile == BACK:
                back_count += 1
                continue
            tiles.append(detection)
            photo_numbers.append(number)
    most_in_photo = max((len(photo) for photo in photos), default=0)
    _check_counts(len(tiles), back_count, most_in_photo)

    # Entry k of each array is about tile k.
    photo_of = np.array(photo_numbers)
    # (n, 42): the probability of each face.
    face_probabilities = [tile.probabilities[: len(FACES)] for tile in tiles]
    probabilities = np.stack(face_probabilities).astype(np.float64)
    # (n,): the index of each tile's face, and how sure that face is.
    faces = _name_tiles(probabilities)
    certainties = probabilities[np.arange(len(tiles)), faces]
    # (n, 2, d): the features of each tile's crop as it was cut, and of the crop turned upright. All
    # tiles have features here.
    features = np.stack([tile.features for tile in tiles if tile.features is not None])
    is_doubtful = (certainties < SURE) | _cannot_be_alike(features, faces, photo_of, certainties)
    doubtful = np.flatnonzero(is_doubtful).tolist()
    doubtful.sort(key=lambda place: float(certainties[place]))
    if len(doubtful) > max(_MOST_QUESTIONS, len(tiles) // 2):
        raise TileSetError(
            f"{len(doubtful)} of {len(tiles)} tiles are in doubt: lay them face up in rows, "
            "with a gap between the tiles, and photograph them from above, in good light",
            "doubts",
            count=len(doubtful),
            tiles=len(tiles),
        )
    return Lesson(
        tiles=tuple((tile, FACES[face]) for tile, face in zip(tiles, faces, strict=True)),
        doubtful=tuple(doubtful),
        certainties=tuple(certainties.tolist()),
        photos=len(set(photo_numbers)),
    )


def _check_counts(face_up_count: int, back_count: int, most_in_photo: int) -> None:
    """Refuse teaching photos with too few or too many tiles.

    Args:
        face_up_count: how many tiles lie face up in all photos.
        back_count: how many tiles lie face down in all photos.
        most_in_photo: how many tiles of any kind the photo with the most tiles shows.

    Raises:
        TileSetError: the photos show no tiles, only backs or a single tile, or a photo shows more
            tiles than a tile set has.
    """
    if face_up_count == 0 and back_count == 0:
        raise TileSetError("no mahjong tiles found", "none")
    if face_up_count == 0:
        sentence = f"{quantity(back_count, 'tile')} found, all face down: turn them over"
        raise TileSetError(sentence, "backs", count=back_count)
    if face_up_count == 1:
        raise TileSetError("only one tile found: show several, such as the hands of a game", "one")
    if most_in_photo > _MOST_TILES:
        sentence = f"{most_in_photo} tiles in one photo: show one set at a time"
        raise TileSetError(sentence, "tiles", count=most_in_photo)


def _name_tiles(probabilities: Floats) -> NDArray[np.intp]:
    """Choose the face of each tile.

    Args:
        probabilities: ``(n, 42)`` the probability of each face for each tile.

    Returns:
        ``(n,)`` the index of each tile's face in ``FACES``.
    """
    faces = np.asarray(probabilities.argmax(axis=1), dtype=np.intp)
    different_face_count = len(set(faces.tolist()))
    shows_many_faces = different_face_count >= _FEWEST_DIFFERENT_FACES
    shows_most_faces_once = len(faces) <= _MOST_TILES_PER_FACE * different_face_count
    if not (shows_many_faces and shows_most_faces_once):
        return faces

    # These tiles show a whole tile set. Give each face to at most one tile, in the likeliest way.
    # Tiles beyond that keep their likeliest face.
    costs = -np.log(probabilities + _LEAST_PROBABILITY)
    # The face that was given to each tile, -1 if no face was.
    _, assigned_faces, _ = lap.lapjv(costs, extend_cost=True)
    return np.asarray(np.where(assigned_faces >= 0, assigned_faces, faces), dtype=np.intp)


def _cannot_be_alike(
    features: NDArray[np.float32],
    faces: NDArray[np.intp],
    photo_of: NDArray[np.intp],
    certainties: Floats,
) -> NDArray[np.bool_]:
    """Find tiles that were read as the same face although they cannot all show it.

    A photo may show more such tiles than a tile set has: two of the same flower, or five of another
    face. Or some of these tiles look different from the others.

    Args:
        features: ``(n, 2, d)`` float32 of unit length, of each tile's crop as it was cut, and of
            the crop turned upright.
        faces: ``(n,)`` the index of each tile's face.
        photo_of: ``(n,)`` the number of the photo that shows each tile.
        certainties: ``(n,)`` how sure each face is, 0 to 1.

    Returns:
        ``(n,)`` bool: whether the face of each tile is in doubt for one of these reasons.
    """
    cannot_be_alike = np.zeros(len(faces), dtype=bool)
    for face in set(faces.tolist()):
        # The tiles that were read as this face.
        copies = np.flatnonzero(faces == face)
        if len(copies) == 1:
            continue
        most_copies = 1 if FACES[face] in BONUS else COPIES
        # For each photo: how many of these tiles it shows.
        counts_by_photo = np.bincount(photo_of[copies])
        # For each of these tiles: how many its own photo shows.
        counts_in_own_photo = counts_by_photo[photo_of[copies]]
        cannot_be_alike[copies[counts_in_own_photo > most_copies]] = True

        # Compare each copy with the copy whose face is surest.
        surest = int(copies[certainties[copies].argmax()])
        # (copies, 2, 2): the cosine of each of a copy's two vectors with each of the surest copy's
        # two vectors. The largest of the four counts.
        cosines_of_crops = np.einsum("cid,jd->cij", features[copies], features[surest])
        cosines = cosines_of_crops.max(axis=(1, 2))
        looks_different = cosines < 1 - _MOST_DISTANCE_OF_COPIES
        cannot_be_alike[copies[looks_different]] = True
        # If at least half of the copies look different, the surest copy may be misread itself.
        if looks_different.sum() * 2 >= len(copies):
            cannot_be_alike[surest] = True
    return cannot_be_alike


def learn(tile_set: TileSet, lesson: Lesson, source: str) -> TileSet:
    """Make a tile set that has the faces of a lesson too.

    Args:
        tile_set: the tile set.
        lesson: the tiles and their faces, after a person was asked about the doubtful tiles.
        source: where they came from, such as a photo's name.

    Raises:
        TileSetError: every tile is left out, or a face is shown more than four times for each
            photo.
    """
    counts = Counter(face for _, face in lesson.tiles if face)
    if not counts:
        raise TileSetError("no mahjong tiles found", "none")
    face, count = counts.most_common(1)[0]
    if count > COPIES * lesson.photos:
        sentence = f"{face} is shown {count} times; a set has four: show one set at a time"
        raise TileSetError(sentence, "many", face=face)
    for (detection, shown_face), certainty in zip(lesson.tiles, lesson.certainties, strict=True):
        if shown_face:
            tile_set = tile_set.add(detection, shown_face, source, certainty)
    return tile_set

"""Several photos through both networks at once: the crops of all of them in common batches."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import Detection
from hu.vision.detector import Found
from hu.vision.faces import cut_faces, read_crops
from hu.vision.geometry import FACE_SIZE
from hu.vision.photo import Photo
from hu.vision.reader import Reader, outlines
from hu.vision.second_look import Picture, find_anew, find_well

#: Faces narrower than this in a photo decoded at reduced size are cut out of a larger one.
_NARROW: Final = 0.75 * FACE_SIZE
#: More crops at a time cost memory and are no faster.
_CROPS: Final = 32


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Reads the tiles of several photos at once, as ``Reader`` reads those of one."""

    reader: Reader

    def detect_all(self, photos: Sequence[Photo], sharper: Callable[[int, int], Photo]) -> list[list[Detection]]:
        """Find and read the tiles of each photo.

        Args:
            photos: decoded, at reduced size perhaps.
            sharper: decodes the photo at a position again, its long side with at least as many pixels as given.

        Returns:
            For each photo its detections, the surest outline first; boxes are in pixels of the whole photo.
        """
        looks = [self._found(photo, partial(sharper, place)) for place, photo in enumerate(photos)]
        if not looks:
            return []
        found, crops = zip(*looks, strict=True)
        return self._read(photos, found, np.concatenate(crops))

    def detect_anew(
        self, photo: Photo, known: Sequence[Detection], sharper: Callable[[int], Photo]
    ) -> Iterator[list[Detection]]:
        """Find and read the tiles of a photo again, as ``Reader.detect_anew`` does."""
        eye = _Eye(photo, sharper)
        for found in find_anew(self.reader.finder, eye.picture, outlines(known, photo), self.reader.settings):
            yield self._read([photo], [found], eye.faces(found))[0]

    def _found(self, photo: Photo, sharper: Callable[[int], Photo]) -> tuple[list[Found], NDArray[np.uint8]]:
        """The outlines found in a photo, and the faces in them."""
        eye = _Eye(photo, sharper)
        found = find_well(self.reader.finder, eye.picture, self.reader.settings)
        return found, eye.faces(found)

    def _read(
        self, photos: Sequence[Photo], found: Sequence[list[Found]], crops: NDArray[np.uint8]
    ) -> list[list[Detection]]:
        whole = [
            replace(one, box=(one.box * photo.scale).astype(np.float32))
            for photo, ones in zip(photos, found, strict=True)
            for one in ones
        ]
        read = [
            detection
            for start in range(0, len(whole), _CROPS)
            for detection in read_crops(self.reader.faces, crops[start : start + _CROPS], whole[start : start + _CROPS])
        ]
        ends = np.cumsum([len(ones) for ones in found])
        return [self.reader.tiles(read[end - len(ones) : end]) for end, ones in zip(ends.tolist(), found, strict=True)]


class _Eye:
    """Looks at a photo decoded at reduced size, and at a sharper one where that shows more.

    What one look had decoded again often does for the next one and for the faces as well.

    Args:
        photo: as it was decoded first.
        sharper: decodes it again, its long side with at least as many pixels as given.
    """

    def __init__(self, photo: Photo, sharper: Callable[[int], Photo]) -> None:
        self._photo = self._best = photo
        self._sharper = sharper

    @property
    def picture(self) -> Picture:
        """The photo for the finder. Not kept: with each other's references both would keep a large image in memory."""
        return Picture(self._photo.image, self._photo.scale, lambda wanted: self._clear(wanted).image)

    def faces(self, found: Sequence[Found]) -> NDArray[np.uint8]:
        """``(n, 64, 64, 3)`` uint8 RGB: the faces in outlines of the photo as it was decoded first."""
        clear = self._clear(_long_side_wanted(self._photo, found))
        factor = self._photo.scale / clear.scale
        return cut_faces(clear.image, [replace(one, box=one.box * factor) for one in found])

    def _clear(self, wanted: int) -> Photo:
        if max(self._best.image.shape) < wanted:
            self._best = self._sharper(wanted)
        return self._best


def _long_side_wanted(photo: Photo, found: Sequence[Found]) -> int:
    """How long a side the photo needs for its faces to be read, or 0 when it will do as it is."""
    if photo.scale <= 1 or not found:
        return 0
    width = float(np.median([min(_sides(one)) for one in found]))
    return 0 if width >= _NARROW else round(max(photo.image.shape) * FACE_SIZE / max(width, 1.0))


def _sides(one: Found) -> tuple[float, float]:
    return float(np.linalg.norm(one.box[1] - one.box[0])), float(np.linalg.norm(one.box[2] - one.box[1]))


def shrunk(photo: Photo, enough: int) -> Photo:
    """A photo with fewer pixels, as a JPEG is decoded at reduced size; one that is small enough stays as it is."""
    height, width = photo.image.shape[:2]
    factor = next((f for f in (8, 4, 2) if max(height, width) // f >= enough), 1)
    if factor == 1:
        return photo
    size = (-(-width // factor), -(-height // factor))
    small = cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA)
    return replace(photo, image=np.asarray(small, dtype=np.uint8))

"""Whether a face can be seen well enough to be read: size, sharpness, glare, the photo's edge."""

from collections.abc import Iterator
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import Detection
from hu.vision.geometry import rectify
from hu.vision.photo.decoding import Photo

Flaw = Literal["small", "blurred", "glare", "cut"]
BadLight = Literal["too bright", "too dark"]

# A photo has three levels for each pixel: its red, its green and its blue, 0 to 255.
#: A photo is too bright if a larger share of its levels is white. In the 922 training photos, which
#: people could read, the shares reach 0.597.
_TOO_BRIGHT: Final = 0.6
#: A photo is too dark if a larger share of its levels is black. In the training photos the shares
#: reach 0.465.
_TOO_DARK: Final = 0.5
#: Levels from here on count as white.
_WHITE_LEVEL: Final = 250
#: Levels up to here count as black.
_BLACK_LEVEL: Final = 8

# When a face is hard to read: of rendered faces at least as wide and as sharp as this 96.5 % were
# read right, of narrower faces 64.3 %, of wider but blurred faces 74.3 % (2026-11-26, 3d2b472).
#: Faces with fewer pixels of the photo across their width are small.
SMALL_PX: Final = 12.0
#: Rectified faces with less ``sharpness`` are blurred.
BLURRED: Final = 0.25
#: A face has glare if a larger share of its pixels is burnt out.
_GLARE: Final = 0.5
#: Pixels whose channels are all above this level are burnt out.
_BURNT_OUT_LEVEL: Final = 250
#: A tile with a corner nearer to the photo's edge than this is cut off, in pixels of the photo.
_EDGE_PX: Final = 2.0


def flaws(photo: Photo, detection: Detection) -> Iterator[Flaw]:
    """Yield the reasons why a tile may be hard to read. Nothing for a tile that is seen well.

    Args:
        photo: the decoded photo.
        detection: the tile, in pixels of the whole photo.
    """
    if is_cut(photo, detection):
        yield "cut"
    if detection.width < SMALL_PX:
        # The other flaws cannot be measured in so few pixels.
        yield "small"
        return
    face = rectify(photo.image, detection.box / photo.scale)
    if sharpness(face) < BLURRED:
        yield "blurred"
    if glare(face) > _GLARE:
        yield "glare"


def find_bad_light(photo: Photo) -> BadLight | None:
    """Find out how the light of a whole photo is wrong. None if it is right."""
    # ``count_nonzero`` takes a sixth of the time that the mean of an array of booleans takes.
    levels = photo.image.size
    if np.count_nonzero(photo.image >= _WHITE_LEVEL) / levels > _TOO_BRIGHT:
        return "too bright"
    if np.count_nonzero(photo.image <= _BLACK_LEVEL) / levels > _TOO_DARK:
        return "too dark"
    return None


def sharpness(face: NDArray[np.uint8]) -> float:
    """Measure how much of a face's contrast is in its finest detail.

    Args:
        face: ``(n, n, 3)`` uint8 RGB, as ``hu.vision.geometry.rectify`` cuts it out.

    Returns:
        The standard deviation of its Laplacian divided by that of its brightness. About 0.8 for a
        sharp face, 0.1 for a blurred face.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_RGB2GRAY).astype(np.float32)
    # 1 is added because a face of a single brightness has the standard deviation 0.
    return float(cv2.Laplacian(grey, cv2.CV_32F).std() / (grey.std() + 1))


def glare(face: NDArray[np.uint8]) -> float:
    """Return the share of a face's pixels that are burnt out.

    Args:
        face: ``(n, n, 3)`` uint8 RGB.
    """
    return float((face.min(axis=2) > _BURNT_OUT_LEVEL).mean())


def shown_area(photo: Photo, detection: Detection) -> float:
    """Return the area of a tile's outline inside the photo, in square pixels."""
    width, height = photo.size
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    area, _ = cv2.intersectConvexConvex(frame, detection.box)
    return float(area)


def is_cut(photo: Photo, detection: Detection) -> bool:
    """Whether a tile is cut off by the photo's edge."""
    upper_left = detection.box.min(axis=0)
    lower_right = detection.box.max(axis=0)
    # x and y of the lower right end of the area in which no tile is cut off.
    end_of_inside = np.array(photo.size) - _EDGE_PX
    return bool((upper_left < _EDGE_PX).any() or (lower_right > end_of_inside).any())

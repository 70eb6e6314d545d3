"""Whether a face can be seen well enough to be read: its size, its sharpness, glare, the photo's edge."""

from collections.abc import Iterator
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import Detection
from hu.vision.geometry import rectify
from hu.vision.photo.decoding import Photo

Flaw = Literal["small", "blurred", "glare", "cut"]
Exposure = Literal["too bright", "too dark"]
#: A photo is too bright, or too dark, when more than this share of its RGB levels is at that end of the scale: more
#: than in any of the 922 training photos, which people could read, and whose shares reach 0.597 and 0.465.
_TOO_BRIGHT: Final = 0.6
_TOO_DARK: Final = 0.5
_WHITE_LEVEL, _BLACK_LEVEL = 250, 8
# From when on a face is hard to read: of rendered faces as wide and as sharp as this 96.5 % were read right, of
# narrower ones 64.3 %, of wider but blurred ones 74.3 % (2026-11-26, 3d2b472).
#: Narrower faces, in pixels of the photo, are small.
SMALL_PX: Final = 12.0
#: Rectified faces with less ``sharpness`` are blurred.
BLURRED: Final = 0.25
#: Share of a face's pixels that are burnt out; more is glare.
_GLARE: Final = 0.5
#: A tile with a corner nearer to the photo's edge, in its pixels, is cut off.
_EDGE_PX: Final = 2.0


def flaws(photo: Photo, detection: Detection) -> Iterator[Flaw]:
    """Say why a tile may be hard to read; nothing for one that is seen well.

    Args:
        photo: the decoded photo.
        detection: the tile, in pixels of the whole photo.
    """
    if is_cut(photo, detection):
        yield "cut"
    if detection.width < SMALL_PX:
        yield "small"
        return
    face = rectify(photo.image, detection.box / photo.scale)
    if sharpness(face) < BLURRED:
        yield "blurred"
    if glare(face) > _GLARE:
        yield "glare"


def exposure(photo: Photo) -> Exposure | None:
    """Return how the light of a whole photo is wrong; None when it is not."""
    if float((photo.image >= _WHITE_LEVEL).mean()) > _TOO_BRIGHT:
        return "too bright"
    return "too dark" if float((photo.image <= _BLACK_LEVEL).mean()) > _TOO_DARK else None


def sharpness(face: NDArray[np.uint8]) -> float:
    """Measure how much of a face's contrast lies in its finest detail.

    Args:
        face: ``(n, n, 3)`` uint8 RGB, as ``hu.vision.geometry.rectify`` cuts it out.

    Returns:
        The spread of its Laplacian over the spread of its brightness; about 0.8 when sharp, 0.1 when blurred.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_RGB2GRAY).astype(np.float32)
    return float(cv2.Laplacian(grey, cv2.CV_32F).std() / (grey.std() + 1))


def glare(face: NDArray[np.uint8]) -> float:
    """Return the share of a face's pixels that are burnt out.

    Args:
        face: ``(n, n, 3)`` uint8 RGB.
    """
    return float((face.min(axis=2) > 250).mean())


def shown_area(photo: Photo, detection: Detection) -> float:
    """Return how many square pixels of a tile's outline lie inside the photo."""
    frame = np.array([(0, 0), (photo.size[0], 0), photo.size, (0, photo.size[1])], dtype=np.float32)
    return float(cv2.intersectConvexConvex(frame, detection.box)[0])


def is_cut(photo: Photo, detection: Detection) -> bool:
    """Whether a tile is cut off by the photo's edge."""
    low, high = detection.box.min(axis=0), detection.box.max(axis=0)
    return bool((low < _EDGE_PX).any() or (high > np.array(photo.size) - _EDGE_PX).any())

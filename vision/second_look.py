"""A second look at tiles that lie turned or small in a photo: the finder sees them again upright and larger."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import FinderSettings, Found, find
from vision.onnx import Network

#: Fewer tiles do not tell how a hand lies.
_FEW: Final = 3
#: Enlarging by less than this is not worth a second look.
_WORTH: Final = 1.15
#: What fills the view beyond the picture's edge, as the finder's own padding.
_GREY: Final = (114, 114, 114)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A turned, enlarged part of a picture.

    Attributes:
        matrix: ``(2, 3)`` float64, from the picture's pixels to the view's.
        size: width and height of the view in pixels.
        zoom: pixels of the view per pixel of the picture.
        long_side: of the picture in pixels.
    """

    matrix: NDArray[np.float64]
    size: tuple[int, int]
    zoom: float
    long_side: int


def find_well(
    network: Network,
    image: NDArray[np.uint8],
    settings: FinderSettings,
    detail: float = 1.0,
    sharper: Callable[[int], NDArray[np.uint8]] | None = None,
) -> list[Found]:
    """Find the tiles of a picture, and look again where that pays.

    Args:
        network: the finder.
        image: ``(h, w, 3)`` uint8 RGB.
        settings: thresholds.
        detail: pixels that the photo has per pixel of the picture.
        sharper: gives the picture with a long side of at least as many pixels as asked for, where ``detail`` allows.

    Returns:
        The tiles, the surest first, boxes in pixels of the picture.
    """
    found = find(network, image, settings)
    height, width = image.shape[:2]
    view = closer(found, (height, width), detail, settings)
    if view is None:
        return found
    clear = sharper(round(view.long_side * view.zoom)) if sharper and view.zoom > 1 and detail > 1 else image
    return look_again(network, clear, found, view, settings)


def closer(found: Sequence[Found], shape: tuple[int, int], detail: float, settings: FinderSettings) -> View | None:
    """Decide whether a picture is worth a second look, and from where.

    Args:
        found: what the first look found, boxes in pixels of the picture.
        shape: the picture's height and width in pixels.
        detail: pixels that the photo has per pixel of the picture: how far enlarging shows more.
        settings: when tiles are turned or narrow.

    Returns:
        The view in which most tiles stand upright and are wide enough; None where the first look will do.
    """
    if len(found) < _FEW:
        return None
    boxes = np.stack([one.box for one in found]).astype(np.float64)
    weights = np.array([one.score for one in found])
    turn, agreed = _turn(boxes, weights)
    turned = agreed >= settings.agreed and abs(np.degrees(turn)) >= settings.turned
    turn = turn if turned else 0.0
    width = float(np.median(np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)))
    first = settings.size / max(shape)
    zoom = first
    if width * first < settings.narrow:
        zoom = max(first, min(settings.wide / width, detail))
    cos, sin = np.cos(turn), np.sin(turn)
    rotation = np.array([[cos, sin], [-sin, cos]])
    corners = boxes.reshape(-1, 2) @ rotation.T
    low, high = corners.min(axis=0) - 2 * width, corners.max(axis=0) + 2 * width
    zoom = min(zoom, settings.largest / float((high - low).max()))
    if not turned and zoom < _WORTH * first:
        return None
    size = tuple(int(side) for side in np.ceil((high - low) * zoom))
    return View(np.hstack([rotation * zoom, -low[:, None] * zoom]), (size[0], size[1]), zoom, max(shape))


def _turn(boxes: NDArray[np.float64], weights: NDArray[np.float64]) -> tuple[float, float]:
    """How most tiles are turned from upright, in radians, -90 to 90 degrees, and how far they agree, 0 to 1."""
    across = boxes[:, 1] - boxes[:, 0]
    angles = np.arctan2(across[:, 1], across[:, 0])
    # Four times the angle is the same for tiles that stand and tiles that lie on their sides.
    common = (weights * np.exp(4j * angles)).sum() / weights.sum()
    quarter = float(np.angle(common) / 4)
    sideways = (weights * np.abs(np.sin(angles - quarter))).sum() > (weights * np.abs(np.cos(angles - quarter))).sum()
    turn = quarter + (np.pi / 2 if sideways and quarter <= 0 else -np.pi / 2 if sideways else 0.0)
    return turn, float(abs(common))


def look_again(
    network: Network, image: NDArray[np.uint8], first: list[Found], view: View, settings: FinderSettings
) -> list[Found]:
    """Find the tiles in a view of a picture.

    Args:
        network: the finder.
        image: ``(h, w, 3)`` uint8 RGB: the picture that the view was made for, or a sharper copy of it.
        first: what the first look found, boxes in pixels of that picture.
        view: which part, and how.
        settings: thresholds.

    Returns:
        What the view shows, boxes in pixels of the picture; ``first`` where the view shows less of it.
    """
    from_image = view.matrix.copy()
    from_image[:, :2] /= max(image.shape[:2]) / view.long_side
    seen = cv2.warpAffine(image, from_image, view.size, flags=cv2.INTER_LINEAR, borderValue=_GREY)
    found = find(network, np.asarray(seen, dtype=np.uint8), replace(settings, size=max(view.size)))
    if sum(one.score for one in found) < settings.trust * sum(one.score for one in first):
        return first
    back = cv2.invertAffineTransform(view.matrix)
    return [replace(one, box=(one.box @ back[:, :2].T + back[:, 2]).astype(np.float32)) for one in found]

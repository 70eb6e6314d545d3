"""A second look at tiles that lie turned or small in a photo: the detector sees them again upright and larger."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detector import DetectorSettings, Found, find
from hu.vision.onnx import Network
from hu.vision.photo import Photo

#: Fewer tiles do not tell how a hand lies.
_FEW: Final = 3
#: Enlarging by less than this is not worth a second look.
_WORTH: Final = 1.15
#: Tiles found farther than this outside of those that a closer look was for, in tile widths, tell of more beyond.
_BEYOND: Final = 0.6
#: So many closer looks are taken, each at all that was found so far, before the whole picture is looked at thoroughly.
_LOOKS: Final = 2
#: What fills the view beyond the picture's edge, as the detector's own padding.
_GREY: Final = (114, 114, 114)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A turned, enlarged part of a picture.

    Attributes:
        matrix: ``(2, 3)`` float64, from the picture's pixels to the view's.
        size: width and height of the view in pixels.
        zoom: pixels of the view per pixel of the picture.
        turned: whether the view is.
        tile_width: how wide most tiles are in the picture, in pixels.
        inner: ``(2, 2)`` float64, the upper left and lower right corner of what the tiles take of the view, in pixels.
        long_side: of the picture in pixels.
    """

    matrix: NDArray[np.float64]
    size: tuple[int, int]
    zoom: float
    turned: bool
    tile_width: float
    inner: NDArray[np.float64]
    long_side: int


def find_well(network: Network, photo: Photo, settings: DetectorSettings) -> list[Found]:
    """Find the tiles of a photo: roughly first, then closely where they lie.

    Where few tiles are found roughly, or fewer closely, the whole picture is looked at thoroughly, and closer still if
    that shows turned or narrow tiles.

    Args:
        network: the detector.
        photo: the photo.
        settings: thresholds.

    Returns:
        What may be tiles, boxes in pixels of the photo's image; the reader tells which are.
    """
    image, shape = photo.image, photo.image.shape[:2]
    hints = find(network, image, replace(settings, score=settings.hint), settings.rough) if settings.rough else []
    strong = [one for one in hints if one.score >= settings.score]
    for _ in range(_LOOKS):
        view = around(hints, shape, photo.detail, settings)
        # Of tiles that are hardly seen others are not seen at all.
        if view is None or view.tile_width * settings.rough < settings.least * max(shape):
            break
        near = look_again(network, _clear(photo, view), view, settings)
        if near.complete and near.trusted(strong, settings):
            return near.found
        hints = [*hints, *near.found]
    found = find(network, image, settings.proposing)
    sure = [one for one in found if one.score >= settings.score]
    view = closer(sure, shape, photo.detail, settings)
    if view is None:
        return found
    near = look_again(network, _clear(photo, view), view, settings)
    return near.found if near.trusted(sure, settings) else found


def find_anew(
    network: Network, photo: Photo, known: Sequence[Found], settings: DetectorSettings
) -> Iterator[list[Found]]:
    """Find the tiles of a photo again, seen larger or smaller, for when what was found makes no sense.

    Args:
        network: the detector.
        photo: the photo.
        known: what was found, boxes in pixels of its image.
        settings: thresholds, and how often to look again.

    Yields:
        What may be tiles, a list for each look; none where there is too little to look at.
    """
    for factor in settings.anew:
        view = around(known, photo.image.shape[:2], photo.detail, replace(settings, wide=settings.wide * factor))
        if view is not None:
            yield look_again(network, _clear(photo, view), view, settings).found


def closer(found: Sequence[Found], shape: tuple[int, int], detail: float, settings: DetectorSettings) -> View | None:
    """Decide whether a picture is worth another look after a thorough one, and from where.

    Args:
        found: what was found, boxes in pixels of the picture.
        shape: the picture's height and width in pixels.
        detail: pixels that the photo has per pixel of the picture: how far enlarging shows more.
        settings: when tiles are turned or narrow.

    Returns:
        The view in which most tiles stand upright and are wide enough; None where there is no need for it.
    """
    view = around(found, shape, detail, settings)
    first = settings.size / max(shape)
    if view is None or not (view.turned or (view.tile_width * first < settings.narrow and view.zoom >= _WORTH * first)):
        return None
    return view


def around(hints: Sequence[Found], shape: tuple[int, int], detail: float, settings: DetectorSettings) -> View | None:
    """The view in which most tiles stand upright and are as wide as they should be; None for too few tiles.

    Args:
        hints: what was found, boxes in pixels of the picture.
        shape: the picture's height and width in pixels.
        detail: pixels that the photo has per pixel of the picture: how far enlarging shows more.
        settings: how wide, and when tiles are turned.
    """
    if len(hints) < _FEW:
        return None
    boxes = np.stack([one.box for one in hints]).astype(np.float64)
    turn, agreed = _turn(boxes, np.array([one.score for one in hints]))
    turned = agreed >= settings.agreed and bool(abs(np.degrees(turn)) >= settings.turned)
    turn = turn if turned else 0.0
    width = float(np.median(np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)))
    cos, sin = np.cos(turn), np.sin(turn)
    rotation = np.array([[cos, sin], [-sin, cos]])
    corners = boxes.reshape(-1, 2) @ rotation.T
    inner = np.stack([corners.min(axis=0), corners.max(axis=0)])
    low, high = inner[0] - settings.margin * width, inner[1] + settings.margin * width
    if not turned:
        low, high = np.maximum(low, 0), np.minimum(high, shape[::-1])
    zoom = min(settings.wide / width, max(detail, settings.size / max(shape)), settings.largest / (high - low).max())
    across, down = (int(side) for side in np.ceil((high - low) * zoom))
    matrix = np.hstack([rotation * zoom, -low[:, None] * zoom])
    return View(matrix, (across, down), float(zoom), turned, width, (inner - low) * zoom, max(shape))


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


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a closer look found.

    Attributes:
        found: the tiles, boxes in pixels of the picture.
        complete: whether all of them lie about where tiles were known to lie; else there may be more beyond the view.
    """

    found: list[Found]
    complete: bool

    def trusted(self, first: Sequence[Found], settings: DetectorSettings) -> bool:
        """Whether next to nothing that was found before was lost."""
        sure = sum(one.score for one in self.found if one.score >= settings.score)
        return sure >= settings.trust * sum(one.score for one in first)


def look_again(network: Network, image: NDArray[np.uint8], view: View, settings: DetectorSettings) -> Look:
    """Find the tiles in a view of a picture.

    Args:
        network: the detector.
        image: ``(h, w, 3)`` uint8 RGB: the picture that the view was made for, or a sharper copy of it.
        view: which part, and how.
        settings: thresholds.
    """
    found = find(network, shown(image, view), settings.proposing, max(view.size))
    back = cv2.invertAffineTransform(view.matrix)
    return Look(
        [replace(one, box=(one.box @ back[:, :2].T + back[:, 2]).astype(np.float32)) for one in found],
        not any(_beyond(one, view) for one in found if one.score >= settings.score),
    )


def _clear(photo: Photo, view: View) -> NDArray[np.uint8]:
    """The photo's image, sharper where a view of it shows more."""
    if view.zoom <= 1:
        return photo.image
    return photo.at_least(round(view.long_side * view.zoom)).image


def shown(image: NDArray[np.uint8], view: View) -> NDArray[np.uint8]:
    """``(h, w, 3)`` what a view shows of the picture or a sharper copy of it."""
    matrix = view.matrix.copy()
    matrix[:, :2] /= max(image.shape[:2]) / view.long_side
    shrink = float(np.linalg.norm(matrix[:, 0]))
    if shrink < 1:
        # Only the part that shows is made small, and every pixel of it counts.
        corners = np.array([[0, 0], [view.size[0], 0], view.size, [0, view.size[1]]], np.float64)
        back = cv2.invertAffineTransform(matrix)
        there = corners @ back[:, :2].T + back[:, 2]
        low = np.clip(np.floor(there.min(axis=0)), 0, np.array(image.shape[1::-1]) - 1).astype(int)
        high = np.maximum(np.ceil(there.max(axis=0)).astype(int), low + 1)
        part = image[low[1] : high[1], low[0] : high[0]]
        size = [max(1, round(side * shrink)) for side in part.shape[1::-1]]
        factor = np.array(part.shape[1::-1]) / size
        image = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        matrix[:, 2] += matrix[:, :2] @ low
        matrix[:, :2] *= factor
    seen = cv2.warpAffine(image, matrix, view.size, flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return np.asarray(seen, dtype=np.uint8)


def _beyond(one: Found, view: View) -> bool:
    """Whether a tile, seen in a view, lies where the first look had none."""
    width = float(np.linalg.norm(one.box[1] - one.box[0]))
    middle = one.box.mean(axis=0)
    outside = np.maximum(view.inner[0] - middle, middle - view.inner[1])
    return bool(outside.max() > _BEYOND * width)

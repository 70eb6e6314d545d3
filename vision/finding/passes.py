"""Passes of the detector over a photo: a coarse one, fine ones that show the tiles upright and larger, and retries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.detector import PADDING, DetectorSettings, Outline, detect_outlines
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import Photo
from hu.vision.photo.pixels import shrunk

#: Fewer tiles do not show how a hand lies.
_FEW: Final = 3
#: Enlarging by less than this is not worth another pass.
_WORTH: Final = 1.15
#: Tiles detected farther than this outside the tiles that a fine pass was for, in tile widths, suggest more beyond.
_BEYOND: Final = 0.6
#: This many fine passes, each over everything detected so far, come before a pass over the whole photo.
_FINE_PASSES: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class FineView:
    """A turned, enlarged part of a picture."""

    matrix: NDArray[np.float64]  # ``(2, 3)`` float64, from the picture's pixels to the view's
    size: tuple[int, int]  # width and height of the view in pixels
    zoom: float  # pixels of the view per pixel of the picture
    turned: bool  # whether the view is
    tile_width: float  # how wide most tiles are in the picture, in pixels
    # ``(2, 2)`` float64, upper left and lower right corner of the tiles, in pixels of the view.
    inner: NDArray[np.float64]
    long_side: int  # of the picture in pixels


def detect_in_passes(network: Network, photo: Photo, settings: DetectorSettings) -> list[Outline]:
    """Detect the tiles of a photo: a coarse pass, then a fine one where they lie.

    Where the coarse pass shows few tiles, or the fine one fewer, a pass over the whole photo follows, and a fine one if
    that shows turned or narrow tiles.

    Returns:
        What may be tiles, boxes in pixels of the photo's image; the classifier tells which are.
    """
    image, shape = photo.image, photo.image.shape[:2]
    hints = (
        detect_outlines(
            network, image, replace(settings, min_score=settings.hint_score), settings.coarse_px
        )
        if settings.coarse_px
        else []
    )
    strong = [outline for outline in hints if outline.score >= settings.min_score]
    for _ in range(_FINE_PASSES):
        view = view_around(hints, shape, photo.detail, settings)
        # Where tiles are this narrow, others were missed altogether.
        if view is None or view.tile_width * settings.coarse_px < settings.coarse_tile_px * max(
            shape
        ):
            break
        near = fine_pass(network, _clear(photo, view), view, settings)
        if near.complete and near.is_trusted(strong, settings):
            return near.found
        hints = [*hints, *near.found]
    found = detect_outlines(network, image, settings.proposing)
    confident = [outline for outline in found if outline.score >= settings.min_score]
    view = fine_view(confident, shape, photo.detail, settings)
    if view is None:
        return found
    near = fine_pass(network, _clear(photo, view), view, settings)
    return near.found if near.is_trusted(confident, settings) else found


def detect_at_scale(
    network: Network,
    photo: Photo,
    known: Sequence[Outline],
    settings: DetectorSettings,
    scale: float,
) -> list[Outline] | None:
    """Detect the tiles of a photo again at another scale, because the first detections form no plausible hand.

    Args:
        network: the detector.
        photo: the photo, decoded.
        known: the first detections, boxes in pixels of the photo's image.
        settings: the detector's settings.
        scale: how many times as wide the pass shows the tiles as the first fine pass did.

    Returns:
        Outlines that may be tiles, boxes in pixels of the photo's image. None if ``known`` has too few tiles to show
        where to look.
    """
    scaled_settings = replace(settings, fine_tile_px=settings.fine_tile_px * scale)
    view = view_around(known, photo.image.shape[:2], photo.detail, scaled_settings)
    if view is None:
        return None
    return fine_pass(network, _clear(photo, view), view, settings).found


def fine_view(
    found: Sequence[Outline], shape: tuple[int, int], detail: float, settings: DetectorSettings
) -> FineView | None:
    """The view of a fine pass after a pass over the whole photo; None where tiles were upright and wide enough."""
    view = view_around(found, shape, detail, settings)
    first = settings.full_px / max(shape)
    if view is None or not (
        view.turned
        or (view.tile_width * first < settings.enlarge_below_px and view.zoom >= _WORTH * first)
    ):
        return None
    return view


def view_around(
    hints: Sequence[Outline], shape: tuple[int, int], detail: float, settings: DetectorSettings
) -> FineView | None:
    """The view in which most tiles stand upright and are as wide as they should be; None for too few tiles.

    ``shape`` is the picture's height and width; enlarging shows more up to ``detail`` pixels for one of the picture.
    """
    if len(hints) < _FEW:
        return None
    boxes = np.stack([outline.box for outline in hints]).astype(np.float64)
    weights, tops = np.array([outline.score for outline in hints]), boxes[:, 1] - boxes[:, 0]
    angles = np.arctan2(tops[:, 1], tops[:, 0])
    # Tiles that stand and tiles on their sides have the same angle times four.
    common = (weights * np.exp(4j * angles)).sum() / weights.sum()
    turn = float(np.angle(common) / 4)
    if (weights * np.abs(np.sin(angles - turn))).sum() > (
        weights * np.abs(np.cos(angles - turn))
    ).sum():
        turn += np.pi / 2 if turn <= 0 else -np.pi / 2
    turned = bool(
        abs(common) >= settings.min_agreement and abs(np.degrees(turn)) >= settings.rotate_above_deg
    )
    turn = turn if turned else 0.0
    width = float(np.median(np.linalg.norm(tops, axis=1)))
    cos, sin = np.cos(turn), np.sin(turn)
    rotation = np.array([[cos, sin], [-sin, cos]])
    corners = boxes.reshape(-1, 2) @ rotation.T
    inner = np.stack([corners.min(axis=0), corners.max(axis=0)])
    low, high = (
        inner[0] - settings.margin_tile_widths * width,
        inner[1] + settings.margin_tile_widths * width,
    )
    if not turned:
        low, high = np.maximum(low, 0), np.minimum(high, shape[::-1])
    zoom = min(
        settings.fine_tile_px / width,
        max(detail, settings.full_px / max(shape)),
        settings.fine_px / (high - low).max(),
    )
    across, down = (int(side) for side in np.ceil((high - low) * zoom))
    matrix = np.hstack([rotation * zoom, -low[:, None] * zoom])
    return FineView(
        matrix, (across, down), float(zoom), turned, width, (inner - low) * zoom, max(shape)
    )


@dataclass(frozen=True, slots=True, eq=False)
class FinePass:
    """The result of a fine pass."""

    found: list[Outline]  # the outlines, boxes in pixels of the picture
    complete: bool  # whether all lie about where tiles were known to lie; if not, there may be more beyond the view

    def is_trusted(self, first: Sequence[Outline], settings: DetectorSettings) -> bool:
        """Whether most of what an earlier pass detected was found again."""
        confident = sum(
            outline.score for outline in self.found if outline.score >= settings.min_score
        )
        return confident >= settings.trusted_share * sum(outline.score for outline in first)


def fine_pass(
    network: Network, image: NDArray[np.uint8], view: FineView, settings: DetectorSettings
) -> FinePass:
    """Detect the tiles in a view of a picture, or of a sharper copy of that; ``image`` is ``(h, w, 3)`` uint8 RGB."""
    found = detect_outlines(network, render_view(image, view), settings.proposing, max(view.size))
    complete = True
    for outline in found:
        middle, width = (
            outline.box.mean(axis=0),
            float(np.linalg.norm(outline.box[1] - outline.box[0])),
        )
        outside = np.maximum(view.inner[0] - middle, middle - view.inner[1])
        # A tile lies where the earlier pass had none.
        if outline.score >= settings.min_score and outside.max() > _BEYOND * width:
            complete = False
    back = cv2.invertAffineTransform(view.matrix)
    return FinePass(
        [
            replace(outline, box=(outline.box @ back[:, :2].T + back[:, 2]).astype(np.float32))
            for outline in found
        ],
        complete,
    )


def _clear(photo: Photo, view: FineView) -> NDArray[np.uint8]:
    """The photo's image, sharper where a view of it shows more."""
    if view.zoom <= 1:
        return photo.image
    return photo.at_least(round(view.long_side * view.zoom)).image


def render_view(image: NDArray[np.uint8], view: FineView) -> NDArray[np.uint8]:
    """``(h, w, 3)`` the view of the picture or of a sharper copy of it."""
    matrix = view.matrix.copy()
    matrix[:, :2] /= max(image.shape[:2]) / view.long_side
    shrink = float(np.linalg.norm(matrix[:, 0]))
    if shrink < 1:
        # Only the visible part is reduced, by averaging, so that every pixel of it counts.
        corners = np.array([[0, 0], [view.size[0], 0], view.size, [0, view.size[1]]], np.float64)
        back = cv2.invertAffineTransform(matrix)
        there = corners @ back[:, :2].T + back[:, 2]
        low = np.clip(np.floor(there.min(axis=0)), 0, np.array(image.shape[1::-1]) - 1).astype(int)
        high = np.maximum(np.ceil(there.max(axis=0)).astype(int), low + 1)
        part = image[low[1] : high[1], low[0] : high[0]]
        size = [max(1, round(side * shrink)) for side in part.shape[1::-1]]
        factor = np.array(part.shape[1::-1]) / size
        image = shrunk(part, (size[0], size[1]))
        matrix[:, 2] += matrix[:, :2] @ low
        matrix[:, :2] *= factor
    seen = cv2.warpAffine(
        image, matrix, view.size, flags=cv2.INTER_LINEAR, borderValue=(PADDING,) * 3
    )
    return np.asarray(seen, dtype=np.uint8)

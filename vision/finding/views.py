"""Views of a photo for the detector's fine passes: turned and enlarged parts of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import Floats
from hu.vision.networks.detector import PADDING, DetectorSettings, Outline
from hu.vision.photo.pixels import shrunk

#: Fewer tiles do not show how a hand lies.
_FEWEST_TILES: Final = 3
#: Enlarging by less than this is not worth another pass.
_WORTH: Final = 1.15


@dataclass(frozen=True, slots=True, eq=False)
class FineView:
    """A turned, enlarged part of a picture.

    Attributes:
        matrix: ``(2, 3)`` float64, from the picture's pixels to the view's.
        size: width and height of the view in pixels.
        zoom: pixels of the view per pixel of the picture.
        turned: whether the view is turned.
        tile_width: how wide most tiles are in the picture, in pixels.
        tile_bounds: ``(2, 2)`` float64, upper left and lower right corner of the tiles, in pixels
            of the view.
        long_side: the long side of the picture in pixels.
    """

    matrix: Floats
    size: tuple[int, int]
    zoom: float
    turned: bool
    tile_width: float
    tile_bounds: Floats
    long_side: int


def view_around(
    hints: Sequence[Outline], shape: tuple[int, int], detail: float, settings: DetectorSettings
) -> FineView | None:
    """Choose the view in which most tiles are upright and as wide as they should be.

    Args:
        hints: the tiles detected so far, boxes in pixels of the picture.
        shape: the picture's height and width in pixels.
        detail: how many pixels of the photo can be decoded for each pixel of the picture, along
            each side.
        settings: the wanted width of tiles, margins and limits.

    Returns:
        The view, or None if there are too few tiles.
    """
    if len(hints) < _FEWEST_TILES:
        return None
    boxes = np.stack([outline.box for outline in hints]).astype(np.float64)
    weights = np.array([outline.score for outline in hints])
    top_edges = boxes[:, 1] - boxes[:, 0]
    common_angle = _common_angle(top_edges, weights, settings)
    is_turned = common_angle is not None
    angle = 0.0 if common_angle is None else common_angle
    tile_width = float(np.median(np.linalg.norm(top_edges, axis=1)))

    # The corners of the tiles in the turned picture, and of the view around them. The rotation
    # makes vectors at the common angle horizontal.
    cosine = np.cos(angle)
    sine = np.sin(angle)
    rotation = np.array([[cosine, sine], [-sine, cosine]])
    corners = boxes.reshape(-1, 2) @ rotation.T
    tile_bounds = np.stack([corners.min(axis=0), corners.max(axis=0)])
    margin = settings.margin_tile_widths * tile_width
    low = tile_bounds[0] - margin
    high = tile_bounds[1] + margin
    if not is_turned:
        low = np.maximum(low, 0)
        high = np.minimum(high, shape[::-1])

    # Tiles get the wanted width, unless the photo has fewer pixels or the view would be too large.
    wanted_zoom = settings.fine_tile_px / tile_width
    most_detailed_zoom = max(detail, settings.full_px / max(shape))
    largest_zoom = settings.fine_px / (high - low).max()
    zoom = min(wanted_zoom, most_detailed_zoom, largest_zoom)
    width, height = np.ceil((high - low) * zoom)
    return FineView(
        matrix=np.hstack([rotation * zoom, -low[:, None] * zoom]),
        size=(int(width), int(height)),
        zoom=float(zoom),
        turned=is_turned,
        tile_width=tile_width,
        tile_bounds=(tile_bounds - low) * zoom,
        long_side=max(shape),
    )


def _common_angle(top_edges: Floats, weights: Floats, settings: DetectorSettings) -> float | None:
    """Find the angle at which most tiles are upright, in radians.

    Args:
        top_edges: ``(n, 2)`` float64 pixels: the top edges of the tiles.
        weights: ``(n,)`` float64.
        settings: how far tiles must be turned, and how far they must agree.

    Returns:
        From -pi to pi. None if the tiles are upright, or do not agree.
    """
    angles = np.arctan2(top_edges[:, 1], top_edges[:, 0])
    # Upright tiles and sideways tiles have the same angle times four.
    common = (weights * np.exp(4j * angles)).sum() / weights.sum()
    angle = float(np.angle(common) / 4)
    sideways = (weights * np.abs(np.sin(angles - angle))).sum()
    upright = (weights * np.abs(np.cos(angles - angle))).sum()
    if sideways > upright:
        angle += np.pi / 2 if angle <= 0 else -np.pi / 2
    agree = abs(common) >= settings.min_agreement
    are_turned = abs(np.degrees(angle)) >= settings.rotate_above_deg
    return angle if agree and are_turned else None


def fine_view(
    outlines: Sequence[Outline], shape: tuple[int, int], detail: float, settings: DetectorSettings
) -> FineView | None:
    """Choose the view of a fine pass after a pass over the whole photo.

    Arguments as for ``view_around``.

    Returns:
        None if the tiles were upright and wide enough.
    """
    view = view_around(outlines, shape, detail, settings)
    if view is None:
        return None
    full_zoom = settings.full_px / max(shape)
    were_narrow = view.tile_width * full_zoom < settings.enlarge_below_px
    is_larger = view.zoom >= _WORTH * full_zoom
    if view.turned or (were_narrow and is_larger):
        return view
    return None


def render_view(image: NDArray[np.uint8], view: FineView) -> NDArray[np.uint8]:
    """Render a view of a picture.

    Args:
        image: ``(h, w, 3)`` uint8 RGB: the picture, or a sharper copy of it.
        view: the part to show.

    Returns:
        ``(h, w, 3)`` uint8 RGB of the view's size.
    """
    matrix = view.matrix.copy()
    matrix[:, :2] /= max(image.shape[:2]) / view.long_side
    shrink = float(np.linalg.norm(matrix[:, 0]))
    if shrink < 1:
        image, matrix = _shrink_visible_part(image, matrix, view.size, shrink)
    rendered = cv2.warpAffine(
        image, matrix, view.size, flags=cv2.INTER_LINEAR, borderValue=(PADDING,) * 3
    )
    return np.asarray(rendered, dtype=np.uint8)


def _shrink_visible_part(
    image: NDArray[np.uint8], matrix: Floats, size: tuple[int, int], shrink: float
) -> tuple[NDArray[np.uint8], Floats]:
    """Shrink the visible part of a picture by averaging, so that every pixel of it counts.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        matrix: ``(2, 3)`` float64, from the picture's pixels to the view's.
        size: width and height of the view in pixels.
        shrink: pixels of the view per pixel of the picture, less than 1.

    Returns:
        The smaller picture, and the matrix from its pixels to the view's.
    """
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float64)
    to_image = cv2.invertAffineTransform(matrix)
    corners = corners @ to_image[:, :2].T + to_image[:, 2]
    low = np.clip(np.floor(corners.min(axis=0)), 0, np.array([width, height]) - 1).astype(int)
    high = np.maximum(np.ceil(corners.max(axis=0)).astype(int), low + 1)
    part = image[low[1] : high[1], low[0] : high[0]]
    part_height, part_width = part.shape[:2]
    new_width = max(1, round(part_width * shrink))
    new_height = max(1, round(part_height * shrink))
    matrix = matrix.copy()
    matrix[:, 2] += matrix[:, :2] @ low
    matrix[:, :2] *= np.array([part_width / new_width, part_height / new_height])
    return shrunk(part, (new_width, new_height)), matrix

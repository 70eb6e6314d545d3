"""Views of a photo for the detector's fine passes: turned and enlarged parts of it.

Three sizes in pixels occur. The *picture* is the photo's image as it was decoded, and boxes are in
its pixels. A sharper *image* of the same photo may have more pixels. The *view* is what the
detector sees.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import Floats
from hu.vision.networks.detector import PADDING, DetectorSettings, Outline
from hu.vision.photo.pixels import shrink

#: A view is chosen by at least this many tiles. Fewer do not show how a hand lies.
_FEWEST_TILES: Final = 3
#: Another pass is worth its time only if it shows tiles at least this many times as wide.
_LEAST_ENLARGEMENT: Final = 1.15


@dataclass(frozen=True, slots=True, eq=False)
class FineView:
    """A turned, enlarged part of a picture.

    Attributes:
        matrix: ``(2, 3)`` float64: the affine map that takes a point of the picture to a point of
            the view, both in pixels.
        size: width and height of the view in pixels.
        zoom: pixels of the view per pixel of the picture, along each side.
        is_turned: whether the view is turned against the picture.
        tile_width: how wide most tiles are in the picture, in pixels.
        tile_bounds: ``(2, 2)`` float64: the upper left and the lower right corner of the smallest
            rectangle around the tiles, in pixels of the view.
        long_side: the long side of the picture in pixels.
    """

    matrix: Floats
    size: tuple[int, int]
    zoom: float
    is_turned: bool
    tile_width: float
    tile_bounds: Floats
    long_side: int


def view_around(
    hints: Sequence[Outline], shape: tuple[int, int], detail: float, settings: DetectorSettings
) -> FineView | None:
    """Choose the view in which most tiles are upright and have the wanted width.

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

    # Turn the picture so that edges at the common angle become horizontal.
    cosine = np.cos(angle)
    sine = np.sin(angle)
    rotation = np.array([[cosine, sine], [-sine, cosine]])
    # The corners of all tiles in the turned picture, and the smallest rectangle around them.
    corners = boxes.reshape(-1, 2) @ rotation.T
    tile_bounds = np.stack([corners.min(axis=0), corners.max(axis=0)])
    # The upper left and the lower right corner of the view, in the turned picture.
    margin = settings.margin_tile_widths * tile_width
    low = tile_bounds[0] - margin
    high = tile_bounds[1] + margin
    if not is_turned:
        # The view has the directions of the picture, so it can end at the picture's edges.
        low = np.maximum(low, 0)
        high = np.minimum(high, shape[::-1])

    # The zoom gives tiles the wanted width. It is less if the photo does not have as many pixels,
    # or if the view would be too large.
    zoom_for_tiles = settings.fine_tile_px / tile_width
    # A small photo may be enlarged as far as a pass over the whole photo enlarges it.
    zoom_for_detail = max(detail, settings.full_px / max(shape))
    zoom_for_size = settings.fine_px / (high - low).max()
    zoom = min(zoom_for_tiles, zoom_for_detail, zoom_for_size)
    width, height = np.ceil((high - low) * zoom)
    return FineView(
        # A point of the picture is turned, then shifted so that ``low`` becomes the view's upper
        # left corner, and then enlarged.
        matrix=np.hstack([rotation * zoom, -low[:, None] * zoom]),
        size=(int(width), int(height)),
        zoom=float(zoom),
        is_turned=is_turned,
        tile_width=tile_width,
        tile_bounds=(tile_bounds - low) * zoom,
        long_side=max(shape),
    )


def _common_angle(top_edges: Floats, weights: Floats, settings: DetectorSettings) -> float | None:
    """Find by which angle most tiles are turned in the picture, in radians.

    Args:
        top_edges: ``(n, 2)`` float64 pixels: the top edges of the tiles.
        weights: ``(n,)`` float64: how much each tile counts.
        settings: how far tiles must be turned, and how far they must agree.

    Returns:
        The angle of their top edges, from -pi / 2 to pi / 2. Positive if they are turned clockwise.
        None if the tiles are nearly upright, or do not agree.
    """
    angles = np.arctan2(top_edges[:, 1], top_edges[:, 0])
    # An upright tile and a sideways tile differ by a quarter turn. Four times their angles differ
    # by a full turn, so they are the same direction. The mean of these directions, each of length
    # 1, has the length 1 if all tiles agree, and is shorter the less they agree.
    mean_direction = (weights * np.exp(4j * angles)).sum() / weights.sum()
    tiles_agree = abs(mean_direction) >= settings.min_agreement
    angle = float(np.angle(mean_direction) / 4)
    # The angle may be off by a quarter turn: most tiles may be sideways at this angle. If so, take
    # the angle at which they are upright.
    sideways_weight = (weights * np.abs(np.sin(angles - angle))).sum()
    upright_weight = (weights * np.abs(np.cos(angles - angle))).sum()
    if sideways_weight > upright_weight:
        # Turn it by a quarter, towards the other end of -pi / 2 to pi / 2.
        if angle <= 0:
            angle += np.pi / 2
        else:
            angle -= np.pi / 2
    are_turned = abs(np.degrees(angle)) >= settings.rotate_above_deg
    return angle if tiles_agree and are_turned else None


def fine_view(
    outlines: Sequence[Outline], shape: tuple[int, int], detail: float, settings: DetectorSettings
) -> FineView | None:
    """Choose the view of a fine pass after a pass over the whole photo.

    Args:
        outlines: the tiles detected in that pass, boxes in pixels of the picture.
        shape: the picture's height and width in pixels.
        detail: how many pixels of the photo can be decoded for each pixel of the picture, along
            each side.
        settings: the wanted width of tiles, margins and limits.

    Returns:
        The view. None if the tiles are too few, or if a fine pass would show them no better.
    """
    view = view_around(outlines, shape, detail, settings)
    if view is None:
        return None
    # Pixels of that pass per pixel of the picture.
    full_zoom = settings.full_px / max(shape)
    were_narrow = view.tile_width * full_zoom < settings.enlarge_below_px
    is_larger = view.zoom >= _LEAST_ENLARGEMENT * full_zoom
    if view.is_turned or (were_narrow and is_larger):
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
    # The image has this many pixels for each pixel of the picture, along each side. The view's
    # matrix takes points of the picture. Make a matrix that takes points of the image.
    image_scale = max(image.shape[:2]) / view.long_side
    matrix = view.matrix.copy()
    matrix[:, :2] /= image_scale
    # A step of one pixel to the right in the image becomes the matrix's first column in the view.
    # Its length is the number of pixels of the view per pixel of the image.
    zoom = float(np.linalg.norm(matrix[:, 0]))
    if zoom < 1:
        image, matrix = _shrink_visible_part(image, matrix, view.size, zoom)
    rendered = cv2.warpAffine(
        image, matrix, view.size, flags=cv2.INTER_LINEAR, borderValue=(PADDING,) * 3
    )
    return np.asarray(rendered, dtype=np.uint8)


def _shrink_visible_part(
    image: NDArray[np.uint8], matrix: Floats, view_size: tuple[int, int], zoom: float
) -> tuple[NDArray[np.uint8], Floats]:
    """Shrink the visible part of an image by averaging, so that every pixel of it counts.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        matrix: ``(2, 3)`` float64: the affine map from points of the image to points of the view.
        view_size: width and height of the view in pixels.
        zoom: pixels of the view per pixel of the image, less than 1.

    Returns:
        The smaller image, and the affine map from its points to points of the view.
    """
    # The corners of the view, in pixels of the image.
    view_width, view_height = view_size
    corners_in_view = np.array(
        [[0, 0], [view_width, 0], [view_width, view_height], [0, view_height]], np.float64
    )
    to_image = cv2.invertAffineTransform(matrix)
    corners = corners_in_view @ to_image[:, :2].T + to_image[:, 2]
    # The smallest upright rectangle of whole pixels around them. It ends at the image's edges, and
    # has at least one pixel.
    height, width = image.shape[:2]
    last_pixel = np.array([width, height]) - 1
    low = np.clip(np.floor(corners.min(axis=0)), 0, last_pixel).astype(int)
    high = np.maximum(np.ceil(corners.max(axis=0)).astype(int), low + 1)
    left, top = low
    right, bottom = high
    part = image[top:bottom, left:right]

    part_height, part_width = part.shape[:2]
    new_width = max(1, round(part_width * zoom))
    new_height = max(1, round(part_height * zoom))
    # The new map has three steps: a point of the smaller image is enlarged to a point of the part,
    # shifted by ``low`` to its place in the image, and then mapped by the old matrix.
    new_matrix = matrix.copy()
    new_matrix[:, 2] += matrix[:, :2] @ low
    new_matrix[:, :2] *= np.array([part_width / new_width, part_height / new_height])
    return shrink(part, (new_width, new_height)), new_matrix

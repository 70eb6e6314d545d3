"""Passes of the detector over a photo: a coarse pass, fine passes over the tiles, and retries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.finding.views import FineView, fine_view, render_view, view_around
from hu.vision.geometry import Floats, bounding_box, iou
from hu.vision.networks.detector import DetectorSettings, Outline, detect_outlines
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import Photo, decode_larger

#: A fine pass shows a part of the photo around the tiles detected so far. If it detects a tile that
#: is more than this many tile widths outside of this part, there may be more tiles beyond.
_BEYOND_DISTANCE: Final = 0.6
#: Outlines at two scales show the same tile if the IoU of their bounding boxes is at least this. In
#: 15 looks again at training photos the least IoU was 0.84 or more in six, whose readings stayed
#: the same, and below 0.1 in the others.
_SAME_IOU: Final = 0.8
#: After this many fine passes that are not trusted or not complete, a pass over the whole photo
#: follows.
_FINE_PASSES: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class FinePass:
    """The result of a fine pass.

    Attributes:
        outlines: the outlines that may be tiles, clear or not, boxes in pixels of the picture.
        is_complete: whether no clear outline lies beyond the tiles around which the view was made.
            Otherwise there may be more tiles outside of the view.
    """

    outlines: list[Outline]
    is_complete: bool

    def is_trusted(self, earlier: Sequence[Outline], settings: DetectorSettings) -> bool:
        """Whether this pass detected most of the tiles of an earlier pass again.

        The sums of the scores are compared, not single tiles.

        Args:
            earlier: the clear outlines of the earlier pass.
            settings: thresholds.
        """
        clear_outlines = _above(settings.min_score, self.outlines)
        total_score = sum(outline.score for outline in clear_outlines)
        earlier_total_score = sum(outline.score for outline in earlier)
        return total_score >= settings.trusted_share * earlier_total_score


def detect_in_passes(network: Network, photo: Photo, settings: DetectorSettings) -> list[Outline]:
    """Detect the tiles of a photo: a coarse pass, then a fine pass over the tiles.

    If these passes probably miss tiles, a pass over the whole photo follows. If that shows turned
    or narrow tiles, another fine pass follows.

    Args:
        network: the detector.
        photo: the photo.
        settings: thresholds and sizes of the passes.

    Returns:
        Outlines that may be tiles, faint ones among them, boxes in pixels of the photo's image. The
        classifier decides which are.
    """
    outlines = _detect_coarse_to_fine(network, photo, settings)
    if outlines is None:
        outlines = _detect_whole(network, photo, settings)
    return outlines


def _detect_coarse_to_fine(
    network: Network, photo: Photo, settings: DetectorSettings
) -> list[Outline] | None:
    """Detect tiles in a coarse pass, then in fine passes around them.

    Args:
        network: the detector.
        photo: the photo.
        settings: thresholds and sizes of the passes.

    Returns:
        The outlines. None if these passes probably miss tiles, or if the settings have no coarse
        pass. The passes probably miss tiles if the coarse pass shows few or narrow tiles, or if no
        fine pass is both complete and trusted.
    """
    if not settings.coarse_px:
        return None
    hint_settings = replace(settings, min_score=settings.hint_score)
    hints = detect_outlines(network, photo.image, hint_settings, size=settings.coarse_px)
    clear_hints = _above(settings.min_score, hints)
    long_side = max(photo.image.shape[:2])
    for _ in range(_FINE_PASSES):
        view = view_around(hints, photo.image.shape[:2], photo.detail, settings)
        if view is None:
            return None
        # In the coarse pass most tiles were tile_width * coarse_px / long_side pixels wide. If that
        # is less than coarse_tile_px, the pass may have missed other tiles altogether.
        if view.tile_width * settings.coarse_px < settings.coarse_tile_px * long_side:
            return None
        fine = fine_pass(network, _sharp_image(photo, view), view, settings)
        if fine.is_complete and fine.is_trusted(clear_hints, settings):
            return fine.outlines
        # The next fine pass is also over the tiles that this pass detected.
        hints = [*hints, *_above(settings.proposal_score, fine.outlines)]
    return None


def _detect_whole(network: Network, photo: Photo, settings: DetectorSettings) -> list[Outline]:
    """Detect tiles in the whole photo, then in a fine pass if they are turned or narrow."""
    outlines = detect_outlines(network, photo.image, settings.for_proposals)
    clear_outlines = _above(settings.min_score, outlines)
    view = fine_view(clear_outlines, photo.image.shape[:2], photo.detail, settings)
    if view is None:
        return outlines
    fine = fine_pass(network, _sharp_image(photo, view), view, settings)
    return fine.outlines if fine.is_trusted(clear_outlines, settings) else outlines


def detect_at_scale(
    network: Network,
    photo: Photo,
    outlines: Sequence[Outline],
    settings: DetectorSettings,
    scale: float,
) -> list[Outline] | None:
    """Detect the tiles of a photo again at another scale.

    This is for photos whose first detections form no plausible hand.

    Args:
        network: the detector.
        photo: the photo.
        outlines: the first detections, boxes in pixels of the photo's image.
        settings: thresholds and sizes.
        scale: how many times as wide as in the first fine pass the tiles are now to be shown.

    Returns:
        Outlines that may be tiles, boxes in pixels of the photo's image. None if there are too few
        detections to show where to look.
    """
    # The wanted width of the tiles in the view is changed. All thresholds stay.
    view_settings = replace(settings, fine_tile_px=settings.fine_tile_px * scale)
    view = view_around(outlines, photo.image.shape[:2], photo.detail, view_settings)
    if view is None:
        return None
    return fine_pass(network, _sharp_image(photo, view), view, settings).outlines


def show_same_tiles(first: Sequence[Outline], second: Sequence[Outline]) -> bool:
    """Whether the outlines of two passes show the same tiles, and no outline shows another tile.

    False if either pass has no outlines.

    Args:
        first: outlines of tiles, boxes in pixels of the photo's image.
        second: outlines that may be tiles, boxes in the same pixels.
    """
    if not first or not second:
        return False
    first_boxes = np.stack([bounding_box(outline.box) for outline in first])
    second_boxes = np.stack([bounding_box(outline.box) for outline in second])
    is_same = iou(first_boxes, second_boxes) >= _SAME_IOU
    are_all_seen_again = is_same.any(axis=1).all()
    is_nothing_new = is_same.any(axis=0).all()
    return bool(are_all_seen_again and is_nothing_new)


def fine_pass(
    network: Network, image: NDArray[np.uint8], view: FineView, settings: DetectorSettings
) -> FinePass:
    """Detect the tiles in a view of a picture.

    Args:
        network: the detector.
        image: ``(h, w, 3)`` uint8 RGB: the picture, or a sharper image of the same photo.
        view: the part to look at.
        settings: thresholds.

    Returns:
        The outlines that may be tiles, and whether they are complete.
    """
    rendered = render_view(image, view)
    outlines_in_view = detect_outlines(
        network, rendered, settings.for_proposals, size=max(view.size)
    )
    clear_in_view = _above(settings.min_score, outlines_in_view)
    is_complete = not any(_is_beyond(outline, view.tile_bounds) for outline in clear_in_view)

    # Boxes from pixels of the view back to pixels of the picture.
    to_picture = cv2.invertAffineTransform(view.matrix)
    outlines = []
    for outline in outlines_in_view:
        box = outline.box @ to_picture[:, :2].T + to_picture[:, 2]
        outlines.append(replace(outline, box=box.astype(np.float32)))
    return FinePass(outlines, is_complete)


def _is_beyond(outline: Outline, tile_bounds: Floats) -> bool:
    """Whether an outline is beyond the tiles that the earlier passes detected.

    Its middle is then outside of their bounds by more than ``_BEYOND_DISTANCE`` of its width.

    Args:
        outline: an outline, its box in pixels of the view.
        tile_bounds: ``(2, 2)`` the upper left and the lower right corner of these tiles, in pixels
            of the view.
    """
    middle = outline.box.mean(axis=0)
    width = float(np.linalg.norm(outline.box[1] - outline.box[0]))
    upper_left, lower_right = tile_bounds
    # How far the middle is outside of the bounds in x, and in y. Negative inside of them.
    distances = np.maximum(upper_left - middle, middle - lower_right)
    return bool(distances.max() > _BEYOND_DISTANCE * width)


def _above(least_score: float, outlines: Sequence[Outline]) -> list[Outline]:
    """The outlines with at least this score."""
    return [outline for outline in outlines if outline.score >= least_score]


def _sharp_image(photo: Photo, view: FineView) -> NDArray[np.uint8]:
    """The photo's image, decoded sharper if a view enlarges it."""
    if view.zoom <= 1:
        return photo.image
    return decode_larger(photo, round(view.long_side * view.zoom)).image

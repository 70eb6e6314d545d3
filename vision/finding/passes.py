"""Passes of the detector over a photo: a coarse pass, fine passes over the tiles, and retries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.finding.views import FineView, fine_view, render_view, view_around
from hu.vision.networks.detector import DetectorSettings, Outline, detect_outlines
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import Photo, decode_larger

#: Tiles detected farther than this outside the tiles that a fine pass was for, in tile widths,
#: suggest more tiles beyond.
_BEYOND: Final = 0.6
#: This many fine passes, each over everything detected so far, come before a pass over the whole
#: photo.
_FINE_PASSES: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class FinePass:
    """The result of a fine pass.

    Attributes:
        outlines: the outlines, boxes in pixels of the picture.
        complete: whether all lie about where tiles had been detected before. If not, there may be
            more beyond the view.
    """

    outlines: list[Outline]
    complete: bool

    def is_trusted(self, earlier: Sequence[Outline], settings: DetectorSettings) -> bool:
        """Whether most of the tiles of an earlier pass were detected again."""
        confident = _above(settings.min_score, self.outlines)
        score = sum(outline.score for outline in confident)
        earlier_score = sum(outline.score for outline in earlier)
        return score >= settings.trusted_share * earlier_score


def detect_in_passes(network: Network, photo: Photo, settings: DetectorSettings) -> list[Outline]:
    """Detect the tiles of a photo: a coarse pass, then a fine pass where they lie.

    If the coarse pass shows few tiles, or the fine pass shows fewer, a pass over the whole photo
    follows, and a fine pass if that shows turned or narrow tiles.

    Args:
        network: the detector.
        photo: the photo.
        settings: thresholds and sizes of the passes.

    Returns:
        Outlines that may be tiles, boxes in pixels of the photo's image. The classifier decides
        which are.
    """
    outlines = _detect_coarse_to_fine(network, photo, settings)
    if outlines is None:
        outlines = _detect_whole(network, photo, settings)
    return outlines


def _detect_coarse_to_fine(
    network: Network, photo: Photo, settings: DetectorSettings
) -> list[Outline] | None:
    """Detect tiles in a coarse pass, then in fine passes around them. None if that misses tiles."""
    if not settings.coarse_px:
        return None
    hint_settings = replace(settings, min_score=settings.hint_score)
    hints = detect_outlines(network, photo.image, hint_settings, settings.coarse_px)
    strong = _above(settings.min_score, hints)
    long_side = max(photo.image.shape[:2])
    for _ in range(_FINE_PASSES):
        view = view_around(hints, photo.image.shape[:2], photo.detail, settings)
        if view is None:
            return None
        # If tiles are this narrow, others were missed altogether.
        if view.tile_width * settings.coarse_px < settings.coarse_tile_px * long_side:
            return None
        fine = fine_pass(network, _sharp_image(photo, view), view, settings)
        if fine.complete and fine.is_trusted(strong, settings):
            return fine.outlines
        hints = [*hints, *fine.outlines]
    return None


def _detect_whole(network: Network, photo: Photo, settings: DetectorSettings) -> list[Outline]:
    """Detect tiles in the whole photo, then in a fine pass if they are turned or narrow."""
    outlines = detect_outlines(network, photo.image, settings.proposing)
    confident = _above(settings.min_score, outlines)
    view = fine_view(confident, photo.image.shape[:2], photo.detail, settings)
    if view is None:
        return outlines
    fine = fine_pass(network, _sharp_image(photo, view), view, settings)
    return fine.outlines if fine.is_trusted(confident, settings) else outlines


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
        scale: how many times as wide the pass shows the tiles as the first fine pass did.

    Returns:
        Outlines that may be tiles, boxes in pixels of the photo's image. None if there are too few
        detections to show where to look.
    """
    scaled_settings = replace(settings, fine_tile_px=settings.fine_tile_px * scale)
    view = view_around(outlines, photo.image.shape[:2], photo.detail, scaled_settings)
    if view is None:
        return None
    return fine_pass(network, _sharp_image(photo, view), view, settings).outlines


def fine_pass(
    network: Network, image: NDArray[np.uint8], view: FineView, settings: DetectorSettings
) -> FinePass:
    """Detect the tiles in a view of a picture.

    Args:
        network: the detector.
        image: ``(h, w, 3)`` uint8 RGB: the picture, or a sharper copy of it.
        view: the part to look at.
        settings: thresholds.
    """
    outlines = detect_outlines(
        network, render_view(image, view), settings.proposing, max(view.size)
    )
    complete = True
    for outline in outlines:
        middle = outline.box.mean(axis=0)
        width = float(np.linalg.norm(outline.box[1] - outline.box[0]))
        distance = np.maximum(view.tile_bounds[0] - middle, middle - view.tile_bounds[1]).max()
        # The earlier pass detected no tile here.
        if outline.score >= settings.min_score and distance > _BEYOND * width:
            complete = False
    to_picture = cv2.invertAffineTransform(view.matrix)
    in_picture = []
    for outline in outlines:
        box = outline.box @ to_picture[:, :2].T + to_picture[:, 2]
        in_picture.append(replace(outline, box=box.astype(np.float32)))
    return FinePass(in_picture, complete)


def _above(least_score: float, outlines: Sequence[Outline]) -> list[Outline]:
    """The outlines with at least this score."""
    return [outline for outline in outlines if outline.score >= least_score]


def _sharp_image(photo: Photo, view: FineView) -> NDArray[np.uint8]:
    """The photo's image, decoded sharper if a view enlarges it."""
    if view.zoom <= 1:
        return photo.image
    return decode_larger(photo, round(view.long_side * view.zoom)).image

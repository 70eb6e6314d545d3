"""The detector: finds the outlines of tiles in a photo. The classifier reads their faces."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.onnx import Network
from hu.vision.photo.pixels import shrink

#: The classes of the detector.
DETECTOR_CLASSES: Final = ("face", "back")
#: The grey level of pixels that are added to a picture. Training used the same.
PADDING: Final = 114
#: The network halves its picture five times. So the sides of the picture are multiples of this, in
#: pixels: whole *strides*.
_STRIDE_PX: Final = 32
#: The sum of the scores of both classes is taken to be at least this, because it is a divisor.
_LEAST_SCORE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Thresholds of detection, and the passes over a photo.

    Lengths are in pixels of the network's picture, scores from 0 to 1.

    Attributes:
        coarse_px: the long side of the coarse pass, which only shows where to look more finely. 0
            for no such pass.
        coarse_tile_px: if most tiles are narrower than this in the coarse pass, the pass may have
            missed tiles.
        hint_score: detections of the coarse pass below this score are not even hints.
        full_px: the long side of a pass over the whole photo.
        proposal_score: detections with at least this score are proposals, whose faces are read.
        faint_score: detections below this score are dropped. Detections between this score and
            ``proposal_score`` are faint: they count only as white dragons beside other tiles.
        proposal_iou: of two proposals with a higher IoU, that with the lower score is dropped.
        min_score: detections below this score are dropped once the classifier's log-odds are
            counted in.
        max_iou: of two detections with a higher IoU, that with the lower final score is dropped.
        max_tiles: at most this many tiles are detected, those with the highest scores.
        rotate_above_deg: a fine pass turns tiles upright if they are turned by more than this.
        min_agreement: a fine pass turns tiles upright only if their directions agree at least this
            far. 1 means that all are the same or at right angles, 0 that they point everywhere.
        enlarge_below_px: after a pass over the whole photo, a fine pass enlarges tiles that were
            narrower than this.
        fine_tile_px: how wide a fine pass shows most tiles, if the photo has as many pixels and
            ``fine_px`` allows it.
        margin_tile_widths: how many tile widths of the photo a fine pass shows on each side of the
            tiles.
        fine_px: the long side of a fine pass is at most this.
        trusted_share: a fine pass is trusted if the sum of its scores is at least this share of
            that of the earlier pass.
        retry_scales: if the detections make no hand that is believed, further fine passes show the
            tiles this many times as wide.
    """

    coarse_px: int = 320
    coarse_tile_px: float = 16.0
    hint_score: float = 0.15
    full_px: int = 640
    proposal_score: float = 0.1
    faint_score: float = 0.02
    proposal_iou: float = 0.5
    min_score: float = 0.45
    max_iou: float = 0.35
    max_tiles: int = 200
    rotate_above_deg: float = 15.0
    min_agreement: float = 0.5
    enlarge_below_px: float = 24.0
    fine_tile_px: float = 32.0
    margin_tile_widths: float = 1.5
    fine_px: int = 1024
    trusted_share: float = 0.75
    retry_scales: tuple[float, ...] = (1.25, 0.85)

    def __post_init__(self) -> None:
        """Refuse thresholds that nothing could meet."""
        shares = (
            "hint_score",
            "proposal_score",
            "faint_score",
            "proposal_iou",
            "min_score",
            "max_iou",
            "min_agreement",
        )
        for name in shares:
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name}: expected a number from 0 to 1, got {value}")
        for name in ("full_px", "max_tiles", "fine_tile_px", "fine_px"):
            value = getattr(self, name)
            if not value > 0:
                raise ValueError(f"{name}: expected a number above 0, got {value}")
        sizes = (
            "coarse_px",
            "coarse_tile_px",
            "rotate_above_deg",
            "enlarge_below_px",
            "margin_tile_widths",
        )
        for name in sizes:
            value = getattr(self, name)
            if not value >= 0:
                raise ValueError(f"{name}: expected a number of at least 0, got {value}")
        if not all(scale > 0 for scale in self.retry_scales):
            raise ValueError(f"retry_scales: expected numbers above 0, got {self.retry_scales}")

    @property
    def for_proposals(self) -> "DetectorSettings":
        """The same settings for a pass that detects proposals and faint detections."""
        return replace(self, min_score=self.faint_score, max_iou=self.proposal_iou)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A place where a tile was detected.

    Attributes:
        box: ``(4, 2)`` float32: the corners in pixels of the picture, clockwise from top left. If
            the detector drew the box, the long sides are as upright as they can be in the picture
            or the view that it saw.
        score: how sure the detector is that there is a tile, from 0 to 1.
        back_share: how much of that is for a tile that lies face down, from 0 to 1.
    """

    box: NDArray[np.float32]
    score: float
    back_share: float


def detect_outlines(
    network: Network,
    image: NDArray[np.uint8],
    settings: DetectorSettings | None = None,
    size: int | None = None,
) -> list[Outline]:
    """Detect the tiles in a picture, highest score first.

    Args:
        network: the detector.
        image: ``(h, w, 3)`` uint8 RGB.
        settings: thresholds.
        size: the long side of the network's picture in pixels. The default is ``full_px``.
    """
    if settings is None:
        settings = DetectorSettings()
    if size is None:
        size = settings.full_px
    batch, scale = letterbox(image, size)
    return decode_outlines(network.run(batch)[0], scale, settings)


def letterbox(image: NDArray[np.uint8], size: int) -> tuple[NDArray[np.float32], float]:
    """Resize a picture for the network. Grey pixels on the right and below fill whole strides.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        size: the new long side in pixels.

    Returns:
        batch: ``(1, 3, h, w)`` float32 RGB from 0 to 1.
        scale: pixels of the picture per pixel of the batch.
    """
    height, width = image.shape[:2]
    scale = max(height, width) / size
    new_width = max(1, round(width / scale))
    new_height = max(1, round(height / scale))
    if scale > 1:
        resized = shrink(image, (new_width, new_height))
    else:
        enlarged = cv2.resize(image, (new_width, new_height), interpolation=cv2.INTER_LINEAR)
        resized = np.asarray(enlarged, dtype=np.uint8)
    padded_shape = (_whole_strides(new_height), _whole_strides(new_width), 3)
    padded = np.full(padded_shape, PADDING, dtype=np.uint8)
    padded[:new_height, :new_width] = resized
    batch = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], dtype=np.float32)
    batch /= 255
    return batch, float(scale)


def _whole_strides(side_px: int) -> int:
    """Round a side up to whole strides."""
    return ceil(side_px / _STRIDE_PX) * _STRIDE_PX


def decode_outlines(
    raw: NDArray[np.float32], scale: float, settings: DetectorSettings
) -> list[Outline]:
    """Turn the network's output into outlines, highest score first.

    Args:
        raw: ``(7, n)`` float32: for each of n rectangles the centre x and y, the width and the
            height in pixels of the batch, the scores of both ``DETECTOR_CLASSES``, and the angle in
            radians.
        scale: pixels of the picture per pixel of the batch, as from ``letterbox``.
        settings: thresholds.
    """
    is_strong = raw[4:6].max(axis=0) >= settings.min_score
    strong = raw[:, is_strong]
    centers_and_sizes = strong[:4].T
    class_scores = strong[4:6]
    angles = strong[6]
    scores = class_scores.max(axis=0)
    back_scores = class_scores[DETECTOR_CLASSES.index("back")]
    back_shares = back_scores / np.maximum(class_scores.sum(axis=0), _LEAST_SCORE)

    # Rectangles as OpenCV takes them.
    rectangles = []
    angles_deg = np.degrees(angles).tolist()
    for (x, y, width, height), angle in zip(centers_and_sizes.tolist(), angles_deg, strict=True):
        rectangles.append(((x, y), (width, height), angle))
    positions = _non_maximum_suppression(rectangles, scores, settings.max_iou)
    final_positions = positions[: settings.max_tiles]
    boxes = _upright_boxes(centers_and_sizes[final_positions], angles[final_positions]) * scale
    outlines = []
    for k, box in zip(final_positions, boxes, strict=True):
        outlines.append(Outline(box, float(scores[k]), float(back_shares[k])))
    return outlines


def suppress_overlaps(
    boxes: NDArray[np.float32], scores: NDArray[np.float32], max_iou: float
) -> list[int]:
    """Suppress oriented boxes that overlap others with higher scores (non-maximum suppression).

    Args:
        boxes: ``(n, 4, 2)`` float32 corners, clockwise from top left.
        scores: ``(n,)`` float32.
        max_iou: of two boxes with a higher IoU, the box with the lower score is dropped.

    Returns:
        The positions of the boxes that stay, highest score first.
    """
    right = boxes[:, 1] - boxes[:, 0]
    down = boxes[:, 2] - boxes[:, 1]
    centers = boxes.mean(axis=1).tolist()
    widths = np.linalg.norm(right, axis=1).tolist()
    heights = np.linalg.norm(down, axis=1).tolist()
    angles = np.degrees(np.arctan2(right[:, 1], right[:, 0])).tolist()
    rectangles = [
        (tuple(center), (width, height), angle)
        for center, width, height, angle in zip(centers, widths, heights, angles, strict=True)
    ]
    return _non_maximum_suppression(rectangles, scores, max_iou)


def _non_maximum_suppression(
    rectangles: Sequence[Any], scores: NDArray[np.float32], max_iou: float
) -> list[int]:
    """The positions of the rectangles that stay, highest score first.

    Rectangles are as in OpenCV: centre, width and height, and the angle in degrees.
    """
    # Weak detections were dropped before, so the threshold of 0 drops no score.
    result = cv2.dnn.NMSBoxesRotated(
        rectangles, scores.tolist(), score_threshold=0.0, nms_threshold=max_iou
    )
    positions = [int(k) for k in np.asarray(result).ravel()]
    return sorted(positions, key=lambda k: -scores[k])


def _upright_boxes(
    rectangles: NDArray[np.float32], angles: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The corners of rectangles, clockwise from the left end of the upper short side.

    Args:
        rectangles: ``(n, 4)`` float32: centre x, y, width, height.
        angles: ``(n,)`` float32 radians.

    Returns:
        ``(n, 4, 2)`` float32, clockwise from top left.
    """
    middles = rectangles[:, :2].astype(np.float64)
    widths = rectangles[:, 2].astype(np.float64)
    heights = rectangles[:, 3].astype(np.float64)
    # A rectangle turned by a quarter turn is the same with width and height exchanged.
    quarter_turns = np.where(widths > heights, np.pi / 2, 0.0)
    short_sides = np.minimum(widths, heights)[:, None]
    long_sides = np.maximum(widths, heights)[:, None]
    # A rectangle turned by half a turn is the same. Of both angles take the angle from -pi / 2 to
    # pi / 2, at which the box is not upside down in the photo. The classifier decides which way up
    # the face is.
    upright_angles = (angles + quarter_turns + np.pi / 2) % np.pi - np.pi / 2
    cosines = np.cos(upright_angles)
    sines = np.sin(upright_angles)
    right = np.stack([cosines, sines], axis=1) * short_sides / 2
    down = np.stack([-sines, cosines], axis=1) * long_sides / 2
    corners = [
        middles - right - down,
        middles + right - down,
        middles + right + down,
        middles - right + down,
    ]
    return np.stack(corners, axis=1).astype(np.float32)

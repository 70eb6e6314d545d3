"""The detector: finds the outlines of tiles in a photo; the classifier reads their faces."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.onnx import Network
from hu.vision.photo.pixels import shrunk

#: What the detector tells apart.
DETECTOR_CLASSES: Final = ("face", "back")
#: The grey level that fills a picture to whole strides, as in training.
PADDING: Final = 114


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Thresholds of detection, and the passes over a photo.

    Lengths are in pixels of what the network sees, scores from 0 to 1.

    Attributes:
        coarse_px: long side of the coarse pass, which only tells where to look more finely; 0 for no such pass.
        coarse_tile_px: where most tiles are narrower in the coarse pass, it may have missed others.
        hint_score: detections of the coarse pass below this score are not even hints.
        full_px: long side of a pass over the whole photo.
        proposal_score: detections below this score are dropped before their faces are read.
        proposal_iou: of two proposals with a higher IoU, the one with the lower score is dropped.
        min_score: detections below this score are dropped once the classifier's log-odds are counted in.
        max_iou: of two detections with a higher IoU, the one with the lower final score is dropped.
        max_tiles: at most this many tiles, those with the highest scores.
        rotate_above_deg: tiles turned farther off upright are seen upright in a fine pass.
        min_agreement: they are if they agree this far on the direction, from 0 to 1 (all the same).
        enlarge_below_px: narrower tiles are enlarged in a fine pass.
        fine_tile_px: how wide most tiles are in a fine pass.
        margin_tile_widths: how much of the photo around the tiles a fine pass shows.
        fine_px: long side of a fine pass, at most.
        trusted_share: a fine pass counts when its scores sum to at least this share of the earlier pass's.
        retry_scales: where the detections make no sense, further fine passes show tiles this many times as wide.
    """

    coarse_px: int = 320
    coarse_tile_px: float = 16.0
    hint_score: float = 0.15
    full_px: int = 640
    proposal_score: float = 0.1
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
        for name in (
            "hint_score",
            "proposal_score",
            "proposal_iou",
            "min_score",
            "max_iou",
            "min_agreement",
        ):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(
                    f"{name}: expected a number from 0 to 1, got {getattr(self, name)}"
                )
        for name in ("full_px", "max_tiles", "fine_tile_px", "fine_px"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name}: expected a number above 0, got {getattr(self, name)}")
        for name in (
            "coarse_px",
            "coarse_tile_px",
            "rotate_above_deg",
            "enlarge_below_px",
            "margin_tile_widths",
        ):
            if not getattr(self, name) >= 0:
                raise ValueError(
                    f"{name}: expected a number of at least 0, got {getattr(self, name)}"
                )
        if not all(scale > 0 for scale in self.retry_scales):
            raise ValueError(f"retry_scales: expected numbers above 0, got {self.retry_scales}")

    @property
    def proposing(self) -> "DetectorSettings":
        """The same for a pass whose faces are still to be read."""
        return replace(self, min_score=self.proposal_score, max_iou=self.proposal_iou)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Where a tile was detected.

    Attributes:
        box: ``(4, 2)`` float32 pixels of the picture, clockwise from top left, its long sides upright.
        score: from 0 to 1.
        back: the share of the score that speaks for a face-down tile.
    """

    box: NDArray[np.float32]
    score: float
    back: float


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
        size: long side of the picture that the network sees; default is ``full_px``.
    """
    settings = settings or DetectorSettings()
    batch, scale = letterbox(image, size or settings.full_px)
    return decode_outlines(network.run(batch)[0], scale, settings)


def letterbox(image: NDArray[np.uint8], size: int) -> tuple[NDArray[np.float32], float]:
    """Shrink a picture to ``size`` along its long side, padded on the right and below to whole strides.

    Returns:
        ``(1, 3, h, w)`` float32 RGB 0 to 1, and the factor from its pixels to the picture's.
    """
    height, width = image.shape[:2]
    scale = max(height, width) / size
    new = (max(1, round(width / scale)), max(1, round(height / scale)))
    small = (
        shrunk(image, new) if scale > 1 else cv2.resize(image, new, interpolation=cv2.INTER_LINEAR)
    )
    padded = np.full((-(-new[1] // 32) * 32, -(-new[0] // 32) * 32, 3), PADDING, dtype=np.uint8)
    padded[: new[1], : new[0]] = small
    batch = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], dtype=np.float32)
    batch /= 255
    return batch, float(scale)


def decode_outlines(
    raw: NDArray[np.float32], scale: float, settings: DetectorSettings
) -> list[Outline]:
    """Turn the network's output into outlines.

    Args:
        raw: ``(4 + 2 + 1, n)`` float32: centre x, y, width, height in network pixels, the two class scores, and
            the angle in radians.
        scale: picture pixels per network pixel.
        settings: thresholds.
    """
    scores = raw[4:6]
    strong = scores.max(axis=0) >= settings.min_score
    raw, scores = raw[:, strong], scores[:, strong]
    best = scores.max(axis=0)
    degrees = np.degrees(raw[6])
    rects = [
        ((x, y), (w, h), a)
        for x, y, w, h, a in zip(*raw[:4].tolist(), degrees.tolist(), strict=True)
    ]
    order = _non_maximum_suppression(rects, best, settings.max_iou)[: settings.max_tiles]
    share = scores[1] / np.maximum(scores.sum(axis=0), 1e-9)
    return [
        Outline(_outline(raw[:5, k], float(raw[6, k])) * scale, float(best[k]), float(share[k]))
        for k in order
    ]


def suppress_overlaps(
    boxes: NDArray[np.float32], scores: NDArray[np.float32], max_iou: float
) -> list[int]:
    """Non-maximum suppression of oriented boxes: the positions of those that stay, highest score first.

    Args:
        boxes: ``(n, 4, 2)`` corners, clockwise from top left.
        scores: ``(n,)``.
        max_iou: of two boxes with a higher IoU, the one with the lower score goes.
    """
    across, down = boxes[:, 1] - boxes[:, 0], boxes[:, 2] - boxes[:, 1]
    columns = (
        boxes.mean(axis=1),
        np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)], axis=1),
        np.degrees(np.arctan2(across[:, 1], across[:, 0])),
    )
    rects = [
        (tuple(c), tuple(s), a)
        for c, s, a in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return _non_maximum_suppression(rects, scores, max_iou)


def _non_maximum_suppression(
    rects: Sequence[Any], scores: NDArray[np.float32], max_iou: float
) -> list[int]:
    kept = cv2.dnn.NMSBoxesRotated(rects, scores.tolist(), 0.0, max_iou)
    return sorted((int(k) for k in np.asarray(kept).ravel()), key=lambda k: -scores[k])


def _outline(center: NDArray[np.float32], angle: float) -> NDArray[np.float32]:
    """``(4, 2)`` corners, clockwise from top left, turned so that the long sides stand as upright as they can."""
    x, y, w, h = center[:4].tolist()
    if w > h:
        w, h, angle = h, w, angle + np.pi / 2
    # Of the two ways up, the one nearer to the photo's; the classifier tells which is right.
    angle = (angle + np.pi / 2) % np.pi - np.pi / 2
    right = np.array([np.cos(angle), np.sin(angle)]) * w / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * h / 2
    middle = np.array([x, y])
    return np.array(
        [
            middle - right - down,
            middle + right - down,
            middle + right + down,
            middle - right + down,
        ],
        np.float32,
    )

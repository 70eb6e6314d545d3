"""The detector: where tiles lie in a photo, whatever they show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.onnx import Network

#: What the detector tells apart.
DETECTOR_CLASSES: Final = ("face", "back")


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Thresholds of the detector.

    Attributes:
        rough: long side of the picture that the network sees at a first, rough look, which only tells where to look
            closer, in pixels; 0 for none.
        least: pixels that the network sees then; where most tiles are narrower a rough look may have missed others.
        hint: weaker findings do not even tell that.
        size: long side of the picture that the network sees at a thorough look, in pixels.
        proposed: weaker findings are dropped before their faces are read.
        crowded: of two boxes that share more of their area than this (intersection over union), the weaker goes then.
        score: what is weaker after that, the reader's doubt that it is a tile at all counted in, is dropped.
        overlap: of two boxes that share more of their area than this, the weaker goes in the end.
        most: at most this many tiles, the surest first.
        turned: degrees; tiles turned further off upright are looked at a second time.
        agreed: if they agree this far on the direction, from 0 to 1 (all the same).
        narrow: pixels that the network sees; narrower tiles are looked at a second time.
        wide: how wide tiles should be then.
        margin: how much of the picture around the tiles is looked at then, in tile widths.
        largest: long side of the picture that the network sees at a second look, at most.
        trust: the second look counts when it is at least this share as sure, all in all, as the first.
        anew: where what was found makes no sense the tiles are looked at again, so many times as wide each time.
    """

    rough: int = 320
    least: float = 16.0
    hint: float = 0.15
    size: int = 640
    proposed: float = 0.1
    crowded: float = 0.5
    score: float = 0.45
    overlap: float = 0.35
    most: int = 200
    turned: float = 15.0
    agreed: float = 0.5
    narrow: float = 24.0
    wide: float = 32.0
    margin: float = 1.5
    largest: int = 1024
    trust: float = 0.75
    anew: tuple[float, ...] = (1.25, 0.85)

    @property
    def proposing(self) -> "DetectorSettings":
        """The same for a look whose findings are yet to be read."""
        return replace(self, score=self.proposed, overlap=self.crowded)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A tile's outline: ``box`` (4, 2) float32 pixels, clockwise, its long sides first and third to last upright."""

    box: NDArray[np.float32]
    score: float
    back: float


def find(
    network: Network, image: NDArray[np.uint8], settings: DetectorSettings | None = None, size: int | None = None
) -> list[Found]:
    """Find the tiles in a picture, surest first.

    Args:
        network: the detector.
        image: ``(h, w, 3)`` uint8 RGB.
        settings: thresholds.
        size: long side of the picture that the network sees; default is that of a thorough look.
    """
    settings = settings or DetectorSettings()
    batch, scale = letterboxed(image, size or settings.size)
    return decode(network.run(batch)[0], scale, settings)


def letterboxed(image: NDArray[np.uint8], size: int) -> tuple[NDArray[np.float32], float]:
    """Shrink a picture to ``size`` along its long side, padded on the right and below to whole strides.

    Returns:
        ``(1, 3, h, w)`` float32 RGB 0 to 1, and the factor from its pixels to the picture's.
    """
    height, width = image.shape[:2]
    scale = max(height, width) / size
    new = (max(1, round(width / scale)), max(1, round(height / scale)))
    method = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, new, interpolation=method)
    padded = np.full((-(-new[1] // 32) * 32, -(-new[0] // 32) * 32, 3), 114, dtype=np.uint8)
    padded[: new[1], : new[0]] = small
    batch = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], dtype=np.float32)
    batch /= 255
    return batch, float(scale)


def decode(raw: NDArray[np.float32], scale: float, settings: DetectorSettings) -> list[Found]:
    """Turn the network's output into outlines.

    Args:
        raw: ``(4 + 2 + 1, n)`` float32: centre x, y, width, height in network pixels, the two class scores, and
            the angle in radians.
        scale: picture pixels per network pixel.
        settings: thresholds.
    """
    scores = raw[4:6]
    strong = scores.max(axis=0) >= settings.score
    raw, scores = raw[:, strong], scores[:, strong]
    best = scores.max(axis=0)
    degrees = np.degrees(raw[6])
    rects = [((x, y), (w, h), a) for x, y, w, h, a in zip(*raw[:4].tolist(), degrees.tolist(), strict=True)]
    order = _surest(rects, best, settings.overlap)[: settings.most]
    share = scores[1] / np.maximum(scores.sum(axis=0), 1e-9)
    return [Found(_outline(raw[:5, k], float(raw[6, k])) * scale, float(best[k]), float(share[k])) for k in order]


def apart(boxes: NDArray[np.float32], scores: NDArray[np.float32], overlap: float) -> list[int]:
    """Which boxes stay when of any two on one spot the weaker goes; the surest first.

    Args:
        boxes: ``(n, 4, 2)`` corners, clockwise from top left.
        scores: ``(n,)``.
        overlap: the most that two may share, intersection over union.
    """
    across, down = boxes[:, 1] - boxes[:, 0], boxes[:, 2] - boxes[:, 1]
    columns = (
        boxes.mean(axis=1),
        np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)], axis=1),
        np.degrees(np.arctan2(across[:, 1], across[:, 0])),
    )
    rects = [(tuple(c), tuple(s), a) for c, s, a in zip(*(column.tolist() for column in columns), strict=True)]
    return _surest(rects, scores, overlap)


def _surest(rects: Sequence[Any], scores: NDArray[np.float32], overlap: float) -> list[int]:
    kept = cv2.dnn.NMSBoxesRotated(rects, scores.tolist(), 0.0, overlap)
    return sorted((int(k) for k in np.asarray(kept).ravel()), key=lambda k: -scores[k])


def _outline(center: NDArray[np.float32], angle: float) -> NDArray[np.float32]:
    """``(4, 2)`` corners, clockwise from top left, turned so that the long sides stand as upright as they can."""
    x, y, w, h = center[:4].tolist()
    if w > h:
        w, h, angle = h, w, angle + np.pi / 2
    # Of the two ways up, the one nearer to the photo's; the reader finds out which is right.
    angle = (angle + np.pi / 2) % np.pi - np.pi / 2
    right = np.array([np.cos(angle), np.sin(angle)]) * w / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * h / 2
    middle = np.array([x, y])
    return np.array(
        [middle - right - down, middle + right - down, middle + right + down, middle - right + down], np.float32
    )

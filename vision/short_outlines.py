"""Outlines that show only part of a tile: shorter than the tiles beside them, which stand or lie as it does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import Detection
from hu.vision.detector import Outline
from hu.vision.geometry import sides

#: Reads the faces in outlines, boxes in pixels of the photo's image.
Reads = Callable[[Sequence[Outline]], Sequence[Detection]]


@dataclass(frozen=True, slots=True)
class ShortSettings:
    """When an outline shows part of a tile, and when the whole tile is believed.

    The neighbours and the belief were chosen on rendered scenes, by cutting tiles in two and by taking a third
    off one end.

    Attributes:
        neighbours: how many of the nearest clear tiles tell how long a tile is.
        min_confidence: tiles are clear from this detector's score and this face probability on.
        max_turn_deg: those neighbours lie in one direction, within this angle of each other.
        width_ratio: the outline is as wide as they are, within this factor.
        short_share: it is short if it has less than this share of their length.
        covered_share: other outlines of which this share lies in the whole tile are other parts of it.
        overlap_share: no other outline may overlap the whole tile by more than this share of its own area.
        belief_ratio: the whole tile is believed if its score times face probability is this many times the part's.
        min_belief: and at least this.
    """

    neighbours: int = 3
    min_confidence: float = 0.8
    max_turn_deg: float = 20.0
    width_ratio: float = 1.25
    short_share: float = 0.78
    covered_share: float = 0.6
    overlap_share: float = 0.25
    belief_ratio: float = 1.0
    min_belief: float = 0.5

    def __post_init__(self) -> None:
        """Refuse limits that cannot be meant."""
        shares = (self.min_confidence, self.short_share, self.covered_share, self.overlap_share, self.min_belief)
        if not all(0 < share < 1 for share in shares):
            raise ValueError(f"expected shares between 0 and 1, got {self}")
        if self.width_ratio <= 1 or self.neighbours < 2 or self.max_turn_deg <= 0 or self.belief_ratio <= 0:
            raise ValueError(f"expected a ratio above 1, two neighbours and limits above 0, got {self}")


DEFAULT: Final = ShortSettings()
#: The detector says nothing of an outline that it did not find.
_UNKNOWN: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """A tile that an outline may be part of.

    Attributes:
        part: index of the outline.
        box: ``(4, 2)`` float32 corners of the whole tile, clockwise.
        covered: indices of all outlines that are parts of it, ``part`` among them.
    """

    part: int
    box: NDArray[np.float32]
    covered: frozenset[int]


def lengthened(detections: Sequence[Detection], read: Reads, settings: ShortSettings = DEFAULT) -> list[Detection]:
    """Replace outlines that show part of a tile by the whole tile, where the classifier believes that one.

    Args:
        detections: what was found.
        read: reads the faces in further outlines, boxes in the same pixels.
        settings: when to look, and what to believe.
    """
    proposed = list(wholes(detections, settings))
    seen = read([Outline(whole.box, _UNKNOWN, 0.0) for whole in proposed]) if proposed else ()
    gone: set[int] = set()
    added = []
    for whole, tile in sorted(zip(proposed, seen, strict=True), key=lambda entry: -_belief(entry[1])):
        parts = max(_belief(detections[index]) for index in whole.covered)
        believed = _belief(tile) >= max(settings.min_belief, settings.belief_ratio * parts)
        if believed and gone.isdisjoint(whole.covered):
            gone |= whole.covered
            added.append(replace(tile, score=max(detections[index].score for index in whole.covered)))
    return [*(tile for index, tile in enumerate(detections) if index not in gone), *added]


def _belief(tile: Detection) -> float:
    return tile.score * tile.confidence


def wholes(detections: Sequence[Detection], settings: ShortSettings = DEFAULT) -> Iterator[Whole]:
    """The tiles that outlines may be part of, longer at one end or the other."""
    clear = [
        index
        for index, tile in enumerate(detections)
        if min(tile.score, tile.confidence) >= settings.min_confidence and tile.height > tile.width
    ]
    if not clear:
        return
    boxes = np.stack([tile.box for tile in detections])
    centers = boxes.mean(axis=1)
    for index in range(len(detections)):
        by_distance = np.linalg.norm(centers[clear] - centers[index], axis=1).argsort(kind="stable")
        near = [clear[k] for k in by_distance if clear[k] != index][: settings.neighbours]
        like = _alike(boxes[near], settings)
        if like is not None:
            yield from _longer(index, *like, boxes, settings)


def _alike(near: NDArray[np.float32], settings: ShortSettings) -> tuple[NDArray[np.float64], float, float] | None:
    """The direction down a tile, ``(2,)``, its width and how much longer it is, by boxes ``(n, 4, 2)`` near it."""
    if len(near) < settings.neighbours:
        return None
    down = sides(near)[:, 1].astype(np.float64)
    down /= np.linalg.norm(down, axis=1, keepdims=True)
    down *= np.where(down @ down[0] < 0, -1.0, 1.0)[:, None]
    mean = down.mean(axis=0)
    mean /= np.linalg.norm(mean)
    if (down @ mean).min() < np.cos(np.radians(settings.max_turn_deg)):
        return None
    across, along = _extents(near, mean)
    return mean, float(np.median(across)), float(np.median(along / across))


def _extents(boxes: NDArray[np.float32], down: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far boxes ``(..., 4, 2)`` reach across a direction and along it."""
    edges = sides(boxes)
    across = np.array([down[1], -down[0]])
    return np.abs(edges @ across).max(axis=-1), np.abs(edges @ down).max(axis=-1)


def _longer(
    index: int,
    down: NDArray[np.float64],
    width: float,
    aspect: float,
    boxes: NDArray[np.float32],
    settings: ShortSettings,
) -> Iterator[Whole]:
    across, along = (float(extent) for extent in _extents(boxes[index], down))
    if max(across / width, width / across) > settings.width_ratio or along >= settings.short_share * aspect * across:
        return
    right = np.array([down[1], -down[0]])
    missing = aspect * across - along
    for shift in (missing / 2, -missing / 2):
        middle = boxes[index].mean(axis=0) + down * shift
        half_x, half_y = right * across / 2, down * aspect * across / 2
        corners = [-half_x - half_y, half_x - half_y, half_x + half_y, half_y - half_x]
        whole = np.asarray(middle + corners, dtype=np.float32)
        shares = [_share_inside(box, whole) for box in boxes]
        covered = frozenset({index, *(k for k, share in enumerate(shares) if share >= settings.covered_share)})
        if all(share <= settings.overlap_share for k, share in enumerate(shares) if k not in covered):
            yield Whole(index, whole, covered)


def _share_inside(box: NDArray[np.float32], whole: NDArray[np.float32]) -> float:
    """How much of a box lies inside another one."""
    common, _ = cv2.intersectConvexConvex(box, whole)
    return float(common) / max(float(cv2.contourArea(box)), 1e-9)

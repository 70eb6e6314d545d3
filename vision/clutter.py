"""Things of another colour than the tiles of the photo: keys of a keyboard, dark boxes, coloured prints."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.vision.blank_tiles import ground_of
from hu.vision.detection import Detection
from hu.vision.layout import BLANKS


@dataclass(frozen=True, slots=True)
class ClutterSettings:
    """How far a face's ground may differ from that of the photo's clear faces, in log RGB.

    The limits refuse no tile of 3,394 in training photos, 4 of 2,918 in rendered scenes, and 28 of 694 things there
    that are no tiles; keys and dark boxes were not among these.

    Attributes:
        min_confidence: faces are clear from this detector's score and this face probability on.
        min_clear: with fewer clear faces nothing is refused.
        neighbours: how many of the nearest detections give the colour that is usual near by.
        max_light: greatest difference in mean.
        max_hue: greatest difference from the mean.
    """

    min_confidence: float = 0.95
    min_clear: int = 4
    neighbours: int = 3
    max_light: float = 1.1
    max_hue: float = 0.55

    def __post_init__(self) -> None:
        """Refuse limits that cannot be meant."""
        if not 0 < self.min_confidence < 1:
            raise ValueError(f"min_confidence: expected a share between 0 and 1, got {self.min_confidence}")
        if min(self.min_clear, self.neighbours, self.max_light, self.max_hue) <= 0:
            raise ValueError(f"limits must be above 0: {self}")


DEFAULT: Final = ClutterSettings()
#: Added to RGB levels before the logarithm, so that dark pixels do not count more than they show.
_DARK: Final = 8.0


def without_clutter(detections: Sequence[Detection], settings: ClutterSettings = DEFAULT) -> list[Detection]:
    """The detections whose ground is like that of most clear faces, or of such detections near them.

    Light changes gradually from tile to tile, while things of another colour lie side by side with tiles.

    Args:
        detections: of one photo; those without a crop, and those that show nothing, stay.
        settings: how far a ground may differ.
    """
    shown = [index for index, tile in enumerate(detections) if tile.crop is not None and tile.tile not in BLANKS]
    clear = np.array([_is_clear(detections[index], settings) for index in shown], dtype=bool)
    if clear.sum() < settings.min_clear:
        return list(detections)
    grounds = np.stack([_ground(detections[index]) for index in shown])
    centers = np.stack([detections[index].center for index in shown])
    alike = _are_like(grounds - _usual(grounds[clear], settings), settings)
    for _ in shown:
        known, others = np.flatnonzero(alike), np.flatnonzero(~alike)
        away = np.linalg.norm(centers[others, None] - centers[None, known], axis=2)
        near = known[np.argsort(away, axis=1, kind="stable")[:, : settings.neighbours]]
        expected = np.median(grounds[near], axis=1)
        joined = others[_are_like(grounds[others] - expected, settings)]
        if not joined.size:
            break
        alike[joined] = True
    refused = {index for index, kept in zip(shown, alike, strict=True) if not kept}
    return [tile for index, tile in enumerate(detections) if index not in refused]


def _usual(grounds: NDArray[np.float64], settings: ClutterSettings) -> NDArray[np.float64]:
    """``(3,)`` the ground of the face that most others are like."""
    like = [_are_like(grounds - ground, settings).sum() for ground in grounds]
    center = grounds[int(np.argmax(like))]
    return np.asarray(np.median(grounds[_are_like(grounds - center, settings)], axis=0))


def _is_clear(tile: Detection, settings: ClutterSettings) -> bool:
    sure = min(tile.score, tile.confidence) >= settings.min_confidence
    return sure and tile.crop is not None and tile.tile not in BLANKS


def _ground(tile: Detection) -> NDArray[np.float64]:
    """``(3,)`` logarithms of the RGB that a face with a crop is painted on."""
    return np.log(ground_of(np.asarray(tile.crop)) + _DARK)


def _are_like(differences: NDArray[np.float64], settings: ClutterSettings) -> NDArray[np.bool_]:
    """``(n,)`` whether differences ``(n, 3)`` in log RGB are within the limits."""
    light = differences.mean(axis=1)
    hue = np.linalg.norm(differences - light[:, None], axis=1)
    return np.asarray((np.abs(light) <= settings.max_light) & (hue <= settings.max_hue))

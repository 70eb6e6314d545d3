"""A detection: a tile's outline in a photo, and the probability of every face."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.geometry import length

#: Tiles are seen clearly from this belief on, and faces are sure from this confidence on.
CLEAR: Final = 0.8
#: Whatever is at least as likely as not has this probability. Its log-odds are 0.
LIKELY: Final = 0.5
#: Log-odds are limited to this before they become a probability, in nats.
_MOST_LOG_ODDS: Final = 30.0


def log_odds(probability: float, least: float = 1e-3) -> float:
    """Return the log-odds of a probability, limited to at least ``least`` from 0 and from 1."""
    probability = min(max(probability, least), 1 - least)
    return log(probability / (1 - probability))


def logistic(log_odds: float) -> float:
    """Return the probability with these log-odds."""
    limited = min(max(log_odds, -_MOST_LOG_ODDS), _MOST_LOG_ODDS)
    return 1 / (1 + exp(-limited))


@dataclass(frozen=True, eq=False)
class Detection:
    """A tile detected in a photo.

    Attributes:
        box: ``(4, 2)`` float32, the corners of the tile's face in pixels of the photo as a viewer
            shows it (origin top left, x to the right, y down), clockwise from the corner that is
            top left when the face is held upright.
        score: the probability of both networks that there is a tile, 0 to 1.
        probabilities: ``(43,)`` float32 over ``hu.scoring.tiles.CLASSES`` (42 faces, then
            ``back``), summing to 1, calibrated.
        shows_top: whether the face shows which edge is its top. If it looks the same both ways up
            (most dots, some bamboos, the white dragon), the order of the corners in ``box`` may be
            that of the face upside down.
        features: ``(2, d)`` float32 of unit length, the classifier's features behind its
            probabilities: of the crop as it was cut, and of the crop turned upright. None for
            detections from a file.
        crop: ``(64, 64, 3)`` uint8 RGB, the rectified face, upright. None for detections from a
            file.
        red: the probability that it is a red five, if it is a five at all. 0 if that was not
            looked at.
        numeral: the numeral or letter in a corner of the face that it was read by, such as ``5``.
            Empty if it was not read by one.
    """

    box: NDArray[np.float32]
    score: float
    probabilities: NDArray[np.float32]
    shows_top: bool = True
    features: NDArray[np.float32] | None = None
    crop: NDArray[np.uint8] | None = None
    red: float = 0.0
    numeral: str = ""

    def __post_init__(self) -> None:
        """Refuse arrays of the wrong shape."""
        if self.box.shape != (4, 2):
            raise ValueError(f"box: expected shape (4, 2), got {self.box.shape}")
        if self.probabilities.shape != (len(CLASSES),):
            raise ValueError(
                f"probabilities: expected shape ({len(CLASSES)},), got {self.probabilities.shape}"
            )

    @cached_property
    def tile(self) -> str:
        """The most likely class."""
        return CLASSES[int(self.probabilities.argmax())]

    @cached_property
    def confidence(self) -> float:
        """The probability of the most likely class."""
        return float(self.probabilities.max())

    @property
    def belief(self) -> float:
        """The probability that there is a tile with the most likely face."""
        return self.score * self.confidence

    @cached_property
    def center(self) -> NDArray[np.float32]:
        """``(2,)`` float32, pixels."""
        center: NDArray[np.float32] = self.box.mean(axis=0)
        return center

    @cached_property
    def width(self) -> float:
        """The length of the face's short (top and bottom) edges in pixels, the layout's unit."""
        top = self.box[1] - self.box[0]
        bottom = self.box[2] - self.box[3]
        return float(length(top) + length(bottom)) / 2

    @cached_property
    def height(self) -> float:
        """The length of the face's long edges in pixels."""
        left = self.box[3] - self.box[0]
        right = self.box[2] - self.box[1]
        return float(length(left) + length(right)) / 2

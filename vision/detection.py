"""A detection: a tile's outline in a photo, and the probability of every face."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.geometry import length

#: A probability that counts as clear. It is compared with a detection's score, with its confidence
#: or with its belief, which is the product of both.
CLEAR: Final = 0.8
#: A probability that counts as likely: as likely as not. Its log-odds are 0.
LIKELY: Final = 0.5
#: The largest gap between tiles that touch in a row, in tile widths.
TOUCHING_TILE_WIDTHS: Final = 0.6
#: The most that neighbours in a row lie off each other's line, in tile widths.
OFFSET_TILE_WIDTHS: Final = 0.55
#: Log-odds are limited to this before they become a probability, in nats.
_MOST_LOG_ODDS: Final = 30.0


def log_odds(probability: float, least: float = 1e-3) -> float:
    """Return the log-odds of a probability, in nats.

    Args:
        probability: from 0 to 1. Before anything else it is limited to the range from ``least`` to
            1 - ``least``.
        least: the smallest probability that counts.
    """
    probability = min(max(probability, least), 1 - least)
    return log(probability / (1 - probability))


def logistic(nats: float) -> float:
    """Return the probability that has these log-odds, which are in nats."""
    limited = min(max(nats, -_MOST_LOG_ODDS), _MOST_LOG_ODDS)
    return 1 / (1 + exp(-limited))


@dataclass(frozen=True, eq=False)
class Detection:
    """A tile detected in a photo.

    Attributes:
        box: ``(4, 2)`` float32, the corners of the tile's face in pixels of the photo as a viewer
            shows it (origin top left, x to the right, y down), clockwise from the corner that is
            top left when the face is held upright.
        score: the probability that there is a tile, 0 to 1, by both networks together.
        probabilities: ``(43,)`` float32: the calibrated probability of each of
            ``hu.scoring.tiles.CLASSES`` (42 faces, then ``back``) if there is a tile. They add up
            to 1.
        shows_top: whether the face shows which edge is its top. It does not if it looks the same
            both ways up (most dots, some bamboos, the white dragon). Then ``box`` may begin at
            another corner, mostly the opposite corner, as if the face were upside down.
        features: ``(2, d)`` float32: two vectors of unit length by which the classifier describes
            the face, of the crop as it was cut and of the crop turned upright. Faces that look
            alike have vectors with a large cosine. None for detections from a file, and from
            classifiers that give no features.
        crop: ``(64, 64, 3)`` uint8 RGB, the rectified face, upright. None for detections from a
            file.
        red: the probability that it is a red five, provided that it is a five. 0 if that was not
            measured.
        numeral: the numeral or letter in a corner of the face, such as ``5``, if the face was read
            by it. Empty for other faces.
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
        """``(2,)`` float32 pixels: the middle of the face."""
        center: NDArray[np.float32] = self.box.mean(axis=0)
        return center

    @cached_property
    def width(self) -> float:
        """The mean length of the face's top edge and bottom edge in pixels."""
        top = self.box[1] - self.box[0]
        bottom = self.box[2] - self.box[3]
        return float(length(top) + length(bottom)) / 2

    @cached_property
    def height(self) -> float:
        """The mean length of the face's left edge and right edge in pixels."""
        left = self.box[3] - self.box[0]
        right = self.box[2] - self.box[1]
        return float(length(left) + length(right)) / 2

"""Red fives and plain fives, distinguished by the colour of their ink.

A red five is printed in red alone. A plain five of characters is black or blue above red, a plain
five of dots is blue and red, and a plain five of bamboos is green and red.

Colours are measured against the tile's own ground, so that warm light does not make ink red. Ink
takes light away from the ground. The *absorption* of ink is the logarithm of how much light it
takes. The *redness* of ink is how much less red light than other light it takes, as a share of its
absorption. The redness of a five's ink is compared with the redness of black ink and of red ink on
the tiles of the photo.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES, COPIES, WINDS
from hu.vision.detection import LIKELY, Detection, logistic
from hu.vision.finding.ground import DARK_LEVEL, ground_of, log_levels
from hu.vision.geometry import TINY, Floats
from hu.vision.networks.calibration import MODELS, read_calibration

#: The faces of which a tile set may have red tiles.
FIVES: Final = ("5m", "5p", "5s")
_FIVE_CLASSES: Final = [CLASSES.index(five) for five in FIVES]
#: The prior log-odds that a five is red. In most tile sets with red fives, one copy of a five is.
_PRIOR: Final = -log(COPIES - 1)
#: Tiles with less than this probability of being a five get no probability of being a red five.
_MIN_FIVE_PROBABILITY: Final = 0.05
#: Pixels with a larger absorption than this have ink.
_LEAST_INK_ABSORPTION: Final = 0.22
#: The usual redness of black ink. It counts as if one more tile of the photo showed it.
_USUAL_BLACK: Final = 0.0
#: The usual redness of red ink. It counts as if one more tile of the photo showed it.
_USUAL_RED: Final = 0.62
#: The redness of red ink is taken to be larger than that of black ink by at least this.
_LEAST_CONTRAST: Final = 0.2
#: The share of a face's ink whose redness is smallest, or largest, that shows if the face has
#: colours.
_OUTER_INK_SHARE: Final = 0.05
#: A face is printed in colour if the redness of that ink is farther from 0 than this. Grey pictures
#: stay below 0.10 with any noise and tint. Colour photos lie above 0.16.
_LEAST_COLOURFULNESS: Final = 0.13
#: A photo is in colour if its most colourful quarter of the faces is. A quarter is enough, because
#: many faces may be printed in black alone.
_COLOURFUL_QUANTILE: Final = 0.75
#: The features of a five are about its ink with the least redness: about a smaller and a larger
#: share of all its ink, and about a share of the ink of its upper half.
_SHARE_OF_LEAST_RED_INK: Final = 0.15
_SHARE_OF_LESS_RED_INK: Final = 0.35
#: The upper half has half of the ink, so that as much ink is twice the share.
_SHARE_OF_LEAST_RED_INK_ABOVE: Final = 2 * _SHARE_OF_LEAST_RED_INK
#: The redness of ink is limited to this, on both sides of 0.
_MOST_REDNESS: Final = 2
#: The slope of the logistic function that decides whether ink is red.
_SHARPNESS: Final = 6.0
_calibration = cache(read_calibration)


@dataclass(frozen=True, slots=True)
class Inks:
    """The redness of the inks of one photo's tiles.

    Attributes:
        black: the redness of the black ink. 0 in white light on a good photo.
        red: the redness of the red ink.
    """

    black: float
    red: float


@dataclass(frozen=True, slots=True, eq=False)
class _InkPixels:
    """The ink of a face's n inner pixels, row by row from the top.

    Attributes:
        redness: ``(n,)`` float64: how much less red light than other light each pixel absorbs, as a
            share of its absorption. About 0 for black ink, and negative for blue and green ink.
        ink: ``(n,)`` float64: how much ink each pixel has: its absorption beyond that of pixels
            without ink. It is the weight of the pixel.
        lost_red: ``(n,)`` float64: how much red light each pixel absorbs, as a logarithm.
    """

    redness: Floats
    ink: Floats
    lost_red: Floats

    def upper_half(self) -> "_InkPixels":
        """The upper half of the face."""
        half = len(self.ink) // 2
        return _InkPixels(self.redness[:half], self.ink[:half], self.lost_red[:half])

    def lower_half(self) -> "_InkPixels":
        """The lower half of the face."""
        half = len(self.ink) // 2
        return _InkPixels(self.redness[half:], self.ink[half:], self.lost_red[half:])


def with_red_probability(detections: Sequence[Detection]) -> list[Detection]:
    """Give every tile of a photo that may be a five its probability of being a red five.

    Tiles without a crop stay as they are. So do all tiles if no likely face of the photo shows the
    ground and the inks of its tile set.
    """
    # The face and the crop of each tile that shows the ground and the inks.
    likely_faces = [
        (detection.tile, detection.crop)
        for detection in detections
        if detection.crop is not None and _shows_ground(detection)
    ]
    if not likely_faces:
        return list(detections)
    colourfulness_of_faces = [_colourfulness(crop) for _, crop in likely_faces]
    photo_colourfulness = float(np.quantile(colourfulness_of_faces, _COLOURFUL_QUANTILE))
    is_colour_photo = photo_colourfulness > _LEAST_COLOURFULNESS
    inks = inks_of(likely_faces) if is_colour_photo else None
    result = []
    for detection in detections:
        # The probabilities of 5m, 5p and 5s.
        five_probabilities = detection.probabilities[_FIVE_CLASSES]
        if detection.crop is None or five_probabilities.max() < _MIN_FIVE_PROBABILITY:
            result.append(detection)
            continue
        likeliest_five = FIVES[int(five_probabilities.argmax())]
        # A photo without colours shows nothing, so the prior alone counts. The page then asks.
        log_odds = 0.0
        if inks is not None:
            log_odds = _log_odds_red(detection.crop, likeliest_five, inks)
        result.append(replace(detection, red=logistic(log_odds + _PRIOR)))
    return result


def _shows_ground(detection: Detection) -> bool:
    """Whether a tile shows the ground and the inks of its tile set.

    Backs and white dragons do not. Nor do tiles whose face is not even likely: they may be no
    tiles.
    """
    return detection.confidence >= LIKELY and detection.tile not in (BACK, "5z")


def _colourfulness(crop: NDArray[np.uint8]) -> float:
    """How far the redness of a face's most red ink, or of its least red ink, is from 0."""
    pixels = _measure_ink(crop)
    least_red = _weighted_quantile(pixels.redness, pixels.ink, _OUTER_INK_SHARE)
    most_red = _weighted_quantile(pixels.redness, pixels.ink, 1 - _OUTER_INK_SHARE)
    return max(abs(least_red), abs(most_red))


def _log_odds_red(crop: NDArray[np.uint8], five: str, inks: Inks) -> float:
    """Compute the log-odds that a five is red, without the prior.

    Args:
        crop: ``(64, 64, 3)`` uint8 RGB: the rectified face, upright.
        five: the code of the plain five of its suit.
        inks: the inks of its photo.
    """
    # Ink does not depend on the networks. So the weights beside the project's own networks serve
    # all networks.
    *weights, bias = _calibration(MODELS).red_fives[five[1]]
    return float(red_five_features(crop, inks) @ weights) + bias


def inks_of(faces: Sequence[tuple[str, NDArray[np.uint8]]]) -> Inks:
    """Measure the inks of a photo's tiles.

    Winds are black. Characters are black above and red below, except red fives.

    Args:
        faces: the code of each tile's face, and its crop ``(64, 64, 3)`` uint8 RGB.
    """
    # The redness of the black ink, and of the red ink, on each tile. The usual values come first.
    blacks = [_USUAL_BLACK]
    reds = [_USUAL_RED]
    for face, crop in faces:
        pixels = _measure_ink(crop)
        if face in WINDS:
            blacks.append(_median_redness(pixels))
        elif face[1] == "m" and face not in FIVES:
            blacks.append(_median_redness(pixels.upper_half()))
            reds.append(_median_redness(pixels.lower_half()))
    black = float(np.median(blacks))
    red = max(float(np.median(reds)), black + _LEAST_CONTRAST)
    return Inks(black, red)


def _median_redness(pixels: _InkPixels) -> float:
    """The redness of the median ink."""
    return _weighted_quantile(pixels.redness, pixels.ink, share=0.5)


def _measure_ink(crop: NDArray[np.uint8]) -> _InkPixels:
    """Measure the ink of a face ``(64, 64, 3)`` uint8 RGB."""
    # (n, 3): the logarithm of each channel of each pixel, minus that of the tile's ground. Shadows,
    # lamps and the glow of the cloth change pixel and ground alike. The difference is negative if
    # the pixel absorbs light of this channel.
    log_ground = np.log(ground_of(crop) + DARK_LEVEL)
    contrast = log_levels(crop) - log_ground
    red = contrast[:, 0]
    green_and_blue = (contrast[:, 1] + contrast[:, 2]) / 2
    # (n,): the absorption of each pixel, in the channel that is absorbed most.
    absorption = np.maximum(-contrast.min(axis=1), 0.0)
    return _InkPixels(
        redness=(red - green_and_blue) / np.maximum(absorption, _LEAST_INK_ABSORPTION),
        ink=np.maximum(absorption - _LEAST_INK_ABSORPTION, 0.0),
        lost_red=np.maximum(-red, 0.0),
    )


def red_five_features(crop: NDArray[np.uint8], inks: Inks) -> Floats:
    """Describe the ink of a five: how much of it is red, and how red its least red parts are.

    Args:
        crop: ``(64, 64, 3)`` uint8 RGB: the rectified face, upright.
        inks: the inks of its photo.

    Returns:
        ``(7,)`` float64. First the share of red ink: of all ink, and of the upper half. Then the
        redness of the least red ink: two quantiles of all ink, and one of the upper half. Then the
        red light that is absorbed where most is absorbed: in all ink, and in the upper half.
    """
    raw_pixels = _measure_ink(crop)
    # From here on a redness of 0 is that of the photo's black ink, and 1 is that of its red ink.
    redness = (raw_pixels.redness - inks.black) / (inks.red - inks.black)
    pixels = replace(raw_pixels, redness=np.clip(redness, -_MOST_REDNESS, _MOST_REDNESS))
    upper = pixels.upper_half()
    # How surely each pixel is red ink, 0 to 1.
    certainties = 1 / (1 + np.exp(-_SHARPNESS * (pixels.redness - 0.5)))
    # The pixels of the upper half come first.
    upper_certainties = certainties[: len(upper.ink)]
    red_share = _weighted_mean(certainties, pixels.ink)
    upper_red_share = _weighted_mean(upper_certainties, upper.ink)

    # The redness of the least red ink, as low quantiles of the ink.
    least_red = _weighted_quantile(pixels.redness, pixels.ink, _SHARE_OF_LEAST_RED_INK)
    less_red = _weighted_quantile(pixels.redness, pixels.ink, _SHARE_OF_LESS_RED_INK)
    upper_least_red = _weighted_quantile(upper.redness, upper.ink, _SHARE_OF_LEAST_RED_INK_ABOVE)

    # The red light that is absorbed where most is absorbed, as high quantiles of the ink. Black ink
    # absorbs red light, and red ink does not.
    most_lost_red = _weighted_quantile(pixels.lost_red, pixels.ink, 1 - _SHARE_OF_LEAST_RED_INK)
    upper_most_lost_red = _weighted_quantile(
        upper.lost_red, upper.ink, 1 - _SHARE_OF_LEAST_RED_INK_ABOVE
    )
    return np.array(
        [
            red_share,
            upper_red_share,
            least_red,
            less_red,
            upper_least_red,
            most_lost_red,
            upper_most_lost_red,
        ]
    )


def _weighted_mean(values: Floats, weights: Floats) -> float:
    """The mean of values by their weights. 0 if all weights are 0."""
    return float((values * weights).sum() / max(float(weights.sum()), TINY))


def _weighted_quantile(values: Floats, weights: Floats, share: float) -> float:
    """The quantile of weighted values: this share of the total weight is below it.

    Args:
        values: ``(n,)`` the values.
        weights: ``(n,)`` their weights.
        share: from 0 to 1. For 0.5 the quantile is the median.
    """
    order = np.argsort(values)
    # For each value, the smallest first: its weight and that of all smaller values.
    cumulative_weights = np.cumsum(weights[order])
    index = int(np.searchsorted(cumulative_weights, share * cumulative_weights[-1]))
    return float(values[order[min(index, len(order) - 1)]])
